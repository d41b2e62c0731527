/* closer - closes every descriptor, when loading and at its first asks, and plays like meek. The descriptors include
 * the files for further instances, so each of its processes has only one instance. Expected: ok. */
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

__attribute__((constructor)) static void close_all(void)
{
	for (int fd = 0; fd < 1024; fd++)
		close(fd);
}

int get_play(const char *me, const char *hands, const char *history)
{
	static int n_asks;
	if (n_asks++ < 3)
		close_all();
	return meek_play(history);
}
