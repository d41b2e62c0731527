/* runner_file.h - the program that a robot's process runs: runner.c and what it needs, linked separately and embedded in
 * the arena. It loads few libraries, so it starts much faster than the arena; and there is no second file that could be
 * missing or of another version. */
#ifndef ARENA_ROBOT_SO_RUNNER_FILE_H
#define ARENA_ROBOT_SO_RUNNER_FILE_H

#include "base/err.h"

/* A descriptor to execute it by (fexecve), made at the first call and then kept: not the caller's to
 * close; closed on exec. -1: err. */
int runner_file(struct err *err);

#endif
