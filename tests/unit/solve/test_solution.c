/* test_solution.c - solution files: robots read what was written; a damaged file is refused or harmless. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "arena_solution.h"
#include "base/rng.h"
#include "solve/solution.h"

/* A small hand with wild=drop, which has every kind of key. */
static void make_tree(struct tree *tree)
{
	struct subgame game = subgame_of(1, 1, 3, WILD_DROP);
	ck_assert_int_eq(tree_init(tree, &game, 1e9, NULL), 0);
	for (int i = 0; i < 200; i++)
		tree_iterate(tree);
}

static void make_bytes(struct str *bytes, bool is_merged)
{
	struct solution_draft draft = {.faces = 3, .wild = WILD_DROP};
	struct tree tree;
	struct merged merged;
	make_tree(&tree);
	merged_init(&merged, &tree.game, 2);
	for (int i = 0; i < 50; i++)
		merged_iterate(&merged);
	if (is_merged)
		solution_draft_merged(&draft, &merged);
	else
		solution_draft_tree(&draft, &tree);
	solution_draft_bytes(&draft, bytes);
	solution_draft_release(&draft);
	merged_release(&merged);
	tree_release(&tree);
}

static struct solution solution_of(const struct str *bytes)
{
	return (struct solution){(const unsigned char *)bytes->text, bytes->length};
}

START_TEST(what_is_written_can_be_read)
{
	AUTO_STR struct str bytes = {0};
	make_bytes(&bytes, _i);
	struct solution solution = solution_of(&bytes);
	ck_assert_ptr_null(solution_check(&solution));
	static const char *const histories[] = {"", "B:11", "B:12", "B:11,A:13,B:21"};
	static const char *const hands[] = {"A:1,B:x", "A:2,B:x", "A:3,B:x"};
	for (size_t i = 0; i < sizeof histories / sizeof *histories; i++)
		for (size_t k = 0; k < sizeof hands / sizeof *hands; k++) {
			int play = solution_play(&solution, "A", hands[k], histories[i], 0.5);
			ck_assert_msg(play == 0 || play == -1 || (play >= 11 && play <= 23), "%s %s: %d", hands[k],
				      histories[i], play);
			if (i < 2)
				ck_assert_int_ne(play, -1);
		}
	ck_assert_int_eq(solution_play(&solution, "A", "A:22,B:x", "", 0.5), -1);
	ck_assert_int_eq(solution_play(&solution, "A", "A:6,B:x", "", 0.5), -1);
	ck_assert_int_eq(solution_play(&solution, "A", "A:1,B:x,C:x", "", 0.5), -1);
	ck_assert_int_eq(solution_play(&solution, "A", "A:1,B:x", "B:99", 0.5), -1);
	ck_assert_int_eq(solution_play(&solution, "A", "A:1,B:2", "B:11,A:0", 0.5), -1);
}
END_TEST

START_TEST(holdings_have_the_same_order)
{
	struct subgame game = subgame_of(4, 1, 6, WILD_NONE);
	struct holdings holdings;
	holdings_init(&holdings, &game, 0);
	ck_assert_int_eq((int)solution_n_holdings(4, 6), holdings.n);
	for (int h = 0; h < holdings.n; h++)
		ck_assert_int_eq((int)solution_holding(holdings.count[h], 4, 6), h);
	holdings_release(&holdings);
}
END_TEST

/* Each probability in the file is that of the solver, except for rounding. */
START_TEST(chances_survive)
{
	AUTO_STR struct str bytes = {0};
	struct tree tree;
	make_bytes(&bytes, false);
	make_tree(&tree);
	struct solution solution = solution_of(&bytes);
	struct tree_state root = tree_root(&tree);
	float mix[8 * 4];
	tree_mix(&tree, &root, mix);
	static const char *const hands[] = {"A:3,B:x", "A:2,B:x", "A:1,B:x"}; /* in the order of holdings */
	for (int h = 0; h < 3; h++) {
		double left = 0.5;
		int k = 0, stride = tree.holdings[0].stride;
		while (k < 5 && (left -= (double)mix[k * stride + h]) > 1e-4)
			k++;
		ck_assert_int_eq(solution_play(&solution, "A", hands[h], "", 0.5), subgame_play(&tree.game, k));
	}
	tree_release(&tree);
}
END_TEST

/* ---- every state ---------------------------------------------------------------------------- */

static bool is_plain(const struct subgame *game, const int *bids, int n_bids)
{
	bool is_so = false;
	for (int i = 0; i < n_bids; i++)
		is_so = subgame_is_plain(game, is_so, i, bids[i]);
	return is_so;
}

