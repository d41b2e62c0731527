/* timings.h - clock.json: everything that a clock or a machine says of a run, kept apart from the
 * files that are the same for everybody. */
#ifndef ARENA_RUN_TIMINGS_H
#define ARENA_RUN_TIMINGS_H

#include <stdint.h>
#include <time.h>

#include "base/str.h"
#include "match/tournament.h"
#include "standings/standings.h"
#include "store/run_config.h"

struct timings {
	time_t began, ended;            /* by the calendar */
	int64_t began_ns, ended_ns;     /* by the stopwatch */
};

void timings_begin(struct timings *times);
void timings_end(struct timings *times);

/* Adds the file's text. argv: the command line as typed, ended by NULL. */
void timings_json(const struct timings *times, char *const *argv, const struct tournament *tournament,
		const struct run_config *info, const struct standings *standings, struct str *out);

/* What the clock.json in the folder of a run says of the CPU time in microseconds that the robot took for an ask; below 0
 * when it says nothing. */
double times_cpu_us(const char *folder, int robot);

#endif
