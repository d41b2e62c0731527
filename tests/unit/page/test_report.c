/* test_report.c - the data of a report that are stored: numbers, faults, versions. Of made-up runs; nothing is
 * played. */
#include <sys/stat.h>

#include "database_testing.h"

#include "base/json.h"
#include "page/report.h"

static struct run_config info;
static struct database *database;
static struct report report;
static int64_t run;

/* A run of which all matches from `first` on are stored. Each has a timeout and a crash. */
static void store(enum format format, int n_robots, int n_seats, uint64_t games, uint64_t first)
{
	struct schedule schedule;
	struct err err = {0};
	make_info(&info, format, n_robots, n_seats, games, "report");
	database = begin(&info, &run);
	ck_assert_int_eq(run_config_schedule(&info, &schedule, &err), 0);
	store_chunks(database, run, &schedule, first, 1, 7);
	report = (struct report){.database = database, .run_id = run, .name = "0001", .info = &info, .folder = "0001"};
}

static void close_all(void)
{
	report_release(&report);
	run_config_release(&info);
	database_close(database);
}

static json_t *data_of_report(void)
{
	struct err err = {0};
	json_t *data = report_data(&report, &err);
	ck_assert_msg(data != NULL, "%s", err.text);
	return data;
}

static void check_value(const json_t *data, const char *key, const char *wanted)
{
	AUTO_FREE char *text = json_dumps(json_object_get(data, key), JSON_COMPACT | JSON_ENCODE_ANY);
	ck_assert_msg(text && strcmp(text, wanted) == 0, "%s is %s, not %s", key, text, wanted);
}

START_TEST(facts_of_a_run)
{
	store(FORMAT_POOL, 8, 3, 300, 1);
	AUTO_JSON json_t *data = data_of_report();
	check_value(data, "arena", "\"" ARENA_VERSION "\"");
	check_value(data, "run", "\"0001\"");
	check_value(data, "title", "\"Liar's Dice (wild)\"");
	check_value(data, "command", "\"arena tournament made up\"");
	check_value(data, "seed", "\"report\"");
	check_value(data, "format", "\"pool\"");
	check_value(data, "seats", "3");
	check_value(data, "match_length", "1");
	check_value(data, "as_given", "false");
	check_value(data, "games_asked", "312");
	check_value(data, "games_played", "309");
	check_value(data, "complete", "false");
	check_value(data, "islands", "1");
	check_value(data, "faces", "6");
	check_value(data, "coach",
		    "{\"why\":\"coach supports only games between two players; this run has tables of 3\"}");
	check_value(data, "games", "[]");
	check_value(data, "analysis", "[]");
	check_value(data, "slow", "[]");
	check_value(data, "versions", "[]");
	check_value(data, "remark", "\"\"");
	ck_assert_ptr_null(strchr(json_string_value(json_object_get(data, "heading")), '\n'));
	ck_assert_uint_eq(json_array_size(json_object_get(json_object_get(data, "versus"), "robots")), 8);
	ck_assert_uint_eq(json_array_size(json_object_get(json_object_get(data, "neighbours"), "robots")), 8);
	close_all();
}
END_TEST

START_TEST(rows_have_robots_and_ratings)
{
	store(FORMAT_POOL, 8, 3, 300, 0);
	AUTO_JSON json_t *data = data_of_report();
	const json_t *rows = json_object_get(data, "robots"), *row;
	size_t at;
	unsigned seen = 0;
	check_value(data, "complete", "true");
	ck_assert_uint_eq(json_array_size(rows), 8);
	json_array_foreach((json_t *)(uintptr_t)rows, at, row) {
		int index = (int)json_integer_value(json_object_get(row, "index"));
		char label[40];
		snprintf(label, sizeof label, "\"robot%d:key=%d\"", index, index);
		check_value(row, "robot", label);
		check_value(row, "cpu_us", "null");
		ck_assert_str_eq(json_string_value(json_object_get(row, "sha256")), info.robots[index].sha256);
		const json_t *rating = json_object_get(row, "rating");
		check_value(rating, "kind", "\"between\"");
		ck_assert(json_integer_value(json_object_get(rating, "games")) ==
			  json_integer_value(json_object_get(row, "games")));
		seen |= 1u << index;
	}
	ck_assert_uint_eq(seen, 255);
	close_all();
}
END_TEST

