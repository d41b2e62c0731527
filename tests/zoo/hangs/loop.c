/* loop - an infinite loop at its ask number `at` (3) of a rotation. Expected: timeout, in every rotation that
 * has so many asks. */
#include <stdlib.h>

#include "arena_robot.h"
#include "meek.h"

static int at = 3, n_asks;

int robot_option(const char *key, const char *value)
{
	at = atoi(value);
	return 0;
}

int get_play(const char *me, const char *hands, const char *history)
{
	if (++n_asks == at)
		for (volatile int forever = 0;; forever++)
			;
	return meek_play(history);
}
