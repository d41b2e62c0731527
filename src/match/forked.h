/* forked.h - trusted robots (--trust) in a fork of the process that prints or stores their games.
 *
 * A robot can change all state of the process into which it is loaded: the current folder, the umask, the locale, buffered
 * output. So it is loaded only into a fork, or into a worker, which writes no results (worker.c). The fork does not
 * confine the robot. Under a debugger the robot is loaded into this process, because a debugger does not follow forks. */
#pragma once

#include "robot/transport.h"

/* Does the same as inprocess_new in a fork. The fork begins with the first instance; its death is an error. */
struct transport *forked_new(const struct robot *robot, const struct transport_plan *plan);

/* Does the same as inprocess_probe in a fork. The robot cannot be loaded if the fork dies. */
int forked_probe(struct robot *robot, struct err *err);
