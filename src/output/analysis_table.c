/* analysis_table.c - the analysis of a robot as text: one number in each line, with its meaning. */
#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"
#include "game/game.h"
#include "output/analysis_forms.h"
#include "output/show.h"

enum { LABEL = 15 };

/* Adds "  precision        81.25 %  of its calls were right": the value with its unit, then the words. */
static void line(struct str *out, const char *label, const char *unit, double value, const char *words, ...)
	__attribute__((format(printf, 5, 6)));
static void line(struct str *out, const char *label, const char *unit, double value, const char *words, ...)
{
	char text[200];
	va_list args;
	va_start(args, words);
	vsnprintf(text, sizeof text, words, args);
	va_end(args);
	bool is_share = *unit == '%';
	str_addf(out, "  %-*s %9.*f%-2s  %s\n", LABEL, label, is_share ? 2 : 4, value, is_share ? " %" : "", text);
}

/* Adds "81.25 % of its calls were right (78.10 to 84.02; 325 of 400)", or nothing without trials. */
static void share_line(struct str *out, const char *label, const struct ratio *ratio, const char *words)
{
	struct interval share = ratio_interval(ratio);
	if (!ratio->trials)
		str_addf(out, "  %-*s %9s    %s\n", LABEL, label, "-", words);
	else
		line(out, label, "%", 100 * share.mean, "%s (%.2f to %.2f; %" PRIu64 " of %" PRIu64 ")", words,
		     100 * share.low, 100 * share.high, ratio->hits, ratio->trials);
}

static void add_score(const struct analysis_report *report, bool has_colour, struct str *out)
{
	const struct analysis *a = report->analysis;
	struct interval wins = analysis_wins_interval(&a->wins);
	double worth = analysis_wins_worth(&a->wins);
	show_add_heading(out, has_colour, "Score");
	line(out, "wins", "%", 100 * wins.mean, "of its games (%.2f to %.2f, over matches); its fair share is %.2f %%",
	     100 * wins.low, 100 * wins.high, 100 * analysis_fair(a));
	if (worth > 0)
		line(out, "worth", "1", worth, "independent games carry as much information as one of these, with each "
		     "deal from every seat");
	if (report->baseline) {
		struct interval ahead = replacement_ahead(report->replacement);
		AUTO_STR struct str name = text_cleaned(report->baseline);
		line(out, "ahead", "%", 100 * ahead.mean,
		     "of wins, compared with %s in its place, same dice, same opponents "
		     "(%.2f to %.2f)", name.text, 100 * ahead.low, 100 * ahead.high);
	}
	if (report->cpu_us_per_ask >= 0)
		line(out, "thinks", "us", report->cpu_us_per_ask, "microseconds of CPU time per ask, in the run");
	if (report->spread.n) {
		str_addf(out, "  %d of them, one by one: ", report->spread.n);
		ask_spread_add(&report->spread, out);
		str_add(out, "\n");
	}
}

const struct analysis_statistic analysis_bids[] = {
	{ANALYSIS_FALSE, "false", "false", "of its bids were false, given all dice", ANALYSIS_ALWAYS},
	{ANALYSIS_UNLIKELY, "unlikely", "unlikely", "were less likely true than not, given its own dice",
		ANALYSIS_WITH_DICE},
	{ANALYSIS_UNBACKED, "unbacked", "unbacked", "had no support in its own dice", ANALYSIS_WITH_DICE},
	{ANALYSIS_CALLED, "called", "called", "were called by another player", ANALYSIS_ALWAYS},
	{ANALYSIS_CAUGHT, "caught", "caught", "of the false ones were called", ANALYSIS_ALWAYS},
	{0},
};

const struct analysis_statistic analysis_calls[] = {
	{ANALYSIS_RATE, "rate", "calls", "of the bids it could call were called", ANALYSIS_ALWAYS},
	{ANALYSIS_PRECISION, "precision", "precision", "of its calls were right", ANALYSIS_ALWAYS},
	{ANALYSIS_RECALL, "recall", "recall", "of the false bids it could call were called", ANALYSIS_ALWAYS},
	{ANALYSIS_ACCURACY, "accuracy", NULL, NULL, ANALYSIS_ALWAYS},
	{ANALYSIS_EXACT, NULL, "exact", "of its \"exact\" were right", ANALYSIS_WITH_TRIALS},
	{0},
};

