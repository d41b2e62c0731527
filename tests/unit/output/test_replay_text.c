/* test_replay_text.c - a game ask by ask as text and as lines of JSON, of a made-up game. */
#include <check.h>
#include <string.h>

#include "output/game_record/forms.h"
#include "same_text.h"

static struct rules rules;
static struct tournament tournament;
static struct game_record played;
static struct game_record_ask asks[4];
static struct game_record_look look;
static struct game_record_hand hands[2];

/* A string of the record. */
static size_t add(const char *text)
{
	if (!played.text.length)
		str_add(&played.text, "?");
	str_add_n(&played.text, "\0", 1);
	size_t at = played.text.length;
	str_add_n(&played.text, text, strlen(text) + 1);
	return at;
}

/* The first hand ends by a fault, the second one by a call; one robot fails when the dice are shown. */
static void set_up(void)
{
	ck_assert_int_eq(rules_init(&rules, "liars-dice", NULL), 0);
	tournament.schedule.n_games = 99;
	played = (struct game_record){
		.number = 6, .rules = &rules, .n_seats = 3, .letter = {'B', 'C', 'A'},
		.name = {"long name", "c\td", "ä"}, .tournament = &tournament, .asks = asks, .hands = hands,
		.looks = &look, .n_hands = 2, .n_asks = 4, .n_looks = 1, .places = {2, 1, 2}, .n_tied = {2, 1, 2},
	};
	asks[0] = (struct game_record_ask){.seat = 0, .play = 11, .hands = add("B:1"), .history = add(""),
					   .output = add("one\ttwo\n\nthree")};
	asks[1] = (struct game_record_ask){.seat = 1, .verdict = VERDICT_TIMEOUT, .hands = add("C:2"),
		.history = add("B:11"), .cause = add("too\tlong"), .output = add("bye\n")};
	asks[2] = (struct game_record_ask){.seat = 2, .play = 12, .hands = add("A:3"), .history = add("")};
	asks[3] = (struct game_record_ask){.seat = 0, .verdict = VERDICT_ILLEGAL, .play = 7, .hands = add("B:4"),
					   .history = add("A:12")};
	look = (struct game_record_look){.seat = 2, .verdict = VERDICT_CRASH, .cause = add("signal 11"),
		.output = add("last")};
	hands[0] = (struct game_record_hand){.n_asks = 2, .is_broken = true, .hands = add("B:1,C:2"),
		.history = add("B:11"), .words = add("C ran out of time."), .last = {.loser = 1}};
	hands[1] = (struct game_record_hand){.first_ask = 2, .n_asks = 2, .n_looks = 1, .hands = add("A:3,B:4"),
					     .history = add("A:12,B:7"), .words = add("B made an illegal play."),
					     .failed_looking = 4, .last = {.loser = 0}};
}

static void tear_down(void)
{
	str_release(&played.text);
}

START_TEST(a_game_as_text)
{
	AUTO_STR struct str text = {0};
	replay_add_text(&played, false, &text);
	check_same_text(text.text,
		"Game 7 of 99\n"
		"liars-dice dice=5 faces=6 wild=none caller=next loss=die starter=next illegal=call limit=start "
		"rounds=0 target=0 exact=off ones_rule=plain palifico=off fault=game\n"
		"In turn order: B long name, C c?d, A ä\n"
		"\n"
		"Hand 1\n"
		"  B long name  B:1  []  -> 11 one one\n"
		"      | one?two\n"
		"      | \n"
		"      | three\n"
		"  C c?d        C:2  [B:11]  -> timeout: too?long\n"
		"      | bye\n"
		"  C ran out of time.\n"
		"\n"
		"Hand 2\n"
		"  A ä          A:3  []  -> 12 one two\n"
		"  B long name  B:4  [A:12]  -> 7 7 (invalid)  illegal\n"
		"  All dice: A:3,B:4  [A:12,B:7]\n"
		"  B made an illegal play.\n"
		"  A ä          A:3,B:4  [A:12,B:7]  -> crash: signal 11\n"
		"      | last\n"
		"  ä crashed or ran out of time when the dice were shown: ä loses a die.\n"
		"\n"
		"Places:\n"
		"  1. C c?d\n"
		"  2. B long name (shared)\n"
		"  2. A ä (shared)\n");
}
END_TEST

static void check_has(const char *text, const char *part)
{
	ck_assert_msg(strstr(text, part), "no %s in\n%s", part, text);
}

