/* test_standings_forms.c - standings of made-up sums: which columns the table has, and what is said below it. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/text.h"
#include "output/pictures.h"
#include "output/standings_forms.h"
#include "same_text.h"

enum { MOST_ROBOTS = 4 };

static char labels[MOST_ROBOTS][40] = {"prober", "com\tputer", "bärenstark, sehr langer Name", "none"};
static struct robot robots[MOST_ROBOTS] = {{.label = labels[0]}, {.label = labels[1]}, {.label = labels[2]},
	{.label = labels[3]}};
static struct standings standings;

/* Robots that all met in matches of one block, each of which a robot won or lost as a whole. The last robot played
 * none. */
static void begin(int n_robots, int n_seats)
{
	struct schedule schedule = {.n_robots = n_robots, .n_seats = n_seats, .match_length = 1};
	standings_init(&standings, robots, &schedule);
	shares_release(&standings.shares);
	standings.has_pairs = false;
	standings.n_matches = standings.n_blocks = 8;
	for (int i = 0; i < n_robots; i++) {
		struct standing *standing = &standings.list[i];
		standing->cpu_ns = -1;
		if (i == 3)
			continue;
		uint64_t won = i == 0 ? 6 : 1;
		standing->tally = (struct tally){.matches = 8, .games = 16, .first_count = {2 * won},
			.place_count = {2 * won, 16 - 2 * won},
			.place_halves = 2 * (2 * won + 2 * (16 - 2 * won)), .asks = 100};
		histogram_add(&standing->shares, 1, won);
		histogram_add(&standing->shares, 0, 8 - won);
		histogram_add(&standing->scores, 0.5, 8);
	}
}

static void end(void)
{
	standings_release(&standings);
}

static void check_table(int width, bool has_cpu, const char *wanted)
{
	AUTO_STR struct str text = {0};
	standings_table(&standings, width, false, has_cpu, "results/0001/", &text);
	check_same_text(text.text, wanted);
}

START_TEST(a_table_of_two)
{
	begin(2, 2);
	check_table(0, false,
		"rank  robot      games  wins  win rate   95% interval  asks\n"
		" 1-2  prober        16    12    75.00%  33.80 - 96.40   100\n"
		" 1-2  com?puter     16     2    12.50%   0.65 - 53.59   100\n");
	standings.list[0].cpu_ns = 12345678;
	check_table(0, true,
		"rank  robot      games  wins  win rate   95% interval  asks  us/ask\n"
		" 1-2  prober        16    12    75.00%  33.80 - 96.40   100  123.46\n"
		" 1-2  com?puter     16     2    12.50%   0.65 - 53.59   100       -\n");
	standings.list[0].tally.asks = 0;
	check_table(0, true,
		"rank  robot      games  wins  win rate   95% interval  asks  us/ask\n"
		" 1-2  prober        16    12    75.00%  33.80 - 96.40     0       -\n"
		" 1-2  com?puter     16     2    12.50%   0.65 - 53.59   100       -\n");
}
END_TEST

START_TEST(a_table_of_three)
{
	begin(4, 3);
	check_table(0, false,
		"rank  robot                         games  wins  win rate   95% interval  place  asks\n"
		" 1-4  prober                           16    12    75.00%  33.80 - 96.40   1.25   100\n"
		" 1-4  com?puter                        16     2    12.50%   0.65 - 53.59   1.88   100\n"
		" 1-4  bärenstark, sehr langer Name     16     2    12.50%   0.65 - 53.59   1.88   100\n"
		" 1-4  none                              0     0     0.00%  0.00 - 100.00      -     0\n");
	check_table(50, false,
		"rank  robot         games  wins\n"
		" 1-4  prober           16    12\n"
		" 1-4  com?puter        16     2\n"
		" 1-4  bärens..Name     16     2\n"
		" 1-4  none              0     0\n"
		"\n"
		"rank  robot         win rate   95% interval  place\n"
		" 1-4  prober          75.00%  33.80 - 96.40   1.25\n"
		" 1-4  com?puter       12.50%   0.65 - 53.59   1.88\n"
		" 1-4  bärens..Name    12.50%   0.65 - 53.59   1.88\n"
		" 1-4  none             0.00%  0.00 - 100.00      -\n"
		"\n"
		"rank  robot         asks\n"
		" 1-4  prober         100\n"
		" 1-4  com?puter      100\n"
		" 1-4  bärens..Name   100\n"
		" 1-4  none             0\n");
}
END_TEST

