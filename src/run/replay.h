/* replay.h - a run of the results folder, ready to be replayed: its games, its loaded robots, or its stored plays. For
 * the commands that compute results from replayed games. */
#pragma once

#include "match/matches.h"
#include "match/tournament.h"
#include "run/request.h"
#include "run/setup.h"
#include "run/stored_plays.h"
#include "store/run_config.h"

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

/* The index of a robot by its name in the run's table. Non-zero: EXIT_USAGE with the nearest name. */
int replay_find_robot(const struct replay *replay, const char *label, int *robot, struct err *err);

/* Was this match played in the run? */
bool replay_has_match(const struct replay *replay, uint64_t match);

/* Were these games played (from 0, first < end <= n_games of the schedule), ignoring those of other shards? At least one
 * must be. Otherwise EXIT_USAGE names the first that was not. */
int replay_check_games(const struct replay *replay, uint64_t first, uint64_t end, struct err *err);
