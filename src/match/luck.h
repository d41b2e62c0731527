/* luck.h - how much of a robot's score was the deal: the same dice played by a fixed robot, the baseline.
 *
 * In the shadow game (docs/statistics.md) the baseline sits in all seats: what it wins in a seat was in the
 * dice. Games are the unit there: over a whole block every seat's luck comes to everybody once and cancels,
 * which is why runs count blocks. In the replacement the baseline sits in the robot's place alone, against
 * the same opponents: what the robot wins more than that is its own. */
#ifndef ARENA_MATCH_LUCK_H
#define ARENA_MATCH_LUCK_H

#include <stdint.h>

#include "base/err.h"
#include "match/analysis.h"
#include "match/sample.h"
#include "match/tournament.h"
#include "stats/control.h"

struct luck {
	struct control_sums games;     /* by game: the robot's win, the shadow's win in its seat */
	struct analysis_wins shadow;   /* the latter alone */
	struct analysis_wins replaced; /* by block: the baseline's wins in the robot's place */
	struct analysis_wins ahead;    /* by block: the robot's wins less those, each in [-1, 1] */
};

/* Plays both. tournament: of the run, met. baseline: met, or its copies share its fault. sample: of the
 * robot's matches; wins[i]: how many shared the first place with the robot in its i-th game of the sample, 0
 * when it did not win; match after match, block after block, rotation after rotation. */
int luck_play(struct luck *luck, const struct tournament *tournament, const struct robot *baseline,
	      struct sample *sample, const uint8_t *wins, struct err *err);

#endif
