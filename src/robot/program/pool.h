/* pool.h - processes of a program that are started ahead of their matches.
 *
 * A start takes tens of milliseconds (bench/fresh.sh), so the processes of the next matches start while the matches
 * before them are played. A process from the pool is like one from program_start, only further on. If it has died
 * meanwhile, its first ask detects this. */
#pragma once

#include "robot/program/process.h"

enum { PROGRAM_POOL_MOST = 8 };

/* Oldest first: process[i], i < n. Zeroed: empty. */
struct program_pool {
	struct program_process *process[PROGRAM_POOL_MOST];
	int n;
};

/* Starts processes until there are n, or as many as possible; a failure is reported when a process is needed. */
void program_pool_fill(struct program_pool *pool, int n, const struct robot *robot, const struct transport_plan *plan);

/* Returns the oldest, which is the caller's, or NULL if there is none. */
struct program_process *program_pool_take(struct program_pool *pool);

/* Ends them all. */
void program_pool_end(struct program_pool *pool, const struct limits *limits);
