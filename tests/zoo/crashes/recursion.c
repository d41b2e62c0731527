/* recursion - overflows its stack. Expected: crash (SIGSEGV). */
#include "arena_robot.h"

__attribute__((noinline)) static int deeper(volatile char *above)
{
	volatile char here[512];
	here[0] = above[0] + 1;
	return deeper(here) + here[0];
}

int get_play(const char *me, const char *hands, const char *history)
{
	volatile char bottom[1] = {0};
	return deeper(bottom);
}
