/* analysis_json.c - what a robot did, as JSON: every number of the table, and the counts behind it. */
#include "base/json.h"
#include "output/analysis_forms.h"

const char *const analysis_causes[CAUSE_COUNT + 1] = {
	[CAUSE_OWN_BID] = "own_bid_called",
	[CAUSE_OWN_CALL] = "own_call_wrong",
	[CAUSE_OWN_EXACT] = "own_exact_wrong",
	[CAUSE_OTHERS_EXACT] = "others_exact_right",
	[CAUSE_ILLEGAL] = "illegal",
	[CAUSE_FAULT] = "fault",
	[CAUSE_COUNT] = "none",
};

static json_t *interval(struct interval of)
{
	return json_pack("{s:f, s:f, s:f}", "mean", of.mean, "low", of.low, "high", of.high);
}

static json_t *share(const struct ratio *of)
{
	struct interval interval = ratio_interval(of);
	return json_pack("{s:I, s:I, s:f, s:f, s:f}", "hits", (json_int_t)of->hits, "trials", (json_int_t)of->trials, "value",
			 interval.mean, "low", interval.low, "high", interval.high);
}

/* seen: of its tenths. */
static json_t *calibration(const struct calibration *of, const struct ratio *seen)
{
	struct calibration_score score = calibration_score(of);
	json_t *bins = json_array();
	for (int i = 0; i < CALIBRATION_BINS; i++)
		json_array_append_new(bins, json_pack("{s:f, s:f, s:f, s:o}", "from", i / (double)CALIBRATION_BINS, "to",
			(i + 1) / (double)CALIBRATION_BINS, "predicted", calibration_bin(of, i).predicted, "true",
			share(&seen[i])));
	return json_pack("{s:I, s:f, s:f, s:f, s:f, s:f, s:o}", "count", (json_int_t)score.count, "brier", score.brier,
			 "reliability", score.reliability, "resolution", score.resolution, "uncertainty", score.uncertainty,
			 "bias", score.bias, "bins", bins);
}

static json_t *baseline_of(const struct analysis_report *report)
{
	return json_pack("{s:o, s:o, s:o}", "robot", json_clean(report->baseline), "wins",
			 interval(interval_of_shares(&report->replacement->wins)), "ahead",
			 interval(replacement_ahead(report->replacement)));
}

static json_t *worth_of(const struct analysis_wins *wins)
{
	double worth = analysis_wins_worth(wins);
	return worth > 0 ? json_real(worth) : json_null();
}

static json_t *bids_of(const struct ratio *part)
{
	return json_pack("{s:I, s:o, s:o, s:o, s:o, s:o}", "bids", (json_int_t)part[ANALYSIS_FALSE].trials, "false",
			 share(&part[ANALYSIS_FALSE]), "unlikely", share(&part[ANALYSIS_UNLIKELY]), "unbacked",
			 share(&part[ANALYSIS_UNBACKED]), "called", share(&part[ANALYSIS_CALLED]), "caught",
			 share(&part[ANALYSIS_CAUGHT]));
}

static json_t *calls_of(const struct ratio *part)
{
	const struct ratio *precision = &part[ANALYSIS_PRECISION], *recall = &part[ANALYSIS_RECALL];
	uint64_t right = precision->hits, relevant = precision->trials + recall->trials;
	return json_pack("{s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:f}", "called_false", (json_int_t)right,
			 "called_true", (json_int_t)(precision->trials - right), "passed_false",
			 (json_int_t)(recall->trials - right), "passed_true",
			 (json_int_t)(part[ANALYSIS_ACCURACY].hits - right), "precision", share(precision), "recall",
			 share(recall), "accuracy", share(&part[ANALYSIS_ACCURACY]), "rate", share(&part[ANALYSIS_RATE]),
			 "f1", relevant ? 2 * (double)right / (double)relevant : 0.0);
}

