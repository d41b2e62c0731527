/* test_run_files.c - what a run says of itself: heading, changes of rules, table.json, and the files of its folder; its
 * times. */
#include "database_testing.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include "arena_usage.h"
#include "base/clock.h"
#include "base/json.h"
#include "robot/program/command.h"
#include "run/run_files.h"
#include "run/timings.h"

/* A run of wild, and its schedule. */
static void make_run(struct run_config *info, struct schedule *schedule, enum format format, int n_robots, int n_seats,
		     uint64_t games, uint32_t match_length)
{
	make_long_info(info, format, n_robots, n_seats, games, match_length, "one");
	ck_assert_int_eq(run_config_schedule(info, schedule, NULL), 0);
}

/* Adds the matches first ... end - 1. */
static void add_matches(struct run_files *files, uint64_t first, uint64_t end, uint64_t stride)
{
	struct chunk chunk;
	uint64_t n = (end - first + stride - 1) / stride;
	make_chunk(&files->schedule, first, n, stride, true, false, &chunk);
	ck_assert_int_eq(run_files_add(files, &chunk, NULL), 0);
	chunk_release(&chunk);
}

/* ---- headings --------------------------------------------------------------------------- */

#define UNCORRECTED "Not corrected for the luck of the dice: --no-luck-correction was given, " \
		    "or the run comes from an older version.\n"

static const struct heading {
	enum format format;
	int n_robots, n_seats;
	uint64_t games;
	uint32_t match_length;
	bool is_as_given;
	uint64_t shard, n_shards, n_played; /* of its matches */
	int test;                           /* 1: not decided; 2: decided */
	const char *says;
} headings[] = {
	{FORMAT_TABLE, 2, 2, 8, 1, false, 0, 1, 4, 0,
	 "8 games of wild, one table of 2, matches of 1 block, seed one\n" UNCORRECTED "\n"},
	{FORMAT_TABLE, 2, 2, 8, 1, false, 0, 1, 3, 0,
	 "8 games of wild, one table of 2, matches of 1 block, seed one\n"
	 "Stopped after 6 of 8 games.\n" UNCORRECTED "\n"},
	{FORMAT_TABLE, 3, 3, 3000, 2, false, 0, 1, 0, 0,
	 "3,000 games of wild, one table of 3, matches of 2 blocks, seed one\n"
	 "Stopped after 0 of 3,000 games.\n" UNCORRECTED "\n"},
	{FORMAT_TABLE, 2, 2, 8, 1, true, 0, 1, 4, 0,
	 "8 games of wild, one table of 2, matches of 1 block, seed one\n" UNCORRECTED "\n"},
	{FORMAT_TABLE, 3, 3, 6, 1, true, 0, 1, 2, 0,
	 "6 games of wild, one table of 3, matches of 1 block, seats as given, seed one\n" UNCORRECTED "\n"},
	{FORMAT_ROUND_ROBIN, 3, 2, 4, 2, false, 0, 1, 3, 0,
	 "12 games of wild, round-robin of 3 robots at tables of 2, matches of 2 blocks, seed one\n" UNCORRECTED "\n"},
	{FORMAT_TABLE, 2, 2, 8, 1, false, 1, 2, 2, 0,
	 "8 games of wild, one table of 2, matches of 1 block, seed one\nShard 2 of 2: 4 games.\n" UNCORRECTED "\n"},
	{FORMAT_TABLE, 2, 2, 8, 1, false, 0, 3, 1, 0,
	 "8 games of wild, one table of 2, matches of 1 block, seed one\n"
	 "Shard 1 of 3: stopped after 2 of 4 games.\n" UNCORRECTED "\n"},
	{FORMAT_PAIRED, 3, 2, 8, 1, false, 0, 1, 2, 1,
	 "16 games of wild, paired of 3 robots at tables of 2, matches of 1 block, seed one\n"
	 "A test (arena regress), stopped after 4 games.\n\n"},
	{FORMAT_PAIRED, 3, 2, 8, 1, false, 0, 1, 8, 1,
	 "16 games of wild, paired of 3 robots at tables of 2, matches of 1 block, seed one\n"
	 "A test (arena regress), undecided after 16 games.\n\n"},
	{FORMAT_PAIRED, 3, 2, 8, 1, false, 0, 1, 6, 2,
	 "16 games of wild, paired of 3 robots at tables of 2, matches of 1 block, seed one\n"
	 "A test (arena regress), decided after 12 games.\n\n"},
};

