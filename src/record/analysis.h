/* analysis.h - statistics of a robot in the analysed games: its bids, its calls and its losses. Only sums are computed
 * here; this code does not play or write. docs/analysis.md has the formulas and terms.
 *
 * The sampling unit of proportions (such as the share of its calls that were right) is the deal set (match/schedule.h),
 * because the games of a set depend on each other. Each match in progress collects its counts in a struct
 * analysis_match, which is added to the open set when the match is over. The matches of a set must come one after
 * another. */
#pragma once

#include "match/result.h"
#include "match/schedule.h"
#include "record/game_record.h"
#include "stats/calibration.h"
#include "stats/histogram.h"
#include "stats/interval.h"
#include "stats/ratio.h"

/* The reason why a hand was lost. */
enum cause {
	CAUSE_OWN_BID,     /* its bid was false, and was called */
	CAUSE_OWN_CALL,    /* it called a true bid */
	CAUSE_OWN_EXACT,   /* it said "exact", and was wrong */
	CAUSE_OTHERS_EXACT,/* another player said "exact" and was right, and all others lost a die */
	CAUSE_ILLEGAL,     /* its play was illegal */
	CAUSE_FAULT,       /* it crashed or ran out of time */
	CAUSE_COUNT,
};

/* The proportions. */
enum analysis_part {
	/* Of its bids that took effect, the share of those that: */
	ANALYSIS_FALSE = 0,   /* were not true given all dice, as they counted at that moment */
	ANALYSIS_UNLIKELY,    /* were more likely false than true, given its own dice */
	ANALYSIS_UNBACKED,    /* had no support in its own dice */
	ANALYSIS_CALLED,      /* were called by another player */
	ANALYSIS_CAUGHT,      /* were called, counting only false bids */
	/* Of its decisions in which it was able to call a bid: */
	ANALYSIS_PRECISION,   /* the share of its calls that were calls of false bids */
	ANALYSIS_RECALL,      /* the share of the false bids that it called */
	ANALYSIS_ACCURACY,    /* the share of its decisions that were right: a false bid called, or a true one not
	                       * called */
	ANALYSIS_RATE,        /* the share of its decisions that were calls */
	ANALYSIS_EXACT,       /* the share of its plays "exact" that were right */
	/* The share of true bids among those that it called, and among those that it did not call, by tenths of their
	 * chance given its own dice. */
	ANALYSIS_CALLED_TRUE,
	ANALYSIS_PASSED_TRUE = ANALYSIS_CALLED_TRUE + CALIBRATION_BINS,
	/* The share of hands that it lost, by its number of dice at the beginning of the hand, [1] to [20]. */
	ANALYSIS_LOST = ANALYSIS_PASSED_TRUE + CALIBRATION_BINS,
	ANALYSIS_PARTS = ANALYSIS_LOST + GAME_MAX_DICE + 1,
};

/* The proportions of one match. A zeroed struct is empty. */
struct analysis_match {
	struct analysis_count {
		uint32_t hits, trials;
	} part[ANALYSIS_PARTS];
};

/* Wins, with the deal set as the unit: the share of a set is the share of its games that were won, where a shared first
 * place counts as a fraction of a win. */
struct analysis_wins {
	uint64_t games;
	uint64_t first_count[SCHEDULE_MAX_SEATS]; /* games in which it shared first place with i others */
	struct histogram shares;                  /* shares of the finished sets; owned */
	struct {
		uint64_t number, matches, games, first_count[SCHEDULE_MAX_SEATS];
	} set;                                    /* the open set, if it has games */
};

struct analysis {
	int robot;            /* index in the run */
	int n_seats;          /* seats at the largest table */
	uint64_t tables[SCHEDULE_MAX_SEATS + 1]; /* with analysis_end_game: number of games by number of seats */
	uint64_t games;
	struct analysis_wins wins;
	struct analysis_wins by_seat[SCHEDULE_MAX_SEATS]; /* only the games in one seat */
	struct ratio part[ANALYSIS_PARTS];
	uint64_t set;                                 /* number of the open set */
	struct analysis_match set_parts;              /* the proportions of the open set */
	struct calibration called, passed;            /* chance of the bid that it faced, given its own dice, compared
	                                               * with the truth */
	struct exact wins_from[GAME_MAX_DICE + 1];    /* by its number of dice at the beginning of a hand: the sum over
	                                               * these hands of the results of their games */
	uint64_t asks, illegal, faults;               /* its turns; those with an illegal play; those without an
	                                               * answer */
	uint64_t hands, lost[CAUSE_COUNT];            /* hands in which it took part; hands lost, by cause */
	uint64_t games_lost[CAUSE_COUNT + 1];         /* games not won, by the cause of the last hand that it lost; the
	                                               * last element: it lost no hand */
};

