/* test_maexchen_reference.h - a simple second implementation of the rules of Mäxchen, and a table that compares every
 * play of the state machine with it. It uses nothing of src/game/maexchen*.c except its state. */
#pragma once

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "game/maexchen/maexchen.h"
#include "game_testing.h"

enum { MAX_VALUES = 36 };

struct table {
	struct rules rules;
	struct game game;
	struct game_view view;
	int n;
	char letters[GAME_MAX_SEATS + 1];
	size_t history_size, hands_size;
	char *seen;              /* for game_see */
	uint64_t random;         /* state of the players' choices */
	bool has_faults, is_orderly;
	int n_plays, n_hands;
	/* The reference state, which the game must match. */
	int order[MAX_VALUES], n_values; /* all values, lowest first */
	int points[GAME_MAX_SEATS], direction;
	bool is_out[GAME_MAX_SEATS];
	struct str history, wanted;
};

static inline int below(struct table *t, int n)
{
	return (int)rng_below(rng_next(&t->random), (uint32_t)n);
}

/* ---- the rules, implemented simply ------------------------------------------------------- */

static inline bool has_digits_of_dice(const int *setting, int value)
{
	for (int first = 1; first <= 6; first++)
		for (int second = 1; second <= (setting[MAEXCHEN_ORDER_DIGITS] ? first : 6); second++)
			if (value == 10 * first + second)
				return true;
	return false;
}

static inline bool is_special(const int *setting, int value)
{
	return value == setting[MAEXCHEN_MAEXCHEN] || value == setting[MAEXCHEN_HAMBURGER];
}

/* Lists the values, lowest first: ordinary values by size, doubles, Mäxchen, Hamburger. */
static inline void list_values(struct table *t)
{
	const int *setting = t->rules.value;
	t->n_values = 0;
	for (int doubles = 0; doubles < 2; doubles++)
		for (int value = 11; value <= 66; value++)
			if (has_digits_of_dice(setting, value) && !is_special(setting, value) &&
			    (value / 10 == value % 10) == doubles)
				t->order[t->n_values++] = value;
	if (has_digits_of_dice(setting, setting[MAEXCHEN_MAEXCHEN]))
		t->order[t->n_values++] = setting[MAEXCHEN_MAEXCHEN];
	if (has_digits_of_dice(setting, setting[MAEXCHEN_HAMBURGER]))
		t->order[t->n_values++] = setting[MAEXCHEN_HAMBURGER];
}

/* Returns the rank of a value, from 0, or -1 if it is not a value. */
static inline int index_of(const struct table *t, int value)
{
	for (int i = 0; i < t->n_values; i++)
		if (t->order[i] == value)
			return i;
	return -1;
}

static inline int n_left(const struct table *t)
{
	int n = 0;
	for (int seat = 0; seat < t->n; seat++)
		n += !t->is_out[seat];
	return n;
}

/* Steps one seat at a time over the seats still in the game. */
static inline int seat_after(const struct table *t, int seat)
{
	long long step = (long long)t->rules.value[MAEXCHEN_PLAY_ORDER] * t->direction;
	if (step == 0 && !t->is_out[seat])
		return seat;
	if (step == 0)
		step = t->direction;
	int way = step > 0 ? 1 : t->n - 1, left = n_left(t);
	long long n_steps = (step > 0 ? step : -step) % left;
	if (n_steps == 0)
		n_steps = left;
	while (n_steps > 0) {
		seat = (seat + way) % t->n;
		n_steps -= !t->is_out[seat];
	}
	return seat;
}

/* Returns the hands, such as "A:xx@10,B:53@9". */
static inline const char *hands_with(struct table *t, int open, int roll)
{
	str_clear(&t->wanted);
	for (int seat = 0; seat < t->n; seat++) {
		if (t->is_out[seat])
			continue;
		str_addf(&t->wanted, "%s%c:", t->wanted.length ? "," : "", t->letters[seat]);
		if (seat == open && roll)
			str_addf(&t->wanted, "%d", roll);
		else
			str_add(&t->wanted, "xx");
		str_addf(&t->wanted, "@%d", t->points[seat]);
	}
	return t->wanted.text;
}

/* ---- a table ---------------------------------------------------------------------------- */

static inline void open_table(struct table *t, int n, uint64_t block)
{
	struct rng_key key = rng_key_of_seed("random games");
	shuffle_letters(t->letters, n, &t->random);
	t->n = n;
	t->history_size = game_history_size(&t->rules, n);
	t->hands_size = game_hands_size(&t->rules, n);
	guard_view(&t->view, &t->rules, n);
	t->seen = guarded(t->hands_size);
	for (int seat = 0; seat < n; seat++)
		t->points[seat] = t->rules.value[MAEXCHEN_POINTS_TO_START];
	t->direction = 1;
	list_values(t);
	str_add(&t->history, "");
	game_start(&t->game, &t->rules, n, t->letters, (struct dice_source){key, block}, &t->view);
	SAME(t, "who begins", t->game.turn, 0);
}

