/* test_maexchen_game.c - replays a recorded game of four players turn by turn: every claim, answer, roll, loss,
 * elimination and change of direction is as recorded. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_testing.h"

static const char *const path = "tests/data/maexchen-game.tsv";

/* In the order of play given at the beginning of the file. */
enum { N_SEATS = 4, N_COLUMNS = 9 };
static const char *const names[N_SEATS] = {"Bot3", "Bot2", "Bot1", "Bot4"};

enum column { PLAYER, LAST_CLAIM, CLAIM, ASKED, ANSWER, ROLL, LOSER, POINTS_LEFT, NOTE };

static struct game game;
static char history[2048], shown[1024], hands[N_SEATS][1024];
static int line_number;

#define EXPECT(condition, ...) \
	do { \
		if (!(condition)) { \
			AUTO_STR struct str expect_text = {0}; \
			str_addf(&expect_text, __VA_ARGS__); \
			ck_abort_msg("%s:%d: %s", path, line_number, expect_text.text); \
		} \
	} while (0)

static int seat_of(const char *name)
{
	for (int seat = 0; seat < N_SEATS; seat++)
		if (strcmp(names[seat], name) == 0)
			return seat;
	ck_abort_msg("%s:%d: nobody is called '%s'", path, line_number, name);
}

static int split(char *line, char *column[N_COLUMNS])
{
	int n = 0;
	line[strcspn(line, "\n")] = '\0';
	for (char *rest = line, *word; n < N_COLUMNS && (word = strsep(&rest, "\t"));)
		column[n++] = word;
	return n;
}

static void start(struct rules *rules)
{
	struct game_view view = {.history = history, .shown = shown};
	struct err err;
	ck_assert_int_eq(rules_init(rules, "maexchen", &err), 0);
	ck_assert_uint_le(game_history_size(rules, N_SEATS), sizeof history);
	ck_assert_uint_le(game_hands_size(rules, N_SEATS), sizeof shown);
	for (int seat = 0; seat < N_SEATS; seat++)
		view.hands[seat] = hands[seat];
	game_start(&game, rules, N_SEATS, "ABCD", (struct dice_source){rng_key_of_seed("recorded"), 0}, &view);
}

static void play_claim(char *const *column)
{
	int seat = seat_of(column[PLAYER]), value = atoi(column[CLAIM]);
	/* The file contains a roll only if it was shown. */
	int roll = *column[ROLL] ? atoi(column[ROLL]) : 31;
	EXPECT(game.need == GAME_NEED_PLAY && !game.u.maexchen.is_believing, "no claim is asked for");
	EXPECT(game.turn == seat, "%s is asked for a claim", names[game.turn]);
	EXPECT(game.u.maexchen.claim == atoi(column[LAST_CLAIM]), "the last claim is %d", game.u.maexchen.claim);
	EXPECT((game.history_length == 0) == (atoi(column[LAST_CLAIM]) == 0), "the history is '%s'", history);
	maexchen_set_roll(&game, roll / 10, roll % 10);
	EXPECT(game_play(&game, value), "the claim is illegal");
}

static void describe(struct str *out)
{
	game_describe_hand(&game, names, out);
}

static void check_doubt(char *const *column, const char *told)
{
	const struct hand_result *last = &game.last;
	int loser = seat_of(column[LOSER]), points = atoi(column[POINTS_LEFT]);
	EXPECT(last->end == HAND_CALL, "the hand did not end with a doubt");
	EXPECT(last->count == atoi(column[ROLL]), "the roll is %d", last->count);
	EXPECT(last->loser == loser, "the loser is %s", last->loser < 0 ? "nobody" : names[last->loser]);
	EXPECT(game_points(&game, loser) == points, "%s has %d points", names[loser], game_points(&game, loser));
	EXPECT(game_is_in(&game, loser) == (points > 0), "wrong: who is out");
	EXPECT(!strstr(told, "direction turns") == !strstr(column[NOTE], "direction turns"), "told: '%s'", told);
	EXPECT(!strstr(told, "is out") == !strstr(column[NOTE], "out"), "told: '%s'", told);
}

static void play_answer(char *const *column)
{
	int seat = seat_of(column[ASKED]);
	bool believes = strcmp(column[ANSWER], "believe") == 0;
	bool is_highest = strstr(column[NOTE], "highest value believed") != NULL;
	EXPECT(game.turn == seat && game.u.maexchen.is_believing, "%s is asked", names[game.turn]);
	EXPECT(believes || strcmp(column[ANSWER], "doubt") == 0, "what is '%s'?", column[ANSWER]);
	EXPECT(game_play(&game, believes), "the answer is illegal");
	EXPECT((game.need == GAME_NEED_OBSERVE) == (!believes || is_highest), "wrong: whether the hand is over");
	if (game.need != GAME_NEED_OBSERVE)
		return;
	AUTO_STR struct str told = {0};
	describe(&told);
	if (is_highest) {
		EXPECT(game.last.end == HAND_BELIEVED && game.last.loser < 0, "somebody lost");
		EXPECT(strstr(told.text, "maximum value reached") != NULL, "told: '%s'", told.text);
	} else {
		check_doubt(column, told.text);
	}
	game_observed(&game);
}

START_TEST(every_turn_is_as_recorded)
{
	struct rules rules;
	char line[400], *column[N_COLUMNS];
	int n_turns = 0, n_turned = 0, tied;
	FILE *file = fopen(path, "r");
	ck_assert_msg(file != NULL, "no %s; run this from the top of the project", path);
	start(&rules);
	while (fgets(line, sizeof line, file)) {
		line_number++;
		int n = split(line, column);
		if (*line == '#' || strcmp(column[0], "player") == 0)
			continue;
		EXPECT(n >= N_COLUMNS - 1, "only %d columns", n);
		if (n < N_COLUMNS) {
			static char none[] = "";
			column[NOTE] = none;
		}
		EXPECT(game.need == GAME_NEED_PLAY, "the game is over");
		n_turned += strstr(column[NOTE], "direction turns") != NULL;
		play_claim(column);
		play_answer(column);
		n_turns++;
	}
	fclose(file);
	ck_assert_int_eq(n_turns, 59);
	ck_assert_int_eq(n_turned, 1);
	ck_assert_int_eq(game.need, GAME_NEED_OVER);
	static const int places[N_SEATS] = {2, 3, 4, 1};
	for (int seat = 0; seat < N_SEATS; seat++) {
		ck_assert_int_eq(game_place(&game, seat, &tied), places[seat]);
		ck_assert_int_eq(tied, 1);
	}
	ck_assert_int_eq(game_points(&game, 3), 4);
}
END_TEST

SUITE(0,
	TEST(every_turn_is_as_recorded))
