/* deserter - leaves its matches when all of them are in its first process: there it bids otherwise than ever again, and
 * crashes at the bid that the option at=N counts in its process. Only a process that serves many matches gets so far.
 * Expected: ok, since the death of a shared process is no fault; where it is alone with its match, it plays the same
 * as always. Without a bid on the table it bids one die, and else it calls. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "arena_robot.h"

static int at;

int robot_option(const char *key, const char *value)
{
	at = atoi(value);
	return 0;
}

/* A number of libc, which all instances of a process share and nobody else uses. It begins with 1. */
#define n_bids optind

int get_play(const char *me, const char *hands, const char *history)
{
	if (strchr(history, ':') || !strchr(hands, 'x'))
		return 0;
	if (++n_bids == at)
		abort();
	return at && n_bids > 3 ? 12 : 11;
}
