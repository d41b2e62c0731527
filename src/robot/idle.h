/* idle.h - limits the CPU time that a robot uses between asks.
 *
 * The limit of an ask does not cover work between asks. So CPU time is compared periodically with the time in which
 * there were asks; the excess is idle CPU time. A robot may use a tenth of the elapsed time, and a short burst, because
 * clocks are not exact and runtimes clean up. If it uses more, the verdict is PROCESS_SPUN. */
#pragma once

#include "base/base.h"

#define IDLE_LOOK_NS INT64_C(100000000)  /* from one comparison to the next */
#define IDLE_MOST_NS INT64_C(100000000)  /* at once, of a robot in a .so: its process has one thread, and works in get_play */
#define IDLE_PROGRAM_NS INT64_C(1000000000) /* of a program's process: Java and JavaScript compile in the background */

/* A leaky bucket; zeroed: empty, and due for a look. */
struct idle {
	int64_t level_ns;
	int64_t looked_ns; /* wall clock */
};

/* Is it time for the next comparison? */
static inline bool idle_is_due(const struct idle *idle, int64_t now_ns)
{
	return now_ns - idle->looked_ns >= IDLE_LOOK_NS;
}

static inline void idle_add(struct idle *idle, int64_t cpu_ns)
{
	idle->level_ns += cpu_ns;
}

/* Takes a tenth of the time since the last look off the level. Returns true if the rest is too much. */
static inline bool idle_is_too_much(struct idle *idle, int64_t now_ns, int64_t most_ns)
{
	int64_t leaked = idle->looked_ns ? (now_ns - idle->looked_ns) / 10 : 0;
	idle->level_ns = idle->level_ns > leaked ? idle->level_ns - leaked : 0;
	idle->looked_ns = now_ns;
	return idle->level_ns > most_ns;
}
