/* pictures.c - the tables of the commands as pictures (pictures.h). */
#include "output/pictures.h"

#include <math.h>
#include <unistd.h>

#include "base/text.h"
#include "output/show.h"

const char *const picture_words[] = {"auto", "on", "off", NULL};

bool pictures_are_wanted(enum pictures wish)
{
	return wish == PICTURES_ON ||
		(wish == PICTURES_AUTO && isatty(STDOUT_FILENO) && show_can_redraw(STDOUT_FILENO) && show_is_utf8());
}

/* A picture that is being made, with its lines and their labels. */
struct picture {
	struct plot plot;
	struct plot_line *lines; /* owned, like their labels */
};

static void add_line(struct picture *picture, enum plot_kind kind, const char *label, struct interval of)
{
	AUTO_STR struct str clean = text_cleaned(label);
	*MEM_APPEND(picture->lines, picture->plot.n) = (struct plot_line){
		.label = mem_strdup(str_text(&clean)), .kind = kind, .low = of.low, .mean = of.mean, .high = of.high,
	};
	picture->plot.lines = picture->lines;
}

static void picture_release(struct picture *picture)
{
	for (int i = 0; i < picture->plot.n; i++)
		free((void *)(uintptr_t)picture->lines[i].label);
	free(picture->lines);
	*picture = (struct picture){0};
}

#define AUTO_PICTURE __attribute__((cleanup(picture_release)))

static struct interval percent(struct interval share)
{
	return (struct interval){.mean = 100 * share.mean, .low = 100 * share.low, .high = 100 * share.high};
}

static void add_title(const char *title, const struct plot *plot, struct str *out)
{
	AUTO_STR struct str wrapped = {0};
	text_add_wrapped(&wrapped, title, 0, 0, plot->width ? plot->width : 80);
	show_add_heading(out, plot->has_colour, "%s", wrapped.text);
}

static struct plot of_shares(int n_seats, int width, bool has_colour)
{
	return (struct plot){.unit = "%", .is_share = true, .has_mark = true, .mark = 100.0 / n_seats, .width = width,
			     .has_colour = has_colour};
}

void pictures_of_standings(const struct standings *standings, int width, bool has_colour, struct str *out)
{
	AUTO_PICTURE struct picture picture = {.plot = of_shares(standings->n_seats, width, has_colour)};
	AUTO_FREE struct standings_row *rows = standings_rows(standings);
	for (int at = 0; at < standings->n_robots; at++) {
		const struct standing *standing = &standings->list[rows[at].robot];
		enum plot_kind kind = standing->tally.games ? PLOT_INTERVAL : PLOT_NOTHING;
		add_line(&picture, kind, standings->robots[rows[at].robot].label, percent(rows[at].wins));
	}
	add_title("Win rate, 95% interval; dotted: fair share", &picture.plot, out);
	plot_intervals(&picture.plot, out);
}

static enum plot_kind kind_of_rating(const struct robot_rating *rating)
{
	static const enum plot_kind kinds[] = {
		[RATING_BETWEEN] = PLOT_INTERVAL, [RATING_AT_LEAST] = PLOT_AT_LEAST, [RATING_AT_MOST] = PLOT_AT_MOST,
		[RATING_SINGLE] = PLOT_POINT, [RATING_NONE] = PLOT_NOTHING,
	};
	return kinds[rating->kind];
}

void pictures_of_pool(const struct pool_list *list, int width, bool has_colour, struct str *out)
{
	for (int i = 0; i < list->n_islands; i++) {
		const struct pool_island *island = &list->islands[i];
		AUTO_PICTURE struct picture picture =
			{.plot = {.unit = "", .has_mark = true, .width = width, .has_colour = has_colour}};
		for (int at = island->first; at < island->first + island->n; at++) {
			struct robot_rating rating = pool_list_rating(list, list->order[at]);
			const struct interval elo = {.mean = rating.elo, .low = rating.low, .high = rating.high};
			add_line(&picture, kind_of_rating(&rating), list->pool->robots[list->order[at]].label, elo);
		}
		add_title("Rating in Elo, 95% interval; dotted: 0", &picture.plot, out);
		plot_intervals(&picture.plot, out);
	}
}

