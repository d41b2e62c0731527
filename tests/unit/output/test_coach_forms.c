/* test_coach_forms.c - what mistakes cost as text, CSV, JSON and for a page, of made-up decisions. */
#include <check.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/mem.h"
#include "output/analysis_forms.h"
#include "same_text.h"

/* A decision: its place, the dice of both, the bids before it, and what the coach found. */
static const struct planted {
	uint64_t game;
	int hand, n_dice[2];
	const char *dice;
	const int bids[6]; /* plays; 0 ends the list */
	int play;
	enum verdict verdict;
	struct finding finding;
} planted[] = {
	{6, 0, {2, 1}, "62", {0}, 16, VERDICT_OK,
	 {.best = 0.8, .made = 0.55, .best_play = 12, .kind = MISTAKE_OPENED_HIGH, .is_exact = true}},
	{6, 1, {3, 2}, "411", {11, 12, 13, 14}, PLAY_CALL, VERDICT_OK,
	 {.best = 0.4, .made = 0.125, .error = 0.02, .best_play = 24, .kind = MISTAKE_CALLED_EARLY}},
	{7, 2, {2, 2}, "55", {23}, 11, VERDICT_ILLEGAL,
	 {.best = 0.5, .made = -0.0, .error = 0.0005, .best_play = PLAY_CALL, .kind = MISTAKE_ILLEGAL,
	  .is_exact = true}},
	{9, 0, {1, 1}, "3", {12, 13, 14}, PLAY_CALL, VERDICT_OK,
	 {.best = 1, .made = 1, .best_play = PLAY_CALL, .is_exact = true}},
};

static struct rules rules;
static struct decisions decisions;
static struct sums sums;
static struct costly costliest[] = {{1, 1, 0.275}, {0, 1234, 308.5}, {2, 2, 1}};
static struct coach_report report;

static void plant(const struct planted *from)
{
	struct subgame game = subgame_of_rules(&rules, from->n_dice[0], from->n_dice[1]);
	struct decision *decision = &decisions.list[decisions.n++];
	*decision = (struct decision){
		.game = from->game, .hand = from->hand, .n_dice = {from->n_dice[0], from->n_dice[1]},
		.first_bid = decisions.bids.length, .play = from->play, .verdict = from->verdict,
		.finding = from->finding,
	};
	for (; from->bids[decision->n_bids]; decision->n_bids++)
		str_add_char(&decisions.bids, (char)subgame_bid(&game, from->bids[decision->n_bids]));
	decision->player = decision->n_bids % 2;
	for (const char *dice = from->dice; *dice; dice++)
		decision->count[*dice - '0']++;
}

/* A report of three kinds of mistake, with intervals. */
static void set_up(void)
{
	ck_assert_int_eq(rules_init(&rules, "liars-dice", NULL), 0);
	decisions = (struct decisions){.list = NEW_ARRAY(struct decision, COUNT(planted)), .n_games = 1000};
	for (int i = 0; i < COUNT(planted); i++)
		plant(&planted[i]);
	sums = (struct sums){
		.has_intervals = true, .n_exact = 3, .error = 0.0125, .net = {4, -0.02, 0.01}, .all = {3, 0.04, 0.015},
		.n_kinds = 3, .order = {MISTAKE_CALLED_EARLY, MISTAKE_OPENED_HIGH, MISTAKE_ILLEGAL},
	};
	sums.by_kind[MISTAKE_CALLED_EARLY] = (struct loss){1, 0.024, 0.012};
	sums.by_kind[MISTAKE_OPENED_HIGH] = (struct loss){1234567, 0.012, 0.006};
	sums.by_kind[MISTAKE_ILLEGAL] = (struct loss){2, 0.004, 0.5};
	report = (struct coach_report){
		.rules = &rules, .decisions = &decisions, .sums = &sums, .costliest = costliest,
		.n_costliest = COUNT(costliest), .robot = "pro\tber", .run = "0007", .n_games = 12345,
	};
}

static void tear_down(void)
{
	decisions_release(&decisions);
}

static void check_table(const char *wanted)
{
	AUTO_STR struct str text = {0};
	coach_add_table(&report, false, &text);
	check_same_text(text.text, wanted);
}

