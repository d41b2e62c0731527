/* test_progress.c - progress of a run: the words of a line, when it is shown, and drawings on terminals. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/clock.h"
#include "run/progress.h"
#include "cli/command.h"

#define SECOND INT64_C(1000000000)

/* ---- stderr ----------------------------------------------------------------------------- */

static int stderr_before;

/* From now on stderr is this file. */
static void redirect(int fd)
{
	stderr_before = dup(STDERR_FILENO);
	ck_assert(stderr_before >= 0 && dup2(fd, STDERR_FILENO) >= 0);
}

static void restore(void)
{
	ck_assert(dup2(stderr_before, STDERR_FILENO) >= 0);
	close(stderr_before);
}

/* What is shown, to a file. */
static void show_to_file(struct progress *progress, uint64_t games, const struct standings *standings,
			 const char *remark, char text[static 2000])
{
	FILE *file = tmpfile();
	ck_assert(file != NULL);
	redirect(fileno(file));
	progress_show(progress, games, standings, remark);
	restore();
	rewind(file);
	text[fread(text, 1, 1999, file)] = '\0';
	fclose(file);
}

static void show(struct progress *progress, int64_t seconds, uint64_t games, char text[static 2000])
{
	progress->form = PROGRESS_LINES;
	progress->started_ns = clock_wall_ns() - seconds * SECOND;
	show_to_file(progress, games, NULL, NULL, text);
}

/* ---- lines ------------------------------------------------------------------------------ */

/* After so long that a test that waits minutes changes no digit: 30 years, and a game for each second. */
enum { LONG = 1000000000 };

static const struct {
	uint64_t games, n_games, n_recalled;
	const char *remark, *line;
} lines[] = {
	{LONG, LONG + 59ull, 0, NULL, "1,000,000,000 of 1,000,000,059 games (100%), 1.00 a second, 0:59 to go"},
	{LONG, LONG + 60ull, 0, NULL, "1,000,000,000 of 1,000,000,060 games (100%), 1.00 a second, 1:00 to go"},
	{LONG, LONG + 3599ull, 0, NULL, "1,000,000,000 of 1,000,003,599 games (100%), 1.00 a second, 59:59 to go"},
	{LONG, LONG + 3600ull, 0, NULL, "1,000,000,000 of 1,000,003,600 games (100%), 1.00 a second, 1:00:00 to go"},
	{LONG, LONG + 43384ull, 0, NULL, "1,000,000,000 of 1,000,043,384 games (100%), 1.00 a second, 12:03:04 to go"},
	{LONG, LONG + 86399ull, 0, NULL, "1,000,000,000 of 1,000,086,399 games (100%), 1.00 a second, 23:59:59 to go"},
	{LONG, LONG + 86400ull, 0, NULL, "1,000,000,000 of 1,000,086,400 games (100%), 1.00 a second, 1d 0h to go"},
	{LONG, LONG + 266399ull, 0, NULL, "1,000,000,000 of 1,000,266,399 games (100%), 1.00 a second, 3d 1h to go"},
	{LONG, LONG, 0, NULL, "1,000,000,000 of 1,000,000,000 games (100%), 1.00 a second, 0:00 to go"},
	{LONG, LONG - 1, 0, NULL, "1,000,000,000 of 999,999,999 games (100%), 1.00 a second"}, /* more than it needed */
	{LONG, 2 * LONG, 0, NULL, "1,000,000,000 of 2,000,000,000 games (50%), 1.00 a second, years to go"},
	{LONG, LONG + 59ull, 0, "LLR 0.1", "1,000,000,000 of 1,000,000,059 games (100%), 1.00 a second, LLR 0.1"},
	{9600000000, 9600000000, 0, NULL, "9,600,000,000 of 9,600,000,000 games (100%), 9.60 a second, 0:00 to go"},
	{10600000000, 10600000000, 0, NULL, "10,600,000,000 of 10,600,000,000 games (100%), 11 a second, 0:00 to go"},
	{3000000000000, 6000000000000, 0, "x", "3,000,000,000,000 of 6,000,000,000,000 games (50%), 3,000 a second, x"},
	{0, 10, 0, NULL, "0 of 10 games (0%)"},
	{0, 0, 0, NULL, "0 of 0 games (100%)"},
	{0, 10, 0, "x", "0 of 10 games (0%), x"},
	{5, 10, 6, NULL, "5 of 10 games (50%)"}, /* no others than recalled ones */
	{6, 12, 6, NULL, "6 of 12 games (50%)"},
	{3ull * LONG, 3ull * LONG + 60, LONG, NULL,
	 "3,000,000,000 of 3,000,000,060 games (100%), 2.00 a second, 0:30 to go"},
};

START_TEST(a_line_has_games_speed_and_time)
{
	struct progress progress = {.n_games = lines[_i].n_games, .n_recalled = lines[_i].n_recalled,
		.form = PROGRESS_LINES, .started_ns = clock_wall_ns() - LONG * SECOND};
	char text[2000], wanted[200];
	snprintf(wanted, sizeof wanted, "arena: %s\n", lines[_i].line);
	show_to_file(&progress, lines[_i].games, NULL, lines[_i].remark, text);
	ck_assert_str_eq(text, wanted);
}
END_TEST

