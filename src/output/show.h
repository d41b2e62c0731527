/* show.h - what the commands print with: aligned tables, CSV fields, colours, the terminal's size. */
#ifndef ARENA_OUTPUT_SHOW_H
#define ARENA_OUTPUT_SHOW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "base/text.h"

/* Escape sequences; only where show_has_colour. */
#define SHOW_BOLD  "\033[1m"
#define SHOW_RED   "\033[31m"
#define SHOW_GREEN "\033[32m"
#define SHOW_DIM   "\033[2m"
#define SHOW_PLAIN "\033[0m"

/* Is the descriptor a terminal that knows escape sequences (any but TERM=dumb)? */
bool show_can_redraw(int fd);

/* And does NO_COLOR not speak against colours? */
bool show_has_colour(int fd);

/* Does the locale say UTF-8? In its name, whether or not the machine has its tables. */
bool show_is_utf8(void);

/* Columns and rows of the terminal behind fd; 80 and 24 when it is none. False then. */
bool show_terminal_size(int fd, int *columns, int *rows);

/* Tables are made to fit a terminal, and for other programs a row stays a line: the columns of the terminal on
 * stdout, 0 when it is none. */
int show_room(void);

/* Adds text in a style (one of the sequences above), or plain. */
void show_add_styled(struct str *out, bool has_colour, const char *style, const char *text);

/* Adds a field of CSV (RFC 4180), quoted where needed. */
void show_add_csv(struct str *out, const char *field);

/* A number as briefly as 15 digits allow: "12", "0.5", "33.3333333333333". */
void show_add_number(struct str *out, double number);

/* "1,234,567": use show_count(n).text within the statement. */
struct show_count {
	char text[32];
};
struct show_count show_count(uint64_t n);

/* Text in aligned columns. A zeroed table has no columns. */
struct table {
	int n_columns, n_cells;
	char **cells;     /* row by row; the first row is the titles; owned */
	bool is_right[32];/* by column: numbers stand at the right */
	int max_width;    /* the last column is wrapped to fit, or: */
	int n_keys;       /* a wider table becomes several, all with these first columns; 0, or max_width 0: it does not */
};

#define AUTO_TABLE __attribute__((cleanup(table_release)))

/* A column more; before the first cell. */
void table_column(struct table *table, const char *title, bool is_right);
/* The next cell of the current row; formatted. */
void table_cell(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_text(const struct table *table, bool has_colour, struct str *out);
void table_release(struct table *table);

/* Writes out all that was printed on stdout. Non-zero when any of it could not be written
 * (a full disk); *is_closed_pipe when that was only because nobody reads any more. */
int show_finish(bool *is_closed_pipe, struct err *err);

#endif
