/* test_net_state.c - converts STATE of the tourney protocol to the strings of an ask. Games played by the game layer
 * and described as a server does must give exactly the strings that the game layer wrote; impossible states are
 * refused. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "game/dice.h"
#include "net/protocol/state.h"

static struct rules rules, widest;

static void setup(void)
{
	struct err err = {0};
	ck_assert_msg(rules_init(&rules, "tourney", &err) == 0, "%s", err.text);
	state_rules(&rules, &widest);
}

struct strings {
	char *history, *shown, *hands;
};

static struct strings strings_new(void)
{
	return (struct strings){
		.history = NEW_ARRAY(char, game_history_size(&widest, GAME_MAX_SEATS)),
		.shown = NEW_ARRAY(char, game_hands_size(&widest, GAME_MAX_SEATS)),
		.hands = NEW_ARRAY(char, game_hands_size(&widest, GAME_MAX_SEATS)),
	};
}

static void strings_free(struct strings *strings)
{
	free(strings->history);
	free(strings->shown);
	free(strings->hands);
}

/* ---- a game, described as by a server ------------------------------------------------- */

static json_t *counts_of(const struct game *game, int seat)
{
	uint8_t dice[GAME_MAX_DICE];
	int n = game_is_in(game, seat) ? game_dice(game, seat, dice) : 0, count[6] = {0};
	for (int i = 0; i < n; i++)
		count[dice[i] - 1]++;
	return json_pack("[i, i, i, i, i, i]", count[0], count[1], count[2], count[3], count[4], count[5]);
}

struct told {
	json_t *bids, *hands, *faces; /* faces: of the hand in progress */
	int last;
};

static void deal_told(struct told *told, const struct game *game)
{
	json_decref(told->bids);
	json_decref(told->faces);
	told->bids = json_array();
	told->faces = json_array();
	told->last = 0;
	for (int seat = 0; seat < game->n_seats; seat++)
		json_array_append_new(told->faces, counts_of(game, seat));
}

static char *describe_state(const struct told *told, const struct game *game)
{
	json_t *dice_counts = json_array();
	for (int seat = 0; seat < game->n_seats; seat++)
		json_array_append_new(dice_counts, json_integer(game_dice_left(game, seat)));
	json_t *json = json_pack("{s:[i, i], s:O, s:i, s:o, s:i, s:b, s:b, s:O, s:i, s:O, s:s}",
		"bid", told->last / 10, told->last ? told->last % 10 : 6,
		"dice", json_array_get(told->faces, (size_t)game->turn),
		"player_count", game->n_seats, "dice_counts", dice_counts, "bot_index", game->turn, "wild_ones", 1,
		"first_round", 1, "bid_history", told->bids, "round_count", (int)json_array_size(told->hands),
		"round_history", told->hands, "game_uuid", "97e698f3");
	char *text = json_dumps(json, JSON_COMPACT);
	json_decref(json);
	return text;
}

static void end_told(struct told *told, int caller, int play, bool is_legal)
{
	const char *result = play == 0 ? "good_call" : "error_bid";
	ck_assert(play == 0 || !is_legal);
	json_array_append_new(told->hands, json_pack("{s:i, s:i, s:s, s:O, s:O}",
		"losing_player", 0, "calling_player", caller, "result", result,
		"bid_history", told->bids, "face_counts", told->faces));
}

/* Mostly the next higher bids, sometimes a call, rarely an invalid play. */
static int some_play(uint64_t *random, int last)
{
	uint32_t what = rng_below(rng_next(random), 100);
	if (what < 20 && last)
		return 0;
	if (what < 23)
		return (int)rng_below(rng_next(random), 400) + 10;
	int play = last ? last + 1 + (int)rng_below(rng_next(random), 4) : 11;
	return play % 10 < 1 || play % 10 > 6 ? (play / 10 + 1) * 10 + 2 : play;
}

static int check_ask(const struct told *told, const struct game *game, struct strings *strings)
{
	struct state state;
	struct err err = {0};
	AUTO_FREE char *text = describe_state(told, game);
	ck_assert_msg(state_read(&state, text, strlen(text), &widest, &err) == 0, "%s: %s", err.text, text);
	struct state_view view = {strings->history, strings->shown, strings->hands, &widest};
	state_ask(&state, &view);
	ck_assert_int_eq(state.me, game->turn);
	ck_assert_str_eq(strings->hands, game->view.hands[game->turn]);
	ck_assert_str_eq(strings->history, game->view.history);
	int n = state.n_hands;
	state_release(&state);
	return n;
}

