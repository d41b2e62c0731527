/* forked.h - trusted robots (--trust) in a fork of the process that prints or stores their games.
 *
 * A robot can change all state of the process into which it is loaded: the current folder, the umask, the locale,
 * buffered output. So it is loaded only into a fork, or into a worker, which does not write results (worker.c). The
 * fork does not confine the robot. Under a debugger the robot is loaded into this process, because a debugger does not
 * follow forks. */
#pragma once

#include "robot/transport.h"

/* Does the same as inprocess_new, in a fork that starts with the first instance. The death of the fork is an error. */
struct transport *forked_new(const struct robot *robot, const struct transport_plan *plan);

/* Does the same as inprocess_probe, in a fork. If the fork dies, the robot counts as impossible to load. */
int forked_probe(struct robot *robot, struct err *err);
