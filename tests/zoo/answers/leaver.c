/* leaver - changes what its whole process shares, from its first ask on: with leave=mask which signals are blocked,
 * with leave=stack the alternate stack of handlers, with leave=x87 how many numbers are on the stack of the x87. An
 * instance that finds such a change at its first ask calls at once. Otherwise it plays like meek. Expected: ok, and the
 * same plays with any number of lanes. */
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "arena_robot.h"
#include "meek.h"

static bool is_begun, was_changed;
static const char *leave = "";

int robot_option(const char *key, const char *value)
{
	leave = *value == 'm' ? "mask" : *value == 's' ? "stack" : "x87";
	return 0;
}

static void change(void)
{
	static char memory[65536];
	stack_t own = {.ss_sp = memory, .ss_size = sizeof memory}, old = {0};
	sigset_t user, before;
	sigemptyset(&user);
	sigaddset(&user, SIGUSR1);
	if (*leave == 'm') {
		sigprocmask(SIG_BLOCK, &user, &before);
		was_changed = sigismember(&before, SIGUSR1);
	} else if (*leave == 's') {
		sigaltstack(&own, &old);
		was_changed = old.ss_size == sizeof memory && old.ss_sp >= (void *)memory;
	}
#ifdef __x86_64__
	if (*leave == 'x') {
		uint32_t old_modes[7];
		__asm__ volatile("fnstenv %0\n\tfldenv %0" : "=m"(old_modes));
		was_changed = (old_modes[2] & 0xffff) != 0xffff;
		__asm__ volatile("fldz");
	}
#endif
}

int get_play(const char *me, const char *hands, const char *history)
{
	if (!is_begun)
		change();
	is_begun = true;
	return was_changed ? 0 : meek_play(history);
}
