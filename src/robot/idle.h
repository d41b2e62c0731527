/* idle.h - limits the CPU time that a robot uses between asks.
 *
 * The limit of an ask does not cover work between asks. So the CPU time is compared periodically with the time in which
 * asks were in progress. The CPU time beyond that is idle CPU time. A robot may use a tenth of the elapsed time, plus a
 * short burst, because clocks are not exact and runtimes clean up in the background. If it uses more, its state is
 * PROCESS_SPUN, a fault. */
#pragma once

#include "base/base.h"

#define IDLE_LOOK_NS INT64_C(100000000)  /* time between two comparisons */
#define IDLE_MOST_NS INT64_C(100000000)  /* longest burst of a .so, which has one thread and works only in get_play */
#define IDLE_PROGRAM_NS INT64_C(1000000000) /* longest burst of a program; longer, because Java and JavaScript compile
                                             * in the background */

/* A leaky bucket. A zeroed one is empty and due for a comparison. */
struct idle {
	int64_t level_ns;
	int64_t looked_ns; /* wall clock */
};

/* Returns true if it is time for the next comparison. */
static inline bool idle_is_due(const struct idle *idle, int64_t now_ns)
{
	return now_ns - idle->looked_ns >= IDLE_LOOK_NS;
}

static inline void idle_add(struct idle *idle, int64_t cpu_ns)
{
	idle->level_ns += cpu_ns;
}

/* Lowers the level by a tenth of the time since the last comparison. Returns true if the level is then above the
 * limit. */
static inline bool idle_is_too_much(struct idle *idle, int64_t now_ns, int64_t most_ns)
{
	int64_t leaked = idle->looked_ns ? (now_ns - idle->looked_ns) / 10 : 0;
	idle->level_ns = idle->level_ns > leaked ? idle->level_ns - leaked : 0;
	idle->looked_ns = now_ns;
	return idle->level_ns > most_ns;
}
