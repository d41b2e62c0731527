/* segv - prints a line and writes to address 8, in a function of its own, whose position in the file is checked.
 * Expected: crash (SIGSEGV at address 0x8), in every game. */
#include "arena_robot.h"

__attribute__((noinline)) static void write_where_nothing_is(volatile int *where)
{
	*where = 1;
}

int get_play(const char *me, const char *hands, const char *history)
{
	printf("last words of %s", me);
	write_where_nothing_is((int *)8);
	return 0;
}
