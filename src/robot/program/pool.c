/* pool.c - processes of a program that are started ahead of their matches (collect.h). */
#include "robot/program/collect.h"

void program_pool_fill(struct program_pool *pool, int n, const struct robot *robot, const struct transport_plan *plan)
{
	struct err err = {0};
	if (n > PROGRAM_POOL_MOST)
		n = PROGRAM_POOL_MOST;
	while (pool->n < n) {
		struct program_process *process = program_start(robot, plan, false, &err);
		if (!process)
			return;
		pool->process[pool->n++] = process;
	}
}

struct program_process *program_pool_take(struct program_pool *pool)
{
	if (pool->n == 0)
		return NULL;
	struct program_process *oldest = pool->process[0];
	memmove(pool->process, pool->process + 1, (size_t)--pool->n * sizeof *pool->process);
	return oldest;
}

void program_pool_end(struct program_pool *pool, const struct limits *limits)
{
	for (int i = 0; i < pool->n; i++)
		program_dismiss(pool->process[i]); /* all of them before waiting for the first one */
	while (pool->n > 0)
		program_end(pool->process[--pool->n], PROCESS_DONE, "", limits, NULL, NULL);
}
