/* test_game_record_forms.c - made-up games as GameLogs and as rows of CSV: how hands end, what a decision was about. */
#include <check.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "game/dice.h"
#include "game/liars/liars.h"
#include "output/game_record/forms.h"
#include "same_text.h"

enum { N = 3, MOST = 8 };

static char labels[N][8] = {"ann", "b,ob", "cyd"}, hash[] = "abc", seed[] = "7";
static struct run_config_robot robots[N];
static struct run_config info;
static struct schedule schedule;
static struct game_record_setting setting;
static struct rules rules;
static struct game_record played;
static struct game_record_ask asks[MOST];
static struct game_record_hand hands[MOST];

/* A string of the record. */
static size_t add(const char *text)
{
	if (!played.text.length)
		str_add(&played.text, "?");
	str_add_n(&played.text, "\0", 1);
	size_t at = played.text.length;
	str_add_n(&played.text, text, strlen(text) + 1);
	return at;
}

static void set_up(void)
{
	const struct schedule_options options = {.format = FORMAT_TABLE, .n_robots = N, .games = 9, .match_length = 1};
	ck_assert_int_eq(schedule_init(&schedule, &options, NULL), 0);
	for (int i = 0; i < N; i++)
		robots[i] = (struct run_config_robot){.label = labels[i], .spec = labels[i], .sha256 = hash};
	info = (struct run_config){.n_robots = N, .robots = robots, .seed = seed, .n_seats = N, .games = 9};
	ck_assert_int_eq(rules_init(&rules, "liars-dice", NULL), 0);
	info.rules = rules;
	game_record_setting_init(&setting, &info, &schedule);
	played = (struct game_record){.number = 4, .rules = &rules, .n_seats = N, .letter = {'B', 'C', 'A'},
		.asks = asks, .hands = hands, .places = {1, 3, 2}, .n_tied = {1, 1, 1}};
}

static void tear_down(void)
{
	game_record_setting_release(&setting);
	str_release(&played.text);
}

/* ---- GameLog ---------------------------------------------------------------------------- */

/* A hand of dice 11222 and 3: an ask with a bid of two twos by seat 1, and one by seat 0 that ended it. */
static struct game_record_hand *add_hand(struct hand_result last, enum verdict verdict)
{
	const struct odds bid = {.bid = 22, .bidder = 1};
	struct game_record_hand *hand = &hands[played.n_hands++];
	*hand = (struct game_record_hand){.first_ask = played.n_asks, .n_asks = 2, .last = last};
	hand->seat[0] = (struct game_record_seat){.dice = 2 * dice_pack(1) + 3 * dice_pack(2), .n_dice = 5};
	hand->seat[1] = (struct game_record_seat){.dice = dice_pack(3), .n_dice = 1};
	asks[played.n_asks++] = (struct game_record_ask){.seat = 1, .play = 22, .made = bid};
	asks[played.n_asks++] = (struct game_record_ask){.seat = 0, .play = last.play, .verdict = verdict};
	return hand;
}

static json_t *log_of_game(void)
{
	AUTO_STR struct str out = {0};
	game_record_add_json(&setting, &played, &out);
	json_t *log = json_loadb(out.text, out.length, 0, NULL);
	ck_assert_msg(log && out.text[out.length - 1] == '\n', "%s", out.text);
	return log;
}

static void check_history(const char *wanted)
{
	AUTO_JSON json_t *log = log_of_game();
	AUTO_FREE char *text = json_dumps(json_object_get(log, "game_history"), JSON_COMPACT);
	check_same_text(text, wanted);
}

#define FACES "\"face_counts\":[[2,3,0,0,0,0],[0,0,1,0,0,0],[0,0,0,0,0,0]]}"

