/* games.h - plays the games of a robot of a run again and gathers its decisions. */
#ifndef ARENA_COACH_GAMES_H
#define ARENA_COACH_GAMES_H

#include "base/err.h"
#include "coach/decisions.h"
#include "match/tournament.h"
#include "record/sample.h"

/* tournament: of the run, met, of two seats. Sorted when it returns. Non-zero: err. */
int games_gather(const struct tournament *tournament, struct sample *sample, struct decisions *decisions, struct err *err);

#endif
