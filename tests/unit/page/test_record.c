/* test_record.c - games as a page replays them: made-up games as JSON. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "game/dice.h"
#include "game/liars/liars.h"
#include "output/viewer.h"
#include "same_text.h"

static struct rules rules;
static struct game_record played;
static const int robots[] = {4, 2, 7};

/* A string of the played. */
static size_t add(const char *text)
{
	if (!played.text.length)
		str_add(&played.text, "?");
	str_add_n(&played.text, "\0", 1);
	size_t at = played.text.length;
	str_add_n(&played.text, text, strlen(text) + 1);
	return at;
}

static void begin(const char *variant, int n_seats)
{
	ck_assert_int_eq(rules_init(&rules, variant, NULL), 0);
	played = (struct game_record){.number = 41, .rules = &rules, .n_seats = n_seats, .letter = {'B', 'A', 'C'},
		.robots = robots};
	for (int seat = 0; seat < n_seats; seat++) {
		played.places[seat] = seat + 1;
		played.n_tied[seat] = 1;
	}
}

static void check_record(const char *wanted, int n_plays, bool has_illegal)
{
	AUTO_STR struct str json = {0};
	struct record record;
	record_of(&played, &record);
	ck_assert_uint_eq(record.number, 41);
	ck_assert_int_eq(record.n_plays, n_plays);
	ck_assert_int_eq(record.has_illegal, has_illegal);
	json_add_line(&json, json_incref(record.json), 0);
	check_same_text(json.text, wanted);
	record_release(&record);
	ck_assert_ptr_null(record.json);
	str_release(&played.text);
}

/* ---- games ------------------------------------------------------------------------------ */

static uint64_t dice_of(const char *faces)
{
	uint64_t packed = 0;
	for (; *faces; faces++)
		packed += dice_pack(*faces - '0');
	return packed;
}

START_TEST(a_hand_that_was_called)
{
	begin("wild", 2);
	const struct odds own = {.bid = 23, .bidder = 0, .chance = 0.6, .count = 1};
	const struct odds next = {.bid = 23, .bidder = 0, .chance = 0.54326, .count = 1};
	struct game_record_ask asks[] = {
		{.seat = 0, .verdict = VERDICT_OK, .play = 23, .made = own, .left = next, .hands = add("A:xx,B:31"),
		 .history = add(""), .output = add("a\tb\n\nc")},
		{.seat = 1, .verdict = VERDICT_OK, .play = PLAY_CALL, .faced = next, .hands = add("A:62,B:xx"),
		 .history = add("B:23")},
	};
	struct game_record_hand hand = {
		.n_asks = 2, .in_before = 3, .wild = 1, .hands = add("A:62,B:31"), .history = add("B:23,A:0"),
		.words = add("A called\t."),
		.seat = {{.dealt = dice_of("13"), .n_dice = 2, .left = 2, .points = 4},
			{.dealt = dice_of("26"), .n_dice = 2, .left = 2}},
		.last = {.end = HAND_CALL, .bid = 23, .loser = 0, .bidder = 0, .delta = {-1, 0}},
	};
	played.asks = asks;
	played.hands = &hand;
	played.n_asks = 2;
	played.n_hands = 1;
	played.n_tied[1] = 2;
	check_record(
		"{\"number\":42,\"seats\":[{\"me\":\"B\",\"robot\":4},{\"me\":\"A\",\"robot\":2}],"
		"\"hands\":[{\"dice\":[\"31\",\"62\"],\"left\":[2,2],\"points\":[4,0],\"in\":[1,1],"
		"\"steps\":[{\"seat\":0,\"at\":0,\"verdict\":\"ok\",\"hands\":\"A:xx,B:31\",\"play\":23,"
		"\"words\":\"two threes\",\"truth\":{\"seat\":0,\"bid\":23,\"true\":false,\"count\":1,\"wild\":0,"
		"\"own\":0.6,\"next\":0.5433},\"output\":\"a?b\\n\\nc\\n\"},{\"seat\":1,\"at\":4,\"verdict\":\"ok\","
		"\"hands\":\"A:62,B:xx\",\"play\":0,\"words\":\"liar!\"}],\"history\":\"B:23,A:0\","
		"\"end\":{\"words\":\"A called?.\",\"loser\":0,\"delta\":[-1,0],\"shown\":\"A:62,B:31\",\"face\":3,"
		"\"wild\":1}}],\"places\":[[1,1],[2,2]],\"plays\":2}", 2, false);
}
END_TEST

