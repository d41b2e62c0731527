/* analysis_json.c - what a robot did, as JSON. Every number of the table, and what it was made of. */
#include "cli/analysis_forms.h"
#include "store/json.h"

const char *const analysis_causes[CAUSE_COUNT + 1] = {
	[CAUSE_OWN_BID] = "own_bid_called",
	[CAUSE_OWN_CALL] = "own_call_wrong",
	[CAUSE_OWN_EXACT] = "own_exact_wrong",
	[CAUSE_OTHERS_EXACT] = "others_exact_right",
	[CAUSE_ILLEGAL] = "illegal",
	[CAUSE_FAULT] = "fault",
	[CAUSE_COUNT] = "none",
};

struct interval analysis_wins_interval(const struct analysis_wins *wins)
{
	return interval_of_blocks(wins->games, exact_value(&wins->sum), exact_value(&wins->squares));
}

/* Moved into [0, 1] and back. */
struct interval analysis_ahead_interval(const struct analysis_wins *wins)
{
	double n = (double)wins->games, sum = exact_value(&wins->sum), squares = exact_value(&wins->squares);
	struct interval moved = interval_of_blocks(wins->games, (sum + n) / 2, (squares + 2 * sum + n) / 4);
	return (struct interval){2 * moved.mean - 1, 2 * moved.low - 1, 2 * moved.high - 1};
}

static json_t *interval(struct interval of)
{
	return json_pack("{s:f, s:f, s:f}", "mean", of.mean, "low", of.low, "high", of.high);
}

static json_t *share(uint64_t hits, uint64_t trials)
{
	struct share of = share_of(hits, trials);
	return json_pack("{s:I, s:I, s:f, s:f, s:f}", "hits", (json_int_t)hits, "trials", (json_int_t)trials, "value", of.value,
			 "low", of.low, "high", of.high);
}

static json_t *calibration(const struct calibration *of)
{
	struct calibration_score score = calibration_score(of);
	json_t *bins = json_array();
	for (int i = 0; i < CALIBRATION_BINS; i++) {
		struct calibration_bin bin = calibration_bin(of, i);
		json_array_append_new(bins, json_pack("{s:f, s:f, s:f, s:o}", "from", i / (double)CALIBRATION_BINS, "to",
			(i + 1) / (double)CALIBRATION_BINS, "predicted", bin.predicted, "true",
			share(bin.seen.hits, bin.seen.trials)));
	}
	return json_pack("{s:I, s:f, s:f, s:f, s:f, s:f, s:o}", "count", (json_int_t)score.count, "brier", score.brier,
			 "reliability", score.reliability, "resolution", score.resolution, "uncertainty", score.uncertainty,
			 "bias", score.bias, "bins", bins);
}

static json_t *luck_of(const struct analysis_report *report)
{
	const struct luck *luck = report->luck;
	struct control_estimate games = control_adjust(&luck->games, 1.0 / report->analysis->n_seats);
	return json_pack("{s:o, s:f, s:o, s:o, s:f, s:f, s:f, s:o, s:o}", "baseline", json_clean(report->baseline),
			 "shadow_wins", analysis_wins_interval(&luck->shadow).mean, "plain", interval(games.plain),
			 "adjusted", interval(games.adjusted), "slope", games.slope, "correlation", games.correlation,
			 "variance_ratio", games.saved, "replacement", interval(analysis_wins_interval(&luck->replaced)),
			 "ahead", interval(analysis_ahead_interval(&luck->ahead)));
}

static json_t *bids_of(const struct analysis_bids *bids)
{
	return json_pack("{s:I, s:o, s:o, s:o, s:o, s:o}", "bids", (json_int_t)bids->bids, "false",
			 share(bids->false_ones, bids->bids), "unlikely", share(bids->unlikely, bids->bids), "unbacked",
			 share(bids->unbacked, bids->bids), "called", share(bids->called, bids->bids), "caught",
			 share(bids->caught, bids->false_ones));
}

static json_t *calls_of(const struct calls *calls)
{
	struct calls_summary summary = calls_summary(calls);
	return json_pack("{s:I, s:I, s:I, s:I, s:o, s:o, s:o, s:o, s:f}", "called_false", (json_int_t)calls->called_false,
			 "called_true", (json_int_t)calls->called_true, "passed_false", (json_int_t)calls->passed_false,
			 "passed_true", (json_int_t)calls->passed_true,
			 "precision", share(summary.precision.hits, summary.precision.trials),
			 "recall", share(summary.recall.hits, summary.recall.trials),
			 "accuracy", share(summary.accuracy.hits, summary.accuracy.trials),
			 "rate", share(summary.rate.hits, summary.rate.trials), "f1", summary.f1);
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
		const struct analysis_dice *dice = &analysis->by_dice[n];
		if (dice->hands)
			json_array_append_new(list, json_pack("{s:i, s:o, s:f}", "dice", n, "lost", share(dice->lost, dice->hands),
				"wins", exact_value(&dice->wins) / (double)dice->hands));
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
	json_object_set_new(all, "wins", interval(analysis_wins_interval(&a->blocks)));
	json_object_set_new(all, "luck", report->baseline ? luck_of(report) : json_null());
	json_object_set_new(all, "bids", bids_of(&a->bids));
	json_object_set_new(all, "calls", calls_of(&a->calls));
	json_object_set_new(all, "exact", share(a->exact_right, a->exact));
	json_object_set_new(all, "calibration", json_pack("{s:o, s:o}", "called", calibration(&a->called), "passed",
							  calibration(&a->passed)));
	json_object_set_new(all, "by_seat", seats_of(a));
	json_object_set_new(all, "by_dice", dice_of(a));
	json_object_set_new(all, "hands", json_integer((json_int_t)a->hands));
	json_object_set_new(all, "losses", losses_of(report));
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
