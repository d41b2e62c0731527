/* meek - behaves. Opens one one, calls whatever is bid. The measure for the others: a robot of
 * this zoo whose mischief comes to nothing plays exactly like it. Expected: ok. */
#include "arena_robot.h"

int get_play(const char *me, const char *hands, const char *history)
{
	return *history ? 0 : 11;
}
