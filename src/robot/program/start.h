/* start.h - from a program robot to a running process: pipes, sandbox, environment. */
#pragma once

#include "robot/program/process.h"

/* Fills process->front and the descriptors, as far as possible. Non-zero: a failure of the system. */
int program_launch(struct program_process *process, const struct transport_plan *plan, bool forks, struct err *err);
