/* regress_tell.c - the verdict of a regression test as text, JSON and JUnit. */
#include <jansson.h>
#include <math.h>

#include "cli/regress.h"
#include "store/json.h"

static const char *const verdict_names[] = {
	[REGRESS_UNDECIDED] = "undecided", [REGRESS_PASS] = "pass", [REGRESS_WORSE] = "regression",
	[REGRESS_NO_CHANGE] = "no functional change", [REGRESS_FAILED] = "robot failed",
};

/* The size of the effect: Elo in a duel, score points in a field. */
static struct sprt_estimate effect_of(const struct regress *regress)
{
	AUTO_HISTOGRAM struct histogram shares = {0};
	regress_shares(regress, &shares);
	return regress->is_field ? sprt_estimate_paired(&regress->sprt, &regress->paired) : sprt_estimate(&regress->sprt, &shares);
}

/* "Elo +3.1 (95%: -0.5 to +6.7, corrected for the stop); score 50.45%" */
static void add_elo(const struct regress *regress, const struct sprt_estimate *e, struct str *out)
{
	AUTO_HISTOGRAM struct histogram shares = {0};
	regress_shares(regress, &shares);
	struct elo_estimate plain = elo_of_shares(&shares, 2);
	if (plain.bound == ELO_AT_LEAST)
		str_addf(out, "Elo >= %+.1f (95%%)", e->low);
	else if (plain.bound == ELO_AT_MOST)
		str_addf(out, "Elo <= %+.1f (95%%)", e->high);
	else
		str_addf(out, "Elo %+.1f (95%%: %+.1f to %+.1f, corrected for the stop)", e->effect, e->low, e->high);
	str_addf(out, "; score %.2f%%\n", 100 * plain.score.mean);
}

/* "v2 is not worse than v1 by 5 Elo" */
static void add_comparison(const struct regress *regress, const char *how, double elo, struct str *out)
{
	str_addf(out, "%s is %s than %s", regress->new_side.label, how, regress->old_side.label);
	if (elo > 0)
		str_addf(out, " by %g Elo", elo);
}

static void add_reason(const struct regress *regress, struct str *out)
{
	const struct tally *n = &regress->new_side.tally, *o = &regress->old_side.tally;
	switch (regress_verdict(regress)) {
	case REGRESS_PASS:
		add_comparison(regress, regress->elo0 < 0 ? "not worse" : "better", fabs(regress->elo0), out);
		break;
	case REGRESS_WORSE:
		add_comparison(regress, regress->elo1 > 0 ? "not better" : "worse", fabs(regress->elo1), out);
		break;
	case REGRESS_NO_CHANGE:
		str_addf(out, "every play of %llu games was the same", (unsigned long long)regress->games);
		break;
	case REGRESS_FAILED:
		str_addf(out, "%s: %llu timeouts, %llu crashes; %s: %llu timeouts, %llu crashes", regress->new_side.label,
			 (unsigned long long)n->timeouts, (unsigned long long)n->crashes, regress->old_side.label,
			 (unsigned long long)o->timeouts, (unsigned long long)o->crashes);
		break;
	case REGRESS_UNDECIDED:
		str_add(out, regress->is_interrupted ? "interrupted" : "no decision within the games allowed (--games)");
		break;
	}
}

void regress_text(const struct regress *regress, struct str *out)
{
	static const char *const heads[] = {
		[REGRESS_UNDECIDED] = "UNDECIDED", [REGRESS_PASS] = "PASS", [REGRESS_WORSE] = "REGRESSION",
		[REGRESS_NO_CHANGE] = "NO FUNCTIONAL CHANGE", [REGRESS_FAILED] = "A ROBOT FAILED",
	};
	struct sprt_estimate e = effect_of(regress);
	str_addf(out, "%s: ", heads[regress_verdict(regress)]);
	add_reason(regress, out);
	str_addf(out, "\n%s against %s%s%s, %llu games of %s, seed %s\n", regress->new_side.label, regress->old_side.label,
		 regress->is_field ? ", each with " : "", regress->field, (unsigned long long)regress->games, regress->rules,
		 regress->seed);
	if (regress->is_field) {
		str_addf(out, "Score difference %+.4f (95%%: %+.4f to %+.4f, corrected for the stop)\n", e.effect, e.low, e.high);
		str_addf(out, "%llu blocks in the same seats with the same dice\n", (unsigned long long)regress->paired.matches);
	} else {
		add_elo(regress, &e, out);
		str_addf(out, "Pairs of games won %llu, halved %llu, lost %llu\n",
			 (unsigned long long)(regress->count[4] + regress->count[3]), (unsigned long long)regress->count[2],
			 (unsigned long long)(regress->count[0] + regress->count[1]));
	}
	str_addf(out, "SPRT %.2f in [%.2f, %.2f] for Elo %+g against %+g, alpha %g, beta %g\n", regress->sprt.ratio,
		 regress->sprt.lower, regress->sprt.upper, regress->elo0, regress->elo1, regress->sprt.test.alpha,
		 regress->sprt.test.beta);
}

