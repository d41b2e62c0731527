/* pool.h - processes of a program that have been started and not been told anything yet.
 *
 * Building the walls takes 20 to 40 ms and importing modules as long again, nearly all of it waiting. So the processes of
 * the next matches start while the matches before them are played. Whoever takes one gets what program_start would give
 * him, only further on; if it has died meanwhile, that is found out when it is asked, as it is of any other. */
#ifndef ARENA_ROBOT_PROGRAM_POOL_H
#define ARENA_ROBOT_PROGRAM_POOL_H

#include "robot/program/process.h"

enum { PROGRAM_POOL_MOST = 8 };

/* Oldest first: process[i], i < n. Zeroed: empty. */
struct program_pool {
	struct program_process *process[PROGRAM_POOL_MOST];
	int n;
};

/* Starts processes until there are n, or as many as the world allows: that it does not is told when one is needed. */
void program_pool_fill(struct program_pool *pool, int n, const struct robot *robot, const struct transport_plan *plan);

/* The oldest, which is the caller's; NULL: there is none. */
struct program_process *program_pool_take(struct program_pool *pool);

/* Ends them all. */
void program_pool_end(struct program_pool *pool, const struct limits *limits);

#endif
