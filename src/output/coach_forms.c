/* coach_forms.c - the costs of a robot's mistakes as text, as CSV and JSON, and as tables of a page
 * (analysis_forms.h). */
#include "output/analysis_forms.h"

#include <math.h>

#include "base/json.h"
#include "output/columns.h"
#include "output/show.h"

/* Adds "0.290 ± 0.016" with this number of digits, or "0.290" without an interval. */
static void add_mean(const struct loss *loss, bool has_interval, int digits, struct str *out)
{
	str_addf(out, "%.*f", digits, loss->mean);
	if (has_interval)
		str_addf(out, " ± %.*f", digits, loss->half);
}

static void add_play(const struct coach_report *report, int play, struct str *out)
{
	if (play == PLAY_CALL)
		str_add(out, "call");
	else
		game_play_words(report->rules, play, out);
}

static void add_made(const struct coach_report *report, const struct decision *decision, struct str *out)
{
	if (decision->verdict != VERDICT_OK)
		str_add(out, mistake_kinds[decision->finding.kind].means);
	else
		add_play(report, decision->play, out);
}

static void add_count(const struct decision *decision, struct str *out)
{
	const char *gap = "";
	for (int face = 1; face <= GAME_MAX_FACES; face++)
		for (int i = 0; i < decision->count[face]; i++, gap = " ")
			str_addf(out, "%s%d", gap, face);
}

/* Adds the last bids, with dots in place of the earlier ones, so that the line fits in 80 columns. */
static void add_last_bids(const struct coach_report *report, const struct decision *decision, struct str *out)
{
	enum { MOST_BIDS = 3 };
	const uint8_t *bids = decision_bids(report->decisions, decision);
	struct subgame game = subgame_of_rules(report->rules, decision->n_dice[0], decision->n_dice[1]);
	int first = decision->n_bids > MOST_BIDS ? decision->n_bids - MOST_BIDS : 0;
	if (!decision->n_bids)
		str_add(out, "opening the hand");
	else
		str_addf(out, "after %s", first ? "..., " : "");
	for (int i = first; i < decision->n_bids; i++) {
		str_add(out, i > first ? ", " : "");
		add_play(report, subgame_play(&game, bids[i]), out);
	}
}

/* A row of the table: one kind of mistake, or all kinds together. */
struct row {
	const char *key, *words, *means;
	const struct loss *loss;
	double share;               /* share of the whole loss */
	bool has_interval;
};

COLUMN_VALUE(row, kind, json_string(r->key))
COLUMN_VALUE(row, decisions, json_integer((json_int_t)r->loss->n))
COLUMN_VALUE(row, loss, json_number(r->loss->mean))
COLUMN_VALUE(row, half, r->has_interval ? json_number(r->loss->half) : json_null())
COLUMN_VALUE(row, share, json_number(r->share))
COLUMN_TEXT(row, add_words, "%s", r->words)
COLUMN_TEXT(row, add_decisions, "%s", show_count(r->loss->n).text)
COLUMN_TEXT(row, add_share, "%.0f", 100 * r->share)
COLUMN_ADD(row, add_loss, add_mean(r->loss, r->has_interval, 4, out))

static const struct column columns[] = {
	{.key = "kind", .title = "mistake", .value = kind, .add_text = add_words, .is_left = true},
	{.key = "decisions", .title = "decisions", .value = decisions, .add_text = add_decisions},
	{.key = "loss", .title = "loss a game", .value = loss, .add_text = add_loss},
	{.key = "half", .value = half},
	{.key = "share", .title = "%", .value = share, .add_text = add_share},
};

/* Fills rows[MISTAKE_COUNT] with the kinds that occurred and, as the last row, all of them together. Returns the number
 * of rows. */
