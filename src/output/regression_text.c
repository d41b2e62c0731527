/* regression_text.c - the verdict of a regression test as text, JSON and JUnit. */
#include <jansson.h>
#include <math.h>

#include "base/json.h"
#include "output/show.h"
#include "standings/regress.h"

static const char *const verdict_names[] = {
	[REGRESS_UNDECIDED] = "undecided", [REGRESS_PASS] = "pass", [REGRESS_WORSE] = "regression",
	[REGRESS_NO_DIFFERENCE] = "no difference", [REGRESS_FAILED] = "robot failed",
};

/* Returns false if there is no effect to print, because there are no games or no differences. */
static bool has_effect(const struct regress *regress)
{
	return regress->values.n && regress_verdict(regress) != REGRESS_NO_DIFFERENCE;
}

static const char *model_name(const struct regress *regress)
{
	static const char *const names[] = {[SPRT_LOGISTIC] = "logistic", [SPRT_NORMALIZED] = "normalized"};
	return !regress->is_field ? names[regress->sprt.test.model] : regress->by_places ? "places" : "wins";
}

static const char *correction(const struct regress *regress)
{
	return regress->sprt.is_far ? "" : ", corrected for the stop";
}

/* Adds "Elo +3.1 (95%: -0.5 to +6.7, corrected for the stop); score 50.45%" */
static void add_elo(const struct regress *regress, const struct sprt_estimate *e, struct str *out)
{
	struct elo_estimate plain = elo_of_shares(&regress->values);
	if (plain.bound == ELO_AT_LEAST)
		str_addf(out, "Elo >= %+.1f (95%%)", e->low);
	else if (plain.bound == ELO_AT_MOST)
		str_addf(out, "Elo <= %+.1f (95%%)", e->high);
	else
		str_addf(out, "Elo %+.1f (95%%: %+.1f to %+.1f%s)", e->effect, e->low, e->high, correction(regress));
	str_addf(out, "; score %.2f%%", 100 * plain.score.mean);
}

/* Adds "Win rate +1.20 points (95%: -0.30 to +2.70, corrected for the stop), score +0.90 points" */
static void add_differences(const struct regress *regress, const struct sprt_estimate *e, struct str *out)
{
	static const char *const names[] = {"win rate", "score"};
	str_addf(out, "%s %+.2f points (95%%: %+.2f to %+.2f%s), %s %+.2f points",
		 regress->by_places ? "Score" : "Win rate", 100 * e->effect, 100 * e->low, 100 * e->high,
		 correction(regress), names[!regress->by_places], 100 * (2 * histogram_mean(&regress->others) - 1));
}

/* Adds "v2 is not worse than v1 by 5 Elo". */
static void add_comparison(const struct regress *regress, const char *how, double elo, struct str *out)
{
	str_addf(out, "%s is %s than %s", regress->new_side.label, how, regress->old_side.label);
	if (elo > 0)
		str_addf(out, " by %g Elo", elo);
}

/* Adds "v2: 0 timeouts, 1 crash". */
static void add_failures(const char *who, const struct tally *tally, struct str *out)
{
	str_addf(out, "%s: %" PRIu64 " timeout%s, %" PRIu64 " crash%s", who, tally->timeouts,
		 tally->timeouts == 1 ? "" : "s", tally->crashes, tally->crashes == 1 ? "" : "es");
}

static void add_reason(const struct regress *regress, struct str *out)
{
	switch (regress_verdict(regress)) {
	case REGRESS_PASS:
		add_comparison(regress, regress->elo0 < 0 ? "not worse" : "better", fabs(regress->elo0), out);
		break;
	case REGRESS_WORSE:
		add_comparison(regress, regress->elo1 > 0 ? "not better" : "worse", fabs(regress->elo1), out);
		break;
	case REGRESS_NO_DIFFERENCE:
		str_addf(out, "no difference in %s games: every play was the same", show_count(regress->games).text);
		break;
	case REGRESS_FAILED:
		add_failures(regress->new_side.label, &regress->new_side.tally, out);
		str_add(out, "; ");
		add_failures(regress->old_side.label, &regress->old_side.tally, out);
		if (regress->is_field) {
			str_add(out, "; ");
			add_failures("the field", &regress->field_tally, out);
		}
		break;
	case REGRESS_UNDECIDED:
		str_add(out, regress->is_interrupted ? "interrupted"
						     : "no decision within the games allowed (--games)");
		break;
	}
}

/* Adds the numbers of results from worse to better. If there are five possible values, as in matches of one block, also
 * adds how often each occurred (the pentanomial counts). */