static void add_statistics(const struct analysis_report *report, const struct analysis_statistic *list, struct str *out)
{
	for (; list->key || list->label; list++) {
		const struct ratio *ratio = &report->analysis->part[list->part];
		if (list->label && (list->line != ANALYSIS_WITH_DICE || report->info->rules.family->counts_dice) &&
		    (list->line != ANALYSIS_WITH_TRIALS || ratio->trials))
			share_line(out, list->label, ratio, list->words);
	}
}

static void add_expected(const struct analysis *a, struct str *out)
{
	struct calibration_score score = calibration_score(&a->called);
	double predicted = 0;
	for (int i = 0; i < CALIBRATION_BINS; i++)
		predicted += exact_value(&a->called.predicted[i]);
	if (!score.count)
		return;
	line(out, "expected", "%", 100 * predicted / (double)score.count,
	     "is the mean chance of the bids it called, given its own dice; %.2f %% of them were true",
	     100 * (predicted / (double)score.count - score.bias));
	line(out, "Brier", "1", score.brier, "is the mean square of that error; 0 is best, 0.25 a coin");
}

static bool are_dice_lost(const struct analysis *a)
{
	int n_rows = 0;
	for (int n = 1; n <= GAME_MAX_DICE; n++)
		n_rows += a->part[ANALYSIS_LOST + n].trials > 0;
	return n_rows > 1;
}

void analysis_add_table(const struct analysis_report *report, bool has_colour, struct str *out)
{
	const struct analysis *a = report->analysis;
	text_add_clean(out, report->info->robots[a->robot].label);
	str_addf(out, " in %" PRIu64 " of its %" PRIu64 " games of %s, tables of ", a->games,
		 report->sample->n_games + report->sample->n_left_out, report->info->rules.name);
	if (analysis_fewest_seats(a) < a->n_seats)
		str_addf(out, "%d to ", analysis_fewest_seats(a));
	str_addf(out, "%d\n", a->n_seats);
	add_score(report, has_colour, out);
	show_add_heading(out, has_colour, "Bids");
	add_statistics(report, analysis_bids, out);
	show_add_heading(out, has_colour, "Calls");
	add_statistics(report, analysis_calls, out);
	add_expected(a, out);
	analysis_add_list(report, ANALYSIS_TENTHS, has_colour, out);
	analysis_add_list(report, ANALYSIS_SEATS, has_colour, out);
	analysis_add_list(report, ANALYSIS_NEIGHBOURS, has_colour, out);
	analysis_add_list(report, ANALYSIS_GAMES, has_colour, out);
	if (are_dice_lost(a))
		analysis_add_list(report, ANALYSIS_DICE, has_colour, out);
	analysis_add_list(report, ANALYSIS_LOSSES, has_colour, out);
	str_addf(out, "%" PRIu64 " hands in all; %" PRIu64 " turns, %" PRIu64 " of them illegal, %" PRIu64
		 " without an answer.\n", a->hands, a->asks, a->illegal, a->faults);
}

void analysis_add_worst(const struct analysis_report *report, const char *run, bool has_colour, struct str *out)
{
	if (!report->worst->n)
		return;
	str_add(out, "\n");
	show_add_styled(out, has_colour, SHOW_BOLD, "Losses worth looking at");
	str_add(out, " (chances by the robot's own dice)\n");
	for (int i = 0; i < report->worst->n; i++) {
		const struct worst_loss *loss = &report->worst->list[i];
		AUTO_STR struct str words = {0};
		game_play_words(&report->info->rules, loss->bid, &words);
		str_addf(out, "  %s %s, true with %.1f%%", loss->is_call ? "called" : "bid", words.text,
			 100 * loss->chance);
		if (!loss->is_call && loss->right >= 0)
			str_addf(out, ", where a call was right with %.1f%%", 100 * loss->right);
		str_addf(out, ": hand %d of arena replay %s %" PRIu64 "\n", loss->hand + 1, run, loss->game + 1);
	}
}
