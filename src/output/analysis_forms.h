/* analysis_forms.h - what a robot did, as a table for people and as JSON for programs (docs/analysis.md). */
#ifndef ARENA_OUTPUT_ANALYSIS_FORMS_H
#define ARENA_OUTPUT_ANALYSIS_FORMS_H

#include <stdbool.h>

#include <jansson.h>

#include "base/str.h"
#include "record/study.h"

void analysis_add_table(const struct analysis_report *report, bool has_colour, struct str *out);

/* The caller's. */
json_t *analysis_json(const struct analysis_report *report);

/* "own_bid_called" and so on, for JSON; the last, of CAUSE_COUNT, is "none". */
extern const char *const analysis_causes[CAUSE_COUNT + 1];

#endif
