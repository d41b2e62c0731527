/* runner.h - parts used only by the program that runs in robots' processes (runner.c): signals, malloc, and
 * floating-point modes.
 *
 * Crashes and refused system calls are noted in the shared memory for the worker, and signals that the robot sends
 * itself take effect. */
#pragma once

#include "robot/so/loaded.h"
#include "robot/channel.h"

/* Installs the handlers, for this process and its copies; call it while files can be opened. When a signal arrives they
 * read both pointers: *channel is the shared memory of the process (NULL: none yet), *current the loaded file whose
 * code is running (NULL: none). */
void runner_signals_handle(struct channel *const *channel, struct loaded *const *current);

/* Returns true if the blocked signals or the alternate stack of handlers have changed since the first call. Instances
 * of a robot in one process share them. */
bool runner_signals_have_changed(void);

/* Notes that this system call of the robot was refused. */
void runner_signals_note(long call);

/* Makes failed allocations set *is_short to 1 from now on. For this purpose malloc and related functions are replaced,
 * except in builds with sanitizers, which have their own. is_short is borrowed.
 *
 * Instances that share a process share its memory limit, so the memory of one of them depends on that of the others and
 * of earlier ones. Therefore, when an allocation fails, the worker plays the attempts of that process again, each in a
 * process of its own (sandbox.c). Otherwise the number of lanes would change results. */
void allocation_note_failures(uint32_t *is_short);

/* Returns the floating-point modes of this thread: rounding, denormals, exceptions, and numbers left on the x87
 * stack. The processor keeps these modes for the thread, so instances of a robot in one process share them. */
static inline uint32_t float_modes(void)
{
#if defined __x86_64__
	enum { FLAGS = 0x3f }; /* the exceptions so far, which every computation may raise */
	enum { CONTROL = 0, TAGS = 2, EMPTY = 0xffff };
	uint32_t vector, old[7];
	__asm__ volatile("stmxcsr %0" : "=m"(vector));
	__asm__ volatile("fnstenv %0\n\tfldenv %0" : "=m"(old)); /* the first changes the modes */
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
