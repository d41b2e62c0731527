/* test_store.c - the folder of a run: numbers, complete files, run.json written and read, run.json damaged in every
 * way, and crash reports. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/text.h"
#include "store/database.h"
#include "store/run.h"
#include "store/run_config.h"
#include "temporary_folder.h"

/* ---- run.h ------------------------------------------------------------------------------ */

static void create(const char *wanted)
{
	struct run run;
	struct err err = {0};
	ck_assert_msg(run_create(&run, "results", 0, &err) == 0, "%s", err.text);
	ck_assert_str_eq(run.folder, wanted);
	run_release(&run);
}

START_TEST(numbers_go_up)
{
	create("results/0001");
	create("results/0002");
	rmdir("results/0001");
	create("results/0003");
	ck_assert_int_eq(mkdir("results/0041", 0777), 0);
	create("results/0042");
	ck_assert_int_eq(mkdir("results/9999", 0777), 0);
	create("results/10000");
	write_file("results/10001", "a file takes a number too");
	create("results/10002");
}
END_TEST

START_TEST(numbers_are_above_those_of_the_database)
{
	struct run run;
	create("results/0001");
	ck_assert_int_eq(run_create(&run, "results", 41, NULL), 0);
	ck_assert_str_eq(run.folder, "results/0042");
	ck_assert_str_eq(run_name(&run), "0042");
	run_release(&run);
	ck_assert_int_eq(run_create(&run, "results", 7, NULL), 0);
	ck_assert_str_eq(run_name(&run), "0043");
	run_release(&run);
}
END_TEST

START_TEST(a_run_that_could_not_begin_leaves_nothing)
{
	struct run run;
	ck_assert_int_eq(run_create(&run, "results", 0, NULL), 0);
	ck_assert_int_eq(run_write(&run, "run.json", "{}", 2, NULL), 0);
	run_discard(&run);
	ck_assert_int_eq(access("results/0001", F_OK), -1);
	run_release(&run);
	ck_assert_int_eq(run_create(&run, "results", 0, NULL), 0);
	ck_assert_int_eq(run_write(&run, "table.txt", "x", 1, NULL), 0);
	run_discard(&run); /* but results are never deleted */
	check_file("results/0001/table.txt", "x");
	run_release(&run);
}
END_TEST

START_TEST(other_names_are_not_numbers)
{
	static const char *const names[] = {"results/notes", "results/7", "results/-0005", "results/0x0010",
		"results/0009a",
					    "results/99999999999999999999"};
	ck_assert_int_eq(mkdir("results", 0777), 0);
	for (int i = 0; i < 6; i++)
		ck_assert_int_eq(mkdir(names[i], 0777), 0);
	create("results/0001");
}
END_TEST

START_TEST(missing_folders_are_made)
{
	struct run run;
	ck_assert_int_eq(run_create(&run, "a/b//c/", 0, NULL), 0);
	ck_assert_int_eq(access("a/b/c/0001", F_OK), 0);
	run_release(&run);
}
END_TEST

START_TEST(a_link_to_nothing_is_no_folder)
{
	struct run run;
	struct err err = {0};
	ck_assert_int_eq(symlink("missing", "results"), 0);
	ck_assert_int_eq(run_create(&run, "results", 0, &err), -1);
	ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "cannot read the results folder 'results'"), "%s",
		      err.text);
}
END_TEST

START_TEST(arenas_that_start_together_get_different_numbers)
{
	enum { ARENAS = 16 };
	for (int i = 0; i < ARENAS; i++) {
		if (fork() == 0) {
			struct run run;
			_exit(run_create(&run, "results", 0, NULL) ? 1 : 0);
		}
	}
	for (int status; wait(&status) > 0;)
		ck_assert_int_eq(status, 0);
	char last[40];
	snprintf(last, sizeof last, "results/%04d", ARENAS);
	ck_assert_int_eq(access(last, F_OK), 0);
	snprintf(last, sizeof last, "results/%04d", ARENAS + 1);
	ck_assert_int_eq(access(last, F_OK), -1);
}
END_TEST

START_TEST(results_that_cannot_be_a_folder_are_an_error)
{
	static const char *const places[] = {"file", "file/below", "/dev/null", "/proc/arena"};
	struct run run;
	struct err err = {0};
	write_file("file", "");
	ck_assert_int_eq(run_create(&run, places[_i], 0, &err), -1);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_msg(strstr(err.text, places[_i]), "%s", err.text);
}
END_TEST

