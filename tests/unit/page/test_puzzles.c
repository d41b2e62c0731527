/* test_puzzles.c - which bids of hand-made games, as output/viewer.c writes them, are positions to judge. */
#include <check.h>
#include <string.h>

#include "base/json.h"
#include "page/puzzles.h"

/* Makes a hand with a bid by seat 0 and an answer, which is from seat 1 unless `answer` says otherwise. */
static json_t *hand_of(double chance, bool is_true, const char *answer)
{
	json_t *bid = json_pack("{s:i, s:i, s:s, s:{s:i, s:b, s:f}}", "seat", 0, "play", 23, "verdict", "ok",
				"truth", "seat", 0, "true", is_true, "next", chance);
	json_t *next = json_loads(answer, 0, NULL);
	ck_assert_ptr_nonnull(next);
	return json_pack("{s:[o, o]}", "steps", bid, next);
}

static const char called[] = "{\"seat\":1,\"play\":0,\"verdict\":\"ok\"}";

/* Games of n_hands hands; the chances are 0.2 + 0.01 * (number of the hand in all games, modulo 60); every third bid is
 * false. */
static json_t *games_of(int n_games, int n_hands)
{
	json_t *games = json_array();
	for (int g = 0; g < n_games; g++) {
		json_t *hands = JSON_LIST(h, n_hands,
			hand_of(0.2 + 0.01 * ((g * n_hands + h) % 60), (g * n_hands + h) % 3, called));
		json_array_append_new(games, json_pack("{s:i, s:o}", "number", 10 + g, "hands", hands));
	}
	return games;
}

/* Returns the game, the hand and the step of each puzzle, such as "10:0.1 11:2.0". */
static struct str shown(const json_t *games, uint64_t seed)
{
	struct str out = {0};
	AUTO_JSON json_t *puzzles = puzzles_choose(games, seed);
	for (size_t i = 0; i < json_array_size(puzzles); i++) {
		const json_t *puzzle = json_array_get(puzzles, i);
		str_addf(&out, "%s%lld:%lld.%lld", i ? " " : "",
			 (long long)json_integer_value(json_object_get(puzzle, "game")),
			 (long long)json_integer_value(json_object_get(puzzle, "hand")),
			 (long long)json_integer_value(json_object_get(puzzle, "step")));
	}
	str_add(&out, "");
	return out;
}

START_TEST(bids_near_one_half_come_first)
{
	AUTO_JSON json_t *games = games_of(12, 5);
	/* True and false bids come in turn, and at most two are of one game. The chance of hand 16:0 is one half. */
	AUTO_STR struct str found = shown(games, 0);
	ck_assert_str_eq(found.text, "13:3.0 14:3.0 14:4.0 15:2.0 15:4.0 16:0.0 16:1.0 17:0.0 17:1.0 18:0.0");
}
END_TEST

START_TEST(seeds_choose_other_positions)
{
	AUTO_JSON json_t *games = games_of(40, 5);
	AUTO_STR struct str one = shown(games, puzzles_seed("1")), again = shown(games, puzzles_seed("1")),
		other = shown(games, puzzles_seed("2"));
	ck_assert_str_eq(one.text, again.text);
	ck_assert_str_ne(one.text, other.text);
	/* The choice among fewer games that contain all positions is the same. */
	AUTO_JSON json_t *few = json_array(), *puzzles = puzzles_choose(games, puzzles_seed("1"));
	for (size_t g = 0; g < json_array_size(games); g++)
		for (size_t i = 0; i < json_array_size(puzzles); i++)
			if (json_equal(json_object_get(json_array_get(games, g), "number"),
				       json_object_get(json_array_get(puzzles, i), "game"))) {
				json_array_append(few, json_array_get(games, g));
				break;
			}
	AUTO_STR struct str same = shown(few, puzzles_seed("1"));
	ck_assert_uint_lt(json_array_size(few), json_array_size(games));
	ck_assert_str_eq(one.text, same.text);
}
END_TEST

static const struct {
	double chance;
	const char *answer;
	bool is_position;
} bids[] = {
	{0.5, called, true}, {0.1501, called, true}, {0.85, called, true}, {0.149, called, false},
	{0.851, called, false}, {0.5, "{\"seat\":1,\"play\":33,\"verdict\":\"ok\"}", true},
	{0.5, "{\"seat\":1,\"play\":2,\"verdict\":\"ok\"}", false},
	{0.5, "{\"seat\":0,\"play\":0,\"verdict\":\"ok\"}", false},
	{0.5, "{\"seat\":1,\"play\":11,\"verdict\":\"illegal\"}", false},
	{0.5, "{\"seat\":1,\"verdict\":\"crash\"}", false},
};

START_TEST(positions_have_an_answer)
{
	AUTO_JSON json_t *games = json_pack("[{s:i, s:[o]}]", "number", 3,
					    "hands", hand_of(bids[_i].chance, true, bids[_i].answer));
	AUTO_STR struct str found = shown(games, 0);
	ck_assert_str_eq(found.text, bids[_i].is_position ? "3:0.0" : "");
}
END_TEST

START_TEST(chances_come_twice_if_there_are_others)
{
	json_t *games = json_array();
	for (int g = 0; g < 8; g++)
		json_array_append_new(games, json_pack("{s:i, s:[o]}", "number", g,
						       "hands", hand_of(g < 6 ? 0.5 : 0.6 + g / 100.0, true, called)));
	AUTO_STR struct str all = shown(games, 0);
	ck_assert_str_eq(all.text, "0:0.0 1:0.0 2:0.0 3:0.0 4:0.0 5:0.0 6:0.0 7:0.0");
	for (int g = 8; g < 16; g++)
		json_array_append_new(games,
			json_pack("{s:i, s:[o]}", "number", g, "hands", hand_of(0.6 + g / 100.0, true, called)));
	AUTO_STR struct str mixed = shown(games, 0);
	ck_assert_str_eq(mixed.text, "0:0.0 1:0.0 6:0.0 7:0.0 8:0.0 9:0.0 10:0.0 11:0.0 12:0.0 13:0.0");
	json_decref(games);
}
END_TEST

SUITE(0, TEST(bids_near_one_half_come_first), TEST(seeds_choose_other_positions),
      LOOP(positions_have_an_answer, 0, COUNT(bids)), TEST(chances_come_twice_if_there_are_others))
