/* progress.c - see progress.h. */
#include "cli/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/show.h"

enum { MOST_ROWS = 12, PAUSE_NS = 150000000 };

void progress_init(struct progress *progress, uint64_t n_games, bool is_quiet)
{
	*progress = (struct progress){
		.is_on = !is_quiet && show_can_redraw(STDERR_FILENO),
		.n_games = n_games,
		.started_ns = clock_wall_ns(),
	};
}

static void add_time(double seconds, struct str *out)
{
	/* Ten years: more is not worth a number. */
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

void progress_line(uint64_t games, uint64_t n_games, uint64_t n_played, double seconds, struct str *out)
{
	str_addf(out, "%" PRIu64 " of %" PRIu64 " games (%.0f%%)", games, n_games,
		 n_games ? 100 * (double)games / (double)n_games : 100.0);
	if (n_played == 0 || seconds <= 0)
		return;
	double speed = (double)n_played / seconds;
	str_addf(out, speed >= 10 ? ", %.0f a second, " : ", %.2f a second, ", speed);
	add_time((double)(n_games - games) / speed, out);
	str_add(out, " to go");
}

/* Back to the first of the lines drawn, and everything from there on wiped. */
static void add_wipe(const struct progress *progress, struct str *out)
{
	if (progress->n_lines)
		str_addf(out, "\033[%dA\r\033[J", progress->n_lines);
}

/* One write: a half-drawn picture would flicker. Nothing can be done about a failure. */
static void put(const struct str *text)
{
	if (text->length && write(STDERR_FILENO, text->text, text->length) < 0)
		return;
}

void progress_draw(struct progress *progress, uint64_t games, const struct standings *standings)
{
	int64_t now = clock_wall_ns();
	if (!progress->is_on || now - progress->drawn_ns < PAUSE_NS)
		return;
	progress->drawn_ns = now;
	AUTO_STR struct str text = {0}, line = {0};
	int columns, rows;
	show_terminal_size(STDERR_FILENO, &columns, &rows);
	add_wipe(progress, &text);
	uint64_t n_played = games > progress->n_recalled ? games - progress->n_recalled : 0;
	progress_line(games, progress->n_games, n_played, (double)(now - progress->started_ns) / 1e9, &line);
	/* A line as wide as the terminal would wrap on some. */
	str_addf(&text, "%.*s\n", columns - 1, line.text);
	int n_rows = rows - 3 < MOST_ROWS ? rows - 3 : MOST_ROWS;
	if (n_rows > standings->n_robots)
		n_rows = standings->n_robots;
	if (n_rows < 0 || standings_games(standings) == 0)
		n_rows = 0;
	standings_brief(standings, n_rows, columns - 1, &text);
	progress->n_lines = 1 + n_rows;
	put(&text);
}

void progress_end(struct progress *progress)
{
	AUTO_STR struct str text = {0};
	if (progress->is_on)
		add_wipe(progress, &text);
	put(&text);
	progress->n_lines = 0;
}