static int rows_of(const struct coach_report *report, struct row *rows)
{
	const struct sums *sums = report->sums;
	int n = 0;
	for (; n < sums->n_kinds; n++) {
		const struct mistake_kind *kind_of = &mistake_kinds[sums->order[n]];
		const struct loss *of = &sums->by_kind[sums->order[n]];
		double share_of = sums->all.mean > 0 ? of->mean / sums->all.mean : 0;
		rows[n] = (struct row){kind_of->key, kind_of->words, kind_of->means, of, share_of, sums->has_intervals};
	}
	rows[n++] = (struct row){"all", "all mistakes", "", &sums->all, sums->all.mean > 0, sums->has_intervals};
	return n;
}

/* Adds "prober loses 0.031 ± 0.004 wins a game by its decisions; 61 % of it by calling too early." */
static void add_total(const struct coach_report *report, bool has_colour, struct str *out)
{
	const struct sums *sums = report->sums;
	AUTO_STR struct str text = text_cleaned(report->robot);
	if (!sums->n_kinds) {
		str_add(&text, " makes no mistake in these games.");
	} else {
		str_add(&text, " loses ");
		add_mean(&sums->all, sums->has_intervals, 3, &text);
		str_addf(&text, " wins a game by its decisions;\n%.0f %% of it by %s.",
			 100 * sums->by_kind[sums->order[0]].mean / sums->all.mean,
			 mistake_kinds[sums->order[0]].words);
	}
	show_add_styled(out, has_colour, SHOW_BOLD, text.text);
	str_add(out, "\n");
}

static void add_basis(const struct coach_report *report, struct str *out)
{
	const struct decisions *decisions = report->decisions;
	const struct sums *sums = report->sums;
	if (report->run)
		str_addf(out, "\n%s of its %s games in run %s (%s), ", show_count(decisions->n_games).text,
			 show_count(report->n_games).text, report->run, report->rules->name);
	else
		str_addf(out, "\n%s new games of %s, ", show_count(decisions->n_games).text, report->rules->name);
	str_addf(out, "%s decisions.\n", show_count(decisions->n).text);
	str_addf(out, "%s %s valued exactly by solved hands, ", show_count(sums->n_exact).text,
		 sums->n_exact == 1 ? "is" : "are");
	str_addf(out, "%s by a model of a strong player.\n", show_count(decisions->n - sums->n_exact).text);
	const struct loss net = {.mean = fabs(sums->net.mean), .half = sums->net.half};
	str_add(out, "In its place that player would win ");
	add_mean(&net, sums->has_intervals, 3, out);
	str_addf(out, " %s a game, by all decisions.\n"
		"The opponent in these numbers plays well too, whoever sat there (docs/coach.md).\n",
		sums->net.mean < 0 ? "less" : "more");
	if (!sums->has_intervals)
		str_addf(out, "With fewer than %d matches no ± is given.\n", SUMS_LEAST_MATCHES);
	str_add(out, "\n");
}

static void add_kinds(const struct coach_report *report, bool has_colour, struct str *out)
{
	struct row rows[MISTAKE_COUNT];
	int n = rows_of(report, rows);
	columns_add_table(COLUMNS(columns), 0, ROWS(rows, n), has_colour, out);
	str_add(out, "\n");
	for (int i = 0; i + 1 < n; i++) {
		AUTO_STR struct str words = str_of("%s:", rows[i].words);
		str_addf(out, "  %-20s %s\n", words.text, rows[i].means);
	}
}

static void add_position(const struct coach_report *report, size_t number, struct str *out)
{
	const struct costly *costly = &report->costliest[number];
	const struct decision *decision = &report->decisions->list[costly->decision];
	const struct finding *finding = &decision->finding;
	AUTO_STR struct str dice = {0}, bids = {0}, made = {0}, better = {0};
	int n_other = decision->n_dice[!decision->player];
	add_count(decision, &dice);
	add_last_bids(report, decision, &bids);
	add_made(report, decision, &made);
	add_play(report, finding->best_play, &better);
	str_addf(out, "\n%3zu. loses %.3f by %s", number + 1, finding_loss(finding),
		 mistake_kinds[finding->kind].words);
	if (costly->n > 1)
		str_addf(out, ", %s times", show_count(costly->n).text);
	str_addf(out, "\n     dice    %s against %d, %s\n", dice.text, n_other, bids.text);
	str_addf(out, "     play    %-16s wins %.3f\n", made.text, fabs(finding->made));
	str_addf(out, "     better  %-16s wins %.3f", better.text, finding->best);
	if (finding->error > 0.0005)
		str_addf(out, " ± %.3f", finding->error);
	str_addf(out, "\n     hand %d of  ", decision->hand + 1);
	if (report->run)
		str_addf(out, "arena replay %s %" PRIu64 "\n", report->run, decision->game + 1);
	else
		str_addf(out, "game %" PRIu64 "\n", decision->game + 1);
}

