/* scribble - writes byte=N (255) over all the shared memory it can find: from its own hands in both directions, page by
 * page as far as it can, and the same from the history (which is read-only). Expected: crash (timeout if the written
 * values are valid), and no effect on others. */
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arena_robot.h"

enum { PAGE = 4096 };
static int byte = 255;
static sigjmp_buf back;

int robot_option(const char *key, const char *value)
{
	byte = atoi(value);
	return 0;
}

static void on_segv(int signal)
{
	siglongjmp(back, 1);
}

static void smear(const char *from, int step)
{
	char *page = (char *)((uintptr_t)from & ~(uintptr_t)(PAGE - 1));
	if (sigsetjmp(back, 1) == 0)
		for (;; page += step)
			memset(page, byte, PAGE);
}

int get_play(const char *me, const char *hands, const char *history)
{
	signal(SIGSEGV, on_segv);
	signal(SIGBUS, on_segv);
	smear(history, PAGE);
	smear(history, -PAGE);
	smear(hands, PAGE);
	smear(hands, -PAGE);
	for (;;) /* if it answered, the runner would overwrite some of it with correct values */
		;
}
