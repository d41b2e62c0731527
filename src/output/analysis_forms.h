/* analysis_forms.h - what a robot did, as a table for people and as JSON for programs (docs/analysis.md). */
#ifndef ARENA_OUTPUT_ANALYSIS_FORMS_H
#define ARENA_OUTPUT_ANALYSIS_FORMS_H

#include <stdbool.h>

#include <jansson.h>

#include "base/str.h"
#include "record/study.h"

void analysis_add_table(const struct analysis_report *report, bool has_colour, struct str *out);

/* The decisions that cost most, each with the command that replays it in the run of that name; nothing without such
 * decisions. */
void analysis_add_worst(const struct analysis_report *report, const char *run, bool has_colour, struct str *out);

/* The same as an array, the caller's: game and hand (from 1), is_call, bid, words, chance, right (worst.h). */
json_t *analysis_worst_json(const struct analysis_report *report);

/* The caller's. With "worst" if there are such decisions. */
json_t *analysis_json(const struct analysis_report *report);

/* "own_bid_called" and so on, for JSON; the last, of CAUSE_COUNT, is "none". */
extern const char *const analysis_causes[CAUSE_COUNT + 1];

#endif
