/* progress.c - decides when to show progress, and makes its text. */
#include "run/progress.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "output/show.h"
#include "output/standings_forms.h"

enum { MOST_ROWS = 12 };
static const int64_t redraw_ns = 150000000, line_ns = 60000000000;

void progress_init(struct progress *progress, const struct request *request, uint64_t n_games, bool is_stored)
{
	enum progress_wish wish = request->progress;
	bool is_line = wish == PROGRESS_LINE || !show_can_redraw(STDERR_FILENO);
	bool is_off = wish == PROGRESS_NONE || request->is_quiet;
	*progress = (struct progress){
		.form = is_off ? PROGRESS_OFF : is_line ? PROGRESS_LINES : PROGRESS_DRAWN,
		.is_stored = is_stored,
		.n_games = n_games,
		.started_ns = clock_wall_ns(),
	};
	progress->shown_ns = wish == PROGRESS_AUTO && is_line ? progress->started_ns : progress->started_ns - line_ns;
}

static void add_time(double seconds, struct str *out)
{
	/* More than ten years is not shown as a number. */
	if (seconds > 3.2e8) {
		str_add(out, "years");
		return;
	}
	long long s = (long long)(seconds + 0.5);
	if (s >= 86400)
		str_addf(out, "%lldd %lldh", s / 86400, s / 3600 % 24);
	else if (s >= 3600)
		str_addf(out, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
	else
		str_addf(out, "%lld:%02lld", s / 60, s % 60);
}

/* Adds the first line: "1,200 of 5,000 games (24%), 3,000 a second, 0:01 to go". `seconds` is the time since the
 * start. */
static void add_line(const struct progress *progress, uint64_t games, double seconds, const char *remark,
		     struct str *out)
{
	uint64_t n_games = progress->n_games;
	uint64_t n_played = games > progress->n_recalled ? games - progress->n_recalled : 0;
	double speed = seconds > 0 ? (double)n_played / seconds : 0;
	str_addf(out, "%s of %s games (%.0f%%)", show_count(games).text, show_count(n_games).text,
		 n_games ? 100 * (double)games / (double)n_games : 100.0);
	if (speed >= 10)
		str_addf(out, ", %s a second", show_count((uint64_t)(speed + 0.5)).text);
	else if (speed > 0)
		str_addf(out, ", %.2f a second", speed);
	if (remark) {
		str_addf(out, ", %s", remark);
	} else if (speed > 0 && games <= n_games) {
		str_add(out, ", ");
		add_time((double)(n_games - games) / speed, out);
		str_add(out, " to go");
	}
	if (progress->is_stored)
		str_addf(out, "; %s stored", show_count(progress->n_stored).text);
}

/* Adds the escape sequences that clear all drawn lines. */
static void add_wipe(const struct progress *progress, struct str *out)
{
	if (progress->n_lines)
		str_addf(out, "\033[%dA\r\033[J", progress->n_lines);
}

/* Writes the text in one write, to avoid flicker. Failures are ignored. Nothing is written to a pipe that does not have
 * room for a page of memory (more than any line or drawing), because the run would wait for the reader. */
static void put(const struct str *text)
{
	struct pollfd out = {.fd = STDERR_FILENO, .events = POLLOUT};
	if (text->length == 0 || poll(&out, 1, 0) != 1 || !(out.revents & POLLOUT))
		return;
	if (write(STDERR_FILENO, text->text, text->length) < 0)
		return;
}

static void draw(struct progress *progress, const char *line, const struct standings *standings)
{
	AUTO_STR struct str text = {0};
	int columns, rows;
	show_terminal_size(STDERR_FILENO, &columns, &rows);
	add_wipe(progress, &text);
	/* Some terminals wrap a line that has the full width. */
	str_addf(&text, "%.*s\n", columns - 1, line);
	int n_rows = rows - 3 < MOST_ROWS ? rows - 3 : MOST_ROWS;
	if (standings && n_rows > standings->n_robots)
		n_rows = standings->n_robots;
	if (n_rows < 0 || !standings || standings_games(standings) == 0)
		n_rows = 0;
	if (standings)
		standings_brief(standings, n_rows, columns - 1, &text);
	progress->n_lines = 1 + n_rows;
	put(&text);
}

static bool is_due(struct progress *progress)
{
	int64_t now = clock_wall_ns();
	if (progress->form == PROGRESS_OFF ||
	    now - progress->shown_ns < (progress->form == PROGRESS_DRAWN ? redraw_ns : line_ns))
		return false;
	progress->shown_ns = now;
	return true;
}

static void show(struct progress *progress, const char *line, const struct standings *standings)
{
	if (progress->form == PROGRESS_DRAWN) {
		draw(progress, line, standings);
		return;
	}
	AUTO_STR struct str text = str_of("arena: %s\n", line);
	put(&text);
}

void progress_show(struct progress *progress, uint64_t games, const struct standings *standings, const char *remark)
{
	AUTO_STR struct str line = {0};
	if (!is_due(progress))
		return;
	add_line(progress, games, (double)(progress->shown_ns - progress->started_ns) / 1e9, remark, &line);
	show(progress, line.text, standings);
}

void progress_say(struct progress *progress, const char *format, ...)
{
	char line[200];
	va_list args;
	if (!progress || !is_due(progress))
		return;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	show(progress, line, NULL);
}

void progress_end(struct progress *progress)
{
	AUTO_STR struct str text = {0};
	add_wipe(progress, &text);
	put(&text);
	progress->n_lines = 0;
}
