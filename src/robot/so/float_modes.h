/* float_modes.h - the floating-point modes of this thread: rounding, denormals, exceptions, and numbers left on the x87
 * stack. The processor keeps these modes for the thread, so instances of a robot in one process share them. */
#pragma once

#include "base/base.h"

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