static inline void close_table(struct table *t)
{
	free_guarded_view(&t->view, &t->rules, t->n);
	free_guarded(t->seen, t->hands_size);
	str_release(&t->history);
	str_release(&t->wanted);
}

/* ---- steps and their expected results --------------------------------------------------- */

static inline void check_strings(struct table *t)
{
	const struct maexchen_state *state = &t->game.u.maexchen;
	if (t->game.need == GAME_NEED_OVER)
		return;
	SAME_TEXT(t, "history", t->view.history, str_text(&t->history));
	SAME(t, "history length", t->game.history_length, (long long)t->history.length);
	game_see(&t->game, t->game.turn, t->seen);
	if (t->game.need == GAME_NEED_OBSERVE) {
		SAME_TEXT(t, "what game_see writes", t->seen, t->view.shown);
		return;
	}
	for (int seat = 0; seat < t->n; seat++) {
		bool has_roll = seat == t->game.turn && !state->is_believing;
		bool is_looked_at = seat == t->game.turn || t->n_plays % t->n == seat; /* all would take too long */
		if (!t->is_out[seat] && is_looked_at)
			SAME_TEXT(t, "hands", t->view.hands[seat], hands_with(t, seat, has_roll ? state->roll : 0));
	}
	SAME_TEXT(t, "what game_see writes", t->seen, t->view.hands[t->game.turn]);
	SAME(t, "is a value rolled", index_of(t, state->roll) >= 0, true);
}

static inline void check_players(struct table *t)
{
	for (int seat = 0; seat < t->n; seat++) {
		int n_tied, place = game_place(&t->game, seat, &n_tied);
		SAME(t, "points", game_points(&t->game, seat), t->points[seat]);
		SAME(t, "is in", game_is_in(&t->game, seat), !t->is_out[seat]);
		if (t->is_out[seat])
			SAME(t, "is placed", place > n_left(t) && n_tied == 1, true);
		else if (n_left(t) > 1 && t->n_hands < MAEXCHEN_MAX_HANDS)
			SAME(t, "place", place, 0);
	}
}

/* The hand cost `loser` what this roll costs (0: there was no loss). */
static inline void lose(struct table *t, int loser, int roll)
{
	const int *setting = t->rules.value;
	int cost = setting[MAEXCHEN_LOSS_NORMAL];
	bool turns = false;
	if (roll && roll == setting[MAEXCHEN_HAMBURGER]) {
		cost = setting[MAEXCHEN_LOSS_HAMBURGER];
		turns = setting[MAEXCHEN_REVERSE_HAMBURGER];
	} else if (roll && roll == setting[MAEXCHEN_MAEXCHEN]) {
		cost = setting[MAEXCHEN_LOSS_MAEXCHEN];
		turns = setting[MAEXCHEN_REVERSE_MAEXCHEN];
	}
	t->points[loser] -= cost;
	SAME(t, "loser", t->game.last.loser, loser);
	SAME(t, "roll told", t->game.last.count, roll);
	for (int seat = 0; seat < t->n; seat++)
		SAME(t, "change of points", t->game.last.delta[seat], seat == loser ? -cost : 0);
	if (t->points[loser] < 1)
		t->is_out[loser] = true;
	if (turns)
		t->direction = -t->direction;
}

static inline void check_showdown(struct table *t, int open, int roll)
{
	SAME(t, "need", t->game.need, GAME_NEED_OBSERVE);
	SAME_TEXT(t, "shown", t->view.shown, hands_with(t, open, roll));
	t->n_hands++;
}

/* One play; returns the seat that must be asked next, or that must begin the next hand. */
static inline int play(struct table *t, int play)
{
	const struct maexchen_state *state = &t->game.u.maexchen;
	int seat = t->game.turn, roll = state->roll, claim = state->claim, claimer = state->claimer;
	bool was_believing = state->is_believing;
	bool is_legal = was_believing ? play == 0 || play == 1 : index_of(t, play) > (claim ? index_of(t, claim) : -1);
	SAME(t, "is legal", game_is_legal(&t->game, play, NULL), is_legal);
	SAME(t, "was legal", game_play(&t->game, play), is_legal);
	str_addf(&t->history, "%s%c:%d", t->history.length ? "," : "", t->letters[seat], play);
	t->n_plays++;
	if (!is_legal) {
		check_showdown(t, was_believing ? -1 : seat, roll);
		SAME(t, "end", t->game.last.end, HAND_ILLEGAL);
		lose(t, seat, was_believing ? 0 : roll);
		return seat_after(t, seat);
	}
	if (!was_believing)
		return seat_after(t, seat);
	if (play == 1 && claim != t->order[t->n_values - 1]) {
		SAME(t, "is a claim asked for", state->is_believing, false);
		return seat;
	}
	check_showdown(t, play == 0 ? claimer : -1, roll);
	SAME(t, "end", t->game.last.end, play == 0 ? HAND_CALL : HAND_BELIEVED);
	if (play == 1)
		return seat;
	lose(t, index_of(t, roll) >= index_of(t, claim) ? seat : claimer, roll);
	return seat_after(t, claimer);
}
