/* tourney_game.h - a game at the tourney server's table: the game itself (game.h, the variant `tourney`), and its JSON
 * for the protocol. It uses no clock and no network; the caller passes times.
 *
 * Like a struct game, it never blocks. While game.need is GAME_NEED_PLAY, the caller calls one of the functions that
 * end a turn, with the answer of the seat game.turn. At GAME_NEED_OBSERVE, it calls tourney_game_observed after the
 * observations. Finished hands are kept as text, because every STATE contains all of them. */
#pragma once

#include "net/protocol/message.h"
#include "output/tourney_log.h"

enum { TOURNEY_GAME_UUID = 36 };

struct tourney_game {
	struct game game;
	char uuid[TOURNEY_GAME_UUID + 1];
	uint32_t in_hand;    /* bit per seat: it has dice in this hand */
	struct tourney_log_bid *bids; /* bids[i], i < n_bids: the bids of this hand; owned */
	int n_bids, bids_room;
	struct str rounds;   /* finished hands as JSON, with commas between them */
	int n_rounds;
	int64_t n_turns[GAME_MAX_SEATS];
	double waited_S[GAME_MAX_SEATS], longest_S[GAME_MAX_SEATS]; /* by seat: total and longest time of its answers */
};

/* Begins a game of n_seats; the other arguments are those of game_start. *tourney_game is zeroed, or has an earlier
 * game, whose memory is reused. */
void tourney_game_begin(struct tourney_game *tourney_game, const struct rules *rules, int n_seats,
			struct dice_source source, const char *uuid, const struct game_view *view);
void tourney_game_release(struct tourney_game *tourney_game);

/* Adds the STATE for the seat whose turn it is. */
void tourney_game_add_state(const struct tourney_game *tourney_game, struct str *out);

/* Adds the time, in seconds, that the seat took for the turn that is about to end. */
void tourney_game_took(struct tourney_game *tourney_game, double seconds);

/* Ends the turn with the answer of the seat: a RESPONSE, a play as an integer (docs/rules.md section 1), or an
 * error. */
void tourney_game_response(struct tourney_game *tourney_game, const struct message_response *response);
void tourney_game_play(struct tourney_game *tourney_game, int play);
/* `why`: TOURNEY_LOG_ERROR_BAD_MESSAGE or TOURNEY_LOG_ERROR_TIMEOUT. */
void tourney_game_failed(struct tourney_game *tourney_game, enum tourney_log_result why);

void tourney_game_observed(struct tourney_game *tourney_game);

/* Sets those fields of the GameLog that follow from the game: all except the tourney, the robots' names, and the times.
 * The log borrows from the game. */
void tourney_game_describe(const struct tourney_game *tourney_game, struct tourney_log_game *log);

/* Computes a UUID as a function of key and number (RFC 9562, version 8). */
void tourney_game_make_uuid(struct rng_key key, uint64_t number, char uuid[TOURNEY_GAME_UUID + 1]);