static void add_matches(const struct regress *regress, struct str *out)
{
	str_addf(out, "%s worse %s, even %s, better %s",
		 regress->is_field ? "Matches with the same dice and seats:" : "Matches:",
		 show_count(regress->worse).text, show_count(regress->even).text, show_count(regress->better).text);
	const char *before = "; Ptnml(0-2): ";
	for (struct histogram_cursor at = {0}; regress->values.n_values == 5 && histogram_next(&regress->values, &at);
	     before = ", ")
		str_addf(out, "%s%" PRIu64, before, at.count);
	str_add(out, "\n");
}

static double corrected_score(const struct regress *regress)
{
	return fmin(fmax(histogram_mean(&regress->values) - regress->sprt.control.shift, 0), 1);
}

static double games_without_correction(const struct regress *regress)
{
	return (double)regress->games / regress->sprt.control.remaining;
}

/* Returns true if the correction has changed a number. */
static bool is_corrected(const struct regress *regress)
{
	return regress->sprt.control.remaining != 1;
}

static void add_effect(const struct regress *regress, const struct sprt_estimate *e, struct str *out)
{
	if (regress->is_field)
		add_differences(regress, e, out);
	else
		add_elo(regress, e, out);
}

/* Adds the size of the effect, the counts of matches, and the state of the test. */
static void add_numbers(const struct regress *regress, struct str *out)
{
	struct sprt_estimate e = sprt_estimate(&regress->sprt, &regress->values);
	add_effect(regress, &e, out);
	str_addf(out, "; LOS %s%%\n", show_chance(e.superiority).text);
	if (is_corrected(regress))
		str_addf(out,
			 "Without the luck of the dice: score %.2f%%; uncorrected, the same precision takes %s games\n",
			 100 * corrected_score(regress), show_count((uint64_t)games_without_correction(regress)).text);
	else if (regress->uncorrected)
		str_addf(out, "Not corrected for the luck of the dice: %s\n", regress->uncorrected);
	add_matches(regress, out);
	regress_progress(regress, out);
	str_addf(out, " for Elo %+g against %+g (%s%s%s), alpha %g, beta %g%s\n", regress->elo0, regress->elo1,
		 regress->is_field ? "by " : "", model_name(regress), regress->is_field ? "" : " model",
		 regress->sprt.test.alpha, regress->sprt.test.beta,
		 regress->sprt.is_far ? "; decided by betting, because the effect is far from both" : "");
}

void regress_text(const struct regress *regress, struct str *out)
{
	static const char *const heads[] = {
		[REGRESS_UNDECIDED] = "UNDECIDED", [REGRESS_PASS] = "PASS", [REGRESS_WORSE] = "REGRESSION",
		[REGRESS_NO_DIFFERENCE] = "NO DIFFERENCE", [REGRESS_FAILED] = "A ROBOT FAILED",
	};
	str_addf(out, "%s: ", heads[regress_verdict(regress)]);
	add_reason(regress, out);
	str_addf(out, "\n%s against %s%s%s, %s games of %s in matches of %" PRIu32 " block%s, seed %s\n",
		 regress->new_side.label, regress->old_side.label, regress->is_field ? ", each with " : "",
		 regress->field, show_count(regress->games).text, regress->rules, regress->match_length,
		 regress->match_length == 1 ? "" : "s", regress->seed);
	if (has_effect(regress))
		add_numbers(regress, out);
	uint64_t mine = regress->new_side.tally.illegal, theirs = regress->old_side.tally.illegal;
	if (mine || theirs)
		str_addf(out, "Illegal plays: %s by %s, %s by %s\n", show_count(mine).text, regress->new_side.label,
			 show_count(theirs).text, regress->old_side.label);
}

void regress_sentence(const struct regress *regress, struct str *out)
{
	add_reason(regress, out);
	if (!has_effect(regress))
		return;
	struct sprt_estimate e = sprt_estimate(&regress->sprt, &regress->values);
	str_add(out, " (");
	add_effect(regress, &e, out);
	str_add(out, ")");
}

void regress_progress(const struct regress *regress, struct str *out)
{
	str_addf(out, "LLR %.2f in [%.2f, %.2f]", regress->sprt.ratio, regress->sprt.lower, regress->sprt.upper);
}

static json_t *side_json(const struct regress_side *side)
{
	return json_pack("{s:o, s:s, s:f, s:I, s:I, s:I}", "robot", json_string(side->label), "sha256", side->sha256,
			 "wins", tally_wins(&side->tally), "illegal", (json_int_t)side->tally.illegal, "timeouts",
			 (json_int_t)side->tally.timeouts, "crashes", (json_int_t)side->tally.crashes);
}