START_TEST(a_table_with_positions)
{
	check_table(
		"pro?ber loses 0.040 ± 0.015 wins a game by its decisions;\n"
		"60 % of it by calling too early.\n"
		"\n"
		"1,000 of its 12,345 games in run 0007 (liars-dice), 4 decisions.\n"
		"3 are valued exactly by solved hands, 1 by a model of a strong player.\n"
		"In its place that player would win 0.020 ± 0.010 less a game, by all decisions.\n"
		"The opponent in these numbers plays well too, whoever sat there (docs/coach.md).\n"
		"\n"
		"mistake            decisions      loss a game    %\n"
		"calling too early          1  0.0240 ± 0.0120   60\n"
		"opening too high   1,234,567  0.0120 ± 0.0060   30\n"
		"illegal plays              2  0.0040 ± 0.5000   10\n"
		"all mistakes               3  0.0400 ± 0.0150  100\n"
		"\n"
		"  calling too early:   it called; a bid was worth more\n"
		"  opening too high:    it opened the hand; a lower bid was worth more\n"
		"  illegal plays:       its answer was not a legal play\n"
		"\n"
		"The costliest positions\n"
		"\n"
		"  1. loses 0.275 by calling too early\n"
		"     dice    1 1 4 against 2, after ..., one two, one three, one four\n"
		"     play    call             wins 0.125\n"
		"     better  two fours        wins 0.400 ± 0.020\n"
		"     hand 2 of  arena replay 0007 7\n"
		"\n"
		"  2. loses 0.250 by opening too high, 1,234 times\n"
		"     dice    2 6 against 1, opening the hand\n"
		"     play    one six          wins 0.550\n"
		"     better  one two          wins 0.800\n"
		"     hand 1 of  arena replay 0007 7\n"
		"\n"
		"  3. loses 0.500 by illegal plays, 2 times\n"
		"     dice    5 5 against 2, after two threes\n"
		"     play    its answer was not a legal play wins 0.000\n"
		"     better  call             wins 0.500\n"
		"     hand 3 of  arena replay 0007 8\n");
}
END_TEST

START_TEST(new_games_have_a_command)
{
	report.run = NULL;
	report.command = "arena tournament 5";
	report.n_costliest = 1;
	sums.has_intervals = false;
	sums.net.mean = 0.02;
	sums.n_exact = 1;
	check_table(
		"pro?ber loses 0.040 wins a game by its decisions;\n"
		"60 % of it by calling too early.\n"
		"\n"
		"1,000 new games of liars-dice, 4 decisions.\n"
		"1 is valued exactly by solved hands, 3 by a model of a strong player.\n"
		"In its place that player would win 0.020 more a game, by all decisions.\n"
		"The opponent in these numbers plays well too, whoever sat there (docs/coach.md).\n"
		"With fewer than 10 matches no ± is given.\n"
		"\n"
		"mistake            decisions  loss a game    %\n"
		"calling too early          1       0.0240   60\n"
		"opening too high   1,234,567       0.0120   30\n"
		"illegal plays              2       0.0040   10\n"
		"all mistakes               3       0.0400  100\n"
		"\n"
		"  calling too early:   it called; a bid was worth more\n"
		"  opening too high:    it opened the hand; a lower bid was worth more\n"
		"  illegal plays:       its answer was not a legal play\n"
		"\n"
		"The costliest positions\n"
		"\n"
		"  1. loses 0.275 by calling too early\n"
		"     dice    1 1 4 against 2, after ..., one two, one three, one four\n"
		"     play    call             wins 0.125\n"
		"     better  two fours        wins 0.400 ± 0.020\n"
		"     hand 2 of  game 7\n"
		"\n"
		"To see a game:\n"
		"  arena tournament 5\n"
		"  arena replay GAME\n");
}
END_TEST

START_TEST(without_positions)
{
	report.n_costliest = 0;
	check_table(
		"pro?ber loses 0.040 ± 0.015 wins a game by its decisions;\n"
		"60 % of it by calling too early.\n"
		"\n"
		"1,000 of its 12,345 games in run 0007 (liars-dice), 4 decisions.\n"
		"3 are valued exactly by solved hands, 1 by a model of a strong player.\n"
		"In its place that player would win 0.020 ± 0.010 less a game, by all decisions.\n"
		"The opponent in these numbers plays well too, whoever sat there (docs/coach.md).\n"
		"\n"
		"mistake            decisions      loss a game    %\n"
		"calling too early          1  0.0240 ± 0.0120   60\n"
		"opening too high   1,234,567  0.0120 ± 0.0060   30\n"
		"illegal plays              2  0.0040 ± 0.5000   10\n"
		"all mistakes               3  0.0400 ± 0.0150  100\n"
		"\n"
		"  calling too early:   it called; a bid was worth more\n"
		"  opening too high:    it opened the hand; a lower bid was worth more\n"
		"  illegal plays:       its answer was not a legal play\n");
}
END_TEST

