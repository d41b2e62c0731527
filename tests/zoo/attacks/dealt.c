/* dealt - remembers the showdowns of the first rotation in memory that it finds again through the environment. When the
 * same dice come again, it calls by the dice of its opponent. This succeeds only in-process (--trust).
 *
 * Option matches: the number of games before the same dice come again (two seats, one lane). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena_dice.h"

enum { MOST = 4096 };

struct memory {
	int n_games;
	char shown[MOST][24]; /* the dice of the first hand of each game, as shown at its showdown */
};

static struct memory *memory;
static int matches = 1000, game = -1, hand;

static const struct arena_robot_info info = {
	.size = sizeof info, .abi = ARENA_ABI, .name = "dealt", .version = "1", .options = "matches=N",
};

const struct arena_robot_info *robot_info(void) { return &info; }

int robot_option(const char *key, const char *value)
{
	(void)key;
	matches = atoi(value);
	return 0;
}

void robot_game_start(const struct arena_game_start *start)
{
	(void)start;
	const char *address = getenv("DEALT");
	if (address) {
		memory = (struct memory *)strtoull(address, NULL, 16);
	} else {
		char text[32];
		memory = calloc(1, sizeof *memory);
		snprintf(text, sizeof text, "%llx", (unsigned long long)memory);
		setenv("DEALT", text, 1);
	}
	game = memory->n_games++;
	hand = 0;
}

/* How many dice show the face in the first hand of the game `before`; -1 when unknown. */
static int count_then(int before, int face)
{
	int n = 0;
	if (before < 0 || before >= MOST || !memory->shown[before][0])
		return -1;
	for (const char *at = memory->shown[before]; *at; at++)
		n += *at == '0' + face;
	return n;
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct dice_hands table;
	int bid = dice_last_bid(history);
	if (!strchr(hands, 'x')) { /* a showdown */
		if (hand++ == 0 && game >= 0 && game < MOST) {
			char *out = memory->shown[game];
			for (const char *at = hands; *at; at++)
				if (*at >= '1' && *at <= '6')
					*out++ = *at;
		}
		return 0;
	}
	dice_read_hands(&table, me, hands);
	if (bid && hand == 0 && game >= matches) {
		int n = count_then(game - matches, dice_face(bid));
		if (n >= 0 && n < dice_quantity(bid))
			return 0;
		for (int q = dice_quantity(bid); q <= 10; q++)
			for (int face = 1; face <= 6; face++)
				if (dice_bid(q, face) > bid && count_then(game - matches, face) >= q)
					return dice_bid(q, face);
	}
	for (int q = bid ? dice_quantity(bid) : 1; q <= table.n_mine; q++)
		for (int face = 1; face <= 6; face++)
			if (table.mine[face] >= q && dice_bid(q, face) > bid)
				return dice_bid(q, face);
	return 0;
}
