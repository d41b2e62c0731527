/* tourney.h - the tables of the tourney server in the database (schema.sql): the robots of a tourney, every game with
 * its scores, and queries for the page. */
#pragma once

#include <jansson.h>

#include "store/database.h"

/* A robot in a tourney. Texts are UTF-8 without control characters; borrowed. */
struct tourney_entry {
	const char *player, *name, *version, *session_uuid;
	const char *meta; /* JSON */
};

struct tourney_record {
	int64_t number;
	const char *uuid, *tag, *seed, *scoring_method;
	double score_mult;
	const char *started;
	int n_entries;
	const struct tourney_entry *entries; /* entries[i], i < n_entries */
};

/* The result of a robot in a game. */
struct tourney_share {
	const char *session_uuid; /* of an entry of the tourney */
	bool has_won;
	double score;
};

struct tourney_game_record {
	int64_t tourney;
	int match;
	const char *uuid, *ended;
	const char *log; /* GameLog of `size` bytes */
	size_t size;
	int n_shares;
	const struct tourney_share *shares; /* shares[i], i < n_shares */
};

/* Sets *number to the number of the next tourney, one more than the highest so far. */
int tourney_next(struct database *database, int64_t *number, struct err *err);

/* Adds a new tourney and its robots, without games, in one transaction. */
int tourney_put_begin(struct database *database, const struct tourney_record *record, struct err *err);

/* Adds a finished game: its log, and the robots' results, in one transaction. */
int tourney_put_game(struct database *database, const struct tourney_game_record *game, struct err *err);

/* Ends the tourney, and keeps only the logs of the latest `kept` games. */
int tourney_put_end(struct database *database, int64_t number, const char *ended, int64_t kept, struct err *err);

/* Ends the tourneys of a server that was killed, with the time of their last game. */
int tourney_end_broken(struct database *database, struct err *err);

/* Ends the season: stores the robots' totals under its name and resets them to 0, in one transaction. */
int tourney_end_season(struct database *database, const char *name, const char *ended, struct err *err);

/* Returns the latest seasons that have ended, latest first: [{"season", "name", "end_time", "standings": [{"player",
 * "name", "version", "tourneys", "games", "wins", "score"}, ...]}, ...]. */
json_t *tourney_seasons(struct database *database, int most, struct err *err);

/* Returns the best `most` robots, best first: [{"player", "name", "version", "title", "stateless", "software_engineer",
 * "machine_learning", "internet", "tourneys", "games", "wins", "score"}, ...]. The caller owns the results of these
 * queries, which are NULL with err on failure. */
json_t *tourney_standings(struct database *database, int most, struct err *err);

/* Returns the latest tourneys, latest first: [{"tourney_index", "tourney_uuid", "tourney_tag", "scoring_method",
 * "start_time", "end_time" (null while it continues), "tourney_games", "entries": [{"player", "name", "version",
 * "games", "wins", "score"}, ...]}, ...], entries best first. */
json_t *tourney_list(struct database *database, int most, struct err *err);

/* Returns the latest games, latest first: [{"game_uuid", "tourney_index", "match_index", "end_time", "bot_titles",
 * "bot_rankings"}, ...]. */
json_t *tourney_games(struct database *database, int most, struct err *err);

/* Returns the latest GameLogs of the robot with this title, at most `most`, from the latest `looked_at` games, latest
 * first. */
json_t *tourney_logs_of(struct database *database, const char *title, int looked_at, int most, struct err *err);

/* Returns the GameLog of a game; JSON null when there is no such game. */
json_t *tourney_game(struct database *database, const char *uuid, struct err *err);

/* Called with the result of a game as JSON: the robots' titles, and their indices, winner first. Returns false to
 * stop. */
typedef bool tourney_end_fn(const json_t *titles, const json_t *rankings, void *context);

/* Calls `each` for all games of this season whose logs are kept, in the order in which they ended. */
int tourney_each_end(struct database *database, tourney_end_fn *each, void *context, struct err *err);

/* Called with a stored GameLog and the number of its game, from 1. Returns false to stop. */
typedef bool tourney_log_fn(int64_t number, const json_t *log, void *context);

/* Calls `each` as tourney_each_end does, for the games of one tourney with numbers above *game (0: all). Sets *game to
 * the number of the last game passed to it. */
int tourney_each_end_of(struct database *database, int64_t tourney, int64_t *game, tourney_end_fn *each, void *context,
			struct err *err);

/* A tourney that has ended. Its number is -1 if there is none. */
struct tourney_over {
	int64_t number;
	char ended[20];
};

/* Finds the next tourney of this season after tourney `after` that has ended. Sets *season to the number of the last
 * season that has ended, or to 0 if there is none. */
int tourney_next_over(struct database *database, int64_t after, struct tourney_over *over, int64_t *season,
		      struct err *err);

/* Returns the robot's latest tourneys, latest first: [{"tourney_index", "end_time", "games", "wins", "score", "best"
 * (the highest score of all), "robots"}, ...]. A robot is identified by its title. */
json_t *tourney_entries_of(struct database *database, const char *title, int most, struct err *err);

/* Gets the numbers of the first and the last game of this season whose logs are kept, or 1 and 0 when there are
 * none. */
int tourney_season_games(struct database *database, int64_t *first, int64_t *last, struct err *err);

/* Calls `each` for the kept logs of games with numbers from `first` to `last`. */
int tourney_each_log(struct database *database, int64_t first, int64_t last, tourney_log_fn *each, void *context,
		     struct err *err);

/* Sets *number to the number of the game with this UUID, or to 0 when there is none. */
int tourney_find_game(struct database *database, const char *uuid, int64_t *number, struct err *err);
