/* selection.h - the stored runs that `arena standings` counts together: those of one kind, or one that is named. */
#pragma once

#include "game/rules.h"
#include "standings/pool_list.h"
#include "store/database.h"

/* What runs must have in common to be counted together. */
struct selection_kind {
	struct rules rules;
	uint32_t match_length;
	bool is_as_given; /* used only with has_circle */
	bool has_circle;  /* three seats or more */
};

struct selection {
	struct database *database; /* borrowed */
	int64_t *runs;    /* the latest first; owned */
	int n_runs;
	struct selection_kind kind;
	char *rules;      /* as text; owned */
	char *name;       /* of the run, when one was named; owned */
	int n_repeats;    /* runs with the same games as one of these */
	int n_others;     /* runs with the same rules but another match length or circle */
};

/* Selects the runs to count. */
struct selection_wish {
	const char *run;       /* only this run; NULL: the latest run, and all runs of its kind */
	bool is_one;           /* only one run, also if `run` is NULL */
	bool has_rules;        /* use `rules` instead of those of the latest run */
	struct rules rules;
	int64_t match_length;  /* below 0: that of the latest tournament with the rules */
	bool is_as_given;
};

/* Finds the runs in selection->database, which is set already. Fails with EXIT_USAGE when there are none.
 * selection_release is needed also after a failure. */
int selection_find(struct selection *selection, const struct selection_wish *wish, struct err *err);
void selection_release(struct selection *selection);

/* Adds the object of `arena standings --output json`. */
void selection_json(const struct selection *selection, const struct pool_list *list, struct str *out);
