/* analysis.h - statistics of a robot in the analysed games: its bids, its calls and its losses. Sums only; it plays
 * nothing and writes nothing. Formulas and words: docs/analysis.md.
 *
 * Proportions (of its calls, those that were right) are taken by deal set (match/schedule.h), as the games of a set
 * depend on each other. Matches in progress gather theirs in a struct analysis_match; when one is over, it is added to
 * the open set. Matches of a set come one after the other. */
#pragma once

#include "match/result.h"
#include "match/schedule.h"
#include "record/game_record.h"
#include "stats/calibration.h"
#include "stats/histogram.h"
#include "stats/interval.h"
#include "stats/ratio.h"

/* Why a hand was lost. */
enum cause {
	CAUSE_OWN_BID,     /* its bid was called, and false */
	CAUSE_OWN_CALL,    /* it called a true bid */
	CAUSE_OWN_EXACT,   /* it said exact, and it was not */
	CAUSE_OTHERS_EXACT,/* a player said exact and was right, and all others lost a die */
	CAUSE_ILLEGAL,     /* its play was illegal */
	CAUSE_FAULT,       /* it crashed or ran out of time */
	CAUSE_COUNT,
};

/* The proportions. */
enum analysis_part {
	/* Of its bids that took effect, those that */
	ANALYSIS_FALSE = 0,   /* were not true by all dice, as they counted at that moment */
	ANALYSIS_UNLIKELY,    /* were more likely false than true, given its own dice */
	ANALYSIS_UNBACKED,    /* had no support in its own dice */
	ANALYSIS_CALLED,      /* another player called */
	ANALYSIS_CAUGHT,      /* of the false ones alone: another player called */
	/* Of its decisions with a bid that could be called: */
	ANALYSIS_PRECISION,   /* of its calls, those of false bids */
	ANALYSIS_RECALL,      /* of the false bids, those it called */
	ANALYSIS_ACCURACY,    /* of all, false bids called and true ones let pass */
	ANALYSIS_RATE,        /* of all, its calls */
	ANALYSIS_EXACT,       /* of its "exact", those that were right */
	/* The true bids among those it called and those it let pass, by tenths of their chance given its own dice. */
	ANALYSIS_CALLED_TRUE,
	ANALYSIS_PASSED_TRUE = ANALYSIS_CALLED_TRUE + CALIBRATION_BINS,
	/* The hands that it lost, by its number of dice at their beginning, [1] to [20]. */
	ANALYSIS_LOST = ANALYSIS_PASSED_TRUE + CALIBRATION_BINS,
	ANALYSIS_PARTS = ANALYSIS_LOST + GAME_MAX_DICE + 1,
};

/* The proportions of one match. A zeroed one is empty. */
struct analysis_match {
	struct analysis_count {
		uint32_t hits, trials;
	} part[ANALYSIS_PARTS];
};

/* Wins, by deal set: the share of a set is that of its games, where a shared first place counts as that share of a win. */
struct analysis_wins {
	uint64_t games;
	uint64_t first_count[SCHEDULE_MAX_SEATS]; /* games ended in first place, shared by i + 1 */
	struct histogram shares;                  /* of the sets that are over; owned */
	struct {
		uint64_t number, matches, games, first_count[SCHEDULE_MAX_SEATS];
	} set;                                    /* the open set, if it has games */
};

struct analysis {
	int robot;            /* index in the run */
	int n_seats;          /* at the largest table */
	uint64_t tables[SCHEDULE_MAX_SEATS + 1]; /* with analysis_end_game: games by seats of the table */
	uint64_t games;
	struct analysis_wins wins;
	struct analysis_wins by_seat[SCHEDULE_MAX_SEATS]; /* the games in one seat alone */
	struct ratio part[ANALYSIS_PARTS];
	uint64_t set;                                 /* the open one */
	struct analysis_match set_parts;              /* and its proportions */
	struct calibration called, passed;            /* chance of the bid it faced by its own dice, against the truth */
	struct exact wins_from[GAME_MAX_DICE + 1];    /* sum of the game's result over the hands, by its number of dice at their beginning */
	uint64_t asks, illegal, faults;               /* turns; of them with an illegal play; with no answer */
	uint64_t hands, lost[CAUSE_COUNT];            /* hands it was in; lost, by cause */
	uint64_t games_lost[CAUSE_COUNT + 1];         /* games not won, by the last hand it lost; the last: lost none */
};