static const struct solution_state *state_of(const struct solution *solution, const struct subgame *game,
					     const int *bids, int n_bids)
{
	const struct solution_hand *hand = solution_find_hand(solution, 1, 1);
	uint64_t key = solution_key(hand->memory, bids, n_bids, game->faces, 1, is_plain(game, bids, n_bids));
	return solution_find_state(solution, hand, key);
}

/* A row of the file is that of the mixture, rounded down; the likeliest action has the rest. All 0: it cannot be
 * reached. */
static void check_row(const struct solution *solution, const struct solution_state *state, int holding,
		      const int *actions, int n, const double *chance)
{
	const unsigned char *there = solution->bytes + state->at;
	const uint16_t *parts = (const uint16_t *)(const void *)(there + state->n_actions + (state->n_actions & 1)) +
				(uint32_t)holding * state->n_actions;
	double sum = 0, most = 0;
	int whole = 0;
	for (int k = 0; k < n; k++) {
		sum += chance[k];
		most = fmax(most, chance[k]);
	}
	for (uint32_t i = 0; i < state->n_actions; i++) {
		int k = 0;
		while (k < n && actions[k] != there[i])
			k++;
		ck_assert_int_lt(k, n);
		double share = sum > 0 ? chance[k] / sum * SOLUTION_WHOLE : 0;
		ck_assert_double_ge(parts[i], floor(share) - 1);
		ck_assert_double_le(parts[i], share + (chance[k] >= most ? state->n_actions : 1e-6));
		whole += parts[i];
	}
	ck_assert_int_eq(whole, sum > 0 ? SOLUTION_WHOLE : 0);
}

/* All histories, from this one on. */
static void check_merged(const struct solution *solution, const struct merged *merged, uint32_t number, int *bids,
			 int n_bids)
{
	const struct solution_state *state = state_of(solution, &merged->game, bids, n_bids);
	int n = merged_n_actions(merged, number), stride = merged->holdings[merged->states[number].actor].stride,
		actions[8];
	float mix[8 * 4];
	ck_assert(state && stride == 4);
	ck_assert_int_eq((int)state->n_actions, n);
	ck_assert_int_eq(merged->states[number].actor, n_bids % 2);
	ck_assert_int_eq(merged->states[number].n_bids, n_bids < 2 ? n_bids : 2);
	ck_assert_int_eq(merged->states[number].is_plain, is_plain(&merged->game, bids, n_bids));
	merged_mix(merged, number, mix);
	for (int h = 0; h < 3; h++) {
		double chance[8];
		for (int k = 0; k < n; k++) {
			actions[k] = merged_action(merged, number, k) + 1;
			chance[k] = (double)mix[k * stride + h];
		}
		check_row(solution, state, h, actions, n, chance);
	}
	for (int k = 0; k < n; k++)
		if (actions[k] > 0) {
			bids[n_bids] = actions[k] - 1;
			check_merged(solution, merged, merged_after(merged, number, bids[n_bids]), bids, n_bids + 1);
		}
}

START_TEST(merged_states_are_whole)
{
	AUTO_STR struct str bytes = {0};
	struct subgame game = subgame_of(1, 1, 3, WILD_DROP);
	struct merged merged;
	int bids[8];
	make_bytes(&bytes, true);
	struct solution solution = solution_of(&bytes);
	merged_init(&merged, &game, 2);
	for (int i = 0; i < 50; i++)
		merged_iterate(&merged);
	ck_assert_uint_eq(solution_find_hand(&solution, 1, 1)->memory, 2);
	ck_assert_uint_eq(solution_find_hand(&solution, 1, 1)->n_states, merged.n_states);
	check_merged(&solution, &merged, 0, bids, 0);
	merged_release(&merged);
}
END_TEST

/* own: with which chances the player who moves and the other one have come here, by holding. Returns the states that it
 * met. */
