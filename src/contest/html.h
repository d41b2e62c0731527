/* html.h - the numbers and figures in the pages of a contest's site, as HTML: what a template (base/template.h) cannot make. */
#pragma once

#include "base/base.h"

/* "<td>+12", or a dash when there is no number. */
void html_elo(struct str *out, double elo, bool is_known);

/* The same of an interval: "+20 to +263". */
void html_elo_interval(struct str *out, double low, double high);

/* An interval drawn as a figure in a table cell: from low to high, within the range of the column. */
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

/* The same, small, for a table cell. */
void html_spark(struct str *out, const struct html_point *points, int n);
