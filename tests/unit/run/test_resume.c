/* test_resume.c - runs that are resumed: which one, what forbids it, with which robots, and the command that does it;
 * the beginning and the end of a run that may be resumed. */
#include "database_testing.h"

#include <sys/stat.h>

#include "cli/command.h"
#include "run/replay.h"
#include "run/session.h"

/* ---- robots of a run -------------------------------------------------------------------- */

/* A robot of a run as it was found when the run began. */
static void know(struct run_config_robot *known, const char *label, char *spec, char *path)
{
	struct robot robot;
	struct err err = {0};
	ck_assert_msg(robot_open(&robot, path ? path : spec, &err) == 0, "%s", err.text);
	*known = (struct run_config_robot){.label = mem_strdup(label), .spec = spec, .path = path,
		.sha256 = mem_strdup(robot.sha256)};
	robot_release(&robot);
}

static void forget(struct run_config_robot *known)
{
	free(known->label);
	free(known->sha256);
}

static void keep(const char *lines, void *tell_context)
{
	snprintf(tell_context, 1000, "%s", lines);
}

/* Opens them, and keeps what the user is told. */
static int open_robots(struct run_config_robot *known, int n, struct robot *opened, const char *hint,
		       char text[static 1000], struct err *err)
{
	const struct run_config info = {.robots = known, .n_robots = n};
	const struct tournament tournament = {.robots = opened, .tell = keep, .tell_context = text};
	text[0] = '\0';
	return run_robots_open(&info, &tournament, hint, err);
}

/* By the path where its file was, if that is the same file, with its options; else by its name. */
static const struct {
	const char *here, *there; /* the files now; NULL: gone */
	const char *path;         /* as it was known; NULL: not */
	bool is_there;            /* it is found there */
} places[] = {
	{"one", "one", "there/a.so", true},
	{"two", "one", "there/a.so", true},
	{"one", "two", "there/a.so", false},
	{"one", NULL, "there/a.so", false},
	{NULL, "one", "there/a.so", true},
	{"one", "one", NULL, false},
	{"one", "one", "odd:there/a.so", true},
};

START_TEST(robots_are_found_by_path_or_name)
{
	struct run_config_robot known;
	struct robot opened[1] = {{.kind = ROBOT_SO}};
	struct err err = {0};
	char text[1000];
	ck_assert_int_eq(mkdir("there", 0755) || mkdir("odd:there", 0755), 0);
	write_file("a.so", "one");
	write_file("odd:there/a.so", "one");
	know(&known, "ann", (char[]){"./a.so:x=1"}, NULL);
	known.path = places[_i].path ? mem_strdup(places[_i].path) : NULL;
	unlink("a.so");
	if (places[_i].here)
		write_file("a.so", places[_i].here);
	if (places[_i].there)
		write_file("there/a.so", places[_i].there);
	ck_assert_msg(open_robots(&known, 1, opened, NULL, text, &err) == 0, "%s", err.text);
	ck_assert_str_eq(text, "");
	ck_assert_str_eq(opened->label, "ann");
	ck_assert_msg((strstr(opened->path, "there/a.so") != NULL) == places[_i].is_there, "%s", opened->path);
	ck_assert(opened->n_options == 1 && strcmp(opened->key[0], "x") == 0);
	robot_release(opened);
	free(known.path);
	forget(&known);
}
END_TEST

