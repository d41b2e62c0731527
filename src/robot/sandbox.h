/* sandbox.h - the port to a robot in processes of its own (wire.h, confine.h, guest.h). */
#ifndef ARENA_ROBOT_SANDBOX_H
#define ARENA_ROBOT_SANDBOX_H

#include "robot/port.h"

/* What a port needs to know of the run; all borrowed for its life. */
struct port_plan {
	const struct boards *boards; /* has the board of every leg that is seated */
	size_t hands_size;      /* bytes of the longest hands string */
	int n_lanes;
	const char *rules;      /* text for robot_game_start */
	struct limits limits;
	bool allows_weak;       /* sandbox: go on where the kernel lacks something */
	bool is_trusted;        /* program: no walls */
	struct killed *killed;  /* of the run: processes killed from outside (killed.h); NULL: each start counts for itself */
	const char *const *hidden; /* program: files and folders that it may not read; NULL-terminated */
};

/* Never fails: processes are started when a lane is seated. */
struct port *sandbox_new(const struct robot *robot, const struct port_plan *plan);

/* Loads the robot once, confined, tells it its options, and fills robot->card, or robot->fault
 * when it cannot be loaded. Non-zero: the world failed (EXIT_WORLD), or the robot refuses
 * an option (EXIT_USAGE). */
int sandbox_meet(struct robot *robot, const struct port_plan *plan, struct err *err);

#endif
