/* test_net.c - the tourney server's parts without a network: configuration, messages, matchmaking, scores, and the
 * JSON of a game. */
#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/text.h"
#include "empty_database.h"
#include "net/protocol/message.h"
#include "net/server/inside.h"
#include "net/server/serve.h"
#include "net/server/tourney_game.h"
#include "store/tourney.h"

/* ---- config.h --------------------------------------------------------------------------- */

START_TEST(config_defaults)
{
	struct config config;
	config_init(&config);
	ck_assert_int_eq(config.games_per_tourney_per_bot, 100);
	ck_assert_int_eq(config.player_count[0], 3);
	ck_assert_int_eq(config.player_count[1], 6);
	ck_assert_int_eq(config.scoring_method, SCORING_EVEN);
	ck_assert_int_eq(config.game_port, 5555);
	ck_assert(config.do_drop_wilds);
	ck_assert_str_eq(config.tourney_tag, "default");
	ck_assert(config.move_timeout_mS == 500 && config.game_timeout_mS == 30000);
}
END_TEST

START_TEST(config_settings)
{
	struct config config;
	struct err err = {0};
	config_init(&config);
	static const char *const good[] = {"player_count=[2,4]", "scoring_method=531", "tourney_tag=a tag",
		"score_mult=2", "do_drop_wilds=false", "tourney_freq_S=0.5"};
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		ck_assert_msg(config_set(&config, good[i], "--set", &err) == 0, "%s", err.text);
	ck_assert_int_eq(config.player_count[0], 2);
	ck_assert_int_eq(config.player_count[1], 4);
	ck_assert_int_eq(config.scoring_method, SCORING_531);
	ck_assert_str_eq(config.tourney_tag, "a tag");
	ck_assert(config.score_mult == 2 && config.tourney_freq_S == 0.5 && !config.do_drop_wilds);
}
END_TEST

static const struct {
	const char *setting, *said;
} refused_settings[] = {
	{"dice_count", "takes KEY=VALUE"},
	{"dice_cuont=5", "did you mean 'dice_count'"},
	{"colour=red", "there is no key 'colour'"},
	{"dice_count=0", "a whole number from 1 to 20"},
	{"dice_count=21", "a whole number from 1 to 20"},
	{"dice_count=five", "a whole number from 1 to 20"},
	{"dice_count=5.5", "a whole number from 1 to 20"},
	{"dice_count=", "a whole number from 1 to 20"},
	{"player_count=3", "[minimum, maximum]"},
	{"player_count=[1,3]", "from 2 to 26"},
	{"player_count=[4,3]", "[minimum, maximum]"},
	{"player_count=[3,4,5]", "[minimum, maximum]"},
	{"scoring_method=best", "531 or even, not 'best'"},
	{"do_drop_wilds=1", "true or false"},
	{"score_mult=nan", "a number"},
	{"tourney_freq_S=-1", "a number from 0"},
	{"tourney_tag=", "text of 1 to 199 bytes"},
	{"tourney_tag=a\033b", "text of 1 to 199 bytes"},
};

START_TEST(config_refuses)
{
	struct config config, before;
	struct err err = {0};
	config_init(&config);
	memcpy(&before, &config, sizeof before);
	ck_assert_int_ne(config_set(&config, refused_settings[_i].setting, "--set", &err), 0);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_msg(strstr(err.text, refused_settings[_i].said) != NULL, "%s", err.text);
	ck_assert_int_eq(memcmp(&before, &config, sizeof before), 0);
}
END_TEST

static int load(struct config *config, const char *text, struct err *err)
{
	char path[] = "/tmp/arena-config-XXXXXX";
	int fd = mkstemp(path);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	int failed = config_load(config, path, err);
	unlink(path);
	return failed;
}

START_TEST(config_files)
{
	struct config config;
	struct err err = {0};
	config_init(&config);
	ck_assert_msg(load(&config, "{\"dice_count\": 4, \"player_count\": [2, 2]}", &err) == 0, "%s", err.text);
	ck_assert_int_eq(config.dice_count, 4);
	ck_assert_int_eq(config.player_count[1], 2);
	ck_assert_int_eq(config.max_bots_per_player, 2);
	static const char *const bad[] = {"", "[]", "{\"dice_count\": \"5\"}", "{\"no_such\": 1}",
		"{\"tourney_tag\": \"\\u001b\"}"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		ck_assert_int_ne(load(&config, bad[i], &err), 0);
		ck_assert_int_eq(err.code, EXIT_USAGE);
	}
	ck_assert_int_ne(config_load(&config, "/nowhere/config.json", &err), 0);
	ck_assert_int_eq(err.code, EXIT_USAGE);
}
END_TEST

/* ---- message.h -------------------------------------------------------------------------- */

