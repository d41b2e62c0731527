/* publish.h - writes a contest as a site of static files. */
#pragma once

#include "contest/contest.h"

struct publish_count {
	int n_files, n_written; /* the number of files, and of those that were new or had changed */
};

/* Creates the folder `to` if needed and writes the site there. EXIT_USAGE: it is a folder of the contest, or has the site of
 * another contest. Files that are up to date are not written. The pages of
 * games and the archives of rounds never change, so existing ones are not even generated. */
int publish_site(const struct contest *contest, const char *to, struct publish_count *count, struct err *err);