START_TEST(the_heading_says_what_was_played)
{
	const struct heading *wanted = &headings[_i];
	struct run_config info;
	struct schedule schedule;
	struct run_files files;
	AUTO_STR struct str text = {0}, json = {0};
	make_run(&info, &schedule, wanted->format, wanted->n_robots, wanted->n_seats, wanted->games,
		 wanted->match_length);
	schedule.is_as_given = wanted->is_as_given;
	info.shard = wanted->shard;
	info.n_shards = wanted->n_shards;
	info.test.is_set = wanted->test > 0;
	info.test.n_matches = wanted->test == 2 ? wanted->n_played : 0;
	run_files_init(&files, &info, &schedule, robots);
	if (wanted->n_played)
		add_matches(&files, wanted->shard, wanted->shard + wanted->n_played * wanted->n_shards,
			    wanted->n_shards);
	run_files_heading(&files, &text);
	ck_assert_str_eq(text.text, wanted->says);
	ck_assert_int_eq(run_files_are_complete(&files), !strstr(wanted->says, "topped"));

	run_files_json(&files, &json);
	AUTO_JSON json_t *all = json_loads(json.text, 0, NULL);
	char shard[20];
	snprintf(shard, sizeof shard, "%d/%d", (int)wanted->shard + 1, (int)wanted->n_shards);
	const char *found = json_string_value(json_object_get(all, "shard"));
	ck_assert_str_eq(found ? found : "1/1", shard);
	ck_assert_int_eq(found != NULL, wanted->n_shards > 1);
	ck_assert_str_eq(json_string_value(json_object_get(all, "format")), run_config_formats[wanted->format]);
	ck_assert_int_eq(json_integer_value(json_object_get(all, "seats")), wanted->n_seats);
	ck_assert_int_eq(json_integer_value(json_object_get(all, "match_length")), wanted->match_length);
	ck_assert_int_eq(json_is_true(json_object_get(all, "as_given")), wanted->is_as_given);
	ck_assert_int_eq(json_integer_value(json_object_get(all, "games")), (json_int_t)schedule.n_games);
	ck_assert_int_eq(json_integer_value(json_object_get(all, "games_finished")),
			 (json_int_t)(wanted->n_played * wanted->match_length * (uint64_t)wanted->n_seats));
	ck_assert_int_eq((int)json_array_size(json_object_get(all, "robots")), wanted->n_robots);
	run_files_release(&files);
	run_config_release(&info);
}
END_TEST

/* ---- rules ------------------------------------------------------------------------------ */

START_TEST(changes_are_those_from_the_variant)
{
	static const char *const cases[][3] = { /* the variant, its name then, the changes */
		{"wild", "wild", ""},
		{"wild dice=3 faces=4", "wild", " dice=3 faces=4"},
		{"liars-dice wild=ones", "liars-dice", " wild=ones"},
		/* from a file: from the defaults of the family */
		{"wild", "mine", " wild=ones starter=loser limit=table"},
		/* which is of another family */
		{"wild dice=3", "maexchen", " dice=3 wild=ones starter=loser limit=table"},
	};
	AUTO_FREE char *words = mem_strdup(cases[_i][0]);
	char *rest = words, *name = strsep(&rest, " ");
	struct rules rules;
	AUTO_STR struct str text = {0};
	ck_assert_int_eq(rules_init(&rules, name, NULL), 0);
	for (char *word; (word = strsep(&rest, " ")) != NULL;)
		ck_assert_int_eq(rules_set(&rules, word, NULL), 0);
	snprintf(rules.name, sizeof rules.name, "%s", cases[_i][1]);
	run_files_changes(&rules, &text);
	ck_assert_str_eq(str_text(&text), cases[_i][2]);
}
END_TEST

/* ---- files ------------------------------------------------------------------------------ */

