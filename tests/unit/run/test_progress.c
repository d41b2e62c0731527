/* test_progress.c - a line of progress: games, remaining time, stored games. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "run/progress.h"

#define SECOND INT64_C(1000000000)

/* Games of a run that began so many seconds ago; the line has these words. A test that waits a minute changes none of them. */
static const struct {
	int64_t seconds;
	uint64_t games, n_games;
	const char *words;
} cases[] = {
	{1000, 900, 1000, " a second, 1:5"},
	{3000, 100, 300, "100 of 300 games (33%), 0.03 a second, 1:4"},
	{100000, 100, 300, ", 2d 7h to go"},
	{100000, 10, 1000000, ", years to go"},
};

static void show(struct progress *progress, int64_t seconds, uint64_t games, char text[static 200])
{
	FILE *file = tmpfile();
	int before = dup(STDERR_FILENO);
	ck_assert(file && before >= 0 && dup2(fileno(file), STDERR_FILENO) >= 0);
	progress->form = PROGRESS_LINES;
	progress->started_ns = clock_wall_ns() - seconds * SECOND;
	progress_show(progress, games, NULL, NULL);
	ck_assert(dup2(before, STDERR_FILENO) >= 0);
	close(before);
	rewind(file);
	ck_assert_ptr_nonnull(fgets(text, 200, file));
	fclose(file);
}

START_TEST(the_remaining_time_is_shown)
{
	struct progress progress = {.n_games = cases[_i].n_games};
	char text[200];
	show(&progress, cases[_i].seconds, cases[_i].games, text);
	ck_assert_msg(strstr(text, cases[_i].words), "%s", text);
	ck_assert_ptr_null(strstr(text, "stored"));
}
END_TEST

START_TEST(stored_games_include_recalled_ones)
{
	struct progress progress = {.n_games = 2000, .is_stored = true};
	char text[200];
	progress_add_recalled(&progress, 1000);
	progress_add_stored(&progress, 60);
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
	struct progress progress = {.n_games = 10, .form = PROGRESS_LINES, .started_ns = clock_wall_ns() - 1000 * SECOND};
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

SUITE(0,
	LOOP(the_remaining_time_is_shown, 0, COUNT(cases)),
	TEST(a_pipe_that_nobody_reads_stops_no_run),
	TEST(stored_games_include_recalled_ones))
