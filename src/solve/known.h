/* known.h - the strategies of champion's table (robots/champion/table.h), for hands with merged states.
 *
 * The table is part of the program. It has hands of up to five dice each with six faces, solved near equilibrium with
 * many more iterations than a command has time for. */
#pragma once

#include "solve/merged.h"

/* Returns the number of the set in the table for games between two players with these rules, or -1 if there is none. */
int known_set(const struct rules *rules);

/* Returns how many faces the strategies of a hand remember, or -1 if the table does not have the hand. */
int known_memory(int set, int n_first, int n_second);

/* Replaces the average strategies of a hand with the table's strategies. Keeps those of states that the table does not
 * have. The hand must have these rules and the memory of known_memory. */
void known_fill(int set, struct merged *merged);

/* Initialises a hand with strong strategies for both players: the table's, and in states and hands that the table does
 * not have, those after n_iterations. Afterwards merged->mix has the strategies, and merged_worth returns the worth of
 * states. `game` must have no bids above the number of dice; `memory` is that of known_memory if the table has the
 * hand. Returns the value to the player who opens. */
double known_solve(int set, struct merged *merged, const struct subgame *game, int memory, int n_iterations);

/* Iterations for the states that the table does not have. */
enum { KNOWN_ITERATIONS = 2 };
