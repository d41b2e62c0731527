/* check.h - is a robot sound enough to take part? The checks of `arena doctor`, in the rules of the contest. */
#pragma once

#include "base/err.h"
#include "base/str.h"
#include "contest/contest.h"

/* Checks the robot in the file `path`. Adds the checklist to `list`. If the robot may not take part, adds the reason to
 * `reason`. -1 err, EXIT_INTERRUPTED after a stop. */
int check_robot(const struct contest *contest, const char *path, struct str *list, struct str *reason, struct err *err);