void coach_add_table(const struct coach_report *report, bool has_colour, struct str *out)
{
	add_total(report, has_colour, out);
	add_basis(report, out);
	if (!report->sums->n_kinds)
		return;
	add_kinds(report, has_colour, out);
	if (!report->n_costliest)
		return;
	show_add_heading(out, has_colour, "The costliest positions");
	for (size_t i = 0; i < report->n_costliest; i++)
		add_position(report, i, out);
	if (!report->run)
		str_addf(out, "\nTo see a game:\n  %s\n  arena replay GAME\n", report->command);
}

void coach_add_csv(const struct coach_report *report, struct str *out)
{
	struct row rows[MISTAKE_COUNT];
	int n = rows_of(report, rows);
	columns_add_all_csv(COLUMNS(columns), ROWS(rows, n), out);
}

static json_t *bids_of(const struct coach_report *report, const struct decision *decision)
{
	const uint8_t *bids = decision_bids(report->decisions, decision);
	struct subgame game = subgame_of_rules(report->rules, decision->n_dice[0], decision->n_dice[1]);
	return JSON_LIST(i, decision->n_bids, json_integer(subgame_play(&game, bids[i])));
}

static json_t *dice_of(const struct decision *decision)
{
	json_t *list = json_array();
	for (int face = 1; face <= GAME_MAX_FACES; face++)
		for (int i = 0; i < decision->count[face]; i++)
			json_array_append_new(list, json_integer(face));
	return list;
}

static json_t *position_of(const struct coach_report *report, const struct costly *costly)
{
	const struct decision *decision = &report->decisions->list[costly->decision];
	const struct finding *finding = &decision->finding;
	return json_pack("{s:I, s:i, s:I, s:s, s:o, s:i, s:o, s:i, s:i, s:f, s:f, s:f, s:f, s:b}",
			 "game", (json_int_t)decision->game + 1, "hand", decision->hand + 1, "times",
			 (json_int_t)costly->n, "kind", mistake_kinds[finding->kind].key, "dice", dice_of(decision),
			 "opponent_dice", decision->n_dice[!decision->player], "bids", bids_of(report, decision),
			 "play", decision->play, "better", finding->best_play, "value", finding->made,
			 "better_value", finding->best,
			 "loss", finding_loss(finding), "error", finding->error, "is_exact", finding->is_exact);
}

static json_t *half_of(const struct sums *sums, const struct loss *loss)
{
	return sums->has_intervals ? json_real(loss->half) : json_null();
}

json_t *coach_json(const struct coach_report *report)
{
	const struct sums *sums = report->sums;
	struct row rows[MISTAKE_COUNT];
	int n = rows_of(report, rows);
	AUTO_STR struct str rules = rules_text(report->rules);
	json_t *kinds = JSON_LIST(i, n - 1, columns_json(COLUMNS(columns), &rows[i]));
	json_t *positions = JSON_LIST(i, (int)report->n_costliest, position_of(report, &report->costliest[i]));
	return json_pack("{s:o, s:s, s:I, s:I, s:I, s:I, s:f, s:f, s:o, s:f, s:o, s:o, s:o}",
			 "robot", json_clean(report->robot), "rules", rules.text,
			 "games_of_robot", (json_int_t)report->n_games, "games", (json_int_t)report->decisions->n_games,
			 "decisions", (json_int_t)report->decisions->n, "exact", (json_int_t)sums->n_exact,
			 "mean_error", sums->error, "loss", sums->all.mean, "half", half_of(sums, &sums->all), "net",
			 sums->net.mean, "net_half", half_of(sums, &sums->net), "kinds", kinds, "costliest", positions);
}

