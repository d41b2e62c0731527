/* log_study.h - results, faults and analyses of the robots in those tourneys of this season whose logs are kept. A
 * robot is identified by its title, and each game counts as a match. Used by `arena analyse tourneys` and its
 * report. */
#pragma once

#include "net/logs/log_game.h"
#include "record/study.h"
#include "standings/pool.h"

/* A robot. It has the same index as in the pool. */
struct log_robot {
	struct tally tally;         /* over all games; its asks are turns, without observations */
	struct sample sample;       /* the games to analyse; n_taken 0: none */
	struct analysis analysis;   /* statistics of the games in `sample` */
	struct analysis_match parts;
	struct worst worst;         /* the most costly decisions; set n_wanted before log_study_play */
	struct replacement no_replacement;
};

/* A turn without an answer. */
struct log_fault {
	uint64_t game;   /* from 0 */
	int robot;
	enum verdict verdict;
	const char *result; /* as in the GameLog; static */
};

struct log_study {
	struct database *database; /* borrowed */
	int64_t first, last;       /* numbers of the games, from 1 */
	struct pool pool;          /* set its `by` before log_study_open, which fills and finishes it */
	struct run_config info;    /* the robots' titles and the rules, as if of a run named "tourneys" */
	struct log_robot *robots;  /* robots[i], i < pool.n_robots; owned */
	struct log_fault *faults;  /* faults[i], i < n_faults: the first few of each robot; owned */
	int n_faults;
	uint64_t n_unread;         /* number of games left out of the analysis because their logs are inconsistent */
	/* Called for each game that was analysed. May be NULL. */
	void (*analysed)(const struct game_record *record, void *context);
	void *context;
	struct log_game reader;
	int robots_of_game[SCHEDULE_MAX_SEATS]; /* by seat, for the game that was read last */
};

/* Adds the result of a game to a struct pool. To be passed to tourney_each_end. Returns false when the pool is full.
 * Ignores a damaged log. */
bool log_study_add_end(const json_t *titles, const json_t *rankings, void *pool);

/* Reads the results of all games. Fails with EXIT_USAGE when there are none. */
int log_study_open(struct log_study *study, struct database *database, struct err *err);

/* Selects at most `most` games of a robot for analysis (-1: all), evenly spread. Call it before log_study_play. */
void log_study_wish(struct log_study *study, int robot, uint64_t most);

/* Reads all logs. */
int log_study_play(struct log_study *study, struct err *err);

/* Reads one game into study->reader.record. Fails with EXIT_USAGE when the log does not exist or is inconsistent. */
int log_study_game(struct log_study *study, uint64_t number, struct err *err);

/* Returns the data for the printing functions, valid as long as the study. */
struct analysis_report log_study_report(const struct log_study *study, int robot);

/* Returns the robot with this title, or the only one whose title begins with the name and '_', or -1 with err. */
int log_study_find(const struct log_study *study, const char *name, struct err *err);

void log_study_release(struct log_study *study);
