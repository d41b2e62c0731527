/* mixtures.c - mixtures write FILE: a computed table (champion/table.h) with random mixtures in two hands.
 * mixtures compare FILE: has the second coded table in the file the same ones? */
#include <stdio.h>
#include <stdlib.h>

#include "champion/look_up.h"

struct hand {
	int set, n, m, memory; /* dice of the player who moves, and of the other */
	int weight[3];         /* what the coded table keeps exactly */
};

static const struct hand hands[] = {{TABLE_WILD, 5, 5, 1, {1, 2, 5}}, {TABLE_TOURNEY, 3, 1, 2, {5, 13, 46}}};
enum { N_HANDS = 2 };

struct mixture {
	int n, action[3], weight[3];
};

static uint32_t random_of(uint32_t a, uint32_t b)
{
	uint32_t x = (a + 1) * 2654435761U ^ (b + 1) * 2246822519U;
	return (x ^ x >> 15) * 2654435761U >> 8;
}

static bool is_there(uint32_t state)
{
	return random_of(state, 1000) % 4 > 0;
}

/* Most holdings have the mixture of the one before. */
static struct mixture mixture_of(const struct hand *hand, uint32_t state, int holding)
{
	int above = (int)(state / table_n_states(hand->memory, 0, 0)) + 2, highest = (hand->n + hand->m) * TABLE_FACES;
	while (holding > 0 && random_of(state, (uint32_t)holding) % 3)
		holding--;
	uint32_t random = random_of(state, (uint32_t)holding) / 3;
	struct mixture mixture = {(int)(random % 3) + 1,
		{(int)(random / 3 % 2), above + (int)(random / 6 % 9), TABLE_EXACT}, {0}};
	if (mixture.action[1] > highest)
		mixture.n = 1;
	for (int i = 0; i < 3; i++)
		mixture.weight[i] = hand->weight[i];
	if (mixture.n == 2)
		mixture.weight[1] += mixture.weight[2];
	if (mixture.n == 1)
		mixture.weight[0] = hand->weight[0] + hand->weight[1] + hand->weight[2];
	return mixture;
}

static void put(FILE *file, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		putc((int)(value >> 8 * i & 255), file);
}

static void write_state(FILE *file, const struct hand *hand, uint32_t state)
{
	for (int h = 0; h < table_n_holdings(hand->n, TABLE_FACES); h++) {
		struct mixture mixture = mixture_of(hand, state, h);
		putc(mixture.n == 1 ? TABLE_SINGLE + mixture.action[0] : mixture.n, file);
		for (int i = 0; i < mixture.n && mixture.n > 1; i++) {
			putc(mixture.action[i], file);
			putc(mixture.weight[i], file);
		}
	}
}

static void write_role(FILE *file, const struct hand *hand)
{
	uint32_t n_states = table_n_states(hand->memory, hand->n, hand->m), begin = (uint32_t)ftell(file);
	fseek(file, (long)table_root(hand->set, hand->n, hand->m, 0), SEEK_SET);
	put(file, begin);
	fseek(file, (long)begin, SEEK_SET);
	put(file, (uint32_t)hand->memory);
	fseek(file, 4 * (long)n_states, SEEK_CUR);
	for (uint32_t state = 0; state < n_states; state++) {
		if (!is_there(state))
			continue;
		long at = ftell(file);
		fseek(file, (long)begin + 4 + 4 * (long)state, SEEK_SET);
		put(file, (uint32_t)at);
		fseek(file, at, SEEK_SET);
		write_state(file, hand, state);
	}
}

static bool is_same(const struct table_mixture *found, const struct mixture *mixture)
{
	bool is_same = found->n == mixture->n;
	for (int i = 0; i < mixture->n && is_same; i++)
		is_same = found->pairs[2 * i] == mixture->action[i] && found->pairs[2 * i + 1] == mixture->weight[i];
	return is_same;
}

static int compare_holding(const uint8_t *table, const struct hand *hand, uint32_t number, const uint8_t *count)
{
	struct state state = {.set = hand->set, .n = {hand->n, hand->m}, .is_plain = number % 2};
	struct table_mixture found;
	struct mixture mixture = mixture_of(hand, number, table_holding(hand->n, count));
	uint32_t rest = number / 2;
	for (int i = hand->memory - 1; i >= 0; i--, rest /= TABLE_FACES + 1)
		state.face[i] = (uint8_t)(rest % (TABLE_FACES + 1));
	state.bid = (int)rest - 1;
	look_up(table, &state, count, &found);
	if (is_there(number) ? is_same(&found, &mixture) : found.n == 0)
		return 0;
	fprintf(stderr, "%d dice, state %u: holding %d differs\n", hand->n, number, table_holding(hand->n, count));
	return 1;
}

/* All holdings with `left` more dice of the faces from `face` on. */
static int compare_holdings(const uint8_t *table, const struct hand *hand, uint32_t state, int face, int left,
			    uint8_t *count)
{
	int n_wrong = 0;
	for (int n = face == TABLE_FACES ? left : 0; n <= left; n++) {
		count[face] = (uint8_t)n;
		n_wrong += face == TABLE_FACES ? compare_holding(table, hand, state, count)
					       : compare_holdings(table, hand, state, face + 1, left - n, count);
	}
	return n_wrong;
}

static int compare(FILE *file)
{
	static uint8_t bytes[1 << 22];
	size_t size = fread(bytes, 1, sizeof bytes, file);
	const uint8_t *table = table_at(bytes, size, 1);
	int n_wrong = !table || table_at(bytes, size, 2);
	for (int i = 0; i < N_HANDS && table; i++) {
		const struct hand *hand = &hands[i];
		for (uint32_t state = 0; state < table_n_states(hand->memory, hand->n, hand->m);
		     state += coding_step(hand->set)) {
			uint8_t count[TABLE_FACES + 1] = {0};
			n_wrong += compare_holdings(table, hand, state, 1, hand->n, count);
		}
	}
	return n_wrong > 0;
}

int main(int argc, char **argv)
{
	bool writes = argc == 3 && strcmp(argv[1], "write") == 0;
	FILE *file = argc == 3 ? fopen(argv[2], writes ? "wb" : "rb") : NULL;
	if (!file)
		return 2;
	if (!writes)
		return compare(file);
	fputs(TABLE_COMPUTED, file);
	for (uint32_t i = 0; i < TABLE_HEADER - strlen(TABLE_COMPUTED); i++)
		putc(0, file);
	for (int i = 0; i < N_HANDS; i++)
		write_role(file, &hands[i]);
	return fclose(file) != 0;
}
