/* matchmaking.h - the pairings of a tourney, and the points of places. Pure. */
#pragma once

#include "net/server/serve.h"

struct matchmaking_pairing {
	int n_seats;
	uint16_t robot[GAME_MAX_SEATS]; /* robot[seat], from 0; no robot twice */
};

/* Draws the tables of a tourney of n_robots >= fewest: random robots at tables of a random size from fewest to most (at
 * most n_robots), in a random order of seats. After every table the robots' numbers of games so far differ by one at
 * most; finally each has games_each, except for a few that have one more when no tables of these sizes add up to
 * n_robots * games_each. A function of its arguments alone. Returns how many; *tables is the caller's. */
int matchmaking_draw(struct rng_key key, int n_robots, int games_each, int fewest, int most, struct matchmaking_pairing **tables);

/* Returns the points of a place (1 is first) among n_players: "531" 5, 3, 1, 0, ...; "even" 1 for the first to 0 for
 * the last in equal steps. */
double scoring_points(enum scoring scoring, int place, int n_players);
