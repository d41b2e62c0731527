/* laner - looks in which lane its process is first asked to begin a game. Lanes that begin in another order than the
 * first time would tell the second rotation which matches ended early in the first, which has the same dice. Crashes if
 * it is not lane 0. Plays like meek. Expected: ok. */
#include <stdlib.h>

#include "arena_robot.h"
#include "meek.h"
#include "robot/channel.h"

int get_play(const char *me, const char *hands, const char *history)
{
	const struct channel *channel = (const struct channel *)FILTER_CHANNEL_AT;
	const struct channel_seat *first = (const struct channel_seat *)((const char *)channel + channel->seats_at);
	if (!getenv("BEGUN") && !*history && hands != first->hands)
		abort();
	setenv("BEGUN", "1", 1);
	return meek_play(history);
}
