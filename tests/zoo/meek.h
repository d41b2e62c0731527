/* meek.h - how the robots of the zoo play when they do not misbehave: one die more on the face that was bid, up to four
 * dice, and then a call. Against any opponent it wins some games and loses some. */
#pragma once

#include <stdlib.h>
#include <string.h>

static int meek_play(const char *history)
{
	const char *last = strrchr(history, ':');
	int bid = last ? atoi(last + 1) : 1;
	return bid > 0 && bid < 40 ? bid + 10 : 0;
}