/* Columns of what went wrong, where something did. */
START_TEST(a_table_with_trouble)
{
	begin(2, 2);
	standings.list[1].tally.illegal = 7;
	check_table(0, false,
		"rank  robot      games  wins  win rate   95% interval  asks  illegal\n"
		" 1-2  prober        16    12    75.00%  33.80 - 96.40   100        0\n"
		" 1-2  com?puter     16     2    12.50%   0.65 - 53.59   100        7\n");
	standings.list[1].tally.illegal = 0;
	standings.list[0].tally.timeouts = 12;
	standings.list[0].tally.first_count[1] = 1; /* half a win */
	check_table(0, false,
		"rank  robot      games  wins  win rate   95% interval  asks  timeouts\n"
		" 1-2  prober        16  12.5    78.12%  33.80 - 96.40   100        12\n"
		" 1-2  com?puter     16     2    12.50%   0.65 - 53.59   100         0\n");
	standings.list[0].tally.timeouts = 0;
	standings.list[1].tally.crashes = 3;
	check_table(0, false,
		"rank  robot      games  wins  win rate   95% interval  asks  crashes\n"
		" 1-2  prober        16  12.5    78.12%  33.80 - 96.40   100        0\n"
		" 1-2  com?puter     16     2    12.50%   0.65 - 53.59   100        3\n");
}
END_TEST

static struct first_fault fault_of(enum verdict verdict, const char *cause)
{
	struct first_fault fault = {.is_set = true, .game = 5, .verdict = verdict};
	snprintf(fault.cause, sizeof fault.cause, "%s", cause);
	return fault;
}

START_TEST(first_faults_are_below_the_table)
{
	AUTO_STR struct str coloured = {0};
	begin(4, 4);
	standings.list[0].first_fault = fault_of(VERDICT_TIMEOUT, "no answer\tin 1 s");
	standings.list[1].first_fault = fault_of(VERDICT_CRASH, "signal 11");
	standings.list[1].first_fault.crash_report = mem_strdup("crash-1.txt");
	standings.list[3].first_fault = fault_of(VERDICT_LOAD, "no such file");
	standings.list[0].tally.failed_games = 2;
	standings.list[1].tally.failed_games = 3;
	check_table(0, false,
		"rank  robot                         games  wins  win rate   95% interval  place  asks\n"
		" 1-4  prober                           16    12    75.00%  33.80 - 96.40   1.25   100\n"
		" 1-4  com?puter                        16     2    12.50%   0.65 - 53.59   1.88   100\n"
		" 1-4  bärenstark, sehr langer Name     16     2    12.50%   0.65 - 53.59   1.88   100\n"
		" 1-4  none                              0     0     0.00%  0.00 - 100.00      -     0\n"
		"prober failed in 2 of its 16 games; in game 5 it took too long: no answer?in 1 s\n"
		"com?puter failed in 3 of its 16 games; in game 5 it crashed: signal 11 (results/0001/crash-1.txt)\n"
		"none could not be loaded: no such file\n");
	standings_table(&standings, 0, true, false, "", &coloured);
	ck_assert_ptr_nonnull(strstr(coloured.text,
				     "\n\033[31mcom?puter failed in 3 of its 16 games; in game 5 it crashed: signal 11 "
				     "(crash-1.txt)\033[0m\n"));
}
END_TEST

static const struct {
	int n_matches;
	double first, later; /* shares won in the rotations of each match */
	bool is_warned;
} leaks[] = {
	{50, 0, 1, true}, {49, 0, 1, false}, {50, 1, 0, false}, {50, 0.5, 0.5, false},
};

START_TEST(a_robot_that_knows_the_dice_is_named)
{
	AUTO_STR struct str text = {0};
	begin(2, 2);
	leak_add(&standings.list[0].leak, leaks[_i].first, leaks[_i].later, (uint64_t)leaks[_i].n_matches);
	standings_table(&standings, 0, false, false, "", &text);
	ck_assert_int_eq(strstr(text.text,
				"\nprober won 100.0 percentage points more of its games in the later rotations of a "
				"match than in the first ones. The dice are the same; without a leak the chance of "
				"this is ") != NULL, leaks[_i].is_warned);
	ck_assert_int_eq(strstr(text.text, "It may know the dice of the other seats (SECURITY.md).\n") != NULL,
			 leaks[_i].is_warned);
}
END_TEST

START_TEST(a_robot_that_is_always_right_is_named)
{
	AUTO_STR struct str text = {0}, lines = {0};
	const char *said = "prober was right in 100 of 100 calls that it made or received, more often than its dice "
			   "and the bids of others explain. It may know the dice of the other seats (SECURITY.md).\n";
	begin(2, 2);
	for (int i = 0; i < 100; i++)
		showdowns_note(&standings.list[0].showdowns, i % 2, true, 0.5);
	standings_table(&standings, 0, false, false, "", &text);
	standings_warnings(&standings, false, &lines);
	ck_assert_ptr_nonnull(strstr(text.text, said));
	ck_assert_str_eq(lines.text, said);
}
END_TEST

