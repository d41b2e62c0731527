/* html.h - parts of the pages of a contest's site: HTML without scripts, with one style sheet beside it. All text from
 * teams goes through html_text, and never into an attribute. The content security policy of the pages allows nothing
 * but that style sheet. */
#pragma once

#include "base/base.h"

/* The page's head, up to its content. depth: how many folders below the site's root the page is; title, eyebrow: any
 * text. */
void html_begin(struct str *out, int depth, const char *title, const char *eyebrow);
void html_end(struct str *out);

/* Adds HTML as printf formats it; the text of each %s is cleaned and escaped. Of the other conversions only those of integers and of
 * doubles are possible. */
void html_addf(struct str *out, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds text, cleaned and escaped. */
void html_text(struct str *out, const char *text);

/* The same, in <bdi>, so that its writing direction does not affect the text around it. */
void html_name(struct str *out, const char *name);

/* Begins a section with a heading; html_end_section closes it. */
void html_section(struct str *out, const char *id, const char *title);
void html_end_section(struct str *out);

/* Begins a table with these titles, up to the first row; NULL ends the list. Titles that begin with '<' are of text
 * columns, which are aligned left. */
void html_table(struct str *out, const char *caption, const char *const *titles);
void html_end_table(struct str *out);

/* "<td>+12", or a dash when there is no number. */
void html_elo(struct str *out, double elo, bool is_known);

/* The same of an interval: "+20 to +263". */
void html_elo_interval(struct str *out, double low, double high);

/* A long text that the reader can unfold, or sees at once when summary is NULL; adds nothing when it is empty. */
void html_log(struct str *out, const char *summary, const char *text);

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
