/* closer - closes every descriptor, in the constructor and at every ask, and plays like meek.
 * Expected: load, since the loader's file is gone too; with the constructor spared (gentle.c would be
 * its name) it is ok. */
#include <unistd.h>

#include "arena_robot.h"

static void close_all(void)
{
	for (int fd = 0; fd < 1024; fd++)
		close(fd);
}

int get_play(const char *me, const char *hands, const char *history)
{
	close_all();
	return *history ? 0 : 11;
}
