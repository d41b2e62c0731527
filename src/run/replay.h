/* replay.h - a run of the results folder, ready to be replayed, with its robots loaded or its stored plays. For the
 * commands that compute results from replayed games. */
#pragma once

#include "match/matches.h"
#include "match/tournament.h"
#include "robot/robot.h"
#include "run/request.h"
#include "run/setup.h"
#include "store/database.h"
#include "store/run_config.h"

/* The data of a run for a replay: which matches were played, and their plays if they were stored (--log
 * hands); then no robot is asked. */

/* A zeroed struct is empty. */
struct stored_plays {
	struct database *database; /* NULL: no plays are stored */
	int64_t run;
	bool is_owner;             /* of the database */
	struct schedule schedule;
	struct matches_list played; /* after stored_plays_use; owned, like the chunk */
	struct chunk chunk;        /* the chunk used last; its matches.n is 0 at first */
};

/* Where a run may be stored. */
struct stored_plays_source {
	const char *path;              /* of the database */
	bool is_asked;                 /* the user named it: it is an error when it cannot be read */
	const char *name;              /* of the run */
	const struct run_config *info; /* to recognise the run: another one may have the same name */
};

/* If the database has the run: sets *is_known, lists its matches in *played (the caller's), and prepares `stored` if plays
 * were stored. Fails for a requested database that cannot be read, and for a damaged one. */
int stored_plays_open(struct stored_plays *stored, const struct stored_plays_source *source, struct matches_list *played, bool *is_known,
	      struct err *err);
void stored_plays_release(struct stored_plays *stored);
#define AUTO_STORED_PLAYS __attribute__((cleanup(stored_plays_release)))

/* Sets stored_plays of a tournament of the run, and reports it (tournament_tell). robots: those of the run, with their
 * names only. stored must outlive it. */
void stored_plays_use(struct stored_plays *stored, struct tournament *tournament);

struct replay {
	char *folder;
	char *results, *database;     /* paths of the folder and the run's database, which are hidden from its programs */
	struct run_config info;
	struct robot *robots;         /* in the order of info; only their names if the plays were stored */
	struct stored_plays stored;
	struct tournament tournament;
	struct matches_list played;   /* the stored matches. Without the database: the first matches,
	                             as many as the table has, or all of a run without a table */
	uint64_t end_game;            /* one after their last game */
};

/* Finds the run (a number, a folder, or NULL for the latest, in request->results) and reads what it played. Requests can then be checked
 * before robots are loaded. replay: zeroed; release it also after a failure. */
int replay_open(struct replay *replay, const struct request *request, const char *run, struct err *err);
void replay_release(struct replay *replay);
#define AUTO_REPLAY __attribute__((cleanup(replay_release)))

/* Finds and loads the robots, unless plays are stored. Call it before the first game. */
int replay_probe(struct replay *replay, const struct request *request, struct err *err);

/* Finds the index of a robot by its name in the run's table. run: its name, for the error: EXIT_USAGE with the nearest name. */
int run_find_robot(const struct run_config *info, const char *run, const char *label, int *robot, struct err *err);

/* Checks that these games (from 0, first < end <= n_games of the schedule) were played, at least one, ignoring those of
 * other shards. Otherwise EXIT_USAGE names the first that was not. */
int replay_check_games(const struct replay *replay, uint64_t first, uint64_t end, struct err *err);

/* Opens the robots of the run, with their labels in the run: the file at the robot's old path or, if that is missing or
 * different, the file found by its name. robots[i], i < info->n_robots, zeroed by the caller, who closes them with
 * setup_close also after a failure. If the file or its data is not what played, EXIT_USAGE names both and ends with the
 * hint; with hint NULL this is only a warning. */
int run_robots_open(const struct run_config *info, const struct tournament *tournament, const char *hint, struct err *err);

/* Returns the robots of the run with spec and label alone, enough to print its table. The caller's, for setup_close. */
struct robot *run_robots_names(const struct run_config *info);