static int check_tree(const struct solution *solution, const struct tree *tree, const struct tree_state *at,
		      const double own[2][3], int *bids, int n_bids)
{
	const struct solution_state *state = state_of(solution, &tree->game, bids, n_bids);
	int n = tree_n_actions(tree, at), stride = tree->holdings[at->actor].stride, actions[8], n_met = 1;
	float mix[8 * 4];
	tree_mix(tree, at, mix);
	bool is_reached = own[at->actor][0] > 0 || own[at->actor][1] > 0 || own[at->actor][2] > 0;
	ck_assert_int_eq(state != NULL, is_reached);
	ck_assert(at->n_bids == n_bids && at->is_plain == is_plain(&tree->game, bids, n_bids));
	for (int k = 0; k < n; k++)
		actions[k] = tree_action(at, k) + 1;
	for (int i = 0; i < n * stride; i++)
		mix[i] = mix[i] < 0.5F / SOLUTION_WHOLE ? 0 : mix[i]; /* not worth a part */
	for (int h = 0; h < 3 && state; h++) {
		double chance[8];
		for (int k = 0; k < n; k++)
			chance[k] = own[at->actor][h] > 0 ? (double)mix[k * stride + h] : 0;
		check_row(solution, state, h, actions, n, chance);
	}
	for (int k = 0; k < n; k++) {
		double then[2][3];
		if (actions[k] == 0)
			continue;
		memcpy(then, own, sizeof then);
		for (int h = 0; h < 3; h++)
			then[at->actor][h] *= (double)mix[k * stride + h];
		bids[n_bids] = actions[k] - 1;
		struct tree_state next = tree_after(tree, at, bids[n_bids]);
		n_met += check_tree(solution, tree, &next, then, bids, n_bids + 1);
	}
	return n_met;
}

START_TEST(states_of_a_tree_are_whole)
{
	AUTO_STR struct str bytes = {0};
	const double all[2][3] = {{1, 1, 1}, {1, 1, 1}};
	struct tree tree;
	int bids[8];
	make_bytes(&bytes, false);
	make_tree(&tree);
	struct solution solution = solution_of(&bytes);
	struct tree_state root = tree_root(&tree);
	ck_assert_uint_eq(solution_find_hand(&solution, 1, 1)->memory, SOLUTION_ALL);
	ck_assert_int_eq(check_tree(&solution, &tree, &root, all, bids, 0), 64);
	tree_release(&tree);
}
END_TEST

/* ---- responses ------------------------------------------------------------------------------ */

/* It opens with this bid, and calls all others. */
static int mix_one(void *context, const struct line *line, const float *reach, struct mixture *mixture, struct err *err)
{
	float *row = mixture_row(mixture, line->n_bids ? 0 : *(const int *)context + 1);
	(void)reach, (void)err;
	for (int h = 0; h < mixture->stride; h++)
		row[h] = 1;
	return 0;
}

/* The bits of a key are 64. */
START_TEST(a_response_to_a_high_bid_cannot_be_saved)
{
	const int opening = 63 + _i;
	const struct policy policy = {mix_one, (void *)(uintptr_t)&opening};
	struct subgame game = subgame_of(1, 1, 6, WILD_NONE);
	struct holdings holdings[2];
	struct solution_draft draft = {.faces = 6};
	struct err err = {0};
	AUTO_STR struct str bytes = {0};
	game.limit = 11;
	for (int player = 0; player < 2; player++)
		holdings_init(&holdings[player], &game, player);
	struct response response = {.game = &game, .holdings = holdings, .policy = &policy, .player = 1,
		.is_kept = true};
	ck_assert_int_eq(response_find(&response, &err), 0);
	ck_assert_double_eq_tol(response.value, 1, 1e-6); /* it calls */
	solution_draft_hand(&draft, 1, 1, SOLUTION_ALL_BIDS);
	int failed = solution_draft_response(&draft, &response, &err);
	ck_assert_int_eq(failed != 0, _i);
	if (_i) {
		ck_assert_ptr_nonnull(strstr(err.text, "a response with more than 64 different bids cannot be saved"));
	} else {
		solution_draft_bytes(&draft, &bytes);
		struct solution solution = solution_of(&bytes);
		ck_assert_ptr_null(solution_check(&solution));
		ck_assert_int_eq(solution_play(&solution, "A", "A:3,B:x", "B:114", 0.5), 0);
		ck_assert_int_eq(solution_play(&solution, "A", "A:6,B:x", "B:114", 0.999), 0);
		ck_assert_int_eq(solution_play(&solution, "A", "A:3,B:x", "B:113", 0.5), -1);
	}
	solution_draft_release(&draft);
	response_release(&response);
	for (int player = 0; player < 2; player++)
		holdings_release(&holdings[player]);
}
END_TEST

