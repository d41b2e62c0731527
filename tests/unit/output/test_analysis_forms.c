/* test_analysis_forms.c - what a robot did as text, JSON, pictures and for a page, of made-up sums. Of one match each,
 * so that intervals go from 0 to 1. */
#include <check.h>
#include <stdlib.h>

#include "base/json.h"
#include "game/liars/liars.h"
#include "output/analysis_forms.h"
#include "output/pictures.h"
#include "same_text.h"

enum { N = 3, LENGTH = 4 };

static char labels[N][8] = {"ann", "b\tob", "cyd"}, seed[] = "7";
static struct run_config_robot robots[N] = {{.label = labels[0]}, {.label = labels[1]}, {.label = labels[2]}};
static struct run_config info;
static struct schedule schedule;
static struct sample sample;
static struct analysis analysis;
static struct course course;
static struct replacement replacement;
static struct analysis_wins neighbours[N];
static struct worst_loss losses[] = {
	{.game = 6, .hand = 2, .bid = 46, .chance = 0.125, .right = 0.75},
	{.game = 7, .hand = 0, .is_call = true, .bid = 12, .chance = 0.9},
	{.game = 8, .hand = 1, .bid = 11, .chance = 0.5, .right = -1},
};
static struct worst worst;
static struct analysis_report report;

static void win(struct analysis_wins *wins, uint64_t won, uint64_t games)
{
	analysis_wins_add(wins, 0, (const uint64_t[SCHEDULE_MAX_SEATS]){won}, games);
	analysis_wins_end(wins);
}

static void set_up(void)
{
	const struct schedule_options options = {.format = FORMAT_TABLE, .n_robots = N, .games = 120,
		.match_length = LENGTH};
	ck_assert_int_eq(schedule_init(&schedule, &options, NULL), 0);
	info = (struct run_config){.n_robots = N, .robots = robots, .seed = seed};
	ck_assert_int_eq(rules_init(&info.rules, "liars-dice", NULL), 0);
	sample = (struct sample){.n_games = 24, .n_left_out = 6};
	analysis = (struct analysis){
		.robot = 1, .n_seats = N, .tables = {[N] = 12}, .games = 12, .asks = 100, .illegal = 2, .faults = 3,
		.hands = 40, .lost = {[CAUSE_OWN_BID] = 5, [CAUSE_FAULT] = 1},
		.games_lost = {[CAUSE_OWN_BID] = 4, [CAUSE_ILLEGAL] = 1, [CAUSE_COUNT] = 2},
	};
	win(&analysis.wins, 6, 12);
	for (int seat = 0; seat < N; seat++)
		win(&analysis.by_seat[seat], (uint64_t)seat + 1, 4);
	for (int part = 0; part < ANALYSIS_CALLED_TRUE; part++)
		ratio_add(&analysis.part[part], (uint64_t)part + 1, 16);
	ratio_add(&analysis.part[ANALYSIS_CALLED_TRUE + 2], 1, 2);
	ratio_add(&analysis.part[ANALYSIS_LOST + 5], 1, 4);
	ratio_add(&analysis.part[ANALYSIS_LOST + 1], 1, 1);
	exact_add(&analysis.wins_from[5], 3);
	calibration_add(&analysis.called, 0.25, true);
	calibration_add(&analysis.called, 0.25, false);
	calibration_add(&analysis.passed, 1, true);
	course_init(&course, &schedule, 0);
	course.n_times = 2;
	win(&course.by_time[1], 3, 12);
	for (int span = 0; span < LENGTH; span++)
		win(&course.by_game[span], (uint64_t)span, 3);
	win(&neighbours[0], 3, 12);
	win(&neighbours[2], 9, 12);
	course.by_neighbour = neighbours;
	worst = (struct worst){.n_wanted = 5, .n = COUNT(losses), .list = losses};
	report = (struct analysis_report){.info = &info, .sample = &sample, .analysis = &analysis, .course = &course,
		.worst = &worst, .replacement = &replacement, .cpu_us_per_ask = -1};
}

static void tear_down(void)
{
	analysis_release(&analysis);
	replacement_release(&replacement);
	course.by_neighbour = NULL;
	course_release(&course);
	for (int i = 0; i < N; i++)
		histogram_release(&neighbours[i].shares);
}