START_TEST(files_are_whole_or_not_there)
{
	struct run run;
	struct err err = {0};
	ck_assert_int_eq(run_create(&run, "results", 0, NULL), 0);
	ck_assert_int_eq(run_write(&run, "a.txt", "first", 5, NULL), 0);
	ck_assert_int_eq(run_write(&run, "a.txt", "second", 6, NULL), 0);
	check_file("results/0001/a.txt", "second");
	ck_assert_int_eq(run_write(&run, "faults/001.txt", "x", 1, NULL), 0);
	check_file("results/0001/faults/001.txt", "x");
	/* If writing fails, the previous file is kept. */
	ck_assert_int_eq(mkdir("results/0001/b.txt.new", 0777), 0);
	ck_assert_int_eq(run_write(&run, "b.txt", "x", 1, &err), -1);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_msg(strstr(err.text, "results/0001/b.txt"), "%s", err.text);
	ck_assert_int_eq(access("results/0001/b.txt", F_OK), -1);
	ck_assert_int_eq(access("results/0001/a.txt.new", F_OK), -1);
	run_release(&run);
}
END_TEST

/* They contain the seed. */
START_TEST(files_are_for_their_owner)
{
	struct run run;
	struct stat st;
	umask(0);
	ck_assert_int_eq(run_create(&run, "results", 0, NULL), 0);
	ck_assert_int_eq(run_write(&run, "a.txt", "x", 1, NULL), 0);
	ck_assert_int_eq(stat("results/0001/a.txt", &st), 0);
	ck_assert_int_eq(st.st_mode & 0777, 0600);
	ck_assert_int_eq(run_write(&run, "faults/a.txt", "x", 1, NULL), 0);
	/* as the umask allows */
	static const char *const folders[] = {"results", "results/0001", "results/0001/faults"};
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(stat(folders[i], &st), 0);
		ck_assert_int_eq(st.st_mode & 0777, 0777);
	}
	run_release(&run);
}
END_TEST

START_TEST(only_crash_reports_are_removed)
{
	struct run run;
	struct err err = {0};
	ck_assert_int_eq(run_create(&run, "results", 0, NULL), 0);
	ck_assert_int_eq(run_clear_faults(&run, &err), 0); /* there are none: no effect */
	static const char *const crash_reports[] = {"faults/001-a.txt", "faults/1234-b#2.txt", "faults/002-c.txt.new"};
	static const char *const others[] = {"faults/notes.txt", "faults/01-a.txt", "faults/001-a"};
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(run_write(&run, crash_reports[i], "x", 1, NULL), 0);
	ck_assert_int_eq(run_clear_faults(&run, &err), 0);
	ck_assert_int_eq(access("results/0001/faults", F_OK), -1);
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(run_write(&run, crash_reports[i], "x", 1, NULL), 0);
		ck_assert_int_eq(run_write(&run, others[i], "mine", 4, NULL), 0);
	}
	ck_assert_int_eq(run_clear_faults(&run, &err), 0);
	for (int i = 0; i < 3; i++) {
		AUTO_STR struct str path = {0};
		str_addf(&path, "results/0001/%s", others[i]);
		check_file(path.text, "mine");
		str_clear(&path);
		str_addf(&path, "results/0001/%s", crash_reports[i]);
		ck_assert_int_eq(access(path.text, F_OK), -1);
	}
	ck_assert_int_eq(mkdir("results/0001/faults/003-x.txt", 0777), 0);
	ck_assert_int_eq(run_clear_faults(&run, &err), -1);
	ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "faults/003-x.txt"), "%s", err.text);
	run_release(&run);
}
END_TEST

START_TEST(runs_are_found)
{
	struct err err = {0};
	ck_assert_ptr_null(run_find("results", NULL, &err));
	ck_assert_msg(err.code == EXIT_USAGE && strstr(err.text, "no runs"), "%s", err.text);
	create("results/0001");
	create("results/0002");
	create("results/0003"); /* without run.json: the run never began */
	write_file("results/0001/run.json", "{}");
	write_file("results/0002/run.json", "{}");
	static const char *const asked[] = {NULL, "1", "0002", "results/0001"};
	static const char *const wanted[] = {"results/0002", "results/0001", "results/0002", "results/0001"};
	for (int i = 0; i < 4; i++) {
		AUTO_FREE char *found = run_find("results", asked[i], &err);
		ck_assert_msg(found && strcmp(found, wanted[i]) == 0, "%s: %s", asked[i] ? asked[i] : "latest",
			      err.text);
	}
	static const char *const missing[] = {"7", "0", "-1", "nowhere", "results/0001/run.json", ""};
	for (int i = 0; i < 6; i++) {
		ck_assert_ptr_null(run_find("results", missing[i], &err));
		ck_assert_msg(err.code == EXIT_USAGE && strstr(err.text, missing[i]), "%s", err.text);
	}
}
END_TEST

