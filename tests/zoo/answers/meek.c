/* meek - behaves well (meek.h describes how). The reference for the others: a robot of this zoo whose attack fails
 * plays exactly like it. Expected: ok. */
#include "arena_robot.h"
#include "meek.h"

int get_play(const char *me, const char *hands, const char *history)
{
	return meek_play(history);
}
