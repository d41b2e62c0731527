/* test_game_contracts.c - calls that the headers of src/game exclude are reported as bugs. */
#include <signal.h>

#include "game/liars/liars.h"
#include "game/maexchen/cheat.h"
#include "game/odds.h"
#include "game_testing.h"

static struct rules rules;
static struct game game;
static struct game_view view;

static void start(const char *variant, int n)
{
	rules = rules_of(variant);
	int n_buffers = n < GAME_MAX_SEATS ? n : GAME_MAX_SEATS;
	view.history = mem_zeroed(game_history_size(&rules, n), 1);
	view.shown = mem_zeroed(game_hands_size(&rules, n), 1);
	for (int seat = 0; seat < n_buffers; seat++)
		view.hands[seat] = mem_zeroed(game_hands_size(&rules, n), 1);
	game_start(&game, &rules, n, "ABCDEFGHIJKLMNOPQRSTUVWXYZ[", (struct dice_source){.block = 1}, &view);
}

static void stop(void)
{
	free(view.history);
	free(view.shown);
	for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
		free(view.hands[seat]);
	view = (struct game_view){0};
}

static void one_player(void) { start("liars-dice", 1); }
static void many_players(void) { start("liars-dice", GAME_MAX_SEATS + 1); }

static void play_at_the_showdown(const char *variant)
{
	start(variant, 2);
	game_play(&game, -1);
	game_play(&game, -1);
}

static void observe_in_a_hand(const char *variant)
{
	start(variant, 2);
	game_observed(&game);
}

static void liars_played_at_the_showdown(void) { play_at_the_showdown("liars-dice"); }
static void maexchen_played_at_the_showdown(void) { play_at_the_showdown("maexchen"); }
static void liars_observed_in_a_hand(void) { observe_in_a_hand("liars-dice"); }
static void maexchen_observed_in_a_hand(void) { observe_in_a_hand("maexchen"); }

static void odds_at_the_showdown(void)
{
	struct odds odds;
	start("liars-dice", 2);
	game_play(&game, -1);
	odds_of(&game, 0, &odds);
}

static void enter(const char *variant, struct liars_known known)
{
	start(variant, 3);
	known.n_seats = 3;
	liars_enter(&game, &rules, &known, &view);
}

static void enter_another_family(void) { enter("maexchen", (struct liars_known){.n_dice = {1, 1, 1}}); }
static void enter_with_many_dice(void) { enter("liars-dice", (struct liars_known){.n_dice = {1, 6, 1}}); }
static void enter_without_opener(void) { enter("liars-dice", (struct liars_known){.n_dice = {0, 1, 1}}); }
static void enter_alone(void) { enter("liars-dice", (struct liars_known){.opener = 1, .n_dice = {0, 1, 0}}); }

static void cheat_in_another_family(void)
{
	start("liars-dice", 2);
	maexchen_cheat(&game, 0, MAEXCHEN_CHEAT_GOD_KING);
}

static void cheat_with_a_disabled_value(void)
{
	start("maexchen", 2);
	ck_assert_int_eq(rules_set(&rules, "hamburger=69", NULL), 0);
	maexchen_cheat(&game, 0, MAEXCHEN_CHEAT_HAMBURGER);
}

static void cheat_after_a_play(void)
{
	start("maexchen", 2);
	maexchen_set_roll(&game, 5, 3);
	ck_assert(game_play(&game, 53));
	maexchen_cheat(&game, 0, MAEXCHEN_CHEAT_GOD_KING);
}

static void cheat_at_the_showdown(void)
{
	start("maexchen", 2);
	game_play(&game, -1);
	game.history_length = 0;
	maexchen_cheat(&game, 0, MAEXCHEN_CHEAT_GOD_KING);
}

static void cheat_in_a_later_hand(void)
{
	start("maexchen", 2);
	game_play(&game, -1);
	game_observed(&game);
	maexchen_cheat(&game, 0, MAEXCHEN_CHEAT_GOD_KING);
}

static void (*const bugs[])(void) = {
	one_player, many_players, liars_played_at_the_showdown, maexchen_played_at_the_showdown,
	liars_observed_in_a_hand, maexchen_observed_in_a_hand, odds_at_the_showdown, enter_another_family,
	enter_with_many_dice, enter_without_opener, enter_alone, cheat_in_another_family, cheat_with_a_disabled_value,
	cheat_after_a_play, cheat_at_the_showdown, cheat_in_a_later_hand,
};

START_TEST(others_are_bugs)
{
	bugs[_i]();
}
END_TEST

/* game.h: -1 for nobody. */
START_TEST(nobody_has_bid)
{
	start(_i ? "maexchen" : "liars-dice", 2);
	ck_assert(!game_play(&game, -1));
	ck_assert(game.last.bidder == -1 && game.last.bid == 0 && game.last.actor == 0 && game.last.loser == 0);
	stop();
}
END_TEST

START_TEST(limits_are_accepted)
{
	start("liars-dice", GAME_MAX_SEATS);
	ck_assert_int_eq(game.n_seats, GAME_MAX_SEATS);
	stop();
	enter("liars-dice", (struct liars_known){.opener = 2, .n_dice = {5, 0, 5}});
	ck_assert_int_eq(game.turn, 2);
	stop();
}
END_TEST

int main(void)
{
	TCase *cases = add_case("contracts", 0);
	tcase_add_loop_test_raise_signal(cases, others_are_bugs, SIGABRT, 0, COUNT(bugs));
	tcase_add_loop_test(cases, nobody_has_bid, 0, 2);
	tcase_add_test(cases, limits_are_accepted);
	return run_suite();
}