START_TEST(stored_games_include_recalled_ones)
{
	struct progress progress = {.n_games = 2000, .is_stored = true};
	char text[2000];
	progress.n_recalled = 1000;
	progress.n_stored = 1060;
	show(&progress, 100000, 1100, text);
	ck_assert_msg(strstr(text, "1,100 of 2,000 games (55%)"), "%s", text);
	ck_assert_msg(strstr(text, ", 10d 10h to go; 1,060 stored\n"), "%s", text); /* recalled games have no speed */
}
END_TEST

/* The line is left out, and the run continues. */
START_TEST(a_pipe_that_nobody_reads_stops_no_run)
{
	int ends[2], before = dup(STDERR_FILENO);
	char page[4096] = {0};
	struct progress progress = {.n_games = 10, .form = PROGRESS_LINES,
		.started_ns = clock_wall_ns() - 1000 * SECOND};
	ck_assert(before >= 0 && pipe2(ends, O_NONBLOCK) == 0);
	while (write(ends[1], page, sizeof page) > 0)
		;
	ck_assert(fcntl(ends[1], F_SETFL, 0) == 0 && dup2(ends[1], STDERR_FILENO) >= 0);
	alarm(60); /* it would wait for ever */
	progress_show(&progress, 5, NULL, NULL);
	alarm(0);
	ck_assert(progress.shown_ns > progress.started_ns && dup2(before, STDERR_FILENO) >= 0);
	close(before);
	close(ends[0]);
	close(ends[1]);
}
END_TEST

/* ---- when and how ------------------------------------------------------------------------- */

