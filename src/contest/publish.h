/* publish.h - a contest as a site of static files. */
#ifndef ARENA_CONTEST_PUBLISH_H
#define ARENA_CONTEST_PUBLISH_H

#include "base/err.h"
#include "contest/contest.h"

struct publish_count {
	int n_files, n_written; /* of all, those that are new or have changed */
};

/* Writes the site into the folder `to`, which is made. A file that is as it should be is left alone, and the pages of
 * games and the archives of rounds, which never change, are not even made again. */
int publish_site(const struct contest *contest, const char *to, struct publish_count *count, struct err *err);

#endif
