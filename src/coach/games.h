/* games.h - replays the games of a robot in a run and collects its decisions. */
#pragma once

#include "coach/decisions.h"
#include "match/tournament.h"
#include "record/sample.h"

/* tournament: of the run, with its robots probed, of two seats. The decisions are sorted on return. Non-zero: err. */
int games_gather(const struct tournament *tournament, struct sample *sample, struct decisions *decisions, struct err *err);