/* A bid that stands is judged as its bidder saw it when it was made. */
START_TEST(a_bid_stays_until_it_is_called)
{
	begin("round-table", 3);
	const struct odds early = {.bid = 12, .bidder = 2, .chance = 0.25, .count = 1, .is_true = true, .wild = 1};
	const struct odds middle = {.bid = 12, .bidder = 2, .chance = 0.5, .count = 1, .is_true = true, .wild = 1};
	const struct odds late = {.bid = 12, .bidder = 2, .chance = 0.75, .count = 1, .is_true = true, .wild = 1};
	const struct odds other = {.bid = 11, .bidder = 2, .chance = 0.125};
	struct game_record_ask asks[] = {
		{.seat = 2, .play = 11, .made = other, .left = other, .hands = add("h"), .history = add("")},
		{.seat = 2, .play = 12, .made = early, .left = middle, .hands = add("h"), .history = add("a")},
		{.seat = 0, .verdict = VERDICT_ILLEGAL, .play = 7, .left = late, .hands = add("h"),
		 .history = add("ab")},
	};
	struct game_record_hand hand = {.n_asks = 3, .in_before = 5, .is_broken = true, .hands = add("?"),
		.history = add("abc"), .words = add("w")};
	played.asks = asks;
	played.hands = &hand;
	played.n_asks = 3;
	played.n_hands = 1;
	check_record(
		"{\"number\":42,\"seats\":[{\"me\":\"B\",\"robot\":4},{\"me\":\"A\",\"robot\":2},{\"me\":\"C\","
		"\"robot\":7}],\"hands\":[{\"dice\":[\"\",\"\",\"\"],\"left\":[0,0,0],\"points\":[0,0,0],\"in\":[1,0,"
		"1],\"steps\":[{\"seat\":2,\"at\":0,\"verdict\":\"ok\",\"hands\":\"h\",\"play\":11,\"words\":\"one "
		"one\",\"truth\":{\"seat\":2,\"bid\":11,\"true\":false,\"count\":0,\"wild\":0,\"own\":0.125,"
		"\"next\":0.125}},{\"seat\":2,\"at\":1,\"verdict\":\"ok\",\"hands\":\"h\",\"play\":12,\"words\":\"one "
		"two\",\"truth\":{\"seat\":2,\"bid\":12,\"true\":true,\"count\":1,\"wild\":1,\"own\":0.25,"
		"\"next\":0.5}},{\"seat\":0,\"at\":2,\"verdict\":\"illegal\",\"hands\":\"h\",\"play\":7,\"words\":\"7 "
		"(invalid)\",\"truth\":{\"seat\":2,\"bid\":12,\"true\":true,\"count\":1,\"wild\":1,\"own\":0.25,"
		"\"next\":0.75}}],\"history\":\"abc\"}],\"places\":[[1,1],[2,1],[3,1]],\"plays\":3}", 3, true);
}
END_TEST

/* At a play, in the first hand, and at the showdown of the second one. */
START_TEST(faults_have_a_cause)
{
	begin("liars-dice", 2);
	struct game_record_ask asks[] = {
		{.seat = 1, .verdict = VERDICT_TIMEOUT, .hands = add("h"), .history = add(""),
		 .cause = add("too\tlong"), .output = add("out")},
		{.seat = 0, .verdict = VERDICT_OK, .play = 12, .hands = add("h"), .history = add("")},
	};
	struct game_record_look look = {.seat = 1, .verdict = VERDICT_CRASH, .cause = add("signal"),
		.output = add("last words")};
	struct game_record_hand hands[] = {
		{.n_asks = 1, .in_before = 3, .is_broken = true, .hands = add("x"), .history = add("y"),
		 .words = add("w"), .last = {.end = HAND_FAULT, .loser = 1}},
		{.first_ask = 1, .n_asks = 1, .first_look = 0, .n_looks = 1, .in_before = 3, .hands = add("all"),
		 .history = add("A:12,B:0"), .words = add("words"),
		 .last = {.end = HAND_ILLEGAL, .bid = 12, .loser = -1, .delta = {-1, 1}},
		 .wild = 1},
	};
	played.asks = asks;
	played.hands = hands;
	played.looks = &look;
	played.n_asks = played.n_hands = 2;
	played.n_looks = 1;
	check_record(
		"{\"number\":42,\"seats\":[{\"me\":\"B\",\"robot\":4},{\"me\":\"A\",\"robot\":2}],"
		"\"hands\":[{\"dice\":[\"\",\"\"],\"left\":[0,0],\"points\":[0,0],\"in\":[1,1],\"steps\":[{\"seat\":1,"
		"\"at\":0,\"verdict\":\"timeout\",\"hands\":\"h\",\"cause\":\"too?long\",\"output\":\"out\\n\"}],"
		"\"history\":\"y\"},{\"dice\":[\"\",\"\"],\"left\":[0,0],\"points\":[0,0],\"in\":[1,1],"
		"\"steps\":[{\"seat\":0,\"at\":0,\"verdict\":\"ok\",\"hands\":\"h\",\"play\":12,\"words\":\"one two\"},"
		"{\"seat\":1,\"at\":8,\"verdict\":\"crash\",\"cause\":\"signal\",\"output\":\"last words\\n\"}],"
		"\"history\":\"A:12,B:0\",\"end\":{\"words\":\"words\",\"loser\":-1,\"delta\":[-1,1],\"shown\":\"all\","
		"\"face\":0,\"wild\":0}}],\"places\":[[1,1],[2,1]],\"plays\":1}", 1, false);
}
END_TEST

