/* state.h - converts the STATE of the tourney protocol (docs/rules.md section 5) to the strings of an ask
 * (docs/rules.md section 1).
 *
 * Messages from a server are parsed strictly and replayed by the game layer, so a state with inconsistent numbers or
 * impossible bids is refused. Seats are the server's indices; seat 0 has the letter A. */
#pragma once

#include <jansson.h>

#include "game/liars/liars.h"

enum {
	STATE_MAX_BYTES = 1 << 20, /* limit on the size of a message; that of a game of 26 players is smaller */
	/* Limit on the bids of a hand: each bid is higher than the one before. */
	STATE_MAX_BIDS = GAME_MAX_SEATS * GAME_MAX_DICE * 6,
};

/* A bid of a hand, as in bid_history. */
struct state_bid {
	int play; /* 10 * count + face */
	int seat;
};

/* A hand: the hand in progress, or a finished one. */
struct state_hand {
	struct liars_known known;
	int n_bids;
	struct state_bid bid[STATE_MAX_BIDS];
	bool is_call;     /* a finished hand ended with a call; if false, it ended with a bid of `caller`, or because
	                   * `caller` did not answer */
	int caller;       /* the seat that ended the hand */
};

struct state {
	int me;             /* the robot's own seat */
	json_t *json;       /* the whole message; owned */
	int n_hands;        /* number of finished hands before this one */
	struct state_hand hand; /* the hand in progress */
};

/* The buffers of an ask. Their sizes follow from state_rules, game_history_size and game_hands_size. */
struct state_view {
	char *history, *shown, *hands;
	const struct rules *widest; /* state_rules; borrowed */
};

/* Sets *widest to `rules` (the variant tourney, with the changes of the user) with the largest possible number of dice.
 * *widest is used for buffer sizes and for replaying states; robots get `rules`. */
void state_rules(const struct rules *rules, struct rules *widest);

/* Allocates the buffers of a view, for any hand by these rules, which must live as long as the view. */
void state_view_init(struct state_view *view, const struct rules *widest);
void state_view_release(struct state_view *view);

/* Reads a message. If it is invalid, returns non-zero with EXIT_USAGE and the reason in err; *state need not be
 * released then. */
int state_read(struct state *state, const char *text, size_t size, const struct rules *widest, struct err *err);
void state_release(struct state *state);

/* Writes the strings of the ask: view->history and view->hands. */
void state_ask(const struct state *state, const struct state_view *view);

/* Writes the strings of the showdown of a finished hand (view->history, view->shown). Returns false when the server's
 * description of the hand is not enough for a showdown; robots then do not observe the hand. */
bool state_showdown(const struct state *state, int hand, const struct state_view *view);

/* `step` is called before each play of a hand that is replayed, when the seat `turn` of the game is to play. is_fault
 * means that the seat gave no play; `play` is then undefined. */
struct state_watcher {
	void (*step)(const struct game *game, int play, bool is_fault, void *context);
	void *context;
};

/* Replays a finished hand, given as in round_history, to its end. Returns false when it is impossible; game is then
 * undefined. `hands` of the view is not used; its other members must live as long as game. watcher may be NULL. */
bool state_replay(const json_t *hand_json, int n_seats, const struct state_view *view, struct state_hand *hand,
		  struct game *game, const struct state_watcher *watcher);

/* Sets up the game at this ask. Writes its history, and the hands as the robot's own seat sees them, to the buffers of
 * the view, which must live as long as the game. The dice of others are unknown, so the game can be continued only up
 * to a call. */
void state_game(const struct state *state, const struct state_view *view, struct game *game);

/* Returns true if the play is legal. If not, adds the ask, the play and the reason to `reason`. */
bool state_is_legal(const struct state *state, int play, const struct rules *widest, struct str *reason);

/* Returns the RESPONSE for a play, which may be any integer. Everything except a call is sent as a bid, legal or not.
 * The caller owns it. */
json_t *state_response(const struct state *state, int play);