static const struct {
	struct hand_result last;
	enum verdict verdict;
	const char *history; /* without the faces */
} endings[] = {
	{{.end = HAND_CALL, .bidder = 1, .loser = 1}, VERDICT_OK,
	 "\"losing_player\":1,\"calling_player\":0,\"result\":\"good_call\",\"bid_history\":[[2,2,1]]"},
	{{.end = HAND_CALL, .bidder = 1, .loser = 0}, VERDICT_OK,
	 "\"losing_player\":0,\"calling_player\":0,\"result\":\"bad_call\",\"bid_history\":[[2,2,1]]"},
	{{.end = HAND_EXACT, .bidder = 1, .loser = -1}, VERDICT_OK,
	 "\"losing_player\":null,\"calling_player\":0,\"result\":\"good_exact\",\"bid_history\":[[2,2,1]]"},
	{{.end = HAND_EXACT, .bidder = 1, .loser = 0}, VERDICT_OK,
	 "\"losing_player\":0,\"calling_player\":0,\"result\":\"bad_exact\",\"bid_history\":[[2,2,1]]"},
	/* six dice are on the table */
	{{.end = HAND_ILLEGAL, .bidder = 1, .play = 61}, VERDICT_ILLEGAL,
	 "\"losing_player\":0,\"calling_player\":0,\"result\":\"error_bid\",\"bid_history\":[[2,2,1],[6,1,0]]"},
	{{.end = HAND_ILLEGAL, .bidder = 1, .play = 71}, VERDICT_ILLEGAL,
	 "\"losing_player\":0,\"calling_player\":0,\"result\":\"error_overflow\",\"bid_history\":[[2,2,1],[7,1,0]]"},
	{{.end = HAND_ILLEGAL, .bidder = 1, .play = 17}, VERDICT_ILLEGAL,
	 "\"losing_player\":0,\"calling_player\":0,\"result\":\"error_bad_message\",\"bid_history\":[[2,2,1]]"},
	{{.end = HAND_ILLEGAL, .bidder = 1, .play = 10}, VERDICT_ILLEGAL,
	 "\"losing_player\":0,\"calling_player\":0,\"result\":\"error_bad_message\",\"bid_history\":[[2,2,1]]"},
	{{.end = HAND_ILLEGAL, .bidder = 1, .play = 9}, VERDICT_ILLEGAL,
	 "\"losing_player\":0,\"calling_player\":0,\"result\":\"error_bad_message\",\"bid_history\":[[2,2,1]]"},
	{{.end = HAND_ILLEGAL, .bidder = -1, .play = PLAY_CALL}, VERDICT_ILLEGAL,
	 "\"losing_player\":0,\"calling_player\":0,\"result\":\"bad_call\",\"bid_history\":[[2,2,1]]"},
	{{.end = HAND_FAULT, .bidder = 1}, VERDICT_TIMEOUT,
	 "\"losing_player\":0,\"calling_player\":0,\"result\":\"error_timeout\",\"bid_history\":[[2,2,1]]"},
	{{.end = HAND_FAULT, .bidder = 1}, VERDICT_CRASH,
	 "\"losing_player\":0,\"calling_player\":0,\"result\":\"error_bad_message\",\"bid_history\":[[2,2,1]]"},
};

START_TEST(hands_end_with_a_result)
{
	AUTO_STR struct str wanted = {0};
	add_hand(endings[_i].last, endings[_i].verdict);
	str_addf(&wanted, "[{%s," FACES "]", endings[_i].history);
	check_history(wanted.text);
}
END_TEST

/* Each is a hand without dice. */
START_TEST(failures_at_the_showdown_follow_their_hand)
{
	struct game_record_hand *hand = add_hand(endings[0].last, VERDICT_OK);
	add_hand(endings[1].last, VERDICT_OK);
	hand->failed_looking = 5;
	hand->timed_out = 4;
	check_history(
		"[{\"losing_player\":1,\"calling_player\":0,\"result\":\"good_call\",\"bid_history\":[[2,2,1]],"
		"\"face_counts\":[[2,3,0,0,0,0],[0,0,1,0,0,0],[0,0,0,0,0,0]]},{\"losing_player\":0,"
		"\"calling_player\":0,\"result\":\"error_bad_message\",\"bid_history\":[],\"face_counts\":[[0,0,0,0,0,"
		"0],[0,0,0,0,0,0],[0,0,0,0,0,0]]},{\"losing_player\":2,\"calling_player\":2,"
		"\"result\":\"error_timeout\",\"bid_history\":[],\"face_counts\":[[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,"
		"0,0]]},{\"losing_player\":0,\"calling_player\":0,\"result\":\"bad_call\",\"bid_history\":[[2,2,1]],"
		"\"face_counts\":[[2,3,0,0,0,0],[0,0,1,0,0,0],[0,0,0,0,0,0]]}]");
}
END_TEST

START_TEST(a_game_has_its_robots_and_places)
{
	AUTO_JSON json_t *log = log_of_game();
	AUTO_FREE char *rankings = json_dumps(json_object_get(log, "bot_rankings"), JSON_COMPACT);
	check_same_text(rankings, "[0,2,1]");
	ck_assert_int_eq(json_integer_value(json_object_get(log, "match_index")), 4);
	struct match_plan plan = schedule_match(&schedule, 1);
	for (size_t seat = 0; seat < N; seat++) {
		int robot = plan.robot[played.letter[seat] - 'A'];
		check_same_text(json_string_value(json_array_get(json_object_get(log, "bot_titles"), seat)),
				labels[robot]);
		check_same_text(json_string_value(json_array_get(json_object_get(log, "bot_uuids"), seat)),
				setting.uuids[robot]);
		for (int other = 0; other < robot; other++)
			ck_assert_str_ne(setting.uuids[robot], setting.uuids[other]);
	}
	char uuid[37];
	game_record_uuid(setting.tourney, "game 5", uuid);
	check_same_text(json_string_value(json_object_get(log, "game_uuid")), uuid);
	check_same_text(json_string_value(json_object_get(log, "tourney_uuid")), setting.tourney);
}
END_TEST

