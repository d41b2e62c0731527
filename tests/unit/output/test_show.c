/* test_show.c - what the commands print: numbers, fields of CSV, tables in columns, and what the terminal can do. */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/err.h"
#include "output/show.h"
#include "same_text.h"

/* ---- numbers and fields ----------------------------------------------------------------- */

static const struct {
	uint64_t n;
	const char *text;
} counts[] = {
	{0, "0"}, {7, "7"}, {10, "10"}, {999, "999"}, {1000, "1,000"}, {12345, "12,345"}, {999999, "999,999"},
	{1000000, "1,000,000"}, {UINT64_MAX, "18,446,744,073,709,551,615"},
};

START_TEST(counts_have_commas)
{
	check_same_text(show_count(counts[_i].n).text, counts[_i].text);
}
END_TEST

START_TEST(chances_are_never_certain)
{
	static const struct {
		double chance;
		const char *text;
	} chances[] = {{0, "<0.1"}, {0.0004, "<0.1"}, {0.0006, "0.1"}, {0.5, "50.0"}, {0.9994, "99.9"},
		{0.9996, ">99.9"}, {1, ">99.9"}};
	for (int i = 0; i < COUNT(chances); i++)
		check_same_text(show_chance(chances[i].chance).text, chances[i].text);
}
END_TEST

static const struct {
	double number;
	const char *text;
} numbers[] = {
	{0, "0"}, {12, "12"}, {-3, "-3"}, {0.5, "0.5"}, {-0.5, "-0.5"}, {100.0 / 3, "33.3333333333333"},
	{1e15, "1e+15"}, {-1e15, "-1e+15"}, {999999999999999, "999999999999999"},
	{-999999999999999, "-999999999999999"}, {1e300, "1e+300"}, {-9223372036854775808.0, "-9.22337203685478e+18"},
};

START_TEST(numbers_have_up_to_15_digits)
{
	AUTO_STR struct str out = {0};
	show_add_number(&out, numbers[_i].number);
	check_same_text(out.text, numbers[_i].text);
}
END_TEST

static const struct {
	const char *field, *csv;
} fields[] = {
	{"", ""}, {"prober", "prober"}, {"a b", "a b"}, {"a,b", "\"a,b\""}, {"say \"a\"", "\"say \"\"a\"\"\""},
	{"a\nb", "\"a\nb\""}, {"a\r\nb", "\"a\r\nb\""}, {"=1+1", "\"'=1+1\""}, {"+1", "\"'+1\""}, {"-1", "\"'-1\""},
	{"@a", "\"'@a\""}, {"\ta", "\"'?a\""},
	{"\ra", "\"'\ra\""}, {"1+1=2", "1+1=2"}, {"a\tb\x01", "a?b?"}, {"\xc3\xa4\xff", "\xc3\xa4?"},
};

START_TEST(fields_of_csv_are_quoted_where_needed)
{
	AUTO_STR struct str out = {0};
	show_add_csv(&out, fields[_i].field);
	check_same_text(str_text(&out), fields[_i].csv);
}
END_TEST

START_TEST(styles_only_with_colour)
{
	AUTO_STR struct str out = {0};
	show_add_styled(&out, true, SHOW_RED, "a");
	show_add_styled(&out, false, SHOW_RED, "b");
	check_same_text(out.text, "\033[31ma\033[0mb");
}
END_TEST

START_TEST(a_heading_has_an_empty_line_above)
{
	AUTO_STR struct str out = {0};
	show_add_heading(&out, false, "Hand %d", 3);
	check_same_text(out.text, "\nHand 3\n");
}
END_TEST

/* ---- tables ----------------------------------------------------------------------------- */

/* A column for each title, to the right if its sign is '>'; then the cells row by row. */
static void fill(struct table *table, const char *const *titles, const char *const *cells)
{
	for (; *titles; titles++)
		table_columns(table, *titles + (**titles == '>'));
	for (; *cells; cells++)
		table_cells(table, "%s", *cells);
}

