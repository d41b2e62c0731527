/* test_game_text.c - games as lines of text while they are played: hands, faults at a play and at the showdown,
 * places. */
#include <check.h>
#include <string.h>

#include "game_testing.h"
#include "output/game_record/forms.h"
#include "same_text.h"

enum { N = 3 };

static char labels[N][8] = {"ann", "b\tob", "cyd"}, hash[] = "abc", seed[] = "7";
static struct run_config_robot robots[N];
static struct run_config info;
static struct schedule schedule;
static struct match_plan plan;
static struct game_record_setting setting;
static struct rules rules;
static struct game game;
static struct game_record seen;
static struct str text;
static char history[4096], shown[512], hands[N][512];

static void show(enum watch_kind kind, int seat, enum verdict verdict)
{
	static const struct fault fault = {.cause = "cause", .output = ""};
	const struct watch_event s = {.kind = kind, .game = &game, .plan = &plan, .number = 16, .seat = seat,
		.verdict = verdict, .fault = &fault, .me = "A", .hands = "", .history = history, .output = ""};
	game_record_watch_as_text(&setting, &seen, &s, &text);
}

/* The letters of a table of three: seat 0 has B and so on. */
static void begin(const char *variant, const char *option)
{
	struct schedule_options options = {.format = FORMAT_TABLE, .n_robots = N, .games = 99, .match_length = 1};
	rules = rules_of(variant);
	if (option)
		ck_assert_int_eq(rules_set(&rules, option, NULL), 0);
	ck_assert_int_eq(schedule_init(&schedule, &options, NULL), 0);
	plan = schedule_match(&schedule, 5);
	for (int i = 0; i < N; i++)
		robots[i] = (struct run_config_robot){.label = labels[i], .spec = labels[i], .sha256 = hash};
	info = (struct run_config){.n_robots = N, .robots = robots, .seed = seed, .n_seats = N, .games = 99,
		.rules = rules};
	game_record_setting_init(&setting, &info, &schedule);
	struct game_view view = {.history = history, .shown = shown, .hands = {hands[0], hands[1], hands[2]}};
	game_start(&game, &rules, N, "BCA", (struct dice_source){rng_key_of_seed("text"), 0}, &view);
	seen.has_words = seen.has_one_hand = seen.has_no_asks = true;
	show(WATCH_GAME, -1, VERDICT_OK);
	show(WATCH_HAND, game.turn, VERDICT_OK);
}

static void end(void)
{
	game_record_setting_release(&setting);
	game_record_release(&seen);
	str_release(&text);
}

static void play(int play)
{
	game_play(&game, play);
	if (game.need == GAME_NEED_OBSERVE)
		show(WATCH_SHOWDOWN, -1, VERDICT_OK);
}

/* At the play of the seat whose turn it is, or at the showdown. */
static void crash(int seat)
{
	show(WATCH_FAULT, seat, VERDICT_CRASH);
	game_fault(&game, seat);
	if (game.need != GAME_NEED_OBSERVE)
		show(game.need == GAME_NEED_OVER ? WATCH_OVER : WATCH_HAND, game.turn, VERDICT_OK);
}

static void observed(void)
{
	game_observed(&game);
	show(game.need == GAME_NEED_OVER ? WATCH_OVER : WATCH_HAND, game.turn, VERDICT_OK);
}

/* The line with which it begins, and those after it. */
static void check_text(const char *wanted)
{
	AUTO_STR struct str first = {0};
	for (int seat = 0; seat < N; seat++)
		str_addf(&first, "%s%c %s", seat ? ", " : "17 begins: ", "BCA"[seat],
			 setting.titles[plan.robot["BCA"[seat] - 'A']]);
	str_add(&first, "\n");
	ck_assert_int_eq(strncmp(text.text, first.text, first.length), 0);
	check_same_text(text.text + first.length, wanted);
}

START_TEST(a_game_that_is_played_out)
{
	begin("liars-dice", "dice=1");
	game_set_dice(&game, 0, (const uint8_t[]){1}, 1);
	game_set_dice(&game, 1, (const uint8_t[]){2}, 1);
	game_set_dice(&game, 2, (const uint8_t[]){3}, 1);
	play(12);
	play(22);
	play(PLAY_CALL); /* A calls C, who is out */
	observed();
	game_set_dice(&game, game.turn, (const uint8_t[]){4}, 1);
	game_set_dice(&game, game.turn == 0 ? 2 : 0, (const uint8_t[]){5}, 1);
	play(14);
	play(PLAY_CALL); /* a true bid */
	observed();
	check_text(
		"17.1  B:1,C:2,A:3  [B:12,C:22,A:0]  A called two twos: there was one. A's call was right, C loses the "
		"last die and is out.\n"
		"17.2  B:4,A:5  [B:14,A:0]  A called one four: there was one. A's call was wrong, A loses the last die "
		"and is out.\n"
		"17 ends: 1. B, 2. A, 3. C\n");
}
END_TEST

START_TEST(failures_at_a_play)
{
	begin("liars-dice", "dice=1");
	play(12);
	crash(1);
	crash(game.turn);
	check_text(
		"17.1  B:6,C:6,A:5  [B:12]  C crashed or ran out of time and is out of the game.\n"
		"17.2  B:3,A:2  []  B crashed or ran out of time and is out of the game.\n"
		"17 ends: 1. A, 2. B, 3. C\n");
}
END_TEST

START_TEST(failures_at_the_showdown)
{
	begin("liars-dice", "dice=1");
	game_set_dice(&game, 0, (const uint8_t[]){1}, 1);
	game_set_dice(&game, 1, (const uint8_t[]){2}, 1);
	game_set_dice(&game, 2, (const uint8_t[]){3}, 1);
	play(11);
	play(PLAY_CALL); /* C is wrong and out */
	crash(0);
	observed();
	check_text(
		"17.1  B:1,C:2,A:3  [B:11,C:0]  C called one one: there was one. C's call was wrong, C loses the last "
		"die and is out.\n"
		"17.1  B crashed or ran out of time when the dice were shown and is out of the game.\n"
		"17 ends: 1. A, 2. B, 3. C\n");
}
END_TEST

/* With fault=die a die, with points a point. */
START_TEST(failures_cost_a_die_or_a_point)
{
	begin("liars-dice", _i ? "loss=point" : "fault=die");
	if (_i)
		ck_assert_int_eq(rules_set(&rules, "fault=die", NULL), 0);
	play(11);
	play(PLAY_CALL);
	crash(2);
	observed();
	ck_assert_ptr_nonnull(strstr(text.text,
		_i ? "\n17.1  A crashed or ran out of time when the dice were shown: A loses a point.\n"
		   : "\n17.1  A crashed or ran out of time when the dice were shown: A loses a die.\n"));
}
END_TEST

START_TEST(moments_that_are_needed)
{
	rules = rules_of("liars-dice");
	ck_assert_int_eq(game_record_shown_as_text(&rules), SHOW_SHOWDOWNS);
	rules = rules_of("maexchen");
	ck_assert_int_eq(game_record_shown_as_text(&rules), SHOW_HANDS);
}
END_TEST

SUITE_WITH(NULL, end, 0,
	TEST(a_game_that_is_played_out),
	TEST(failures_at_a_play),
	TEST(failures_at_the_showdown),
	LOOP(failures_cost_a_die_or_a_point, 0, 2),
	TEST(moments_that_are_needed))
