/* analysis_forms.h - prints the analysis of a robot's play (docs/analysis.md) and the costs of its mistakes
 * (docs/coach.md). */
#pragma once

#include <jansson.h>

#include "coach/decisions.h"
#include "record/study.h"

/* The proportions of a robot's bids and calls, each a line of the table and a key of JSON. */
struct analysis_statistic {
	enum analysis_part part;
	const char *key;   /* key in "bids" or "calls"; NULL: not in JSON */
	const char *label; /* label of the line; NULL: no line */
	const char *words; /* explanation at the end of the line */
	/* When the line is printed: always, if the rules count dice, or if there are trials. */
	enum { ANALYSIS_ALWAYS, ANALYSIS_WITH_DICE, ANALYSIS_WITH_TRIALS } line;
};
/* Ended by an entry without key and label. */
extern const struct analysis_statistic analysis_bids[], analysis_calls[];

void analysis_add_table(const struct analysis_report *report, bool has_colour, struct str *out);

/* Adds the decisions that cost most, each with the command that replays it; `run` is the name of the run. Adds nothing
 * if there are no such decisions. */
void analysis_add_worst(const struct analysis_report *report, const char *run, bool has_colour, struct str *out);

/* Returns the analysis, which the caller owns. It has "worst" if there are such decisions: game and hand (from 1),
 * is_call, bid, words, chance, right (record/study.h). */
json_t *analysis_json(const struct analysis_report *report);

/* The tables of an analysis, each one list of columns. */
enum analysis_list {
	ANALYSIS_TENTHS, /* the bids that the robot could call, by their likelihood; not as JSON */
	ANALYSIS_SEATS,
	ANALYSIS_DICE,
	ANALYSIS_LOSSES,
	ANALYSIS_NEIGHBOURS, /* wins by the robot in the seat before; as text only at tables of three and more */
	ANALYSIS_GAMES,      /* wins by game of a match; as text only if a match has more than one block */
	ANALYSIS_TIMES,      /* wins by tenth of the run; not as text */
	ANALYSIS_WORST,      /* the decisions that cost most; as text: analysis_add_worst */
};

/* Adds the list with its heading. Adds nothing if it has no rows. */
void analysis_add_list(const struct analysis_report *report, enum analysis_list which, bool has_colour,
		       struct str *out);
json_t *analysis_list_json(const struct analysis_report *report, enum analysis_list which);

/* Returns the list as {titles, rows}, all texts, for a page. */
json_t *analysis_list_texts(const struct analysis_report *report, enum analysis_list which);

/* Returns the tables of a page as texts, {titles, rows} each: "summary" (its bids and calls; one row), "losses" and
 * "worst", with rows in the same order as in analysis_json. The caller owns it. */
json_t *analysis_page_tables(const struct analysis_report *report);

/* The texts of a page have a narrow space before the percent sign, and a dash for unknown values. */
#define ANALYSIS_PERCENT "%.1f\u202f%%"
#define ANALYSIS_NOTHING "\u2013"

/* Return {mean, low, high} and {hits, trials, value, low, high}, which the caller owns. */
json_t *analysis_interval_json(struct interval of);
json_t *analysis_share_json(const struct ratio *of);

struct coach_report {
	const struct rules *rules;  /* borrowed, like all other pointers */
	const struct decisions *decisions; /* their findings are set */
	const struct sums *sums;
	const struct costly *costliest; /* costliest[i], i < n_costliest */
	size_t n_costliest;
	const char *robot, *run;    /* robot: its label. run: the run's name for `arena replay`; NULL: the games are new
	                             * ones */
	const char *command;        /* for new games: the command of the tournament that plays them */
	uint64_t n_games;           /* number of games of the robot in the run */
};

void coach_add_table(const struct coach_report *report, bool has_colour, struct str *out);

/* Adds a row for each kind of mistake, and one for all. */
void coach_add_csv(const struct coach_report *report, struct str *out);

json_t *coach_json(const struct coach_report *report); /* the caller owns it */

/* Returns the tables of a report's page, texts as {titles, rows}: "summary" (one row), "kinds" and "positions", with a
 * row for each of "costliest" in coach_json. */
json_t *coach_page_tables(const struct coach_report *report);
