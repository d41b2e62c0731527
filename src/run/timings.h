/* timings.h - clock.json, which has all data about a run that depends on a clock or a machine, separate from the
 * reproducible files. */
#pragma once

#include <time.h>

#include "match/tournament.h"
#include "standings/standings.h"
#include "store/run_config.h"

struct timings {
	time_t began, ended;            /* time of day */
	int64_t began_ns, ended_ns;     /* monotonic */
};

void timings_begin(struct timings *times);
void timings_end(struct timings *times);

/* Adds the text of the file. `argv` is the command line as typed, ended by NULL. */
void timings_json(const struct timings *times, const char *const *argv, const struct tournament *tournament,
		const struct run_config *info, const struct standings *standings, struct str *out);

/* Returns the CPU time per ask of the robot, in microseconds, from clock.json in the run's folder, or a negative number
 * when it is missing. */
double timings_cpu_us(const char *folder, int robot);