/* A terminal of this size, as stderr; its other end. */
static int open_terminal(int columns, int rows)
{
	struct winsize size = {.ws_col = (unsigned short)columns, .ws_row = (unsigned short)rows};
	struct termios raw;
	int master = posix_openpt(O_RDWR | O_NOCTTY);
	ck_assert(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
	int slave = open(ptsname(master), O_RDWR | O_NOCTTY);
	ck_assert(slave >= 0 && tcgetattr(slave, &raw) == 0);
	cfmakeraw(&raw);
	ck_assert(tcsetattr(slave, TCSANOW, &raw) == 0 && ioctl(slave, TIOCSWINSZ, &size) == 0);
	ck_assert_int_eq(fcntl(master, F_SETFL, O_NONBLOCK), 0);
	redirect(slave);
	close(slave);
	return master;
}

static void read_terminal(int master, char text[static 2000])
{
	ssize_t n = read(master, text, 1999);
	text[n > 0 ? n : 0] = '\0';
}

static const struct {
	const char *words[2];
	bool is_terminal;
	const char *term;
	enum progress_form form;
	bool is_at_once; /* else the first line comes after a minute */
} wishes[] = {
	{{NULL}, false, "xterm", PROGRESS_LINES, false},
	{{NULL}, true, "xterm", PROGRESS_DRAWN, true},
	{{NULL}, true, "dumb", PROGRESS_LINES, false},
	{{"--progress=auto"}, true, "xterm", PROGRESS_DRAWN, true},
	{{"--progress=line"}, false, "xterm", PROGRESS_LINES, true},
	{{"--progress=line"}, true, "xterm", PROGRESS_LINES, true},
	{{"--progress=off"}, true, "xterm", PROGRESS_OFF, false},
	{{"--progress=off"}, false, "xterm", PROGRESS_OFF, false},
	{{"--quiet"}, true, "xterm", PROGRESS_OFF, false},
	{{"--quiet", "--progress=line"}, false, "xterm", PROGRESS_OFF, false},
};

START_TEST(progress_is_shown_as_wished)
{
	static const struct opt options[] = {OPTIONS_progress {.name = "quiet", .type = OPT_FLAG}, {0}};
	char program[] = "tournament", words[2][20] = {"", ""}, text[2000], *argv[4] = {program};
	struct args args = {0};
	struct progress progress;
	struct standings standings = {.n_seats = 2};
	FILE *file = tmpfile();
	int n = 1, master = -1;
	for (; n < 3 && wishes[_i].words[n - 1]; n++) {
		snprintf(words[n - 1], sizeof words[0], "%s", wishes[_i].words[n - 1]);
		argv[n] = words[n - 1];
	}
	ck_assert(file && setenv("TERM", wishes[_i].term, 1) == 0 && args_parse(&args, options, n, argv, NULL) == 0);
	if (wishes[_i].is_terminal)
		master = open_terminal(80, 24);
	else
		redirect(fileno(file));
	int64_t before = clock_wall_ns();
	struct request request;
	ck_assert_int_eq(request_args_read(&args, &request, NULL), 0);
	progress_init(&progress, &request, 70, true);
	progress_show(&progress, 0, &standings, NULL);
	restore();
	if (wishes[_i].is_terminal) {
		read_terminal(master, text);
		close(master);
	} else {
		rewind(file);
		text[fread(text, 1, 1999, file)] = '\0';
	}
	fclose(file);
	const char *line = progress.form == PROGRESS_DRAWN ? "0 of 70 games (0%); 0 stored\n"
							   : "arena: 0 of 70 games (0%); 0 stored\n";
	ck_assert_int_eq(progress.form, wishes[_i].form);
	ck_assert_str_eq(text, wishes[_i].is_at_once ? line : "");
	ck_assert(progress.is_stored && progress.n_games == 70 && progress.started_ns >= before &&
		  progress.n_recalled == 0);
	args_release(&args);
}
END_TEST

/* A line a minute, a drawing some times a second. */
START_TEST(what_was_just_shown_is_not_shown_again)
{
	static const struct {
		enum progress_form form;
		int64_t ago_ms;
		bool is_shown;
	} cases[] = {
		{PROGRESS_LINES, 0, false}, {PROGRESS_LINES, 1000, false}, {PROGRESS_LINES, 60000, true},
		{PROGRESS_DRAWN, -600000, false}, {PROGRESS_DRAWN, 150, true}, {PROGRESS_OFF, 1000000, false},
	};
	struct standings standings = {.n_seats = 2};
	char text[2000];
	for (int i = 0; i < COUNT(cases); i++) {
		int64_t now = clock_wall_ns(), shown_ns = now - cases[i].ago_ms * 1000000;
		struct progress progress = {.form = cases[i].form, .n_games = 9, .started_ns = shown_ns,
			.shown_ns = shown_ns};
		show_to_file(&progress, 0, &standings, NULL, text);
		ck_assert_msg((*text != '\0') == cases[i].is_shown, "case %d: %s", i, text);
		ck_assert(cases[i].is_shown ? progress.shown_ns >= now : progress.shown_ns == shown_ns);
	}
}
END_TEST

/* On a terminal: the line, and as many of the best robots as there is room for. The next drawing replaces them. */
static const struct {
	int columns, rows, n_robots;
	uint64_t n_blocks;
	int n_rows;
} drawings[] = {
	{80, 24, 3, 5, 3}, {80, 24, 12, 5, 12}, {80, 24, 15, 5, 12}, {80, 14, 15, 5, 11}, {80, 15, 15, 5, 12},
	{80, 4, 15, 5, 1}, {80, 3, 3, 5, 0}, {80, 2, 3, 5, 0}, {80, 24, 3, 0, 0}, {30, 24, 2, 5, 2}, {20, 24, 1, 5, 1},
};

START_TEST(drawings_fit_the_terminal)
{
	struct standing of[15] = {{.tally = {0}}};
	struct robot robots[15] = {0};
	char label[] = "computer", text[2000], wanted[200], line[] = "0 of 1,000 games (0%); 0 stored";
	struct standings standings = {.n_robots = drawings[_i].n_robots, .n_seats = 2,
		.n_blocks = drawings[_i].n_blocks, .list = of, .robots = robots};
	struct progress progress = {.form = PROGRESS_DRAWN, .is_stored = true, .n_games = 1000};
	for (int i = 0; i < 15; i++)
		robots[i].label = label;
	if (drawings[_i].columns <= (int)sizeof line - 1)
		line[drawings[_i].columns - 1] = '\0';
	int master = open_terminal(drawings[_i].columns, drawings[_i].rows);
	progress.started_ns = clock_wall_ns() - SECOND;
	progress_show(&progress, 0, &standings, NULL);
	read_terminal(master, text);
	int n = snprintf(wanted, sizeof wanted, "%s\n", line), n_lines = 0, longest = 0;
	ck_assert_msg(strncmp(text, wanted, (size_t)n) == 0, "%s", text);
	for (char *at = text; *at; at += strcspn(at, "\n") + 1, n_lines++)
		longest = (int)strcspn(at, "\n") > longest ? (int)strcspn(at, "\n") : longest;
	ck_assert_int_eq(n_lines, 1 + drawings[_i].n_rows);
	ck_assert_int_eq(progress.n_lines, n_lines);
	ck_assert_int_lt(longest, drawings[_i].columns);
	progress.shown_ns = 0;
	progress_show(&progress, 0, &standings, NULL);
	read_terminal(master, text);
	n = snprintf(wanted, sizeof wanted, "\033[%dA\r\033[J%s\n", n_lines, line);
	ck_assert_msg(strncmp(text, wanted, (size_t)n) == 0, "%s", text);
	progress_end(&progress);
	read_terminal(master, text);
	snprintf(wanted, sizeof wanted, "\033[%dA\r\033[J", n_lines);
	ck_assert_str_eq(text, wanted);
	progress_end(&progress); /* nothing is left to clear */
	read_terminal(master, text);
	ck_assert_str_eq(text, "");
	restore();
	close(master);
}
END_TEST

SUITE(0,
	LOOP(a_line_has_games_speed_and_time, 0, COUNT(lines)),
	LOOP(progress_is_shown_as_wished, 0, COUNT(wishes)),
	TEST(what_was_just_shown_is_not_shown_again),
	LOOP(drawings_fit_the_terminal, 0, COUNT(drawings)),
	TEST(a_pipe_that_nobody_reads_stops_no_run),
	TEST(stored_games_include_recalled_ones))
