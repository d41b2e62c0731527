/* tourney_game.h - a game at the tourney server's table: the game itself (game.h, the variant `tourney`), and
 * what the protocol says of it as JSON. No clock, no network: times come from the caller.
 *
 * Like a game it never blocks. While game.need is GAME_NEED_PLAY, one of the tourney_game_ functions that
 * end a turn is called with what the seat game.turn did; at GAME_NEED_OBSERVE, once all who want to
 * have looked, tourney_game_observed. Finished hands are kept as text: what a robot is told at each of its
 * turns contains all of them. */
#ifndef ARENA_NET_SERVER_TOURNEY_GAME_H
#define ARENA_NET_SERVER_TOURNEY_GAME_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "game/game.h"
#include "net/protocol/message.h"
#include "output/tourney_log.h"

enum { TOURNEY_GAME_UUID = 36 };

struct tourney_game {
	struct game game;
	char uuid[TOURNEY_GAME_UUID + 1];
	uint32_t in_hand;    /* bit per seat: holds dice in this hand */
	struct tourney_log_bid *bids; /* of this hand: bids[i], i < n_bids; owned */
	int n_bids, bids_room;
	struct str rounds;   /* finished hands as JSON, with commas between them */
	int n_rounds;
	int64_t n_turns[GAME_MAX_SEATS];
	double waited_S[GAME_MAX_SEATS], longest_S[GAME_MAX_SEATS]; /* for answers */
};

/* Begins a game of n_seats; other arguments as of game_start. tourney game may hold an earlier game (or be zeroed):
 * its memory is used again. */
void tourney_game_begin(struct tourney_game *tourney_game, const struct rules *rules, int n_seats,
			struct dice_source source, const char *uuid, const struct game_view *view);
void tourney_game_release(struct tourney_game *tourney_game);

/* Adds the STATE for the seat whose turn it is. */
void tourney_game_add_state(const struct tourney_game *tourney_game, struct str *out);

/* The seat took that long, in seconds, for the turn that is now being ended. */
void tourney_game_took(struct tourney_game *tourney_game, double seconds);

/* What the seat did: a RESPONSE, a play as robots of this program give it (docs/rules.md section 1), or nothing usable. */
void tourney_game_response(struct tourney_game *tourney_game, const struct response *response);
void tourney_game_play(struct tourney_game *tourney_game, int play);
void tourney_game_failed(struct tourney_game *tourney_game, enum tourney_log_result why); /* ERROR_BAD_MESSAGE or ERROR_TIMEOUT */

void tourney_game_observed(struct tourney_game *tourney_game);

/* Sets what the game itself knows of its GameLog: all but the tourney's and the robots' names and the times. The log
 * borrows from the game. */
void tourney_game_describe(const struct tourney_game *tourney_game, struct tourney_log_game *log);

/* A UUID that is a function of key and number (RFC 9562, version 8). */
void tourney_game_make_uuid(struct rng_key key, uint64_t number, char uuid[TOURNEY_GAME_UUID + 1]);

#endif
