/* observer - crashes at the showdown, when all dice are shown and no answer is needed. Expected: crash, and the hand
 * counts as it was played. */
#include <stdlib.h>
#include <string.h>

#include "arena_robot.h"
#include "meek.h"

int get_play(const char *me, const char *hands, const char *history)
{
	if (!strchr(hands, 'x'))
		abort();
	return meek_play(history);
}