#define META "\"player\":\"P\",\"name\":\"N\",\"version\":\"1.0\",\"session_uuid\":\"a-1\""

START_TEST(meta_is_read)
{
	struct meta meta;
	struct err err = {0};
	static const char text[] = "{" META ",\"stateless\":true,\"more\":[1,2],\"internet\":false}";
	ck_assert_msg(message_read_meta(&meta, text, strlen(text), &err) == 0, "%s", err.text);
	ck_assert_str_eq(meta.title, "N_1.0_P");
	ck_assert(meta.stateless && !meta.internet && !meta.machine_learning);
	AUTO_STR struct str out = {0};
	message_add_meta(&meta, &out);
	struct meta again;
	ck_assert_int_eq(message_read_meta(&again, out.text, out.length, &err), 0);
	ck_assert_int_eq(memcmp(&meta, &again, sizeof meta), 0);
}
END_TEST

START_TEST(meta_is_cleaned)
{
	struct meta meta;
	static const char text[] =
		"{\"player\":\"a\\u001b[31m\\n\",\"name\":\"a\\u202eb\\u2066\\u200f\",\"version\":\"\\u009b\","
		"\"session_uuid\":\"x\"}";
	ck_assert_int_eq(message_read_meta(&meta, text, strlen(text), NULL), 0);
	ck_assert_str_eq(meta.player, "a?[31m?");
	ck_assert_str_eq(meta.name, "a???b??????");
	ck_assert_int_eq(strcspn(meta.version, "?"), 0);
}
END_TEST

#define IS_NONE "the registration is not a JSON object"
#define IS_NO_UUID "session_uuid must be text of 1 to 64 bytes"

static const struct {
	const char *text, *said;
} bad_metas[] = {
	{"", IS_NONE}, {"{", IS_NONE}, {"[]", IS_NONE}, {"7", IS_NONE}, {"null", IS_NONE}, {"\xff\xfe", IS_NONE},
	{"{}", "player must be text of 1 to 64 bytes"},
	{"{\"player\":1,\"name\":\"N\",\"version\":\"1\",\"session_uuid\":\"x\"}",
	 "player must be text of 1 to 64 bytes"},
	{"{\"player\":\"\",\"name\":\"N\",\"version\":\"1\",\"session_uuid\":\"x\"}",
	 "player must be text of 1 to 64 bytes"},
	{"{\"player\":\"P\",\"version\":\"1\",\"session_uuid\":\"x\"}", "name must be text of 1 to 64 bytes"},
	{"{\"player\":\"P\",\"name\":\"N\",\"session_uuid\":\"x\"}", "version must be text of 1 to 64 bytes"},
	{"{\"player\":\"P\",\"name\":\"N\",\"version\":1.0,\"session_uuid\":\"x\"}",
	 "version must be text of 1 to 64 bytes"},
	{"{\"player\":\"P\",\"name\":\"N\",\"version\":\"1\"}", IS_NO_UUID},
	{"{\"player\":\"P\",\"name\":\"N\",\"version\":\"1\",\"session_uuid\":\"a b\"}",
	 "session_uuid must be letters, digits, '-' and '_'"},
	{"{\"player\":\"P\",\"name\":\"N\",\"version\":\"1\",\"session_uuid\":\"\\u0000\"}", IS_NONE},
	{"{\"player\":\"P\",\"name\":\"N\",\"version\":\"1\","
		"\"session_uuid\":\"12345678901234567890123456789012345678901234567890123456789012345\"}", IS_NO_UUID},
	{"{" META ",\"full_title\":7}", "full_title must be text of 1 to 200 bytes"},
	{"{" META ",\"stateless\":\"yes\"}", "stateless must be true or false"},
	{"{" META ",\"internet\":1}", "internet must be true or false"},
};

START_TEST(meta_is_refused)
{
	struct meta meta;
	struct err err = {0};
	ck_assert_int_ne(message_read_meta(&meta, bad_metas[_i].text, strlen(bad_metas[_i].text), &err), 0);
	ck_assert_str_eq(err.text, bad_metas[_i].said);
	ck_assert_int_eq(err.code, EXIT_USAGE);
}
END_TEST

static const struct {
	const char *json;
	int max_games;
} games_at_once[] = {{"4", 4}, {"1000000000000", META_GAMES}, {"0", 0}, {"-3", 0}, {"\"4\"", 0}, {"4.5", 0},
	{"null", 0}};

START_TEST(meta_says_how_many_games)
{
	char text[200];
	struct meta meta;
	struct err err = {0};
	snprintf(text, sizeof text, "{" META ",\"max_games\":%s}", games_at_once[_i].json);
	ck_assert_int_eq(message_read_meta(&meta, text, strlen(text), &err), 0);
	ck_assert_int_eq(meta.max_games, games_at_once[_i].max_games);
	AUTO_STR struct str again = {0};
	message_add_meta(&meta, &again);
	ck_assert_int_eq(strstr(again.text, "max_games") != NULL, meta.max_games != 0);
}
END_TEST

