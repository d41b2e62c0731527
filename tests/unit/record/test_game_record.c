/* test_game_record.c - the odds of a bid against counted chances, games recorded step by step, UUIDs derived from
 * names. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "game_testing.h"
#include "output/game_record/forms.h"
#include "output/tourney_log.h"
#include "record/game_record.h"

/* ---- chances ---------------------------------------------------------------------------- */

static const struct {
	int n, wanted;
	double p, chance;
} tails[] = {
	{0, 0, 0.5, 1},   {0, 1, 0.5, 0},   {3, 0, 0.1, 1},           {3, -2, 0.1, 1},          {3, 4, 0.9, 0},
	{1, 1, 0.25, 0.25}, {2, 1, 0.5, 0.75}, {2, 2, 1.0 / 3, 1.0 / 9}, {5, 2, 1.0 / 6, 763.0 / 3888}, {4, 2, 1, 1},
	{4, 2, 0, 0},     {10, 5, 0.5, 638.0 / 1024}, {7, 7, 1.0 / 6, 1.0 / 279936}, {520, 520, 1.0 / 9, 0},
};

START_TEST(tail_is_the_binomial_one)
{
	ck_assert_double_eq_tol(odds_tail(tails[_i].n, tails[_i].wanted, tails[_i].p), tails[_i].chance, 1e-14);
}
END_TEST

START_TEST(tail_of_many_dice_falls)
{
	double before = 1;
	for (int wanted = 1; wanted <= 520; wanted++) {
		double chance = odds_tail(520, wanted, 1.0 / 9);
		ck_assert(chance >= 0 && chance <= before);
		before = chance;
	}
	ck_assert_double_lt(before, 1e-300);
}
END_TEST

/* ---- a game, step by step ----------------------------------------------------------------- */

struct table {
	struct rules rules;
	struct game game;
	struct game_record log;
	char history[4096], shown[512], hands[3][512], seen[512];
	uint32_t hand; /* last shown */
};

static void show(struct table *t, struct spectacle s)
{
	char me[2] = {0};
	s.game = &t->game;
	s.history = t->history;
	s.output = "";
	if (s.seat >= 0) {
		me[0] = (char)('A' + s.seat);
		game_see(&t->game, s.seat, t->seen);
	}
	s.me = me;
	s.hands = t->seen;
	game_record_watch(&t->log, &s);
}

static void open_table(struct table *t, const char *variant, int n_seats)
{
	struct err err = {0};
	*t = (struct table){0};
	ck_assert_int_eq(rules_init(&t->rules, variant, &err), 0);
	struct game_view view = {.history = t->history, .shown = t->shown, .hands = {t->hands[0], t->hands[1], t->hands[2]}};
	game_start(&t->game, &t->rules, n_seats, "ABC", (struct dice_source){rng_key_of_seed("test"), 0}, &view);
	t->log.has_words = true;
	show(t, (struct spectacle){.moment = MOMENT_GAME, .seat = -1});
}

static void ask(struct table *t, int seat)
{
	if (t->hand != t->game.hand)
		show(t, (struct spectacle){.moment = MOMENT_HAND, .seat = seat});
	t->hand = t->game.hand;
	show(t, (struct spectacle){.moment = MOMENT_ASK, .seat = seat});
}

/* Asks the seat whose turn it is, and advances to the next ask. */
static void play(struct table *t, int play)
{
	int seat = t->game.turn;
	ask(t, seat);
	bool is_legal = game_play(&t->game, play);
	show(t, (struct spectacle){.moment = MOMENT_ANSWER, .seat = seat, .play = play,
				   .verdict = is_legal ? VERDICT_OK : VERDICT_ILLEGAL});
	if (t->game.need == GAME_NEED_OBSERVE) {
		show(t, (struct spectacle){.moment = MOMENT_SHOWDOWN, .seat = -1});
		game_observed(&t->game);
	}
	if (t->game.need == GAME_NEED_OVER)
		show(t, (struct spectacle){.moment = MOMENT_OVER, .seat = -1});
}

static void break_down(struct table *t, enum verdict verdict)
{
	int seat = t->game.turn;
	ask(t, seat);
	show(t, (struct spectacle){.moment = MOMENT_FAULT, .seat = seat, .verdict = verdict, .fault = &(struct fault){.verdict = verdict}});
	game_fault(&t->game, seat);
}

static void set_dice(struct table *t, int seat, int n, const char *faces)
{
	uint8_t dice[GAME_MAX_DICE];
	for (int i = 0; i < n; i++)
		dice[i] = (uint8_t)(faces[i] - '0');
	game_set_dice(&t->game, seat, dice, n);
}

