/* pictures.h - the tables of the commands as pictures in text characters (--plot). */
#pragma once

#include "record/study.h"
#include "standings/pool_list.h"
#include "standings/standings.h"

enum pictures { PICTURES_AUTO, PICTURES_ON, PICTURES_OFF };
extern const char *const picture_words[]; /* the words of --plot, in this order */

/* Returns true if pictures should be drawn on stdout. */
bool pictures_are_wanted(enum pictures wish);

/* Each of these functions adds an empty line and pictures of at most `width` columns (0: 80). */
void pictures_of_standings(const struct standings *standings, int width, bool has_colour, struct str *out);
void pictures_of_pool(const struct pool_list *list, int width, bool has_colour, struct str *out);
void pictures_of_analysis(const struct analysis_report *report, int width, bool has_colour, struct str *out);

/* Adds a matrix of chances or shares, with a coloured cell for each pair; `share` is as in pool_list.h. The terminal
 * must support colours. */
void pictures_of_pairs(const struct pool_list *list, const char *title,
		       bool (*share)(const struct pool_list *list, int a, int b, double *value), int width,
		       struct str *out);

enum plot_kind {
	PLOT_NOTHING = 0, /* only the label */
	PLOT_INTERVAL,    /* ├──●──┤ */
	PLOT_POINT,       /* ● at mean */
	PLOT_AT_LEAST,    /* ├──▶ beginning at low */
	PLOT_AT_MOST,     /* ◀──┤ ending at high */
};

struct plot_line {
	const char *label;      /* borrowed; clean */
	enum plot_kind kind;
	double low, mean, high; /* only those that `kind` uses are set */
};

struct plot {
	const struct plot_line *lines; /* lines[i], i < n; borrowed */
	int n;
	const char *unit;    /* text after the numbers of the axis: "%", "" */
	bool is_share;       /* the axis stays within 0 to 100 */
	bool has_mark;
	double mark;         /* position of a dotted vertical line; the axis includes it */
	int width;           /* columns; 0: 80 */
	bool has_colour;
};

/* Adds the picture of each line, and below them the axis with its numbers. Adds nothing if no line has a number. */
void plot_intervals(const struct plot *plot, struct str *out);

/* Adds a bar from 0 to the mean of each line, followed by the number. */
void plot_bars(const struct plot *plot, struct str *out);
