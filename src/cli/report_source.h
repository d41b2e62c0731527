/* report_source.h - finds the run for a report or a similar page. */
#pragma once

#include "cli/request_args.h"
#include "store/database.h"
#include "store/run_config.h"

/* A run that was found, or the games of the tourney server. */
struct report_source {
	char *results;             /* "results"; owned, as the next two */
	char *path;                /* path of the database */
	char *folder;              /* "results/0007" */
	struct database *database; /* owned */
	int64_t run_id;
	char *name;                /* "0007"; owned */
	struct run_config info;
};
void report_source_release(struct report_source *source);
#define AUTO_REPORT_SOURCE __attribute__((cleanup(report_source_release)))

/* Finds the run given by the first operand, by default the latest one. The operand is a number, "tourneys", or a
 * folder, whose parent is the results folder. Sets err on failure. */
int report_source_find(const struct args *args, const struct request *request, struct report_source *source,
		       struct err *err);
