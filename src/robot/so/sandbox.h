/* sandbox.h - the transport to a robot in processes of its own (channel.h, confine.h, runner.h). */
#pragma once

#include "robot/transport.h"

/* The data of the run that a transport needs; borrowed for its life. */
struct transport_plan {
	const struct shared_areas *shared_areas; /* has the shared area of every attempt that is seated */
	size_t hands_size;      /* bytes of the longest hands string */
	int n_lanes;
	const char *rules;      /* text for robot_game_start */
	struct limits limits;
	bool allows_weak;       /* sandbox: continue without parts that the kernel lacks */
	bool is_trusted;        /* program: no sandbox */
	struct fork_server *fork_server; /* of the worker: starts the processes of .so files; NULL: each is executed */
	int n_workers;          /* of the run: they share the memory; 0: one for each core */
	struct killed *killed;  /* of the run: counts processes killed from outside (killed.h); NULL: each start counts for
	                         * itself */
	const char *const *hidden; /* program: files and folders that it may not read; NULL-terminated */
};

/* Cannot fail: processes are started when a lane is seated. */
struct transport *sandbox_new(const struct robot *robot, const struct transport_plan *plan);

/* Bytes of memory for this robot's file in a worker with n lanes, times how often it is loaded at once. */
uint64_t sandbox_file_bytes(const struct robot *robot, int n_lanes);

/* Loads the robot once, confined, with its options. Fills in robot->manifest, or robot->fault if it cannot be loaded.
 * Non-zero: a failure of the system (EXIT_WORLD), or the robot refuses an option (EXIT_USAGE). */
int sandbox_probe(struct robot *robot, const struct transport_plan *plan, struct err *err);
