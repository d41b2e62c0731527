/* namesake - exports functions named like some of libc, of libm, and of a library that the arena uses. Crashes if one
 * of those is called in place of its own. Plays like meek. Expected: ok. */
#include <stdlib.h>

#include "arena_robot.h"
#include "meek.h"

#define OWN ARENA_ROBOT_EXPORT __attribute__((noinline))

OWN int error(void) { return 1; }
OWN int fnmatch(void) { return 2; }
OWN int y1(void) { return 3; }
OWN int nettle_sha256_init(void) { return 4; }
OWN int sqlite3_open(void) { return 5; }

int get_play(const char *me, const char *hands, const char *history)
{
	if (error() * 10000 + fnmatch() * 1000 + y1() * 100 + nettle_sha256_init() * 10 + sqlite3_open() != 12345)
		abort();
	return meek_play(history);
}