START_TEST(runs_that_cannot_be_made_or_written_are_an_error)
{
	struct run run;
	struct err err = {0};
	ck_assert_int_eq(mkdir("results", 0777), 0);
	ck_assert_int_eq(run_create(&run, "results", 99999997, NULL), 0);
	ck_assert_str_eq(run.folder, "results/99999998");
	run_release(&run);
	create("results/99999999");
	ck_assert_int_eq(run_create(&run, "results", 0, &err), -1);
	ck_assert_str_eq(err.text, "the results folder 'results' has no free number");
	ck_assert_int_eq(run_create(&run, "other", 0, NULL), 0);
	write_file("other/0001/file", "");
	ck_assert_int_eq(run_write(&run, "file/a.txt", "x", 1, &err), -1);
	ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "'other/0001/file/a.txt'"), "%s", err.text);
	ck_assert_int_eq(symlink("/dev/full", "other/0001/b.txt.new"), 0); /* on which every write fails */
	ck_assert_int_eq(run_write(&run, "b.txt", "x", 1, &err), -1);
	ck_assert_msg(strstr(err.text, "cannot write 'other/0001/b.txt': No space left on device"), "%s", err.text);
	ck_assert_int_eq(access("other/0001/b.txt.new", F_OK), -1);
	run_release(&run);
	run.folder = mem_strdup("0041");
	ck_assert_str_eq(run_name(&run), "0041");
	run_release(&run);
	ck_assert_ptr_null(run.folder);
	ck_assert_ptr_null(run_find("other/0001/file", NULL, &err));
	ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "cannot read the results folder"), "%s", err.text);
	ck_assert_int_eq(symlink("circle", "circle"), 0);
	ck_assert_ptr_null(run_find("results", "circle", &err));
	ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "cannot read the folder 'circle': Too many"), "%s",
		      err.text);
	ck_assert_ptr_null(run_find("results", "other/0001/file/1", &err));
	ck_assert_msg(err.code == EXIT_USAGE && strstr(err.text, "no folder 'other/0001/file/1'"), "%s", err.text);
	ck_assert_ptr_null(run_find("results", "tourney", &err));
	ck_assert_msg(strstr(err.text, "no folder 'tourney'; only analyse, export"), "%s", err.text);
}
END_TEST

/* ---- info.h ----------------------------------------------------------------------------- */

static struct robot robots[2];

/* A tournament that could be played if its robots had files. */
static void make_tournament(struct tournament *t)
{
	static char specs[2][40] = {"prober:risk=0.5", "we,ird/ro bot"}, labels[2][40] = {"prober:risk=0.5", "ro bot"};
	static char hashes[2] = {'a', 'b'}, key[] = "risk", value[] = "0.5", path[] = "/dev/null";
	for (int i = 0; i < 2; i++) {
		robots[i] = (struct robot){.spec = specs[i], .label = labels[i], .path = path};
		memset(robots[i].sha256, hashes[i], 64);
	}
	robots[0].n_options = 1;
	robots[0].key[0] = key;
	robots[0].value[0] = value;
	*t = (struct tournament){.robots = robots,
		.limits = {.move_time_ns = 100000000, .start_time_ns = 7, .memory = 512 << 20, .readable = "/a:/b c"}};
	ck_assert_int_eq(rules_init(&t->rules, "wild", NULL), 0);
	ck_assert_int_eq(rules_set(&t->rules, "dice=3", NULL), 0);
	const struct schedule_options options = {.format = FORMAT_ROUND_ROBIN, .n_robots = 2, .n_seats = 2,
		.games = 101, .match_length = 3, .is_as_given = true, .seed = rng_key_of_seed("a \"seed\" \303\266")};
	ck_assert_int_eq(schedule_init(&t->schedule, &options, NULL), 0);
}

static void write_run(struct run *run, struct run_config *info)
{
	struct tournament t;
	make_tournament(&t);
	run_config_init(info, &t, "arena tournament 101", "a \"seed\" \303\266", 101);
	ck_assert_int_eq(run_create(run, "results", 0, NULL), 0);
	ck_assert_int_eq(run_config_write(info, run, NULL), 0);
}

