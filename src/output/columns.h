/* columns.h - one list of columns for the table of text, CSV and JSON. A column is an entry of the list and appears in
 * all three, with the same name in CSV and JSON. */
#pragma once

#include <jansson.h>

#include "output/show.h"

enum { COLUMNS_MOST = 32 };
#define COLUMNS(list) list, (int)(sizeof(list) / sizeof *(list)) /* two arguments: the list and its length */

/* The type of `row` is that of the list's functions. */
struct column {
	const char *key;   /* the name in JSON and CSV; NULL: only in text */
	const char *title; /* the title in text; NULL: not in text */
	/* Returns the value, which the caller owns. JSON null (also for a number that is not finite: json_number)
	 * becomes an empty CSV field. A list has a CSV field for each element, with the titles in `csv`. Returns NULL
	 * if the row has no value; the column must not be in CSV then. */
	json_t *(*value)(const void *row);
	void (*add_text)(const void *row, struct str *out); /* NULL: the text is the same as in CSV */
	unsigned shown_with; /* in text only when one of these bits is set; 0: always */
	const char *csv;   /* the titles of the elements of a list, with commas between them; "": not in CSV; NULL: the
	                    * key */
	int csv_at;        /* position in CSV, from 1; 0: after those with a position, in the order of the list */
	bool is_left;      /* text is aligned left, numbers right */
	bool is_joined;    /* if the table is split, the column stays beside the one before it */
};

/* Define the functions for the value and the text of a column, where the row `r` is a struct `type`. COLUMN_ADD
 * evaluates `call`, which adds the text to `out`. */
#define COLUMN_VALUE(type, name, value) \
	static json_t *name(const void *row) \
	{ \
		const struct type *r = row; \
		return value; \
	}
#define COLUMN_ADD(type, name, call) \
	static void name(const void *row, struct str *out) \
	{ \
		const struct type *r = row; \
		call; \
	}
#define COLUMN_TEXT(type, name, ...) COLUMN_ADD(type, name, str_addf(out, __VA_ARGS__))
#define COLUMN_CORRECTED \
	"corrected: the win rate without the luck of the dice, and how many uncorrected games would be as precise.\n"
/* Defines the functions of the columns of a corrected win rate, for rows with a member `corrected`. */
#define COLUMN_CORRECTED_VALUE(type, name, number) \
	COLUMN_VALUE(type, name, r->corrected.is_known ? json_number(number) : json_null())
#define COLUMNS_CORRECTED(type) \
	COLUMN_CORRECTED_VALUE(type, corrected, r->corrected.wins.mean) \
	COLUMN_CORRECTED_VALUE(type, corrected_low, r->corrected.wins.low) \
	COLUMN_CORRECTED_VALUE(type, corrected_high, r->corrected.wins.high) \
	COLUMN_CORRECTED_VALUE(type, as_games, rint(r->corrected.games)) \
	COLUMN_KNOWN(type, add_corrected, r->corrected.is_known, "%.2f%%", 100 * r->corrected.wins.mean) \
	COLUMN_KNOWN(type, add_corrected_interval, r->corrected.is_known, "%.2f - %.2f", 100 * r->corrected.wins.low, \
		     100 * r->corrected.wins.high) \
	COLUMN_KNOWN(type, add_as_games, r->corrected.is_known, "%.0f", r->corrected.games)
#define COLUMN_KNOWN(type, name, is_known, ...) \
	COLUMN_ADD(type, name, is_known ? str_addf(out, __VA_ARGS__) : str_add(out, "-"))

/* Adds the titles. n <= COLUMNS_MOST. */
void columns_add_csv_titles(const struct column *columns, int n, struct str *out);
void columns_add_csv(const struct column *columns, int n, const void *row, struct str *out);

/* Returns an object, which the caller owns. */
json_t *columns_json(const struct column *columns, int n, const void *row);

/* Returns [{key, title}] for the columns that are in text, for the tables of a page. The caller owns it. */
json_t *columns_titles_json(const struct column *columns, int n, unsigned shown);

/* columns_table_texts returns {titles, rows} with the titles as texts; it takes over `rows`. columns_row_texts returns
 * the texts of a row, for `rows`. The caller owns the results. */
json_t *columns_table_texts(const struct column *columns, int n, unsigned shown, json_t *rows);
json_t *columns_row_texts(const struct column *columns, int n, unsigned shown, const void *row);

/* Three arguments: the first row of an array, the number of rows, and the size of a row. */
#define ROWS(array, n) array, (size_t)(n), sizeof *(array)

/* Add all rows with their titles, as a table of text or as CSV; or return an array of objects, which the caller
 * owns. */
void columns_add_table(const struct column *columns, int n, unsigned shown, const void *rows, size_t n_rows,
		       size_t size, bool has_colour, struct str *out);
void columns_add_all_csv(const struct column *columns, int n, const void *rows, size_t n_rows, size_t size,
			 struct str *out);
json_t *columns_all_json(const struct column *columns, int n, const void *rows, size_t n_rows, size_t size);

/* Add the titles of a table, and its next row. `shown` has bits of shown_with. */
void columns_add_titles(const struct column *columns, int n, unsigned shown, struct table *table);
void columns_add_row(const struct column *columns, int n, unsigned shown, const void *row, struct table *table);
