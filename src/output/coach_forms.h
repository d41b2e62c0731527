/* coach_forms.h - what the mistakes of a robot cost, as a page for people, as CSV and as JSON (docs/coach.md). */
#pragma once

#include <jansson.h>

#include "coach/decisions.h"

struct coach_report {
	const struct rules *rules;  /* borrowed, like what follows */
	const struct decisions *decisions; /* with findings */
	const struct sums *sums;
	const struct costly *costliest; /* costliest[i], i < n_costliest */
	size_t n_costliest;
	const char *robot, *run;    /* its label; the name that `arena replay` takes, NULL: new games */
	const char *command;        /* then the tournament that plays them */
	uint64_t n_games;           /* of the robot, in the run */
};

void coach_add_table(const struct coach_report *report, bool has_colour, struct str *out);

/* A row for each kind, and one for all. */
void coach_add_csv(const struct coach_report *report, struct str *out);

json_t *coach_json(const struct coach_report *report); /* the caller's */

/* For the page of a report, texts as {titles, rows}: "summary" (one row), "kinds" and "positions", which has a row for each of
 * "costliest" in coach_json. */
json_t *coach_page_tables(const struct coach_report *report);