/* The run is named by all that its games depend on. */
START_TEST(another_run_has_another_uuid)
{
	struct game_record_setting others[4];
	char other_seed[] = "8", other_hash[] = "abd";
	struct run_config run[4] = {info, info, info, info};
	struct run_config_robot changed[N];
	memcpy(changed, robots, sizeof changed);
	changed[2].sha256 = other_hash;
	run[1].seed = other_seed;
	run[2].games = 12;
	run[3].robots = changed;
	for (int i = 0; i < 4; i++) {
		game_record_setting_init(&others[i], &run[i], &schedule);
		ck_assert_int_eq(strcmp(others[i].tourney, setting.tourney) == 0, i == 0);
		ck_assert_int_eq(strcmp(others[i].uuids[2], setting.uuids[2]) == 0, i < 3);
		check_same_text(others[i].uuids[1], setting.uuids[1]);
		game_record_setting_release(&others[i]);
	}
}
END_TEST

/* ---- CSV -------------------------------------------------------------------------------- */

START_TEST(a_row_for_each_decision)
{
	AUTO_STR struct str csv = {0};
	const struct odds faced = {.bid = 22, .bidder = 1, .chance = 0.25, .is_true = true};
	played.n_asks = 5;
	played.n_hands = 2;
	asks[0] = (struct game_record_ask){.seat = 1, .play = 22, .hands = add("A:xx,C:315,B:x"), .history = add("")};
	asks[1] = (struct game_record_ask){.seat = 0, .play = 7, .verdict = VERDICT_ILLEGAL, .faced = faced,
		.hands = add("B:2"), .history = add("C:22")};
	asks[2] = (struct game_record_ask){.seat = 2, .verdict = VERDICT_TIMEOUT, .hands = add("C:xx,A:"),
		.history = add("C:22,A:23"), .faced = {.bid = 23, .chance = 1.0 / 3}};
	asks[3] = (struct game_record_ask){.seat = 0, .verdict = VERDICT_CRASH, .hands = add("A:1"),
		.history = add("")};
	asks[4] = (struct game_record_ask){.seat = 0, .play = PLAY_CALL, .hands = add("B:41@2,A:xx@1"),
		.history = add(""), .faced = {.bid = 11, .chance = 1, .is_true = true}};
	hands[0] = (struct game_record_hand){.n_asks = 3, .seat = {{.n_dice = 5}, {.n_dice = 1}, {.n_dice = 2}}};
	hands[1] = (struct game_record_hand){.first_ask = 3, .n_asks = 2,
		.seat = {{.n_dice = 1}, {.n_dice = 0}, {.n_dice = 3}}};
	game_record_add_csv_titles(&csv);
	game_record_add_csv(&setting, &played, &csv);
	check_same_text(csv.text,
		"game,hand,seat,letter,robot,own_dice,table_dice,hands,history,last_bid,chance,is_true,play,verdict\n"
		"5,1,1,C,cyd,315,8,\"A:xx,C:315,B:x\",,,,,22,ok\n"
		"5,1,0,B,\"b,ob\",2,8,B:2,C:22,22,0.25,1,7,illegal\n"
		"5,1,2,A,ann,,8,\"C:xx,A:\",\"C:22,A:23\",23,0.333333333333333,0,,timeout\n"
		"5,2,0,B,\"b,ob\",,4,A:1,,,,,,crash\n"
		"5,2,0,B,\"b,ob\",41,4,\"B:41@2,A:xx@1\",,11,1,1,0,ok\n");
}
END_TEST

/* In Mäxchen two, whoever has them. */
START_TEST(dice_on_the_table_of_maexchen)
{
	AUTO_STR struct str csv = {0};
	ck_assert_int_eq(rules_init(&rules, "maexchen", NULL), 0);
	played.n_asks = played.n_hands = 1;
	asks[0] = (struct game_record_ask){.seat = 0, .play = 65, .hands = add("B:65@9,A:xx@10"), .history = add("")};
	hands[0] = (struct game_record_hand){.n_asks = 1, .seat = {{.n_dice = 5}, {.n_dice = 1}, {.n_dice = 2}}};
	game_record_add_csv(&setting, &played, &csv);
	check_same_text(csv.text, "5,1,0,B,\"b,ob\",65,2,\"B:65@9,A:xx@10\",,,,,65,ok\n");
}
END_TEST

SUITE_WITH(set_up, tear_down, 0,
	LOOP(hands_end_with_a_result, 0, COUNT(endings)),
	TEST(failures_at_the_showdown_follow_their_hand),
	TEST(a_game_has_its_robots_and_places),
	TEST(another_run_has_another_uuid),
	TEST(a_row_for_each_decision),
	TEST(dice_on_the_table_of_maexchen))
