/* execute.h - a new process that executes the runner, and its descriptors. */
#pragma once

#include <sys/types.h>

#include "base/base.h"
#include "robot/so/runner.h"

enum { RUNNER_FDS = RUNNER_FD_END - RUNNER_FD_CHANNEL };

struct runner_fds {
	int stdin_end;        /* -1: /dev/null */
	int own[RUNNER_FDS];  /* own[i] is to become descriptor RUNNER_FD_CHANNEL + i; -1: none */
};

/* Executes own[RUNNER_FD_FILE - RUNNER_FD_CHANNEL] with these arguments and no environment. Returns its number; -1 with errno. */
pid_t execute_runner(char *const *argv, const struct runner_fds *fds);

/* Called in the process that is to have them: gives the descriptors their numbers, and closes all others. False with errno. */
bool execute_place(const struct runner_fds *fds);
