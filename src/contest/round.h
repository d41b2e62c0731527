/* round.h - rounds of the ladder, and the final: runs in the results of the contest. */
#ifndef ARENA_CONTEST_ROUND_H
#define ARENA_CONTEST_ROUND_H

#include <stdint.h>

#include "base/err.h"
#include "contest/contest.h"

/* Plays n rounds, or for n = 0 until it is stopped. First whatever an earlier process has left unfinished. Before each
 * round new versions enter, unless the season is frozen. Ends early, with a word on it, when less than two robots take
 * part. -1 err: EXIT_INTERRUPTED after a stop; what was played is stored. */
int round_play_all(struct contest *contest, int64_t n, struct err *err);

/* Plays the final of a frozen season, or the rest of it, and ends the season: all active versions, everybody with
 * everybody where these are not too many tables, else in a pool. */
int round_play_final(struct contest *contest, struct err *err);

#endif
