/* round.h - rounds of the ladder, and the final: runs in the results of the contest. */
#pragma once

#include "contest/contest.h"

/* Plays n rounds, or for n = 0 plays until it is stopped. First it finishes what an earlier process left unfinished.
 * New versions enter before each round, unless the season is frozen. Ends early, with a message, when fewer than two
 * robots take part. -1 err; EXIT_INTERRUPTED after a stop, and then the matches played so far are stored. */
int round_play_all(struct contest *contest, int64_t n, struct err *err);

/* Enters what is submitted until now, and freezes the season. EXIT_USAGE: it has ended, or fewer than two robots take part. */
int round_freeze(struct contest *contest, struct err *err);

/* Plays or resumes the final of a frozen season, and ends the season. All active versions take part: in every
 * combination of seats if that is not too many tables, else in a pool. */
int round_play_final(struct contest *contest, struct err *err);
