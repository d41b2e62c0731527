/* solution_robot.h - a robot made of solved hands: a copy of the bundled robot nash, with the solution in its data folder. */
#ifndef ARENA_RUN_SOLUTION_ROBOT_H
#define ARENA_RUN_SOLUTION_ROBOT_H

#include "base/err.h"
#include "solve/solution.h"

/* path ends in ".so"; the solution goes into the folder NAME.data beside it. A path of nash itself keeps that file. Non-zero: err. */
int solution_robot_save(struct solution_draft *draft, const char *path, struct err *err);

/* Is this a path that solution_robot_save takes? To be asked before hours of work. Non-zero: EXIT_USAGE. */
int solution_robot_check(const char *path, struct err *err);

#endif