START_TEST(a_folder_belongs_to_one_run)
{
	struct run_config info, other;
	struct schedule schedule;
	struct run run = {.folder = (char[]){"run"}};
	struct err err = {0};
	make_run(&info, &schedule, FORMAT_TABLE, 2, 2, 8, 1);
	make_run(&other, &schedule, FORMAT_TABLE, 2, 2, 8, 1);
	free(other.command);
	other.command = mem_strdup("arena tournament another");
	ck_assert_int_eq(run_files_open_folder(&info, "run", NULL), 0);
	ck_assert_int_eq(access("run", F_OK), 0);
	ck_assert_int_eq(run_files_open_folder(&other, "run", NULL), 0); /* it is empty */
	ck_assert_int_eq(run_config_write(&info, &run, NULL), 0);
	ck_assert_int_eq(run_files_open_folder(&info, "run", NULL), 0);
	ck_assert_int_eq(run_files_open_folder(&other, "run", &err), -1);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_str_eq(err.text,
		"the folder 'run' does not belong to the run in the database; "
		"--results and --db must belong to the same runs");
	write_file("run/run.json", "{");
	ck_assert_int_eq(run_files_open_folder(&info, "run", NULL), -1);
	run_config_release(&info);
	run_config_release(&other);
}
END_TEST

/* The earliest game in which a robot failed, and there the first ask. An illegal play is no fault. */
START_TEST(the_first_fault_counts)
{
	static const struct {
		uint64_t game;
		enum verdict verdict;
		uint64_t first; /* then, from 1; 0: none */
		enum verdict first_verdict;
	} faults[] = {
		{7, VERDICT_ILLEGAL, 0, VERDICT_OK}, {5, VERDICT_TIMEOUT, 6, VERDICT_TIMEOUT},
		{5, VERDICT_CRASH, 6, VERDICT_TIMEOUT}, {6, VERDICT_CRASH, 6, VERDICT_TIMEOUT},
		{2, VERDICT_ILLEGAL, 6, VERDICT_TIMEOUT}, {4, VERDICT_CRASH, 5, VERDICT_CRASH},
		{0, VERDICT_TIMEOUT, 1, VERDICT_TIMEOUT}, {0, VERDICT_CRASH, 1, VERDICT_TIMEOUT},
	};
	struct run_config info;
	struct schedule schedule;
	struct run_files files;
	make_run(&info, &schedule, FORMAT_TABLE, 2, 2, 8, 1);
	run_files_init(&files, &info, &schedule, robots);
	const struct first_fault *first = &files.standings.list[1].first_fault;
	for (int i = 0; i < COUNT(faults); i++) {
		struct chunk chunk = {.matches = {0, 0, 1}, .n_seats = 2, .n_blocks = 1, .has_order = true};
		const struct match_plan plan = {.robot = {0, 1}};
		add_fault(&chunk, &plan, 1, faults[i].game, faults[i].verdict);
		ck_assert_int_eq(run_files_add(&files, &chunk, NULL), 0);
		chunk_release(&chunk);
		ck_assert_int_eq(first->is_set, faults[i].first > 0);
		ck_assert_uint_eq(first->game, faults[i].first);
		ck_assert_int_eq(first->verdict, faults[i].first_verdict);
	}
	ck_assert(!files.standings.list[0].first_fault.is_set);
	run_files_release(&files);
	run_config_release(&info);
}
END_TEST

/* The first fault of each robot has a crash report. The robot's row in table.json names the file. A run in progress
 * has no table.json. */