START_TEST(run_json_is_read_back)
{
	struct run run;
	struct run_config wrote, read;
	struct err err = {0};
	write_run(&run, &wrote);
	ck_assert_msg(run_config_read(&read, run.folder, &err) == 0, "%s", err.text);
	ck_assert_str_eq(read.version, ARENA_VERSION);
	ck_assert_str_eq(read.command, wrote.command);
	ck_assert_str_eq(read.seed, wrote.seed);
	ck_assert_str_eq(read.rules.name, "wild");
	ck_assert_mem_eq(read.rules.value, wrote.rules.value, sizeof read.rules.value);
	ck_assert_int_eq(read.format, FORMAT_ROUND_ROBIN);
	ck_assert_int_eq(read.n_seats, 2);
	ck_assert_uint_eq(read.games, 101);
	ck_assert_uint_eq(read.match_length, 3);
	ck_assert(read.is_as_given);
	ck_assert_int_eq(read.limits.move_time_ns, 100000000);
	ck_assert_int_eq(read.limits.start_time_ns, 7);
	ck_assert_str_eq(read.limits.readable, "/a:/b c");
	ck_assert_uint_eq(read.limits.memory, 512 << 20);
	ck_assert_uint_eq(read.shard, 0);
	ck_assert_uint_eq(read.n_shards, 1);
	ck_assert_int_eq(read.n_robots, 2);
	for (int i = 0; i < 2; i++) {
		ck_assert_str_eq(read.robots[i].spec, wrote.robots[i].spec);
		ck_assert_str_eq(read.robots[i].label, wrote.robots[i].label);
		ck_assert_str_eq(read.robots[i].sha256, wrote.robots[i].sha256);
		ck_assert_ptr_null(read.robots[i].path); /* no clock.json */
	}
	AUTO_JSON json_t *json = json_load_file("results/0001/run.json", 0, NULL);
	const json_t *list = json_object_get(json, "robots");
	const json_t *options = json_object_get(json_array_get(list, 0), "options");
	ck_assert_uint_eq(json_object_size(options), 1);
	ck_assert_str_eq(json_string_value(json_object_get(options, "risk")), "0.5");
	ck_assert_uint_eq(json_object_size(json_object_get(json_array_get(list, 1), "options")), 0);
	run_config_release(&read);
	run_config_release(&wrote);
	run_release(&run);
}
END_TEST

/* A run of listed tables, and the test of two robots. */
START_TEST(tables_and_tests_are_written)
{
	static const int tables[] = {0, 1, 1, 0, 0, 1};
	struct run run;
	struct tournament t;
	struct run_config wrote, read;
	struct err err = {0};
	make_tournament(&t);
	const struct schedule_options options = {.format = FORMAT_LISTED, .n_robots = 2, .n_seats = 2, .games = 4,
		.match_length = 1, .tables = tables, .n_tables = 3};
	ck_assert_int_eq(schedule_init(&t.schedule, &options, NULL), 0);
	run_config_init(&wrote, &t, "arena regress", "x", 4);
	ck_assert(wrote.n_tables == 3 && memcmp(wrote.tables, tables, sizeof tables) == 0);
	ck_assert_int_eq(run_create(&run, "results", 0, NULL), 0);
	for (uint64_t n = 0; n < 3; n += 2) {
		wrote.test = (struct run_config_test){.is_set = true, .model = n > 0, .elo0 = -1.5, .elo1 = 2.5,
			.alpha = 0.25, .beta = 0.125, .n_matches = n};
		ck_assert_int_eq(run_config_write(&wrote, &run, NULL), 0);
		ck_assert_msg(run_config_read(&read, run.folder, &err) == 0, "%s", err.text);
		ck_assert(read.n_tables == 3 && memcmp(read.tables, tables, sizeof tables) == 0);
		ck_assert(read.test.is_set && read.test.n_matches == n);
		run_config_release(&read);
		AUTO_JSON json_t *json = json_load_file("results/0001/run.json", 0, NULL);
		ck_assert_str_eq(json_string_value(json_object_get(json, "tables")), "0-1 1-0 0-1");
		AUTO_JSON json_t *wanted = json_pack("{s:s, s:f, s:f, s:f, s:f}",
			"model", n ? "normalized" : "logistic", "elo0", -1.5, "elo1", 2.5,
			"alpha", 0.25, "beta", 0.125);
		if (n)
			json_object_set_new(wanted, "decided_after_matches", json_integer((json_int_t)n));
		ck_assert(json_equal(json_object_get(json, "test"), wanted));
	}
	static const char *const wrong[][2] = {
		{"{\"decided_after_matches\": 0}", "\"decided_after_matches\""},
		{"{\"decided_after_matches\": 1000000000001}", "\"decided_after_matches\""},
	};
	AUTO_JSON json_t *json = run_config_json(&wrote);
	for (int i = 0; i < COUNT(wrong); i++) {
		json_object_set_new(json, "test", json_loads(wrong[i][0], 0, NULL));
		ck_assert_int_eq(run_config_from_json(&read, json, "here", &err), -1);
		ck_assert_msg(err.code == EXIT_USAGE && strstr(err.text, wrong[i][1]), "%s", err.text);
	}
	json_object_set_new(json, "test", json_loads("{\"decided_after_matches\": 1000000000000}", 0, NULL));
	ck_assert_int_eq(run_config_from_json(&read, json, "here", &err), 0);
	ck_assert_uint_eq(read.test.n_matches, 1000000000000);
	run_config_release(&read);
	json_object_set_new(json, "tables", json_string("0-1 1-2"));
	ck_assert_int_eq(run_config_from_json(&read, json, "here", &err), -1);
	ck_assert_str_eq(err.text, "'here' lists invalid tables");
	json_object_del(json, "tables");
	ck_assert_int_eq(run_config_from_json(&read, json, "here", &err), -1);
	ck_assert_msg(strstr(err.text, "no \"tables\""), "%s", err.text);
	run_config_release(&wrote);
	run_release(&run);
}
END_TEST

