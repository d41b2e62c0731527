/* course.h - wins of a robot in the course of a run and of its matches, and by the robot that sat before it. The unit is the
 * deal set, as everywhere. */
#pragma once

#include "match/schedule.h"
#include "record/analysis.h"

enum { COURSE_SPANS = 10, COURSE_MATCHES = 10 /* in each part of the run, in the mean */ };

/* Robots begin each match anew, so that wins by time can only drift if a robot does not depend on the seed alone. Within a rotation
 * of a match a robot keeps its memory: wins by game show what it learns. */
struct course {
	const struct schedule *schedule;            /* borrowed */
	int n_times;                                /* parts of the run; below 2: none */
	struct analysis_wins by_time[COURSE_SPANS]; /* equal parts of its table (schedule_part) */
	struct analysis_wins by_game[COURSE_SPANS]; /* spans of the blocks of a match (course_first_game) */
	struct analysis_wins *by_neighbour;         /* by robot of the run that sat before it; owned */
};

/* Of a zeroed course, for this number of matches. */
void course_init(struct course *course, const struct schedule *schedule, uint64_t n_matches);
void course_release(struct course *course);

/* A match that is over, in any order of deal sets; places as in chunk.h, `player` is the robot's. Then closes the last set. */
void course_add(struct course *course, const struct match_plan *plan, const uint8_t *places, int player);
void course_end(struct course *course);

/* How many spans the games of a rotation have: one for each block of a match, COURSE_SPANS at most. */
int course_spans(const struct schedule *schedule);

/* The first game of a span (from 0) within its rotation, from 0; of span course_spans the number of games. */
uint32_t course_first_game(const struct schedule *schedule, int span);