START_TEST(files_are_written_and_forgotten)
{
	struct run_config info;
	struct schedule schedule;
	struct run_files files;
	struct run run = {.folder = (char[]){"run"}};
	struct err err = {0};
	int64_t id;
	make_run(&info, &schedule, FORMAT_TABLE, 2, 2, 8, 1);
	struct database *database = begin(&info, &id);
	store_chunks(database, id, &schedule, 0, 1, 4);
	ck_assert_int_eq(mkdir("run", 0755), 0);
	run_files_init(&files, &info, &schedule, robots);
	run_files_keep(&files, &run, database, id);
	for (uint64_t first = 4; first-- > 0;) /* the latest match first */
		add_matches(&files, first, first + 1, 1);
	ck_assert_msg(run_files_write(&files, &err) == 0, "%s", err.text);
	for (int i = 0; i < 2; i++) {
		struct first_fault *first = &files.standings.list[i].first_fault;
		ck_assert(first->is_set && first->game == (uint64_t)i + 1 &&
			  first->verdict == (i ? VERDICT_CRASH : VERDICT_TIMEOUT));
		ck_assert_str_eq(first->cause, "SIGSEGV at address 0x0");
		ck_assert_str_eq(first->crash_report ? first->crash_report : "none",
				 i ? "faults/002-robot1_key_1.txt" : "faults/001-robot0_key_0.txt");
	}
	ck_assert(access("run/run.json", F_OK) == 0 && access("run/table.txt", F_OK) == 0 &&
		  access("run/table.csv", F_OK) == 0);
	ck_assert_int_eq(access("run/table.json", F_OK), 0);
	ck_assert_int_eq(run_files_forget(&files, NULL), 0);
	ck_assert_int_eq(access("run/table.json", F_OK), -1);
	ck_assert_int_eq(run_files_forget(&files, NULL), 0); /* it is not there */
	ck_assert_int_eq(mkdir("run/table.json", 0755), 0);
	ck_assert_int_eq(run_files_forget(&files, &err), -1);
	ck_assert_msg(strncmp(err.text, "cannot replace 'run/table.json': ", 33) == 0, "%s", err.text);
	ck_assert_int_eq(run_files_write(&files, NULL), -1);
	run_files_release(&files);
	database_close(database);
	run_config_release(&info);
}
END_TEST

/* ---- clock.json ------------------------------------------------------------------------- */

/* The CPU time of an ask is that of its process by its asks, if both are known; a path that is not UTF-8 is left out.
 * clock.json lists the spending of the robots that report it. */
