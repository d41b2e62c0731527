/* cores.h - on which cores processes run. */
#pragma once

#include <sched.h>

/* Number of cores that this process may use; 1 when unknown. */
int cores_allowed(void);

/* The core on which this process runs. */
int cores_current(void);

/* The lowest core that this process may use. */
int cores_first(void);

/* Keeps this process, and those it starts, on one core: the worker-th of those it may use, counted modulo from
 * first_core. A worker and its robots take turns, and a wake-up on the same core is cheap. */
void cores_pin(int worker, int first_core);

/* The same for the calling thread, on the core on which it runs, until cores_release with what `before` got. */
void cores_hold(cpu_set_t *before);
void cores_release(const cpu_set_t *before);
