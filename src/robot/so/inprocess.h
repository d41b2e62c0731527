/* inprocess.h - the port to a robot loaded into the worker itself (--trust): for debuggers,
 * profiles and top speed. The same lanes and the same results; no walls and no time limits,
 * so a robot that crashes takes the worker with it. */
#ifndef ARENA_ROBOT_SO_INPROCESS_H
#define ARENA_ROBOT_SO_INPROCESS_H

#include "robot/so/sandbox.h"

struct port *inprocess_new(const struct robot *robot, const struct port_plan *plan);

/* As sandbox_meet, without a sandbox. */
int inprocess_meet(struct robot *robot, struct err *err);

#endif
