/* deputy.h - a robot that moves for a person at the table: `auto` at the prompt.
 *
 * The robot gets exactly what the person gets: the strings of the person's asks. It is loaded at its first ask, and then
 * also gets the showdowns of that game. */
#pragma once

#include "game/game.h"
#include "match/tournament.h"

enum { DEPUTY_ALWAYS = -1 };

/* A zeroed deputy has no robot, and may be released. */
struct deputy {
	const struct tournament *tournament; /* since a robot was chosen; borrowed */
	char *spec;                     /* of the robot, as it was typed; NULL: none yet. Owned */
	struct robot robot;
	struct shared_areas shared_areas;
	struct str rules_text;
	struct transport *transport;
	char *hands;                    /* of the transport; NULL: the robot is not yet loaded for this game */
	char me;                        /* the player it moves for */
	int n_moves;                    /* that it still makes without a question, or DEPUTY_ALWAYS */
	bool has_moved;                 /* it made the last play of that person, who was not asked */
};

/* Shows the end of a hand to the robot that moves for `me`, if there is one. After a failure the robot is not used any
 * more. */
void deputy_observe(struct deputy *deputy, char me, const char *hands, const char *history);

/* The game is over: the next ask begins with a robot that remembers nothing. */
void deputy_leave(struct deputy *deputy);
void deputy_release(struct deputy *deputy);