/* The second robot of two is another file now, with or without data. With a hint that is an error, else a warning. */
START_TEST(other_files_are_told)
{
	struct run_config_robot known[2];
	struct robot opened[2] = {{.kind = ROBOT_SO}};
	struct err err = {0};
	char text[1000], folder_there[1000], wanted[2000], data[1100];
	write_file("a.so", "one");
	write_file("b.so", "two");
	know(&known[0], "ann", (char[]){"./a.so"}, NULL);
	know(&known[1], "bob", (char[]){"./b.so"}, NULL);
	write_file("b.so", "three");
	if (_i)
		ck_assert_int_eq(mkdir("b.data", 0755), 0);
	ck_assert_ptr_nonnull(getcwd(folder_there, sizeof folder_there));
	ck_assert_int_eq(open_robots(known, 2, opened, NULL, text, &err), 0);
	ck_assert_str_eq(text,
		"arena: warning: the robot 'bob' is not the file that played, or its data folder has changed\n");
	snprintf(data, sizeof data, " with the data folder '%s'", opened[1].data_folder);
	ck_assert_int_eq(opened[1].data_folder[0] != '\0', _i);
	snprintf(wanted, sizeof wanted,
		 "the robot 'bob' is not the file that played, or its data folder has changed: '%s'%s has SHA-256\n"
		 "  %s, the run had\n  %s\n(so it is)", opened[1].path, _i ? data : " without a data folder",
		 opened[1].sha256, known[1].sha256);
	for (int i = 0; i < 2; i++)
		robot_release(&opened[i]);
	ck_assert_int_eq(open_robots(known, 2, opened, "so it is", text, &err), -1);
	ck_assert_str_eq(err.text, wanted);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	for (int i = 0; i < 2; i++) {
		robot_release(&opened[i]);
		forget(&known[i]);
	}
}
END_TEST

START_TEST(people_are_not_played_again)
{
	struct run_config_robot known = {.label = (char[]){"me"}, .spec = (char[]){"human"}, .sha256 = (char[]){""}};
	struct robot opened[1] = {{.kind = ROBOT_SO}};
	struct err err = {0};
	char text[1000];
	ck_assert_int_eq(open_robots(&known, 1, opened, "x", text, &err), -1);
	ck_assert_str_eq(err.text, "this run had a human player and cannot be replayed");
	robot_release(opened);
}
END_TEST

START_TEST(robots_may_be_names_alone)
{
	struct run_config info;
	make_info(&info, FORMAT_TABLE, 3, 3, 3, "one");
	struct robot *names = run_robots_names(&info);
	for (int i = 0; i < 3; i++) {
		ck_assert_str_eq(names[i].spec, info.robots[i].spec);
		ck_assert_str_eq(names[i].label, info.robots[i].label);
	}
	setup_close(names, 3);
	run_config_release(&info);
}
END_TEST

/* ---- which run -------------------------------------------------------------------------- */

static const struct opt options[] = {OPTIONS_session OPTIONS_limits OPTIONS_jobs OPTIONS_seed
	{.name = "network", .type = OPT_LIST}, {.name = "shard", .type = OPT_TEXT, .is_neutral = true}, {0}};

/* Prepares what the words of a command line say; returns the error. */
static void resume(struct session *session, bool is_test, const char *words, struct err *err)
{
	static struct request request;
	static char copy[200];
	struct args args = {0};
	char *rest = copy, *argv[10] = {(char[]){"tournament"}};
	int n = 1;
	snprintf(copy, sizeof copy, "%s", words);
	for (char *word; (word = strsep(&rest, " ")) != NULL && n < 9;)
		if (*word)
			argv[n++] = word;
	*err = (struct err){0};
	ck_assert_msg(args_parse(&args, options, n, argv, err) == 0, "%s", err->text);
	*session = (struct session){.request = &request};
	ck_assert_int_eq(request_args_read(&args, &request, err), 0);
	request.test.is_set = is_test;
	/* There are no robots of these runs. */
	ck_assert_int_ne(request_args_resume(&args, &request, err) || session_prepare_again(session, err), 0);
	args_release(&args);
}

#define NOT_WITH(option) "--resume continues a run with the run's own options; '--" option "' cannot be given with it"

