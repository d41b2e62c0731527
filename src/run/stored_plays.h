/* stored_plays.h - what the database says of a run that is to be played again: which matches were played, and their plays if those
 * were kept (--log hands): no robot is asked then. */
#ifndef ARENA_RUN_STORED_PLAYS_H
#define ARENA_RUN_STORED_PLAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "match/matches.h"
#include "match/tournament.h"
#include "store/database.h"
#include "store/run_config.h"

/* A zeroed struct keeps nothing. */
struct stored_plays {
	struct database *database; /* NULL: no plays are kept */
	int64_t run;
	bool is_owner;             /* of the database */
	struct schedule schedule;
	struct matches_list played; /* after stored_plays_use; owned, like the chunk */
	struct chunk chunk;        /* of which an outcome was asked for last; its matches.n is 0 at first */
};

/* Where a run may be stored. */
struct stored_plays_source {
	const char *path;              /* of the database */
	bool is_asked;                 /* by the user: it is an error when it cannot be read */
	const char *name;              /* of the run */
	const struct run_config *info; /* what the run is: another run of that name is not meant */
};

/* Is the run in the database? Then *is_known, *played lists its matches (the caller's), and kept has its plays, if they were
 * stored. Fails for a database that was asked for and cannot be read, and for a damaged one. */
int stored_plays_open(struct stored_plays *kept, const struct stored_plays_source *source, struct matches_list *played, bool *is_known,
	      struct err *err);
void stored_plays_release(struct stored_plays *kept);

/* Sets stored_plays of a tournament of the run, and says so on stderr. robots: its own, with their names, and then nobody
 * whom the game can ask. kept must outlive it. */
void stored_plays_use(struct stored_plays *kept, struct tournament *tournament);

#endif
