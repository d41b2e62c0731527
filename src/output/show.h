/* show.h - helpers for the output of commands: aligned tables, CSV fields, colours, the terminal's size. */
#pragma once

#include "base/text.h"

/* Escape sequences. Use them only if show_has_colour returns true. */
#define SHOW_BOLD  "\033[1m"
#define SHOW_RED   "\033[31m"
#define SHOW_GREEN "\033[32m"
#define SHOW_DIM   "\033[2m"
#define SHOW_PLAIN "\033[0m"

/* Returns true if the descriptor is a terminal that supports escape sequences (any except TERM=dumb). */
bool show_can_redraw(int fd);

/* Returns true if the descriptor shows colours. NO_COLOR disables them. */
bool show_has_colour(int fd);

/* Returns true if the name of the locale says UTF-8, whether or not the locale is installed. */
bool show_is_utf8(void);

/* Gets the columns and rows of the terminal on `fd`. Returns false, with 80 and 24, when it is not a terminal. */
bool show_terminal_size(int fd, int *columns, int *rows);

/* Returns the number of columns of the terminal on stdout, into which tables must fit. Returns 0 when it is not a
 * terminal or its size is unknown, as under MPI; each row is then one line. */
int show_room(void);

/* Breaks lines that are wider than the terminal, between words. Indents the continuation to the text after the last
 * double space. If that text begins beyond a third of the width, the line belongs to a table and is not changed. */
void show_wrap(struct str *text);

/* Adds text in a style (one of the sequences above), or plain. */
void show_add_styled(struct str *out, bool has_colour, const char *style, const char *text);

/* Adds an empty line and a line with the formatted text in bold. */
void show_add_heading(struct str *out, bool has_colour, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Adds a CSV field (RFC 4180), quoted if necessary. */
void show_add_csv(struct str *out, const char *field);

/* Adds a number with up to 15 digits: "12", "0.5", "33.3333333333333". */
void show_add_number(struct str *out, double number);

/* Returns "1,234,567"; use show_count(n).text within the statement. */
struct show_count {
	char text[32];
};
struct show_count show_count(uint64_t n);

/* Returns an estimated chance in percent, "97.5". It is never shown as certain, but as ">99.9" or "<0.1". */
struct show_count show_chance(double chance);

/* Adds text in exactly `columns` columns. If it is longer, ".." replaces its middle, because versions differ at the
 * end. */
void show_add_fitted(struct str *out, const char *text, int columns);

/* Text in aligned columns. A zeroed table has no columns. */
struct table {
	int n_columns, n_cells;
	char **cells;     /* row by row; the first row is the titles; owned */
	bool is_right[32];/* by column: numbers are aligned right */
	bool is_joined[32];/* by column: if the table is split, the column stays beside the one before it, as an
	                    * interval beside its value */
	int max_width;    /* maximum width; the last column is wrapped to fit, unless n_keys is set; 0: no limit */
	int n_keys;       /* a table wider than max_width is split into parts, each of which repeats the first n_keys
	                   * columns, where names take at most a quarter of the width; 0: it is not split */
};

#define AUTO_TABLE __attribute__((cleanup(table_release)))

/* Adds a column. Call it before the first cell. */
void table_column(struct table *table, const char *title, bool is_right);
/* Adds several columns, with tabs between the titles. "<TITLE" is a column of text; other columns have numbers. */
void table_columns(struct table *table, const char *titles);
/* Adds the next cells, formatted, with tabs between them. */
void table_cells(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_text(const struct table *table, bool has_colour, struct str *out);
void table_release(struct table *table);

/* Flushes stdout. Returns non-zero when output could not be written (a full disk). Sets *is_closed_pipe if the reason
 * is that the reader has closed the pipe. */
int show_finish(bool *is_closed_pipe, struct err *err);
