/* sockets - tries to open sockets and pipes, when loading and when playing; crashes if it can. Plays like meek.
 * Expected: ok. */
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

static void connect_to_somebody(void)
{
	static const int families[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK, AF_PACKET};
	int pair[2];
	for (int i = 0; i < 5; i++)
		if (socket(families[i], SOCK_STREAM, 0) >= 0 || socket(families[i], SOCK_DGRAM, 0) >= 0)
			abort();
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0 || pipe(pair) == 0)
		abort();
}

__attribute__((constructor)) static void while_loading(void)
{
	connect_to_somebody();
}

int get_play(const char *me, const char *hands, const char *history)
{
	connect_to_somebody();
	return meek_play(history);
}
