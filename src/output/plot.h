/* plot.h - numbers as pictures made of text: intervals on a common axis, bars. pictures.h uses them. */
#pragma once

#include "base/base.h"

enum plot_kind {
	PLOT_NOTHING = 0, /* only the label */
	PLOT_INTERVAL,    /* ├──●──┤ */
	PLOT_POINT,       /* ● at mean */
	PLOT_AT_LEAST,    /* ├──▶ from low on */
	PLOT_AT_MOST,     /* ◀──┤ up to high */
};

struct plot_line {
	const char *label;      /* borrowed; clean */
	enum plot_kind kind;
	double low, mean, high; /* the values that the kind uses */
};

struct plot {
	const struct plot_line *lines; /* lines[i], i < n; borrowed */
	int n;
	const char *unit;    /* after the numbers of the axis: "%", "" */
	bool is_share;       /* the axis stays within 0 to 100 */
	bool has_mark;
	double mark;         /* a dotted line down the picture; is within the axis */
	int width;           /* columns; 0: 80 */
	bool has_colour;
};

/* Adds a line for each, then the axis with its numbers. Nothing without a number in any line. */
void plot_intervals(const struct plot *plot, struct str *out);

/* Adds a line for each with a bar from 0 to its mean, and the number behind it. */
void plot_bars(const struct plot *plot, struct str *out);
