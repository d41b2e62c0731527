/* test_truth.c - what a drawn table knows of the rules. */
#include <check.h>

#include "base/json.h"
#include "game_testing.h"
#include "output/viewer.h"

static struct rules rules;

static const struct {
	const char *variant, *setting, *json;
} facts[] = {
	{"liars-dice", NULL, "{\"title\":\"Liar's Dice\",\"asks_everyone\":false,\"faces\":6}"},
	{"liars-dice", "faces=4", "{\"title\":\"Liar's Dice\",\"asks_everyone\":false,\"faces\":4}"},
	{"round-table", NULL, "{\"title\":\"Liar's Dice (round-table)\",\"asks_everyone\":true,\"faces\":6}"},
	{"maexchen", NULL,
	 "{\"title\":\"Mäxchen\",\"asks_everyone\":false,\"faces\":0,"
	 "\"ladder\":[31,32,41,43,51,52,53,54,61,62,63,64,65,11,22,33,44,55,66,21,42]}"},
};

START_TEST(rules_of_a_page)
{
	AUTO_STR struct str json = {0};
	struct err err = {0};
	json_t *data = json_object();
	rules = rules_of(facts[_i].variant);
	if (facts[_i].setting)
		ck_assert_msg(rules_set(&rules, facts[_i].setting, &err) == 0, "%s", err.text);
	truth_add_rules(data, &rules);
	json_add_line(&json, data, 0);
	ck_assert_str_eq(json.text, facts[_i].json);
}
END_TEST

SUITE(0,
	LOOP(rules_of_a_page, 0, COUNT(facts)))
