/* coach_table.c - what the mistakes of a robot cost, for people (coach_forms.h). */
#include <math.h>

#include "output/coach_forms.h"
#include "output/show.h"

/* "prober loses 0.031 ± 0.004 wins a game by its decisions; 61 % of it by calling too early." */
static void add_total(const struct coach_report *report, bool has_colour, struct str *out)
{
	const struct sums *sums = report->sums;
	AUTO_STR struct str text = {0};
	text_add_clean(&text, report->robot);
	if (!sums->n_kinds) {
		str_add(&text, " makes no mistake in these games.");
	} else {
		str_add(&text, " loses ");
		coach_add_loss(&sums->all, sums->has_intervals, 3, &text);
		str_addf(&text, " wins a game by its decisions;\n%.0f %% of it by %s.",
			 100 * sums->of[sums->order[0]].mean / sums->all.mean,
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
	str_addf(out, "%s %s valued exactly by solved hands, ", show_count(sums->n_exact).text, sums->n_exact == 1 ? "is" : "are");
	str_addf(out, "%s by a model of a strong player.\n", show_count(decisions->n - sums->n_exact).text);
	const struct loss net = {.mean = fabs(sums->net.mean), .half = sums->net.half};
	str_add(out, "In its place that player would win ");
	coach_add_loss(&net, sums->has_intervals, 3, out);
	str_addf(out, " %s a game, by all decisions.\n"
		"The opponent in these numbers plays well too, whoever sat there (docs/coach.md).\n", sums->net.mean < 0 ? "less" : "more");
	if (!sums->has_intervals)
		str_addf(out, "With fewer than %d matches no ± is given.\n", SUMS_LEAST_MATCHES);
	str_add(out, "\n");
}

static void add_kinds(const struct coach_report *report, bool has_colour, struct str *out)
{
	AUTO_TABLE struct table table = {0};
	struct coach_row rows[MISTAKE_COUNT];
	int n = coach_rows(report, rows);
	columns_add_titles(coach_columns, n_coach_columns, 0, &table);
	for (int i = 0; i < n; i++)
		columns_add_row(coach_columns, n_coach_columns, 0, &rows[i], &table);
	table_text(&table, has_colour, out);
	str_add(out, "\n");
	for (int i = 0; i + 1 < n; i++) {
		AUTO_STR struct str words = {0};
		str_addf(&words, "%s:", rows[i].words);
		str_addf(out, "  %-20s %s\n", words.text, rows[i].means);
	}
}

void coach_add_play(const struct coach_report *report, int play, struct str *out)
{
	if (play == PLAY_CALL)
		str_add(out, "call");
	else
		game_play_words(report->rules, play, out);
}

void coach_add_answer(const struct coach_report *report, const struct decision *decision, struct str *out)
{
	if (decision->verdict != VERDICT_OK)
		str_add(out, mistake_kinds[decision->finding.kind].means);
	else
		coach_add_play(report, decision->play, out);
}

void coach_add_dice(const struct decision *decision, struct str *out)
{
	const char *gap = "";
	for (int face = 1; face <= GAME_MAX_FACES; face++)
		for (int i = 0; i < decision->count[face]; i++, gap = " ")
			str_addf(out, "%s%d", gap, face);
}

/* The last bids, the others as dots: a line of 80 columns has room for them. */
void coach_add_bids(const struct coach_report *report, const struct decision *decision, struct str *out)
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
		coach_add_play(report, subgame_play(&game, bids[i]), out);
	}
}

static void add_position(const struct coach_report *report, size_t number, struct str *out)
{
	const struct costly *costly = &report->costliest[number];
	const struct decision *decision = &report->decisions->list[costly->decision];
	const struct finding *finding = &decision->finding;
	AUTO_STR struct str dice = {0}, bids = {0}, made = {0}, better = {0};
	int n_other = decision->n_dice[!decision->player];
	coach_add_dice(decision, &dice);
	coach_add_bids(report, decision, &bids);
	coach_add_answer(report, decision, &made);
	coach_add_play(report, finding->best_play, &better);
	str_addf(out, "\n%3zu. loses %.3f by %s", number + 1, finding_loss(finding), mistake_kinds[finding->kind].words);
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
