/* test_game.c - random games of all rules. The state machine agrees with the simple reference in every string and
 * number. Games end. Dice are hidden from seats that may not see them. Nothing is written beyond the buffers. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "game/liars/liars.h"
#include "game_testing.h"
#include "test_game_reference.h"

struct table {
	struct rules rules;
	struct game game;
	struct game_view view;
	char *seen;          /* for game_see */
	struct ref ref;
	int n;
	size_t history_size, hands_size;
	uint64_t random;     /* state of the players' choices */
	bool has_faults;
	int n_plays, n_hands;
	struct str wanted;
};

static int below(struct table *t, int n)
{
	return (int)rng_below(rng_next(&t->random), (uint32_t)n);
}

static void open_table(struct table *t, int n, uint64_t block)
{
	char letters[GAME_MAX_SEATS + 1];
	shuffle_letters(letters, n, &t->random);
	t->n = n;
	t->history_size = game_history_size(&t->rules, n);
	t->hands_size = game_hands_size(&t->rules, n);
	guard_view(&t->view, &t->rules, n);
	t->seen = guarded(t->hands_size);
	struct rng_key key = rng_key_of_seed("random games");
	game_start(&t->game, &t->rules, n, letters, (struct dice_source){key, block}, &t->view);
	ref_start(&t->ref, &t->rules, n, letters, key, block);
}

static void close_table(struct table *t)
{
	free_guarded_view(&t->view, &t->rules, t->n);
	free_guarded(t->seen, t->hands_size);
	str_release(&t->wanted);
}

static void compare(struct table *t)
{
	static const enum game_need needs[] = {GAME_NEED_PLAY, GAME_NEED_OBSERVE, GAME_NEED_OVER};
	SAME(t, "need", t->game.need, needs[t->ref.state]);
	for (int seat = 0; seat < t->n; seat++) {
		int n_tied, place = game_place(&t->game, seat, &n_tied);
		SAME(t, "place", place, t->ref.place[seat]);
		SAME(t, "number tied", n_tied, t->ref.n_tied[seat]);
		SAME(t, "dice left", game_dice_left(&t->game, seat), t->ref.n_dice[seat]);
		SAME(t, "points", game_points(&t->game, seat), t->ref.points[seat]);
		SAME(t, "is in", game_is_in(&t->game, seat), !t->ref.is_out[seat]);
		SAME(t, "observes", game_observes(&t->game, seat), !t->ref.is_gone[seat]);
	}
	if (t->game.need == GAME_NEED_OVER)
		return;
	/* comparing after every play would take too long */
	if (t->ref.n_plays < 30 || t->ref.n_plays % 16 == 0 || t->game.need == GAME_NEED_OBSERVE) {
		ref_history(&t->ref, &t->wanted);
		SAME_TEXT(t, "history", t->view.history, str_text(&t->wanted));
		SAME(t, "history length", t->game.history_length, (long long)t->wanted.length);
	}
	if (t->game.need == GAME_NEED_OBSERVE) {
		ref_hands(&t->ref, -1, &t->wanted);
		SAME_TEXT(t, "shown", t->view.shown, str_text(&t->wanted));
	} else {
		SAME(t, "turn", t->game.turn, t->ref.turn);
		ref_hands(&t->ref, t->game.turn, &t->wanted);
		SAME_TEXT(t, "hands", t->view.hands[t->game.turn], str_text(&t->wanted));
	}
	game_see(&t->game, t->game.turn, t->seen);
	SAME_TEXT(t, "what game_see writes", t->seen, str_text(&t->wanted));
}

/* A bid higher than the last, and usually legal. */
static int some_bid(struct table *t)
{
	int bid = t->ref.bid, faces = t->rules.value[1];
	int quantity = bid / 10 + below(t, 10) / 4, face = 1 + below(t, faces);
	if (bid && below(t, 3))
		face = bid % 10;
	if (quantity < 1)
		quantity = 1;
	if (quantity * 10 + face <= bid)
		quantity++;
	return quantity * 10 + face;
}

static int some_play(struct table *t, bool is_orderly)
{
	int kind = below(t, is_orderly ? 20 : 26);
	if (kind < 14)
		return some_bid(t);
	if (kind < 17)
		return 0;
	if (kind < 20)
		return t->ref.bid && is_orderly ? 0 : 2;
	if (kind == 20)
		return 1;
	if (kind == 21)
		return below(t, 12);
	if (kind == 22)
		return -below(t, 1000);
	if (kind == 23)
		return (int)(uint32_t)rng_next(&t->random);
	return below(t, 700);
}