/* Its bids and calls: the key and the line of each statistic with so many hits of 16. A new one needs no line here:
 * the golden results have it. */
static const struct {
	const char *object, *key, *line;
} statistics[] = {
	{"bids", "false",
	 "  false                6.25 %  of its bids were false, given all dice (0.00 to 100.00; 1 of 16)\n"},
	{"bids", "unlikely",
	 "  unlikely            12.50 %  were less likely true than not, given its own dice (0.00 to 100.00; "
	 "2 of 16)\n"},
	{"bids", "unbacked",
	 "  unbacked            18.75 %  had no support in its own dice (0.00 to 100.00; 3 of 16)\n"},
	{"bids", "called", "  called              25.00 %  were called by another player (0.00 to 100.00; 4 of 16)\n"},
	{"bids", "caught", "  caught              31.25 %  of the false ones were called (0.00 to 100.00; 5 of 16)\n"},
	{"calls", "precision", "  precision           37.50 %  of its calls were right (0.00 to 100.00; 6 of 16)\n"},
	{"calls", "recall",
	 "  recall              43.75 %  of the false bids it could call were called (0.00 to 100.00; 7 of 16)\n"},
	{"calls", "accuracy", NULL},
	{"calls", "rate",
	 "  calls               56.25 %  of the bids it could call were called (0.00 to 100.00; 9 of 16)\n"},
	{NULL, NULL, "  exact               62.50 %  of its \"exact\" were right (0.00 to 100.00; 10 of 16)\n"},
};

