/* garbage - answers INT_MIN, INT_MAX, -1, a million or random numbers, chosen by play=N (default random). Expected:
 * illegal, once per turn, and no crash. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "arena_robot.h"

static int play, is_given;

int robot_option(const char *key, const char *value)
{
	is_given = 1;
	play = strcmp(value, "min") == 0 ? INT_MIN : strcmp(value, "max") == 0 ? INT_MAX : atoi(value);
	return 0;
}

int get_play(const char *me, const char *hands, const char *history)
{
	return is_given ? play : -1 - (int)(robot_random() >> 34);
}
