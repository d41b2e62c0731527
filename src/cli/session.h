/* session.h - a tournament from its command line to its table: what cmd_tournament.c plays, made ready
 * by session_new.c (from the arguments) or by session_resume.c (from the database). */
#ifndef ARENA_CLI_SESSION_H
#define ARENA_CLI_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "cli/opts.h"
#include "cli/progress.h"
#include "cli/results.h"
#include "cli/times.h"
#include "match/tournament.h"
#include "store/database.h"
#include "store/info.h"
#include "store/run.h"

struct session {
	const struct args *args;
	bool is_resumed;
	struct tournament tournament;
	struct robot *robots;
	int n_robots;
	char *folders;             /* of the results: of all runs */
	struct info info;
	struct run run;            /* folder NULL with --no-results */
	struct database *database; /* NULL likewise */
	int64_t run_id;
	struct results results;
	struct progress progress;
	struct times times;
	struct err failure;        /* of a callback */
};

/* A new run: all but its results. Everything that can be wrong with the command line is found here. */
int session_prepare(struct session *session, struct err *err);

/* The folder and the row in the database of a new run, which have the same name. What can be wrong with
 * them is found here, before a game is played. Nothing with --no-results. */
int session_open_results(struct session *session, struct err *err);

/* A run to go on with, and its results. */
int session_prepare_again(struct session *session, struct err *err);

/* Adds the command that goes on with this run. */
void session_add_resume(const struct session *session, struct str *out);

#endif