static const char *const three_titles[] = {"<robot", ">games", "<meaning", NULL};
static const char *const three_cells[] = {"a", "1,000", "calls what it cannot believe", "b\xc3\xa4r", "7", "bids",
	NULL};
static const char *const right_titles[] = {">rank", "<robot", ">games", ">wins", ">place", NULL};
static const char *const right_cells[] = {"1", "prober", "100", "60", "1.40", "2", "x", "100", "40", "1.60", NULL};

static const char *const long_cells[] = {"1", "a_robot_of_a_v1", "100", "60", "1.40", "2", "a_robot_of_a_v2", "100",
	"40", "1.60", NULL};

static const struct {
	const char *const *titles, *const *cells;
	int max_width, n_keys;
	const char *text;
} tables[] = {
	{three_titles, three_cells, 0, 0,
	 "robot  games  meaning\n"
	 "a      1,000  calls what it cannot believe\n"
	 "b\xc3\xa4r        7  bids\n"},
	{three_titles, three_cells, 36, 0, /* the last column is wrapped */
	 "robot  games  meaning\n"
	 "a      1,000  calls what it cannot\n"
	 "              believe\n"
	 "b\xc3\xa4r        7  bids\n"},
	{three_titles, three_cells, 35, 0,
	 "robot  games  meaning\n"
	 "a      1,000  calls what it cannot\n"
	 "              believe\n"
	 "b\xc3\xa4r        7  bids\n"},
	{three_titles, three_cells, 34, 0, /* 20 columns are too little room to wrap it */
	 "robot  games  meaning\n"
	 "a      1,000  calls what it cannot believe\n"
	 "b\xc3\xa4r        7  bids\n"},
	{right_titles, right_cells, 0, 2,
	 "rank  robot   games  wins  place\n"
	 "   1  prober    100    60   1.40\n"
	 "   2  x         100    40   1.60\n"},
	{right_titles, right_cells, 32, 0, /* numbers are not wrapped, and nothing is split without key columns */
	 "rank  robot   games  wins  place\n"
	 "   1  prober    100    60   1.40\n"
	 "   2  x         100    40   1.60\n"},
	{right_titles, right_cells, 32, 2, /* it just fits */
	 "rank  robot   games  wins  place\n"
	 "   1  prober    100    60   1.40\n"
	 "   2  x         100    40   1.60\n"},
	{right_titles, right_cells, 31, 2,
	 "rank  robot   games  wins\n"
	 "   1  prober    100    60\n"
	 "   2  x         100    40\n"
	 "\n"
	 "rank  robot   place\n"
	 "   1  prober   1.40\n"
	 "   2  x        1.60\n"},
	{right_titles, right_cells, 1, 1, /* at least one column beside the keys */
	 "rank  robot\n   1  prober\n   2  x\n\n"
	 "rank  games\n   1    100\n   2    100\n\n"
	 "rank  wins\n   1    60\n   2    40\n\n"
	 "rank  place\n   1   1.40\n   2   1.60\n"},
	{right_titles, long_cells, 56, 2, /* names take a quarter, and versions can be told apart */
	 "rank  robot           games  wins  place\n"
	 "   1  a_robot_..a_v1    100    60   1.40\n"
	 "   2  a_robot_..a_v2    100    40   1.60\n"},
};

START_TEST(names_are_cut_to_fit)
{
	static const struct {
		const char *text;
		int columns;
		const char *fitted;
	} cases[] = {
		{"bär", 5, "bär  "}, {"bär", 3, "bär"}, {"bär", 2, "bä"}, {"bär", 0, ""},
		{"eleven_name", 11, "eleven_name"},
		{"a_long_name_v2", 11, "a_long_name"}, {"a_long_name_v2", 12, "a_long..e_v2"},
		{"ää_länger_als_öö", 12, "ää_län..s_öö"},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		AUTO_STR struct str out = {0};
		show_add_fitted(&out, cases[i].text, cases[i].columns);
		check_same_text(str_text(&out), cases[i].fitted);
	}
}
END_TEST

