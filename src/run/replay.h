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

/* The data of a run for a replay: which matches were played, and their plays if they were stored (--log hands), in
 * which case no robots are asked. */

/* A zeroed struct is empty. */
struct stored_plays {
	struct database *database; /* NULL: no plays are stored */
	int64_t run;
	bool is_owner;             /* of the database */
	struct schedule schedule;
	struct matches_list played; /* set by stored_plays_use; owned, like `chunk` */
	struct chunk chunk;        /* the chunk used last; its matches.n is 0 at first */
};

/* The places where a run may be stored. */
struct stored_plays_source {
	const char *path;              /* of the database */
	bool is_asked;                 /* the user requested it, so it must be readable */
	const char *name;              /* of the run */
	const struct run_config *info; /* to identify the run, because another one may have the same name */
};

/* If the database has the run: sets *is_known, lists its matches in *played (the caller's), and prepares `stored` if
 * plays were stored. Fails for a requested database that cannot be read, and for a damaged one. */
int stored_plays_open(struct stored_plays *stored, const struct stored_plays_source *source,
		      struct matches_list *played, bool *is_known, struct err *err);
void stored_plays_release(struct stored_plays *stored);
#define AUTO_STORED_PLAYS __attribute__((cleanup(stored_plays_release)))

/* Makes a tournament of the run use the stored plays, and reports this (tournament_tell). Its robots need only have
 * names. `stored` must outlive the tournament. */
void stored_plays_use(struct stored_plays *stored, struct tournament *tournament);

struct replay {
	char *folder;
	char *results, *database;     /* paths of the results folder and of the run's database, which are hidden from
	                               * program robots */
	struct run_config info;
	struct robot *robots;         /* in the order of info; they have only names if the plays were stored */
	struct stored_plays stored;
	struct tournament tournament;
	struct matches_list played;   /* the stored matches. Without the database: the first matches,
	                             as many as the table has, or all of a run without a table */
	uint64_t end_game;            /* 1 + the number of the last game of these matches */
};

/* Finds the run (a number, a folder, or NULL for the latest, in request->results) and reads which matches were played.
 * Does not load robots, so a command can check its arguments first. The caller zeroes `replay`, and releases it even
 * after a failure. */
int replay_open(struct replay *replay, const struct request *request, const char *run, struct err *err);
void replay_release(struct replay *replay);
#define AUTO_REPLAY __attribute__((cleanup(replay_release)))

/* Finds and loads the robots, unless plays are stored. Call it before the first game. */
int replay_probe(struct replay *replay, const struct request *request, struct err *err);

/* Finds the index of a robot by its name in the run's table. `run` is the name of the run, for the error, which is
 * EXIT_USAGE and suggests the nearest name. */
int run_find_robot(const struct run_config *info, const char *run, const char *label, int *robot, struct err *err);

/* Checks that the shard has at least one of these games (from 0, first < end <= n_games of the schedule), and that all
 * of them that it has were played. Otherwise fails with EXIT_USAGE and names the first game that was not played. */
int replay_check_games(const struct replay *replay, uint64_t first, uint64_t end, struct err *err);

/* Opens the robots of the run, with their labels in the run. Uses the file at the robot's old path or, if that is
 * missing or different, the file found by its name. The caller zeroes tournament->robots[i], i < info->n_robots, and
 * closes them with setup_close, even after a failure. If the file or its data is not the one that played, fails with
 * EXIT_USAGE and a message that names both and ends with the hint; if hint is NULL, this is only a warning. */
int run_robots_open(const struct run_config *info, const struct tournament *tournament, const char *hint,
		    struct err *err);

/* Returns the robots of the run with only their specs and labels, which is enough to print its table. The caller owns
 * them and releases them with setup_close. */
struct robot *run_robots_names(const struct run_config *info);