/* What may be long, in the order of the META below. */
static const struct {
	const char *key;
	int most;
} cut_texts[] = {{"player", META_TEXT}, {"name", META_TEXT}, {"version", META_TEXT}, {"full_title", META_TITLE}};

/* Texts are never cut within a character. Here characters have two bytes, and come after a character of one byte or
 * after none. */
START_TEST(long_names_are_cut)
{
	int most = cut_texts[_i].most;
	for (int bytes = most - 1; bytes <= most + 16; bytes++) {
		AUTO_STR struct str name = {0}, text = {0};
		struct meta meta;
		struct err err = {0};
		str_add(&name, bytes % 2 ? "x" : "");
		while (name.length < (size_t)bytes)
			str_add(&name, "\xc3\xa9");
		str_add(&text, "{");
		for (int i = 0; i < COUNT(cut_texts); i++)
			str_addf(&text, "\"%s\":\"%s\",", cut_texts[i].key, i == _i ? name.text : "N");
		str_add(&text,
			"\"session_uuid\":\"1234567890123456789012345678901234567890123456789012345678901234\"}");
		ck_assert_msg(message_read_meta(&meta, text.text, text.length, &err) == 0, "%s", err.text);
		const char *const taken[] = {meta.player, meta.name, meta.version, meta.title};
		ck_assert_uint_eq(strlen(taken[_i]), bytes <= most ? bytes : most - bytes % 2);
		ck_assert(text_is_clean(taken[_i]) && strncmp(taken[_i], name.text, strlen(taken[_i])) == 0);
	}
}
END_TEST

static const struct {
	const char *text;
	bool is_read, is_call;
	int count, face;
} responses[] = {
	{"{\"response_type\":\"call\"}", true, true, 0, 0},
	{"{\"response_type\":\"call\",\"bid\":\"x\"}", true, true, 0, 0},
	{"{\"response_type\":\"bid\",\"bid\":[2,3],\"game_uuid\":\"u\"}", true, false, 2, 3},
	{"{\"response_type\":\"bid\",\"bid\":[1,1]}", true, false, 1, 1},
	{"{\"response_type\":\"bid\",\"bid\":[2.0,3.0]}", true, false, 2, 3},
	{"{\"response_type\":\"bid\",\"bid\":[2,3,0]}", true, false, 2, 3},
	{"{\"response_type\":\"bid\",\"bid\":[123456789012,6]}", true, false, RESPONSE_MOST, 6},
	{"{\"response_type\":\"bid\",\"bid\":[1e300,6]}", true, false, RESPONSE_MOST, 6},
	{"{\"response_type\":\"bid\",\"bid\":[0,6]}", false, false, 0, 0},
	{"{\"response_type\":\"bid\",\"bid\":[-1,6]}", false, false, 0, 0},
	{"{\"response_type\":\"bid\",\"bid\":[1,7]}", false, false, 0, 0},
	{"{\"response_type\":\"bid\",\"bid\":[1,0]}", false, false, 0, 0},
	{"{\"response_type\":\"bid\",\"bid\":[1.5,2]}", false, false, 0, 0},
	{"{\"response_type\":\"bid\",\"bid\":[\"2\",\"3\"]}", false, false, 0, 0},
	{"{\"response_type\":\"bid\",\"bid\":[true,3]}", false, false, 0, 0},
	{"{\"response_type\":\"bid\",\"bid\":[2]}", false, false, 0, 0},
	{"{\"response_type\":\"bid\",\"bid\":{}}", false, false, 0, 0},
	{"{\"response_type\":\"bid\"}", false, false, 0, 0},
	{"{\"response_type\":\"fold\",\"bid\":[2,3]}", false, false, 0, 0},
	{"{\"response_type\":1}", false, false, 0, 0},
	{"{\"bid\":[2,3]}", false, false, 0, 0},
	{"[]", false, false, 0, 0},
	{"", false, false, 0, 0},
	{"{\"response_type\":\"call\"} x", false, false, 0, 0},
};

START_TEST(responses_are_read)
{
	struct message_response response = {0};
	ck_assert_int_eq(message_read_response(&response, responses[_i].text, strlen(responses[_i].text)),
			 responses[_i].is_read);
	if (!responses[_i].is_read)
		return;
	ck_assert_int_eq(response.is_call, responses[_i].is_call);
	ck_assert_int_eq(response.count, responses[_i].count);
	ck_assert_int_eq(response.face, responses[_i].face);
}
END_TEST