START_TEST(tables_are_aligned_wrapped_and_split)
{
	AUTO_TABLE struct table table = {.max_width = tables[_i].max_width, .n_keys = tables[_i].n_keys};
	AUTO_STR struct str out = {0};
	fill(&table, tables[_i].titles, tables[_i].cells);
	table_text(&table, false, &out);
	check_same_text(out.text, tables[_i].text);
}
END_TEST

/* Of a split table each part. */
START_TEST(several_cells_are_added_at_once)
{
	AUTO_TABLE struct table table = {0};
	AUTO_STR struct str out = {0};
	table_columns(&table, "<robot\tgames");
	table_cells(&table, "%s\t%d", "prober", 12);
	table_text(&table, false, &out);
	check_same_text(out.text, "robot   games\nprober     12\n");
}
END_TEST

START_TEST(titles_are_bold)
{
	AUTO_TABLE struct table table = {.max_width = 1, .n_keys = 1};
	AUTO_STR struct str out = {0};
	fill(&table, (const char *const[]){">n", "<a", "<b", NULL}, (const char *const[]){"1", "x", "y", NULL});
	table_text(&table, true, &out);
	check_same_text(out.text, "\033[1mn  a\033[0m\n1  x\n\n\033[1mn  b\033[0m\n1  y\n");
}
END_TEST

/* ---- the terminal ----------------------------------------------------------------------- */

static const struct {
	const char *all, *ctype, *lang;
	bool is_utf8;
} locales[] = {
	{NULL, NULL, NULL, false}, {NULL, NULL, "C", false}, {NULL, NULL, "en_GB.UTF-8", true},
	{"", "", "de_DE.utf8", true}, {NULL, "C", "C.UTF-8", false},
	{NULL, "C.UTF-8", "C", true}, {"C.UTF-8", "C", "C", true}, {"C", "C.UTF-8", "C.UTF-8", false},
};

static void set(const char *name, const char *value)
{
	ck_assert_int_eq(value ? setenv(name, value, 1) : unsetenv(name), 0);
}

START_TEST(the_first_locale_that_is_set_counts)
{
	set("LC_ALL", locales[_i].all);
	set("LC_CTYPE", locales[_i].ctype);
	set("LANG", locales[_i].lang);
	ck_assert_int_eq(show_is_utf8(), locales[_i].is_utf8);
}
END_TEST

/* A terminal that nobody reads. */
static int open_terminal(int *other)
{
	*other = posix_openpt(O_RDWR | O_NOCTTY);
	ck_assert_int_ge(*other, 0);
	ck_assert_int_eq(grantpt(*other) || unlockpt(*other), 0);
	int terminal = open(ptsname(*other), O_RDWR | O_NOCTTY);
	ck_assert_int_ge(terminal, 0);
	return terminal;
}

static const struct {
	const char *term, *no_color;
	bool can_redraw, has_colour;
} terminals[] = {
	{"xterm", NULL, true, true}, {"xterm", "", true, true}, {"xterm", "1", true, false},
	{"dumb", NULL, false, false}, {"", NULL, false, false}, {NULL, NULL, false, false},
};

START_TEST(terminals_have_colour)
{
	int other, terminal = open_terminal(&other), file = open("/dev/null", O_RDWR);
	set("TERM", terminals[_i].term);
	set("NO_COLOR", terminals[_i].no_color);
	ck_assert_int_eq(show_can_redraw(terminal), terminals[_i].can_redraw);
	ck_assert_int_eq(show_has_colour(terminal), terminals[_i].has_colour);
	ck_assert(!show_can_redraw(file) && !show_has_colour(file));
	close(terminal);
	close(other);
	close(file);
}
END_TEST

static const struct {
	unsigned short columns, rows;
	int shown_columns, shown_rows;
} sizes[] = {{132, 50, 132, 50}, {1, 1, 1, 1}, {0, 50, 80, 50}, {132, 0, 132, 24}, {0, 0, 80, 24}};

