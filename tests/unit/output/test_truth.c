/* test_truth.c - what a drawn table knows of a bid and of the rules. */
#include <check.h>

#include "base/json.h"
#include "game_testing.h"
#include "output/viewer.h"

static struct rules rules;
static struct game game;
static char history[4096], shown[512], hands[3][512];

static void begin(const char *variant, int n_seats)
{
	rules = rules_of(variant);
	struct game_view view = {.history = history, .shown = shown, .hands = {hands[0], hands[1], hands[2]}};
	game_start(&game, &rules, n_seats, "ABC", (struct dice_source){rng_key_of_seed("truth"), 0}, &view);
}

static void check_truth(const char *wanted)
{
	AUTO_STR struct str json = {0};
	json_t *truth = truth_json(&game);
	ck_assert_ptr_nonnull(truth);
	json_add_line(&json, truth, 0);
	ck_assert_str_eq(json.text, wanted);
}

START_TEST(a_bid_may_be_called)
{
	begin("wild", 2);
	game_set_dice(&game, 0, (const uint8_t[]){6, 6, 1, 4, 2}, 5);
	game_set_dice(&game, 1, (const uint8_t[]){6, 1, 3, 3, 3}, 5);
	ck_assert_ptr_null(truth_json(&game));
	ck_assert(game_play(&game, 46)); /* its bidder needs one of five, 1 - 32 / 243; the other one needs two of five */
	check_truth("{\"seat\":0,\"bid\":46,\"true\":true,\"count\":5,\"wild\":1,\"own\":0.8683,\"next\":0.5391}");
	ck_assert(game_play(&game, 66));
	check_truth("{\"seat\":1,\"bid\":66,\"true\":false,\"count\":5,\"wild\":1,\"own\":0.0453,\"next\":0.2099}");
	game_play(&game, PLAY_CALL);
	ck_assert_int_eq(game.need, GAME_NEED_OBSERVE);
	ck_assert_ptr_null(truth_json(&game));
}
END_TEST

START_TEST(a_claim_may_be_doubted)
{
	begin("maexchen", 2);
	maexchen_set_roll(&game, 3, 1);
	ck_assert_ptr_null(truth_json(&game));
	ck_assert(game_play(&game, 65));
	check_truth("{\"seat\":0,\"bid\":65,\"true\":false,\"count\":31,\"wild\":0,\"own\":0.0,\"next\":0.3333}");
}
END_TEST

static const struct {
	const char *variant, *setting, *json;
} facts[] = {
	{"liars-dice", NULL, "{\"asks_everyone\":false,\"faces\":6}"},
	{"liars-dice", "faces=4", "{\"asks_everyone\":false,\"faces\":4}"},
	{"round-table", NULL, "{\"asks_everyone\":true,\"faces\":6}"},
	{"maexchen", NULL,
	 "{\"asks_everyone\":false,\"faces\":0,\"ladder\":[31,32,41,43,51,52,53,54,61,62,63,64,65,11,22,33,44,55,66,21,42]}"},
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
	TEST(a_bid_may_be_called),
	TEST(a_claim_may_be_doubted),
	LOOP(rules_of_a_page, 0, COUNT(facts)))
