/* template - what this robot does, in a line or two.
 *
 * It bids what is most likely true, and calls when a lie is likelier than any bid of its
 * own. That beats random play; what others bid means nothing to it yet. Begin there. */
#include "arena_dice.h" /* reads the strings, knows the rules, computes chances */

/* What the arena shows of this robot. Every text may be NULL; no variants means all. */
static const struct arena_robot_info info = {
	sizeof info,
	ARENA_ABI,
	"template",                                    /* name */
	"1.0",                                         /* version */
	NULL,                                          /* author */
	"bids what is most likely true",               /* one line for `arena list robots` */
	"liars-dice wild round-table tourney perudo one-hand", /* variants it plays */
	0,                                             /* max_lanes: any number of copies */
	0,                                             /* reserved */
	NULL,                                          /* its options in words; it has none */
};

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

/* What it remembers from ask to ask: the rules, and chances already computed. Each match
 * has a fresh copy of the robot, so plain statics are fine. */
static struct dice_game game = DICE_GAME_DEFAULT;
static struct dice_odds odds;

/* A new game begins: read its rules (how many dice, which face is wild, ...). */
void robot_game_start(const struct arena_game_start *start)
{
	dice_game_start(&game, start);
}

/* One ask. Returns the play: 10 * quantity + face is a bid, 0 calls the last bid a lie. */
int get_play(const char *me, const char *hands, const char *history)
{
	struct dice_view view; /* everything this ask says, as numbers */
	dice_read(&view, &game, me, hands, history);

	/* At the end of a hand every robot is shown all dice. This one learns nothing from
	 * them; a better one would compare them with what each player had bid. */
	if (view.is_showdown)
		return ARENA_CALL; /* ignored */

	/* Calling wins if the last bid is false. With nothing bid there is nothing to call. */
	double best_chance = view.last ? 1 - dice_chance(&view, &odds, view.last) : -1;
	int best_play = ARENA_CALL;

	/* Raising is judged by the chance that the new bid is true. Most bids that are legal
	 * are hopeless; this looks at all of them, it is fast enough. */
	for (int bid = dice_next_bid(&view, 0); bid; bid = dice_next_bid(&view, bid)) {
		double chance = dice_chance(&view, &odds, bid);
		if (chance > best_chance) {
			best_chance = chance;
			best_play = bid;
		}
	}
	return best_play;
}