/* Tests writing JSON: numbers of all sizes, into strings with any amount of space left. */
START_TEST(text_grows)
{
	static const long long numbers[] = {0, 1, -1, 9, 10, -10, 99, 1234567890, LLONG_MAX, LLONG_MIN};
	char expected[100];
	for (size_t before = 0; before < 300; before++) {
		for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
			AUTO_STR struct str text = {0};
			for (size_t k = 0; k < before; k++)
				str_add(&text, "x");
			str_add_int(&text, numbers[i]);
			str_addf(&text, " %lld%s", numbers[i], before % 2 ? " and much that comes after it" : "");
			snprintf(expected, sizeof expected, "%lld %lld%s", numbers[i], numbers[i],
				 before % 2 ? " and much that comes after it" : "");
			ck_assert_str_eq(text.text + before, expected);
			ck_assert_uint_eq(text.length, before + strlen(expected));
		}
	}
	AUTO_STR struct str longer = {0};
	str_addf(&longer, "%0200d", 7);
	ck_assert_uint_eq(longer.length, 200);
	ck_assert_str_eq(longer.text + 195, "00007");
}
END_TEST

/* ---- matchmaking.c ---------------------------------------------------------------------- */

static const struct {
	int n_robots, games_each, fewest, most, most_extra;
} draws[] = {
	{3, 100, 3, 6, 0}, {4, 100, 3, 6, 0}, {5, 7, 3, 6, 0}, {17, 23, 3, 6, 0}, {200, 10, 3, 6, 0}, {2, 9, 2, 2, 0},
	{7, 1, 2, 26, 0}, {26, 3, 26, 26, 0}, {5, 5, 4, 4, 1}, {3, 1, 2, 2, 1}, {9, 1, 8, 8, 1},
};

START_TEST(robots_play_equally_often)
{
	int n_robots = draws[_i].n_robots, fewest = draws[_i].fewest, most = draws[_i].most;
	struct matchmaking_pairing *tables, *again;
	int n = matchmaking_draw(rng_key_of_seed("a"), n_robots, draws[_i].games_each, fewest, most, &tables);
	int played[200] = {0};
	for (int i = 0; i < n; i++) {
		bool is_seated[200] = {false};
		ck_assert_int_ge(tables[i].n_seats, fewest);
		ck_assert_int_le(tables[i].n_seats, most < n_robots ? most : n_robots);
		for (int seat = 0; seat < tables[i].n_seats; seat++) {
			int robot = tables[i].robot[seat];
			ck_assert_int_lt(robot, n_robots);
			ck_assert(!is_seated[robot]);
			is_seated[robot] = true;
			played[robot]++;
		}
		int least = played[0], highest = played[0];
		for (int robot = 1; robot < n_robots; robot++) {
			least = played[robot] < least ? played[robot] : least;
			highest = played[robot] > highest ? played[robot] : highest;
		}
		ck_assert_int_le(highest - least, 1);
	}
	for (int robot = 0; robot < n_robots; robot++) {
		ck_assert_int_ge(played[robot], draws[_i].games_each);
		ck_assert_int_le(played[robot], draws[_i].games_each + draws[_i].most_extra);
	}
	ck_assert_int_eq(matchmaking_draw(rng_key_of_seed("a"), n_robots, draws[_i].games_each, fewest, most, &again),
			 n);
	ck_assert_int_eq(memcmp(tables, again, sizeof *tables * (size_t)n), 0);
	free(again);
	ck_assert(matchmaking_draw(rng_key_of_seed("b"), n_robots, draws[_i].games_each, fewest, most, &again) != n ||
		  memcmp(tables, again, sizeof *tables * (size_t)n) != 0 || n_robots * n <= 4);
	free(again);
	free(tables);
}
END_TEST

/* All pairs of robots meet about equally often; all sizes and all seats occur about equally often. */
START_TEST(tables_are_random)
{
	struct matchmaking_pairing *tables;
	int n = matchmaking_draw(rng_key_of_seed("c"), 8, 3000, 3, 6, &tables), met[8][8] = {{0}}, size[7] = {0},
		first[8] = {0};
	for (int i = 0; i < n; i++) {
		size[tables[i].n_seats]++;
		first[tables[i].robot[0]]++;
		for (int a = 0; a < tables[i].n_seats; a++)
			for (int b = 0; b < tables[i].n_seats; b++)
				met[tables[i].robot[a]][tables[i].robot[b]]++;
	}
	for (int k = 3; k <= 6; k++)
		ck_assert_int_lt(abs(size[k] - n / 4), n / 40);
	for (int a = 0; a < 8; a++) {
		ck_assert_int_lt(abs(first[a] - n / 8), n / 80);
		for (int b = 0; b < a; b++)
			ck_assert_int_lt(abs(met[a][b] - met[1][0]), met[1][0] / 10);
	}
	free(tables);
}
END_TEST

