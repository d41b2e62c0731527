/* ask_times.h - how long a robot thinks over an ask: CPU time of its process from the ask to the answer, in games that are
 * played one ask at a time. Nothing is measured ask by ask where many games share a wake-up. */
#pragma once

#include "match/tournament.h"

enum { ASK_TIMES_MOST = 20000 }; /* measured at most */

struct ask_times {
	const struct robot_notes *notes; /* of the robot, which tell its process */
	int64_t began;                   /* the ask in progress, by the process's clock */
	int n;
	int64_t ns[ASK_TIMES_MOST];
	int64_t total_ns;                /* of all */
	int64_t started;                 /* the first ask, by the wall clock */
};

/* Takes in a moment of a robot's ask (MOMENT_ASK, MOMENT_ANSWER) after another; the others say nothing. */
void ask_times_watch(struct ask_times *times, const struct watch_event *s);

/* Enough is measured. This depends on CPU time, so that the same games are measured on a busy machine; a robot that waits is
 * given up after ten times as long by the wall clock. */
bool ask_times_are_enough(const struct ask_times *times);

struct ask_spread {
	int n;
	int64_t median_ns, p99_ns, longest_ns;
};

/* n is 0 when nothing was measured. Sorts the times. */
struct ask_spread ask_times_spread(struct ask_times *times);

/* Adds "median 3.4 us, 99 % within 18.4 us, longest 2.1 ms". */
void ask_spread_add(const struct ask_spread *spread, struct str *out);

/* Adds "3.4 us", "2.1 ms". */
void ask_time_add(int64_t ns, struct str *out);