static void check_showdown(const struct told *told, const struct game *game, struct strings *strings)
{
	struct state state = {.json = json_pack("{s:O}", "round_history", told->hands)};
	state.hand.known.n_seats = game->n_seats;
	struct state_view view = {strings->history, strings->shown, NULL, &widest};
	ck_assert(state_showdown(&state, (int)json_array_size(told->hands) - 1, &view));
	ck_assert_str_eq(strings->shown, game->view.shown);
	ck_assert_str_eq(strings->history, game->view.history);
	state_release(&state);
}

static void play_told(int n_seats, uint64_t number)
{
	struct game game;
	struct told told = {.hands = json_array()};
	struct strings mine = strings_new(), theirs[GAME_MAX_SEATS];
	struct game_view view = {.history = NEW_ARRAY(char, game_history_size(&rules, n_seats)),
				 .shown = NEW_ARRAY(char, game_hands_size(&rules, n_seats))};
	uint64_t random = number, n_asks = 0;
	for (int seat = 0; seat < n_seats; seat++) {
		theirs[seat] = strings_new();
		view.hands[seat] = theirs[seat].hands;
	}
	game_start(&game, &rules, n_seats, "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
		   (struct dice_source){rng_key_of_seed("told"), number}, &view);
	deal_told(&told, &game);
	while (game.need != GAME_NEED_OVER) {
		/* the state has all hands so far: at large tables asks take long */
		if (n_asks++ % (n_seats < 10 ? 1 : 7) == 0)
			ck_assert_int_eq(check_ask(&told, &game, &mine), (int)json_array_size(told.hands));
		int seat = game.turn, play = some_play(&random, told.last);
		bool is_legal = game_play(&game, play);
		if (play)
			json_array_append_new(told.bids, json_pack("[i, i, i]", play / 10, play % 10, seat));
		told.last = play;
		if (game.need != GAME_NEED_OBSERVE)
			continue;
		end_told(&told, seat, play, is_legal);
		check_showdown(&told, &game, &mine);
		game_observed(&game);
		if (game.need == GAME_NEED_PLAY)
			deal_told(&told, &game);
	}
	for (int i = 0; i < n_seats; i++)
		strings_free(&theirs[i]);
	strings_free(&mine);
	free(view.history);
	free(view.shown);
	json_decref(told.bids);
	json_decref(told.faces);
	json_decref(told.hands);
}

START_TEST(games_are_converted_back_unchanged)
{
	static const int seats[] = {2, 3, 4, 6, 10, 26};
	for (uint64_t number = 0; number < (seats[_i] < 10 ? 20 : 1); number++)
		play_told(seats[_i], number);
}
END_TEST

/* ---- single states ---------------------------------------------------------------------- */

#define STATE(bid, dice, counts, index, bids) \
	"{\"bid\":" bid ",\"dice\":" dice ",\"player_count\":3,\"dice_counts\":" counts ",\"bot_index\":" index \
	",\"wild_ones\":true,\"first_round\":true,\"bid_history\":" bids ",\"round_count\":0,\"round_history\":[]," \
	"\"game_uuid\":\"g\"}"
#define GOOD STATE("[2,3]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,3,0]]")

START_TEST(a_state_becomes_the_strings_of_an_ask)
{
	struct state state;
	struct err err = {0};
	struct strings strings = strings_new();
	struct state_view view = {strings.history, strings.shown, strings.hands, &widest};
	ck_assert_msg(state_read(&state, GOOD, strlen(GOOD), &widest, &err) == 0, "%s", err.text);
	state_ask(&state, &view);
	ck_assert_int_eq(state.me, 2);
	ck_assert_str_eq(strings.hands, "A:xx,C:6331");
	ck_assert_str_eq(strings.history, "A:23");
	state_release(&state);
	strings_free(&strings);
}
END_TEST