START_TEST(places_score)
{
	static const double three[] = {5, 3, 1, 0, 0, 0};
	for (int place = 1; place <= 6; place++) {
		ck_assert_double_eq_tol(scoring_points(SCORING_531, place, 6), three[place - 1], 1e-12);
		ck_assert_double_eq_tol(scoring_points(SCORING_EVEN, place, 6), (6 - place) / 5.0, 1e-12);
	}
	ck_assert_double_eq_tol(scoring_points(SCORING_531, 2, 2), 3, 1e-12);
	ck_assert_double_eq_tol(scoring_points(SCORING_EVEN, 2, 2), 0, 1e-12);
}
END_TEST

/* ---- tourney_game.h ----------------------------------------------------------------------------- */

struct parlour {
	struct rules rules;
	struct tourney_game tourney_game;
	char history[4096], shown[1024], hands[3][1024];
};

static void begin(struct parlour *p, const char *setting)
{
	struct err err = {0};
	ck_assert_int_eq(rules_init(&p->rules, "tourney", &err), 0);
	ck_assert_int_eq(rules_set(&p->rules, setting, &err), 0);
	ck_assert_uint_le(game_history_size(&p->rules, 3), sizeof p->history);
	ck_assert_uint_le(game_hands_size(&p->rules, 3), sizeof p->shown);
	struct game_view view = {.history = p->history, .shown = p->shown,
		.hands = {p->hands[0], p->hands[1], p->hands[2]}};
	char uuid[TOURNEY_GAME_UUID + 1];
	tourney_game_make_uuid(rng_key_of_seed("u"), 1, uuid);
	tourney_game_begin(&p->tourney_game, &p->rules, 3, (struct dice_source){rng_key_of_seed("d"), 1}, uuid, &view);
}

static json_t *state_of(struct parlour *p)
{
	AUTO_STR struct str out = {0};
	tourney_game_add_state(&p->tourney_game, &out);
	json_t *state = json_loadb(out.text, out.length, JSON_REJECT_DUPLICATES, NULL);
	ck_assert_msg(state != NULL, "%s", out.text);
	ck_assert_uint_eq(json_object_size(state), 11);
	return state;
}

static void check_value(json_t *object, const char *key, const char *wanted)
{
	AUTO_FREE char *text = json_dumps(json_object_get(object, key), JSON_ENCODE_ANY | JSON_COMPACT);
	ck_assert_str_eq(text ? text : "missing", wanted);
}

static void bid(struct parlour *p, int count, int face)
{
	tourney_game_response(&p->tourney_game, &(struct message_response){.count = count, .face = face});
}

static void check_last_round(struct parlour *p, const char *result, int loser, int caller)
{
	ck_assert_int_eq(p->tourney_game.game.need, GAME_NEED_OBSERVE);
	tourney_game_observed(&p->tourney_game);
	AUTO_JSON json_t *state = state_of(p);
	json_t *rounds = json_object_get(state, "round_history");
	json_t *last = json_array_get(rounds, json_array_size(rounds) - 1);
	ck_assert_str_eq(json_string_value(json_object_get(last, "result")), result);
	ck_assert_int_eq(json_integer_value(json_object_get(last, "losing_player")), loser);
	ck_assert_int_eq(json_integer_value(json_object_get(last, "calling_player")), caller);
	ck_assert_int_eq(json_integer_value(json_object_get(state, "bot_index")), loser);
	ck_assert_int_eq(json_integer_value(json_object_get(state, "round_count")), (int)json_array_size(rounds));
}

START_TEST(state_describes_the_game)
{
	struct parlour p = {0};
	begin(&p, "dice=5");
	{
		AUTO_JSON json_t *state = state_of(&p);
		check_value(state, "bid", "[0,6]");
		check_value(state, "player_count", "3");
		check_value(state, "dice_counts", "[5,5,5]");
		check_value(state, "bot_index", "0");
		check_value(state, "wild_ones", "true");
		check_value(state, "first_round", "true");
		check_value(state, "bid_history", "[]");
		check_value(state, "round_history", "[]");
		int n = 0;
		for (size_t i = 0; i < 6; i++)
			n += (int)json_integer_value(json_array_get(json_object_get(state, "dice"), i));
		ck_assert_int_eq(n, 5);
	}
	bid(&p, 1, 2);
	bid(&p, 2, 1);
	{
		AUTO_JSON json_t *state = state_of(&p);
		check_value(state, "bid", "[2,1]");
		check_value(state, "wild_ones", "false");
		check_value(state, "bid_history", "[[1,2,0],[2,1,1]]");
		check_value(state, "first_round", "true");
	}
	bid(&p, 3, 1);
	AUTO_JSON json_t *state = state_of(&p);
	check_value(state, "first_round", "false");
	tourney_game_release(&p.tourney_game);
}
END_TEST

