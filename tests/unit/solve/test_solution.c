/* test_solution.c - solution files: robots read what was written; a damaged file is refused or harmless. */
#include <check.h>
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
			ck_assert_msg(play == 0 || play == -1 || (play >= 11 && play <= 23), "%s %s: %d", hands[k], histories[i], play);
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
		unsigned char *copy = malloc(size ? size : 1); /* of exactly this size, so that a read beyond it is detected */
		memcpy(copy, bytes.text, size);
		for (int k = 0; k < 3 && size; k++) {
			uint64_t place = rng_next(&random);
			copy[(place & 1 ? place >> 1 : (place >> 1) % 200) % size] ^= (unsigned char)(1u << (place >> 60 & 7));
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
	LOOP(damage_is_refused_or_harmless, 0, 2),
	TEST(a_wrong_checksum_is_refused))
