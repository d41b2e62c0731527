/* random_raiser - raises at random up to the dice on the table, and calls only beyond.
 *
 * Written like a first robot, with plain rand(): the arena gives every robot its own reproducible rand(). At the
 * opening it treats the last bid as quantity 0, so it sometimes opens with a quantity of 0. That is illegal and
 * intended. */
#include <stdlib.h>

#include "arena_dice.h"

static int faces = 6;

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "random_raiser",
	.version = "1.0",
	.summary = "raises at random; sometimes opens with an illegal bid",
	.variants = "ones_rule=plain",
};

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

void robot_game_start(const struct arena_game_start *start)
{
	faces = dice_rule_number(start->rules, "faces", 6);
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct dice_hands table;
	dice_read_hands(&table, me, hands);
	int last = dice_last_bid(history);
	int last_quantity = dice_quantity(last), last_face = dice_face(last);

	if (last_quantity > table.n_dice ||
	    (last_quantity == table.n_dice && last_face >= faces))
		return ARENA_CALL;

	int quantity, face;
	do {
		quantity = last_quantity + rand() % (table.n_dice - last_quantity + 1);
		face = 1 + rand() % faces;
	} while (quantity == last_quantity && face <= last_face);
	return dice_bid(quantity, face);
}
