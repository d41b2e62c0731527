/* export.h - replays the games of a run and writes them in the order of their numbers (docs/logs.md). */
#pragma once

#include <signal.h>

#include "base/file.h"
#include "run/replay.h"

enum export_form { EXPORT_TEXT, EXPORT_JSONL, EXPORT_CSV };

struct export_plan {
	const struct replay *replay;         /* with its robots loaded */
	enum export_form form;
	uint64_t first, end;                 /* numbers of games, from 0; first < end */
	int n_jobs;                          /* number of processes; does not change the output */
	struct out_file *output;
	const volatile sig_atomic_t *stop;   /* when it is set, export_games returns early */
};

/* Writes the games. The output is incomplete after EXIT_INTERRUPTED, or when *stop is set. */
int export_games(const struct export_plan *plan, struct err *err);
