/* sample.h - the matches of a run in which a robot is studied: some of its own, evenly spread over the run, so that every
 * opponent is represented. Always the same ones. */
#ifndef ARENA_RECORD_SAMPLE_H
#define ARENA_RECORD_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "match/matches.h"
#include "match/schedule.h"

struct sample {
	const struct schedule *schedule; /* borrowed */
	int robot;
	const struct matches_list *played; /* borrowed */
	uint64_t end_match;   /* after the last of them */
	uint64_t n_matches;   /* that the robot played */
	uint64_t n_games;     /* in them */
	uint64_t n_taken;     /* of its matches */
	uint64_t n_seen;      /* of its matches, since sample_rewind */
};

/* At most most_games games, or the games of one match when those are more. */
void sample_init(struct sample *sample, const struct schedule *schedule, int robot, const struct matches_list *played,
		 uint64_t most_games);

/* Before asking for the matches from 0 on again. */
void sample_rewind(struct sample *sample);

/* Is this match in the sample? Call it for every match, in order. */
bool sample_takes(struct sample *sample, uint64_t match);

/* The robot's place at the table of a match, or -1. */
int sample_player(const struct sample *sample, const struct match_plan *plan);

#endif
