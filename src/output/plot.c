/* plot.c - numbers as pictures in text characters (pictures.h). */
#include "output/pictures.h"

#include <math.h>

#include "output/show.h"

enum {
	USUAL_WIDTH = 80, MOST_COLUMNS = 400, LEAST_COLUMNS = 20,
	TICK_COLUMNS = 10, /* minimum columns between two numbers of the axis */
	INDENT = 2,
	LAST_NUMBER = 5,   /* columns beyond the end of the axis that its last number may need */
};

static int room_of(const struct plot *plot)
{
	return plot->width > 0 ? plot->width : USUAL_WIDTH;
}

/* Returns the number of columns for the labels: the width of the longest one, but at most a third of the picture. */
static int label_columns(const struct plot *plot)
{
	int width = 0, most = room_of(plot) / 3;
	for (int i = 0; i < plot->n; i++)
		if (text_width(plot->lines[i].label) > width)
			width = text_width(plot->lines[i].label);
	return width < most ? width : most;
}

/* Adds the label in exactly this number of columns. */
static void add_label(const char *label, int columns, struct str *out)
{
	str_addf(out, "%*s", INDENT, "");
	show_add_fitted(out, label, columns);
	str_add(out, " ");
}

static int columns_beside(const struct plot *plot, int taken)
{
	int columns = room_of(plot) - INDENT - taken - LAST_NUMBER;
	return columns < LEAST_COLUMNS ? LEAST_COLUMNS : columns > MOST_COLUMNS ? MOST_COLUMNS : columns;
}

struct axis {
	double from, to, step;
	int columns;
};

static void include(struct axis *axis, double value)
{
	axis->from = value < axis->from ? value : axis->from;
	axis->to = value > axis->to ? value : axis->to;
}

/* Returns the smallest 1, 2 or 5 times a power of ten that is at least `least`. */
static double round_step(double least)
{
	static const double factors[] = {1, 2, 5};
	double power = pow(10, floor(log10(least)));
	for (int i = 0; i < 3; i++)
		if (factors[i] * power >= least * 0.999999)
			return factors[i] * power;
	return 10 * power;
}

/* Sets the axis so that it includes all numbers. Returns false if there are none. */
static bool find_axis(const struct plot *plot, int columns, struct axis *axis)
{
	*axis = (struct axis){.from = INFINITY, .to = -INFINITY, .columns = columns};
	for (int i = 0; i < plot->n; i++) {
		const struct plot_line *line = &plot->lines[i];
		if (line->kind == PLOT_INTERVAL || line->kind == PLOT_AT_LEAST)
			include(axis, line->low);
		if (line->kind == PLOT_INTERVAL || line->kind == PLOT_AT_MOST)
			include(axis, line->high);
		if (line->kind == PLOT_POINT)
			include(axis, line->mean);
	}
	if (axis->from > axis->to)
		return false;
	if (plot->has_mark)
		include(axis, plot->mark);
	double span = axis->to - axis->from;
	axis->step = round_step((span > 0 ? span : 1) * TICK_COLUMNS / columns);
	axis->from = floor(axis->from / axis->step) * axis->step;
	axis->to = ceil(axis->to / axis->step) * axis->step;
	if (axis->to <= axis->from)
		axis->to = axis->from + axis->step;
	if (plot->is_share) {
		axis->to = axis->to > 100 ? 100 : axis->to;
		axis->from = axis->from >= axis->to ? axis->to - axis->step : axis->from < 0 ? 0 : axis->from;
	}
	return true;
}

static int column_of(const struct axis *axis, double value)
{
	double at = (value - axis->from) / (axis->to - axis->from) * (axis->columns - 1);
	int column = (int)lround(at);
	return column < 0 ? 0 : column >= axis->columns ? axis->columns - 1 : column;
}

