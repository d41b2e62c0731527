/* candidates.h - the games that a report considers for its sample games: some of each of a dozen tables, replayed; and how
 * dramatic a game is. */
#pragma once

#include <jansson.h>

#include "base/base.h"
#include "match/tournament.h"
#include "page/games.h"
#include "output/viewer.h"

enum drama_kind {
	DRAMA_STOOD = 0, /* a false bid, unlikely to its bidder, that was not called: how unlikely, in [0, 1] */
	DRAMA_CAUGHT,    /* the same, but it was called */
	DRAMA_LEAD,      /* how often another player took the lead in dice or points */
	DRAMA_COMEBACK,  /* the winner was down to one die: how many more the leading opponent had */
	DRAMA_KINDS,
};

struct drama {
	double value[DRAMA_KINDS]; /* 0: did not occur */
};

/* game: as output/viewer.c writes it. */
void drama_of(const json_t *game, struct drama *drama);

/* All kinds combined in one number, to compare games. */
double drama_sum(const struct drama *drama);

/* The kind with the largest part of the sum; DRAMA_KINDS: all are 0. */
enum drama_kind drama_most(const struct drama *drama);

/* Adds a reason to show the game: "a bluff of 3% that nobody called". */
void drama_describe(const struct drama *drama, enum drama_kind kind, struct str *out);

enum {
	TABLES_LOOKED = 12, /* tables from which games are considered */
	GAMES_LOOKED = 24,  /* games considered at each of them */
};

/* Passes each game to `take`, which owns the record from then on. The tables are at equal distances through the run, so that all
 * robots are represented, and the same for any number of processes. */
int candidates_find(struct tournament *tournament, const struct report_wish *wish,
		    void (*take)(struct record *record, void *context), void *context, struct err *err);
