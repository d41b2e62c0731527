/* jumper - at its second ask jumps to a place of the first one that is long gone. Expected: crash. */
#include <alloca.h>
#include <setjmp.h>
#include <string.h>

#include "arena_robot.h"
#include "meek.h"

static jmp_buf stale;
static int n_asks;

__attribute__((noinline)) static int remember(void)
{
	volatile char room[256];
	room[0] = 0;
	return setjmp(stale) + room[0];
}

__attribute__((noinline)) static void forget(void)
{
	memset(alloca(4096), 0x5a, 4096);
	longjmp(stale, 1);
}

int get_play(const char *me, const char *hands, const char *history)
{
	if (++n_asks == 2)
		forget();
	remember();
	return meek_play(history);
}
