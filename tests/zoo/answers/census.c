/* census - answers how often this instance was asked: ten times the plays, plus the showdowns. Expected: illegal
 * plays, and bids that are too high. */
#include <string.h>

#include "arena_robot.h"

static int n_plays, n_showdowns;

int get_play(const char *me, const char *hands, const char *history)
{
	if (strchr(hands, 'x'))
		n_plays++;
	else
		n_showdowns++;
	return 10 * n_plays + n_showdowns;
}
