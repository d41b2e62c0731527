/* pool_forms.h - a rating list as a table, as CSV and as JSON. */
#pragma once

#include <jansson.h>

#include "output/show.h"
#include "standings/pool_list.h"

/* Maximum number of robots for matrices as text. */
enum { POOL_WIDEST_MATRIX = 28 };

/* title: the first line, about what was played. */
void pool_list_table(const struct pool_list *list, const char *title, bool has_colour, struct str *out);

/* Adds what the ratings do not explain (misfit.h), a line for the worst pair and one for the clearest cycle; nothing if they explain
 * all. The list must have pairs. */
void pool_list_misfit(const struct pool_list *list, struct str *out);

/* A line per robot, or with the matrix a line per pair of robots. */
void pool_list_csv(const struct pool_list *list, struct str *out);

/* Adds "ratings", "robots" and with the matrix "pairs" to the object. */
void pool_list_json(const struct pool_list *list, json_t *object);

/* The table of one island; and whether it has win rates without the luck of the dice (COLUMN_CORRECTED). */
bool pool_list_is_corrected(const struct pool_list *list);
void pool_list_add_island(const struct pool_list *list, const struct pool_island *island, struct table *table);