static json_t *side_json(const struct regress_side *side)
{
	return json_pack("{s:o, s:s, s:f, s:I, s:I, s:I}", "robot", json_string(side->label), "sha256", side->sha256, "wins",
			 side->tally.wins, "illegal", (json_int_t)side->tally.illegal, "timeouts",
			 (json_int_t)side->tally.timeouts, "crashes", (json_int_t)side->tally.crashes);
}

void regress_json(const struct regress *regress, struct str *out)
{
	struct sprt_estimate e = effect_of(regress);
	json_t *counts = json_array();
	for (int i = 0; i < REGRESS_OUTCOMES; i++)
		json_array_append_new(counts, json_integer((json_int_t)regress->count[i]));
	json_t *sprt = json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "ratio", regress->sprt.ratio, "lower",
				 regress->sprt.lower, "upper", regress->sprt.upper, "elo0", regress->elo0, "elo1", regress->elo1,
				 "alpha", regress->sprt.test.alpha, "beta", regress->sprt.test.beta);
	json_t *all = json_pack("{s:s, s:o, s:o, s:s, s:o, s:s, s:I, s:I, s:s, s:f, s:f, s:f, s:f, s:o, s:o}", "verdict",
				verdict_names[regress_verdict(regress)], "new", side_json(&regress->new_side), "old",
				side_json(&regress->old_side), "rules", regress->rules, "seed", json_string(regress->seed), "mode",
				regress->is_field ? "field" : "duel", "games", (json_int_t)regress->games, "blocks",
				(json_int_t)regress->blocks, "unit", regress->is_field ? "score" : "elo", "effect", e.effect, "low",
				e.low, "high", e.high, "superiority", e.superiority, "pairs", counts, "sprt", sprt);
	json_add_text(out, all);
}

/* text: UTF-8 without control characters other than newlines. */
static void add_xml(struct str *out, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '&':
			str_add(out, "&amp;");
			break;
		case '<':
			str_add(out, "&lt;");
			break;
		case '>':
			str_add(out, "&gt;");
			break;
		case '"':
			str_add(out, "&quot;");
			break;
		default:
			str_add_n(out, text, 1);
		}
	}
}

void regress_junit(const struct regress *regress, struct str *out)
{
	AUTO_STR struct str text = {0}, reason = {0};
	enum regress_verdict verdict = regress_verdict(regress);
	bool is_good = verdict == REGRESS_PASS || verdict == REGRESS_NO_CHANGE;
	bool is_error = verdict == REGRESS_FAILED || verdict == REGRESS_UNDECIDED;
	regress_text(regress, &text);
	add_reason(regress, &reason);
	str_addf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"arena regress\" tests=\"1\" "
		 "failures=\"%d\" errors=\"%d\">\n    <testcase classname=\"arena.regress\" name=\"",
		 !is_good && !is_error, is_error);
	add_xml(out, regress->new_side.label);
	str_add(out, " against ");
	add_xml(out, regress->old_side.label);
	str_add(out, "\">\n");
	if (!is_good) {
		str_addf(out, "      <%s message=\"", is_error ? "error" : "failure");
		add_xml(out, reason.text);
		str_addf(out, "\"/>\n");
	}
	str_add(out, "      <system-out>");
	add_xml(out, text.text);
	str_add(out, "</system-out>\n    </testcase>\n  </testsuite>\n</testsuites>\n");
}

int regress_write(const struct regress *regress, const struct run *run, struct err *err)
{
	static const struct {
		const char *name;
		void (*tell)(const struct regress *regress, struct str *out);
	} files[] = {{"regress.txt", regress_text}, {"regress.json", regress_json}, {"regress.xml", regress_junit}};
	for (int i = 0; i < 3; i++) {
		AUTO_STR struct str text = {0};
		files[i].tell(regress, &text);
		if (run_write(run, files[i].name, text.text, text.length, err))
			return -1;
	}
	return 0;
}
