/* game_testing.h - sets the dice of a game, and prints its state in failures, for the suites. */
#pragma once

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "game/dice.h"
#include "game/game.h"
#include "game/liars/liars.h"
#include "game/maexchen/maexchen.h"
#include "game/view.h"

static inline struct rules rules_of(const char *variant)
{
	struct rules rules;
	struct err err = {0};
	ck_assert_msg(rules_init(&rules, variant, &err) == 0, "%s", err.text);
	return rules;
}

/* ---- buffers whose overflow is noticed -------------------------------------------------- */

enum { CANARY = 64, CANARY_BYTE = 0xa5 };

static inline char *guarded(size_t size)
{
	char *buffer = mem_zeroed(size + CANARY, 1);
	memset(buffer, CANARY_BYTE, size + CANARY);
	return buffer;
}

static inline void free_guarded(char *buffer, size_t size)
{
	for (size_t i = 0; i < CANARY; i++)
		if ((unsigned char)buffer[size + i] != CANARY_BYTE)
			ck_abort_msg("byte %zu past the end of a buffer of %zu was written", i, size);
	free(buffer);
}

static inline void guard_view(struct game_view *view, const struct rules *rules, int n)
{
	view->history = guarded(game_history_size(rules, n));
	view->shown = guarded(game_hands_size(rules, n));
	for (int seat = 0; seat < n; seat++)
		view->hands[seat] = guarded(game_hands_size(rules, n));
}

static inline void free_guarded_view(struct game_view *view, const struct rules *rules, int n)
{
	free_guarded(view->history, game_history_size(rules, n));
	free_guarded(view->shown, game_hands_size(rules, n));
	for (int seat = 0; seat < n; seat++)
		free_guarded(view->hands[seat], game_hands_size(rules, n));
}

enum { PAINT = 0xee };

/* Overwrites what earlier functions left on the stack. */
__attribute__((noinline, unused)) static void paint_stack(void)
{
	volatile unsigned char paint[8192];
	for (size_t i = 0; i < sizeof paint; i++)
		paint[i] = PAINT;
}

/* ---- tables ----------------------------------------------------------------------------- */

/* Puts the letters of n seats in a random order. */
static inline void shuffle_letters(char letters[GAME_MAX_SEATS + 1], int n, uint64_t *random)
{
	strcpy(letters, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
	for (int i = n - 1; i > 0; i--) {
		int k = (int)rng_below(rng_next(random), (uint32_t)i + 1);
		char swapped = letters[i];
		letters[i] = letters[k];
		letters[k] = swapped;
	}
}

/* Replaces the dice of a seat before the first play of a hand: dice[k] for k < n_dice, which must be the number of its
 * dice; faces are from 1, in any order. Rebuilds all views. */
static inline void game_set_dice(struct game *game, int seat, const uint8_t *dice, int n_dice)
{
	const int *value = game->rules->value;
	bug_if(game->rules->family != &family_liars);
	bug_if(game->need != GAME_NEED_PLAY || game->history_length);
	bug_if(n_dice != game->seat[seat].n_dice);
	uint64_t packed = 0;
	for (int k = 0; k < n_dice; k++) {
		bug_if(dice[k] < 1 || dice[k] > value[LIARS_FACES]);
		packed += dice_pack(dice[k]);
	}
	game->seat[seat].dice = packed;
	view_deal(game, value[LIARS_LOSS] == LOSS_POINT);
}

/* Replaces the roll of the seat that is asked for a claim; faces 1..6, in the order rolled. */
static inline void maexchen_set_roll(struct game *game, int first, int second)
{
	bug_if(game->rules->family != &family_maexchen || game->need != GAME_NEED_PLAY);
	bug_if(game->u.maexchen.is_believing);
	bug_if(first < 1 || first > MAEXCHEN_FACES || second < 1 || second > MAEXCHEN_FACES);
	maexchen_hold(game, first, second);
}

static inline void explain_game(const struct game *game, int n_seats, const char *history, struct str *out)
{
	rules_to_text(game->rules, out);
	str_addf(out, "; %d players, block %d, hand %d, history '%s', turn %d", n_seats, (int)game->block,
		 (int)game->hand, history, game->turn);
}

/* t: a table of the suite, with its game, n, and the view of the public history. */
#define SAME(t, what, got, wanted_number) \
	do { \
		long long same_got = (got), same_wanted = (wanted_number); \
		if (same_got != same_wanted) { \
			AUTO_STR struct str where = {0}; \
			explain_game(&(t)->game, (t)->n, (t)->view.history, &where); \
			ck_abort_msg("%s is %lld, not %lld: %s", what, same_got, same_wanted, where.text); \
		} \
	} while (0)

#define SAME_TEXT(t, what, got, wanted_text) \
	do { \
		const char *same_got = (got), *same_wanted = (wanted_text); \
		if (strcmp(same_got, same_wanted) != 0) { \
			AUTO_STR struct str where = {0}; \
			explain_game(&(t)->game, (t)->n, (t)->view.history, &where); \
			ck_abort_msg("%s is '%s', not '%s': %s", what, same_got, same_wanted, where.text); \
		} \
	} while (0)