START_TEST(an_object_of_json)
{
	AUTO_STR struct str json = {0};
	json_t *all = analysis_json(&report);
	json_object_del(all, "bids"); /* these two: the test below */
	json_object_del(all, "calls");
	json_add_line(&json, all, 0);
	check_same_text(json.text,
		"{\"robot\":\"b?ob\",\"rules\":\"liars-dice dice=5 faces=6 wild=none caller=next loss=die starter=next "
		"illegal=call limit=start rounds=0 target=0 exact=off ones_rule=plain palifico=off fault=game\","
		"\"seed\":\"7\",\"seats\":3,\"games_of_robot\":30,\"games\":12,\"fair\":0.333333333333333,"
		"\"wins\":{\"mean\":0.5,\"low\":0.0,\"high\":1.0},\"worth\":null,\"baseline\":null,"
		"\"exact\":{\"hits\":10,\"trials\":16,\"value\":0.625,\"low\":0.0,\"high\":1.0},"
		"\"calibration\":{\"called\":{\"count\":2,\"brier\":0.3125,\"reliability\":0.0625,\"resolution\":0.0,"
		"\"uncertainty\":0.25,\"bias\":-0.25,\"bins\":[{\"from\":0.0,\"to\":0.1,\"predicted\":0.05,"
		"\"true\":{\"hits\":0,\"trials\":0,\"value\":0.0,\"low\":0.0,\"high\":1.0}},{\"from\":0.1,\"to\":0.2,"
		"\"predicted\":0.15,\"true\":{\"hits\":0,\"trials\":0,\"value\":0.0,\"low\":0.0,\"high\":1.0}},"
		"{\"from\":0.2,\"to\":0.3,\"predicted\":0.25,\"true\":{\"hits\":1,\"trials\":2,\"value\":0.5,"
		"\"low\":0.0,\"high\":1.0}},{\"from\":0.3,\"to\":0.4,\"predicted\":0.35,\"true\":{\"hits\":0,"
		"\"trials\":0,\"value\":0.0,\"low\":0.0,\"high\":1.0}},{\"from\":0.4,\"to\":0.5,\"predicted\":0.45,"
		"\"true\":{\"hits\":0,\"trials\":0,\"value\":0.0,\"low\":0.0,\"high\":1.0}},{\"from\":0.5,\"to\":0.6,"
		"\"predicted\":0.55,\"true\":{\"hits\":0,\"trials\":0,\"value\":0.0,\"low\":0.0,\"high\":1.0}},"
		"{\"from\":0.6,\"to\":0.7,\"predicted\":0.65,\"true\":{\"hits\":0,\"trials\":0,\"value\":0.0,"
		"\"low\":0.0,\"high\":1.0}},{\"from\":0.7,\"to\":0.8,\"predicted\":0.75,\"true\":{\"hits\":0,"
		"\"trials\":0,\"value\":0.0,\"low\":0.0,\"high\":1.0}},{\"from\":0.8,\"to\":0.9,\"predicted\":0.85,"
		"\"true\":{\"hits\":0,\"trials\":0,\"value\":0.0,\"low\":0.0,\"high\":1.0}},{\"from\":0.9,\"to\":1.0,"
		"\"predicted\":0.95,\"true\":{\"hits\":0,\"trials\":0,\"value\":0.0,\"low\":0.0,\"high\":1.0}}]},"
		"\"passed\":{\"count\":1,\"brier\":0.0,\"reliability\":0.0,\"resolution\":0.0,\"uncertainty\":0.0,"
		"\"bias\":0.0,\"bins\":[{\"from\":0.0,\"to\":0.1,\"predicted\":0.05,\"true\":{\"hits\":0,\"trials\":0,"
		"\"value\":0.0,\"low\":0.0,\"high\":1.0}},{\"from\":0.1,\"to\":0.2,\"predicted\":0.15,"
		"\"true\":{\"hits\":0,\"trials\":0,\"value\":0.0,\"low\":0.0,\"high\":1.0}},{\"from\":0.2,\"to\":0.3,"
		"\"predicted\":0.25,\"true\":{\"hits\":0,\"trials\":0,\"value\":0.0,\"low\":0.0,\"high\":1.0}},"
		"{\"from\":0.3,\"to\":0.4,\"predicted\":0.35,\"true\":{\"hits\":0,\"trials\":0,\"value\":0.0,"
		"\"low\":0.0,\"high\":1.0}},{\"from\":0.4,\"to\":0.5,\"predicted\":0.45,\"true\":{\"hits\":0,"
		"\"trials\":0,\"value\":0.0,\"low\":0.0,\"high\":1.0}},{\"from\":0.5,\"to\":0.6,\"predicted\":0.55,"
		"\"true\":{\"hits\":0,\"trials\":0,\"value\":0.0,\"low\":0.0,\"high\":1.0}},{\"from\":0.6,\"to\":0.7,"
		"\"predicted\":0.65,\"true\":{\"hits\":0,\"trials\":0,\"value\":0.0,\"low\":0.0,\"high\":1.0}},"
		"{\"from\":0.7,\"to\":0.8,\"predicted\":0.75,\"true\":{\"hits\":0,\"trials\":0,\"value\":0.0,"
		"\"low\":0.0,\"high\":1.0}},{\"from\":0.8,\"to\":0.9,\"predicted\":0.85,\"true\":{\"hits\":0,"
		"\"trials\":0,\"value\":0.0,\"low\":0.0,\"high\":1.0}},{\"from\":0.9,\"to\":1.0,\"predicted\":1.0,"
		"\"true\":{\"hits\":0,\"trials\":0,\"value\":0.0,\"low\":0.0,\"high\":1.0}}]}},"
		"\"by_seat\":[{\"seat\":0,\"games\":4,\"wins\":{\"mean\":0.25,\"low\":0.0,\"high\":1.0}},{\"seat\":1,"
		"\"games\":4,\"wins\":{\"mean\":0.5,\"low\":0.0,\"high\":1.0}},{\"seat\":2,\"games\":4,"
		"\"wins\":{\"mean\":0.75,\"low\":0.0,\"high\":1.0}}],\"by_neighbour\":[{\"robot\":\"ann\",\"games\":12,"
		"\"wins\":{\"mean\":0.25,\"low\":0.0,\"high\":1.0}},{\"robot\":\"cyd\",\"games\":12,"
		"\"wins\":{\"mean\":0.75,\"low\":0.0,\"high\":1.0}}],\"by_game\":[{\"first\":1,\"last\":1,\"games\":3,"
		"\"wins\":{\"mean\":0.0,\"low\":0.0,\"high\":1.0}},{\"first\":2,\"last\":2,\"games\":3,"
		"\"wins\":{\"mean\":0.333333333333333,\"low\":0.0,\"high\":1.0}},{\"first\":3,\"last\":3,\"games\":3,"
		"\"wins\":{\"mean\":0.666666666666667,\"low\":0.0,\"high\":1.0}},{\"first\":4,\"last\":4,\"games\":3,"
		"\"wins\":{\"mean\":1.0,\"low\":0.0,\"high\":1.0}}],\"by_time\":[{\"from\":0.5,\"to\":1.0,\"games\":12,"
		"\"wins\":{\"mean\":0.25,\"low\":0.0,\"high\":1.0}}],\"by_dice\":[{\"dice\":5,\"lost\":{\"hits\":1,"
		"\"trials\":4,\"value\":0.25,\"low\":0.0,\"high\":1.0},\"wins\":0.75},{\"dice\":1,\"lost\":{\"hits\":1,"
		"\"trials\":1,\"value\":1.0,\"low\":0.0,\"high\":1.0},\"wins\":0.0}],\"hands\":40,"
		"\"losses\":[{\"cause\":\"own_bid_called\",\"because\":\"its bid was called, and false\",\"hands\":5,"
		"\"games\":4},{\"cause\":\"own_call_wrong\",\"because\":\"it called a true bid\",\"hands\":0,"
		"\"games\":0},{\"cause\":\"own_exact_wrong\",\"because\":\"its exact was wrong\",\"hands\":0,"
		"\"games\":0},{\"cause\":\"others_exact_right\",\"because\":\"another player's exact was right\","
		"\"hands\":0,\"games\":0},{\"cause\":\"illegal\",\"because\":\"its play was illegal\",\"hands\":0,"
		"\"games\":1},{\"cause\":\"fault\",\"because\":\"it crashed or ran out of time\",\"hands\":1,"
		"\"games\":0},{\"cause\":\"none\",\"because\":\"it lost no hand\",\"hands\":0,\"games\":2}],"
		"\"worst\":[{\"game\":7,\"hand\":3,\"is_call\":false,\"bid\":46,\"words\":\"four sixes\","
		"\"chance\":0.125,\"right\":0.75},{\"game\":8,\"hand\":1,\"is_call\":true,\"bid\":12,\"words\":\"one "
		"two\",\"chance\":0.9,\"right\":null},{\"game\":9,\"hand\":2,\"is_call\":false,\"bid\":11,"
		"\"words\":\"one one\",\"chance\":0.5,\"right\":null}],\"asks\":100,\"illegal\":2,\"faults\":3}");
}
END_TEST

