/* radical - the boldest likely raise, and two coins to decide whether to make it.
 *
 * It counts its own dice. It opens with the face it holds most often (of equals the highest), for as many dice as it
 * holds. Its raise is the highest bid whose chance stays above the threshold; if there is none, the likeliest one.
 * system3.h has the decision. */
#include <stdlib.h>

#include "system3.h"

static struct dice_game game = DICE_GAME_DEFAULT;
static double threshold = 0.5;

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "radical",
	.version = "1.0",
	.summary = "makes the boldest likely raise or calls, at random",
	.variants = "dice=*",
	.options = "threshold=0.5: 0 to below 1, the chance above which a bid is likely",
};

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

int robot_option(const char *key, const char *value)
{
	char *end;
	if (strcmp(key, "threshold") != 0)
		return 1;
	threshold = strtod(value, &end);
	return end == value || *end || !(threshold >= 0 && threshold < 1);
}

void robot_game_start(const struct arena_game_start *start)
{
	dice_game_start(&game, start);
}

static int choose_opening(const struct dice_view *view)
{
	int most = 0, opening = dice_next_bid(view, 0); /* that, when it may not bid what it holds */
	for (int face = 1; face <= view->faces; face++) {
		int own = view->hands.mine[face];
		if (own >= most && dice_is_legal(view, dice_bid(own, face))) {
			most = own;
			opening = dice_bid(own, face);
		}
	}
	return opening;
}

static int choose_raise(const struct dice_view *view, struct dice_odds *odds)
{
	int boldest = 0;
	for (int bid = dice_next_bid(view, 0); bid; bid = dice_next_bid(view, bid))
		if (dice_chance(view, odds, bid) > threshold)
			boldest = bid;
	return boldest ? boldest : system3_likeliest(view, odds);
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct dice_view view;
	struct dice_odds odds; /* large and fast to fill, so not kept */
	odds.n = odds.faces = 0;

	dice_read(&view, &game, me, hands, history);
	if (view.is_showdown)
		return ARENA_CALL; /* only watching */
	if (!view.last)
		return choose_opening(&view);

	int raise = choose_raise(&view, &odds);
	return system3_decide(&view, dice_chance(&view, &odds, view.last), raise,
			      dice_chance(&view, &odds, raise));
}