static void add_most(const void *row, struct str *out)
{
	const struct sums *sums = ((const struct coach_report *)row)->sums;
	if (sums->n_kinds)
		str_addf(out, "%s (%.0f\u202f%%)", mistake_kinds[sums->order[0]].words,
			 100 * sums->by_kind[sums->order[0]].mean / sums->all.mean);
	else
		str_add(out, "no mistake");
}

COLUMN_VALUE(coach_report, robot, json_clean(r->robot))
COLUMN_TEXT(coach_report, add_games, "%s", show_count(r->decisions->n_games).text)
COLUMN_TEXT(coach_report, add_all_decisions, "%s", show_count(r->decisions->n).text)
COLUMN_ADD(coach_report, add_all, add_mean(&r->sums->all, r->sums->has_intervals, 3, out))
COLUMN_ADD(coach_report, add_net, add_mean(&r->sums->net, r->sums->has_intervals, 3, out))

static const struct column summary_columns[] = {
	{.title = "robot", .value = robot, .is_left = true},
	{.title = "games", .add_text = add_games},
	{.title = "decisions", .add_text = add_all_decisions},
	{.title = "loss a game by mistakes", .add_text = add_all},
	{.title = "by all decisions", .add_text = add_net},
	{.title = "most of it by", .add_text = add_most},
};

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
	add_count(r->decision, out);
	str_addf(out, " against %d", r->decision->n_dice[!r->decision->player]);
}

static void add_answer(const void *row, struct str *out)
{
	const struct position_row *r = row;
	add_made(r->report, r->decision, out);
	str_addf(out, ": wins %.3f", fabs(r->decision->finding.made));
}

static void add_better(const void *row, struct str *out)
{
	const struct position_row *r = row;
	const struct finding *finding = &r->decision->finding;
	add_play(r->report, finding->best_play, out);
	str_addf(out, ": wins %.3f", finding->best);
	if (finding->error > 0.0005)
		str_addf(out, " ± %.3f", finding->error);
}

COLUMN_TEXT(position_row, add_position_loss, "%.3f", finding_loss(&r->decision->finding))
COLUMN_ADD(position_row, add_bids, add_last_bids(r->report, r->decision, out))

static const struct column position_columns[] = {
	{.title = "mistake", .add_text = add_kind, .is_left = true},
	{.title = "loses", .add_text = add_position_loss},
	{.title = "its dice", .add_text = add_dice},
	{.title = "when", .add_text = add_bids},
	{.title = "play", .add_text = add_answer},
	{.title = "better", .add_text = add_better},
};

json_t *coach_page_tables(const struct coach_report *report)
{
	struct row kinds[MISTAKE_COUNT];
	json_t *summary = json_array(), *positions = json_array();
	int n = rows_of(report, kinds);
	json_array_append_new(summary, columns_row_texts(COLUMNS(summary_columns), 0, report));
	json_t *rows = JSON_LIST(i, n, columns_row_texts(COLUMNS(columns), 0, &kinds[i]));
	for (size_t i = 0; i < report->n_costliest; i++) {
		const struct costly *costly = &report->costliest[i];
		const struct position_row row = {report, costly, &report->decisions->list[costly->decision]};
		json_array_append_new(positions, columns_row_texts(COLUMNS(position_columns), 0, &row));
	}
	return json_pack("{s:o, s:o, s:o}",
			 "summary", columns_table_texts(COLUMNS(summary_columns), 0, summary),
			 "kinds", columns_table_texts(COLUMNS(columns), 0, rows),
			 "positions", columns_table_texts(COLUMNS(position_columns), 0, positions));
}
