/* html.c - parts of the pages of a contest's site (html.h). */
#include "contest/html.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"

void html_text(struct str *out, const char *text)
{
	AUTO_STR struct str clean = {0};
	text_add_clean(&clean, text);
	text_add_markup(out, str_text(&clean));
}

void html_addf(struct str *out, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	for (const char *at = format; *at;) {
		char spec[16];
		size_t n = strcspn(at, "%"), n_spec = at[n] ? 1 + strcspn(at + n, "sdufg") : 0;
		bug_if(n_spec >= sizeof spec);
		snprintf(spec, sizeof spec, "%.*s", (int)n_spec, at + n);
		str_add_n(out, at, n);
		bool is_long = strchr(spec, 'l') != NULL;
		if (strchr(spec, 's'))
			html_text(out, va_arg(args, const char *));
		else if (strpbrk(spec, "fg"))
			str_addf(out, spec, va_arg(args, double));
		else if (is_long)
			str_addf(out, spec, va_arg(args, long));
		else if (n_spec)
			str_addf(out, spec, va_arg(args, int));
		at += n + n_spec;
	}
	va_end(args);
}

void html_name(struct str *out, const char *name)
{
	html_addf(out, "<bdi>%s</bdi>", name);
}

static void add_up(struct str *out, int depth)
{
	for (int i = 0; i < depth; i++)
		str_add(out, "../");
}

void html_begin(struct str *out, int depth, const char *title, const char *eyebrow)
{
	static const char *const links[][2] = {
		{"index.html", "Standings"}, {"versus.html", "Head to head"}, {"archive/index.html", "Downloads"}};
	str_add(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'self'; base-uri 'none'; "
		     "form-action 'none'\">\n"
		     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		     "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"referrer\" content=\"no-referrer\">\n");
	html_addf(out, "<title>%s</title>\n<link rel=\"stylesheet\" href=\"", title);
	add_up(out, depth);
	str_add(out, "style.css\">\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the content</a>\n<header "
		     "class=\"page\">\n"
		     "<p class=\"eyebrow\">");
	html_addf(out, "%s</p>\n<h1><bdi>%s</bdi></h1>\n<nav aria-label=\"Pages\"><ul>\n", eyebrow, title);
	for (int i = 0; i < 3; i++) {
		str_add(out, "<li><a href=\"");
		add_up(out, depth);
		str_addf(out, "%s\">%s</a></li>\n", links[i][0], links[i][1]);
	}
	str_add(out, "</ul></nav>\n</header>\n<main id=\"main\" tabindex=\"-1\">\n");
}

void html_end(struct str *out)
{
	str_add(out, "</main>\n</body>\n</html>\n");
}

void html_section(struct str *out, const char *id, const char *title)
{
	html_addf(out, "<section id=\"%s\" aria-labelledby=\"%s-title\">\n<h2 id=\"%s-title\"><bdi>%s</bdi></h2>\n", id, id, id, title);
}

void html_end_section(struct str *out)
{
	str_add(out, "</section>\n");
}

void html_table(struct str *out, const char *caption, const char *const *titles)
{
	str_addf(out, "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%s\"><table class=\"wide standings\">\n"
		 "<caption class=\"unseen\">%s</caption>\n<thead><tr>", caption, caption);
	for (; *titles; titles++)
		str_addf(out, "<th scope=\"col\"%s>%s</th>", **titles == '<' ? " class=\"name\"" : "",
			 *titles + (**titles == '<'));
	str_add(out, "</tr></thead>\n<tbody>\n");
}

void html_end_table(struct str *out)
{
	str_add(out, "</tbody>\n</table></div>\n");
}

static void add_signed(struct str *out, double elo)
{
	long rounded = lround(elo);
	str_addf(out, "%s%ld", rounded < 0 ? "\xe2\x88\x92" : rounded > 0 ? "+" : "", labs(rounded));
}

void html_elo(struct str *out, double elo, bool is_known)
{
	str_add(out, "<td>");
	if (is_known)
		add_signed(out, elo);
	else
		str_add(out, "\xe2\x80\x93");
	str_add(out, "</td>");
}

void html_elo_interval(struct str *out, double low, double high)
{
	str_add(out, "<td>");
	add_signed(out, low);
	str_add(out, " to ");
	add_signed(out, high);
	str_add(out, "</td>");
}

void html_log(struct str *out, const char *summary, const char *text)
{
	if (!*text)
		return;
	if (summary)
		str_addf(out, "<details><summary>%s</summary>\n", summary);
	str_add(out, "<pre class=\"log\">");
	AUTO_STR struct str line = {0};
	while (str_next_line(&line, &text)) { /* to keep the line breaks */
		html_text(out, line.text);
		str_add(out, "\n");
	}
	str_add(out, summary ? "</pre></details>\n" : "</pre>\n");
}

/* ---- figures ---------------------------------------------------------------------------- */

static double place(const struct html_range *range, double value, double from, double to)
{
	double share = range->high > range->low ? (value - range->low) / (range->high - range->low) : 0.5;
	return from + fmin(1, fmax(0, share)) * (to - from);
}

void html_interval(struct str *out, const struct html_range *column, double low, double mean, double high)
{
	str_addf(out, "<td><svg width=\"180\" height=\"16\" viewBox=\"0 0 180 16\" aria-hidden=\"true\">"
		 "<line class=\"rule\" x1=\"%.1f\" x2=\"%.1f\" y1=\"0\" y2=\"16\"/>"
		 "<line class=\"range\" x1=\"%.1f\" x2=\"%.1f\" y1=\"8\" y2=\"8\"/>"
		 "<circle class=\"dot\" cx=\"%.1f\" cy=\"8\" r=\"4\"/></svg></td>",
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
	str_add(out, "<td><svg class=\"figure\" width=\"90\" height=\"18\" viewBox=\"0 0 90 18\" aria-hidden=\"true\">");
	if (n > 1) {
		str_add(out, "<polyline class=\"line\" points=\"");
		for (int i = 0; i < n; i++)
			str_addf(out, "%s%.1f,%.1f", i ? " " : "", place(&x, i, 2, 88), place(&y, points[i].elo, 16, 2));
		str_add(out, "\"/>");
	}
	str_add(out, "</svg></td>");
}

enum { WIDTH = 640, HEIGHT = 220, LEFT = 52, RIGHT = 626, TOP = 12, BOTTOM = 190 };

/* 1, 2 or 5 times a power of ten, so that a range has three to eight of them. */
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
		str_addf(out, "<line class=\"rule\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>", LEFT, RIGHT, at, at);
		str_addf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">", LEFT - 8, at + 4);
		add_signed(out, value);
		str_add(out, "</text>");
	}
}

static void add_point(struct str *out, const struct html_range *x, int64_t round, const struct html_range *y, double elo)
{
	str_addf(out, "%.1f,%.1f ", place(x, (double)round, LEFT, RIGHT), place(y, elo, BOTTOM, TOP));
}

void html_history(struct str *out, const struct html_point *points, int n)
{
	if (n < 2)
		return;
	struct html_range y = range_of(points, n, true), x = {(double)points[0].round, (double)points[n - 1].round};
	str_addf(out, "<figure><svg class=\"figure\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"Rating by round\">", WIDTH, HEIGHT);
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