START_TEST(robots_that_play_alike)
{
	AUTO_STR struct str two = {0}, three = {0}, unlike = {0};
	begin(2, 2);
	standings.n_alike = 8;
	standings_table(&standings, 0, false, false, "", &two);
	ck_assert_ptr_nonnull(strstr(two.text,
		"\nprober and com?puter played identically in every game: they cannot be distinguished.\n"));
	standings.n_alike = 7;
	standings_table(&standings, 0, false, false, "", &unlike);
	ck_assert_ptr_null(strstr(unlike.text, "identically"));
	end();
	begin(3, 3);
	standings.n_alike = 8;
	standings_table(&standings, 0, false, false, "", &three);
	ck_assert_ptr_nonnull(strstr(three.text,
				     "\nAll robots played identically in every game: they cannot be distinguished.\n"));
}
END_TEST

START_TEST(lines_while_playing)
{
	AUTO_STR struct str wide = {0}, narrow = {0}, narrowest = {0};
	begin(4, 3);
	standings_brief(&standings, 3, 80, &wide);
	check_same_text(wide.text,
		"   1  prober                75.00%  (33.80 - 96.40)\n"
		"   2  com?puter             12.50%  (0.65 - 53.59)\n"
		"   2  bärenstark, sehr langer Name  12.50%  (0.65 - 53.59)\n");
	standings_brief(&standings, 9, 52, &narrow);
	check_same_text(narrow.text,
		"   1  prober        75.00%  (33.80 - 96.40)\n"
		"   2  com?puter     12.50%  (0.65 - 53.59)\n"
		"   2  bärenstark,   12.50%  (0.65 - 53.59)\n"
		"   4  none           0.00%  (0.00 - 100.00)\n");
	standings_brief(&standings, 3, 9, &narrowest);
	check_same_text(narrowest.text,
		"   1  pro\n"
		"   2  com\n"
		"   2  bär\n");
}
END_TEST

/* Of one match each, so that intervals go from 0 to 1. */
START_TEST(data)
{
	AUTO_STR struct str csv = {0}, json = {0}, columns = {0};
	begin(3, 3);
	for (int i = 0; i < 3; i++) {
		struct standing *standing = &standings.list[i];
		histogram_release(&standing->shares);
		histogram_release(&standing->scores);
		histogram_add(&standing->shares, 1 - i / 4.0, 1);
		histogram_add(&standing->scores, 0.5, 1);
		leak_add(&standing->leak, 0.5, 0.75, 1);
	}
	standings.list[1].tally.illegal = 7;
	standings.list[1].tally.timeouts = 8;
	standings.list[1].tally.crashes = 9;
	standings.list[1].tally.failed_games = 10;
	standings_csv(&standings, &csv);
	check_same_text(csv.text,
		"robot,games,wins,win_rate,low,high,illegal,timeouts,crashes,failed_games,place,score,asks,rank,"
		"rank_best,rank_worst,matches,match_length,score_low,score_high,"
		"corrected,corrected_low,corrected_high,as_games\n"
		"prober,16,12,0.75,0,1,0,0,0,0,1.25,0.875,100,1,1,3,8,1,0,1,,,,\n"
		"com?puter,16,2,0.125,0,1,7,8,9,10,1.875,0.5625,100,2,1,3,8,1,0,1,,,,\n"
		"\"bärenstark, sehr langer Name\",16,2,0.125,0,1,0,0,0,0,1.875,0.5625,100,2,1,3,8,1,0,1,,,,\n");
	json_add_line(&json, standings_json(&standings), 0);
	check_same_text(json.text,
		"[{\"rank\":1,\"rank_best\":1,\"rank_worst\":3,\"robot\":\"prober\",\"games\":16,\"matches\":8,"
		"\"match_length\":1,\"wins\":12.0,\"win_rate\":0.75,\"low\":0.0,\"high\":1.0,\"corrected\":null,"
		"\"corrected_low\":null,\"corrected_high\":null,\"as_games\":null,\"place\":1.25,"
		"\"score\":0.875,\"score_low\":0.0,\"score_high\":1.0,\"places\":[12,4,0],\"asks\":100,\"illegal\":0,"
		"\"timeouts\":0,\"crashes\":0,\"failed_games\":0,\"leak_gain\":0.25,\"leak_chance\":0.5},{\"rank\":2,"
		"\"rank_best\":1,\"rank_worst\":3,\"robot\":\"com?puter\",\"games\":16,\"matches\":8,"
		"\"match_length\":1,\"wins\":2.0,\"win_rate\":0.125,\"low\":0.0,\"high\":1.0,\"corrected\":null,"
		"\"corrected_low\":null,\"corrected_high\":null,\"as_games\":null,\"place\":1.875,"
		"\"score\":0.5625,\"score_low\":0.0,\"score_high\":1.0,\"places\":[2,14,0],\"asks\":100,\"illegal\":7,"
		"\"timeouts\":8,\"crashes\":9,\"failed_games\":10,\"leak_gain\":0.25,\"leak_chance\":0.5},{\"rank\":2,"
		"\"rank_best\":1,\"rank_worst\":3,\"robot\":\"bärenstark, sehr langer Name\",\"games\":16,"
		"\"matches\":8,\"match_length\":1,\"wins\":2.0,\"win_rate\":0.125,\"low\":0.0,\"high\":1.0,"
		"\"corrected\":null,"
		"\"corrected_low\":null,\"corrected_high\":null,\"as_games\":null,\"place\":1.875,\"score\":0.5625,"
		"\"score_low\":0.0,\"score_high\":1.0,\"places\":[2,14,0],"
		"\"asks\":100,\"illegal\":0,\"timeouts\":0,\"crashes\":0,\"failed_games\":0,\"leak_gain\":0.25,"
		"\"leak_chance\":0.5}]");
	json_add_line(&columns, standings_columns(&standings), 0);
	check_same_text(columns.text,
		"[{\"key\":\"rank\",\"title\":\"rank\"},{\"key\":\"robot\",\"title\":\"robot\"},{\"key\":\"games\","
		"\"title\":\"games\"},{\"key\":\"wins\",\"title\":\"wins\"},{\"key\":\"win_rate\",\"title\":\"win "
		"rate\"},{\"key\":\"low\",\"title\":\"95% interval\"},{\"key\":\"place\",\"title\":\"place\"},"
		"{\"key\":\"asks\",\"title\":\"asks\"},{\"key\":\"illegal\",\"title\":\"illegal\"},"
		"{\"key\":\"timeouts\",\"title\":\"timeouts\"},{\"key\":\"crashes\",\"title\":\"crashes\"}]");
}
END_TEST

