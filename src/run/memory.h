/* memory.h - checks the memory for all robots of a run together? */
#pragma once

#include "run/request.h"

/* Called before a run, after its robots are loaded. Non-zero (EXIT_WORLD): the files of the robots alone, counted as
 * often as they are loaded at once, need more memory than is available. Warns on stderr if the limit that the user chose
 * allows more than is available. There is no warning for the default limit, which is far above what robots use. */
int run_memory_check(const struct request *request, const struct tournament *tournament, struct err *err);
