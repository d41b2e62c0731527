/* arena_usage.h - the costs reported by a program robot with the network (`--network ROBOT`).
 *
 * The arena gives only such robots a piece of shared memory. The environment variable ARENA_USAGE_FD holds the number
 * of an open descriptor, which the robot maps with
 *
 *   mmap(NULL, sizeof(struct arena_usage), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
 *
 * All processes of the robot in a run map the same usage counters, which start at 0. Only add to the sums, never
 * overwrite them. The arena prints them when the run ends. A robot may also read them, to keep within a budget. The
 * arena cannot check them.
 *
 * Compiles as C11 and C++17. */
#ifndef ARENA_USAGE_H
#define ARENA_USAGE_H

#ifdef __cplusplus
#include <atomic>
typedef std::atomic<unsigned long long> arena_usage_sum;
#else
#include <stdatomic.h>
typedef atomic_ullong arena_usage_sum;
#endif

#define ARENA_USAGE_FD "ARENA_USAGE_FD" /* the environment variable */

/* Each counter has 8 bytes and is lock-free. Later versions only add fields at the end; the memory has the size of at
 * least one page. */
struct arena_usage {
	arena_usage_sum requests;      /* requests sent to a service */
	arena_usage_sum tokens_in;     /* tokens sent to language models */
	arena_usage_sum tokens_out;    /* tokens received */
	arena_usage_sum micro_dollars; /* millionths of a dollar */
	arena_usage_sum unserved;      /* plays made without the service: it failed, or the budget was used up */
	arena_usage_sum is_given_up;   /* for the robot's own use: not 0 when its processes must not ask the service
	                                * again */
	arena_usage_sum learned;       /* for the robot's own use: bits for what its processes have learned about the
	                                * service */
	arena_usage_sum served;        /* plays made with the service */
	/* Hands that a bid or call of this robot decided, and how many of them it won: [0] with the service, [1]
	 * without. */
	arena_usage_sum decided[2], won[2];
	/* Messages of the robot about the service: UTF-8 text, each line ended by '\n', for clock.json. A process adds
	 * the length of its line to n_said, and writes the part that fits at the old value. The text must not contain
	 * the key. */
	arena_usage_sum n_said;
	char said[2048];
};

#endif