START_TEST(terminals_have_a_size)
{
	int other, terminal = open_terminal(&other), columns = 0, rows = 0;
	const struct winsize size = {.ws_col = sizes[_i].columns, .ws_row = sizes[_i].rows};
	ck_assert_int_eq(ioctl(terminal, TIOCSWINSZ, &size), 0);
	ck_assert(show_terminal_size(terminal, &columns, &rows));
	ck_assert_int_eq(columns, sizes[_i].shown_columns);
	ck_assert_int_eq(rows, sizes[_i].shown_rows);
	ck_assert_int_eq(dup2(terminal, STDOUT_FILENO), STDOUT_FILENO);
	ck_assert_int_eq(show_room(), sizes[_i].columns); /* 0: not known */
	close(terminal);
	close(other);
}
END_TEST

START_TEST(a_file_has_no_size)
{
	int file = open("/dev/null", O_RDWR), columns = 0, rows = 0;
	ck_assert(!show_terminal_size(file, &columns, &rows));
	ck_assert_int_eq(columns, 80);
	ck_assert_int_eq(rows, 24);
	ck_assert_int_eq(dup2(file, STDOUT_FILENO), STDOUT_FILENO);
	ck_assert_int_eq(show_room(), 0);
	close(file);
}
END_TEST

/* ---- the end of the output -------------------------------------------------------------- */

/* Writes some text to a descriptor, as the output, and at first some more that has already failed. */
static int finish(int fd, bool has_failed, bool *is_closed_pipe, struct err *err)
{
	signal(SIGPIPE, SIG_IGN);
	fflush(stdout);
	ck_assert_int_eq(dup2(fd, STDOUT_FILENO), STDOUT_FILENO);
	if (has_failed) {
		printf("a");
		fflush(stdout);
	} else {
		printf("b");
	}
	return show_finish(is_closed_pipe, err);
}

START_TEST(output_that_was_written)
{
	struct err err = {0};
	bool is_closed_pipe = true;
	ck_assert_int_eq(finish(open("/dev/null", O_WRONLY), false, &is_closed_pipe, &err), 0);
	ck_assert(!is_closed_pipe);
}
END_TEST

START_TEST(a_full_disk_is_an_error)
{
	struct err err = {0};
	bool is_closed_pipe = true;
	ck_assert_int_ne(finish(open("/dev/full", O_WRONLY), _i, &is_closed_pipe, &err), 0);
	ck_assert(!is_closed_pipe);
	check_same_text(err.text, _i ? "cannot write all of the output to standard output" :
					"cannot write to standard output: No space left on device");
	ck_assert_int_eq(err.code, EXIT_WORLD);
}
END_TEST

START_TEST(a_pipe_without_a_reader_is_noticed)
{
	struct err err = {0};
	bool is_closed_pipe = false;
	int ends[2];
	ck_assert_int_eq(pipe(ends), 0);
	close(ends[0]);
	ck_assert_int_ne(finish(ends[1], _i, &is_closed_pipe, &err), 0);
	ck_assert(is_closed_pipe);
}
END_TEST

SUITE(0,
	LOOP(counts_have_commas, 0, COUNT(counts)),
	TEST(chances_are_never_certain),
	LOOP(numbers_have_up_to_15_digits, 0, COUNT(numbers)),
	LOOP(fields_of_csv_are_quoted_where_needed, 0, COUNT(fields)),
	TEST(styles_only_with_colour),
	LOOP(tables_are_aligned_wrapped_and_split, 0, COUNT(tables)),
	TEST(names_are_cut_to_fit),
	TEST(titles_are_bold),
	TEST(several_cells_are_added_at_once),
	TEST(a_heading_has_an_empty_line_above),
	LOOP(the_first_locale_that_is_set_counts, 0, COUNT(locales)),
	LOOP(terminals_have_colour, 0, COUNT(terminals)),
	LOOP(terminals_have_a_size, 0, COUNT(sizes)),
	TEST(a_file_has_no_size),
	TEST(output_that_was_written),
	LOOP(a_full_disk_is_an_error, 0, 2),
	LOOP(a_pipe_without_a_reader_is_noticed, 0, 2))
