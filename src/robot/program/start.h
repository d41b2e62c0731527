/* start.h - from a program robot to a running process: pipes, walls, environment. */
#ifndef ARENA_ROBOT_PROGRAM_START_H
#define ARENA_ROBOT_PROGRAM_START_H

#include "robot/program/process.h"

/* Fills process->front and the descriptors. Non-zero: a failure of the system, and they hold what there is. */
int program_launch(struct program_process *process, const struct transport_plan *plan, struct err *err);

#endif
