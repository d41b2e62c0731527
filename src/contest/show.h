/* show.h - the matches of a Swiss or elimination final, shown one after the other in the terminal. */
#pragma once

#include "contest/last_evening.h"
#include "terminal/screen.h"

struct show_wish {
	int n_games;       /* number of games of each match, spread over it and including the last */
	int first;         /* the match to begin with, from 1; 0: the first that has not been shown */
	int64_t pause_ns;  /* after each play */
	bool is_stepping;  /* waits for Enter instead of pausing */
};

/* Shows the matches of the final of a season that have been played, and stores which ones were shown. Returns an exit
 * code, or -1 with err. */
int show_evening(const struct contest *contest, int64_t season, const struct show_wish *wish, struct terminal *terminal,
		 struct err *err);
