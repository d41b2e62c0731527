/* arena_bill.h - the costs reported by a program robot with the network (`--network ROBOT`).
 *
 * The arena gives such a robot, and no other, one piece of shared memory: the environment variable
 * ARENA_BILL_FD holds the number of an open descriptor, to be mapped with
 *
 *   mmap(NULL, sizeof(struct arena_bill), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
 *
 * All processes of the robot in a run map the same bill, which begins as zeros. Only add to the sums, never overwrite
 * them: they are printed when the run ends. A robot may also read them, to keep within a budget. The arena cannot check
 * them.
 *
 * Compiles as C11 and C++17. */
#ifndef ARENA_BILL_H
#define ARENA_BILL_H

#ifdef __cplusplus
#include <atomic>
typedef std::atomic<unsigned long long> arena_bill_sum;
#else
#include <stdatomic.h>
typedef atomic_ullong arena_bill_sum;
#endif

#define ARENA_BILL_FD "ARENA_BILL_FD" /* the environment variable */

/* Each is of 8 bytes, without a lock. Later versions only add fields at the end; the memory is a page at least. */
struct arena_bill {
	arena_bill_sum requests;      /* requests sent to a service */
	arena_bill_sum tokens_in;     /* tokens sent, of language models */
	arena_bill_sum tokens_out;    /* tokens received */
	arena_bill_sum micro_dollars; /* millionths of a dollar */
	arena_bill_sum unserved;      /* plays made without the service: it failed, or the budget was used up */
	arena_bill_sum is_given_up;   /* for the robot: not 0 when its processes must not ask the service again */
	arena_bill_sum learned;       /* for the robot: bits of what its processes have learned about the service */
	arena_bill_sum served;        /* plays made with the service */
	/* Hands that a bid or call of this robot decided, and those of them that it won: [0] with the service, [1] without. */
	arena_bill_sum decided[2], won[2];
};

#endif
