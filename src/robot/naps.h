/* naps.h - robots that sleep while they are asked.
 *
 * Sleep uses no CPU time, so there are separate limits: for an ask (watchdog.h) and for all asks of a match. Each time
 * that a robot exceeds one, the limit for a match is halved; after NAPS_MOST times the robot is not started any more,
 * and it fails at each ask. So its sleep costs a run a few seconds, whatever the number of games and workers. A robot
 * that rarely sleeps keeps its time: NAPS_GOOD matches without a stop make up for one. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum { NAPS_MOST = 8, NAPS_GOOD = 16 };
#define NAPS_TOO_MANY "slept too long in several matches, so it was not started any more"

/* Of a robot; zeroed at the beginning of a run, in memory that its workers share. */
struct naps {
	_Atomic uint32_t n;      /* stops, less those that were made up for */
	_Atomic uint32_t n_good; /* matches without a stop since the first one */
};

static inline bool naps_are_too_many(const struct naps *naps)
{
	return atomic_load_explicit(&naps->n, memory_order_relaxed) >= NAPS_MOST;
}

/* Returns how long the robot may sleep over all asks of a match. */
static inline int64_t naps_limit_ns(const struct naps *naps, int64_t move_time_ns)
{
	uint32_t n = atomic_load_explicit(&naps->n, memory_order_relaxed);
	int64_t most = 20 * move_time_ns >> (n < NAPS_MOST ? n : NAPS_MOST);
	return most > move_time_ns ? most : move_time_ns;
}

/* Counts a process that was stopped because it slept too long. */
static inline void naps_count(struct naps *naps)
{
	atomic_fetch_add_explicit(&naps->n, 1, memory_order_relaxed);
}

/* Counts a match in which no process was stopped. */
static inline void naps_count_good(struct naps *naps)
{
	uint32_t n = atomic_load_explicit(&naps->n, memory_order_relaxed);
	if (!n || n >= NAPS_MOST || (atomic_fetch_add_explicit(&naps->n_good, 1, memory_order_relaxed) + 1) % NAPS_GOOD)
		return;
	atomic_compare_exchange_strong_explicit(&naps->n, &n, n - 1, memory_order_relaxed, memory_order_relaxed);
}
