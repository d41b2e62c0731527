/* runner_file.h - the program that a robot's process runs: runner.c with what it needs, linked separately and embedded
 * in the arena. It loads few libraries, so it starts much faster than the arena. Since it is embedded, it cannot be
 * missing or of another version. */
#pragma once

#include "base/base.h"

/* A descriptor to execute it with (fexecve). It is made at the first call and then kept: the caller must not close it.
 * Close-on-exec is set. -1: err. */
int runner_file(struct err *err);
