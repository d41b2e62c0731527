/* response.h - the best response to a policy: the winnings of a perfect opponent in one hand, and the opponent's plays.
 *
 * The policy is a black box, which is asked for its play after a sequence of bids (a line) with each holding. It is
 * asked only if the line can be reached with that holding, so few questions are needed for a policy that does not mix.
 * The responder remembers all bids (perfect recall), so the result is exact. */
#pragma once

#include <signal.h>

#include "solve/subgame.h"

/* The bids of a hand so far. */
struct line {
	int n_bids;
	bool is_plain;  /* subgame_is_plain */
	uint8_t bid[SUBGAME_MAX_BIDS];
};

/* Return the last bid (-1: none), and the player whose turn it is. */
int line_last(const struct line *line);
int line_actor(const struct line *line);
struct subgame_called line_called(const struct line *line); /* the hand, ended by a call after the line */
struct line line_after(const struct subgame *game, const struct line *line, int bid);

/* The policy's mixture in a state. row[action] has the chance of the action by holding, or is NULL if the chance is
 * always 0. Action 0 is a call, action bid + 1 a bid, action n_bids + 1 an illegal play that loses the hand. */
enum { MIXTURE_MAX = SUBGAME_MAX_BIDS + 2 };
struct mixture {
	float *row[MIXTURE_MAX];
	float *memory;      /* memory for the rows; owned by the caller */
	size_t n_rows, most_rows; /* rows in use, and rows in memory */
	int stride;
};

#define AUTO_MIXTURE __attribute__((cleanup(mixture_release)))
void mixture_release(struct mixture *mixture);

/* Returns the row of an action; a new row is zeroed. */
float *mixture_row(struct mixture *mixture, int action);

struct policy {
	/* Fills in the rows of a state for the holdings whose reach is above 0. Sets err on failure. */
	int (*mix)(void *context, const struct line *line, const float *reach, struct mixture *mixture,
		   struct err *err);
	void *context;
};

/* A state in which the responder moves. States are stored in preorder. */
struct response_state {
	uint32_t end;     /* 1 + the number of the last state below this one */
	int16_t via;      /* the responder's bid that led here; -1: it has not bid yet */
	int16_t reply;    /* the policy's bid after it; -1: the responder opens */
};

struct response {
	const struct subgame *game;
	const struct holdings *holdings; /* holdings[player]; borrowed */
	const struct policy *policy;
	int player;            /* the responder */
	const volatile sig_atomic_t *stop; /* stop when this becomes non-zero; NULL: never */
	bool is_kept;          /* keep the responder's actions for response_play */
	/* Called in each state of the responder with worth[action * stride + holding] of all actions, summed over the
	 * other player's holdings with their `reach`. NULL: actions that cannot be best need not be computed. */
	void (*valued)(const struct line *line, const float *reach, const float *worth, void *context);
	void *context;

	double value;          /* value of the hand to the responder */
	uint64_t n_states;     /* number of visited states of both players */
	bool is_cut_short;     /* it was stopped, so value is undefined */
	struct response_state *states; /* with is_kept; owned */
	uint8_t *best;         /* best[state * n + holding]: the responder's action; 255: none; owned */
	uint32_t n_kept, capacity;
};

/* Fills in the members from `value` on. Returns non-zero with err if the policy fails. */
int response_find(struct response *response, struct err *err);
void response_release(struct response *response);

/* One way in which hands end when the response plays against the policy. */
struct ending {
	const struct line *line;  /* the bids */
	bool is_illegal;          /* it ended with an illegal play of the policy; otherwise with a call */
	int actor;                /* the player who ended it */
	double chance;            /* of this ending */
	double worth;             /* the chance times the worth to the responder */
	const float *own, *other; /* reach of the holdings of the responder and of the policy, including the chances of
	                           * the deal */
};

/* Plays the response (with is_kept) against the policy. Calls `ended` for each ending with a positive chance, and
 * `chooses` for each state of the responder that is reached, where best[holding] is the action for each holding with
 * own[holding] above 0. Both may be NULL. After a bid of the policy that did not occur when the response was computed,
 * the responder calls. Returns non-zero with err on failure. */
struct response_visitor {
	void (*ended)(const struct ending *ending, void *context);
	void (*chooses)(const struct line *line, const float *own, const uint8_t *best, void *context);
	void *context;
};
int response_play(const struct response *response, const struct response_visitor *visitor, struct err *err);
