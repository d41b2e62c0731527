/* games.h - the sample games of a report: some games of a run, played again and recorded. */
#ifndef ARENA_PAGE_GAMES_H
#define ARENA_PAGE_GAMES_H

#include <stdbool.h>
#include <stdint.h>

#include <jansson.h>

#include "base/err.h"
#include "match/matches.h"
#include "match/tournament.h"

/* Which games are wanted. */
struct report_wish {
	int n_games;              /* at most, besides those asked for */
	uint64_t *asked;          /* numbers of games, from 0, < schedule.n_games; n_asked of them */
	int n_asked;
	struct report_first_fault {
		uint64_t game;    /* from 0 */
		int robot;        /* of the run */
	} *first_faults;               /* games with faults, one a robot; n_first_faults of them */
	int n_first_faults;
	json_t *studies;         /* of robots (study.h), for the first of each one's "worst"; borrowed; NULL: none */
	const struct matches_list *played; /* the matches that are finished; NULL: all are */
	void (*progress)(const char *what, int done, int of); /* called with progress; NULL: not wanted */
};

/* An array of recorded games in the order of their numbers, each with "why", the reasons for which it was
 * picked: the first, the longest, the closest and the most dramatic of those looked at (drama.h), games with faults, one for
 * each of a dozen tables, losses of the robots studied, and more dramatic ones until there are enough.
 * A function of the run and the wish. The caller's; NULL with err. */
json_t *report_games(struct tournament *tournament, const struct report_wish *wish, struct err *err);

#endif
