/* seating.h - the players and their seats: from the words of the command line to the robots' specifications. */
#pragma once

#include "game/maexchen/cheat.h"
#include "run/request.h"

struct seating {
	int n;
	char *spec[GAME_MAX_SEATS]; /* in turn order; within the words of the command line */
	enum maexchen_cheat cheat;  /* whose code was given in front of a name */
	int cheater;                /* the player of that name */
	bool is_drawn;              /* the order is not that of the command line */
};

/* Are there people among the players? */
bool seating_has_people(char *const *specs, int n);

/* Removes the codes of cheats before names: only of people, and at most one. With people at the table the order is drawn, a
 * function of `key`, unless request->matches.is_as_given. EXIT_USAGE. */
int seating_init(struct seating *seating, const struct request *request, const struct rules *rules, struct rng_key key, struct err *err);
