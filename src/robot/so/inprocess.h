/* inprocess.h - the transport to a robot loaded into the worker itself (--trust): for debuggers, profilers and top
 * speed. It has the same lanes and gives the same results, but without sandbox and time limits, and a robot that
 * crashes takes the worker with it. */
#pragma once

#include "robot/so/sandbox.h"

struct transport *inprocess_new(const struct robot *robot, const struct transport_plan *plan);

/* As sandbox_probe, without a sandbox. */
int inprocess_probe(struct robot *robot, struct err *err);