START_TEST(a_hand_is_recorded)
{
	struct table t;
	open_table(&t, "wild", 2);
	set_dice(&t, 0, 5, "66142");
	set_dice(&t, 1, 5, "61333");
	play(&t, 36); /* A has three of its own, including the wild one */
	play(&t, 66); /* B has two; there are five in all */
	play(&t, 0);
	ck_assert_int_eq(t.log.n_hands, 1);
	ck_assert_int_eq(t.log.n_asks, 3);
	const struct game_record_ask *ask = t.log.asks;
	ck_assert_int_eq(ask[0].faced.bid, 0);
	ck_assert_int_eq(ask[0].made.bid, 36);
	ck_assert_double_eq(ask[0].made.chance, 1);
	ck_assert(ask[0].made.is_true && ask[0].made.is_backed);
	ck_assert_int_eq(ask[1].faced.bid, 36);
	ck_assert_int_eq(ask[1].faced.bidder, 0);
	ck_assert_double_eq_tol(ask[1].faced.chance, 1 - 32.0 / 243, 1e-14); /* one of five, each 1/3 */
	ck_assert_double_eq_tol(ask[1].made.chance, 11.0 / 243, 1e-14);      /* four of five */
	ck_assert(!ask[1].made.is_true && ask[1].made.is_backed);
	ck_assert_double_eq_tol(ask[2].faced.chance, 51.0 / 243, 1e-14);     /* three of five */
	ck_assert_str_eq(game_record_text(&t.log, ask[2].hands), "A:66421,B:xxxxx");
	ck_assert_str_eq(game_record_text(&t.log, ask[2].history), "A:36,B:66");
	const struct game_record_hand *hand = t.log.hands;
	ck_assert_str_eq(game_record_text(&t.log, hand->hands), "A:66421,B:63331");
	ck_assert_str_eq(game_record_text(&t.log, hand->history), "A:36,B:66,A:0");
	ck_assert_ptr_nonnull(strstr(game_record_text(&t.log, hand->words), "A called six sixes"));
	ck_assert(hand->last.end == HAND_CALL && hand->last.loser == 1 && !hand->is_broken);
	game_record_release(&t.log);
}
END_TEST

START_TEST(ones_that_drop_change_the_chance)
{
	struct table t;
	open_table(&t, "tourney", 2);
	set_dice(&t, 0, 5, "11222");
	set_dice(&t, 1, 5, "13333");
	play(&t, 11); /* in the first round: from now on nothing is wild */
	play(&t, 43);
	play(&t, 0);
	ck_assert_double_eq_tol(t.log.asks[2].faced.chance, 26.0 / 7776, 1e-14); /* four of five, each 1/6 */
	ck_assert(t.log.asks[2].faced.is_true);
	ck_assert_int_eq(t.log.hands[0].last.loser, 0);
	game_record_release(&t.log);
}
END_TEST

START_TEST(faults_end_hands)
{
	struct table t;
	open_table(&t, "liars-dice", 3);
	set_dice(&t, 0, 5, "11222");
	play(&t, 11);
	break_down(&t, VERDICT_TIMEOUT); /* costs B the game; the others continue */
	ck_assert_int_eq(t.log.n_hands, 1);
	play(&t, 12);
	ck_assert_int_eq(t.log.n_hands, 2);
	const struct game_record_hand *hand = t.log.hands;
	ck_assert(hand[0].is_broken && hand[0].last.end == HAND_FAULT && hand[0].last.loser == 1);
	ck_assert_uint_eq(hand[0].in_before, 7);
	ck_assert_str_eq(game_record_text(&t.log, hand[0].history), "A:11");
	ck_assert_int_eq(strncmp(game_record_text(&t.log, hand[0].hands), "A:22211,B:", 10), 0);
	ck_assert_int_eq(t.log.asks[1].verdict, VERDICT_TIMEOUT);
	ck_assert_uint_eq(hand[1].in_before, 5);
	ck_assert_int_eq(hand[1].seat[1].n_dice, 0);
	break_down(&t, VERDICT_CRASH); /* C; A is left */
	ck_assert_int_eq(t.game.need, GAME_NEED_OVER);
	show(&t, (struct spectacle){.moment = MOMENT_OVER, .seat = -1});
	ck_assert(t.log.is_over && t.log.hands[1].is_broken);
	ck_assert_int_eq(t.log.places[0], 1);
	ck_assert_int_eq(t.log.places[1], 3);
	/* A new game reuses the memory. */
	show(&t, (struct spectacle){.moment = MOMENT_GAME, .seat = -1});
	ck_assert(!t.log.is_over && t.log.n_hands == 0 && t.log.n_asks == 0);
	game_record_release(&t.log);
}
END_TEST

START_TEST(anyone_may_call)
{
	struct table t;
	open_table(&t, "round-table", 3);
	set_dice(&t, 0, 4, "1122");
	play(&t, 11); /* A bids; B answers with a bid of its own, which waits for C's answer */
	play(&t, 12);
	ck_assert_int_eq(t.log.asks[1].made.bid, 0);
	play(&t, 5); /* C lets the first bid stand */
	ck_assert_int_eq(t.log.asks[1].made.bid, 12);
	ck_assert_int_eq(t.log.asks[1].seat, 1);
	play(&t, 12); /* now C's answer, which is not higher, ... */
	play(&t, 1);  /* ... and A's: C's takes effect, and is illegal */
	ck_assert_int_eq(t.log.hands[0].last.end, HAND_ILLEGAL);
	ck_assert_int_eq(t.log.asks[3].verdict, VERDICT_ILLEGAL);
	ck_assert_int_eq(t.log.asks[4].verdict, VERDICT_OK);
	game_record_release(&t.log);
}
END_TEST