/* Returns one of the 256 colours for a share: red below one half, grey around it, green above. */
static int colour_of(double share)
{
	static const int below[] = {235, 52, 88, 124, 160}, above[] = {235, 22, 28, 34, 40};
	int step = (int)(fabs(share - 0.5) * 10);
	step = step > 4 ? 4 : step;
	return share < 0.5 ? below[step] : above[step];
}

void pictures_of_pairs(const struct pool_list *list, const char *title,
		       bool (*share)(const struct pool_list *list, int a, int b, double *value), int width,
		       struct str *out)
{
	enum { NARROW = 2, WIDE = 4 };
	int n = list->pool->n_robots, labels = 0, room = width > 0 ? width : 80;
	for (int i = 0; i < n; i++)
		labels = text_width(list->pool->robots[i].label) > labels ? text_width(list->pool->robots[i].label)
									  : labels;
	int cell = 6 + labels + n * WIDE <= room ? WIDE : NARROW;
	str_addf(out, "\n%s\n%*s", title, 6 + labels, "");
	for (int at = 0; at < n; at++)
		str_addf(out, "%*d%s", cell - (cell == WIDE), at + 1, cell == WIDE ? " " : "");
	for (int row = 0; row < n; row++) {
		AUTO_STR struct str label = text_cleaned(list->pool->robots[list->order[row]].label);
		str_addf(out, "\n%4d  %s%*s", row + 1, str_text(&label), labels - text_width(str_text(&label)), "");
		for (int column = 0; column < n; column++) {
			double value;
			if (!share(list, list->order[row], list->order[column], &value))
				str_add(out, cell == WIDE ? "  - " : " -");
			else if (cell == WIDE)
				str_addf(out, "\033[48;5;%dm\033[38;5;231m%3.0f \033[0m", colour_of(value),
					 100 * value);
			else
				str_addf(out, "\033[48;5;%dm  \033[0m", colour_of(value));
		}
	}
	str_add(out, "\n");
}

static void add_seats(const struct analysis_report *report, int width, bool has_colour, struct str *out)
{
	const struct analysis *a = report->analysis;
	AUTO_PICTURE struct picture picture = {.plot = of_shares(a->n_seats, width, has_colour)};
	picture.plot.mark = 100 * analysis_fair(a);
	for (int seat = 0; seat < a->n_seats; seat++) {
		AUTO_STR struct str label = str_of("seat %d", seat + 1);
		add_line(&picture, a->by_seat[seat].games ? PLOT_INTERVAL : PLOT_NOTHING, label.text,
			 percent(analysis_wins_interval(&a->by_seat[seat])));
	}
	add_line(&picture, PLOT_INTERVAL, "all", percent(analysis_wins_interval(&a->wins)));
	add_title("Wins by seat, 95% intervals; dotted: fair share", &picture.plot, out);
	plot_intervals(&picture.plot, out);
}

static void add_shares(const struct analysis_report *report, int width, bool has_colour, struct str *out)
{
	static const struct {
		const char *label;
		int part;
	} lines[] = {
		{"false bids", ANALYSIS_FALSE}, {"bids called", ANALYSIS_CALLED},
		{"false ones called", ANALYSIS_CAUGHT}, {"calls", ANALYSIS_RATE},
		{"calls that were right", ANALYSIS_PRECISION}, {"false bids it called", ANALYSIS_RECALL},
	};
	AUTO_PICTURE struct picture picture =
		{.plot = {.unit = "%", .is_share = true, .width = width, .has_colour = has_colour}};
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		const struct ratio *ratio = &report->analysis->part[lines[i].part];
		add_line(&picture, ratio->trials ? PLOT_INTERVAL : PLOT_NOTHING, lines[i].label,
			 percent(ratio_interval(ratio)));
	}
	add_title("Bids and calls", &picture.plot, out);
	plot_bars(&picture.plot, out);
}

void pictures_of_analysis(const struct analysis_report *report, int width, bool has_colour, struct str *out)
{
	add_seats(report, width, has_colour, out);
	add_shares(report, width, has_colour, out);
}
