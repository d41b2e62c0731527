/* games.h - the sample games of a report: a selection of the games of a run, replayed or read from logs, and recorded.
 * Also the candidates for the selection, and their drama. */
#pragma once

#include <jansson.h>

#include "match/matches.h"
#include "match/tournament.h"
#include "output/viewer.h"
#include "record/game_record.h"
#include "run/progress.h"

/* The games to select. */
struct report_wish {
	bool has_robot;           /* the page is about one robot: its faults come first */
	bool is_of_robot;         /* if has_robot: except for requested games, only games of this robot */
	int robot;                /* index in the run */
	int n_games;              /* maximum number, in addition to the requested ones */
	bool is_dramatic;         /* only the most dramatic of the candidates, and the requested ones */
	uint64_t *asked;          /* asked[i], i < n_asked: numbers of the requested games, from 0, <
	                           * schedule.n_games */
	int n_asked;
	uint64_t puzzle_seed;     /* 0: the games of a report; else only games with positions from puzzles_choose, with
	                           * candidates chosen by this seed */
	struct report_first_fault {
		uint64_t game;    /* number of the game, from 0 */
		int robot;        /* index of the robot in the run */
		enum verdict verdict;
	} *first_faults;               /* n_first_faults: the first game of each robot with each kind of fault */
	int n_first_faults;
	struct report_illegal {
		int robot;               /* index of the robot in the run */
		double rate;             /* illegal plays per game of the robot in the chunk with the most; `matches`
		                          * are those of this chunk */
		struct matches matches;
	} *illegal;              /* n_illegal: the robots with illegal plays */
	int n_illegal;
	json_t *studies;         /* studies of robots (study.h); the game of each robot's first "worst" is added;
	                          * borrowed; NULL: none */
	const json_t *coached;   /* the part "coach" of the data (study.h); the games of each robot's most costly
	                          * positions are added; borrowed; NULL: none */
	const struct matches_list *played; /* the finished matches; NULL: all are */
	const double *timeouts_of_game; /* by robot of the run: its mean number of timeouts in a game; borrowed; NULL:
	                                 * unknown */
	int n_jobs;              /* processes that replay games; 0: one per core */
	struct progress *progress; /* may be NULL */
};

/* Adds the game of a fault, unless the robot has a fault of this kind in an earlier game. */
void report_wish_fault(struct report_wish *wish, uint64_t game, int robot, enum verdict verdict);

/* Games that are read from logs instead of replayed. */
struct report_reader {
	uint64_t first, end; /* numbers of the games: from 0, first < end */
	/* Returns the record of a game, with words and valid until the next call, or NULL when it cannot be read. */
	const struct game_record *(*read)(uint64_t game, void *context);
	const char *(*label)(int robot, void *context); /* the label of a robot */
	void *context;
};

/* Returns an array of recorded games in the order of their numbers. Each has "why", the reasons for selecting it. The
 * games are the first one; the longest, the closest and the most dramatic candidates; games with faults; one for each
 * of a dozen tables; losses of the studied robots; and further dramatic games up to the requested number. The result
 * depends only on the run and the wish. The caller owns it. Returns NULL with err on failure. */
json_t *report_games(struct tournament *tournament, const struct report_wish *wish, struct err *err);

/* Does the same for games from logs: wish->played is not used, and no game is selected for its table. */
json_t *report_games_read(const struct report_reader *reader, const struct report_wish *wish, struct err *err);

enum drama_kind {
	DRAMA_STOOD = 0, /* a false bid that was unlikely given the bidder's dice, and was not called: how unlikely, in
	                  * [0, 1] */
	DRAMA_CAUGHT,    /* the same, but it was called */
	DRAMA_LEAD,      /* how often another player took the lead in dice or points */
	DRAMA_COMEBACK,  /* the winner was down to one die: how many more dice the leading opponent had */
	DRAMA_KINDS,
};

struct drama {
	double value[DRAMA_KINDS]; /* 0: did not occur */
};

/* Computes the drama of a game in the form of output/viewer.c. */
void drama_of(const json_t *game, struct drama *drama);

/* Combines all kinds in one number, for comparing games. */
double drama_sum(const struct drama *drama);

/* Returns the kind that contributes most to the sum, or DRAMA_KINDS if all are 0. */
enum drama_kind drama_most(const struct drama *drama);

/* Adds a reason to show the game: "a bluff of 3% that nobody called". */
void drama_describe(const struct drama *drama, enum drama_kind kind, struct str *out);

enum {
	TABLES_LOOKED = 12, /* number of tables whose games are considered */
	GAMES_LOOKED = 24,  /* games considered at each of them */
};

/* Passes each candidate to `take`, which then owns the record. The tables are evenly spaced over the run, so that all
 * robots are represented. They do not depend on the number of processes. */
int candidates_find(struct tournament *tournament, const struct report_wish *wish,
		    void (*take)(struct record *record, void *context), void *context, struct err *err);
