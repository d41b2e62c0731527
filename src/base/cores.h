/* cores.h - on which cores processes run. */
#ifndef ARENA_BASE_CORES_H
#define ARENA_BASE_CORES_H

/* How many this process may use; 1 when that is not known. */
int cores_allowed(void);

/* The one it is on. */
int cores_current(void);

/* Keeps this process, and those it starts, on one core: the worker-th of those it may use, counted round from
 * first_core. A worker and its robots take turns, and on one core a wake-up is cheap. */
void cores_pin(int worker, int first_core);

#endif