START_TEST(results_of_a_hand)
{
	struct parlour p = {0};
	begin(&p, "dice=5");
	tourney_game_response(&p.tourney_game, &(struct message_response){.is_call = true});
	check_last_round(&p, "bad_call", 0, 0);
	bid(&p, 3, 2);
	bid(&p, 2, 6);
	check_last_round(&p, "error_bid", 1, 1);
	bid(&p, 3, 2);
	bid(&p, 3, 2);
	check_last_round(&p, "error_bid", 2, 2);
	bid(&p, 13, 2);
	check_last_round(&p, "error_overflow", 2, 2);
	bid(&p, RESPONSE_MOST, 2);
	check_last_round(&p, "error_overflow", 2, 2);
	tourney_game_failed(&p.tourney_game, TOURNEY_LOG_ERROR_TIMEOUT);
	check_last_round(&p, "error_timeout", 2, 2);
	bid(&p, 9, 6);
	tourney_game_failed(&p.tourney_game, TOURNEY_LOG_ERROR_BAD_MESSAGE);
	check_last_round(&p, "error_bad_message", 0, 0);
	bid(&p, 8, 6); /* the highest possible bid, and false with these dice */
	tourney_game_response(&p.tourney_game, &(struct message_response){.is_call = true});
	check_last_round(&p, "good_call", 0, 1);
	tourney_game_play(&p.tourney_game, 12);
	tourney_game_play(&p.tourney_game, 19); /* this face does not exist */
	check_last_round(&p, "error_bad_message", 1, 1);
	tourney_game_play(&p.tourney_game, -5);
	check_last_round(&p, "error_bad_message", 1, 1);
	tourney_game_release(&p.tourney_game);
}
END_TEST

START_TEST(a_true_bid_is_a_bad_call)
{
	struct parlour p = {0};
	begin(&p, "wild=ones");
	uint8_t dice[GAME_MAX_DICE];
	ck_assert_int_eq(game_dice(&p.tourney_game.game, 0, dice), 5);
	bid(&p, 1, dice[0]);
	tourney_game_response(&p.tourney_game, &(struct message_response){.is_call = true});
	check_last_round(&p, "bad_call", 1, 1);
	tourney_game_release(&p.tourney_game);
}
END_TEST

START_TEST(a_game_is_logged)
{
	struct parlour p = {0};
	begin(&p, "dice=1");
	int loser = 0;
	while (p.tourney_game.game.need != GAME_NEED_OVER) {
		tourney_game_took(&p.tourney_game, 0.75);
		tourney_game_took(&p.tourney_game, 0.25);
		loser = p.tourney_game.game.turn;
		tourney_game_failed(&p.tourney_game, TOURNEY_LOG_ERROR_TIMEOUT);
		tourney_game_observed(&p.tourney_game);
	}
	AUTO_STR struct str out = {0};
	struct tourney_log_game game = {.uuids = {"a", "b", "c"}, .titles = {"A\"", "B", "C"}, .tourney_uuid = "t",
		.tourney_index = 4, .match_index = 7, .started = "2025-01-01 00:00:00", .ended = "2025-01-01 00:00:01"};
	tourney_game_describe(&p.tourney_game, &game);
	tourney_log_add_game(&game, &out);
	AUTO_JSON json_t *log = json_loadb(out.text, out.length, JSON_REJECT_DUPLICATES, NULL);
	ck_assert_msg(log != NULL, "%s", out.text);
	ck_assert_int_eq(loser, 1); /* the loser is eliminated; the next player begins and times out too */
	check_value(log, "bot_rankings", "[2,1,0]");
	check_value(log, "bot_titles", "[\"A\\\"\",\"B\",\"C\"]");
	check_value(log, "tourney_index", "4");
	check_value(log, "match_index", "7");
	check_value(log, "wild_ones_drop", "true");
	ck_assert_uint_eq(json_array_size(json_object_get(log, "game_history")), 2);
	json_t *last = json_array_get(json_object_get(log, "game_history"), 1);
	json_t *faces = json_array_get(json_object_get(last, "face_counts"), 0);
	for (size_t i = 0; i < 6; i++) /* eliminated players hold no dice */
		ck_assert_int_eq(json_integer_value(json_array_get(faces, i)), 0);
	ck_assert_double_eq_tol(json_real_value(json_array_get(json_object_get(log, "ping_averages"), 1)), 0.5, 1e-9);
	ck_assert_double_eq_tol(json_real_value(json_array_get(json_object_get(log, "ping_maximums"), 2)), 0, 1e-9);
	check_value(log, "ping_averages_mS", "[500.0,500.0,0.0]");
	check_value(log, "ping_maximums_mS", "[750.0,750.0,0.0]");
	tourney_game_release(&p.tourney_game);
}
END_TEST