START_TEST(options_are_those_of_the_run)
{
	static const char *const cases[][2] = { /* words, the error */
		{"--resume 1 2", "unexpected argument '2': --resume takes one run"},
		{"--resume --seed=1", NOT_WITH("seed")}, {"--resume --log=hands", NOT_WITH("log")},
		{"--resume --no-results", NOT_WITH("no-results")}, {"--resume --shard=1/2", NOT_WITH("shard")},
		{"--move-time=1s --resume 1", NOT_WITH("move-time")}, {"--resume --network=x", "'results/arena.db'"},
		{"--resume -j2", "'results/arena.db'"}, {"--resume 1", "'results/arena.db'"},
		{"--resume --results=other", "'other/arena.db'"}, {"--resume --db=x.db", "'x.db'"},
		{"--resume a/b/1", "'a/b/arena.db'"},
		{"--resume a/b/", "'results/arena.db'"}, {"--resume a/b/1 --db=x.db", "'x.db'"},
	};
	struct session session;
	struct err err;
	resume(&session, false, cases[_i][0], &err);
	ck_assert_msg(strstr(err.text, cases[_i][1]), "%s", err.text);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	session_release(&session);
}
END_TEST

/* The runs 0001 (complete), 0002 (a test), 0003 (of another arena), 0004 (of which nothing was played). */
static void store_runs(void)
{
	static const enum format formats[] = {FORMAT_TABLE, FORMAT_PAIRED, FORMAT_TABLE, FORMAT_TABLE};
	static char folders[4][20];
	struct err err = {0};
	ck_assert_int_eq(mkdir("results", 0755), 0);
	struct database *database = database_open("results/arena.db", DATABASE_WRITE, &err);
	ck_assert_msg(database != NULL, "%s", err.text);
	for (int i = 0; i < 4; i++) {
		struct run_config info;
		struct schedule schedule;
		struct run run = {.folder = folders[i]};
		int64_t id;
		char seed[2] = {(char)('a' + i), '\0'};
		make_info(&info, formats[i], i == 1 ? 3 : 2, 2, 8, seed);
		info.test = (struct run_config_test){.is_set = i == 1, .elo1 = 5, .alpha = 0.05, .beta = 0.05};
		if (i == 2) {
			info.epoch = RESULTS_EPOCH + 1;
		}
		snprintf(folders[i], sizeof folders[i], "results/000%d", i + 1);
		ck_assert_int_eq(mkdir(folders[i], 0755), 0);
		ck_assert_int_eq(run_config_write(&info, &run, NULL), 0);
		ck_assert_int_eq(run_config_schedule(&info, &schedule, NULL), 0);
		ck_assert_msg(database_begin_run(database, &info, run_name(&run), &id, &err) == 0, "%s", err.text);
		if (i == 0)
			store_chunks(database, id, &schedule, 0, 1, 4);
		run_config_release(&info);
	}
	database_close(database);
}

static const struct {
	bool is_test;
	const char *words, *deleted;       /* a file of the runs */
	const char *name, *says;            /* the run that was found, NULL: none; the error */
} findings[] = {
	{false, "--resume", NULL, "0004", "robot0"},
	{true, "--resume", NULL, "0002", "robot0"},
	{false, "--resume 4", NULL, "0004", "robot0"},
	{false, "--resume results/0004", NULL, "0004", "robot0"},
	{false, "--resume 1", NULL, "0001", "robot0"},
	{false, "--resume 2", NULL, NULL, "the run 2 is a test; resume it with `arena regress --resume 2`"},
	{true, "--resume 0001", NULL, NULL,
	 "the run 0001 is a tournament; resume it with `arena tournament --resume 0001`"},
	{false, "--resume 3", NULL, "0003",
	 "the run 0003 was started by arena " ARENA_VERSION " with results epoch 2; "
	 "this is arena " ARENA_VERSION " with epoch 1, which plays different games"},
	{false, "--resume 9", NULL, NULL, "'9'"},
	{false, "--resume 4 --results=other --db=results/arena.db", NULL, "0004", "robot0"}, /* the folder is made */
	{false, "--resume 4 --db=results/arena.db", "results/0004/run.json", "0004", "robot0"},
};