START_TEST(without_mistakes)
{
	sums.n_kinds = 0;
	sums.all = (struct loss){0};
	sums.net = (struct loss){4, 0, 0};
	check_table(
		"pro?ber makes no mistake in these games.\n"
		"\n"
		"1,000 of its 12,345 games in run 0007 (liars-dice), 4 decisions.\n"
		"3 are valued exactly by solved hands, 1 by a model of a strong player.\n"
		"In its place that player would win 0.000 ± 0.000 more a game, by all decisions.\n"
		"The opponent in these numbers plays well too, whoever sat there (docs/coach.md).\n"
		"\n");
}
END_TEST

START_TEST(titles_are_bold)
{
	AUTO_STR struct str text = {0};
	coach_add_table(&report, true, &text);
	ck_assert_ptr_nonnull(strstr(text.text, "\033[1mpro?ber loses 0.040 ± 0.015 wins a game by its decisions;\n"
						"60 % of it by calling too early.\033[0m\n"));
	ck_assert_ptr_nonnull(strstr(text.text, "\n\033[1mThe costliest positions\033[0m\n"));
}
END_TEST

START_TEST(a_row_of_csv_for_each_kind)
{
	AUTO_STR struct str with = {0}, without = {0};
	coach_add_csv(&report, &with);
	check_same_text(with.text,
		"kind,decisions,loss,half,share\n"
		"called_too_early,1,0.024,0.012,0.6\n"
		"opened_too_high,1234567,0.012,0.006,0.3\n"
		"illegal,2,0.004,0.5,0.1\n"
		"all,3,0.04,0.015,1\n");
	sums.has_intervals = false;
	sums.n_kinds = 0;
	sums.all = (struct loss){0};
	coach_add_csv(&report, &without);
	check_same_text(without.text,
		"kind,decisions,loss,half,share\n"
		"all,0,0,,0\n");
}
END_TEST

START_TEST(an_object_of_json)
{
	AUTO_STR struct str with = {0}, without = {0};
	json_add_line(&with, coach_json(&report), 0);
	check_same_text(with.text,
		"{\"robot\":\"pro?ber\",\"rules\":\"liars-dice dice=5 faces=6 wild=none caller=next loss=die "
		"starter=next illegal=call limit=start rounds=0 target=0 exact=off ones_rule=plain palifico=off "
		"fault=game\",\"games_of_robot\":12345,\"games\":1000,\"decisions\":4,\"exact\":3,"
		"\"mean_error\":0.0125,\"loss\":0.04,\"half\":0.015,\"net\":-0.02,\"net_half\":0.01,"
		"\"kinds\":[{\"kind\":\"called_too_early\",\"decisions\":1,\"loss\":0.024,\"half\":0.012,"
		"\"share\":0.6},{\"kind\":\"opened_too_high\",\"decisions\":1234567,\"loss\":0.012,\"half\":0.006,"
		"\"share\":0.3},{\"kind\":\"illegal\",\"decisions\":2,\"loss\":0.004,\"half\":0.5,\"share\":0.1}],"
		"\"costliest\":[{\"game\":7,\"hand\":2,\"times\":1,\"kind\":\"called_too_early\",\"dice\":[1,1,4],"
		"\"opponent_dice\":2,\"bids\":[11,12,13,14],\"play\":0,\"better\":24,\"value\":0.125,"
		"\"better_value\":0.4,\"loss\":0.275,\"error\":0.02,\"is_exact\":false},{\"game\":7,\"hand\":1,"
		"\"times\":1234,\"kind\":\"opened_too_high\",\"dice\":[2,6],\"opponent_dice\":1,\"bids\":[],"
		"\"play\":16,\"better\":12,\"value\":0.55,\"better_value\":0.8,\"loss\":0.25,\"error\":0.0,"
		"\"is_exact\":true},{\"game\":8,\"hand\":3,\"times\":2,\"kind\":\"illegal\",\"dice\":[5,5],"
		"\"opponent_dice\":2,\"bids\":[23],\"play\":11,\"better\":0,\"value\":-0.0,\"better_value\":0.5,"
		"\"loss\":0.5,\"error\":0.0005,\"is_exact\":true}]}");
	sums.has_intervals = false;
	sums.n_kinds = 0;
	report.n_costliest = 0;
	json_add_line(&without, coach_json(&report), 0);
	check_same_text(without.text,
		"{\"robot\":\"pro?ber\",\"rules\":\"liars-dice dice=5 faces=6 wild=none caller=next loss=die "
		"starter=next illegal=call limit=start rounds=0 target=0 exact=off ones_rule=plain palifico=off "
		"fault=game\",\"games_of_robot\":12345,\"games\":1000,\"decisions\":4,\"exact\":3,"
		"\"mean_error\":0.0125,\"loss\":0.04,\"half\":null,\"net\":-0.02,\"net_half\":null,\"kinds\":[],"
		"\"costliest\":[]}");
}
END_TEST

