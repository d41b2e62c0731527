/* stored_plays.h - the data of a run for a replay: which matches were played, and their plays if they were stored (--log
 * hands); then no robot is asked. */
#pragma once

#include "match/matches.h"
#include "match/tournament.h"
#include "store/database.h"
#include "store/run_config.h"

/* A zeroed struct is empty. */
struct stored_plays {
	struct database *database; /* NULL: no plays are stored */
	int64_t run;
	bool is_owner;             /* of the database */
	struct schedule schedule;
	struct matches_list played; /* after stored_plays_use; owned, like the chunk */
	struct chunk chunk;        /* the chunk used last; its matches.n is 0 at first */
};

/* Where a run may be stored. */
struct stored_plays_source {
	const char *path;              /* of the database */
	bool is_asked;                 /* by the user: it is an error when it cannot be read */
	const char *name;              /* of the run */
	const struct run_config *info; /* to recognise the run: another one may have the same name */
};

/* If the database has the run: sets *is_known, lists its matches in *played (the caller's), and prepares `stored` if plays
 * were stored. Fails for a requested database that cannot be read, and for a damaged one. */
int stored_plays_open(struct stored_plays *stored, const struct stored_plays_source *source, struct matches_list *played, bool *is_known,
	      struct err *err);
void stored_plays_release(struct stored_plays *stored);

/* Sets stored_plays of a tournament of the run, and says so to its user. robots: those of the run, with their names
 * only. stored must outlive it. */
void stored_plays_use(struct stored_plays *stored, struct tournament *tournament);