/* Two to 4096 robots, numbers up to the last that is allowed. */
START_TEST(limits_of_a_run_are_kept)
{
	struct tournament t;
	struct run_config wrote, read;
	struct err err = {0};
	make_tournament(&t);
	run_config_init(&wrote, &t, "arena tournament 101", "x", 101);
	static const struct {
		const char *key;
		json_int_t least, most;
	} numbers[] = {{"seats", 2, 26}, {"games", 1, 1000000000000}, {"move_time_ns", 1, INT64_MAX},
		{"start_time_ns", 1, INT64_MAX}, {"memory", 1, INT64_MAX},
		       {"match_length", 1, 100000}};
	for (int i = 0; i < COUNT(numbers); i++) {
		for (int k = 0; k < 4; k++) {
			AUTO_JSON json_t *json = run_config_json(&wrote);
			json_int_t number = k < 2 ? numbers[i].least - k
				: k == 2 || numbers[i].most == INT64_MAX ? numbers[i].most : numbers[i].most + 1;
			json_object_set_new(json, numbers[i].key, json_integer(number));
			bool is_good = k == 0 || k == 2 || numbers[i].most == INT64_MAX;
			int failed = run_config_from_json(&read, json, "here", &err);
			ck_assert_msg(failed == (is_good && k != 1 ? 0 : -1), "%s %d", numbers[i].key, k);
			if (!failed)
				run_config_release(&read);
		}
	}
	for (int n = 0; n < 5; n++) {
		static const int counts[] = {1, 2, 3, 4096, 4097};
		AUTO_JSON json_t *json = run_config_json(&wrote);
		json_t *list = json_object_get(json, "robots"), *robot = json_array_get(list, 1);
		while ((int)json_array_size(list) < counts[n])
			json_array_append(list, robot);
		if (counts[n] == 1)
			json_array_remove(list, 0);
		int failed = run_config_from_json(&read, json, "here", &err);
		ck_assert_int_eq(failed, n == 0 || n == 4 ? -1 : 0);
		if (failed) {
			ck_assert_msg(err.code == EXIT_USAGE && strstr(err.text, "it must name 2 to 4096"), "%s",
				      err.text);
			continue;
		}
		ck_assert_int_eq(read.n_robots, counts[n]);
		run_config_release(&read);
	}
	run_config_release(&wrote);
}
END_TEST

START_TEST(paths_come_only_from_clock_json)
{
	static const char *const clocks[] = {"{\"robots\":[{\"path\":\"/x\"},{\"path\":null}]}",
		"{\"robots\":[{\"path\":\"/x\"}]}",
					     "{\"robots\":[{\"path\":7},5]}", "{\"robots\":{}}", "[]", "{", ""};
	struct run run;
	struct run_config wrote, read;
	write_run(&run, &wrote);
	write_file("results/0001/clock.json", clocks[_i]);
	ck_assert_int_eq(run_config_read(&read, run.folder, NULL), 0);
	if (_i < 2)
		ck_assert_str_eq(read.robots[0].path, "/x");
	else
		ck_assert_ptr_null(read.robots[0].path);
	ck_assert_ptr_null(read.robots[1].path);
	run_config_release(&read);
	run_config_release(&wrote);
	run_release(&run);
}
END_TEST

START_TEST(shards_are_read_back)
{
	struct run run;
	struct tournament t;
	struct run_config wrote, read;
	make_tournament(&t);
	t.shard = 2;
	t.n_shards = 7;
	run_config_init(&wrote, &t, "arena tournament 101", "x", 101);
	ck_assert_int_eq(run_create(&run, "results", 0, NULL), 0);
	ck_assert_int_eq(run_config_write(&wrote, &run, NULL), 0);
	ck_assert_int_eq(run_config_read(&read, run.folder, NULL), 0);
	ck_assert_uint_eq(read.shard, 2);
	ck_assert_uint_eq(read.n_shards, 7);
	uint64_t sum = 0;
	for (read.shard = 0; read.shard < 7; read.shard++)
		sum += run_config_matches(&read, &t.schedule);
	ck_assert_uint_eq(sum, t.schedule.n_matches);
	run_config_release(&read);
	run_config_release(&wrote);
	run_release(&run);
}
END_TEST

START_TEST(shards_are_read_strictly)
{
	static const struct {
		const char *text;
		uint64_t shard, n_shards; /* n_shards 0: refused */
	} cases[] = {
		{"1/1", 0, 1}, {"1/2", 0, 2}, {"2/2", 1, 2}, {"17/1000000", 16, 1000000}, {"0/2", 0, 0}, {"3/2", 0, 0},
		{"1/0", 0, 0}, {"1/1000001", 0, 0}, {"-1/2", 0, 0}, {"1", 0, 0}, {"", 0, 0}, {"/", 0, 0}, {"1/", 0, 0},
		{"/2", 0, 0}, {"1/2/3", 0, 0}, {"1 /2", 0, 0}, {"1.0/2", 0, 0}, {"99999999999999999999999999/2", 0, 0},
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		uint64_t shard = 77, n_shards = 78;
		bool is_good = info_read_shard(cases[i].text, &shard, &n_shards);
		ck_assert_msg(is_good == (cases[i].n_shards > 0), "'%s'", cases[i].text);
		ck_assert_uint_eq(shard, is_good ? cases[i].shard : 77);
		ck_assert_uint_eq(n_shards, is_good ? cases[i].n_shards : 78);
	}
}
END_TEST

