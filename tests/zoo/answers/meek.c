/* meek - behaves (meek.h says how). The measure for the others: a robot of
 * this zoo whose mischief comes to nothing plays exactly like it. Expected: ok. */
#include "arena_robot.h"
#include "meek.h"

int get_play(const char *me, const char *hands, const char *history)
{
	return meek_play(history);
}
