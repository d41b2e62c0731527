/* selection.h - the stored runs that `arena standings` counts together: all runs of one kind, or a single run. */
#pragma once

#include "game/rules.h"
#include "standings/pool_list.h"
#include "store/database.h"

/* The properties that runs must have in common to be counted together. */
struct selection_kind {
	struct rules rules;
	uint32_t match_length;
	bool is_as_given; /* only relevant with has_circle */
	bool has_circle;  /* three seats or more */
};

struct selection {
	struct database *database; /* borrowed */
	int64_t *runs;    /* latest first; owned */
	int n_runs;
	struct selection_kind kind;
	char *rules;      /* as text; owned */
	char *name;       /* name of the run, if one was requested; owned */
	int n_repeats;    /* runs that have the same games as a selected run, and were left out */
	int n_others;     /* runs with the same rules but another match length or circle, which were left out */
};

/* Describes the runs to count. */
struct selection_wish {
	const char *run;       /* only this run; NULL: the latest run, and all runs of its kind */
	bool is_one;           /* only one run, even if `run` is NULL */
	bool has_rules;        /* use `rules` instead of those of the latest run */
	struct rules rules;
	int64_t match_length;  /* negative: that of the latest tournament with the rules */
	bool is_as_given;
};

/* Finds the runs in selection->database, which the caller has set. Fails with EXIT_USAGE when there are none. Call
 * selection_release even after a failure. */
int selection_find(struct selection *selection, const struct selection_wish *wish, struct err *err);
void selection_release(struct selection *selection);

/* Adds the object of `arena standings --output json`. */
void selection_json(const struct selection *selection, const struct pool_list *list, struct str *out);