/* One answer, fault or showdown, in both the game and the reference. */
static void step(struct table *t)
{
	if (t->game.need == GAME_NEED_OBSERVE) {
		for (int seat = 0; seat < t->n && t->has_faults; seat++) {
			if (game_observes(&t->game, seat) && below(t, 40) == 0) {
				game_fault(&t->game, seat);
				ref_fault(&t->ref, seat);
				compare(t);
			}
		}
		game_observed(&t->game);
		ref_observed(&t->ref);
		t->n_hands++;
	} else if (t->has_faults && below(t, 60) == 0) {
		int seat = t->game.turn;
		game_fault(&t->game, seat);
		ref_fault(&t->ref, seat);
	} else {
		int play = some_play(t, false), turn = t->game.turn;
		bool is_aside = t->ref.stored_answer && turn != ref_next(&t->ref, t->ref.bidder);
		if (t->ref.state == REF_PLAY && !is_aside)
			SAME(t, "is legal", game_is_legal(&t->game, play, NULL), ref_is_legal(&t->ref, play));
		bool was_legal = game_play(&t->game, play), was_legal_there = ref_play(&t->ref, play);
		SAME(t, "was legal", was_legal, was_legal_there);
		if (!was_legal)
			SAME(t, "actor", t->game.last.actor, t->ref.actor);
		if (t->game.need == GAME_NEED_OBSERVE && t->ref.bid)
			SAME(t, "bid", t->game.last.bid, t->ref.bid);
		t->n_plays++;
	}
}

/* Places 1 to n are all taken; if n_tied seats share a place, the next n_tied - 1 places are empty. */
static void check_places(struct table *t)
{
	int n_covered = 0;
	for (int seat = 0; seat < t->n; seat++) {
		int n_tied, n_there = 0, n_above = 0, place = game_place(&t->game, seat, &n_tied);
		for (int other = 0; other < t->n; other++) {
			int n_other, place_other = game_place(&t->game, other, &n_other);
			n_there += place_other == place;
			n_above += place_other < place;
		}
		SAME(t, "seats that share a place", n_there, n_tied);
		SAME(t, "seats in better places", n_above, place - 1);
		n_covered++;
	}
	SAME(t, "seats placed", n_covered, t->n);
}

static void play_out(struct table *t)
{
	compare(t);
	while (t->game.need != GAME_NEED_OVER) {
		step(t);
		compare(t);
		if (t->n_plays > 2000000)
			ck_abort_msg("a game does not end");
	}
	check_places(t);
}

static void set_random_options(struct table *t)
{
	const struct rule_option *options = t->rules.family->options;
	for (int i = 0; options[i].name; i++) {
		if (below(t, 2))
			continue;
		int max = options[i].max > 30 ? 30 : options[i].max;
		t->rules.value[i] = options[i].min + below(t, max - options[i].min + 1);
	}
}

/* Many sets of rules for each variant and number of players; refused ones are drawn again. */
START_TEST(random_games_agree_with_the_reference)
{
	int n = _i;
	for (const struct variant *v = game_variants; v->name; v++) {
		for (int game = 0; game < (n <= 6 ? 30 : 3); game++) {
			struct table t = {.random = (uint64_t)(n * 1000 + game), .has_faults = game % 3 == 2};
			struct err err;
			do {
				ck_assert_int_eq(rules_init(&t.rules, v->name, &err), 0);
				if (game > 1)
					set_random_options(&t);
			} while (rules_check(&t.rules, n, &err));
			if (strcmp(t.rules.family->name, "common-hand") != 0)
				continue;
			open_table(&t, n, (uint64_t)game);
			play_out(&t);
			ck_assert_int_gt(t.n_plays + t.has_faults, 0);
			close_table(&t);
		}
	}
}
END_TEST

/* With loss=die and without exact: one die is lost per hand. */
START_TEST(one_die_is_lost_per_hand)
{
	for (int n = 2; n <= GAME_MAX_SEATS; n++) {
		struct table t = {.random = (uint64_t)n};
		struct err err;
		ck_assert_int_eq(rules_init(&t.rules, _i ? "wild" : "liars-dice", &err), 0);
		open_table(&t, n, 1);
		while (t.game.need != GAME_NEED_OVER) {
			int total = 0, faces = 0;
			for (int seat = 0; seat < n; seat++)
				total += game_dice_left(&t.game, seat);
			int done = t.game.u.liars.n_done;
			SAME(&t, "dice on the table", total, 5 * n - done);
			for (int seat = 0; seat < n; seat++)
				faces += t.game.last.delta[seat];
			SAME(&t, "dice lost in the last hand", faces, done ? -1 : 0);
			step(&t);
		}
		ck_assert_int_ge(t.n_hands, 5 * (n - 1));
		close_table(&t);
	}
}
END_TEST

