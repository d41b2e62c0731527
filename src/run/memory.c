/* memory.c - checks the memory for all robots of a run together (memory.h). */
#include "run/memory.h"

#include <stdio.h>

#include "base/available.h"
#include "base/cores.h"
#include "match/worker.h"
#include "robot/program/transport.h"
#include "robot/so/sandbox.h"

static uint64_t n_workers(const struct tournament *tournament)
{
	uint64_t n = (uint64_t)(tournament->n_workers ? tournament->n_workers : cores_allowed());
	return n < tournament->schedule.n_matches ? n : tournament->schedule.n_matches;
}

static bool is_started(const struct robot *robot)
{
	return robot->kind != ROBOT_HUMAN && robot->fault.verdict == VERDICT_OK;
}

/* Bytes that the robots' files take in one worker, for all robots that can be at its tables. */
static uint64_t bytes_of_files(const struct tournament *tournament)
{
	int n_lanes = worker_lanes(tournament);
	uint64_t sum = 0, largest = 0, workers = n_workers(tournament);
	for (int i = 0; i < tournament->schedule.n_robots; i++) {
		const struct robot *robot = &tournament->robots[i];
		if (!is_started(robot) || robot->kind == ROBOT_PROGRAM)
			continue;
		uint64_t bytes = sandbox_file_bytes(robot, n_lanes);
		sum += bytes;
		largest = bytes > largest ? bytes : largest;
	}
	uint64_t n_matches = workers ? (tournament->schedule.n_matches + workers - 1) / workers : 0;
	uint64_t n_seated = n_matches * (uint64_t)tournament->schedule.n_seats;
	return n_seated < (uint64_t)tournament->schedule.n_robots && n_seated * largest < sum ? n_seated * largest : sum;
}

/* Minimum number of robot processes of one worker, after all robots have been at a table. */
static uint64_t n_processes(const struct tournament *tournament)
{
	uint64_t n = 0, n_programs = 0;
	for (int i = 0; i < tournament->schedule.n_robots; i++) {
		const struct robot *robot = &tournament->robots[i];
		n += is_started(robot) && robot->kind != ROBOT_PROGRAM;
		n_programs += is_started(robot) && robot->kind == ROBOT_PROGRAM;
	}
	return n + (n_programs < PROGRAM_PROCESSES ? n_programs : PROGRAM_PROCESSES);
}

static double megabytes(uint64_t bytes)
{
	return (double)bytes / (1 << 20);
}

int run_memory_check(const struct request *request, const struct tournament *tournament, struct err *err)
{
	uint64_t there = available_memory(), workers = n_workers(tournament);
	if (tournament->is_trusted)
		return 0; /* they have no own limit, and a worker loads few */
	uint64_t files = bytes_of_files(tournament);
	if (workers && files > there / workers)
		return err_set(err, EXIT_WORLD, "the robots' files alone, loaded by %llu workers, take %.0f MB of memory, and %.0f MB are "
			       "available. Play with fewer workers (-j) or fewer matches at once (-L)", (unsigned long long)workers,
			       megabytes(files) * (double)workers, megabytes(there));
	double most = (double)tournament->limits.memory * (double)n_processes(tournament) * (double)workers;
	if (request->checks_memory && most > (double)there)
		tournament_tell(tournament,
			"arena: warning: with --memory %.0fM robots may take %.0f MB in all (%llu workers with %llu processes each), "
			"and %.0f MB are available; a smaller --memory, or fewer workers (-j), keeps them within that\n",
			megabytes(tournament->limits.memory), most / (1 << 20), (unsigned long long)workers,
			(unsigned long long)n_processes(tournament), megabytes(there));
	return 0;
}
