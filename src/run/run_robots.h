/* run_robots.h - finds the robots of a recorded run: the same files and data, or an error. */
#pragma once

#include "robot/robot.h"
#include "store/run_config.h"

/* Opens the robots of the run, with their labels in it: the file at the robot's old path or, if that is missing or
 * different, the file found by its name. robots[i], i < info->n_robots, zeroed by the caller, who closes them with
 * setup_close also after a failure. If the file or its data is not what played, EXIT_USAGE names both and ends with the hint;
 * with hint NULL this is only a warning. */
int run_robots_open(const struct run_config *info, const struct tournament *tournament, const char *hint, struct err *err);

/* Robots of the run without their files: spec and label alone, enough to print its table. The caller's,
 * for setup_close. */
struct robot *run_robots_names(const struct run_config *info);