/* From the clock of the run, if it is known. */
START_TEST(robots_take_time)
{
	store(FORMAT_TABLE, 3, 3, 60, 0);
	ck_assert_int_eq(mkdir("0001", 0700), 0);
	write_file("0001/clock.json",
		   "{\"robots\": [{\"cpu_us_per_ask\": 0}, {\"cpu_us_per_ask\": 2.5}, {\"cpu_us_per_ask\": -1}]}");
	AUTO_JSON json_t *data = data_of_report();
	const json_t *rows = json_object_get(data, "robots");
	for (size_t at = 0; at < 3; at++) {
		const json_t *row = json_array_get(rows, at);
		json_int_t index = json_integer_value(json_object_get(row, "index"));
		check_value(row, "cpu_us", index == 0 ? "0.0" : index == 1 ? "2.5" : "null");
	}
	close_all();
}
END_TEST

static int count(const json_t *faults, int robot, const char *verdict)
{
	const json_t *fault;
	size_t at;
	int n = 0;
	json_array_foreach((json_t *)(uintptr_t)faults, at, fault)
		n += json_integer_value(json_object_get(fault, "robot")) == robot &&
		     (!verdict || strcmp(json_string_value(json_object_get(fault, "verdict")), verdict) == 0);
	return n;
}

/* At most 20 are listed in all, and 4 of each robot, but the first fault of each kind of each robot is a candidate for
 * the games. */
START_TEST(first_faults_are_listed)
{
	store(FORMAT_POOL, 8, 3, 300, 0);
	AUTO_JSON json_t *data = data_of_report();
	const json_t *faults = json_object_get(data, "faults");
	ck_assert_uint_eq(json_array_size(faults), 20);
	for (int robot = 0; robot < 8; robot++)
		ck_assert_int_le(count(faults, robot, NULL), 4);
	AUTO_FREE char *first = json_dumps(json_array_get(faults, 0), JSON_COMPACT);
	char wanted[100];
	struct schedule schedule;
	ck_assert_int_eq(run_config_schedule(&info, &schedule, NULL), 0);
	struct match_plan plan = schedule_match(&schedule, 0);
	snprintf(wanted, sizeof wanted,
		 "{\"robot\":%d,\"game\":1,\"verdict\":\"timeout\",\"cause\":\"SIGSEGV at address 0x0\"}",
		 plan.robot[0]);
	ck_assert_str_eq(first, wanted);
	ck_assert_int_eq(report.wish.n_first_faults, 16);
	for (int i = 0; i < 16; i++)
		for (int k = 0; k < i; k++)
			ck_assert(report.wish.first_faults[i].robot != report.wish.first_faults[k].robot ||
				  report.wish.first_faults[i].verdict != report.wish.first_faults[k].verdict);
	ck_assert_uint_eq(report.wish.first_faults[0].game, 0);
	close_all();
}
END_TEST

START_TEST(few_robots_have_four_faults_each)
{
	store(FORMAT_TABLE, 2, 2, 60, 0);
	AUTO_JSON json_t *data = data_of_report();
	const json_t *faults = json_object_get(data, "faults");
	ck_assert_int_eq(count(faults, 0, NULL), 4);
	ck_assert_int_eq(count(faults, 1, NULL), 4);
	ck_assert_int_eq(count(faults, 0, "timeout") + count(faults, 1, "crash"), 8);
	check_value(data, "neighbours", "null");
	close_all();
}
END_TEST

/* More than three timeouts of each are to be expected in seven games. The robots are not there, which the remark
 * says. */
START_TEST(slow_robots_are_listed)
{
	store(FORMAT_TABLE, 2, 2, 60, 0);
	report.most_studied = 7;
	AUTO_JSON json_t *data = data_of_report();
	ck_assert_uint_eq(json_array_size(json_object_get(data, "slow")), 2);
	ck_assert_ptr_nonnull(strstr(json_string_value(json_object_get(data, "remark")), "'robot0' not found"));
	ck_assert_ptr_null(strchr(json_string_value(json_object_get(data, "remark")), '\n'));
	check_value(data, "analysis", "[]");
	report_release(&report);
	report.wish = (struct report_wish){0};
	report.most_studied = 6;
	AUTO_JSON json_t *fewer = data_of_report();
	check_value(fewer, "slow", "[]");
	close_all();
}
END_TEST

static const json_t *listed(const json_t *about, const char *key)
{
	return json_object_get(json_object_get(about, key), "list");
}

/* A gauntlet is about its first robot, with everything else. Each match has a timeout and a crash of different
 * players. */