static const char *after(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part), "no %s in %s", part, text);
	return strstr(text, part) + strlen(part);
}

START_TEST(an_object_with_all_that_was_measured)
{
	AUTO_STR struct str json = {0};
	report.cpu_us_per_ask = 0;
	report.spread = (struct ask_spread){.n = 7, .median_ns = 1500, .p99_ns = 2500, .longest_ns = 3500};
	report.baseline = "comp\tuter";
	histogram_add(&replacement.wins, 0.25, 1);
	histogram_add(&replacement.ahead, 0.625, 1);
	worst.n = worst.n_wanted = 0;
	info.rules.value[LIARS_LOSS] = LOSS_POINT;
	json_add_line(&json, analysis_json(&report), 0);
	after(json.text, "\"baseline\":{\"robot\":\"comp?uter\",\"wins\":{\"mean\":0.25,\"low\":0.0,\"high\":1.0},"
		 "\"ahead\":{\"mean\":0.25,\"low\":-1.0,\"high\":1.0}}");
	after(json.text, "\"because\":\"its bid was called, and false\",\"hands\":5,\"games\":null}");
	check_same_text(after(json.text, "\"faults\":3"),
			 ",\"cpu_us_per_ask\":0.0,\"cpu_us\":{\"asks\":7,\"median\":1.5,\"p99\":2.5,\"longest\":3.5}}");
	ck_assert_ptr_null(strstr(json.text, "\"worst\""));
}
END_TEST

