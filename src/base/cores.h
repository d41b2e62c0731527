/* cores.h - assigns processes to cores. */
#pragma once

#include <sched.h>

/* Returns the number of cores that this process may use; 1 when unknown. */
int cores_allowed(void);

/* Returns the core on which this process runs. */
int cores_current(void);

/* Returns the lowest core that this process may use. */
int cores_first(void);

/* Keeps this process, and processes that it starts, on one core: the allowed core number `worker`, counted from
 * first_core and wrapping around. A worker and its robots take turns, and a wake-up on the same core is cheap. */
void cores_pin(int worker, int first_core);

/* Keeps the calling thread on its current core, until cores_release is called with the value of *before. */
void cores_hold(cpu_set_t *before);
void cores_release(const cpu_set_t *before);
