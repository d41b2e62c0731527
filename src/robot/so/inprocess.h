/* inprocess.h - the transport to a robot loaded into the worker itself (--trust): for debuggers, profiles and top speed.
 * The same lanes and the same results, without sandbox and time limits, so a robot that crashes ends the worker too. */
#ifndef ARENA_ROBOT_SO_INPROCESS_H
#define ARENA_ROBOT_SO_INPROCESS_H

#include "robot/so/sandbox.h"

struct transport *inprocess_new(const struct robot *robot, const struct transport_plan *plan);

/* As sandbox_probe, without a sandbox. */
int inprocess_probe(struct robot *robot, struct err *err);

#endif