static json_t *seats_of(const struct analysis *analysis)
{
	json_t *list = json_array();
	for (int seat = 0; seat < analysis->n_seats; seat++)
		json_array_append_new(list, json_pack("{s:i, s:I, s:o}", "seat", seat, "games",
			(json_int_t)analysis->by_seat[seat].games, "wins",
			interval(analysis_wins_interval(&analysis->by_seat[seat]))));
	return list;
}

static json_t *dice_of(const struct analysis *analysis)
{
	json_t *list = json_array();
	for (int n = GAME_MAX_DICE; n >= 1; n--) {
		const struct ratio *lost = &analysis->part[ANALYSIS_LOST + n];
		if (lost->trials)
			json_array_append_new(list, json_pack("{s:i, s:o, s:f}", "dice", n, "lost", share(lost), "wins",
				exact_value(&analysis->wins_from[n]) / (double)lost->trials));
	}
	return list;
}

static json_t *losses_of(const struct analysis_report *report)
{
	const struct analysis *analysis = report->analysis;
	bool has_last_hand = analysis_has_last_hand(&report->info->rules);
	json_t *list = json_array();
	for (int cause = 0; cause <= CAUSE_COUNT; cause++)
		json_array_append_new(list, json_pack("{s:s, s:I, s:o}", "cause", analysis_causes[cause], "hands",
			(json_int_t)(cause < CAUSE_COUNT ? analysis->lost[cause] : 0), "games",
			has_last_hand ? json_integer((json_int_t)analysis->games_lost[cause]) : json_null()));
	return list;
}

json_t *analysis_json(const struct analysis_report *report)
{
	const struct analysis *a = report->analysis;
	AUTO_STR struct str rules = {0};
	rules_to_text(&report->info->rules, &rules);
	json_t *all = json_pack("{s:o, s:o, s:o, s:i, s:I, s:I, s:f}", "robot",
		json_clean(report->info->robots[a->robot].label), "rules", json_clean(rules.text), "seed",
		json_clean(report->info->seed), "seats", a->n_seats, "games_of_robot", (json_int_t)report->sample->n_games,
		"games", (json_int_t)a->games, "fair", 1.0 / a->n_seats);
	json_object_set_new(all, "wins", interval(analysis_wins_interval(&a->wins)));
	json_object_set_new(all, "worth", worth_of(&a->wins));
	json_object_set_new(all, "baseline", report->baseline ? baseline_of(report) : json_null());
	json_object_set_new(all, "bids", bids_of(a->part));
	json_object_set_new(all, "calls", calls_of(a->part));
	json_object_set_new(all, "exact", share(&a->part[ANALYSIS_EXACT]));
	json_object_set_new(all, "calibration", json_pack("{s:o, s:o}", "called",
		calibration(&a->called, &a->part[ANALYSIS_CALLED_TRUE]), "passed",
		calibration(&a->passed, &a->part[ANALYSIS_PASSED_TRUE])));
	json_object_set_new(all, "by_seat", seats_of(a));
	json_object_set_new(all, "by_dice", dice_of(a));
	json_object_set_new(all, "hands", json_integer((json_int_t)a->hands));
	json_object_set_new(all, "losses", losses_of(report));
	if (report->worst->n_wanted)
		json_object_set_new(all, "worst", analysis_worst_json(report));
	json_object_set_new(all, "asks", json_integer((json_int_t)a->asks));
	json_object_set_new(all, "illegal", json_integer((json_int_t)a->illegal));
	json_object_set_new(all, "faults", json_integer((json_int_t)a->faults));
	if (report->cpu_us_per_ask >= 0)
		json_object_set_new(all, "cpu_us_per_ask", json_real(report->cpu_us_per_ask));
	const struct ask_spread *spread = &report->spread;
	if (spread->n)
		json_object_set_new(all, "cpu_us", json_pack("{s:i, s:f, s:f, s:f}", "asks", spread->n, "median",
			(double)spread->median_ns / 1000, "p99", (double)spread->p99_ns / 1000, "longest",
			(double)spread->longest_ns / 1000));
	return all;
}
