/* run_robots.h - the robots of a run that was recorded, found again: the same files, or nothing. */
#ifndef ARENA_RUN_RUN_ROBOTS_H
#define ARENA_RUN_RUN_ROBOTS_H

#include "base/err.h"
#include "robot/robot.h"
#include "store/run_config.h"

/* Opens the robots of the run, with their labels in it: what is now at a robot's old place or, if that is
 * gone or another file, under its name. robots[i], i < info->n_robots, zeroed by the caller, who closes
 * them with setup_close also after a failure. A file that is not the one that played is EXIT_USAGE that
 * names both and ends with the hint what to do; with hint NULL it is a warning. */
int run_robots_open(const struct run_config *info, struct robot *robots, const char *hint, struct err *err);

/* Robots of the run without their files: spec and label alone, enough to print its table. The caller's,
 * for setup_close. */
struct robot *run_robots_names(const struct run_config *info);

#endif
