/* test_selection.c - which stored runs are counted together: by rules, match length and circle; repeated games count
 * once. */
#include "database_testing.h"

#include "cli/command.h"
#include "run/selection.h"

/* The runs of the database, with the ids 1, 2, ... */
static const struct stored {
	const char *variant, *seed;
	enum format format;
	int n_robots, n_seats;
	uint32_t match_length;
	bool is_as_given, is_test, is_swapped;
	uint64_t shard, n_shards;
	uint64_t n_played; /* matches of one block */
} all[] = {
	{"wild", "a", FORMAT_TABLE, 2, 2, 1, false, false, false, 0, 1, 4},
	{"wild", "b", FORMAT_TABLE, 2, 2, 2, false, false, false, 0, 1, 0},
	{"wild", "c", FORMAT_TABLE, 3, 3, 1, false, false, false, 0, 1, 0},
	{"wild", "d", FORMAT_TABLE, 3, 3, 1, true, false, false, 0, 1, 0},
	{"perudo", "a", FORMAT_TABLE, 2, 2, 1, false, false, false, 0, 1, 0},
	{"wild", "a", FORMAT_PAIRED, 3, 2, 1, false, true, false, 0, 1, 0},
	/* the games of the first, of which it has fewer */
	{"wild", "a", FORMAT_TABLE, 2, 2, 1, false, false, false, 0, 1, 2},
	/* the same, its robots named the other way round */
	{"wild", "a", FORMAT_TABLE, 2, 2, 1, false, false, true, 0, 1, 3},
	{"wild", "a", FORMAT_TABLE, 2, 2, 1, false, false, false, 1, 2, 0}, /* a shard of them is another run */
	{"wild", "a", FORMAT_ROUND_ROBIN, 2, 2, 1, false, false, false, 0, 1, 0},
	{"wild", "a", FORMAT_ROUND_ROBIN, 2, 2, 1, false, false, true, 0, 1, 0}, /* other tables */
	{"round-table", "e", FORMAT_TABLE, 3, 3, 4, true, false, false, 0, 1, 0},
	{"tourney", "f", FORMAT_TABLE, 2, 2, 3, false, false, false, 0, 1, 0},
	{"one-hand", "g", FORMAT_PAIRED, 3, 2, 1, false, true, false, 0, 1, 0},
	{"perudo", "g", FORMAT_PAIRED, 3, 2, 4, false, true, false, 0, 1, 0},
	/* as many as the other: the later one counts */
	{"tourney", "f", FORMAT_TABLE, 2, 2, 3, false, false, false, 0, 1, 0},
};

static void store(struct database *database, const struct stored *one, int number)
{
	struct run_config info;
	struct schedule schedule;
	char name[5];
	int64_t run;
	snprintf(name, sizeof name, "%04d", number);
	make_long_info(&info, one->format, one->n_robots, one->n_seats, 8, one->match_length, one->seed);
	ck_assert_int_eq(rules_init(&info.rules, one->variant, NULL), 0);
	info.match_length = one->match_length;
	info.is_as_given = one->is_as_given;
	info.test = (struct run_config_test){.is_set = one->is_test, .elo1 = 5, .alpha = 0.05, .beta = 0.05};
	info.shard = one->shard;
	info.n_shards = one->n_shards;
	if (one->is_swapped) {
		const struct run_config_robot first = info.robots[0];
		info.robots[0] = info.robots[1];
		info.robots[1] = first;
	}
	ck_assert_int_eq(database_begin_run(database, &info, name, &run, NULL), 0);
	ck_assert_int_eq(run, number);
	ck_assert_int_eq(run_config_schedule(&info, &schedule, NULL), 0);
	if (one->n_played) {
		struct chunk chunk;
		make_chunk(&schedule, 0, one->n_played, 1, true, false, &chunk);
		ck_assert_int_eq(database_put_chunk(database, run, &schedule, &chunk, robots, NULL), 0);
		chunk_release(&chunk);
	}
	run_config_release(&info);
}

