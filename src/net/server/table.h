/* table.h - a game at the tourney server's table: the game itself (game.h, the variant `tourney`), and
 * what the protocol says of it as JSON. No clock, no network: times come from the caller.
 *
 * Like a game it never blocks. While game.need is GAME_NEED_PLAY, one of the bout_ functions that
 * end a turn is called with what the seat game.turn did; at GAME_NEED_OBSERVE, once all who want to
 * have looked, bout_observed. Finished hands are kept as text: what a robot is told at each of its
 * turns contains all of them. */
#ifndef ARENA_NET_SERVER_TABLE_H
#define ARENA_NET_SERVER_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "game/game.h"
#include "net/protocol/message.h"

enum { BOUT_UUID = 36 };

enum bout_result {
	BOUT_GOOD_CALL, BOUT_BAD_CALL, BOUT_ERROR_BID, BOUT_ERROR_OVERFLOW, BOUT_ERROR_BAD_MESSAGE, BOUT_ERROR_TIMEOUT
};

struct bout {
	struct game game;
	char uuid[BOUT_UUID + 1];
	uint32_t in_hand;    /* bit per seat: holds dice in this hand */
	struct str bids;     /* of this hand: "[1,2,0],[2,2,1]" */
	struct str rounds;   /* finished hands, JSON objects with commas between */
	int n_rounds;
	int64_t n_turns[GAME_MAX_SEATS];
	double waited_S[GAME_MAX_SEATS], longest_S[GAME_MAX_SEATS]; /* for answers */
};

/* Begins a game of n_seats; other arguments as of game_start. bout may hold an earlier game (or be zeroed):
 * its memory is used again. */
void bout_begin(struct bout *bout, const struct rules *rules, int n_seats, struct rng_key dice_key, uint64_t number,
		 const char *uuid, const struct game_view *view);
void bout_release(struct bout *bout);

/* Adds the STATE for the seat whose turn it is. */
void bout_add_state(const struct bout *bout, struct str *out);

/* The seat took that long, in seconds, for the turn that is now being ended. */
void bout_took(struct bout *bout, double seconds);

/* What the seat did: a RESPONSE, a play as robots of this program give it (docs/rules.md section 1), or nothing usable. */
void bout_response(struct bout *bout, const struct response *response);
void bout_play(struct bout *bout, int play);
void bout_failed(struct bout *bout, enum bout_result why); /* BOUT_ERROR_BAD_MESSAGE, BOUT_ERROR_TIMEOUT */

void bout_observed(struct bout *bout);

/* What only the tourney knows of a game, for its log. */
struct bout_setting {
	const char *uuids[GAME_MAX_SEATS], *titles[GAME_MAX_SEATS]; /* by seat */
	const char *tourney_uuid;
	int64_t tourney_index;
	int match_index;           /* of the game in the tourney, from 0 */
	const char *started, *ended; /* YYYY-MM-DD HH:MM:SS */
};

/* Adds the GameLog of a game that is over (docs/gamelog.schema.json), without a newline. */
void bout_add_log(const struct bout *bout, const struct bout_setting *setting, struct str *out);

/* A UUID that is a function of key and number (RFC 9562, version 8). */
void bout_make_uuid(struct rng_key key, uint64_t number, char uuid[BOUT_UUID + 1]);

#endif