static const struct {
	const char *text, *why;
} refused[] = {
	{"", "not a JSON object"}, {"[]", "not a JSON object"}, {"{\"bid\":", "not a JSON object"},
	{"null", "not a JSON object"},
	{"{}", "player_count"}, {"{\"player_count\":27}", "player_count"}, {"{\"player_count\":3.0}", "player_count"},
	{"{\"player_count\":1}", "player_count"}, {"{\"round_history\":7}", "round_history is not a list"},
	{"{\"player_count\":3}", "bot_index"}, {"{\"player_count\":3,\"bot_index\":3}", "bot_index"},
	{STATE("[2,3]", "[1,0,2,0,0,1]", "[2,0,4]", "-1", "[[2,3,0]]"), "bot_index"},
	{STATE("[2,3]", "[1,0,2,0,0,1]", "[2,4]", "2", "[[2,3,0]]"), "dice_counts"},
	{STATE("[2,3]", "[1,0,2,0,0,1]", "[21,0,4]", "2", "[[2,3,0]]"), "dice_counts"},
	{STATE("[2,3]", "[1,0,2,0,0,1]", "[2,-1,4]", "2", "[[2,3,0]]"), "dice_counts"},
	{STATE("[2,3]", "[0,0,10,0,11,0]", "[2,0,20]", "2", "[[2,3,0]]"), "six counts"},
	{STATE("[2,3]", "[1,0,2,0,0,1]", "[0,0,4]", "2", "[[2,3,0]]"), "no opponent"},
	{STATE("[2,3]", "[1,0,2,0,0]", "[2,0,4]", "2", "[[2,3,0]]"), "six counts"},
	{STATE("[2,3]", "[1,0,2,0,0,-1]", "[2,0,4]", "2", "[[2,3,0]]"), "six counts"},
	{STATE("[2,3]", "[9,9,9,0,0,0]", "[2,0,4]", "2", "[[2,3,0]]"), "six counts"},
	{STATE("[2,3]", "[1,0,2,0,0,0]", "[2,0,4]", "2", "[[2,3,0]]"), "differs from dice_counts"},
	{STATE("[2,3]", "[0,0,0,0,0,0]", "[2,4,0]", "2", "[[2,3,0]]"), "differs from dice_counts"},
	{STATE("[2,3]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "7"), "list of bids"},
	{STATE("[2,3]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,3]]"), "list of bids"},
	{STATE("[2,3]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,3,9]]"), "list of bids"},
	{STATE("[2,3]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[99999999999,3,0]]"), "list of bids"},
	{STATE("[2,3]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[10000,3,0]]"), "list of bids"},
	{STATE("[2,3]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,10,0]]"), "list of bids"},
	{STATE("[2,3]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,3,3]]"), "list of bids"},
	{STATE("7", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,3,0]]"), "not a valid bid"},
	{STATE("[2,3,0]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,3,0]]"), "not a valid bid"},
	{STATE("[10000,3]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,3,0]]"), "not a valid bid"},
	{STATE("[-1,3]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,3,0]]"), "not a valid bid"},
	{STATE("[2,10]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,3,0]]"), "not a valid bid"},
	{STATE("[2,-1]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,3,0]]"), "not a valid bid"},
	{STATE("[9999,9]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,3,0]]"), "not the last one"},
	{STATE("[0,0]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[9999,9,0]]"), "not the last one"},
	{STATE("[3,3]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,3,0]]"), "not the last one"},
	{STATE("[2,3]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[]"), "not the last one"},
	{STATE("[2,3]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,3,1]]"), "has been eliminated"},
	{STATE("[7,3]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[7,3,0]]"), "bid_history is not possible"},
	{STATE("[2,7]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,7,0]]"), "bid_history is not possible"},
	{STATE("[2,2]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,3,0],[2,4,2],[2,2,0]]"), "bid_history is not possible"},
	{STATE("[3,3]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,3,0],[3,3,0]]"), "bid_history is not possible"},
	{STATE("[0,0]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,3,0],[0,0,2]]"), "bid_history is not possible"},
	{STATE("[3,3]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[[2,3,0],[3,3,2]]"), "another player's turn"},
};

START_TEST(states_that_are_refused)
{
	struct state state;
	struct err err = {0};
	ck_assert_msg(state_read(&state, refused[_i].text, strlen(refused[_i].text), &widest, &err) != 0, "%s",
		      refused[_i].text);
	ck_assert_msg(strstr(err.text, refused[_i].why), "'%s' for %s", err.text, refused[_i].text);
}
END_TEST

/* As many dice as a game can have. */
static const char *const largest[] = {"[0,0,20,0,0,0]", "[0,0,0,0,0,20]", "[9,0,1,0,1,9]"};

START_TEST(states_with_the_most_dice)
{
	struct state state;
	struct err err = {0};
	AUTO_STR struct str text = {0};
	str_addf(&text, STATE("[2,3]", "%s", "[20,0,20]", "2", "[[2,3,0]]"), largest[_i]);
	ck_assert_msg(state_read(&state, text.text, text.length, &widest, &err) == 0, "%s", err.text);
	ck_assert_int_eq(state.hand.known.n_dice[2], 20);
	state_release(&state);
}
END_TEST

/* More bids than there are cannot all be legal, but they are read. */
START_TEST(a_history_has_a_length)
{
	for (int more = 0; more < 2; more++) {
		struct state state;
		struct err err = {0};
		AUTO_STR struct str bids = {0}, text = {0};
		for (int i = 0; i < STATE_MAX_BIDS + more; i++)
			str_addf(&bids, "%s[2,3,0]", i ? "," : "");
		str_addf(&text, STATE("[2,3]", "[1,0,2,0,0,1]", "[2,0,4]", "2", "[%s]"), bids.text);
		ck_assert_int_ne(state_read(&state, text.text, text.length, &widest, &err), 0);
		ck_assert_str_eq(err.text, more ? "bid_history is not a list of bids" : "bid_history is not possible");
	}
}
END_TEST

START_TEST(plays_are_judged_at_a_state)
{
	struct state state;
	struct game game;
	struct strings strings = strings_new();
	AUTO_STR struct str reason = {0};
	const struct state_view view = {strings.history, strings.shown, strings.hands, &widest};
	ck_assert_int_eq(state_read(&state, GOOD, strlen(GOOD), &widest, NULL), 0);
	ck_assert(state_is_legal(&state, 24, &widest, &reason) && state_is_legal(&state, 0, &widest, &reason));
	ck_assert_uint_eq(reason.length, 0);
	ck_assert(!state_is_legal(&state, 23, &widest, &reason));
	static const char asked[] = "get_play(\"C\", \"A:xx,C:6331\", \"A:23\") returned 23: ";
	ck_assert_msg(strncmp(str_text(&reason), asked, strlen(asked)) == 0, "%s", str_text(&reason));
	state_game(&state, &view, &game);
	ck_assert(game.turn == 2 && game.need == GAME_NEED_PLAY);
	ck_assert(game_is_legal(&game, 24, NULL) && !game_is_legal(&game, 23, NULL));
	ck_assert_str_eq(strings.hands, "A:xx,C:6331");
	ck_assert_str_eq(strings.history, "A:23");
	state_release(&state);
	strings_free(&strings);
}
END_TEST

START_TEST(a_state_too_long)
{
	struct state state;
	struct err err = {0};
	size_t size = STATE_MAX_BYTES + 1;
	AUTO_FREE char *text = mem_zeroed(size + 1, 1);
	memset(text, ' ', size);
	memcpy(text, GOOD, strlen(GOOD));
	ck_assert(state_read(&state, text, size, &widest, &err) != 0);
	ck_assert(strstr(err.text, "longer"));
	ck_assert(state_read(&state, text, size - 1, &widest, &err) == 0);
	state_release(&state);
}
END_TEST

/* A hand that the server describes in an impossible way is not shown. */
static const char *const unshown[] = {
	"7", "{}", "{\"result\":\"good_call\"}",
	"{\"result\":\"good_call\",\"calling_player\":5,\"bid_history\":[[1,2,0]],"
	"\"face_counts\":[[1,0,0,0,0,0],[1,0,0,0,0,0],[0,0,0,0,0,0]]}",
	"{\"result\":\"good_call\",\"calling_player\":1,\"bid_history\":[[1,2,2]],"
	"\"face_counts\":[[1,0,0,0,0,0],[1,0,0,0,0,0],[0,0,0,0,0,0]]}",
	"{\"result\":\"good_call\",\"calling_player\":0,\"bid_history\":[[1,2,0]],"
	"\"face_counts\":[[1,0,0,0,0,0],[1,0,0,0,0,0],[0,0,0,0,0,0]]}",
	"{\"result\":\"good_call\",\"calling_player\":1,\"bid_history\":[[1,2,0]],"
	"\"face_counts\":[[1,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0]]}",
	"{\"result\":\"error_bid\",\"calling_player\":1,\"bid_history\":[[1,2,0],[2,2,1]],"
	"\"face_counts\":[[1,0,0,0,0,0],[1,0,0,0,0,0],[0,0,0,0,0,0]]}",
	"{\"result\":\"good_call\",\"calling_player\":1,\"bid_history\":[[1,2,0]],"
	"\"face_counts\":[[1,0,0,0,0,0],[99,0,0,0,0,0],[0,0,0,0,0,0]]}",
};

static bool show_hand(const char *text, struct strings *strings)
{
	struct state state = {.json = json_object()};
	json_t *list = json_array();
	json_array_append_new(list, json_loads(text, JSON_DECODE_ANY, NULL));
	json_object_set_new(state.json, "round_history", list);
	state.hand.known.n_seats = 3;
	struct state_view view = {strings->history, strings->shown, NULL, &widest};
	bool is_shown = state_showdown(&state, 0, &view);
	ck_assert(!state_showdown(&state, 1, &view));
	state_release(&state);
	return is_shown;
}

START_TEST(hands_that_are_not_shown)
{
	struct strings strings = strings_new();
	ck_assert_msg(!show_hand(unshown[_i], &strings), "%s", unshown[_i]);
	strings_free(&strings);
}
END_TEST

#define FACES "\"face_counts\":[[1,0,0,0,0,0],[0,0,0,1,0,1],[0,0,0,0,0,0]]}"
static const struct {
	const char *text, *history;
} shown[] = {
	{"{\"result\":\"bad_call\",\"calling_player\":1,\"bid_history\":[[1,2,0]]," FACES, "A:12,B:0"},
	{"{\"result\":\"bad_call\",\"calling_player\":1,\"bid_history\":[]," FACES, "B:0"},
	{"{\"result\":\"error_timeout\",\"calling_player\":1,\"bid_history\":[[1,2,0]]," FACES, "A:12"},
	{"{\"result\":\"error_timeout\",\"calling_player\":0,\"bid_history\":[]," FACES, ""},
	{"{\"result\":\"error_overflow\",\"calling_player\":1,\"bid_history\":[[1,2,0],[4,2,1]]," FACES, "A:12,B:42"},
	{"{\"result\":\"error_bad_message\",\"calling_player\":0,\"bid_history\":[[1,2,0],[2,2,1]]," FACES,
	 "A:12,B:22"},
	{"{\"result\":\"error_overflow\",\"calling_player\":1,\"bid_history\":[[1,2,0],[9999,9,1]]," FACES,
	 "A:12,B:99999"},
	{"{\"result\":\"error_bid\",\"calling_player\":1,\"bid_history\":[[1,2,0],[0,9,1]]," FACES, "A:12,B:9"},
};

START_TEST(hands_that_are_shown)
{
	struct strings strings = strings_new();
	ck_assert_msg(show_hand(shown[_i].text, &strings), "%s", shown[_i].text);
	ck_assert_str_eq(strings.history, shown[_i].history);
	ck_assert_str_eq(strings.shown, "A:1,B:64");
	strings_free(&strings);
}
END_TEST

START_TEST(plays_become_responses)
{
	static const struct {
		int play;
		const char *text;
	} responses[] = {
		{0, "{\"response_type\":\"call\",\"game_uuid\":\"g\"}"},
		{23, "{\"response_type\":\"bid\",\"bid\":[2,3],\"game_uuid\":\"g\"}"},
		{105, "{\"response_type\":\"bid\",\"bid\":[10,5],\"game_uuid\":\"g\"}"},
		{1, "{\"response_type\":\"bid\",\"bid\":[0,1],\"game_uuid\":\"g\"}"},
		{-7, "{\"response_type\":\"bid\",\"bid\":[0,-7],\"game_uuid\":\"g\"}"},
		{-2147483647 - 1, "{\"response_type\":\"bid\",\"bid\":[-214748364,-8],\"game_uuid\":\"g\"}"},
	};
	struct state state;
	ck_assert(state_read(&state, GOOD, strlen(GOOD), &widest, NULL) == 0);
	for (size_t i = 0; i < sizeof responses / sizeof *responses; i++) {
		json_t *response = state_response(&state, responses[i].play);
		AUTO_FREE char *text = json_dumps(response, JSON_COMPACT);
		ck_assert_str_eq(text, responses[i].text);
		json_decref(response);
	}
	state_release(&state);
}
END_TEST

SUITE_WITH(setup, NULL, 0,
	LOOP(games_are_converted_back_unchanged, 0, 6),
	TEST(a_state_becomes_the_strings_of_an_ask),
	LOOP(states_that_are_refused, 0, COUNT(refused)),
	LOOP(states_with_the_most_dice, 0, COUNT(largest)),
	TEST(a_history_has_a_length),
	TEST(plays_are_judged_at_a_state),
	TEST(a_state_too_long),
	LOOP(hands_that_are_not_shown, 0, COUNT(unshown)),
	LOOP(hands_that_are_shown, 0, COUNT(shown)),
	TEST(plays_become_responses))
