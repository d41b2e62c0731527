/* usage.h - robots with the network, and the costs they report (sdk/arena_usage.h).
 *
 * One memory file per robot and run, which all its processes in all workers share. No robot without the network
 * has one: the attempts of a match could exchange the dice through shared memory. */
#pragma once

#include "robot/robot.h"

struct program_sums {
	uint64_t requests, tokens_in, tokens_out, micro_dollars, unserved, served;
	uint64_t decided[2], won[2]; /* hands: [0] by plays that were served, [1] by others */
};

/* Gives a program the network, and usage counters of zero. Before its first process. */
int program_allow_network(struct robot *robot, struct err *err);

/* Gets the current sums of its usage; false when it has none. */
bool program_usage(const struct robot *robot, struct program_sums *sums);
