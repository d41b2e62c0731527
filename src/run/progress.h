/* progress.h - progress of a run on stderr: games, speed, remaining time. On
 * a terminal a few lines with the standings, redrawn in place; elsewhere a plain line every minute. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/options.h"
#include "standings/standings.h"

/* A line for a command's table of options; progress_init reads it, and --quiet. */
extern const char *const progress_forms[];
#define OPTION_PROGRESS \
	{.name = "progress", .type = OPT_WORD, .value = "FORM", .fallback = "auto", .words = progress_forms, .is_neutral = true, \
	 .help = "Progress on stderr: 'auto' redraws a few lines on a terminal and elsewhere writes a line every minute; " \
		 "'line' always writes lines, the first one at once; 'off' writes nothing."}

enum progress_form {
	PROGRESS_OFF = 0,
	PROGRESS_DRAWN, /* in place */
	PROGRESS_LINES,
};

/* A zeroed struct shows nothing. */
struct progress {
	enum progress_form form;
	bool is_stored;      /* the games go to a database */
	uint64_t n_games;    /* of the run, or at most */
	uint64_t n_recalled; /* found as finished, not played now; they do not count for the speed */
	uint64_t n_stored;   /* including recalled games */
	int64_t started_ns;
	int64_t shown_ns;    /* when it was last shown */
	int n_lines;         /* on the screen now */
};

/* args: with OPTION_PROGRESS and --quiet. */
void progress_init(struct progress *progress, const struct args *args, uint64_t n_games, bool is_stored);

/* Games have been stored, or found in the database. */
void progress_add_stored(struct progress *progress, uint64_t n_games);
void progress_add_recalled(struct progress *progress, uint64_t n_games);

/* Shows it again when due. games: played so far, including recalled games and those of unfinished matches. remark:
 * replaces the remaining time; NULL: none. */
void progress_show(struct progress *progress, uint64_t games, const struct standings *standings, const char *remark);
/* Clears the redrawn lines. */
void progress_end(struct progress *progress);
