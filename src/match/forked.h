/* forked.h - trusted robots (--trust) in a fork of the process that prints or stores what it sees of their games.
 *
 * A robot can change all state of the process into which it is loaded: the current folder, the umask, the locale, what was
 * printed so far. So it is loaded only into a fork, or into a worker, which counts and writes nothing (worker.c). The
 * fork does not confine the robot. Under a debugger, which follows this process and not its forks, there is none. */
#pragma once

#include "robot/transport.h"

/* As inprocess_new. The fork begins with the first instance; its death is an error. */
struct transport *forked_new(const struct robot *robot, const struct transport_plan *plan);

/* As inprocess_probe. The robot cannot be loaded if the fork dies. */
int forked_probe(struct robot *robot, struct err *err);
