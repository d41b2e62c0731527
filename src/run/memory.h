/* memory.h - is there enough memory for all robots of a run together? */
#ifndef ARENA_RUN_MEMORY_H
#define ARENA_RUN_MEMORY_H

#include "base/err.h"
#include "base/options.h"
#include "match/tournament.h"

/* Before a run, once its robots have been met. Non-zero (EXIT_WORLD): the files of the robots alone, as often as they are
 * loaded at once, take more than there is. A line on stderr where that is not so, but the limit that was given with --memory
 * lets the robots take more than there is. The default limit is far above what robots use, so nothing is said of it. */
int memory_check(const struct args *args, const struct tournament *tournament, struct err *err);

#endif
