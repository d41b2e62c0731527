/* rounder - rounds upwards from its first ask on. An instance that finds at its first ask that numbers are not rounded
 * to the nearest calls at once. Otherwise it plays like meek. Expected: ok, and the same plays with any number of
 * lanes. Option: old=1 changes only the precision of long double. */
#include <fenv.h>
#include <stdbool.h>
#include <stdint.h>

#include "arena_robot.h"
#include "meek.h"

static bool is_begun, was_changed, changes_old;

int robot_option(const char *key, const char *value)
{
	changes_old = true;
	return 0;
}

static void change(void)
{
	uint16_t modes = 0;
	was_changed = fegetround() != FE_TONEAREST;
#ifdef __x86_64__
	enum { EXACT = 0x300 };
	__asm__ volatile("fnstcw %0" : "=m"(modes));
	was_changed |= (modes & EXACT) != EXACT;
	modes &= (uint16_t)~EXACT;
	if (changes_old)
		__asm__ volatile("fldcw %0" : : "m"(modes));
#endif
	if (!changes_old)
		fesetround(FE_UPWARD);
}

int get_play(const char *me, const char *hands, const char *history)
{
	if (!is_begun)
		change();
	is_begun = true;
	return was_changed ? 0 : meek_play(history);
}
