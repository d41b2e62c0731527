/* candidates.h - the games that a report considers for its sample games: some of each of a dozen tables, replayed. */
#pragma once

#include "match/tournament.h"
#include "page/games.h"
#include "page/record.h"

enum {
	TABLES_LOOKED = 12, /* tables from which games are considered */
	GAMES_LOOKED = 24,  /* games considered at each of them */
};

/* Passes each game to `take`, which owns the record from then on. The tables are at equal distances through the run, so that all
 * robots are represented, and the same for any number of processes. */
int candidates_find(struct tournament *tournament, const struct report_wish *wish,
		    void (*take)(struct record *record, void *context), void *context, struct err *err);
