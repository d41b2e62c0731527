/* forger - writes bytes=N (as many as it was shown) of Z over the hands it is shown, and plays like meek.
 * Expected: ok; whoever watches sees the true dice. */
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
