/* analysis_page.c - the tables of a page about what robots did that are texts: bids and calls, losses, and losses worth looking at, each
 * one list of columns. */
#include <math.h>

#include "base/json.h"
#include "game/game.h"
#include "output/analysis_forms.h"
#include "output/columns.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* Of the texts: a narrow blank before the percent sign, and a dash for what is not known. */
#define PERCENT "%.1f\u202f%%"
#define NOTHING "\u2013"

enum { WITH_BASELINE = 1 };

static void add_share(const struct analysis_report *report, int part, struct str *out)
{
	const struct ratio *ratio = &report->analysis->part[part];
	struct interval share = ratio_interval(ratio);
	if (ratio->trials)
		str_addf(out, PERCENT " (%.1f\u00a0to\u00a0%.1f)", 100 * share.mean, 100 * share.low, 100 * share.high);
	else
		str_add(out, NOTHING);
}

COLUMN_ADD(analysis_report, add_false, add_share(r, ANALYSIS_FALSE, out))
COLUMN_ADD(analysis_report, add_caught, add_share(r, ANALYSIS_CAUGHT, out))
COLUMN_ADD(analysis_report, add_precision, add_share(r, ANALYSIS_PRECISION, out))
COLUMN_ADD(analysis_report, add_recall, add_share(r, ANALYSIS_RECALL, out))
COLUMN_VALUE(analysis_report, robot, json_clean(r->info->robots[r->analysis->robot].label))
COLUMN_VALUE(analysis_report, games, json_integer((json_int_t)r->analysis->games))

/* With a minus sign instead of a hyphen. */
static void add_points(double share, const char *plus, struct str *out)
{
	str_addf(out, "%s%.1f", share < 0 ? "\u2212" : plus, 100 * fabs(share));
}

static void add_ahead(const void *row, struct str *out)
{
	const struct analysis_report *r = row;
	struct interval ahead = replacement_ahead(r->replacement);
	add_points(ahead.mean, "+", out);
	str_add(out, "\u202f% (");
	add_points(ahead.low, "", out);
	str_add(out, "\u00a0to\u00a0");
	add_points(ahead.high, "", out);
	str_add(out, ")");
}

static const struct column summary_columns[] = {
	{.title = "robot", .value = robot, .is_left = true},
	{.title = "games", .value = games},
	{.title = "bids false", .add_text = add_false},
	{.title = "of these caught", .add_text = add_caught},
	{.title = "calls right", .add_text = add_precision},
	{.title = "false bids called", .add_text = add_recall},
	{.title = "ahead of the baseline in its place", .add_text = add_ahead, .shown_with = WITH_BASELINE},
};

static json_t *summary(const struct analysis_report *report)
{
	unsigned shown = report->baseline ? WITH_BASELINE : 0;
	json_t *row = columns_row_texts(summary_columns, COUNT(summary_columns), shown, report);
	return columns_table_texts(summary_columns, COUNT(summary_columns), shown, json_pack("[o]", row));
}

struct worst_row {
	const struct rules *rules;
	const struct worst_loss *loss;
};

static void add_what(const void *row, struct str *out)
{
	const struct worst_row *r = row;
	str_add(out, r->loss->is_call ? "called " : "bid ");
	game_play_words(r->rules, r->loss->bid, out);
}

static void add_right(const void *row, struct str *out)
{
	const struct worst_loss *loss = ((const struct worst_row *)row)->loss;
	if (loss->is_call || loss->right < 0)
		str_add(out, NOTHING);
	else
		str_addf(out, PERCENT, 100 * loss->right);
}

COLUMN_TEXT(worst_row, add_chance, PERCENT, 100 * r->loss->chance)

static const struct column worst_columns[] = {
	{.title = "what", .add_text = add_what, .is_left = true},
	{.title = "true with", .add_text = add_chance},
	{.title = "a call was right with", .add_text = add_right},
};

static json_t *worst(const struct analysis_report *report)
{
	json_t *rows = json_array();
	for (int i = 0; i < report->worst->n; i++) {
		const struct worst_row row = {&report->info->rules, &report->worst->list[i]};
		json_array_append_new(rows, columns_row_texts(worst_columns, COUNT(worst_columns), 0, &row));
	}
	return columns_table_texts(worst_columns, COUNT(worst_columns), 0, rows);
}

json_t *analysis_page_tables(const struct analysis_report *report)
{
	return json_pack("{s:o, s:o, s:o}", "summary", summary(report), "losses", analysis_list_texts(report, ANALYSIS_LOSSES), "worst",
			 worst(report));
}
