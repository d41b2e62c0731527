/* coach_page.c - the tables of a page about what the mistakes of a robot cost, as texts (coach_forms.h). */
#include <math.h>

#include "base/json.h"
#include "output/coach_forms.h"
#include "output/show.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* ---- a robot in a line ---------------------------------------------------------------------- */

static void add_most(const void *row, struct str *out)
{
	const struct sums *sums = ((const struct coach_report *)row)->sums;
	if (sums->n_kinds)
		str_addf(out, "%s (%.0f\u202f%%)", mistake_kinds[sums->order[0]].words,
			 100 * sums->of[sums->order[0]].mean / sums->all.mean);
	else
		str_add(out, "no mistake");
}

COLUMN_VALUE(coach_report, robot, json_clean(r->robot))
COLUMN_TEXT(coach_report, add_games, "%s", show_count(r->decisions->n_games).text)
COLUMN_TEXT(coach_report, add_decisions, "%s", show_count(r->decisions->n).text)
COLUMN_ADD(coach_report, add_all, coach_add_loss(&r->sums->all, r->sums->has_intervals, 3, out))
COLUMN_ADD(coach_report, add_net, coach_add_loss(&r->sums->net, r->sums->has_intervals, 3, out))

static const struct column summary_columns[] = {
	{.title = "robot", .value = robot, .is_left = true},
	{.title = "games", .add_text = add_games},
	{.title = "decisions", .add_text = add_decisions},
	{.title = "loss a game by mistakes", .add_text = add_all},
	{.title = "by all decisions", .add_text = add_net},
	{.title = "most of it by", .add_text = add_most},
};

/* ---- costly positions ----------------------------------------------------------------------- */

struct position_row {
	const struct coach_report *report;
	const struct costly *costly;
	const struct decision *decision;
};

static void add_kind(const void *row, struct str *out)
{
	const struct position_row *r = row;
	str_add(out, mistake_kinds[r->decision->finding.kind].words);
	if (r->costly->n > 1)
		str_addf(out, ", %s times", show_count(r->costly->n).text);
}

static void add_dice(const void *row, struct str *out)
{
	const struct position_row *r = row;
	coach_add_dice(r->decision, out);
	str_addf(out, " against %d", r->decision->n_dice[!r->decision->player]);
}

static void add_answer(const void *row, struct str *out)
{
	const struct position_row *r = row;
	coach_add_answer(r->report, r->decision, out);
	str_addf(out, ": wins %.3f", fabs(r->decision->finding.made));
}

static void add_better(const void *row, struct str *out)
{
	const struct position_row *r = row;
	const struct finding *finding = &r->decision->finding;
	coach_add_play(r->report, finding->best_play, out);
	str_addf(out, ": wins %.3f", finding->best);
	if (finding->error > 0.0005)
		str_addf(out, " ± %.3f", finding->error);
}

COLUMN_TEXT(position_row, add_loss, "%.3f", finding_loss(&r->decision->finding))
COLUMN_ADD(position_row, add_bids, coach_add_bids(r->report, r->decision, out))

static const struct column position_columns[] = {
	{.title = "mistake", .add_text = add_kind, .is_left = true},
	{.title = "loses", .add_text = add_loss},
	{.title = "its dice", .add_text = add_dice},
	{.title = "when", .add_text = add_bids},
	{.title = "play", .add_text = add_answer},
	{.title = "better", .add_text = add_better},
};

/* ---- all ------------------------------------------------------------------------------------ */

json_t *coach_page_tables(const struct coach_report *report)
{
	struct coach_row kinds[MISTAKE_COUNT];
	json_t *summary = json_array(), *rows = json_array(), *positions = json_array();
	int n = coach_rows(report, kinds);
	json_array_append_new(summary, columns_row_texts(summary_columns, COUNT(summary_columns), 0, report));
	for (int i = 0; i < n; i++)
		json_array_append_new(rows, columns_row_texts(coach_columns, n_coach_columns, 0, &kinds[i]));
	for (size_t i = 0; i < report->n_costliest; i++) {
		const struct costly *costly = &report->costliest[i];
		const struct position_row row = {report, costly, &report->decisions->list[costly->decision]};
		json_array_append_new(positions, columns_row_texts(position_columns, COUNT(position_columns), 0, &row));
	}
	return json_pack("{s:o, s:o, s:o}",
			 "summary", columns_table_texts(summary_columns, COUNT(summary_columns), 0, summary),
			 "kinds", columns_table_texts(coach_columns, n_coach_columns, 0, rows),
			 "positions", columns_table_texts(position_columns, COUNT(position_columns), 0, positions));
}
