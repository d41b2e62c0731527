/* analysis_forms.h - what a robot did, as a table for people and as JSON for programs (docs/analysis.md). */
#ifndef ARENA_CLI_ANALYSIS_FORMS_H
#define ARENA_CLI_ANALYSIS_FORMS_H

#include <stdbool.h>

#include <jansson.h>

#include "base/str.h"
#include "cli/ask_times.h"
#include "match/analysis.h"
#include "match/replacement.h"
#include "match/sample.h"
#include "store/info.h"

struct analysis_report {
	const struct info *info;         /* of the run; all borrowed */
	const struct sample *sample;
	const struct analysis *analysis;
	const char *baseline;            /* NULL: nobody played in its place */
	const struct replacement *replacement;
	double cpu_us_per_ask;           /* what the run's clock said; below 0: not asked for, or not known */
	struct ask_spread spread;        /* in matches played again ask by ask; n 0: not asked for, or not known */
};

void analysis_add_table(const struct analysis_report *report, bool has_colour, struct str *out);

/* The caller's. */
json_t *analysis_json(const struct analysis_report *report);

/* "own_bid_called" and so on, for JSON; the last, of CAUSE_COUNT, is "none". */
extern const char *const analysis_causes[CAUSE_COUNT + 1];

#endif