START_TEST(a_gauntlet_is_about_its_first_robot)
{
	store(FORMAT_GAUNTLET, 4, 2, 60, 0);
	AUTO_JSON json_t *data = data_of_report();
	const json_t *about = json_object_get(data, "about"), *fault = json_array_get(listed(about, "faults"), 1);
	check_value(about, "robot", "0");
	check_value(about, "alone", "false");
	check_value(about, "tests", "[]");
	ck_assert_uint_eq(json_array_size(listed(about, "beats")) + json_array_size(listed(about, "loses_to")) +
			  json_array_size(listed(about, "undecided")), 3);
	check_value(fault, "kind", "\"timeout\"");
	check_value(fault, "game", "1");
	check_value(fault, "cause", "\"SIGSEGV at address 0x0\"");
	ck_assert_uint_eq(json_array_size(json_object_get(json_object_get(data, "versus"), "robots")), 4);
	ck_assert_int_eq(report.wish.first_faults[0].robot, 0);
	close_all();
}
END_TEST

/* The page of a robot alone has its faults and its opponents, and no others. */
START_TEST(a_page_of_one_robot)
{
	store(FORMAT_POOL, 8, 3, 300, 0);
	report.has_robot = report.is_of_robot = true;
	report.robot = 5;
	AUTO_JSON json_t *data = data_of_report();
	const json_t *about = json_object_get(data, "about");
	check_value(about, "robot", "5");
	check_value(about, "alone", "true");
	ck_assert_uint_eq(json_array_size(listed(about, "beats")) + json_array_size(listed(about, "loses_to")) +
			  json_array_size(listed(about, "undecided")), 7);
	ck_assert_uint_eq(json_array_size(listed(about, "faults")), 2);
	ck_assert_int_eq(count(json_object_get(data, "faults"), 5, NULL), 4);
	ck_assert_uint_eq(json_array_size(json_object_get(data, "faults")), 4);
	check_value(data, "versus", "null");
	check_value(data, "neighbours", "null");
	close_all();
}
END_TEST

START_TEST(a_page_about_all_is_not_about_one)
{
	store(FORMAT_POOL, 8, 3, 300, 0);
	AUTO_JSON json_t *data = data_of_report();
	check_value(data, "about", "null");
	close_all();
}
END_TEST

/* There are 52 matches of two games each. The first three matches were not played. */
static const struct {
	uint64_t game; /* from 0 */
	const char *why;
} asked[] = {
	{104, "the run 0001 has the games 1 to 104, not 105"}, {5, "game 6 of the run 0001 has not been played"},
	{0, "game 1 of the run 0001 has not been played"}, {6, NULL}, {103, NULL},
};

START_TEST(games_that_were_asked_for)
{
	struct err err = {0};
	uint64_t games[] = {10, asked[_i].game};
	store(FORMAT_TABLE, 2, 2, 104, 3);
	report.wish.asked = games;
	report.wish.n_asked = 2;
	AUTO_JSON json_t *data = report_data(&report, &err);
	ck_assert_int_eq(data == NULL, asked[_i].why != NULL);
	ck_assert_str_eq(err.text, asked[_i].why ? asked[_i].why : "");
	close_all();
}
END_TEST

START_TEST(a_page_of_games_has_names)
{
	store(FORMAT_TABLE, 2, 2, 60, 0);
	report.is_only_games = true;
	AUTO_JSON json_t *data = data_of_report();
	check_value(data, "robots",
		"[{\"index\":0,\"robot\":\"robot0:key=0\","
		"\"sha256\":\"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\"},"
		"{\"index\":1,\"robot\":\"robot1:key=1\","
		"\"sha256\":\"13579bdf13579bdf13579bdf13579bdf13579bdf13579bdf13579bdf13579bdf\"}]");
	ck_assert_ptr_null(json_object_get(data, "versus"));
	ck_assert_ptr_null(json_object_get(data, "faults"));
	close_all();
}
END_TEST

/* The run is said to have stored its plays, but there are none. */
START_TEST(games_that_cannot_be_analysed_are_remarked)
{
	store(FORMAT_TABLE, 2, 2, 60, 0);
	info.log = RUN_LOG_HANDS;
	report.most_studied = 10;
	AUTO_JSON json_t *data = data_of_report();
	check_value(data, "analysis", "[]");
	const char *remark = json_string_value(json_object_get(data, "remark"));
	ck_assert_msg(strncmp(remark, "no plays of match ", 18) == 0, "%s", remark);
	close_all();
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0,
	TEST(facts_of_a_run),
	TEST(rows_have_robots_and_ratings),
	TEST(robots_take_time),
	TEST(first_faults_are_listed),
	TEST(few_robots_have_four_faults_each),
	TEST(a_gauntlet_is_about_its_first_robot),
	TEST(a_page_of_one_robot),
	TEST(a_page_about_all_is_not_about_one),
	TEST(slow_robots_are_listed),
	LOOP(games_that_were_asked_for, 0, COUNT(asked)),
	TEST(a_page_of_games_has_names),
	TEST(games_that_cannot_be_analysed_are_remarked))
