/* progress.h - shows progress on stderr: the games, speed and remaining time of a run, or a line about other work. On a
 * terminal it is redrawn in place, and for a run it includes the standings. Otherwise it is a plain line every
 * minute. */
#pragma once

#include "run/request.h"
#include "standings/standings.h"

enum progress_form {
	PROGRESS_OFF = 0,
	PROGRESS_DRAWN, /* in place */
	PROGRESS_LINES,
};

/* A zeroed struct shows nothing. */
struct progress {
	enum progress_form form;
	bool is_stored;      /* the games are stored in a database */
	uint64_t n_games;    /* games of the run, or the maximum */
	uint64_t n_recalled; /* games that were finished before, which do not count for the speed */
	uint64_t n_stored;   /* including recalled games */
	int64_t started_ns;
	int64_t shown_ns;    /* when it was last shown */
	int n_lines;         /* number of lines on the screen now */
};

void progress_init(struct progress *progress, const struct request *request, uint64_t n_games, bool is_stored);

/* Shows the progress if an update is due. `games` is the number played so far, including recalled games and those of
 * unfinished matches. `remark` replaces the remaining time; NULL: none. */
void progress_show(struct progress *progress, uint64_t games, const struct standings *standings, const char *remark);
/* Shows a line, formatted as by printf, when due. Does nothing if progress is NULL. */
void progress_say(struct progress *progress, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Clears the redrawn lines. */
void progress_end(struct progress *progress);
