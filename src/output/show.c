/* show.c - helpers for the output of commands (show.h). */
#include "output/show.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool show_can_redraw(int fd)
{
	const char *term = getenv("TERM");
	return isatty(fd) && term && *term && strcmp(term, "dumb") != 0;
}

bool show_has_colour(int fd)
{
	const char *no_color = getenv("NO_COLOR");
	return show_can_redraw(fd) && !(no_color && *no_color);
}

bool show_is_utf8(void)
{
	static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
	for (int i = 0; i < 3; i++) {
		const char *value = getenv(names[i]);
		if (value && *value)
			return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
	}
	return false;
}

bool show_terminal_size(int fd, int *columns, int *rows)
{
	struct winsize size;
	bool is_known = ioctl(fd, TIOCGWINSZ, &size) == 0;
	*columns = is_known && size.ws_col > 0 ? size.ws_col : 80;
	*rows = is_known && size.ws_row > 0 ? size.ws_row : 24;
	return is_known;
}

int show_room(void)
{
	struct winsize size;
	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

void show_wrap(struct str *text)
{
	AUTO_STR struct str wrapped = {0};
	int room = show_room();
	if (!room)
		return;
	for (const char *at = str_text(text); *at;) {
		AUTO_STR struct str line = {0};
		str_add_n(&line, at, strcspn(at, "\n"));
		at += line.length;
		const char *sentence = str_text(&line), *next;
		while ((next = strstr(sentence, "  ")) != NULL)
			sentence = next + strspn(next, " ");
		AUTO_STR struct str before = {0};
		str_add_n(&before, str_text(&line), (size_t)(sentence - str_text(&line)));
		int indent = text_width(str_text(&before));
		bool is_wide = text_width(str_text(&line)) > room && indent <= room / 3;
		str_add(&wrapped, str_text(is_wide ? &before : &line));
		if (is_wide)
			text_add_wrapped(&wrapped, sentence, indent, indent, room);
		if (*at)
			str_add(&wrapped, "\n"), at++;
	}
	str_clear(text);
	str_add(text, str_text(&wrapped));
}

void show_add_styled(struct str *out, bool has_colour, const char *style, const char *text)
{
	if (has_colour)
		str_addf(out, "%s%s" SHOW_PLAIN, style, text);
	else
		str_add(out, text);
}

void show_add_heading(struct str *out, bool has_colour, const char *format, ...)
{
	AUTO_FREE char *text = NULL;
	va_list args;
	va_start(args, format);
	bug_if(vasprintf(&text, format, args) < 0);
	va_end(args);
	str_add(out, "\n");
	show_add_styled(out, has_colour, SHOW_BOLD, text);
	str_add(out, "\n");
}

void show_add_csv(struct str *out, const char *field)
{
	/* A spreadsheet would read a field that begins with one of these characters as a formula. An apostrophe makes
	 * it text. */
	bool is_formula = *field && strchr("=+-@\t\r", *field);
	bool is_quoted = is_formula || strpbrk(field, ",\"\r\n");
	str_add(out, is_formula ? "\"'" : is_quoted ? "\"" : "");
	while (*field) {
		size_t n = text_character(field);
		if (*field == '"')
			str_add(out, "\"\"");
		else if (n || *field == '\r' || *field == '\n')
			str_add_n(out, field, n ? n : 1);
		else
			str_add(out, "?");
		field += n ? n : 1;
	}
	str_add(out, is_quoted ? "\"" : "");
}

void show_add_number(struct str *out, double number)
{
	if (fabs(number) < 1e15 && number == trunc(number))
		str_addf(out, "%lld", (long long)number);
	else
		str_addf(out, "%.15g", number);
}

struct show_count show_count(uint64_t n)
{
	struct show_count count;
	char *at = count.text + sizeof count.text;
	*--at = '\0';
	for (int digits = 0; digits == 0 || n; digits++, n /= 10) {
		if (digits && digits % 3 == 0)
			*--at = ',';
		*--at = (char)('0' + n % 10);
	}
	memmove(count.text, at, strlen(at) + 1);
	return count;
}

struct show_count show_chance(double chance)
{
	struct show_count percent;
	bool is_extreme = chance < 0.0005 || chance >= 0.9995;
	snprintf(percent.text, sizeof percent.text, is_extreme ? chance < 0.5 ? "<0.1" : ">99.9" : "%.1f",
		 100 * chance);
	return percent;
}

enum { NAME_COLUMNS = 12 }; /* in fewer columns, the beginning of a name is shown instead of both ends */

void show_add_fitted(struct str *out, const char *text, int columns)
{
	int width = text_width(text);
	int n_end = columns < NAME_COLUMNS ? 0 : columns / 3, n_begin = columns - n_end - 2 * (n_end > 0);
	for (int n = 0; *text; n++) {
		size_t size = text_character(text);
		if (width <= columns || n < n_begin || n >= width - n_end)
			str_add_n(out, text, size ? size : 1);
		else if (n == n_begin)
			str_add(out, n_end ? ".." : "");
		text += size ? size : 1;
	}
	str_addf(out, "%*s", width < columns ? columns - width : 0, "");
}

static void add_cell(struct table *table, char *text)
{
	*MEM_APPEND(table->cells, table->n_cells) = text;
}

void table_column(struct table *table, const char *title, bool is_right)
{
	bug_if(table->n_cells != table->n_columns || table->n_columns == 32);
	table->is_right[table->n_columns++] = is_right;
	add_cell(table, mem_strdup(title));
}

void table_columns(struct table *table, const char *titles)
{
	AUTO_FREE char *list = mem_strdup(titles);
	char *rest = list;
	for (char *title; (title = strsep(&rest, "\t")) != NULL;)
		table_column(table, title + (*title == '<'), *title != '<');
}

void table_cells(struct table *table, const char *format, ...)
{
	AUTO_FREE char *row = NULL;
	va_list args;
	va_start(args, format);
	bug_if(vasprintf(&row, format, args) < 0);
	va_end(args);
	char *rest = row;
	for (char *cell; (cell = strsep(&rest, "\t")) != NULL;)
		add_cell(table, mem_strdup(cell));
}

/* Adds the key columns of a row, then its columns `from` to `to` - 1. */
static void add_row(const struct table *table, const int *width, int row, int from, int to, struct str *out)
{
	int at = 0;
	for (int column = 0; column < to; column = column + 1 == table->n_keys ? from : column + 1) {
		const char *cell = table->cells[row * table->n_columns + column];
		int blanks = width[column] - text_width(cell);
		bool is_last = column == to - 1;
		if (is_last && table->max_width > at + 20 && !table->is_right[column]) {
			str_add(out, "  ");
			text_add_wrapped(out, cell, at, at, table->max_width);
			return;
		}
		at += width[column] + 2;
		str_add(out, column ? "  " : "");
		if (blanks < 0 || !(is_last || table->is_right[column]))
			show_add_fitted(out, cell, width[column]);
		else
			str_addf(out, "%*s%s", table->is_right[column] ? blanks : 0, "", cell);
	}
}

/* Returns the first column after `from` that does not fit beside the key columns. */
static int fold(const struct table *table, const int *width, int from)
{
	int at = width[from], to = from + 1;
	if (!table->n_keys || !table->max_width)
		return table->n_columns;
	for (int key = 0; key < table->n_keys; key++)
		at += width[key] + 2;
	while (to < table->n_columns && at + 2 + width[to] <= table->max_width)
		at += 2 + width[to++];
	int end = to;
	while (end < table->n_columns && table->is_joined[end] && end > from)
		end--;
	return end > from ? end : to; /* two joined columns may be too wide for any part */
}

void table_text(const struct table *table, bool has_colour, struct str *out)
{
	int width[32] = {0};
	bug_if(!table->n_columns || table->n_cells % table->n_columns);
	for (int i = 0; i < table->n_cells; i++) {
		int *widest = &width[i % table->n_columns], cell = text_width(table->cells[i]);
		if (cell > *widest)
			*widest = cell;
	}
	int most = table->max_width / 4 < NAME_COLUMNS ? NAME_COLUMNS : table->max_width / 4;
	for (int key = 0; table->max_width && key < table->n_keys; key++)
		if (!table->is_right[key] && width[key] > most)
			width[key] = most;
	for (int from = table->n_keys, to; from < table->n_columns; from = to) {
		to = fold(table, width, from);
		str_add(out, from > table->n_keys ? "\n" : "");
		for (int row = 0; row * table->n_columns < table->n_cells; row++) {
			AUTO_STR struct str line = {0};
			add_row(table, width, row, from, to, &line);
			show_add_styled(out, has_colour && row == 0, SHOW_BOLD, line.text);
			str_add(out, "\n");
		}
	}
}

void table_release(struct table *table)
{
	for (int i = 0; i < table->n_cells; i++)
		free(table->cells[i]);
	free(table->cells);
	*table = (struct table){0};
}

int show_finish(bool *is_closed_pipe, struct err *err)
{
	*is_closed_pipe = false;
	bool has_failed = ferror(stdout);
	errno = 0;
	if (fflush(stdout) == 0 && !has_failed)
		return 0;
	/* errno may not be that of the first failure, but a pipe without a reader can still be detected. */
	struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
	*is_closed_pipe = errno == EPIPE || (poll(&out, 1, 0) == 1 && (out.revents & POLLERR));
	if (errno)
		return err_errno(err, "cannot write to standard output");
	return err_set(err, EXIT_WORLD, "cannot write all of the output to standard output");
}
