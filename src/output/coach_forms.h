/* coach_forms.h - what the mistakes of a robot cost, as a page for people, as CSV and as JSON (docs/coach.md). */
#ifndef ARENA_OUTPUT_COACH_FORMS_H
#define ARENA_OUTPUT_COACH_FORMS_H

#include <stdbool.h>

#include <jansson.h>

#include "base/str.h"
#include "coach/coach.h"
#include "coach/sums.h"
#include "output/columns.h"

struct coach_report {
	const struct coach *coach;  /* with findings; borrowed, like what follows */
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

/* ---- for the files beside it ---------------------------------------------------------------- */

/* A row of the table: a kind of mistake, or all together. */
struct coach_row {
	const char *key, *words, *means;
	const struct loss *loss;
	double share;               /* of the whole loss */
};

/* rows[MISTAKE_COUNT]: the kinds there are, and last all together; returns how many. */
int coach_rows(const struct coach_report *report, struct coach_row *rows);

extern const struct column coach_columns[];
extern const int n_coach_columns;

#endif