START_TEST(pictures)
{
	AUTO_STR struct str out = {0};
	begin(4, 3);
	pictures_of_standings(&standings, 60, false, &out);
	check_same_text(out.text,
		"\n"
		"Win rate, 95% interval; dotted: fair share\n"
		"  prober                          ├────────────●──────┤\n"
		"  com?puter            ├───●────────────┤\n"
		"  bärenstark, ..r Name ├───●────────────┤\n"
		"  none                            ┊\n"
		"                       ┴───────────────┴───────────────┴\n"
		"                       0%             50%            100%\n");
}
END_TEST

/* The columns before a mark in a line. */
static long columns_before(const char *line, const char *mark)
{
	long n = 0;
	for (; strncmp(line, mark, strlen(mark)) != 0; line += text_character(line), n++)
		ck_assert(text_character(line) > 0);
	return n;
}

/* In 400 columns from 0 to 100 %. */
START_TEST(intervals_are_where_they_should_be)
{
	AUTO_STR struct str out = {0};
	begin(4, 3);
	pictures_of_standings(&standings, 460, false, &out);
	for (int i = 0; i < 2; i++) {
		AUTO_STR struct str begin_of_line = {0}, label = {0};
		text_add_clean(&label, labels[i]);
		str_addf(&begin_of_line, "\n  %-28s ", label.text); /* as wide as the longest label */
		const char *line = strstr(out.text, begin_of_line.text);
		ck_assert_ptr_nonnull(line);
		line += begin_of_line.length;
		struct interval wins = standings_wins(&standings, i);
		ck_assert_int_eq(columns_before(line, "├"), lround(399 * wins.low));
		ck_assert_int_eq(columns_before(line, "●"), lround(399 * wins.mean));
		ck_assert_int_eq(columns_before(line, "┤"), lround(399 * wins.high));
	}
	ck_assert_int_eq(columns_before(strstr(out.text, "  none"), "┊") - 31, 133);
}
END_TEST

SUITE_WITH(NULL, end, 0,
	TEST(a_table_of_two),
	TEST(a_table_of_three),
	TEST(a_table_with_trouble),
	TEST(first_faults_are_below_the_table),
	LOOP(a_robot_that_knows_the_dice_is_named, 0, COUNT(leaks)),
	TEST(a_robot_that_is_always_right_is_named),
	TEST(robots_that_play_alike),
	TEST(lines_while_playing),
	TEST(data),
	TEST(pictures),
	TEST(intervals_are_where_they_should_be))
