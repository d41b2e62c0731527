/* tourney_log.h - the logs of the tourney protocol (docs/rules.md section 5.2) as JSON on one line: GameLog and
 * TourneyLog. `arena export --format jsonl` and the tourney server both use it. Players are numbered by
 * seat. */
#pragma once

#include <jansson.h>

#include "game/game.h"

/* How a hand ended (docs/rules.md section 5.3). */
enum tourney_log_result {
	TOURNEY_LOG_GOOD_CALL, TOURNEY_LOG_BAD_CALL, TOURNEY_LOG_GOOD_EXACT, TOURNEY_LOG_BAD_EXACT,
	TOURNEY_LOG_ERROR_BID, TOURNEY_LOG_ERROR_OVERFLOW, TOURNEY_LOG_ERROR_BAD_MESSAGE, TOURNEY_LOG_ERROR_TIMEOUT,
};

/* Returns the result of an illegal play with n_dice dice on the table. A call in the first turn counts as a wrong call,
 * because the tourney protocol's first bid is [0, 6]. After TOURNEY_LOG_ERROR_BID and TOURNEY_LOG_ERROR_OVERFLOW the
 * play is the last bid of the log. */
enum tourney_log_result tourney_log_illegal(int play, int n_faces, int n_dice);

struct tourney_log_bid {
	int play, seat;
};

struct tourney_log_hand {
	int n_seats, n_faces;
	int loser, caller;    /* seats; loser: -1 if no single player lost */
	enum tourney_log_result result;
	int n_bids;
	const struct tourney_log_bid *bids; /* bids[i], i < n_bids; borrowed */
	uint64_t dice[GAME_MAX_SEATS];      /* by seat, packed (game/dice.h); 0: none */
};

/* Adds an element of game_history and round_history, after a comma unless `out` is empty. */
void tourney_log_add_hand(const struct tourney_log_hand *hand, struct str *out);

/* Add parts of such an element: a text and a number; bids as "[count,face,seat],..."; packed dice as
 * "[ones,twos,...]". */
void tourney_log_add_int(const char *before, int number, struct str *out);
void tourney_log_add_bids(const struct tourney_log_bid *bids, int n_bids, struct str *out);
void tourney_log_add_faces(uint64_t dice, int n_faces, struct str *out);

struct tourney_log_game {
	const struct rules *rules;
	int n_seats;
	const char *uuids[GAME_MAX_SEATS], *titles[GAME_MAX_SEATS]; /* by seat: the robots' UUIDs and titles */
	const char *game_uuid, *tourney_uuid;
	int64_t tourney_index, match_index;
	const char *started, *ended;  /* YYYY-MM-DD HH:MM:SS */
	int places[GAME_MAX_SEATS];   /* by seat, from 1; players may share one */
	double ping_average_S[GAME_MAX_SEATS], ping_maximum_S[GAME_MAX_SEATS];
	const char *hands;            /* the output of tourney_log_add_hand */
};

/* Adds the GameLog (docs/gamelog.schema.json), without a newline. */
void tourney_log_add_game(const struct tourney_log_game *game, struct str *out);

/* A robot's place in a game, from 0, and the number of robots in the game. */
struct tourney_log_place {
	uint8_t place, n_robots;
};

struct tourney_log_entry {
	const char *uuid, *title, *player, *name, *version;
	double score;
	int64_t n_games;
	const struct tourney_log_place *places; /* places[i], i < n_games */
};

struct tourney_log_tourney {
	const char *tag, *uuid;
	int64_t index, n_games;
	const char *scoring_method;
	double score_multiplier;
	const char *started, *ended;  /* YYYY-MM-DD HH:MM:SS */
	int n_entries;
	const struct tourney_log_entry *entries;
	json_t *game_uuids;           /* array of strings */
	const char *game_logs;        /* GameLogs with commas between them, in the order of game_uuids */
};

/* Adds the TourneyLog, without a newline. */
void tourney_log_add_tourney(const struct tourney_log_tourney *tourney, struct str *out);
