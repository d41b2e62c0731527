/* test_maexchen_table.h - games of Mäxchen with only the referee, for tests of robots. */
#pragma once

#include <check.h>
#include <stdlib.h>

#include "arena_robot.h"
#include "base/mem.h"
#include "base/rng.h"
#include "game/maexchen/maexchen.h"

struct table {
	struct rules rules;
	struct game game;
	struct game_view view;
	int n;
};

static inline void table_open(struct table *t, int n, uint64_t block)
{
	t->n = n;
	t->view.history = mem_zeroed(game_history_size(&t->rules, n), 1);
	t->view.shown = mem_zeroed(game_hands_size(&t->rules, n), 1);
	for (int seat = 0; seat < n; seat++)
		t->view.hands[seat] = mem_zeroed(game_hands_size(&t->rules, n), 1);
	game_start(&t->game, &t->rules, n, "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
		   (struct dice_source){rng_key_of_seed("robots"), block}, &t->view);
}

static inline void table_close(struct table *t)
{
	free(t->view.history);
	free(t->view.shown);
	for (int seat = 0; seat < t->n; seat++)
		free(t->view.hands[seat]);
}

/* Random rules that n players can play, with their text for robots. */
static inline void table_random_rules(struct table *t, int n, uint64_t *random, struct str *text)
{
	static const int specials[] = {21, 42, 11, 12, 24, 33, 66, 65, 69, -5, 0};
	static const int steps[] = {1, -1, 0, 2, 5, -3}, losses[] = {1, 1, 2, 3, 7, 0, -1};
	int *value = t->rules.value;
	struct err err;
	do {
		ck_assert_int_eq(rules_init(&t->rules, "maexchen", &err), 0);
		for (int i = 0; t->rules.family->options[i].name; i++)
			if (t->rules.family->options[i].type == RULE_WORD)
				value[i] = (int)rng_below(rng_next(random),
							  (uint32_t)t->rules.family->options[i].max + 1);
		value[MAEXCHEN_MAEXCHEN] = specials[rng_below(rng_next(random), 11)];
		value[MAEXCHEN_HAMBURGER] = specials[rng_below(rng_next(random), 11)];
		value[MAEXCHEN_PLAY_ORDER] = steps[rng_below(rng_next(random), 6)];
		value[MAEXCHEN_POINTS_TO_START] = 1 + (int)rng_below(rng_next(random), 25);
		for (int i = MAEXCHEN_LOSS_NORMAL; i <= MAEXCHEN_LOSS_HAMBURGER; i++)
			value[i] = losses[rng_below(rng_next(random), 7)];
	} while (rules_check(&t->rules, n, &err));
	rules_to_text(&t->rules, text);
}

/* Continues for at most this many hands. ask[seat] is the robot of each seat; `look`, if given, is called before each
 * ask. With `plays_badly` some answers are replaced by invalid ones; all others must be legal. */
typedef int ask_fn(const char *me, const char *hands, const char *history);
typedef void look_fn(const struct table *t, int seat);

static inline void table_play(struct table *t, ask_fn *const *ask, look_fn *look, int n_hands, bool plays_badly,
			      uint64_t *random)
{
	while (t->game.need != GAME_NEED_OVER && n_hands > 0) {
		for (int seat = 0; seat < t->n && t->game.need == GAME_NEED_OBSERVE; seat++) {
			const char me[2] = {(char)('A' + seat), '\0'};
			if (look)
				look(t, seat);
			ask[seat](me, t->view.shown, t->view.history);
		}
		if (t->game.need == GAME_NEED_OBSERVE) {
			game_observed(&t->game);
			n_hands--;
			continue;
		}
		int turn = t->game.turn;
		const char me[2] = {(char)('A' + turn), '\0'};
		if (look)
			look(t, turn);
		int play = ask[turn](me, t->view.hands[turn], t->view.history);
		if (plays_badly && rng_below(rng_next(random), 5) == 0)
			game_play(&t->game, (int)rng_below(rng_next(random), 80));
		else if (!game_play(&t->game, play))
			ck_abort_msg("%d is illegal after '%s'", play, t->view.history);
	}
}