START_TEST(times_have_a_file_of_their_own)
{
	static const char *const argv[] = {"arena", "tourn\xff" "x", NULL};
	const struct arena_usage spent = {.requests = 3, .tokens_in = 1000, .tokens_out = 20, .micro_dollars = 12345,
		.unserved = 2, .served = 4, .n_said = 17, .said = "busy\nit has \033[1m\n",
		.decided = {8, 5}, .won = {7, 1}};
	struct program_command program = {.has_network = true, .usage = memfd_create("usage", 0)};
	struct run_config info;
	struct schedule schedule;
	struct standings standings;
	struct timings times = {.began = 0, .ended = 86399, .began_ns = 500000000, .ended_ns = 4500000000};
	struct tournament tournament = {.n_workers = 3, .n_lanes = 17, .is_trusted = true};
	AUTO_STR struct str text = {0};
	make_run(&info, &schedule, FORMAT_TABLE, 4, 4, 8, 1);
	robots[2].program = &program;
	ck_assert_int_eq(write(program.usage, (const void *)&spent, sizeof spent), sizeof spent);
	static const char *const paths[] = {"there/robot.so", NULL, "th\xff.so", "x"};
	for (int i = 0; i < 4; i++) {
		free(info.robots[i].path);
		info.robots[i].path = paths[i] ? mem_strdup(paths[i]) : NULL;
	}
	standings_init(&standings, robots, &schedule);
	standings.n_blocks = 25; /* 100 games in 4 s */
	static const struct {
		int64_t cpu_ns;
		uint64_t asks;
	} cpu[] = {{30000, 12}, {-1, 12}, {0, 1}, {30000, 0}};
	for (int i = 0; i < 4; i++) {
		standings.list[i].cpu_ns = cpu[i].cpu_ns;
		standings.list[i].tally.asks = cpu[i].asks;
	}
	timings_json(&times, argv, &tournament, &info, &standings, &text);
	AUTO_JSON json_t *all = json_loads(text.text, 0, NULL);
	json_t *spending, *list = json_object_get(all, "robots");
	ck_assert_str_eq(json_string_value(json_object_get(all, "began")), "1970-01-01T00:00:00Z");
	ck_assert_str_eq(json_string_value(json_object_get(all, "ended")), "1970-01-01T23:59:59Z");
	ck_assert_double_eq(json_real_value(json_object_get(all, "seconds")), 4);
	ck_assert_double_eq(json_real_value(json_object_get(all, "games_per_second")), 25);
	ck_assert_int_eq(json_integer_value(json_object_get(all, "jobs")), 3);
	ck_assert_int_eq(json_integer_value(json_object_get(all, "lanes")), 17);
	ck_assert_int_ge(json_integer_value(json_object_get(all, "cores")), 1);
	ck_assert(json_is_true(json_object_get(all, "trust")) && json_array_size(json_object_get(all, "command")) == 2);
	ck_assert_str_eq(json_string_value(json_array_get(json_object_get(all, "command"), 0)), "arena");
	ck_assert_uint_eq(json_array_size(list), 4);
	for (size_t i = 0; i < 4; i++) {
		json_t *item = json_array_get(list, i), *path = json_object_get(item, "path"),
			*us = json_object_get(item, "cpu_us_per_ask");
		ck_assert_str_eq(json_string_value(json_object_get(item, "label")), info.robots[i].label);
		ck_assert_str_eq(json_is_null(path) ? "-" : json_string_value(path),
				 i % 2 ? (i == 1 ? "-" : "x") : (i ? "-" : paths[0]));
		ck_assert_int_eq(json_is_null(us), i % 2);
		ck_assert(i != 0 || json_real_value(us) == 2.5);
		ck_assert_int_eq(json_object_get(item, "spent") != NULL, i == 2);
	}
	spending = json_object_get(json_array_get(list, 2), "spent");
	AUTO_FREE char *spent_text = json_dumps(spending, JSON_SORT_KEYS);
	ck_assert_str_eq(spent_text,
		"{\"decided\": [8, 5], \"micro_dollars\": 12345, \"requests\": 3, \"said\": [\"busy\", "
		"\"it has ?[1m\"], \"served\": 4, \"tokens_in\": 1000, "
		"\"tokens_out\": 20, \"unserved\": 2, \"won\": [7, 1]}");

	write_file("clock.json", text.text);
	ck_assert_double_eq(timings_cpu_us(".", 0), 2.5);
	ck_assert_double_eq(timings_cpu_us(".", 2), 0);
	ck_assert(timings_cpu_us(".", 1) < 0 && timings_cpu_us(".", 3) < 0 && timings_cpu_us(".", 4) < 0 &&
		  timings_cpu_us("nowhere", 0) < 0);
	write_file("clock.json", "{\"robots\": [{\"cpu_us_per_ask\": -7}, {\"cpu_us_per_ask\": \"7\"}]}");
	ck_assert_double_eq(timings_cpu_us(".", 0), -1);
	ck_assert_double_eq(timings_cpu_us(".", 1), -1);

	times.ended_ns = times.began_ns; /* no time at all */
	str_clear(&text);
	timings_json(&times, argv, &tournament, &info, &standings, &text);
	AUTO_JSON json_t *again = json_loads(text.text, 0, NULL);
	ck_assert_double_eq(json_real_value(json_object_get(again, "games_per_second")), 0);
	standings_release(&standings);
	close(program.usage);
	robots[2].program = NULL;
	run_config_release(&info);
}
END_TEST

START_TEST(times_begin_and_end)
{
	struct timings times = {0};
	int64_t before = clock_wall_ns();
	timings_begin(&times);
	ck_assert(times.began_ns >= before && times.began_ns <= clock_wall_ns() && times.began > 0 && !times.ended_ns);
	timings_end(&times);
	ck_assert(times.ended_ns >= times.began_ns && times.ended_ns <= clock_wall_ns() && times.ended > 0);
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0,
	LOOP(the_heading_says_what_was_played, 0, COUNT(headings)),
	LOOP(changes_are_those_from_the_variant, 0, 5),
	TEST(a_folder_belongs_to_one_run),
	TEST(the_first_fault_counts),
	TEST(files_are_written_and_forgotten),
	TEST(times_have_a_file_of_their_own),
	TEST(times_begin_and_end))