START_TEST(a_statistic)
{
	AUTO_STR struct str text = {0};
	AUTO_JSON json_t *all = analysis_json(&report);
	analysis_add_table(&report, false, &text);
	ck_assert(!statistics[_i].line || strstr(text.text, statistics[_i].line));
	const json_t *share = statistics[_i].key
		? json_object_get(json_object_get(all, statistics[_i].object), statistics[_i].key)
		: json_object_get(all, "exact");
	ck_assert_int_eq(json_integer_value(json_object_get(share, "hits")), _i + 1);
	ck_assert_double_eq(json_real_value(json_object_get(share, "value")), (_i + 1) / 16.0);
}
END_TEST

START_TEST(counts_of_bids_and_calls)
{
	AUTO_STR struct str counts = {0};
	AUTO_JSON json_t *all = analysis_json(&report);
	json_t *calls = json_object_get(all, "calls");
	json_add_line(&counts, json_pack("[O, O, O, O, O, O]", json_object_get(json_object_get(all, "bids"), "bids"),
		json_object_get(calls, "called_false"), json_object_get(calls, "called_true"),
		json_object_get(calls, "passed_false"), json_object_get(calls, "passed_true"),
		json_object_get(calls, "f1")), 0);
	check_same_text(counts.text, "[16,6,10,10,2,0.375]");
}
END_TEST

/* Without the lines of bids and calls. */
static void cut_statistics(struct str *text)
{
	char *bids = strstr(text->text, "Bids\n"), *end = strstr(bids, "Calls\n");
	end = strstr(end, "  expected") ? strstr(end, "  expected") : strstr(end, "\n\n");
	memmove(bids, end, strlen(end) + 1);
}

START_TEST(a_table)
{
	AUTO_STR struct str text = {0};
	analysis_add_table(&report, false, &text);
	cut_statistics(&text);
	check_same_text(text.text,
		"b?ob in 12 of its 30 games of liars-dice, tables of 3\n"
		"\n"
		"Score\n"
		"  wins                50.00 %  of its games (0.00 to 100.00, over matches); "
		"its fair share is 33.33 %\n"
		"\n"
		"  expected            25.00 %  is the mean chance of the bids it called, given its own dice; 50.00 % "
		"of them were true\n"
		"  Brier              0.3125    is the mean square of that error; 0 is best, 0.25 a coin\n\n"
		"The bids it could call, by their chance given its own dice\n"
		"chance by own dice  called     true  let pass      true\n"
		"20 to 30 %               2  50.00 %         0         -\n"
		"90 to 100 %              0        -         1  100.00 %\n"
		"\n"
		"By seat: the first one opens the game\n"
		"seat  games     wins   95% interval\n"
		"   1      4  25.00 %  0.00 - 100.00\n"
		"   2      4  50.00 %  0.00 - 100.00\n"
		"   3      4  75.00 %  0.00 - 100.00\n"
		"\n"
		"By neighbour: the robot that sat before it, whose bids it answered\n"
		"before it  games     wins   95% interval\n"
		"ann           12  25.00 %  0.00 - 100.00\n"
		"cyd           12  75.00 %  0.00 - 100.00\n"
		"\n"
		"By game of a match: does it learn?\n"
		"game  games      wins   95% interval\n"
		"   1      3    0.00 %  0.00 - 100.00\n"
		"   2      3   33.33 %  0.00 - 100.00\n"
		"   3      3   66.67 %  0.00 - 100.00\n"
		"   4      3  100.00 %  0.00 - 100.00\n"
		"\n"
		"By its dice at the beginning of a hand: hands lost, games won\n"
		"dice  hands      lost     wins\n"
		"   5      4   25.00 %  75.00 %\n"
		"   1      1  100.00 %   0.00 %\n"
		"\n"
		"Where it loses\n"
		"because                        hands lost  games lost by it\n"
		"its bid was called, and false           5                 4\n"
		"its play was illegal                    0                 1\n"
		"it crashed or ran out of time           1                 0\n"
		"it lost no hand                         0                 2\n"
		"40 hands in all; 100 turns, 2 of them illegal, 3 without an answer.\n");
}
END_TEST

