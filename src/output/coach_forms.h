/* coach_forms.h - what the mistakes of a robot cost, as a page for people, as CSV and as JSON (docs/coach.md). */
#pragma once

#include <jansson.h>

#include "coach/sums.h"
#include "output/columns.h"

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

/* ---- for the files beside it ---------------------------------------------------------------- */

/* A row of the table: a kind of mistake, or all together. */
struct coach_row {
	const char *key, *words, *means;
	const struct loss *loss;
	double share;               /* of the whole loss */
	bool has_interval;
};

/* rows[MISTAKE_COUNT]: the kinds there are, and last all together; returns how many. */
int coach_rows(const struct coach_report *report, struct coach_row *rows);

/* "0.290 ± 0.016", with so many digits; "0.290" where there is no interval. */
void coach_add_loss(const struct loss *loss, bool has_interval, int digits, struct str *out);

/* Of a position: the answer ("illegal play" where there was none), the play that is better, the dice and the last bids. */
void coach_add_answer(const struct coach_report *report, const struct decision *decision, struct str *out);
void coach_add_play(const struct coach_report *report, int play, struct str *out);
void coach_add_dice(const struct decision *decision, struct str *out);
void coach_add_bids(const struct coach_report *report, const struct decision *decision, struct str *out);

extern const struct column coach_columns[];
extern const int n_coach_columns;
