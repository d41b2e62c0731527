/* components.h - which robots can be compared? Warnings to print beside ratings. */
#pragma once

#include "stats/rating/blocks.h"

/* Robots that have met, directly or through others, form an island. Games do not compare robots of different islands.
 *
 * Within an island, a level is a set of robots of which each has finished before or level with each other, directly or
 * through others (a strong component of the graph of who finished before whom). Between levels one side has always won:
 * the games show which is better, but only the prior determines by how much (Ford 1957). If only winning counts, a robot
 * is before another if it won and the other did not, and level if they shared the first place; robots that never won are
 * levels of their own.
 *
 * Numbered from 0, by the lowest robot in them; -1 for a robot that has no games. */
struct component {
	int island, level;
};

struct components {
	int n_islands, n_levels; /* 1 and 1: all robots can be compared */
};

/* Writes of[robot], robot < blocks->n_robots. by_wins: only winning counts. Time and memory: robots squared / 8 bytes at most. */
struct components components_of(const struct blocks *blocks, bool by_wins, struct component *of);
