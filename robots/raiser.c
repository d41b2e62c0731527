/* raiser - raises by a random 1 to 6 faces, except for one call in 21.
 *
 * It ignores all dice. It advances from the last bid; the face after the highest is the lowest with one die more. At
 * the opening it advances from the highest face of no dice, so with six faces it bids one die of any face. An illegal
 * raise beyond the limit becomes a call; an illegal opening becomes the lowest bid. */
#include "arena_dice.h"

static struct dice_game game = DICE_GAME_DEFAULT;

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "raiser",
	.version = "1.0",
	.summary = "raises by 1 to 6 faces; 1 time in 21 it calls",
	.variants = "dice=*",
};

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

void robot_game_start(const struct arena_game_start *start)
{
	dice_game_start(&game, start);
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct dice_view view;
	dice_read(&view, &game, me, hands, history);
	if (view.last && robot_random_below(21) == 0)
		return ARENA_CALL;

	/* Numbers the bids from 0: those with no dice, those with one die, and so on. */
	int place = view.faces - 1;
	if (view.last)
		place = dice_quantity(view.last) * view.faces + dice_face(view.last) - 1;
	place += 1 + (int)robot_random_below(6);
	int bid = dice_bid(place / view.faces, place % view.faces + 1);
	if (dice_is_legal(&view, bid))
		return bid;
	return view.last ? ARENA_CALL : dice_next_bid(&view, 0);
}