/* A valid file with `old` replaced by `new`, and what the error must say. */
static const struct {
	const char *old, *new, *says;
} damages[] = {
	{"\"seed\"", "\"sede\"", "no \"seed\""},
	{"\"games\": 101", "\"games\": \"101\"", "not a whole number"},
	{"\"games\": 101", "\"games\": 1.5", "not a whole number"},
	{"\"games\": 101", "\"games\": 0", "\"games\""},
	{"\"games\": 101", "\"games\": -3", "\"games\""},
	{"\"games\": 101", "\"games\": 9223372036854775807", "\"games\""},
	{"\"games\": 101", "\"games\": 99999999999999999999", "damaged"},
	{"\"match_length\": 3", "\"match_length\": 0", "\"match_length\""},
	{"\"match_length\": 3", "\"match_length\": 100001", "\"match_length\""},
	{"\"match_length\": 3", "\"match_length\": \"3\"", "\"match_length\""},
	{"\"seats\": 2", "\"seats\": 27", "\"seats\""},
	{"\"seats\": 2", "\"seats\": 1", "\"seats\""},
	{"\"seats\": 2", "\"seats\": null", "\"seats\""},
	{"\"memory\": 536870912", "\"memory\": -1", "\"memory\""},
	{"\"move_time_ns\": 100000000", "\"move_time_ns\": 0", "\"move_time_ns\""},
	{"\"start_time_ns\": 7", "\"start_time_ns\": 0", "\"start_time_ns\""},
	{"round-robin", "square-robin", "square-robin"},
	{"dice=3", "dice=300", "rules"},
	{"dice=3", "dice=", "rules"},
	{"wild dice=3", "", "rules"},
	{"\"rules\": \"wild", "\"rules\": [\"", "damaged"},
	{"\"robots\": [", "\"robots\": [7, ", "not an object"},
	{"\"robots\": [", "\"robots\": 7, \"more\": [", "not a list"},
	{"\"label\": \"ro bot\"", "\"lable\": \"ro bot\"", "label"},
	{"\"label\": \"ro bot\"", "\"label\": 5", "label"},
	{"a tournament", "a\\u0000tournament", "damaged"},
	{"\"seats\": 2", "\"seats\": 2, \"seats\": 3", "damaged"},
	{"\"seats\": 2", "\"seats\": 2, \"shard\": \"3/2\"", "shard"},
	{"\"seats\": 2", "\"seats\": 2, \"shard\": 1", "shard"},
	{"{", "[", "damaged"},
	{"}", "", "damaged"},
};
enum { N_DAMAGES = sizeof damages / sizeof damages[0] };

START_TEST(damaged_info_is_refused)
{
	struct run run;
	struct run_config wrote, read;
	struct err err = {0};
	AUTO_STR struct str text = {0}, damaged = {0};
	write_run(&run, &wrote);
	ck_assert_int_eq(str_read_file(&text, "results/0001/run.json", 1 << 20, NULL), 0);
	const char *at = strstr(text.text, damages[_i].old);
	if (strcmp(damages[_i].old, "a tournament") == 0)
		at = strstr(text.text, "a tournament 101");
	ck_assert_msg(at, "no '%s' in %s", damages[_i].old, text.text);
	str_add_n(&damaged, text.text, (size_t)(at - text.text));
	str_addf(&damaged, "%s%s", damages[_i].new, at + strlen(damages[_i].old));
	write_file("results/0001/run.json", damaged.text);
	ck_assert_int_eq(run_config_read(&read, run.folder, &err), -1);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_msg(strstr(err.text, damages[_i].says) && strstr(err.text, "results/0001/run.json"), "%s", err.text);
	run_config_release(&wrote);
	run_release(&run);
}
END_TEST