START_TEST(claims_of_maexchen)
{
	struct table t;
	open_table(&t, "maexchen", 2);
	maexchen_set_roll(&t.game, 3, 1);
	play(&t, 65);
	ck_assert_int_eq(t.log.asks[0].faced.bid, 0);
	ck_assert(t.log.asks[0].made.bid == 65 && !t.log.asks[0].made.is_true);
	ck_assert_double_eq(t.log.asks[0].made.chance, 0); /* it knows the roll */
	play(&t, 1);
	/* 65 twice, six doubles, 21 and 42 twice each: 12 of 36. */
	ck_assert_double_eq_tol(t.log.asks[1].faced.chance, 12.0 / 36, 1e-15);
	ck_assert(!t.log.asks[1].faced.is_true);
	maexchen_set_roll(&t.game, 2, 1);
	play(&t, 21);
	ck_assert(t.log.asks[2].made.is_true);
	play(&t, 0);
	ck_assert_double_eq_tol(t.log.asks[3].faced.chance, 4.0 / 36, 1e-15);
	ck_assert_int_eq(t.log.hands[0].last.loser, 0);
	ck_assert_int_eq(t.log.n_hands, 1);
	game_record_release(&t.log);
}
END_TEST

/* ---- names ------------------------------------------------------------------------------ */

START_TEST(uuids_are_those_of_the_standard)
{
	char uuid[37];
	/* The example from Python's documentation: the DNS name space. */
	game_record_uuid("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "python.org", uuid);
	ck_assert_str_eq(uuid, "886313e1-3b8a-5372-9b90-0c9aee199e5d");
	game_record_uuid(NULL, "a", uuid);
	char same[37], other[37];
	game_record_uuid(NULL, "a", same);
	game_record_uuid(NULL, "b", other);
	ck_assert_str_eq(uuid, same);
	ck_assert_str_ne(uuid, other);
}
END_TEST

/* ---- the log of a tourney --------------------------------------------------------------- */

START_TEST(a_tourney_is_logged)
{
	const struct tourney_log_place first[] = {{2, 3}, {0, 6}}, second[] = {{1, 3}};
	const struct tourney_log_entry entries[] = {
		{.uuid = "z", .title = "Z_1_Ann", .player = "Ann", .name = "Z", .version = "1", .score = 0.5, .n_games = 2, .places = first},
		{.uuid = "a", .title = "A \"b\"", .player = "Bob", .name = "A", .version = "2.0", .score = 3, .n_games = 1, .places = second}};
	AUTO_JSON json_t *uuids = json_pack("[ss]", "g1", "g2");
	const struct tourney_log_tourney tourney = {.tag = "t", .uuid = "u", .index = 4, .n_games = 2, .scoring_method = "even",
		.score_multiplier = 2, .started = "then", .ended = "now", .n_entries = 2, .entries = entries, .game_uuids = uuids,
		.game_logs = "{\"game_uuid\":\"g1\"},{\"game_uuid\":\"g2\"}"};
	AUTO_STR struct str out = {0};
	tourney_log_add_tourney(&tourney, &out);
	ck_assert_str_eq(out.text, "{\"tourney_tag\":\"t\",\"tourney_games\":2,\"tourney_game_count\":2,\"scoring_method\":\"even\","
		"\"score_multiplier\":2.0,\"start_time\":\"then\",\"end_time\":\"now\",\"tourney_uuid\":\"u\",\"tourney_index\":4,"
		"\"bot_count\":2,\"bot_uuids\":[\"z\",\"a\"],\"bot_titles\":[\"Z_1_Ann\",\"A \\\"b\\\"\"],"
		"\"bot_fullnames\":[\"Z_1_Ann\",\"A \\\"b\\\"\"],\"bot_player\":[\"Ann\",\"Bob\"],\"bot_name\":[\"Z\",\"A\"],"
		"\"bot_version\":[\"1\",\"2.0\"],\"bot_scores\":[0.5,3.0],\"results_by_bot\":{\"z\":[[2,0],[3,6]],\"a\":[[1],[3]]},"
		"\"game_uuids\":[\"g1\",\"g2\"],\"game_logs\":[{\"game_uuid\":\"g1\"},{\"game_uuid\":\"g2\"}]}");
}
END_TEST

SUITE(0,
	LOOP(tail_is_the_binomial_one, 0, COUNT(tails)),
	TEST(tail_of_many_dice_falls),
	TEST(a_hand_is_recorded),
	TEST(ones_that_drop_change_the_chance),
	TEST(faults_end_hands),
	TEST(anyone_may_call),
	TEST(claims_of_maexchen),
	TEST(uuids_are_those_of_the_standard),
	TEST(a_tourney_is_logged))
