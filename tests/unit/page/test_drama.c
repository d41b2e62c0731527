/* test_drama.c - how dramatic recorded games are, of hand-made games as output/viewer.c writes them. */
#include <check.h>
#include <string.h>

#include "base/json.h"
#include "page/games.h"

/* A hand: the dice or points of the seats before it, its bids, and its loser. */
#define HAND(left, points, steps, loser) \
	"{'left': " left ", 'points': " points ", 'steps': [" steps "], 'end': {'loser': " loser "}}"
/* A bid: its seat, its chance given the bidder's own dice, and whether it is true. */
#define BID(seat, own, is_true) "{'truth': {'seat': " seat ", 'own': " own ", 'true': " is_true "}}"
#define NO_BID "{'verdict': 'ok'}"

static const char zero[] = "[0, 0]";

/* Returns the drama of a game. `places` is by seat, and the text has ' in place of ". */
static struct drama of(const char *places, const char *hands)
{
	char text[2000];
	snprintf(text, sizeof text, "{'places': %s, 'hands': [%s]}", places, hands);
	for (char *at = text; *at; at++)
		*at = *at == '\'' ? '"' : *at;
	json_error_t why;
	AUTO_JSON json_t *game = json_loads(text, 0, &why);
	ck_assert_msg(game, "%s: %s", why.text, text);
	struct drama drama;
	drama_of(game, &drama);
	return drama;
}

static void check_drama(const struct drama *drama, const double wanted[DRAMA_KINDS], const char *what)
{
	for (int kind = 0; kind < DRAMA_KINDS; kind++) {
		double off = drama->value[kind] - wanted[kind];
		ck_assert_msg(off < 1e-12 && off > -1e-12, "%s: kind %d is %g, not %g", what, kind, drama->value[kind],
			      wanted[kind]);
	}
}

START_TEST(bluffs_are_false_and_unlikely)
{
	static const struct {
		const char *steps;
		int loser;
		double stood, caught;
	} cases[] = {
		{BID("0", "0.1", "false"), 0, 0, 0.9},                          /* called */
		{BID("0", "0.1", "false"), 1, 0, 0},                            /* the other one lost, by a fault */
		{BID("0", "0.1", "true"), 1, 0, 0},                             /* true */
		{BID("0", "0.5", "false"), 0, 0, 0},                            /* false, but likely enough */
		{BID("0", "0.1", "false") ", " BID("1", "0.9", "true"), 0, 0.9, 0}, /* another bid followed */
		{BID("0", "0.1", "false") ", " NO_BID, 0, 0, 0.9},               /* a call has no truth */
		{BID("0", "0.1", "false") ", " BID("1", "0.2", "false") ", " BID("0", "0.3", "false"), 0, 0.9, 0.7},
		{NO_BID, 0, 0, 0},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char hand[1000];
		snprintf(hand, sizeof hand, "{'left': [3, 3], 'points': %s, 'steps': [%s], 'end': {'loser': %d}}", zero,
			 cases[i].steps, cases[i].loser);
		struct drama drama = of("[[1, 1], [2, 1]]", hand);
		check_drama(&drama, (double[]){cases[i].stood, cases[i].caught, 0, 0}, cases[i].steps);
	}
}
END_TEST