/* With a flipped bit anywhere it is refused, or means the same. The file of an older arena has no checksum. */
START_TEST(flipped_bits_are_noticed)
{
	struct run run;
	struct run_config wrote, read;
	AUTO_STR struct str text = {0};
	write_run(&run, &wrote);
	AUTO_JSON json_t *wanted = run_config_json(&wrote);
	ck_assert_int_eq(str_read_file(&text, "results/0001/run.json", 1 << 20, NULL), 0);
	char *key = strstr(text.text, "checksum");
	ck_assert_ptr_nonnull(key);
	for (size_t i = 0; i < text.length; i++) {
		text.text[i] = (char)(text.text[i] ^ 1 << i % 7);
		write_file("results/0001/run.json", text.text);
		text.text[i] = (char)(text.text[i] ^ 1 << i % 7);
		if (run_config_read(&read, run.folder, NULL))
			continue;
		AUTO_JSON json_t *there = run_config_json(&read);
		ck_assert_msg(json_equal(there, wanted), "bit %zu of byte %zu was not noticed", i % 7, i);
		run_config_release(&read);
	}
	*key = 'C';
	write_file("results/0001/run.json", text.text);
	ck_assert_int_eq(run_config_read(&read, run.folder, NULL), 0);
	run_config_release(&read);
	run_config_release(&wrote);
	run_release(&run);
}
END_TEST

/* Truncated anywhere, it is refused or (if only blanks were removed) unchanged; never a crash. */
START_TEST(info_cut_short_is_refused)
{
	struct run run;
	struct run_config wrote, read;
	AUTO_STR struct str text = {0};
	write_run(&run, &wrote);
	ck_assert_int_eq(str_read_file(&text, "results/0001/run.json", 1 << 20, NULL), 0);
	for (size_t n = text.length - 1; n-- > 0;) {
		text.text[n] = '\0';
		write_file("results/0001/run.json", text.text);
		ck_assert_msg(run_config_read(&read, run.folder, NULL) != 0, "%zu bytes were taken", n);
	}
	unlink("results/0001/run.json");
	ck_assert_int_eq(run_config_read(&read, run.folder, NULL), -1);
	run_config_release(&wrote);
	run_release(&run);
}
END_TEST

/* ---- json.h ----------------------------------------------------------------------------- */

START_TEST(text_is_cleaned)
{
	static const char *const cases[][2] = {
		{"plain", "plain"}, {"", ""},
		{"\303\266\342\202\254\360\237\216\262", "\303\266\342\202\254\360\237\216\262"},
		{"a\001b\033[31m", "a?b?[31m"}, {"\177", "?"}, {"\377", "?"}, {"\303", "?"}, {"\303(", "?("},
		{"\300\200", "??"},
		{"\355\240\200", "???"}, {"\364\220\200\200", "????"}, {"\302\205", "??"}, {"\342\202", "??"},
		{"\200", "?"}};
	AUTO_STR struct str out = {0};
	text_add_clean(&out, cases[_i][0]);
	ck_assert_str_eq(str_text(&out), cases[_i][1]);
	ck_assert(text_is_clean(cases[_i][0]) == (strcmp(cases[_i][0], cases[_i][1]) == 0));
	AUTO_JSON json_t *string = json_clean(cases[_i][0]);
	ck_assert_ptr_nonnull(string);
}
END_TEST

START_TEST(text_has_columns)
{
	ck_assert_int_eq(text_width(""), 0);
	ck_assert_int_eq(text_width("plain"), 5);
	ck_assert_int_eq(text_width("\033[1;31mred\033[0m"), 3);
	ck_assert_int_eq(text_width("red\033"), 3); /* an escape sequence that does not end */
	ck_assert_int_eq(text_width("\303\266\342\202\254"), 2);         /* o with two dots, euro */
	ck_assert_int_eq(text_width("\360\237\216\262"), 2);            /* the emoji of a die */
	ck_assert_int_eq(text_width("\351\252\260\345\255\220"), 4);    /* dice in Chinese */
	ck_assert_int_eq(text_width("o\314\210"), 1);                   /* o and a combining diaeresis */
	ck_assert_int_eq(text_width("\342\226\210\342\232\205"), 2);    /* a block, a die with six */
	ck_assert_int_eq(text_width("\377\001"), 2);
}
END_TEST

/* ---- crash_report.c -------------------------------------------------------------------------- */