static void add_axis(const struct plot *plot, const struct axis *axis, int labels, struct str *out)
{
	AUTO_STR struct str line = {0}, numbers = {0};
	int n_ticks = (int)lround((axis->to - axis->from) / axis->step), at = 0, written = 0;
	for (int tick = 0; tick <= n_ticks; tick++) {
		double value = axis->from + tick * axis->step;
		int column = column_of(axis, value);
		for (; at < column; at++)
			str_add(&line, "─");
		str_add(&line, "┴");
		at++;
		AUTO_STR struct str number = str_of("%.10g%s", fabs(value) < axis->step / 1e6 ? 0 : value, plot->unit);
		int begin = column - (int)number.length / 2;
		begin = begin < 0 ? 0 : begin;
		if (begin > written || tick == 0) {
			str_addf(&numbers, "%*s%s", begin - written, "", number.text);
			written = begin + (int)number.length;
		}
	}
	add_label("", labels, out);
	show_add_styled(out, plot->has_colour, SHOW_DIM, line.text);
	str_add(out, "\n");
	add_label("", labels, out);
	show_add_styled(out, plot->has_colour, SHOW_DIM, numbers.text);
	str_add(out, "\n");
}

/* Draws the line: sets cell[i], i < columns, to a character. */
static void draw_line(const struct plot_line *line, const struct axis *axis, const char **cell)
{
	int low = 0, high = axis->columns - 1;
	if (line->kind == PLOT_NOTHING)
		return;
	if (line->kind == PLOT_POINT) {
		cell[column_of(axis, line->mean)] = "●";
		return;
	}
	if (line->kind != PLOT_AT_MOST)
		low = column_of(axis, line->low);
	if (line->kind != PLOT_AT_LEAST)
		high = column_of(axis, line->high);
	for (int i = low; i <= high; i++)
		cell[i] = "─";
	cell[low] = line->kind == PLOT_AT_MOST ? "◀" : "├";
	cell[high] = line->kind == PLOT_AT_LEAST ? "▶" : "┤";
	if (line->kind == PLOT_INTERVAL)
		cell[column_of(axis, line->mean)] = "●";
}

void plot_intervals(const struct plot *plot, struct str *out)
{
	struct axis axis;
	int labels = label_columns(plot);
	if (!find_axis(plot, columns_beside(plot, labels), &axis))
		return;
	const char *cell[MOST_COLUMNS];
	int mark = plot->has_mark ? column_of(&axis, plot->mark) : -1;
	for (int i = 0; i < plot->n; i++) {
		add_label(plot->lines[i].label, labels, out);
		for (int k = 0; k < axis.columns; k++)
			cell[k] = k == mark ? "┊" : " ";
		draw_line(&plot->lines[i], &axis, cell);
		int last = axis.columns - 1;
		while (last >= 0 && *cell[last] == ' ')
			last--;
		for (int k = 0; k <= last; k++)
			str_add(out, cell[k]);
		str_add(out, "\n");
	}
	add_axis(plot, &axis, labels, out);
}

void plot_bars(const struct plot *plot, struct str *out)
{
	static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
	enum { NUMBER = 10 };
	int labels = label_columns(plot), columns = columns_beside(plot, labels + NUMBER);
	double most = plot->is_share ? 100 : 0;
	for (int i = 0; i < plot->n; i++)
		most = plot->lines[i].kind && plot->lines[i].mean > most ? plot->lines[i].mean : most;
	for (int i = 0; i < plot->n; i++) {
		AUTO_STR struct str bar = {0};
		const struct plot_line *line = &plot->lines[i];
		int filled = line->kind && most > 0 && line->mean > 0 ? (int)lround(8 * columns * line->mean / most)
								      : 0;
		for (int k = 0; k < filled / 8; k++)
			str_add(&bar, "█");
		str_add(&bar, eighths[filled % 8]);
		add_label(line->label, labels, out);
		str_add(out, str_text(&bar));
		if (line->kind)
			str_addf(out, "%s%.4g%s", bar.length ? " " : "", line->mean, plot->unit);
		str_add(out, "\n");
	}
}
