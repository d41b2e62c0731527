/* site.h - the data for the pages of a contest. site.c reads the data from the database, and pages.c writes the
 * pages. */
#pragma once

#include <jansson.h>

#include "contest/ladder.h"

/* The table of a contest: the versions that take part, with their ratings after the last round. */

struct ranking_row {
	const struct contest_version *version; /* in ranking->versions */
	struct contest_rating rating;          /* matches is 0 when the version has no rating yet */
	int first_rank, last_rank;             /* the ranks that the intervals allow */
	int64_t since;                         /* the first round of this season in which it was able to play */
};

struct ranking {
	struct contest_versions versions; /* all versions of all seasons; owned */
	bool is_part;                     /* it is a part of another ranking, which owns the versions */
	struct ranking_row *rows;           /* best first, n_rows of them; owned */
	int n_rows;
	int64_t round;                    /* the last round that has ratings; 0: none */
};

/* Reads the ranking of the latest season. */
int ranking_read(const struct contest *contest, struct ranking *ranking, struct err *err);
void ranking_release(struct ranking *ranking);
#define AUTO_RANKING __attribute__((cleanup(ranking_release)))

/* Returns true if a robot of the team is among the first n rows. */
bool ranking_has_team(const struct ranking *ranking, int n, const char *team);

/* Sets *among to the rows of the teams in this category of the settings, ranked among themselves. *among borrows the
 * versions. */
void ranking_of_category(const struct ranking *ranking, const struct settings *settings, int category,
			 struct ranking *among);

/* Sets *by to the same versions, ranked by the matches of this ladder. *by borrows the versions. */
void ranking_of_ladder(const struct ranking *ranking, const struct ladder *ladder, struct ranking *by);

/* Add the ranking as a table of text, or as CSV with a header; or return it as an array of objects, which the caller
 * owns. */
void ranking_text(const struct ranking *ranking, bool has_colour, struct str *out);
void ranking_csv(const struct ranking *ranking, struct str *out);
json_t *ranking_json(const struct ranking *ranking);

enum { SITE_LOSSES = 3, SITE_FAULTS = 5, SITE_MOST_VERSUS = 60 };
enum { SITE_MANY = 100 }; /* with more robots than this, only one loss of each is shown, because each loss has a page */

/* A match in which a version won no game. */
struct site_loss {
	int opponent;      /* index in the list of versions of the robot that won most of the match */
	double elo;        /* rating of the opponent */
	int64_t round, run;
	uint64_t game;     /* number in the run, from 0, of the first game of the match */
};

struct site_version {
	struct html_point *points; /* its ratings by round; owned */
	int n_points;
	struct contest_rating rating; /* the last one */
	struct site_loss losses[SITE_LOSSES]; /* worst first, which are those to the lowest-rated opponents */
	int n_losses;
	struct site_fault {
		char *kind, *what, *output; /* what: the kind and the cause; owned */
		int64_t round, game;  /* round 0: of the final */
	} faults[SITE_FAULTS];
	int n_faults;
	uint64_t troubles[VERDICT_COUNT]; /* in the rounds of this season: how many illegal plays, timeouts and
					   * crashes */
	struct site_meeting {
		int opponent;
		uint32_t pair;
	} *met;                    /* n_met; owned */
	int n_met;
	int team;                  /* number of its team's page: the index of the team's first version, plus 1 */
	int face;                  /* its mark (page/faces.h) */
};

/* A season that has ended. */
struct site_season {
	struct contest_season season;
	json_t *rows;      /* rows of the table of its final, best first, as in table.json; NULL: the final has another
	                    * form, or there was none; owned */
	json_t *evening;   /* its final as last_evening_json; NULL: it has another form; owned */
	struct str again;  /* the command that replays the final, and the hashes of its robots; owned */
};

/* The game of the night: the most dramatic game of the last round, or of the final. */
struct site_night {
	struct site_loss game; /* only round, run and game are used */
	char *why;             /* "a bluff of 3% that nobody called"; NULL: there is no such game; owned */
	int winner;            /* index in the list of versions */
	int others[SCHEDULE_MAX_SEATS - 1], n_others;
};

struct contest_site {
	const struct contest *contest; /* borrowed */
	struct ranking ranking;
	struct labels labels;      /* labels of all versions */
	struct site_version *versions;   /* one for each version of the ranking's list; owned */
	struct intern pairs;       /* words a, b: indices in the list, a < b */
	struct histogram *pair;    /* pair[number in pairs]: the shares of a in the matches of a and b; owned */
	size_t n_pairs;
	struct interval *shares;   /* shares[number in pairs]: share of a; NULL: not computed yet; owned */
	json_t *notes;             /* notes for the public, so without the details of failures; owned */
	json_t *all_notes;         /* owned */
	struct ranking *by_game;   /* by_game[i], i < n_games: ranking by game i of those that the rounds have in turn;
	                            * owned */
	int n_games;               /* 0: all rounds have the same game */
	uint64_t games;            /* games of the season in rounds that have ratings */
	int64_t *runs;             /* the run of the final (0 if there is none), then that of each round that has
	                            * ratings; owned */
	struct site_season *ended; /* all seasons that have ended, oldest first; owned */
	int n_ended;
	json_t *evening;           /* the final of a season that has not ended; NULL: none; owned */
	struct site_night night;   /* this and the next are set by publish.c */
	bool has_puzzles;          /* there is a page of bids to judge, from the final or, without one, from the last
	                            * round that has ratings */
};

int contest_site_read(struct contest_site *site, const struct contest *contest, struct err *err);
void contest_site_release(struct contest_site *site);

/* Adds the table of the final of a season, as stored in its run. If the final has not begun, adds nothing and sets *run
 * to 0. */
int contest_final_table(const struct contest *contest, int64_t season, int64_t *run, struct str *table,
			struct err *err);

/* Computes the share of a in the matches of a and b, with an interval that is valid at all times. Returns false if they
 * have not met. */
bool contest_site_share(const struct contest_site *site, int a, int b, struct interval *share, uint64_t *matches);

/* Each of these functions appends a page to `out`. */
void contest_pages_take_part(const struct contest_site *site, struct str *out);
void contest_pages_feed(const struct contest_site *site, struct str *out);
void contest_pages_index(const struct contest_site *site, struct str *out);
void contest_pages_versus(const struct contest_site *site, struct str *out);
void contest_pages_versus_csv(const struct contest_site *site, struct str *out);
void contest_pages_history_csv(const struct contest_site *site, struct str *out);
void contest_pages_archive(const struct contest_site *site, struct str *out);

/* Adds a team's page. With is_private it is the page for the team itself, with the output of its builds, checks and
 * robots. */
void contest_pages_team(const struct contest_site *site, int first_version, bool is_private, struct str *out);

/* Adds "games/S-R-G.html", the path of a game's page within the site. */
void contest_pages_game_name(const struct contest_site *site, const struct site_loss *loss, struct str *out);

/* Removes the robots' output, and the details of the causes of their faults, from the data of a game. */
void publish_remove_output(json_t *data);

/* Adds "+12", with a true minus sign. */
void html_signed(struct str *out, double elo);

/* The range of values of a column, in which html_interval draws an interval. */
struct html_range {
	double low, high;
};
void html_interval(struct str *out, const struct html_range *column, double low, double mean, double high);

/* Ratings by round, as a line with a band. */
struct html_point {
	int64_t round;
	double elo, low, high;
};
void html_history(struct str *out, const struct html_point *points, int n);

/* Adds the same figure in the size of a table cell. */
void html_spark(struct str *out, const struct html_point *points, int n);
