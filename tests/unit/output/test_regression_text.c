/* test_regression_text.c - the verdicts of regression tests as text and JUnit: reasons, failures, the size of the
 * effect. */
#include <check.h>

#include "base/json.h"
#include "same_text.h"
#include "standings/regress.h"

static char words[4][8] = {"new", "old", "x", "y,z"}, seed[] = "se\ted";
static struct run_config_robot robots[] = {
	{.label = words[0], .spec = words[0], .sha256 = words[0]},
	{.label = words[1], .spec = words[1], .sha256 = words[1]},
	{.label = words[2], .spec = words[2], .sha256 = words[2]},
	{.label = words[3], .spec = words[3], .sha256 = words[3]},
};
static struct run_config info;
static struct regress regress;

static void begin(bool is_field, double elo0, double elo1)
{
	info = (struct run_config){
		.format = is_field ? FORMAT_PAIRED : FORMAT_TABLE, .n_seats = is_field ? 3 : 2, .match_length = 1,
		.games = 1000, .seed = seed, .n_robots = is_field ? 4 : 2, .robots = robots, .has_luck = !is_field,
		.test = {.is_set = true, .model = is_field ? MODEL_WINS : MODEL_LOGISTIC, .elo0 = elo0, .elo1 = elo1,
			.alpha = 0.05, .beta = 0.1},
	};
	snprintf(info.rules.name, sizeof info.rules.name, "liars-dice");
	ck_assert_ptr_null(regress_init(&regress, &info));
	regress.games = 1234;
	regress.blocks = 10;
}

static void end(void)
{
	regress_release(&regress);
}

/* The shares of the new robot in matches, 0, a half and 1, as often as this. */
static void add_shares(uint64_t lost, uint64_t even, uint64_t won)
{
	histogram_add(&regress.values, 0, lost);
	histogram_add(&regress.values, 0.5, even);
	histogram_add(&regress.values, 1, won);
	regress.worse = lost;
	regress.even = even;
	regress.better = won;
}

static void check_text(const char *wanted)
{
	AUTO_STR struct str text = {0};
	regress_text(&regress, &text);
	check_same_text(text.text, wanted);
}

static void check_begin(const char *wanted)
{
	AUTO_STR struct str text = {0};
	regress_text(&regress, &text);
	*strchr(text.text, '\n') = '\0';
	check_same_text(text.text, wanted);
}

static const struct {
	double elo0, elo1;
	const char *pass, *worse;
} bounds[] = {
	{-5, 0, "PASS: new is not worse than old by 5 Elo", "REGRESSION: new is worse than old"},
	{-5, -2.5, "PASS: new is not worse than old by 5 Elo", "REGRESSION: new is worse than old by 2.5 Elo"},
	{0, 5, "PASS: new is better than old", "REGRESSION: new is not better than old by 5 Elo"},
	{2, 5, "PASS: new is better than old by 2 Elo", "REGRESSION: new is not better than old by 5 Elo"},
};

START_TEST(verdicts_name_the_bound)
{
	begin(false, bounds[_i].elo0, bounds[_i].elo1);
	regress.sprt.verdict = SPRT_ACCEPT_H1;
	check_begin(bounds[_i].pass);
	regress.sprt.verdict = SPRT_ACCEPT_H0;
	check_begin(bounds[_i].worse);
	regress.sprt.verdict = SPRT_UNDECIDED;
	check_begin("UNDECIDED: no decision within the games allowed (--games)");
	regress.is_interrupted = true;
	check_begin("UNDECIDED: interrupted");
}
END_TEST

START_TEST(a_result_is_a_sentence)
{
	AUTO_STR struct str none = {0}, text = {0};
	begin(false, -5, 0);
	regress_sentence(&regress, &none);
	check_same_text(none.text, "no decision within the games allowed (--games)");
	add_shares(10, 20, 30);
	regress.sprt.verdict = SPRT_ACCEPT_H1;
	regress_sentence(&regress, &text);
	ck_assert_msg(strncmp(text.text, "new is not worse than old by 5 Elo (Elo +", 41) == 0 &&
		      strstr(text.text, "; score 66.67%)"), "%s", text.text);
}
END_TEST