/* At tables of two and three, in matches of one block, with hands of five dice alone. */
START_TEST(a_table_with_all_that_was_measured)
{
	AUTO_STR struct str text = {0};
	report.cpu_us_per_ask = 0;
	report.spread = (struct ask_spread){.n = 7, .median_ns = 1500, .p99_ns = 2500, .longest_ns = 3500};
	report.baseline = "comp\tuter";
	histogram_add(&replacement.ahead, 0.625, 1);
	analysis.tables[2] = 1;
	analysis.part[ANALYSIS_LOST + 1] = (struct ratio){0};
	analysis.part[ANALYSIS_EXACT] = analysis.part[ANALYSIS_FALSE] = (struct ratio){0};
	schedule.match_length = 1;
	course.by_neighbour = NULL;
	memset(&analysis.called, 0, sizeof analysis.called);
	memset(&analysis.passed, 0, sizeof analysis.passed);
	analysis_add_table(&report, false, &text);
	after(text.text, "  false                   -    of its bids were false, given all dice\n");
	ck_assert_ptr_null(strstr(text.text, "exact"));
	cut_statistics(&text);
	check_same_text(text.text,
		"b?ob in 12 of its 30 games of liars-dice, tables of 2 to 3\n"
		"\n"
		"Score\n"
		"  wins                50.00 %  of its games (0.00 to 100.00, over matches); "
		"its fair share is 34.62 %\n"
		"  ahead               25.00 %  of wins, compared with comp?uter in its place, same dice, "
		"same opponents (-100.00 to 100.00)\n"
		"  thinks             0.0000    microseconds of CPU time per ask, in the run\n"
		"  7 of them, one by one: median 1.5 us, 99 % within 2.5 us, longest 3.5 us\n\n\n\n"
		"By seat: the first one opens the game\n"
		"seat  games     wins   95% interval\n"
		"   1      4  25.00 %  0.00 - 100.00\n"
		"   2      4  50.00 %  0.00 - 100.00\n"
		"   3      4  75.00 %  0.00 - 100.00\n"
		"\n"
		"Where it loses\n"
		"because                        hands lost  games lost by it\n"
		"its bid was called, and false           5                 4\n"
		"its play was illegal                    0                 1\n"
		"it crashed or ran out of time           1                 0\n"
		"it lost no hand                         0                 2\n"
		"40 hands in all; 100 turns, 2 of them illegal, 3 without an answer.\n");
}
END_TEST

START_TEST(losses_worth_looking_at)
{
	AUTO_STR struct str text = {0}, coloured = {0}, none = {0};
	analysis_add_worst(&report, "0012", false, &text);
	check_same_text(text.text,
		"\n"
		"Losses worth looking at (chances by the robot's own dice)\n"
		"  bid four sixes, true with 12.5%, where a call was right with 75.0%: hand 3 of arena replay 0012 7\n"
		"  called one two, true with 90.0%: hand 1 of arena replay 0012 8\n"
		"  bid one one, true with 50.0%: hand 2 of arena replay 0012 9\n");
	worst.n = 1;
	analysis_add_worst(&report, "0012", true, &coloured);
	ck_assert_ptr_eq(strstr(coloured.text, "\n\033[1mLosses worth looking at\033[0m ("), coloured.text);
	worst.n = 0;
	analysis_add_worst(&report, "0012", false, &none);
	ck_assert_uint_eq(none.length, 0);
}
END_TEST