/* Output is cut to 2000 bytes: one line, many lines, and a long line after short ones. */
START_TEST(long_outputs_are_cut)
{
	AUTO_STR struct str one = {0}, many = {0}, mixed = {0};
	for (int i = 0; i < 3000; i++)
		str_add(&one, "x");
	for (int i = 0; i < 1500; i++)
		str_add(&many, "y\n");
	str_addf(&mixed, "y\ny\n%s", one.text);
	begin("liars-dice", 2);
	struct game_record_ask asks[] = {
		{.seat = 1, .play = 11, .hands = add("h"), .history = add(""), .output = add(one.text)},
		{.seat = 0, .play = 12, .hands = add("h"), .history = add(""), .output = add(many.text)},
		{.seat = 1, .play = 13, .hands = add("h"), .history = add(""), .output = add(mixed.text)},
		{.seat = 0, .play = 14, .hands = add("h"), .history = add(""), .output = add("")},
	};
	struct game_record_hand hand = {.n_asks = 4, .is_broken = true, .hands = add("x"), .history = add("y"),
		.words = add("w")};
	played.asks = asks;
	played.hands = &hand;
	played.n_asks = 4;
	played.n_hands = 1;
	struct record record;
	record_of(&played, &record);
	const json_t *steps = json_object_get(json_array_get(json_object_get(record.json, "hands"), 0), "steps");
	for (size_t i = 0; i < 3; i++)
		ck_assert_uint_eq(json_string_length(json_object_get(json_array_get(steps, i), "output")),
				  i == 1 ? 2000 : 2001);
	ck_assert_ptr_null(json_object_get(json_array_get(steps, 3), "output"));
	record_release(&record);
	str_release(&played.text);
}
END_TEST

/* ---- the margin ------------------------------------------------------------------------- */

/* By seat. Of places that are shared, the last seat counts as the winner. */
static const struct {
	const char *variant;
	int left[3], points[3], places[3], margin;
} margins[] = {
	{"liars-dice", {3, 0, 0}, {0}, {1, 2, 3}, 3}, {"liars-dice", {0, 1, 0}, {0}, {3, 1, 2}, 1},
	{"liars-dice", {0}, {0}, {2, 3, 2}, -1}, {"liars-dice", {0}, {5, 2, 3}, {1, 3, 2}, 2},
	{"liars-dice", {0}, {-5, -2, -3}, {3, 1, 2}, 1}, {"liars-dice", {0}, {0, 0, 7}, {2, 2, 1}, 7},
	{"liars-dice", {0}, {4, 4, 1}, {1, 1, 3}, 0}, {"liars-dice", {0}, {5, 2, 3}, {2, 1, 3}, -1},
	{"one-hand", {3, 0, 0}, {0}, {1, 2, 3}, -1},
};

START_TEST(margins_are_of_the_winner)
{
	struct record record;
	begin(margins[_i].variant, 3);
	for (int seat = 0; seat < 3; seat++) {
		played.left[seat] = margins[_i].left[seat];
		played.points[seat] = margins[_i].points[seat];
		played.places[seat] = margins[_i].places[seat];
	}
	record_of(&played, &record);
	ck_assert_int_eq(record.margin, margins[_i].margin);
	record_release(&record);
}
END_TEST

SUITE(0,
	TEST(a_hand_that_was_called),
	TEST(a_bid_stays_until_it_is_called),
	TEST(faults_have_a_cause),
	TEST(long_outputs_are_cut),
	LOOP(margins_are_of_the_winner, 0, COUNT(margins)))