/* Before the showdown, nothing that a seat can read depends on the dice of other seats: neither its hands, the history,
 * `shown`, nor the bytes behind the strings in the buffers. */
START_TEST(dice_of_others_are_in_no_buffer)
{
	int n = _i;
	for (const struct variant *v = game_variants; v->name; v++) {
		struct table t = {.random = (uint64_t)n};
		struct err err;
		ck_assert_int_eq(rules_init(&t.rules, v->name, &err), 0);
		if (strcmp(t.rules.family->name, "common-hand") != 0)
			continue;
		open_table(&t, n, 5);
		char *before = mem_zeroed((size_t)(n + 2), t.hands_size);
		while (t.game.need != GAME_NEED_OVER && t.n_hands < 30) {
			int changed = below(&t, n);
			if (t.game.need == GAME_NEED_PLAY && !t.game.history_length && game_is_in(&t.game, changed)) {
				for (int seat = 0; seat < n; seat++)
					memcpy(before + (size_t)seat * t.hands_size, t.view.hands[seat], t.hands_size);
				memcpy(before + (size_t)n * t.hands_size, t.view.shown, t.hands_size);
				uint8_t dice[GAME_MAX_DICE];
				int n_dice = game_dice(&t.game, changed, dice);
				for (int k = 0; k < n_dice; k++)
					dice[k] = (uint8_t)(1 + dice[k] % 6);
				game_set_dice(&t.game, changed, dice, n_dice);
				for (int seat = 0; seat < n; seat++) {
					bool is_same = memcmp(before + (size_t)seat * t.hands_size, t.view.hands[seat],
						t.hands_size) == 0;
					SAME(&t, "are the hands unchanged", is_same, seat != changed);
				}
				SAME(&t, "difference of shown",
					memcmp(before + (size_t)n * t.hands_size, t.view.shown, t.hands_size), 0);
				t.ref.state = REF_OVER; /* the dice of the reference have changed */
			}
			if (t.game.need == GAME_NEED_OBSERVE) {
				game_observed(&t.game);
				t.n_hands++;
			} else {
				game_play(&t.game,
					  below(&t, 3) ? t.game.u.liars.bid + 10 + (t.game.u.liars.bid ? 0 : 2) : 0);
			}
		}
		free(before);
		close_table(&t);
	}
}
END_TEST

