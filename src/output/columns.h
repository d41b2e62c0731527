/* columns.h - one list of columns from which a table of text, CSV and JSON are made. A column is an entry of the list: it
 * then appears in all three, under one name in CSV and JSON. */
#ifndef ARENA_OUTPUT_COLUMNS_H
#define ARENA_OUTPUT_COLUMNS_H

#include <stdbool.h>

#include <jansson.h>

#include "base/str.h"
#include "output/show.h"

enum { COLUMNS_MOST = 32 };

/* `row` is what the functions of the list understand. */
struct column {
	const char *key;   /* in JSON and CSV; NULL: only in text */
	const char *title; /* in text; NULL: not there */
	/* The value; the caller's. JSON null is an empty field of CSV. A list is a field for each element, and `csv` names them.
	 * NULL: this row has none; then CSV must not have the column. */
	json_t *(*value)(const void *row);
	void (*add_text)(const void *row, struct str *out); /* NULL: as in CSV */
	unsigned shown_with; /* in text only when one of these bits is set; 0: always */
	const char *csv;   /* the titles of a list's elements, with commas; "": not in CSV; NULL: the key */
	int csv_at;        /* position in CSV, from 1; 0: behind those that have one, in the order of the list */
	bool is_left;      /* text starts at the left of its column, numbers end at the right */
};

/* n <= COLUMNS_MOST. */
void columns_add_csv_titles(const struct column *columns, int n, struct str *out);
void columns_add_csv(const struct column *columns, int n, const void *row, struct str *out);

/* An object; the caller's. */
json_t *columns_json(const struct column *columns, int n, const void *row);

/* The titles of a table, and its next row. shown: the bits of shown_with. */
void columns_add_titles(const struct column *columns, int n, unsigned shown, struct table *table);
void columns_add_row(const struct column *columns, int n, unsigned shown, const void *row, struct table *table);

#endif
