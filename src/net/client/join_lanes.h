/* join_lanes.h - the games that a robot plays at a server, each in a lane of its own. Gets states and gives answers;
 * must not use the network. */
#pragma once

#include <jansson.h>

#include "match/tournament.h"
#include "net/protocol/state.h"

/* The name of a game on the server: any bytes. */
struct lane_game {
	size_t size;
	char name[128];
};

struct lanes_plan {
	const struct tournament *tournament; /* rules, seed, limits, trust */
	const struct robot *robot;
	int n_games;            /* maximum number of games at once */
	/* Sends the answer to a state. Takes over response. */
	void (*answer)(const struct lane_game *game, json_t *response, void *context);
	/* Called when the robot has failed for the first time in a game. `story` has lines with the ask, the output,
	 * and the command that repeats the ask. */
	void (*failed)(const struct fault *fault, const char *story, void *context);
	/* Called after the robot's first illegal play, which `story` describes. */
	void (*erred)(const char *story, void *context);
	void *context;
};

struct game_lane {
	struct lane_game game;  /* size 0: free */
	uint64_t used;          /* number of its last state */
	char *hands;            /* the transport's buffer; NULL: no instance has this lane */
	bool has_begun;         /* the instance has been told that the game begins */
	int n_shown;            /* finished hands that the robot has already seen */
	bool is_asked;          /* `state` waits for an answer */
	bool is_observing;      /* the last ask was an observation */
	bool is_forfeit;        /* the robot has failed, and the lane calls for the rest of the game */
	struct state *state;    /* while is_asked; owned */
};

struct lanes {
	struct lanes_plan plan;
	int n_lanes;
	struct rules widest;
	struct str rules_text;
	struct shared_areas shared_areas;
	struct transport *transport;
	struct game_lane *lane; /* lane[i], i < n_lanes; owned */
	int n_used;             /* lanes with a game */
	int *asked;             /* asked[i], i < n_asked: the lanes with a state, in the order in which the states
	                         * arrived */
	int n_asked;
	int32_t *replies;
	uint64_t clock, n_moves, n_games, n_faults, n_illegal;
};

/* Returns true if the robot plays one game at a time in each process. Its processes are then kept between games,
 * because starting one takes about as long as a server waits for a move. */
bool lanes_keeps_processes(const struct robot *robot);

/* Returns how many games the robot can play at once, 1 to `wanted`. */
int lanes_games(const struct robot *robot, int wanted);

int lanes_init(struct lanes *lanes, const struct lanes_plan *plan, struct err *err);
void lanes_release(struct lanes *lanes); /* allowed on zeroed lanes, and after lanes_init has failed */

enum lanes_taken {
	LANES_TAKEN,
	LANES_FULL,  /* the game already has a waiting state, or every lane has one: call lanes_play first */
	LANES_WRONG, /* not a valid state: err has the reason */
};

enum lanes_taken lanes_take(struct lanes *lanes, const struct lane_game *game, const char *state, size_t size,
			    struct err *err);

/* Asks the robot about all waiting states and sends the answers. Returns non-zero on a failure of the system. */
int lanes_play(struct lanes *lanes, struct err *err);