static json_t *number_or_null(bool is_there, double number)
{
	return is_there ? json_number(number) : json_null();
}

/* Returns how often each value occurred: [[0, 12], [0.5, 80], ...] */
static json_t *values_json(const struct regress *regress)
{
	json_t *values = json_array();
	for (struct histogram_cursor at = {0}; histogram_next(&regress->values, &at);) {
		double value = regress->is_field ? 2 * at.value - 1 : at.value;
		json_array_append_new(values, json_pack("[f, I]", value, (json_int_t)at.count));
	}
	return values;
}

void regress_json(const struct regress *regress, struct str *out)
{
	bool has_one = has_effect(regress);
	struct sprt_estimate e = has_one ? sprt_estimate(&regress->sprt, &regress->values) : (struct sprt_estimate){0};
	json_t *all = json_pack("{s:s, s:o, s:o, s:s, s:o, s:s, s:I, s:I, s:I, s:I, s:s}",
		"verdict", verdict_names[regress_verdict(regress)], "new", side_json(&regress->new_side),
		"old", side_json(&regress->old_side), "rules", regress->rules, "seed", json_string(regress->seed),
		"mode", regress->is_field ? "field" : "duel", "match_length", (json_int_t)regress->match_length,
		"games", (json_int_t)regress->games, "blocks", (json_int_t)regress->blocks,
		"matches", (json_int_t)regress->values.n,
		"unit", !regress->is_field ? "elo" : regress->by_places ? "score" : "win_rate");
	bool has_luck = has_one && is_corrected(regress);
	const struct sprt *test = &regress->sprt;
	json_t *sprt = json_pack("{s:s, s:s, s:o, s:f, s:f, s:f, s:f, s:f, s:f}",
		"by", test->is_far ? "betting" : "llr", "model", model_name(regress),
		"llr", number_or_null(has_one, test->ratio), "lower", test->lower, "upper", test->upper,
		"elo0", regress->elo0, "elo1", regress->elo1, "alpha", test->test.alpha, "beta", test->test.beta);
	json_add(all, "{s:o, s:o, s:o, s:o, s:o, s:o}", "effect", number_or_null(has_one, e.effect),
		 "low", number_or_null(has_one, e.low),
		 "high", number_or_null(has_one, e.high), "los", number_or_null(has_one, e.superiority),
		 "corrected_score", number_or_null(has_luck, corrected_score(regress)),
		 "games_without_correction", number_or_null(has_luck, games_without_correction(regress)));
	json_add(all, "{s:I, s:I, s:I, s:o, s:o}", "worse", (json_int_t)regress->worse,
		 "even", (json_int_t)regress->even,
		 "better", (json_int_t)regress->better, "values", values_json(regress), "sprt", sprt);
	json_add_text(out, all);
}

void regress_junit(const struct regress *regress, struct str *out)
{
	AUTO_STR struct str text = {0}, reason = {0};
	enum regress_verdict verdict = regress_verdict(regress);
	bool is_good = regress_passes(regress);
	bool is_error = verdict == REGRESS_FAILED || verdict == REGRESS_UNDECIDED;
	regress_text(regress, &text);
	add_reason(regress, &reason);
	str_addf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
		      "  <testsuite name=\"arena regress\" tests=\"1\" failures=\"%d\" errors=\"%d\">\n"
		      "    <testcase classname=\"arena.regress\" name=\"",
		 !is_good && !is_error, is_error);
	text_add_markup(out, regress->new_side.label);
	str_add(out, " against ");
	text_add_markup(out, regress->old_side.label);
	str_add(out, "\">\n");
	if (!is_good) {
		str_addf(out, "      <%s message=\"", is_error ? "error" : "failure");
		text_add_markup(out, reason.text);
		str_addf(out, "\"/>\n");
	}
	str_add(out, "      <system-out>");
	text_add_markup(out, text.text);
	str_add(out, "</system-out>\n    </testcase>\n  </testsuite>\n</testsuites>\n");
}

int regress_write(const struct regress *regress, const struct run *run, struct err *err)
{
	static const struct {
		const char *name;
		void (*describe)(const struct regress *regress, struct str *out);
	} files[] = {{"regress.txt", regress_text}, {"regress.json", regress_json}, {"regress.xml", regress_junit}};
	for (int i = 0; i < 3; i++) {
		AUTO_STR struct str text = {0};
		files[i].describe(regress, &text);
		if (run_write(run, files[i].name, text.text, text.length, err))
			return -1;
	}
	return 0;
}
