/* own_clock.h - the clock of a robot's process. All clocks show the time since the process began.
 *
 * A robot can end its rotation at a time of its choice, and the next rotation, which has the same dice, begins
 * milliseconds later. So two processes that see the same clock could pass information through the time. Therefore the
 * kernel's page with the time is unmapped, the functions that read it (vDSO) are replaced, the processor's cycle
 * counter is disabled, and the filter traps calls that return the time or wait until a time. The only remaining clock
 * is a timer that each process sets at its start, and whose remaining time it can read. */
#pragma once

#include "base/base.h"

/* The descriptor of the timer. The robot's output to descriptor 1 does not get there (confine.h). */
enum { OWN_CLOCK_FD = 1 };

/* Replaces the vDSO of this process and its copies. Call it before any code of a robot. */
int own_clock_replace(struct err *err);

/* Sets the timer and disables the cycle counter. Call it in each process. The copies of a template share its timer. */
int own_clock_start(bool allows_weak, struct err *err);

/* Carries out a refused system call that reads the time or waits until a time. Returns false if the call is another
 * one. */
bool own_clock_call(long call, const uint64_t argument[6], int64_t *result);

/* Carries out the instruction that raised this SIGSEGV if it reads the cycle counter. Returns false if it is another
 * instruction. */
bool own_clock_instruction(const void *siginfo, void *ucontext);
