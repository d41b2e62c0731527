/* grower - allocates mb=N (80) megabytes at the first ask of a rotation and never frees them, like a robot with large
 * tables. Plays like meek. Expected: ok. */
#include <stdlib.h>
#include <string.h>

#include "arena_robot.h"
#include "meek.h"

static size_t mb = 80;
static char *table;

int robot_option(const char *key, const char *value)
{
	mb = (size_t)atol(value);
	return 0;
}

int get_play(const char *me, const char *hands, const char *history)
{
	if (!table) {
		table = malloc(mb << 20);
		table[0] = table[(mb << 20) - 1] = 1;
	}
	return meek_play(history);
}
