/* coach_data.c - what the mistakes of a robot cost, for programs: CSV and JSON; and the list of columns (coach_forms.h). */
#include "base/json.h"
#include "output/coach_forms.h"
#include "output/show.h"

void coach_add_loss(const struct loss *loss, bool has_interval, int digits, struct str *out)
{
	str_addf(out, "%.*f", digits, loss->mean);
	if (has_interval)
		str_addf(out, " ± %.*f", digits, loss->half);
}

/* ---- columns -------------------------------------------------------------------------------- */

COLUMN_VALUE(coach_row, kind, json_string(r->key))
COLUMN_VALUE(coach_row, decisions, json_integer((json_int_t)r->loss->n))
COLUMN_VALUE(coach_row, loss, json_number(r->loss->mean))
COLUMN_VALUE(coach_row, half, r->has_interval ? json_number(r->loss->half) : json_null())
COLUMN_VALUE(coach_row, share, json_number(r->share))
COLUMN_TEXT(coach_row, add_words, "%s", r->words)
COLUMN_TEXT(coach_row, add_decisions, "%s", show_count(r->loss->n).text)
COLUMN_TEXT(coach_row, add_share, "%.0f", 100 * r->share)
COLUMN_ADD(coach_row, add_loss, coach_add_loss(r->loss, r->has_interval, 4, out))

const struct column coach_columns[] = {
	{.key = "kind", .title = "mistake", .value = kind, .add_text = add_words, .is_left = true},
	{.key = "decisions", .title = "decisions", .value = decisions, .add_text = add_decisions},
	{.key = "loss", .title = "loss a game", .value = loss, .add_text = add_loss},
	{.key = "half", .value = half},
	{.key = "share", .title = "%", .value = share, .add_text = add_share},
};
const int n_coach_columns = sizeof coach_columns / sizeof *coach_columns;

int coach_rows(const struct coach_report *report, struct coach_row *rows)
{
	const struct sums *sums = report->sums;
	int n = 0;
	for (; n < sums->n_kinds; n++) {
		const struct mistake_kind *kind_of = &mistake_kinds[sums->order[n]];
		const struct loss *of = &sums->of[sums->order[n]];
		double share_of = sums->all.mean > 0 ? of->mean / sums->all.mean : 0;
		rows[n] = (struct coach_row){kind_of->key, kind_of->words, kind_of->means, of, share_of, sums->has_intervals};
	}
	rows[n++] = (struct coach_row){"all", "all mistakes", "", &sums->all, sums->all.mean > 0, sums->has_intervals};
	return n;
}

/* ---- CSV and JSON --------------------------------------------------------------------------- */

void coach_add_csv(const struct coach_report *report, struct str *out)
{
	struct coach_row rows[MISTAKE_COUNT];
	int n = coach_rows(report, rows);
	columns_add_csv_titles(coach_columns, n_coach_columns, out);
	for (int i = 0; i < n; i++)
		columns_add_csv(coach_columns, n_coach_columns, &rows[i], out);
}

static json_t *bids_of(const struct coach_report *report, const struct decision *decision)
{
	const uint8_t *bids = decision_bids(report->decisions, decision);
	struct subgame game = subgame_of_rules(report->rules, decision->n_dice[0], decision->n_dice[1]);
	json_t *list = json_array();
	for (int i = 0; i < decision->n_bids; i++)
		json_array_append_new(list, json_integer(subgame_play(&game, bids[i])));
	return list;
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
			 "game", (json_int_t)decision->game + 1, "hand", decision->hand + 1, "times", (json_int_t)costly->n,
			 "kind", mistake_kinds[finding->kind].key, "dice", dice_of(decision),
			 "opponent_dice", decision->n_dice[!decision->player], "bids", bids_of(report, decision),
			 "play", decision->play, "better", finding->best_play, "value", finding->made, "better_value", finding->best,
			 "loss", finding_loss(finding), "error", finding->error, "is_exact", finding->is_exact);
}

static json_t *half_of(const struct sums *sums, const struct loss *loss)
{
	return sums->has_intervals ? json_real(loss->half) : json_null();
}

json_t *coach_json(const struct coach_report *report)
{
	AUTO_STR struct str rules = {0};
	const struct sums *sums = report->sums;
	struct coach_row rows[MISTAKE_COUNT];
	json_t *kinds = json_array(), *positions = json_array();
	int n = coach_rows(report, rows);
	rules_to_text(report->rules, &rules);
	for (int i = 0; i + 1 < n; i++)
		json_array_append_new(kinds, columns_json(coach_columns, n_coach_columns, &rows[i]));
	for (size_t i = 0; i < report->n_costliest; i++)
		json_array_append_new(positions, position_of(report, &report->costliest[i]));
	return json_pack("{s:o, s:s, s:I, s:I, s:I, s:I, s:f, s:f, s:o, s:f, s:o, s:o, s:o}",
			 "robot", json_clean(report->robot), "rules", rules.text, "games_of_robot", (json_int_t)report->n_games,
			 "games", (json_int_t)report->decisions->n_games, "decisions", (json_int_t)report->decisions->n,
			 "exact", (json_int_t)sums->n_exact, "mean_error", sums->error,
			 "loss", sums->all.mean, "half", half_of(sums, &sums->all), "net", sums->net.mean,
			 "net_half", half_of(sums, &sums->net), "kinds", kinds, "costliest", positions);
}
