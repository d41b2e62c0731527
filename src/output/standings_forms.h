/* standings_forms.h - the sums of a tournament as a table, as CSV and JSON, and as a few lines while it is running; and
 * rating lists. */
#pragma once

#include <jansson.h>

#include "output/show.h"
#include "standings/pool_list.h"
#include "standings/standings.h"

/* Adds the table. `width` is the number of columns into which it must fit, 0 for no limit. has_cpu adds the CPU time
 * per ask, which must not be in reproducible files. `folder` is put before the names of crash reports ("results/0001/",
 * or ""). */
void standings_table(const struct standings *standings, int width, bool has_colour, bool has_cpu, const char *folder,
		     struct str *out);
/* Adds a line for each robot that may know dice which it must not see (match/leak.h). */
void standings_warnings(const struct standings *standings, bool has_colour, struct str *out);
void standings_csv(const struct standings *standings, struct str *out);
/* Returns an array with an object per robot, which the caller owns. */
json_t *standings_json(const struct standings *standings);

/* Returns the columns of the table that are also in the objects, as [{key, title}], which the caller owns. */
json_t *standings_columns(const struct standings *standings);

/* Adds the first n_rows of the table in short lines of at most `width` columns, while playing. */
void standings_brief(const struct standings *standings, int n_rows, int width, struct str *out);

/* Maximum number of robots for matrices as text. */
enum { POOL_WIDEST_MATRIX = 28 };

/* Adds the list. `title` is its first line, about the games that were played. */
void pool_list_table(const struct pool_list *list, const char *title, bool has_colour, struct str *out);

/* Adds a line for the pair and one for the cycle that the ratings explain worst (misfit.h). Adds nothing if they
 * explain all results. The list must have pairs. */
void pool_list_misfit(const struct pool_list *list, struct str *out);

/* Adds a line per robot or, with the matrix, a line per pair of robots. */
void pool_list_csv(const struct pool_list *list, struct str *out);

/* Adds "ratings", "robots" and with the matrix "pairs" to the object. */
void pool_list_json(const struct pool_list *list, json_t *object);

/* Returns true if the list has win rates without luck (COLUMN_CORRECTED). pool_list_add_island adds the table of one
 * island. */
bool pool_list_is_corrected(const struct pool_list *list);
void pool_list_add_island(const struct pool_list *list, const struct pool_island *island, struct table *table);