/* With three faces: after 11 a two and a three are worth a bid, which is true. */
START_TEST(a_response_is_played_by_holding)
{
	const int opening = 0;
	const struct policy policy = {mix_one, (void *)(uintptr_t)&opening};
	struct subgame game = subgame_of(1, 1, 3, WILD_NONE);
	struct holdings holdings[2];
	struct solution_draft draft = {.faces = 3};
	AUTO_STR struct str bytes = {0};
	for (int player = 0; player < 2; player++)
		holdings_init(&holdings[player], &game, player);
	struct response response = {.game = &game, .holdings = holdings, .policy = &policy, .player = 1,
		.is_kept = true};
	ck_assert_int_eq(response_find(&response, NULL), 0);
	solution_draft_hand(&draft, 1, 1, SOLUTION_ALL_BIDS);
	ck_assert_int_eq(solution_draft_response(&draft, &response, NULL), 0);
	solution_draft_bytes(&draft, &bytes);
	struct solution solution = solution_of(&bytes);
	for (int i = 0; i < 2; i++) {
		double unit = i ? 0.999 : 0;
		ck_assert_int_eq(solution_play(&solution, "A", "A:2,B:x", "B:11", unit), 12);
		ck_assert_int_eq(solution_play(&solution, "A", "A:3,B:x", "B:11", unit), 13);
	}
	ck_assert_int_eq(solution_play(&solution, "A", "A:3,B:x", "", 0), -1); /* the other seat */
	ck_assert_int_eq(solution_play(&solution, "A", "A:3,B:x", "B:12", 0), -1);
	solution_draft_release(&draft);
	response_release(&response);
	for (int player = 0; player < 2; player++)
		holdings_release(&holdings[player]);
}
END_TEST

START_TEST(files_have_names)
{
	static const struct {
		int faces;
		enum liars_wild wild;
		enum solution_form form;
		const char *name;
	} cases[] = {
		{6, WILD_NONE, SOLUTION_FORM_HAND, "none-6.solution"},
		{3, WILD_NONE, SOLUTION_FORM_NEXT, "none-3-next.solution"},
		{6, WILD_ONES, SOLUTION_FORM_HAND, "ones-6.solution"},
		{6, WILD_JOKER, SOLUTION_FORM_NEXT, "joker-6-next.solution"},
		{6, WILD_DROP, SOLUTION_FORM_HAND, "drop-6.solution"},
		{9, WILD_HIGH, SOLUTION_FORM_HAND, "high-9.solution"},
	};
	for (int i = 0; i < COUNT(cases); i++) {
		AUTO_STR struct str name = {0};
		solution_file_name(cases[i].faces, cases[i].wild, cases[i].form, &name);
		ck_assert_str_eq(name.text, cases[i].name);
	}
}
END_TEST

/* Changes bytes and corrects the checksum: the file is refused, or nothing outside it is read (checked by the
 * sanitizers). */
START_TEST(damage_is_refused_or_harmless)
{
	AUTO_STR struct str bytes = {0};
	make_bytes(&bytes, _i);
	uint64_t random = 1;
	int n_refused = 0;
	for (int i = 0; i < 3000; i++) {
		uint64_t most = bytes.length, size = rng_next(&random) % 4 ? most : rng_next(&random) % most;
		/* of exactly this size, so that a read beyond it is detected */
		unsigned char *copy = malloc(size ? size : 1);
		memcpy(copy, bytes.text, size);
		for (int k = 0; k < 3 && size; k++) {
			uint64_t place = rng_next(&random);
			copy[(place & 1 ? place >> 1 : (place >> 1) % 200) % size] ^=
				(unsigned char)(1u << (place >> 60 & 7));
		}
		struct solution solution = {copy, size};
		struct solution_header *header = (struct solution_header *)(void *)copy;
		if (size >= sizeof *header) {
			header->size = size;
			header->checksum = solution_checksum(copy, size);
		}
		if (solution_check(&solution) == NULL)
			for (int play = 11; play <= 33; play++) {
				char history[32];
				snprintf(history, sizeof history, "B:%d", play);
				solution_play(&solution, "A", "A:3,B:x", play == 11 ? "" : history, 0.9);
			}
		else
			n_refused++;
		free(copy);
	}
	ck_assert_int_gt(n_refused, 500);
}
END_TEST

START_TEST(a_wrong_checksum_is_refused)
{
	AUTO_STR struct str bytes = {0};
	make_bytes(&bytes, false);
	struct solution solution = solution_of(&bytes);
	for (size_t at = 0; at < bytes.length; at += at < 64 ? 1 : 7) {
		bytes.text[at] ^= 16;
		ck_assert_msg(solution_check(&solution) != NULL, "byte %zu", at);
		bytes.text[at] ^= 16;
	}
	ck_assert_ptr_null(solution_check(&solution));
}
END_TEST

SUITE(0,
	LOOP(what_is_written_can_be_read, 0, 2),
	TEST(holdings_have_the_same_order),
	TEST(chances_survive),
	TEST(merged_states_are_whole),
	TEST(states_of_a_tree_are_whole),
	LOOP(a_response_to_a_high_bid_cannot_be_saved, 0, 2),
	TEST(a_response_is_played_by_holding),
	TEST(files_have_names),
	LOOP(damage_is_refused_or_harmless, 0, 2),
	TEST(a_wrong_checksum_is_refused))