START_TEST(crash_reports_describe_all)
{
	struct run run;
	struct run_config info;
	struct crash_reports *crash_reports = NEW(struct crash_reports);
	char hands[] = "A:53321,B:xxxxx", history[] = "A:23,B:33", *name;
	struct fault fault = {.verdict = VERDICT_CRASH, .cause = "SIGSEGV", .n_output = 6, .output = "hello\n"};
	struct fault_record record = {.game = 16, .robot = 1, .ask = 4, .me = 'B', .hands = hands, .history = history,
		.fault = &fault};
	write_run(&run, &info);
	crash_reports->run = &run;
	crash_reports->info = &info;
	for (int i = 1; i <= 12; i++) {
		ck_assert_int_eq(crash_report_write(crash_reports, "get_play+0x7", &record, &name, NULL), 0);
		ck_assert_msg((name != NULL) == (i <= CRASH_REPORTS_PER_ROBOT), "%d", i);
		if (i == 1)
			ck_assert_str_eq(name, "faults/001-ro_bot.txt");
		free(name);
	}
	record.robot = 0; /* it has its own limit */
	ck_assert_int_eq(crash_report_write(crash_reports, NULL, &record, &name, NULL), 0);
	ck_assert_str_eq(name, "faults/011-prober_risk_0.5.txt");
	free(name);
	AUTO_STR struct str text = {0};
	ck_assert_int_eq(str_read_file(&text, "results/0001/faults/001-ro_bot.txt", 1 << 20, NULL), 0);
	static const char *const lines[] = {"\nverdict   crash\n", "\ncause     SIGSEGV\n",
		"\nwhere     get_play+0x7\n", "\ngame      17\n", "\nask       5 of", "\nme        B\n",
		"\nhands     A:53321,B:xxxxx\n", "\nhistory   A:23,B:33\n", "\nseed      a \"seed\" \303\266\n",
		"bbbbbbbb\n", "dice=3", "arena replay .. 17", "\nhello\n"}; for (int i = 0; i < 13; i++)
		ck_assert_msg(strstr(text.text, lines[i]), "no '%s' in:\n%s", lines[i], text.text);
	run_config_release(&info);
	run_release(&run);
	free(crash_reports);
}
END_TEST

/* Where the function is not known, or nothing was printed; a long name; a report that cannot be written. */
START_TEST(crash_reports_have_what_is_known)
{
	struct run run;
	struct run_config info;
	struct crash_reports *crash_reports = NEW(struct crash_reports);
	struct err err = {0};
	char hands[] = "A:1,B:x", history[] = "", label[62], *name;
	struct fault fault = {.verdict = VERDICT_TIMEOUT, .cause = "", .has_offset = true, .offset = 0x1f0};
	const struct fault_record record = {.robot = 0, .me = 'A', .hands = hands, .history = history, .fault = &fault};
	write_run(&run, &info);
	memset(label, 'x', 61);
	label[61] = '\0';
	free(info.robots[0].label);
	info.robots[0].label = mem_strdup(label);
	*crash_reports = (struct crash_reports){.run = &run, .info = &info, .n_written = 998};
	for (int i = 0; i < 2; i++) {
		AUTO_STR struct str text = {0}, path = {0};
		ck_assert_int_eq(crash_report_write(crash_reports, NULL, &record, &name, NULL), 0);
		str_addf(&path, "faults/%s-%.60s.txt", i ? "1000" : "999", label);
		ck_assert_str_eq(name, path.text);
		str_clear(&path);
		str_addf(&path, "results/0001/%s", name);
		free(name);
		ck_assert_int_eq(str_read_file(&text, path.text, 1 << 20, NULL), 0);
		ck_assert_msg(strstr(text.text, "\noffset    +0x1f0\n") && strstr(text.text, "\ngame      1\n") &&
			      strstr(text.text, "\nask       1 of") && strstr(text.text, "arena replay .. 1 "), "%s",
			      text.text);
		const char *end = i ? "\nLast output:\n\nunended\n" : "\nIt printed nothing.\n";
		ck_assert_str_eq(text.text + text.length - strlen(end), end);
		fault.n_output = 7;
		memcpy(fault.output, "unended", 8);
	}
	run_clear_faults(&run, NULL);
	write_file("results/0001/faults", "");
	ck_assert_int_eq(crash_report_write(crash_reports, NULL, &record, &name, &err), -1);
	ck_assert(name == NULL && err.code == EXIT_WORLD && crash_reports->n_written == 1000 &&
		  crash_reports->n_of[0] == 2);
	run_config_release(&info);
	run_release(&run);
	free(crash_reports);
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0,
	TEST(numbers_go_up),
	TEST(numbers_are_above_those_of_the_database),
	TEST(a_run_that_could_not_begin_leaves_nothing),
	TEST(other_names_are_not_numbers),
	TEST(missing_folders_are_made),
	TEST(a_link_to_nothing_is_no_folder),
	TEST(arenas_that_start_together_get_different_numbers),
	LOOP(results_that_cannot_be_a_folder_are_an_error, 0, 4),
	TEST(files_are_whole_or_not_there),
	TEST(files_are_for_their_owner),
	TEST(only_crash_reports_are_removed),
	TEST(runs_are_found),
	TEST(runs_that_cannot_be_made_or_written_are_an_error),
	TEST(run_json_is_read_back),
	TEST(tables_and_tests_are_written),
	TEST(limits_of_a_run_are_kept),
	LOOP(paths_come_only_from_clock_json, 0, 7),
	TEST(shards_are_read_back),
	TEST(shards_are_read_strictly),
	LOOP(damaged_info_is_refused, 0, N_DAMAGES),
	TEST(flipped_bits_are_noticed),
	TEST(info_cut_short_is_refused),
	LOOP(text_is_cleaned, 0, 14),
	TEST(text_has_columns),
	TEST(crash_reports_describe_all),
	TEST(crash_reports_have_what_is_known))
