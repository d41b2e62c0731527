/* runner.h - parts used only by the program that runs in robots' processes (runner.c): signals, malloc, and
 * floating-point modes.
 *
 * Crashes and refused system calls are recorded in the memory shared with the worker. Signals that the robot sends to
 * itself take effect. */
#pragma once

#include "robot/so/loaded.h"
#include "robot/channel.h"

/* Installs the handlers for this process and its copies. Call it while files can still be opened. When a signal
 * arrives, the handlers read both pointers: *channel is the shared memory of the process (NULL: none yet), *current the
 * loaded file whose code is running (NULL: none). */
void runner_signals_handle(struct channel *const *channel, struct loaded *const *current);

/* Returns true if the blocked signals or the alternate stack of handlers have changed since the first call. All
 * instances in a process share both. */
bool runner_signals_have_changed(void);

/* Records that this system call of the robot was refused. */
void runner_signals_note(long call);

/* Makes failed allocations set *is_short to 1 from now on. This works because malloc and related functions are
 * replaced, except in builds with sanitizers, which have their own. is_short is borrowed.
 *
 * Instances that share a process share its memory limit, so how much memory one of them can get depends on the others
 * and on earlier ones. If an allocation fails, the worker plays the attempts of that process again, each in a process
 * of its own (sandbox.c). Otherwise results would depend on the number of lanes. */
void allocation_note_failures(uint32_t *is_short);

/* Returns the floating-point modes of this thread: rounding, denormals, exceptions, and numbers left on the x87 stack.
 * All instances in a process share them, because they belong to the thread. */
static inline uint32_t float_modes(void)
{
#if defined __x86_64__
	enum { FLAGS = 0x3f }; /* flags of exceptions, which every computation may set */
	enum { CONTROL = 0, TAGS = 2, EMPTY = 0xffff };
	uint32_t vector, old[7];
	__asm__ volatile("stmxcsr %0" : "=m"(vector));
	__asm__ volatile("fnstenv %0\n\tfldenv %0" : "=m"(old)); /* fldenv restores the modes that fnstenv changes */
	uint32_t has_stack = (old[TAGS] & EMPTY) != EMPTY;
	return (vector & 0xffff & ~(uint32_t)FLAGS) | has_stack | old[CONTROL] << 16;
#elif defined __aarch64__
	uint64_t modes;
	__asm__ volatile("mrs %0, fpcr" : "=r"(modes));
	return (uint32_t)modes;
#else
#error "the sandbox knows x86_64 and aarch64: add the modes of floating-point numbers here"
#endif
}
