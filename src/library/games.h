/* games.h - the games of arena_games_new: shared by its files. */
#pragma once

#include "arena.h"
#include "game/encoding.h"
#include "match/tournament.h"
#include "robot/shared_area.h"

/* A player of the table. Used only if there are robots. */
struct games_player {
	struct transport *transport; /* NULL: the caller plays */
	int32_t *replies;            /* [n_slots + 1]: the answers of the round in progress */
	bool *is_there;              /* [n_slots]: the player has an instance */
	bool *has_failed;            /* [n_slots]: the player has failed at the ask in progress */
	char *spare;                 /* [n_slots] buffers for the hands of a player without an instance */
};

struct arena_games {
	struct rules rules;
	struct encoding encoding;
	struct schedule schedule;
	struct rng_key dice_key, robot_key;
	uint64_t random;             /* state of arena_games_sample */
	int n_seats, n_slots;
	bool restarts;
	struct arena_games_arrays arrays;
	char *slots;                 /* n_slots of slot_size bytes */
	size_t slot_size;
	struct game *games;          /* [n_slots]; NULL if they are saved in the slots */
	struct game scratch;         /* the game of a slot while it is being used */

	/* Only with robots. */
	struct tournament tournament; /* its robots are those of the players with a transport, in the order of the
	                               * players */
	struct games_player *players; /* [n_seats]; NULL: the caller plays all */
	struct shared_areas shared_areas;
	struct str rules_text;
	int *waiting;                /* [n_slots]: the slots whose games wait for robots */
	size_t hands_size;
	struct err err;              /* a failure of the system, which ends all games */
};

/* The stored state of each game. */
struct slot {
	uint64_t number;             /* number of the game, from 0 */
	uint64_t bids[];             /* bids of the hand in progress (encoding.h), followed by the saved game if it is
	                              * not in `games` */
};

static inline struct slot *games_slot(const struct arena_games *games, int slot)
{
	return (struct slot *)(void *)(games->slots + (size_t)slot * games->slot_size);
}

/* Returns the player in a seat. */
static inline int games_player(const struct game *game, int seat)
{
	return game->seat[seat].letter - 'A';
}

/* Returns the player to act in a slot, or -1 if the game is over. */
int games_to_act(const struct arena_games *games, int slot);

/* Starts the game `number` in a slot. Without robots, `game` is the scratch game. */
void games_start(struct arena_games *games, int slot, uint64_t number, struct game *game);

/* Applies a play, and ends the hand when it is over, unless robots must observe the showdown first. Updates the bids of
 * the slot. */
void games_apply(struct arena_games *games, int slot, struct game *game, int play);

/* Records the bid on the table. Clears the bids if a new hand has begun since `hand`. */
void games_note_bid(struct arena_games *games, int slot, const struct game *game, uint32_t hand);

/* Adds the rewards of a game that is over and, with restarts, starts the next one. */
void games_finish(struct arena_games *games, int slot, struct game *game);

static inline void games_finish_if_over(struct arena_games *games, int slot, struct game *game)
{
	if (game->need == GAME_NEED_OVER)
		games_finish(games, slot, game);
}

/* Opens and starts the robots of a request, of which at least one must not be NULL. */
int games_open_robots(struct arena_games *games, const struct arena_games_request *request, struct err *err);
void games_release_robots(struct arena_games *games);

/* Seats fresh instances of the robots of a slot, and sets the strings of the view. seated[seat] is the letter of the
 * player in a seat. */
void games_seat_robots(struct arena_games *games, int slot, const char *seated, struct game_view *view);

/* Announces the game of a slot to its robots. */
void games_introduce_robots(struct arena_games *games, int slot, const char *seated);

/* Asks the robots of the games waiting[i], i < n_waiting, until each of these games waits for the caller or is over. */
int games_ask_robots(struct arena_games *games, int n_waiting, struct err *err);

/* Returns true if one of the robots is not bundled. */
bool games_have_strangers(const struct arena_games_request *request, int n_seats);
