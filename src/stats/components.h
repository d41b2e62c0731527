/* components.h - can the robots be compared at all? Warnings to print beside ratings. */
#ifndef ARENA_STATS_COMPONENTS_H
#define ARENA_STATS_COMPONENTS_H

#include "stats/blocks.h"

/* Robots that have met, directly or through others, form an island. Between islands the games say
 * nothing.
 *
 * Within an island, a level is a set of robots of which each has finished before or level with each other,
 * directly or through others (a strong component of the graph of who finished before whom). Between
 * levels one side has always won: the games say who is better, but only the prior by how much (Ford 1957).
 * Where only winning counts, a robot is before another where it won and the other did not, or level where
 * they shared the first place; robots that never won are levels of their own.
 *
 * Numbered from 0, by the lowest robot in them; -1 for a robot that has no games. */
struct component {
	int island, level;
};

struct components {
	int n_islands, n_levels; /* all is well with 1 and 1 */
};

/* Writes of[robot], robot < blocks->n_robots. by_wins: only winning counts. Time and memory: robots squared / 8 bytes at most. */
struct components components_of(const struct blocks *blocks, bool by_wins, struct component *of);

#endif
