/* pages.h - the parts that the pages of a contest share (pages.c). The functions return JSON values that the caller
 * owns. */
#pragma once

#include "contest/site.h"

/* Returns the template src/contest/web/NAME.html. */
const char *contest_page_template(const char *name);

/* Adds a page from a template and its data, and releases the data. `up` is the path from the page to the root of the
 * site, "../" or "". */
void contest_page_add(const struct contest_site *site, const char *template, const char *up, const char *title,
		      json_t *data, struct str *out);

json_t *contest_page_count(uint64_t count);  /* "4,000" */
json_t *contest_page_lines(const char *text); /* cleaned, with its line breaks */
json_t *contest_page_elo(double elo);
/* Returns the text of a file in a version's folder, or null if version is NULL or the file cannot be read (an organiser
 * may have removed it). */
json_t *contest_page_file(const struct contest *contest, const struct contest_version *version, const char *name);
json_t *contest_page_ranks(long long first, long long last); /* "1" or "2–4" */

/* Returns the row of a version in the ranking. */
int contest_page_place(const struct contest_site *site, const struct contest_version *version);

/* Returns the data of the version with this index: {{team}}, {{version}}, {{page}} (the number of its team's page), and
 * {{{face}}}. */
json_t *contest_page_robot(const struct contest_site *site, int index);

/* Sets {{elo}} and {{interval}}: "+12" and "+2 to +22". */
void contest_page_set_rating(json_t *object, const struct contest_rating *rating);

/* Returns the path of the page of a game. */
json_t *contest_page_game(const struct contest_site *site, const struct site_loss *loss);

/* Returns the class of a cell: coloured when the interval excludes one half. */
const char *contest_page_share_class(const struct interval *share);

/* Return, for a final that is a Swiss tournament or an elimination: {table} with its HTML; the robot that has won, with
 * {how}, or null; the list of the robots on the podium. */
json_t *contest_page_evening(const struct contest_site *site, const json_t *evening);
json_t *contest_page_evening_winner(const struct contest_site *site, const json_t *evening);
json_t *contest_page_evening_podium(const struct contest_site *site, const json_t *evening);
