/* seeder - computes all dice of a run whose seed people type. It compares its first rand() with those of the seeds 0 to
 * 9999 and a few words, in the first blocks of a run; a hit gives the seed, the block and its seat. Option blind: the
 * same robot without this. Expected: with a nonce in the seed it wins as often as the blind one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena_dice.h"
#include "base/rng.c"
bool str_ends(const char *text, const char *end) /* for rng.c, as in base/str.c */
{
	size_t n = strlen(text), m = strlen(end);
	return n >= m && strcmp(text + n - m, end) == 0;
}
#define dice_at_least packed_at_least /* a function of arena_dice.h, too */
#include "game/dice.h"

enum { NUMBERS = 10000, BLOCKS = 20, DICE = 5, FACES = 6 };

static const char *const words[] = {"friday", "test", "arena", "seed", "2026"};

static struct rng_key dice_key[NUMBERS + sizeof words / sizeof *words],
	robot_key[NUMBERS + sizeof words / sizeof *words];
static bool is_blind, has_looked, is_known;
static int seat, hand;
static struct rng_block block;

static const struct arena_robot_info info = {
	.size = sizeof info, .abi = ARENA_ABI, .name = "seeder", .version = "1", .options = "blind=yes",
};

const struct arena_robot_info *robot_info(void) { return &info; }

int robot_option(const char *key, const char *value)
{
	return !(is_blind = value[0] == 'y');
}

__attribute__((constructor)) static void compute_keys(void)
{
	for (int i = 0; i < NUMBERS + sizeof words / sizeof *words; i++) {
		char number[16];
		snprintf(number, sizeof number, "%d", i);
		struct rng_key key = rng_key_of_seed(i < NUMBERS ? number : words[i - NUMBERS]);
		dice_key[i] = rng_key_derive(key, RNG_DICE);
		robot_key[i] = rng_key_derive(key, RNG_ROBOT);
	}
}

static void look(int drawn)
{
	for (int i = 0; i < sizeof dice_key / sizeof *dice_key; i++)
		for (int number = 0; number < BLOCKS; number++)
			for (seat = 0; seat < 2; seat++) {
				uint64_t state = rng_mix(rng_word(robot_key[i], number, seat));
				if ((int)(rng_next(&state) >> 33) != drawn)
					continue;
				is_known = true;
				block = rng_block(dice_key[i], number);
				return;
			}
}

void robot_game_start(const struct arena_game_start *start)
{
	has_looked = is_known = false;
	hand = 0;
}

/* How many dice of both seats show each face; false: unknown. */
static bool see(const struct dice_hands *table, int count[FACES + 1])
{
	int own[FACES + 1] = {0};
	memset(count, 0, (FACES + 1) * sizeof *count);
	for (int i = 0; is_known && i < 2; i++) {
		uint8_t dice[20];
		int n = i == seat ? table->n_mine : table->n_dice - table->n_mine;
		dice_roll(dice_hand_word(&block, hand), i, n, FACES, dice);
		for (int k = 0; k < n; k++) {
			count[dice[k]]++;
			own[dice[k]] += i == seat;
		}
	}
	for (int face = 1; face <= FACES; face++)
		if (own[face] != table->mine[face])
			return false;
	return is_known;
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct dice_hands table;
	int bid = dice_last_bid(history), count[FACES + 1];
	if (!strchr(hands, 'x')) { /* a showdown */
		hand++;
		return 0;
	}
	dice_read_hands(&table, me, hands);
	if (!has_looked && !is_blind)
		look(rand());
	has_looked = true;
	bool sees = see(&table, count);
	for (int face = 1; face <= FACES && !sees; face++)
		count[face] = table.mine[face];
	for (int q = 10; q >= 1; q--)
		for (int face = FACES; face >= 1; face--)
			if (count[face] >= q && dice_bid(q, face) > bid)
				return dice_bid(q, face);
	return bid ? 0 : dice_bid(1, 1);
}