/* Frees the contents. A zeroed analysis with robot and n_seats set is empty. */
void analysis_release(struct analysis *analysis);

/* Adds a finished game, and its proportions to those of its match; `seat` is the robot's. */
void analysis_add(struct analysis *analysis, struct analysis_match *match, const struct game_record *log, int seat);

/* Adds the outcome (places as in chunk.h) of a finished match in which the robot is `player`, and its proportions,
 * which are then cleared. Deal sets may come in any order. */
void analysis_end_match(struct analysis *analysis, struct analysis_match *match, const struct match_plan *plan,
			const uint8_t *places, int player);

/* Adds a match of one game, which is a set of its own, at a table of `seats`. The robot was in `seat`, and no place is
 * shared. */
void analysis_end_game(struct analysis *analysis, struct analysis_match *match, int seats, int seat, int place);

/* Closes the open deal set. Call it after the last match, before the results are read. */
void analysis_end(struct analysis *analysis);

/* Return the robot's fair share of the games, in (0, 1), and the size of the smallest table. */
double analysis_fair(const struct analysis *analysis);
int analysis_fewest_seats(const struct analysis *analysis);

/* Adds the wins in `games` games of one match, which belongs to deal set `set`. In first[i] of these games the robot
 * shared first place with i others; in first[0] it won alone. Does nothing if `games` is 0. analysis_wins_end closes
 * the last set. */
void analysis_wins_add(struct analysis_wins *wins, uint64_t set, const uint64_t first[SCHEDULE_MAX_SEATS],
		       uint64_t games);
void analysis_wins_end(struct analysis_wins *wins);

/* Returns the share of games won, with its 95 % interval over deal sets. */
struct interval analysis_wins_interval(const struct analysis_wins *wins);

/* Returns how many independent games carry as much information as one of these: the variance of a game over the
 * variance per game of the matches. It is above 1 if the luck of the deal cancels because every deal is played from
 * every seat, and below 1 if the games of a match are correlated, for example by the same neighbours or by memory. It
 * is 0 when unknown: with fewer than two matches, if all are alike, or if each has one game. */
double analysis_wins_worth(const struct analysis_wins *wins);

/* Returns true if a single hand can lose a game, and false if points that go up and down decide it. */
bool analysis_has_last_hand(const struct rules *rules);

/* Wins of a robot over the course of a run and of its matches, and by the robot that sat before it. The unit is the
 * deal set, as in all statistics. */
enum { COURSE_SPANS = 10, COURSE_MATCHES = 10 /* in each part of the run, on average */ };

/* Robots are loaded anew for each match, so wins can only change over the run if a robot depends on more than the seed.
 * Within a rotation of a match a robot keeps its memory, so wins by game show what it learns. */
struct course {
	const struct schedule *schedule;            /* borrowed */
	int n_times;                                /* number of parts of the run; by_time is used only with 2 or
	                                             * more */
	struct analysis_wins by_time[COURSE_SPANS]; /* by part of the matches of its table (schedule_part) */
	struct analysis_wins by_game[COURSE_SPANS]; /* spans of the blocks of a match (course_first_game) */
	struct analysis_wins *by_neighbour;         /* by the robot of the run that sat before it; owned */
};

/* Initialises a zeroed course for this number of matches. */
void course_init(struct course *course, const struct schedule *schedule, uint64_t n_matches);
void course_release(struct course *course);

/* Adds a finished match. Deal sets may come in any order. Places are as in chunk.h, and `player` is the robot's.
 * course_end closes the last set. */
void course_add(struct course *course, const struct match_plan *plan, const uint8_t *places, int player);
void course_end(struct course *course);

/* Returns into how many spans the games of a rotation are divided: one for each block of a match, but at most
 * COURSE_SPANS. */
int course_spans(const struct schedule *schedule);

/* Returns the first game of a span within its rotation, both from 0. For the span course_spans it returns the number of
 * games. */
uint32_t course_first_game(const struct schedule *schedule, int span);