START_TEST(a_run_is_found)
{
	struct session session;
	struct err err;
	store_runs();
	if (findings[_i].deleted)
		ck_assert_int_eq(unlink(findings[_i].deleted), 0);
	resume(&session, findings[_i].is_test, findings[_i].words, &err);
	ck_assert_msg(strstr(err.text, findings[_i].says), "%s", err.text);
	ck_assert_str_eq(session.run.folder ? run_name(&session.run) : "-",
			 findings[_i].name ? findings[_i].name : "-");
	ck_assert_int_eq(err.code, EXIT_USAGE);
	session_release(&session);
}
END_TEST

/* A complete run is unfinished as long as it has a folder without its last file. */
START_TEST(a_run_without_its_table_is_unfinished)
{
	static const struct {
		bool has_begun, has_table;
		const char *says;
	} cases[] = {{true, false, "robot0"}, {true, true, "no unfinished tournament"},
		{false, false, "no unfinished tournament"}};
	struct session session;
	struct err err;
	store_runs();
	sqlite3 *handle;
	ck_assert_int_eq(sqlite3_open("results/arena.db", &handle), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(handle, "DELETE FROM run_robots WHERE run > 1; DELETE FROM runs WHERE id > 1",
				      NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(handle);
	if (!cases[_i].has_begun)
		ck_assert_int_eq(unlink("results/0001/run.json"), 0);
	if (cases[_i].has_table)
		write_file("results/0001/table.json", "{}");
	resume(&session, false, "--resume", &err);
	ck_assert_msg(strstr(err.text, cases[_i].says), "%s", err.text);
	session_release(&session);
}
END_TEST

START_TEST(a_folder_of_another_run_is_refused)
{
	struct session session;
	struct err err;
	AUTO_STR struct str text = {0};
	store_runs();
	ck_assert_int_eq(str_read_file(&text, "results/0003/run.json", 1 << 20, NULL), 0);
	char *command = strstr(text.text, "made up");
	ck_assert_ptr_nonnull(command);
	memcpy(command, "made on", 7);
	memcpy(strstr(text.text, "checksum"), "unchecked", 8);
	write_file("results/0004/run.json", text.text);
	resume(&session, false, "--resume", &err);
	ck_assert_str_eq(err.text,
		"the folder 'results/0004' does not belong to the run in the database; "
		"--results and --db must belong to the same runs");
	ck_assert_int_eq(err.code, EXIT_USAGE);
	session_release(&session);
}
END_TEST

/* Robots of a run that was moved are where the caller says. */
START_TEST(robots_may_have_moved)
{
	struct session session;
	struct err err;
	struct run_config moved;
	const struct request request = {.results = "results", .is_resumed = true};
	store_runs();
	make_info(&moved, FORMAT_TABLE, 2, 2, 8, "d");
	for (int i = 0; i < 2; i++) {
		free(moved.robots[i].path);
		moved.robots[i].path = mem_strdup(i ? "new/b.so" : "new/a.so");
	}
	session = (struct session){.request = &request, .moved = &moved};
	ck_assert_int_eq(session_prepare_again(&session, &err), -1);
	ck_assert_str_eq(session.info.robots[0].path, "new/a.so");
	ck_assert_str_eq(session.info.robots[1].path, "new/b.so");
	session_release(&session);
	run_config_release(&moved);
}
END_TEST

/* ---- new runs --------------------------------------------------------------------------- */

struct new_run {
	struct args args;
	struct request request;
	struct session session;
};

/* A run of four matches of robots without files, with these options. */
static void begin_new(struct new_run *new, const char *words)
{
	static char copy[100];
	static char *argv[10];
	char *rest = copy;
	int n = 1;
	memset(argv, 0, sizeof argv);
	argv[0] = copy;
	snprintf(copy, sizeof copy, "tournament %s", words);
	strsep(&rest, " ");
	for (char *word; (word = strsep(&rest, " ")) != NULL && n < 9;)
		if (*word)
			argv[n++] = word;
	*new = (struct new_run){.args = {0}};
	ck_assert_int_eq(args_parse(&new->args, options, n, argv, NULL), 0);
	new->args.argv = argv;
	ck_assert_int_eq(request_args_read(&new->args, &new->request, NULL), 0);
	new->session = (struct session){.request = &new->request, .folders = mem_strdup(new->request.results)};
	make_info(&new->session.info, FORMAT_TABLE, 2, 2, 8, "new");
	ck_assert_int_eq(run_config_schedule(&new->session.info, &new->session.tournament.schedule, NULL), 0);
}

static void end_new(struct new_run *new)
{
	session_release(&new->session);
	args_release(&new->args);
}

START_TEST(results_are_opened_or_not_wanted)
{
	static const struct {
		const char *words;
		enum run_config_log log;
		const char *says, *database; /* NULL: it may; none */
	} cases[] = {
		{"--results=a/b", RUN_LOG_HANDS, NULL, "a/b/arena.db"}, {"", RUN_LOG_NONE, NULL, "results/arena.db"},
		{"--db=x.db", RUN_LOG_NONE, NULL, "x.db"}, {"--no-results", RUN_LOG_NONE, NULL, NULL},
		{"--no-results --db=x.db", RUN_LOG_NONE,
		 "--no-results writes no database, so --db cannot be given with it", NULL},
		{"--no-results", RUN_LOG_GAMES, "--no-results stores nothing, so --log cannot be given with it", NULL},
	};
	for (int again = 0; again < 2; again++) {
		struct new_run new;
		struct err err = {0};
		begin_new(&new, cases[_i].words);
		new.session.info.log = new.request.log = cases[_i].log;
		ck_assert_int_eq(request_check(&new.request, &err) || session_open_results(&new.session, &err),
				 cases[_i].says != NULL);
		ck_assert_str_eq(err.text, cases[_i].says ? cases[_i].says : "");
		ck_assert_int_eq(err.code, cases[_i].says ? EXIT_USAGE : EXIT_OK);
		ck_assert_int_eq(new.session.database != NULL, cases[_i].database != NULL);
		if (cases[_i].database) {
			ck_assert_int_eq(access(cases[_i].database, F_OK), 0);
			ck_assert_str_eq(run_name(&new.session.run), again ? "0002" : "0001");
			ck_assert_int_eq(new.session.run_id, again + 1);
		}
		end_new(&new);
	}
}
END_TEST

/* What was played is kept, and the error says how to go on; not if nothing was stored, or is not there any more. */
static const struct {
	bool has_results;
	int n_stored;       /* matches */
	const char *again;
	bool is_deleted;    /* the database */
	const char *says;
} ends[] = {
	{false, 0, NULL, false, "it failed"},
	{true, 0, NULL, false, "it failed"},
	{true, 1, NULL, false,
	 "it failed\nThe matches played so far are stored; to continue: arena tournament --resume 0001"},
	{true, 4, "begin again", false, "it failed\nThe matches played so far are stored; to continue: begin again"},
	{true, 1, NULL, true, "it failed"},
};

START_TEST(a_run_may_end_badly)
{
	struct new_run new;
	struct err err = {0};
	begin_new(&new, ends[_i].has_results ? "" : "--no-results");
	struct session *session = &new.session;
	ck_assert_int_eq(session_open_results(session, &err), 0);
	session->again = ends[_i].again;
	const struct schedule *schedule = &session->tournament.schedule;
	run_files_init(&session->results, &session->info, schedule, robots);
	if (ends[_i].has_results)
		run_files_keep(&session->results, &session->run, session->database, session->run_id);
	if (ends[_i].n_stored) {
		struct chunk chunk;
		make_chunk(schedule, 0, (uint64_t)ends[_i].n_stored, 1, true, false, &chunk);
		ck_assert_int_eq(database_put_chunk(session->database, session->run_id, schedule, &chunk, robots, &err),
				 0);
		ck_assert_int_eq(run_files_add(&session->results, &chunk, &err), 0);
		chunk_release(&chunk);
	}
	if (ends[_i].is_deleted)
		ck_assert_int_eq(unlink("results/arena.db"), 0);
	err_set(&err, EXIT_WORLD, "it failed");
	ck_assert_int_eq(session_end_badly(session, &err), -1);
	ck_assert_str_eq(err.text, ends[_i].says);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_int_eq(access("results/0001/table.txt", F_OK), ends[_i].n_stored ? 0 : -1);
	ck_assert_int_eq(access("results/0001/clock.json", F_OK), ends[_i].n_stored ? 0 : -1);
	ck_assert_int_eq(access("results/0001/table.json", F_OK), -1); /* it would mark the run as written */
	end_new(&new);
}
END_TEST

START_TEST(files_that_cannot_be_written_are_told)
{
	struct new_run new;
	struct err err = {0};
	begin_new(&new, "");
	struct session *session = &new.session;
	ck_assert_int_eq(session_open_results(session, &err), 0);
	run_files_init(&session->results, &session->info, &session->tournament.schedule, robots);
	run_files_keep(&session->results, &session->run, session->database, session->run_id);
	ck_assert_msg(session_write(session, &err) == 0, "%s", err.text);
	ck_assert(access("results/0001/table.json", F_OK) == 0 && access("results/0001/clock.json", F_OK) == 0);
	ck_assert(unlink("results/0001/table.csv") == 0 && mkdir("results/0001/table.csv", 0755) == 0);
	ck_assert_int_eq(session_write(session, &err), -1);
	ck_assert_msg(strstr(err.text, "results/0001/table.csv"), "%s", err.text);
	ck_assert_msg(strstr(err.text,
		"\nThe matches played so far are stored; to continue: arena tournament --resume 0001"), "%s", err.text);
	end_new(&new);
	begin_new(&new, "--no-results");
	ck_assert_int_eq(session_write(&new.session, &err), 0);
	end_new(&new);
}
END_TEST

/* ---- the command ------------------------------------------------------------------------ */

START_TEST(the_command_names_what_is_not_usual)
{
	static const struct {
		bool is_test;
		const char *folders, *db, *says;
	} cases[] = {
		{false, "results", NULL, "arena tournament --resume 0007"},
		{true, "results", NULL, "arena regress --resume 0007"},
		{false, "other", NULL, "arena tournament --resume 0007 --results other"},
		{true, "a b", "c d", "arena regress --resume 0007 --results 'a b' --db 'c d'"},
		{false, "results", "x.db", "arena tournament --resume 0007 --db x.db"},
	};
	const struct request request = {.database = cases[_i].db, .test.is_set = cases[_i].is_test};
	char folders[20];
	AUTO_STR struct str text = {0};
	snprintf(folders, sizeof folders, "%s", cases[_i].folders);
	const struct session session = {.request = &request, .folders = folders, .run = {.folder = (char[]){"x/0007"}}};
	session_add_resume(&session, &text);
	ck_assert_str_eq(text.text, cases[_i].says);
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0,
	LOOP(robots_are_found_by_path_or_name, 0, COUNT(places)),
	LOOP(other_files_are_told, 0, 2),
	TEST(people_are_not_played_again),
	TEST(robots_may_be_names_alone),
	LOOP(options_are_those_of_the_run, 0, 14),
	LOOP(a_run_is_found, 0, COUNT(findings)),
	LOOP(a_run_without_its_table_is_unfinished, 0, 3),
	TEST(a_folder_of_another_run_is_refused),
	TEST(robots_may_have_moved),
	LOOP(results_are_opened_or_not_wanted, 0, 6),
	LOOP(a_run_may_end_badly, 0, COUNT(ends)),
	TEST(files_that_cannot_be_written_are_told),
	LOOP(the_command_names_what_is_not_usual, 0, 5))
