/* forger - overwrites bytes=N of the hands that it is shown (as many as it was shown) with Z, and plays like meek.
 * Expected: ok; watchers see the true dice. */
#include <stdlib.h>
#include <string.h>

#include "arena_robot.h"
#include "meek.h"

static long n_bytes;

int robot_option(const char *key, const char *value)
{
	n_bytes = atol(value);
	return 0;
}

int get_play(const char *me, const char *hands, const char *history)
{
	if (strchr(hands, 'x'))
		memset((char *)hands, 'Z', n_bytes ? n_bytes : strlen(hands));
	return meek_play(history);
}
