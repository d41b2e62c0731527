/* analysis_json.c - the analysis of a robot as JSON, with the counts behind each number of the table, and as texts for
 * a page. */
#include <math.h>

#include "base/json.h"
#include "output/analysis_forms.h"
#include "output/columns.h"

/* Returns the calibration. `seen` has, for each tenth, the share of bids that were true. */
static json_t *calibration(const struct calibration *of, const struct ratio *seen)
{
	struct calibration_score score = calibration_score(of);
	json_t *bins = JSON_LIST(i, CALIBRATION_BINS, json_pack("{s:f, s:f, s:f, s:o}",
		"from", i / (double)CALIBRATION_BINS, "to", (i + 1) / (double)CALIBRATION_BINS,
		"predicted", calibration_bin(of, i).predicted, "true", analysis_share_json(&seen[i])));
	return json_pack("{s:I, s:f, s:f, s:f, s:f, s:f, s:o}", "count", (json_int_t)score.count, "brier", score.brier,
			 "reliability", score.reliability, "resolution", score.resolution,
			 "uncertainty", score.uncertainty, "bias", score.bias, "bins", bins);
}

static json_t *with_statistics(json_t *object, const struct analysis_statistic *list, const struct ratio *part)
{
	for (; list->key || list->label; list++)
		if (list->key)
			json_object_set_new(object, list->key, analysis_share_json(&part[list->part]));
	return object;
}

static json_t *calls_of(const struct ratio *part)
{
	const struct ratio *precision = &part[ANALYSIS_PRECISION], *recall = &part[ANALYSIS_RECALL];
	uint64_t right = precision->hits, relevant = precision->trials + recall->trials;
	json_t *calls = json_pack("{s:I, s:I, s:I, s:I, s:f}", "called_false", (json_int_t)right,
				  "called_true", (json_int_t)(precision->trials - right), "passed_false",
				  (json_int_t)(recall->trials - right), "passed_true",
				  (json_int_t)(part[ANALYSIS_ACCURACY].hits - right),
				  "f1", relevant ? 2 * (double)right / (double)relevant : 0.0);
	return with_statistics(calls, analysis_calls, part);
}

json_t *analysis_json(const struct analysis_report *report)
{
	const struct analysis *a = report->analysis;
	AUTO_STR struct str rules = rules_text(&report->info->rules);
	double worth = analysis_wins_worth(&a->wins);
	json_t *baseline = !report->baseline ? json_null()
					     : json_pack("{s:o, s:o, s:o}", "robot", json_clean(report->baseline),
		"wins", analysis_interval_json(interval_of_shares(&report->replacement->wins)),
		"ahead", analysis_interval_json(replacement_ahead(report->replacement)));
	json_t *bids = json_pack("{s:I}", "bids", (json_int_t)a->part[ANALYSIS_FALSE].trials);
	json_t *all = json_pack("{s:o, s:o, s:o, s:i, s:I, s:I, s:f}", "robot",
		json_clean(report->info->robots[a->robot].label), "rules", json_clean(rules.text), "seed",
		json_clean(report->info->seed), "seats", a->n_seats, "games_of_robot",
		(json_int_t)(report->sample->n_games + report->sample->n_left_out), "games", (json_int_t)a->games,
			"fair", analysis_fair(a));
	json_add(all, "{s:o, s:o, s:o, s:o, s:o, s:o, s:{s:o, s:o}}",
		"wins", analysis_interval_json(analysis_wins_interval(&a->wins)),
		"worth", worth > 0 ? json_number(worth) : json_null(), "baseline", baseline,
		"bids", with_statistics(bids, analysis_bids, a->part),
		"calls", calls_of(a->part), "exact", analysis_share_json(&a->part[ANALYSIS_EXACT]),
		"calibration", "called", calibration(&a->called, &a->part[ANALYSIS_CALLED_TRUE]),
		"passed", calibration(&a->passed, &a->part[ANALYSIS_PASSED_TRUE]));
	json_add(all, "{s:o, s:o, s:o, s:o, s:o, s:I, s:o}", "by_seat", analysis_list_json(report, ANALYSIS_SEATS),
		"by_neighbour", analysis_list_json(report, ANALYSIS_NEIGHBOURS),
		"by_game", analysis_list_json(report, ANALYSIS_GAMES),
		"by_time", analysis_list_json(report, ANALYSIS_TIMES),
		"by_dice", analysis_list_json(report, ANALYSIS_DICE),
		"hands", (json_int_t)a->hands, "losses", analysis_list_json(report, ANALYSIS_LOSSES));
	if (report->worst->n_wanted)
		json_object_set_new(all, "worst", analysis_list_json(report, ANALYSIS_WORST));
	json_add(all, "{s:I, s:I, s:I}", "asks", (json_int_t)a->asks, "illegal", (json_int_t)a->illegal, "faults",
		(json_int_t)a->faults);
	if (report->cpu_us_per_ask >= 0)
		json_object_set_new(all, "cpu_us_per_ask", json_number(report->cpu_us_per_ask));
	const struct ask_spread *spread = &report->spread;
	if (spread->n)
		json_object_set_new(all, "cpu_us", json_pack("{s:i, s:f, s:f, s:f}", "asks", spread->n, "median",
			(double)spread->median_ns / 1000, "p99", (double)spread->p99_ns / 1000, "longest",
			(double)spread->longest_ns / 1000));
	return all;
}

enum { WITH_BASELINE = 1 };

static void add_share(const struct analysis_report *report, int part, struct str *out)
{
	const struct ratio *ratio = &report->analysis->part[part];
	struct interval share = ratio_interval(ratio);
	if (ratio->trials)
		str_addf(out, ANALYSIS_PERCENT " (%.1f\u00a0to\u00a0%.1f)", 100 * share.mean, 100 * share.low,
			 100 * share.high);
	else
		str_add(out, ANALYSIS_NOTHING);
}

COLUMN_ADD(analysis_report, add_false, add_share(r, ANALYSIS_FALSE, out))
COLUMN_ADD(analysis_report, add_caught, add_share(r, ANALYSIS_CAUGHT, out))
COLUMN_ADD(analysis_report, add_precision, add_share(r, ANALYSIS_PRECISION, out))
COLUMN_ADD(analysis_report, add_recall, add_share(r, ANALYSIS_RECALL, out))
COLUMN_VALUE(analysis_report, robot, json_clean(r->info->robots[r->analysis->robot].label))
COLUMN_VALUE(analysis_report, games, json_integer((json_int_t)r->analysis->games))

/* Adds a share as percentage points, with a minus sign instead of a hyphen. */
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
	json_t *row = columns_row_texts(COLUMNS(summary_columns), shown, report);
	return columns_table_texts(COLUMNS(summary_columns), shown, json_pack("[o]", row));
}

json_t *analysis_page_tables(const struct analysis_report *report)
{
	return json_pack("{s:o, s:o, s:o}", "summary", summary(report), "losses",
		analysis_list_texts(report, ANALYSIS_LOSSES), "worst", analysis_list_texts(report, ANALYSIS_WORST));
}
