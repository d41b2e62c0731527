/* progress.h - the lines on the terminal while a tournament is running: games, speed, time to go
 * and the standings, redrawn in place. Draws nothing where stderr is no terminal. */
#ifndef ARENA_CLI_PROGRESS_H
#define ARENA_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/standings.h"

/* A zeroed struct draws nothing. */
struct progress {
	bool is_on;
	uint64_t n_games;    /* in all */
	uint64_t n_recalled; /* of those finished, not played now: they say nothing of the speed */
	int64_t started_ns;
	int64_t drawn_ns;    /* when it was last drawn */
	int n_lines;         /* on the screen now */
};

void progress_init(struct progress *progress, uint64_t n_games, bool is_quiet);
/* Draws anew, unless it did so a moment ago. */
void progress_draw(struct progress *progress, uint64_t games, const struct standings *standings);
/* Wipes the lines, so that the screen is as before. */
void progress_end(struct progress *progress);

/* Adds the first line alone: "1200 of 5000 games (24%), 3000 a second, 0:01 to go". n_played of the games
 * took so many seconds. */
void progress_line(uint64_t games, uint64_t n_games, uint64_t n_played, double seconds, struct str *out);

#endif