START_TEST(tables_of_a_page)
{
	AUTO_STR struct str page = {0}, with_baseline = {0};
	json_add_line(&page, analysis_page_tables(&report), 0);
	check_same_text(page.text,
		"{\"summary\":{\"titles\":[\"robot\",\"games\",\"bids false\",\"of these caught\",\"calls right\","
		"\"false bids called\"],\"rows\":[[\"b?ob\",\"12\",\"6.2\u202f% (0.0\u00a0to\u00a0100.0)\","
		"\"31.2\u202f% (0.0\u00a0to\u00a0100.0)\",\"37.5\u202f% (0.0\u00a0to\u00a0100.0)\","
		"\"43.8\u202f% (0.0\u00a0to\u00a0100.0)\"]]},\"losses\":{\"titles\":[\"because\",\"hands "
		"lost\",\"games lost by it\"],\"rows\":[[\"its bid was called, and false\",\"5\",\"4\"],[\"its play "
		"was illegal\",\"0\",\"1\"],[\"it crashed or ran out of time\",\"1\",\"0\"],[\"it lost no hand\",\"0\","
		"\"2\"]]},\"worst\":{\"titles\":[\"what\",\"true with\",\"a call was right with\"],\"rows\":[[\"bid "
		"four sixes\",\"12.5\u202f%\",\"75.0\u202f%\"],[\"called one two\",\"90.0\u202f%\",\"–\"],"
		"[\"bid one one\",\"50.0\u202f%\","
		"\"–\"]]}}");
	report.baseline = "computer";
	histogram_add(&replacement.ahead, 0.375, 1);
	analysis.part[ANALYSIS_FALSE] = (struct ratio){0};
	worst.n = 0;
	json_add_line(&with_baseline, analysis_page_tables(&report), 0);
	check_same_text(with_baseline.text,
		"{\"summary\":{\"titles\":[\"robot\",\"games\",\"bids false\",\"of these caught\",\"calls right\","
		"\"false bids called\",\"ahead of the baseline in its place\"],\"rows\":[[\"b?ob\",\"12\",\"–\","
		"\"31.2\u202f% (0.0\u00a0to\u00a0100.0)\",\"37.5\u202f% (0.0\u00a0to\u00a0100.0)\","
		"\"43.8\u202f% (0.0\u00a0to\u00a0100.0)\",\"−25.0\u202f% "
		"(−100.0\u00a0to\u00a0100.0)\"]]},\"losses\":{\"titles\":[\"because\",\"hands lost\","
		"\"games lost by it\"],"
		"\"rows\":[[\"its bid was called, and false\",\"5\",\"4\"],[\"its play was illegal\",\"0\",\"1\"],"
		"[\"it crashed or ran out of time\",\"1\",\"0\"],[\"it lost no hand\",\"0\",\"2\"]]},"
		"\"worst\":{\"titles\":[\"what\",\"true with\",\"a call was right with\"],\"rows\":[]}}");
}
END_TEST

START_TEST(pictures)
{
	AUTO_STR struct str out = {0};
	analysis.part[ANALYSIS_CALLED] = (struct ratio){0};
	analysis.by_seat[1].games = 0;
	pictures_of_analysis(&report, 70, false, &out);
	check_same_text(out.text,
		"\n"
		"Wins by seat, 95% intervals; dotted: fair share\n"
		"  seat 1 ├─────────────●─────────────────────────────────────────┤\n"
		"  seat 2                    ┊\n"
		"  seat 3 ├─────────────────────────────────────────●─────────────┤\n"
		"  all    ├───────────────────────────●───────────────────────────┤\n"
		"         ┴──────────┴──────────┴───────────┴──────────┴──────────┴\n"
		"         0%        20%        40%         60%        80%       100%\n"
		"\n"
		"Bids and calls\n"
		"  false bids            ██ 6.25%\n"
		"  bids called           \n"
		"  false ones called     ██████████ 31.25%\n"
		"  calls                 ██████████████████ 56.25%\n"
		"  calls that were right ████████████ 37.5%\n"
		"  false bids it called  ██████████████ 43.75%\n");
}
END_TEST

/* In 400 columns a third is 133 columns from the first. */
START_TEST(the_fair_share_is_marked)
{
	AUTO_STR struct str out = {0};
	analysis.by_seat[1].games = 0;
	pictures_of_analysis(&report, 420, false, &out);
	const char *line = strstr(out.text, "  seat 2 ");
	ck_assert_ptr_nonnull(line);
	ck_assert_ptr_eq(strstr(line, "┊"), line + strlen("  seat 2 ") + 133);
}
END_TEST

SUITE_WITH(set_up, tear_down, 0,
	TEST(an_object_of_json),
	TEST(an_object_with_all_that_was_measured),
	LOOP(a_statistic, 0, COUNT(statistics)),
	TEST(counts_of_bids_and_calls),
	TEST(a_table),
	TEST(a_table_with_all_that_was_measured),
	TEST(losses_worth_looking_at),
	TEST(tables_of_a_page),
	TEST(pictures),
	TEST(the_fair_share_is_marked))
