/* kept.h - runs whose plays were kept (--log hands): their games are told from the database, and no robot is asked. */
#ifndef ARENA_CLI_KEPT_H
#define ARENA_CLI_KEPT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "cli/opts.h"
#include "match/tournament.h"
#include "store/database.h"
#include "store/info.h"

/* A zeroed struct keeps nothing. */
struct kept {
	struct database *database; /* NULL: nothing is kept */
	int64_t run;
	bool is_owner;             /* of the database */
};

/* Were the plays of the run of this name kept in the database `path`? Where there is no database of that run they were
 * not. Fails only for one that was asked for and cannot be read. */
int kept_open(struct kept *kept, const char *path, bool is_asked, const char *name, const struct info *info, struct err *err);
void kept_release(struct kept *kept);

/* Sets kept_plays of a tournament of the run, and says so on stderr. robots: its own, with their names, and then nobody
 * whom the game can ask. kept must outlive it. */
void kept_use(struct kept *kept, struct tournament *tournament);

/* One after the last game of which plays are kept, at most end_game. -1 err. */
int kept_end(const struct kept *kept, const struct schedule *schedule, uint64_t *end_game, struct err *err);

#endif