/* A zeroed analysis with robot and n_seats set is empty. */
void analysis_release(struct analysis *analysis);

/* Adds a finished game, and its proportions to those of its match; `seat` is the robot's. */
void analysis_add(struct analysis *analysis, struct analysis_match *match, const struct game_record *log, int seat);

/* Adds the outcome (places as in chunk.h) of a finished match in which the robot is `player`, and its proportions,
 * which are then emptied. Deal sets may come in any order. */
void analysis_end_match(struct analysis *analysis, struct analysis_match *match, const struct match_plan *plan,
			const uint8_t *places, int player);

/* Adds a match of one game, which is a set by itself, at a table of `seats`: the robot was in `seat`, and no place is
 * shared. */
void analysis_end_game(struct analysis *analysis, struct analysis_match *match, int seats, int seat, int place);

/* Closes the open deal set. Call it after the last match, before anything is read. */
void analysis_end(struct analysis *analysis);

/* Return the robot's fair share of the games, in (0, 1), and the size of the smallest table. */
double analysis_fair(const struct analysis *analysis);
int analysis_fewest_seats(const struct analysis *analysis);

/* Adds a match of a deal set with `games` games, of which the robot ended first[i] in first place, shared by i + 1.
 * Does nothing without games. analysis_wins_end closes the last set. */
void analysis_wins_add(struct analysis_wins *wins, uint64_t set, const uint64_t first[SCHEDULE_MAX_SEATS], uint64_t games);
void analysis_wins_end(struct analysis_wins *wins);

/* Returns the share of games won, with its 95 % interval over deal sets. */
struct interval analysis_wins_interval(const struct analysis_wins *wins);

/* Returns how many independent games carry as much information as one of these: the variance of a game over the
 * variance per game of the matches. It is above 1 where the luck of the deal cancels because every deal is played from
 * every seat, and below 1 where the games of a match are correlated, as with the same neighbours or memory. 0 when
 * unknown: fewer than two matches, all alike, or one game each. */
double analysis_wins_worth(const struct analysis_wins *wins);

/* Can a single hand lose a game? Returns false if points that go up and down decide it. */
bool analysis_has_last_hand(const struct rules *rules);

/* Wins of a robot in the course of a run and of its matches, and by the robot that sat before it. The unit is the deal set, as
 * everywhere. */
enum { COURSE_SPANS = 10, COURSE_MATCHES = 10 /* in each part of the run, on average */ };

/* Robots begin each match anew, so that wins by time can only drift if a robot does not depend on the seed alone. Within a rotation
 * of a match a robot keeps its memory: wins by game show what it learns. */
struct course {
	const struct schedule *schedule;            /* borrowed */
	int n_times;                                /* parts of the run; below 2: none */
	struct analysis_wins by_time[COURSE_SPANS]; /* by part of the matches of its table (schedule_part) */
	struct analysis_wins by_game[COURSE_SPANS]; /* spans of the blocks of a match (course_first_game) */
	struct analysis_wins *by_neighbour;         /* by robot of the run that sat before it; owned */
};

/* Initialises a zeroed course for this number of matches. */
void course_init(struct course *course, const struct schedule *schedule, uint64_t n_matches);
void course_release(struct course *course);

/* Adds a finished match, in any order of deal sets; places as in chunk.h, `player` is the robot's. course_end closes
 * the last set. */
void course_add(struct course *course, const struct match_plan *plan, const uint8_t *places, int player);
void course_end(struct course *course);

/* Returns how many spans the games of a rotation have: one for each block of a match, COURSE_SPANS at most. */
int course_spans(const struct schedule *schedule);

/* Returns the first game of a span within its rotation, both from 0; for span course_spans, the number of games. */
uint32_t course_first_game(const struct schedule *schedule, int span);
