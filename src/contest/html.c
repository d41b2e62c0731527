/* html.c - numbers and figures of a contest's site (site.h). */
#include "contest/site.h"

#include <math.h>

void html_signed(struct str *out, double elo)
{
	long rounded = lround(elo);
	str_addf(out, "%s%ld", rounded < 0 ? "\xe2\x88\x92" : rounded > 0 ? "+" : "", labs(rounded));
}

static double place(const struct html_range *range, double value, double from, double to)
{
	double share = range->high > range->low ? (value - range->low) / (range->high - range->low) : 0.5;
	return from + fmin(1, fmax(0, share)) * (to - from);
}

void html_interval(struct str *out, const struct html_range *column, double low, double mean, double high)
{
	str_addf(out, "<svg width=\"180\" height=\"16\" viewBox=\"0 0 180 16\" aria-hidden=\"true\">"
		 "<line class=\"rule\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"16\"/>"
		 "<line class=\"range\" x1=\"%.1f\" x2=\"%.1f\" y1=\"8\" y2=\"8\"/>"
		 "<circle class=\"dot\" cx=\"%.1f\" cy=\"8\" r=\"4\"/></svg>",
		 place(column, 0, 4, 176), place(column, 0, 4, 176), place(column, low, 4, 176),
		 place(column, high, 4, 176), place(column, mean, 4, 176));
}

static struct html_range range_of(const struct html_point *points, int n, bool is_wide)
{
	struct html_range range = {INFINITY, -INFINITY};
	for (int i = 0; i < n; i++) {
		range.low = fmin(range.low, is_wide ? points[i].low : points[i].elo);
		range.high = fmax(range.high, is_wide ? points[i].high : points[i].elo);
	}
	return range;
}

void html_spark(struct str *out, const struct html_point *points, int n)
{
	struct html_range y = range_of(points, n, false), x = {0, n - 1};
	str_add(out, "<svg class=\"figure\" width=\"90\" height=\"18\" viewBox=\"0 0 90 18\" aria-hidden=\"true\">");
	if (n > 1) {
		str_add(out, "<polyline class=\"line\" points=\"");
		for (int i = 0; i < n; i++)
			str_addf(out, "%s%.1f,%.1f", i ? " " : "", place(&x, i, 2, 88),
				 place(&y, points[i].elo, 16, 2));
		str_add(out, "\"/>");
	}
	str_add(out, "</svg>");
}

enum { WIDTH = 640, HEIGHT = 220, LEFT = 52, RIGHT = 626, TOP = 12, BOTTOM = 190 };

/* Returns 1, 2 or 5 times a power of ten, such that a range contains three to eight of them. */
static double step_of(double range)
{
	double power = pow(10, floor(log10(range / 4))), steps = range / 4 / power;
	return power * (steps >= 5 ? 5 : steps >= 2 ? 2 : 1);
}

static void add_axis(struct str *out, const struct html_range *y)
{
	double step = step_of(fmax(y->high - y->low, 1));
	for (double value = ceil(y->low / step) * step; value <= y->high; value += step) {
		double at = place(y, value, BOTTOM, TOP);
		str_addf(out, "<line class=\"rule\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", LEFT, RIGHT, at,
			 at);
		str_addf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 8, at + 4);
		html_signed(out, value);
		str_add(out, "</text>");
	}
}

static void add_point(struct str *out, const struct html_range *x, int64_t round, const struct html_range *y,
		      double elo)
{
	str_addf(out, "%.1f,%.1f ", place(x, (double)round, LEFT, RIGHT), place(y, elo, BOTTOM, TOP));
}

void html_history(struct str *out, const struct html_point *points, int n)
{
	if (n < 2)
		return;
	struct html_range y = range_of(points, n, true), x = {(double)points[0].round, (double)points[n - 1].round};
	str_addf(out,
		 "<figure><svg class=\"figure\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Rating by round\">",
		 WIDTH, HEIGHT);
	add_axis(out, &y);
	str_add(out, "<polygon class=\"band\" points=\"");
	for (int i = 0; i < n; i++)
		add_point(out, &x, points[i].round, &y, points[i].low);
	for (int i = n - 1; i >= 0; i--)
		add_point(out, &x, points[i].round, &y, points[i].high);
	str_add(out, "\"/><polyline class=\"line\" points=\"");
	for (int i = 0; i < n; i++)
		add_point(out, &x, points[i].round, &y, points[i].elo);
	str_addf(out,
		 "\"/><text x=\"%d\" y=\"%d\">round %" PRId64
		 "</text><text x=\"%d\" y=\"%d\" text-anchor=\"end\">round %" PRId64 "</text></svg></figure>\n",
		 LEFT, BOTTOM + 20, points[0].round, RIGHT, BOTTOM + 20, points[n - 1].round);
}
