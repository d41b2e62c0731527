/* bookmark - while it is loaded, looks whether another of its processes has left its mark in the position of an open
 * file, and leaves its own. Crashes if it finds one. Plays like meek. Expected: ok. */
#include <stdlib.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

enum { MARK = 4711 };

__attribute__((constructor)) static void look_and_mark(void)
{
	for (int fd = 0; fd < 16; fd++) {
		if (lseek(fd, 0, SEEK_CUR) == MARK)
			abort();
		lseek(fd, MARK, SEEK_SET);
	}
}

int get_play(const char *me, const char *hands, const char *history)
{
	return meek_play(history);
}
