/* on_round.h - the command of --on-round, which is run after a round or a final, for messages and the like. */
#pragma once

#include "contest/contest.h"

#define ON_ROUND_SECONDS 60

/* Runs contest->on_round, if it is set, by `/bin/sh -c` with a JSON object on its standard input: contest, season, state,
 * round (of a final: null), games, leader, standings, notes. Waits for its end, at most ON_ROUND_SECONDS. If it fails, prints
 * the first line of its output, and returns as usual. round 0: the final. */
void on_round(const struct contest *contest, int64_t round);
