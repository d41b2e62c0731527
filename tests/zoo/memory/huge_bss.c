/* huge_bss - has 600 MB of statics, more than the memory limit of a robot. Expected: load. Not with sanitizers, where a
 * robot's memory has no limit. */
#include "arena_robot.h"

static char table[600u << 20];

int get_play(const char *me, const char *hands, const char *history)
{
	table[(unsigned char)*hands]++;
	return 0;
}