START_TEST(a_game_in_colour)
{
	AUTO_STR struct str text = {0};
	replay_add_text(&played, true, &text);
	check_has(text.text, "\n\n\033[1mHand 2\033[0m\n");
	check_has(text.text, "-> \033[31mtimeout: too?long\033[0m\n");
	check_has(text.text, "  \033[31millegal\033[0m\n");
}
END_TEST

/* What a failure at the showdown costs; points are shown behind an @. */
START_TEST(failures_at_the_showdown)
{
	AUTO_STR struct str out = {0}, points = {0};
	hands[1].failed_looking = 5;
	hands[1].expelled = 1;
	played.places[0] = 3;
	played.n_tied[0] = played.n_tied[2] = 1;
	replay_add_text(&played, false, &out);
	check_has(out.text,
		  "\n  long name crashed or ran out of time when the dice were shown and is out of the game.\n"
		  "  ä crashed or ran out of time when the dice were shown: ä loses a die.\n\nPlaces:\n"
		  "  1. C c?d\n  2. A ä\n  3. B long name\n");
	hands[1].hands = add("A:3@2,B:4@1");
	replay_add_text(&played, false, &points);
	check_has(points.text, "ä loses a point.\n");
}
END_TEST

START_TEST(a_game_as_json)
{
	AUTO_STR struct str json = {0};
	hands[1].last.loser = -1;
	replay_add_json(&played, &json);
	check_same_text(json.text,
		"{\"event\":\"game\",\"game\":7,\"rules\":\"liars-dice dice=5 faces=6 wild=none caller=next loss=die "
		"starter=next illegal=call limit=start rounds=0 target=0 exact=off ones_rule=plain palifico=off "
		"fault=game\",\"seats\":[{\"me\":\"B\",\"robot\":\"long name\"},{\"me\":\"C\",\"robot\":\"c?d\"},"
		"{\"me\":\"A\",\"robot\":\"ä\"}]}\n"
		"{\"event\":\"play\",\"hand\":1,\"me\":\"B\",\"robot\":\"long name\",\"hands\":\"B:1\","
		"\"history\":\"\",\"play\":11,\"words\":\"one one\",\"verdict\":\"ok\",\"output\":\"one?two??three\"}\n"
		"{\"event\":\"fault\",\"hand\":1,\"me\":\"C\",\"robot\":\"c?d\",\"hands\":\"C:2\","
		"\"history\":\"B:11\",\"verdict\":\"timeout\",\"cause\":\"too?long\",\"output\":\"bye?\"}\n"
		"{\"event\":\"play\",\"hand\":2,\"me\":\"A\",\"robot\":\"ä\",\"hands\":\"A:3\",\"history\":\"\","
		"\"play\":12,\"words\":\"one two\",\"verdict\":\"ok\"}\n"
		"{\"event\":\"play\",\"hand\":2,\"me\":\"B\",\"robot\":\"long name\",\"hands\":\"B:4\","
		"\"history\":\"A:12\",\"play\":7,\"words\":\"7 (invalid)\",\"verdict\":\"illegal\"}\n"
		"{\"event\":\"showdown\",\"hand\":2,\"hands\":\"A:3,B:4\",\"history\":\"A:12,B:7\",\"words\":\"B made "
		"an illegal play.\",\"loser\":null}\n"
		"{\"event\":\"fault\",\"hand\":2,\"me\":\"A\",\"robot\":\"ä\",\"hands\":\"A:3,B:4\","
		"\"history\":\"A:12,B:7\",\"verdict\":\"crash\",\"cause\":\"signal 11\",\"output\":\"last\"}\n"
		"{\"event\":\"over\",\"places\":[{\"robot\":\"long name\",\"place\":2,\"sharing\":2},"
		"{\"robot\":\"c?d\",\"place\":1,\"sharing\":1},{\"robot\":\"ä\",\"place\":2,\"sharing\":2}]}\n");
}
END_TEST

START_TEST(a_showdown_has_a_loser)
{
	AUTO_STR struct str json = {0};
	hands[1].last.loser = 1;
	replay_add_json(&played, &json);
	check_has(json.text, "\"words\":\"B made an illegal play.\",\"loser\":\"c?d\"}\n");
}
END_TEST

SUITE_WITH(set_up, tear_down, 0,
	TEST(a_game_as_text),
	TEST(a_game_in_colour),
	TEST(failures_at_the_showdown),
	TEST(a_game_as_json),
	TEST(a_showdown_has_a_loser))
