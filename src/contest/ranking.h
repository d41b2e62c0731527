/* ranking.h - the table of a contest: the versions that take part, with their ratings after the last round. */
#pragma once

#include <jansson.h>

#include "contest/contest.h"

struct ranking_row {
	const struct contest_version *version; /* in ranking->versions */
	struct contest_rating rating;          /* matches is 0 when the version has no rating yet */
	int first_rank, last_rank;             /* the ranks that the intervals allow */
	int64_t since;                         /* the first round of this season in which it could play */
};

struct ranking {
	struct contest_versions versions; /* all of them, of all seasons; owned */
	struct ranking_row *rows;           /* best first, n_rows of them; owned */
	int n_rows;
	int64_t round;                    /* the last one that has ratings; 0: none */
};

/* Reads the ranking of the latest season. */
int ranking_read(const struct contest *contest, struct ranking *ranking, struct err *err);
void ranking_release(struct ranking *ranking);
#define AUTO_RANKING __attribute__((cleanup(ranking_release)))

/* Add the ranking as a table for people, as rows of CSV with their titles, and as an array of objects that the caller
 * owns. */
void ranking_text(const struct ranking *ranking, bool has_colour, struct str *out);
void ranking_csv(const struct ranking *ranking, struct str *out);
json_t *ranking_json(const struct ranking *ranking);