START_TEST(tables_of_a_page)
{
	AUTO_STR struct str with = {0}, without = {0};
	json_add_line(&with, coach_page_tables(&report), 0);
	check_same_text(with.text,
		"{\"summary\":{\"titles\":[\"robot\",\"games\",\"decisions\",\"loss a game by mistakes\",\"by all "
		"decisions\",\"most of it by\"],\"rows\":[[\"pro?ber\",\"1,000\",\"4\",\"0.040 ± 0.015\",\"-0.020 ± "
		"0.010\",\"calling too early (60\u202f%)\"]]},\"kinds\":{\"titles\":[\"mistake\",\"decisions\","
		"\"loss a game\",\"%\"],\"rows\":[[\"calling too early\",\"1\",\"0.0240 ± 0.0120\","
		"\"60\"],[\"opening too high\",\"1,234,567\",\"0.0120 ± 0.0060\",\"30\"],[\"illegal plays\",\"2\","
		"\"0.0040 ± 0.5000\",\"10\"],"
		"[\"all mistakes\",\"3\",\"0.0400 ± 0.0150\",\"100\"]]},\"positions\":{\"titles\":[\"mistake\","
		"\"loses\",\"its dice\",\"when\",\"play\",\"better\"],\"rows\":[[\"calling too early\",\"0.275\",\"1 1 "
		"4 against 2\",\"after ..., one two, one three, one four\",\"call: wins 0.125\",\"two fours: wins "
		"0.400 ± 0.020\"],[\"opening too high, 1,234 times\",\"0.250\",\"2 6 against 1\",\"opening the hand\","
		"\"one six: wins 0.550\",\"one two: wins 0.800\"],[\"illegal plays, 2 times\",\"0.500\",\"5 5 against "
		"2\",\"after two threes\",\"its answer was not a legal play: wins 0.000\",\"call: wins 0.500\"]]}}");
	sums.n_kinds = 0;
	report.n_costliest = 0;
	json_add_line(&without, coach_page_tables(&report), 0);
	check_same_text(without.text,
		"{\"summary\":{\"titles\":[\"robot\",\"games\",\"decisions\",\"loss a game by mistakes\",\"by all "
		"decisions\",\"most of it by\"],\"rows\":[[\"pro?ber\",\"1,000\",\"4\",\"0.040 ± 0.015\",\"-0.020 ± "
		"0.010\",\"no mistake\"]]},\"kinds\":{\"titles\":[\"mistake\",\"decisions\",\"loss a game\",\"%\"],"
		"\"rows\":[[\"all mistakes\",\"3\",\"0.0400 ± 0.0150\",\"100\"]]},"
		"\"positions\":{\"titles\":[\"mistake\",\"loses\",\"its dice\",\"when\",\"play\",\"better\"],"
		"\"rows\":[]}}");
}
END_TEST

SUITE_WITH(set_up, tear_down, 0,
	TEST(a_table_with_positions),
	TEST(new_games_have_a_command),
	TEST(without_positions),
	TEST(without_mistakes),
	TEST(titles_are_bold),
	TEST(a_row_of_csv_for_each_kind),
	TEST(an_object_of_json),
	TEST(tables_of_a_page))
