/* system3.h - shared by simple, calm and radical, three characters for the round table, where anyone may call.
 *
 * Each has one raise that it could make. They differ in this raise, and in whether they use their own dice. They decide
 * in the same way whether to raise, by tossing two coins. This is not a robot; the three robots include it. */
#pragma once

#include "arena_dice.h"

/* Returns the play. p_last is the chance that the last bid is true, and p_next the chance that `raise` would be. A
 * coin is uniform in [0, 1), so that it is at least p with a chance of exactly 1 - p. If nothing was bid, it raises. If
 * `raise` is 0 (there is no higher bid), it calls. Out of turn (caller=anyone) it does the same, but a raise then lets
 * the last bid stand. */
static inline int system3_decide(const struct dice_view *view, double p_last, int raise, double p_next)
{
	if (!view->last)
		return raise;
	if (robot_random_unit() >= p_last)
		return ARENA_CALL;
	/* The raise looks bad. Does it look worse than the last bid looks good? */
	if (robot_random_unit() >= p_next && !(p_last - 0.5 > 0.5 - p_next))
		return ARENA_CALL;
	return raise;
}

/* Returns the raise that is most likely true given its own dice, among those with as many dice as the last bid or one
 * more. Of equal ones it is the lowest. Returns 0 if there is none. */
static inline int system3_likeliest(const struct dice_view *view, struct dice_odds *odds)
{
	int most = dice_quantity(view->last) + 1, best = 0;
	double best_chance = -1;
	for (int bid = dice_next_bid(view, 0); bid && dice_quantity(bid) <= most; bid = dice_next_bid(view, bid)) {
		double chance = dice_chance(view, odds, bid);
		if (chance > best_chance) {
			best_chance = chance;
			best = bid;
		}
	}
	return best;
}
