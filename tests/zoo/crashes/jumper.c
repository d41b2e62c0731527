/* jumper - at its second ask jumps into a function of the first one that has returned long ago. Expected: crash. */
#include <alloca.h>
#include <setjmp.h>

#include "arena_robot.h"
#include "meek.h"

static jmp_buf stale;
static int n_asks;

__attribute__((noinline)) static int remember(int depth)
{
	volatile char room[256];
	room[0] = 0;
	return (depth ? remember(depth - 1) : setjmp(stale)) + room[0];
}

__attribute__((noinline)) static void forget(void)
{
	volatile char *stack = alloca(4096);
	for (int i = 0; i < 4096; i++)
		stack[i] = 0x5a;
	longjmp(stale, 1);
}

int get_play(const char *me, const char *hands, const char *history)
{
	if (++n_asks == 2)
		forget();
	remember(3);
	return meek_play(history);
}
