/* html.h - parts of the pages of a contest's site: HTML without any program, with one sheet of style beside it.
 * Whatever comes from teams goes through html_text, and into no attribute; the security policy of the pages forbids all
 * but that sheet. */
#ifndef ARENA_CONTEST_HTML_H
#define ARENA_CONTEST_HTML_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* The page's head up to its content. depth: how many folders it lies below the site's; title, eyebrow: any text. */
void html_begin(struct str *out, int depth, const char *title, const char *eyebrow);
void html_end(struct str *out);

/* Cleaned and escaped. */
void html_text(struct str *out, const char *text);

/* The same, in <bdi>: its direction is its own. */
void html_name(struct str *out, const char *name);

/* A heading with its section; html_end_section closes it. */
void html_section(struct str *out, const char *id, const char *title);
void html_end_section(struct str *out);

/* A table with these titles, up to the first row; NULL ends them. Those that begin with '<' are of text, which starts
 * at the left. */
void html_table(struct str *out, const char *caption, const char *const *titles);
void html_end_table(struct str *out);

/* "<td>+12", or a dash. */
void html_elo(struct str *out, double elo, bool is_known);

/* A long text to unfold; nothing when it is empty. */
void html_log(struct str *out, const char *summary, const char *text);

/* An interval as a figure in a cell: from low to high in the range of the column. */
struct html_range {
	double low, high;
};
void html_interval(struct str *out, const struct html_range *column, double low, double mean, double high);

/* Ratings by round: a line and a band. */
struct html_point {
	int64_t round;
	double elo, low, high;
};
void html_history(struct str *out, const struct html_point *points, int n);

/* The same, small, in a cell. */
void html_spark(struct str *out, const struct html_point *points, int n);

#endif
