/* last_evening.h - the final of a season as a Swiss tournament or an elimination (evening.h): storing it, playing it,
 * and showing it as text and JSON.
 *
 * results/final-SEASON.json has the form of the final, its players in the order of their seeds, and the number of
 * matches that `arena contest show` has shown. It is written before the first match, so later changes of settings have
 * no effect. The matches of a round that have the same number of seats are one run, and the extra games after ties are
 * another. The seed of each run is a hash of the final's seed, so it is also fixed when the season begins. */
#pragma once

#include "contest/evening.h"
#include "contest/ladder.h"

enum { EVENING_MOST_EXTRA = 3, EVENING_EXTRA_PART = 10 }; /* after a tie, a tenth of the games of a match is played in
                                                           * addition, up to 3 times */

struct last_evening {
	int64_t season;
	struct contest_versions versions; /* all versions of the contest; owned */
	struct evening evening;
	int *version;                     /* version[player]; owned */
	int64_t blocks;                   /* blocks of a match */
	int n_matches, n_shown;           /* n_matches: matches, except byes, whose results are known here; n_shown:
	                                   * matches that have been shown */
	bool hides;                       /* results are known here only up to n_shown (the setting final_results) */
	char seed[CONTEST_SEED];          /* the seed of the final */
	int next_round, next_seats, next_extra; /* the run to play next; next_seats 0: none */
};

void last_evening_release(struct last_evening *last);
#define AUTO_LAST_EVENING __attribute__((cleanup(last_evening_release)))

/* Returns whether the final of the season has begun as a Swiss tournament or an elimination. */
bool last_evening_has_begun(const struct contest *contest, int64_t season);

/* The results to read: of all matches, of those that may be published, or of those that were shown and the next one. */
enum { EVENING_ALL = -1, EVENING_PUBLIC = -2, EVENING_NEXT = -3 };

/* Reads the final of a season. `most` is the maximum number of matches whose results are read, or one of the constants
 * above. */
int last_evening_read(const struct contest *contest, int64_t season, int most, struct last_evening *last,
		      struct err *err);

/* Begins the final of the latest season as the settings say, or continues it. Does not end the season. */
int last_evening_play(struct contest *contest, struct err *err);

/* Stores the number of matches that have been shown. */
int last_evening_store_shown(const struct contest *contest, int64_t season, int n, struct err *err);

/* Returns the team and version of a player, as in "ann/caller-1". */
struct str last_evening_label(const struct last_evening *last, int player);

/* Add the rounds and the table as text, and the line about a match: "ann/caller-1 beats bob/bot-2, 61.5 % of 200
 * games". */
void last_evening_text(const struct last_evening *last, bool has_colour, struct str *out);
void last_evening_add_match(const struct last_evening *last, const struct evening_match *match, struct str *out);

/* Returns {form, is_over, rounds, standings}. The caller owns it. */
json_t *last_evening_json(const struct last_evening *last);