/* The hands are copied with some bytes behind them, which must not be those of earlier functions. */
START_TEST(the_stack_is_in_no_buffer)
{
	struct table t = {.random = (uint64_t)_i};
	ck_assert_int_eq(rules_init(&t.rules, "liars-dice", NULL), 0);
	open_table(&t, _i, 1);
	paint_stack();
	game_start(&t.game, &t.rules, _i, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", (struct dice_source){.block = 2}, &t.view);
	for (int seat = 0; seat < _i; seat++)
		ck_assert_ptr_null(memchr(t.view.hands[seat], PAINT, t.hands_size));
	close_table(&t);
}
END_TEST

/* With exact=gain dice could be regained endlessly; such a game is decided by the remaining dice. */
START_TEST(endless_games_are_cut)
{
	struct table t = {.random = 1};
	struct err err;
	ck_assert_int_eq(rules_init(&t.rules, "liars-dice", &err), 0);
	ck_assert_int_eq(rules_set(&t.rules, "exact=gain", &err), 0);
	open_table(&t, 3, 1);
	while (t.game.need != GAME_NEED_OVER) {
		uint8_t ones[] = {1, 1, 1, 1, 1}, twos[] = {2, 2, 2, 2, 2};
		ck_assert_int_le(++t.n_hands, 10000);
		for (int seat = 0; seat < 3; seat++)
			game_set_dice(&t.game, seat, seat == t.game.turn ? ones : twos, game_dice_left(&t.game, seat));
		int n = game_dice_left(&t.game, t.game.turn);
		if (n == 5 && t.game.hand % 2) {
			game_play(&t.game, 0);          /* the opener loses a die */
		} else {
			game_play(&t.game, 10 * n + 1);
			game_play(&t.game, 2);          /* exact */
		}
		game_observed(&t.game);
	}
	ck_assert_int_eq(t.game.hand, 10000);
	check_places(&t);
	int least = 5, most = 0;
	for (int seat = 0; seat < 3; seat++) {
		int n_tied, place = game_place(&t.game, seat, &n_tied), n_better = 0,
			left = game_dice_left(&t.game, seat);
		for (int other = 0; other < 3; other++)
			n_better += game_dice_left(&t.game, other) > left;
		ck_assert_int_eq(place, 1 + n_better);
		least = left < least ? left : least;
		most = left > most ? left : most;
	}
	ck_assert_int_lt(least, most);
	close_table(&t);
}
END_TEST

/* The longest possible history: every bid of 26 players with 20 dice of nine faces. */
START_TEST(the_longest_history_fits)
{
	struct table t = {.random = 1};
	struct err err;
	int n = GAME_MAX_SEATS;
	ck_assert_int_eq(rules_init(&t.rules, _i ? "perudo" : "liars-dice", &err), 0);
	ck_assert_int_eq(rules_set(&t.rules, "dice=20", &err), 0);
	ck_assert_int_eq(rules_set(&t.rules, "faces=9", &err), 0);
	ck_assert_int_eq(rules_set(&t.rules, "illegal=die", &err), 0);
	open_table(&t, n, 1);
	int n_bids = 0;
	for (int quantity = 1; quantity <= 520; quantity++) {
		for (int face = 1; face <= 10; face++) {
			/* perudo: q ones come after 2q of the highest face */
			int play = _i && face == 10 && quantity % 2 == 0 ? quantity / 2 * 10 + 1 : quantity * 10 + face;
			if (face == 10 && play % 10 == 0)
				continue;
			if (_i && face == 1)
				continue;
			ck_assert(game_play(&t.game, play));
			n_bids++;
		}
	}
	ck_assert_int_ge(n_bids, _i ? 520 * 8 + 260 : 520 * 9);
	ck_assert(!game_play(&t.game, -2147483647 - 1));
	ck_assert_uint_eq(strlen(t.view.history), t.game.history_length);
	ck_assert_uint_lt(t.game.history_length, t.history_size);
	close_table(&t);
}
END_TEST

/* A hand of a game that is played elsewhere: seat 1 is out, the dice of seat 3 are known. */
START_TEST(a_hand_is_entered)
{
	struct table t = {0};
	ck_assert_int_eq(rules_init(&t.rules, "wild", NULL), 0); /* limit=table */
	open_table(&t, 4, 0);
	const struct liars_known known = {
		.n_seats = 4, .opener = 2, .n_dice = {1, 0, 3, 2}, .dice = {0, 0, 0, dice_pack(6) + dice_pack(2)},
	};
	liars_enter(&t.game, &t.rules, &known, &t.view);
	ck_assert_uint_eq(t.game.in, 0xd);
	ck_assert_int_eq(t.game.turn, 2);
	ck_assert_int_eq(t.game.u.liars.limit, 6);
	ck_assert(game_play(&t.game, 13));
	ck_assert_int_eq(t.game.turn, 3);
	ck_assert(game_play(&t.game, 22));
	ck_assert_int_eq(t.game.turn, 0);
	ck_assert(game_play(&t.game, 66));
	ck_assert_int_eq(t.game.turn, 2);
	ck_assert_str_eq(t.view.history, "C:13,D:22,A:66");
	ck_assert_str_eq(t.view.hands[3], "A:x,C:xxx,D:62");
	ck_assert_int_eq(game_letter(&t.game, 2), 'C');
	game_fault(&t.game, 1); /* it is out: nothing but that it is not asked again */
	ck_assert(t.game.turn == 2 && t.game.need == GAME_NEED_PLAY && t.game.in == 0xd);
	ck_assert(!game_observes(&t.game, 1) && game_observes(&t.game, 2));
	close_table(&t);
}
END_TEST

SUITE(300,
	LOOP(random_games_agree_with_the_reference, 2, GAME_MAX_SEATS + 1),
	LOOP(one_die_is_lost_per_hand, 0, 2),
	LOOP(dice_of_others_are_in_no_buffer, 2, GAME_MAX_SEATS + 1),
	LOOP(the_stack_is_in_no_buffer, 2, GAME_MAX_SEATS + 1),
	TEST(endless_games_are_cut),
	LOOP(the_longest_history_fits, 0, 2),
	TEST(a_hand_is_entered))
