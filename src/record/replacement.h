/* replacement.h - the wins of a fixed robot, the baseline, in a robot's place, with the same dice against the same
 * opponents. The difference is the robot's own contribution. */
#pragma once

#include "match/tournament.h"
#include "record/sample.h"
#include "stats/histogram.h"
#include "stats/interval.h"

/* By match. A zeroed one is empty. */
struct replacement {
	struct histogram wins;  /* the share of the baseline; owned */
	struct histogram ahead; /* (1 + d) / 2 with the robot's share less that, d; owned */
};

void replacement_release(struct replacement *replacement);

/* Plays it. tournament: of the run, met. baseline: met, or its copies share its fault. sample: of the robot's matches;
 * shares[i]: the robot's win share in the i-th of them. */
int replacement_play(struct replacement *replacement, const struct tournament *tournament, const struct robot *baseline,
		     struct sample *sample, const double *shares, struct err *err);

/* The mean of d, from -1 to 1, with its 95 % interval. */
struct interval replacement_ahead(const struct replacement *replacement);