/* Equal hands have no leader, and do not change who led last. Points count instead of dice once there are any. */
START_TEST(lead_changes_are_counted)
{
	static const struct {
		const char *left[5], *points[5];
		double changes;
	} cases[] = {
		{{"[5, 5]", "[5, 4]", "[5, 3]"}, {0}, 0},
		{{"[5, 5]", "[5, 4]", "[3, 4]"}, {0}, 1},
		{{"[5, 4]", "[4, 4]", "[4, 3]", "[3, 3]", "[2, 3]"}, {0}, 1},
		{{"[5, 4]", "[3, 4]", "[3, 2]", "[1, 2]"}, {0}, 3},
		{{"[5, 5]", "[5, 5]", "[5, 5]"}, {"[0, 0]", "[2, 1]", "[2, 3]"}, 1},
		{{"[5, 1]", "[5, 1]"}, {"[1, 2]", "[3, 2]"}, 1},
		{{"[4, 4, 2]", "[4, 3, 2]", "[3, 3, 4]"}, {0}, 1},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char hands[1500] = "";
		for (int h = 0; h < 5 && cases[i].left[h]; h++) {
			char hand[200];
			snprintf(hand, sizeof hand, "%s{'left': %s, 'points': %s, 'steps': []}", h ? ", " : "",
				 cases[i].left[h], cases[i].points[h] ? cases[i].points[h] : "[0, 0, 0]");
			strcat(hands, hand);
		}
		struct drama drama = of("[[2, 1], [1, 1], [3, 1]]", hands);
		ck_assert_msg(drama.value[DRAMA_LEAD] == cases[i].changes, "case %zu: %g changes, not %g", i,
			      drama.value[DRAMA_LEAD], cases[i].changes);
	}
}
END_TEST

START_TEST(comebacks_are_of_the_winner)
{
	struct drama drama = of("[[1, 1], [2, 1]]",
				HAND("[1, 5]", "[0, 0]", "", "1") ", " HAND("[1, 2]", "[0, 0]", "", "1"));
	ck_assert_double_eq(drama.value[DRAMA_COMEBACK], 4);
	drama = of("[[2, 1], [1, 1]]", HAND("[1, 5]", "[0, 0]", "", "0")); /* the other one won */
	ck_assert_double_eq(drama.value[DRAMA_COMEBACK], 0);
	drama = of("[[1, 1], [2, 1]]", HAND("[1, 1]", "[0, 0]", "", "1")); /* against one die, too */
	ck_assert_double_eq(drama.value[DRAMA_COMEBACK], 0);
	drama = of("[[1, 1], [2, 1]]", ""); /* a game without hands */
	check_drama(&drama, (double[DRAMA_KINDS]){0}, "no hands");
}
END_TEST

START_TEST(the_most_dramatic_kind_is_weighed)
{
	const struct drama none = {{0}}, bluff = {{0.9, 0.95, 1, 0}}, comeback = {{0.9, 0, 1, 4}},
		lead = {{0.4, 0, 3, 4}};
	ck_assert_int_eq(drama_most(&none), DRAMA_KINDS);
	ck_assert_double_eq(drama_sum(&none), 0);
	ck_assert_int_eq(drama_most(&bluff), DRAMA_STOOD);
	ck_assert_int_eq(drama_most(&comeback), DRAMA_COMEBACK);
	ck_assert_int_eq(drama_most(&lead), DRAMA_LEAD);
	ck_assert_double_eq_tol(drama_sum(&bluff), 2 * 0.9 + 0.95 + 1, 1e-12);
	ck_assert_double_eq_tol(drama_sum(&comeback), 2 * 0.9 + 1 + 0.7 * 4, 1e-12);
}
END_TEST

START_TEST(reasons_are_words)
{
	static const struct {
		enum drama_kind kind;
		double value;
		const char *words;
	} cases[] = {
		{DRAMA_STOOD, 0.97, "a bluff of 3% that nobody called"},
		{DRAMA_CAUGHT, 0.6, "a bluff of 40% that was called"},
		{DRAMA_STOOD, 0.995, "a bluff of less than 1% that nobody called"},
		{DRAMA_CAUGHT, 0.99, "a bluff of 1% that was called"},
		{DRAMA_LEAD, 1, "the lead changes 1 time"}, {DRAMA_LEAD, 4, "the lead changes 4 times"},
		{DRAMA_COMEBACK, 3, "won from one die against 4"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct drama drama = {{0}};
		AUTO_STR struct str words = {0};
		drama.value[cases[i].kind] = cases[i].value;
		drama_describe(&drama, cases[i].kind, &words);
		ck_assert_str_eq(str_text(&words), cases[i].words);
	}
}
END_TEST

SUITE(0,
	TEST(bluffs_are_false_and_unlikely),
	TEST(lead_changes_are_counted),
	TEST(comebacks_are_of_the_winner),
	TEST(the_most_dramatic_kind_is_weighed),
	TEST(reasons_are_words))