static const struct query {
	int n_stored;
	const char *words;   /* of the command line */
	const char *says;    /* the runs, the match length, and the circle unless a run is named; or the error */
	int n_repeats, n_others;
} queries[] = {
	{1, "", "1 of 1, any circle", 0, 0},
	{2, "", "2 of 2, any circle", 0, 1},
	{2, "--match-length 1", "1 of 1, any circle", 0, 1},
	{3, "", "3 1 of 1, drawn", 0, 1},
	{4, "", "4 1 of 1, given", 0, 2},
	{4, "--as-given", "4 1 of 1, given", 0, 2},
	{3, "--as-given", "2 of 2, given", 0, 2},
	{4, "--match-length 1", "4 1 of 1, given", 0, 2},
	{5, "", "5 of 1, any circle", 0, 0},
	{5, "-v wild", "4 1 of 1, given", 0, 2},
	{6, "-v wild", "4 1 of 1, given", 0, 2},
	{7, "", "1 4 of 1, given", 1, 2},
	{8, "", "1 4 of 1, given", 2, 2},
	{9, "", "9 1 4 of 1, given", 2, 2},
	{11, "", "11 10 9 1 4 of 1, given", 2, 2},
	{11, "--match-length 2", "2 of 2, any circle", 0, 8},
	{12, "", "12 of 4, given", 0, 0},
	{12, "-v round-table", "12 of 4, given", 0, 0},
	{12, "-v round-table --match-length 4", "12 of 4, given", 0, 0},
	{12, "-v round-table --match-length 1",
	 "the database has 1 run of round-table, but none with matches of 1 block", 0, 1},
	{13, "-v tourney --match-length 2 --as-given",
	 "the database has 1 run of tourney, but none with matches of 2 blocks and the seats as given", 0, 1},
	{11, "--match-length 7", "the database has 9 runs of wild, but none with matches of 7 blocks", 0, 9},
	{13, "-v liars-dice", "there is no run of liars-dice in the database (liars-dice ", 0, 0},
	{14, "", "there is no run of one-hand in the database (one-hand ", 0, 0},
	{15, "", "5 of 1, any circle", 0, 0}, /* the match length of a test counts as little as its games */
	{16, "-v tourney", "16 of 3, any circle", 1, 0},
	{13, "0002", "2 of 2", 0, 0},
	{13, "6", "6 of 1", 0, 0},
	{13, "--files x", "13 of 3", 0, 0},
	{13, "-v wild --rule dice=2", "there is no run of wild in the database (wild dice=2 ", 0, 0},
	{13, "77", "has no run '77'", 0, 0},
};


static void ask(struct database *database, const struct query *query)
{
	static const struct opt options[] = {OPTIONS_variant OPTIONS_rule
		{.name = "match-length", .type = OPT_INT, .value = "BLOCKS", .max = SCHEDULE_MAX_LENGTH},
		{.name = "as-given", .type = OPT_FLAG}, {.name = "files", .type = OPT_TEXT, .value = "DIR"}, {0}};
	struct args args = {0};
	struct request request;
	struct err err = {0};
	struct selection selection = {.database = database};
	AUTO_STR struct str found = {0};
	AUTO_FREE char *words = mem_strdup(query->words);
	char *rest = *words ? words : NULL, *argv[10] = {(char[]){"standings"}};
	int n = 1;
	for (char *word; (word = strsep(&rest, " ")) != NULL && n < 9;)
		argv[n++] = word;
	ck_assert_msg(args_parse(&args, options, n, argv, &err) == 0, "%s", err.text);
	ck_assert_int_eq(request_args_read(&args, &request, &err), 0);
	const struct selection_wish wish = {
		.run = args.n_operands ? args.operands[0] : NULL, .is_one = args_text(&args, "files"),
		.has_rules = args_value(&args, "variant")->is_set, .rules = request.rules,
		.is_as_given = request.matches.is_as_given,
		.match_length = args_value(&args, "match-length")->is_set ? args_number(&args, "match-length") : -1,
	};
	if (selection_find(&selection, &wish, &err)) {
		ck_assert_msg(err.code == EXIT_USAGE && strstr(err.text, query->says), "%d %s: %s", query->n_stored,
			      query->words, err.text);
	} else {
		const struct selection_kind *kind = &selection.kind;
		for (int i = 0; i < selection.n_runs; i++)
			str_addf(&found, "%d ", (int)selection.runs[i]);
		str_addf(&found, "of %d", (int)kind->match_length);
		if (!selection.name)
			str_addf(&found, ", %s",
				 !kind->has_circle ? "any circle" : kind->is_as_given ? "given" : "drawn");
		ck_assert_msg(strcmp(found.text, query->says) == 0, "%d %s: %s", query->n_stored, query->words,
			      found.text);
	}
	ck_assert_msg(selection.n_repeats == query->n_repeats && selection.n_others == query->n_others, "%d %s: %d, %d",
		      query->n_stored, query->words, selection.n_repeats, selection.n_others);
	args_release(&args);
	selection_release(&selection);
}

START_TEST(runs_of_one_kind_are_found)
{
	int n_asked = 0;
	struct database *database = database_open("arena.db", DATABASE_WRITE, NULL);
	for (int n = 1; n <= COUNT(all); n++) {
		store(database, &all[n - 1], n);
		for (int i = 0; i < COUNT(queries); i++) {
			if (queries[i].n_stored != n)
				continue;
			ask(database, &queries[i]);
			n_asked++;
		}
	}
	ck_assert_int_eq(n_asked, COUNT(queries));
	database_close(database);
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0, TEST(runs_of_one_kind_are_found))