START_TEST(failures_are_counted)
{
	begin(false, -5, 0);
	regress.new_side.tally = (struct tally){.games = 1234, .timeouts = 1, .crashes = 2, .failed_games = 3,
		.illegal = 1};
	check_begin("A ROBOT FAILED: new: 1 timeout, 2 crashes; old: 0 timeouts, 0 crashes");
	regress.old_side.tally = (struct tally){.games = 1234, .timeouts = 2, .crashes = 1, .failed_games = 3};
	check_begin("A ROBOT FAILED: new: 1 timeout, 2 crashes; old: 2 timeouts, 1 crash");
	end();
	begin(true, -5, 0);
	regress.field_tally = (struct tally){.games = 1234, .timeouts = 1, .failed_games = 1};
	check_begin("A ROBOT FAILED: new: 0 timeouts, 0 crashes; old: 0 timeouts, 0 crashes; the field: "
		    "1 timeout, 0 crashes");
}
END_TEST

START_TEST(nothing_was_played)
{
	AUTO_STR struct str json = {0};
	begin(_i, -5, 0);
	regress.games = 0;
	check_text(_i ? "UNDECIDED: no decision within the games allowed (--games)\n"
			"new against old, each with x,y,z, 0 games of liars-dice in matches of 1 block, seed se?ed\n"
		      : "UNDECIDED: no decision within the games allowed (--games)\n"
			"new against old, 0 games of liars-dice in matches of 1 block, seed se?ed\n");
	regress_json(&regress, &json);
	ck_assert_ptr_nonnull(strstr(json.text, "\"effect\": null"));
	ck_assert_ptr_nonnull(strstr(json.text, "\"los\": null"));
	ck_assert_ptr_nonnull(strstr(json.text, "\"llr\": null"));
	ck_assert_ptr_nonnull(strstr(json.text, _i ? "\"unit\": \"win_rate\"" : "\"unit\": \"elo\""));
	ck_assert_ptr_nonnull(strstr(json.text, _i ? "\"mode\": \"field\"" : "\"mode\": \"duel\""));
}
END_TEST

/* Of a sweep only one bound is known. */
START_TEST(a_duel)
{
	begin(false, -5, 0);
	add_shares(0, 0, 1100);
	check_text(
		"UNDECIDED: no decision within the games allowed (--games)\n"
		"new against old, 1,234 games of liars-dice in matches of 1 block, seed se?ed\n"
		"Elo >= +1039.0 (95%); score 100.00%; LOS >99.9%\n"
		"Matches: worse 0, even 0, better 1,100; Ptnml(0-2): 0, 0, 0, 0, 1100\n"
		"LLR 0.00 in [-2.25, 2.89] for Elo -5 against +0 (logistic model), alpha 0.05, beta 0.1\n");
	end();
	begin(false, -5, 0);
	regress.match_length = 2;
	add_shares(10, 0, 0);
	check_text(
		"UNDECIDED: no decision within the games allowed (--games)\n"
		"new against old, 1,234 games of liars-dice in matches of 2 blocks, seed se?ed\n"
		"Elo <= -160.6 (95%); score 0.00%; LOS <0.1%\n"
		"Matches: worse 10, even 0, better 0; Ptnml(0-2): 10, 0, 0, 0, 0\n"
		"LLR 0.00 in [-2.25, 2.89] for Elo -5 against +0 (logistic model), alpha 0.05, beta 0.1\n");
	end();
	begin(false, -5, 0);
	add_shares(10, 1000, 20);
	regress.new_side.tally.illegal = 1;
	check_text(
		"UNDECIDED: no decision within the games allowed (--games)\n"
		"new against old, 1,234 games of liars-dice in matches of 1 block, seed se?ed\n"
		"Elo +3.4 (95%: -0.3 to +7.2, corrected for the stop); score 50.49%; LOS 96.6%\n"
		"Matches: worse 10, even 1,000, better 20; Ptnml(0-2): 10, 0, 1000, 0, 20\n"
		"LLR 0.00 in [-2.25, 2.89] for Elo -5 against +0 (logistic model), alpha 0.05, beta 0.1\n"
		"Illegal plays: 1 by new, 0 by old\n");
	regress.new_side.tally.illegal = 0;
	regress.old_side.tally.illegal = 2345;
	histogram_add(&regress.values, 0.6, 1); /* of a longer match */
	check_text(
		"UNDECIDED: no decision within the games allowed (--games)\n"
		"new against old, 1,234 games of liars-dice in matches of 1 block, seed se?ed\n"
		"Elo +3.4 (95%: -0.2 to +7.3, corrected for the stop); score 50.49%; LOS 96.9%\n"
		"Matches: worse 10, even 1,000, better 20\n"
		"LLR 0.00 in [-2.25, 2.89] for Elo -5 against +0 (logistic model), alpha 0.05, beta 0.1\n"
		"Illegal plays: 0 by new, 2,345 by old\n");
}
END_TEST

