/* timings.h - clock.json: everything that a clock or a machine says of a run, kept apart from the
 * files that are the same for everybody. */
#ifndef ARENA_RUN_TIMINGS_H
#define ARENA_RUN_TIMINGS_H

#include <stdint.h>
#include <time.h>

#include "base/str.h"
#include "match/tournament.h"
#include "standings/standings.h"
#include "store/run_configuration.h"

struct times {
	time_t began, ended;            /* by the calendar */
	int64_t began_ns, ended_ns;     /* by the stopwatch */
};

void times_begin(struct times *times);
void times_end(struct times *times);

/* Adds the file's text. argv: the command line as typed, ended by NULL. */
void times_json(const struct times *times, char *const *argv, const struct tournament *tournament,
		const struct info *info, const struct standings *standings, struct str *out);

/* What the clock.json in the folder of a run says of the CPU time in microseconds that the robot took for an ask; below 0
 * when it says nothing. */
double times_cpu_us(const char *folder, int robot);

#endif