START_TEST(uuids_differ)
{
	char a[TOURNEY_GAME_UUID + 1], b[TOURNEY_GAME_UUID + 1];
	tourney_game_make_uuid(rng_key_of_seed("u"), 1, a);
	tourney_game_make_uuid(rng_key_of_seed("u"), 2, b);
	ck_assert_uint_eq(strlen(a), TOURNEY_GAME_UUID);
	ck_assert_str_ne(a, b);
	ck_assert_int_eq(a[14], '8');
	ck_assert_ptr_nonnull(strchr("89ab", a[19]));
}
END_TEST

/* ---- store/tourney.h -------------------------------------------------------------------- */

#define LOG "{\"bot_titles\":[\"A\",\"B\"],\"bot_rankings\":[1,0]}"

static void put_tourney(struct database *database, int64_t number, int n_games, int64_t kept)
{
	struct err err = {0};
	char uuid[40], game[60];
	snprintf(uuid, sizeof uuid, "t%d", (int)number);
	struct tourney_entry entries[] = {
		{.player = "P", .name = "A", .version = "1", .session_uuid = "a", .meta = "{\"stateless\": true}"},
		{.player = "P", .name = "B", .version = "1", .session_uuid = "b", .meta = "no JSON"},
	};
	static const struct tourney_share shares[] = {{"a", false, 0.25}, {"b", true, 1}};
	struct tourney_record record = {.number = number, .uuid = uuid, .tag = "tag", .seed = "s",
		.scoring_method = "even", .score_mult = 1, .started = "2025-01-01 00:00:00", .n_entries = 2,
		.entries = entries};
	struct tourney_game_record played = {.tourney = number, .uuid = game, .ended = "2025-01-01 00:00:09",
		.log = LOG, .size = strlen(LOG), .n_shares = 2, .shares = shares};
	ck_assert_msg(tourney_put_begin(database, &record, &err) == 0, "%s", err.text);
	for (int i = 0; i < n_games; i++) {
		snprintf(game, sizeof game, "%s-g%d", uuid, i);
		played.match = i;
		ck_assert_msg(tourney_put_game(database, &played, &err) == 0, "%s", err.text);
	}
	if (kept) /* else the server was killed before this */
		ck_assert_msg(tourney_put_end(database, number, "2025-01-01 00:00:10", kept, &err) == 0, "%s",
			      err.text);
}

START_TEST(tourneys_are_stored)
{
	char path[] = "/tmp/arena-tourney-XXXXXX";
	struct database *database = open_empty(path);
	int64_t next;
	ck_assert_int_eq(tourney_next(database, &next, NULL), 0);
	ck_assert_int_eq(next, 0);
	put_tourney(database, 0, 3, 100);
	put_tourney(database, 1, 3, 4);
	ck_assert_int_eq(tourney_next(database, &next, NULL), 0);
	ck_assert_int_eq(next, 2);
	AUTO_JSON json_t *standings = tourney_standings(database, 10, NULL);
	ck_assert_uint_eq(json_array_size(standings), 2);
	check_value(json_array_get(standings, 0), "name", "\"B\"");
	check_value(json_array_get(standings, 0), "stateless", "false");
	check_value(json_array_get(standings, 1), "stateless", "true");
	check_value(json_array_get(standings, 0), "tourneys", "2");
	check_value(json_array_get(standings, 0), "score", "6.0");
	check_value(json_array_get(standings, 0), "wins", "6");
	check_value(json_array_get(standings, 0), "games", "6");
	check_value(json_array_get(standings, 1), "score", "1.5");
	AUTO_JSON json_t *tourneys = tourney_list(database, 1, NULL);
	ck_assert_uint_eq(json_array_size(tourneys), 1);
	check_value(json_array_get(tourneys, 0), "tourney_index", "1");
	ck_assert_uint_eq(json_array_size(json_object_get(json_array_get(tourneys, 0), "entries")), 2);
	AUTO_JSON json_t *games = tourney_games(database, 10, NULL);
	ck_assert_uint_eq(json_array_size(games), 4); /* the oldest two are deleted */
	check_value(json_array_get(games, 0), "game_uuid", "\"t1-g2\"");
	check_value(json_array_get(games, 0), "bot_titles", "[\"A\",\"B\"]");
	check_value(json_array_get(games, 3), "game_uuid", "\"t0-g2\"");
	AUTO_JSON json_t *game = tourney_game(database, "t1-g0", NULL), *none = tourney_game(database, "t0-g0", NULL);
	check_value(game, "bot_rankings", "[1,0]");
	ck_assert(json_is_null(none));
	close_and_remove(database, path);
}
END_TEST