START_TEST(a_field)
{
	AUTO_STR struct str json = {0};
	begin(true, -5, 0);
	for (int i = 0; i < 40; i++) {
		double difference = i % 4 ? 0.5 : -0.25;
		histogram_add(&regress.values, (1 + difference) / 2, 1);
	}
	histogram_add(&regress.others, 0.55, 40);
	regress.worse = 10;
	regress.better = 30;
	check_text(
		"UNDECIDED: no decision within the games allowed (--games)\n"
		"new against old, each with x,y,z, 1,234 games of liars-dice in matches of 1 block, seed se?ed\n"
		"Win rate +31.25 points (95%: +18.40 to +40.38, corrected for the stop), score +10.00 points; "
		"LOS >99.9%\n"
		"Not corrected for the luck of the dice: with --field, each match is played twice with the same dice\n"
		"Matches with the same dice and seats: worse 10, even 0, better 30\n"
		"LLR 0.00 in [-2.25, 2.89] for Elo -5 against +0 (by wins), alpha 0.05, beta 0.1\n");
	regress_json(&regress, &json);
	ck_assert_ptr_nonnull(strstr(json.text,
				     "  \"values\": [\n    [\n      -0.25,\n      10\n    ],\n    [\n      0.5,\n"
				     "      30\n    ]\n  ],\n  \"sprt\": {\n    \"by\": \"llr\",\n"
				     "    \"model\": \"wins\",\n"));
}
END_TEST

/* Of JUnit: the number of failures and of errors, and the element with the reason. */
static void check_junit(int n_failures, int n_errors, const char *reason)
{
	AUTO_STR struct str xml = {0}, head = {0};
	str_addf(&head,
		 "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
		 "  <testsuite name=\"arena regress\" tests=\"1\" failures=\"%d\" errors=\"%d\">\n"
		 "    <testcase classname=\"arena.regress\" name=\"new&lt;&amp;&gt;&quot; against old\">\n%s"
		 "      <system-out>", n_failures, n_errors, reason);
	regress_junit(&regress, &xml);
	ck_assert_msg(strncmp(xml.text, head.text, head.length) == 0, "%s\nnot\n%s", xml.text, head.text);
	ck_assert_ptr_nonnull(strstr(xml.text,
				     ", seed se?ed\n</system-out>\n    </testcase>\n  </testsuite>\n</testsuites>\n"));
}

START_TEST(junit_has_failures_and_errors)
{
	strcpy(words[0], "new<&>\"");
	begin(false, -5, 0);
	regress.sprt.verdict = SPRT_ACCEPT_H1;
	check_junit(0, 0, "");
	regress.sprt.verdict = SPRT_ACCEPT_H0;
	check_junit(1, 0, "      <failure message=\"new&lt;&amp;&gt;&quot; is worse than old\"/>\n");
	regress.sprt.verdict = SPRT_UNDECIDED;
	check_junit(0, 1, "      <error message=\"no decision within the games allowed (--games)\"/>\n");
	regress.new_side.tally = (struct tally){.games = 1, .crashes = 1, .failed_games = 1};
	check_junit(0, 1,
		"      <error message=\"new&lt;&amp;&gt;&quot;: 0 timeouts, 1 crash; old: 0 timeouts, 0 crashes\"/>\n");
	regress.new_side.tally = (struct tally){0};
	histogram_add(&regress.values, 0.5, regress.alike = 257);
	check_junit(0, 0, "");
	regress.elo0 = 0;
	check_junit(1, 0, "      <failure message=\"no difference in 1,234 games: every play was the same\"/>\n");
}
END_TEST

SUITE_WITH(NULL, end, 0,
	LOOP(verdicts_name_the_bound, 0, COUNT(bounds)),
	TEST(a_result_is_a_sentence),
	TEST(failures_are_counted),
	LOOP(nothing_was_played, 0, 2),
	TEST(a_duel),
	TEST(a_field),
	TEST(junit_has_failures_and_errors))
