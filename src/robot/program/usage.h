/* usage.h - robots with a network connection, and the costs that they report (sdk/arena_usage.h).
 *
 * In a run, all processes of such a robot in all workers share one file in memory. A robot without the network has no
 * such file, because its attempts at a match could exchange information about the dice through it. */
#pragma once

#include "robot/robot.h"

struct program_sums {
	uint64_t requests, tokens_in, tokens_out, micro_dollars, unserved, served;
	uint64_t decided[2], won[2]; /* hands: [0] decided by plays made with the service, [1] by other plays */
	char said[2049];             /* lines about the service, untrusted */
};

/* Gives a program access to the network, and zeroed usage counters. Call it before its first process is started. */
int program_allow_network(struct robot *robot, struct err *err);

/* Gets the current sums of its usage; returns false when it has none. */
bool program_usage(const struct robot *robot, struct program_sums *sums);