START_TEST(an_interrupted_tourney_counts)
{
	char path[] = "/tmp/arena-tourney-XXXXXX";
	struct database *database = open_empty(path);
	put_tourney(database, 0, 0, 0);
	put_tourney(database, 1, 3, 0);
	AUTO_JSON json_t *going = tourney_list(database, 2, NULL);
	check_value(json_array_get(going, 0), "end_time", "null");
	ck_assert_int_eq(tourney_end_broken(database, NULL), 0);
	AUTO_JSON json_t *ended = tourney_list(database, 2, NULL);
	json_t *played = json_array_get(ended, 0);
	check_value(played, "end_time", "\"2025-01-01 00:00:09\""); /* the time of the last game */
	check_value(played, "tourney_games", "3");
	check_value(json_array_get(json_object_get(played, "entries"), 0), "score", "3.0");
	check_value(json_array_get(ended, 1), "end_time", "\"2025-01-01 00:00:00\"");
	close_and_remove(database, path);
}
END_TEST

START_TEST(tourneys_and_games_are_stored_whole_or_not)
{
	char path[] = "/tmp/arena-tourney-XXXXXX";
	struct database *database = open_empty(path);
	struct err err = {0};
	put_tourney(database, 0, 1, 100);
	struct tourney_entry twice[] = {
		{.player = "P", .name = "A", .version = "1", .session_uuid = "same", .meta = "{}"},
		{.player = "P", .name = "C", .version = "1", .session_uuid = "same", .meta = "{}"},
	};
	struct tourney_record record = {.number = 1, .uuid = "u", .tag = "t", .seed = "s", .scoring_method = "531",
		.started = "x", .n_entries = 2, .entries = twice};
	ck_assert_int_ne(tourney_put_begin(database, &record, &err), 0);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	AUTO_JSON json_t *standings = tourney_standings(database, 10, NULL);
	ck_assert_uint_eq(json_array_size(standings), 2); /* and no C */
	const struct tourney_share share = {"a", true, 5};
	const struct tourney_game_record taken = {.match = 5, .uuid = "t0-g0", .ended = "y", .log = LOG,
		.size = strlen(LOG), .n_shares = 1, .shares = &share};
	ck_assert_int_ne(tourney_put_game(database, &taken, &err), 0); /* the name is in use */
	AUTO_JSON json_t *after = tourney_standings(database, 10, NULL);
	check_value(json_array_get(after, 1), "score", "0.25");
	check_value(json_array_get(after, 1), "tourneys", "1");
	AUTO_JSON json_t *tourneys = tourney_list(database, 10, NULL);
	ck_assert_uint_eq(json_array_size(tourneys), 1);
	close_and_remove(database, path);
}
END_TEST

/* Each table that the beginning of a tourney is written to. */
static const char *const tables_of_tourney[] = {"tourneys", "entries", "bots"};

START_TEST(a_tourney_needs_its_tables)
{
	char path[] = "/tmp/arena-tourney-XXXXXX", sql[100];
	struct database *database = open_empty(path);
	struct err err = {0};
	struct tourney_entry entry = {.player = "P", .name = "A", .version = "1", .session_uuid = "a", .meta = "{}"};
	struct tourney_record record = {.number = 1, .uuid = "u", .tag = "t", .seed = "s", .scoring_method = "531",
		.started = "x", .n_entries = 1, .entries = &entry};
	snprintf(sql, sizeof sql, "PRAGMA foreign_keys = OFF; DROP TABLE %s", tables_of_tourney[_i]);
	execute(path, sql);
	ck_assert_int_ne(tourney_put_begin(database, &record, &err), 0);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_msg(strstr(err.text, tables_of_tourney[_i]), "%s", err.text);
	close_and_remove(database, path);
}
END_TEST

SUITE(0,
	TEST(tourneys_are_stored),
	TEST(an_interrupted_tourney_counts),
	TEST(tourneys_and_games_are_stored_whole_or_not),
	LOOP(a_tourney_needs_its_tables, 0, COUNT(tables_of_tourney)),
	TEST(config_defaults),
	TEST(config_settings),
	LOOP(config_refuses, 0, COUNT(refused_settings)),
	TEST(config_files),
	TEST(meta_is_read),
	TEST(meta_is_cleaned),
	LOOP(meta_is_refused, 0, COUNT(bad_metas)),
	LOOP(meta_says_how_many_games, 0, COUNT(games_at_once)),
	LOOP(long_names_are_cut, 0, COUNT(cut_texts)),
	LOOP(responses_are_read, 0, COUNT(responses)),
	TEST(text_grows),
	LOOP(robots_play_equally_often, 0, COUNT(draws)),
	TEST(tables_are_random),
	TEST(places_score),
	TEST(state_describes_the_game),
	TEST(results_of_a_hand),
	TEST(a_true_bid_is_a_bad_call),
	TEST(a_game_is_logged),
	TEST(uuids_differ))
