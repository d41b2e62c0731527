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

static void show(struct table *t, struct watch_event s)
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
	struct game_view view = {.history = t->history, .shown = t->shown,
		.hands = {t->hands[0], t->hands[1], t->hands[2]}};
	game_start(&t->game, &t->rules, n_seats, "ABC", (struct dice_source){rng_key_of_seed("test"), 0}, &view);
	t->log.has_words = true;
	show(t, (struct watch_event){.kind = WATCH_GAME, .seat = -1});
}

static void ask(struct table *t, int seat)
{
	if (t->hand != t->game.hand)
		show(t, (struct watch_event){.kind = WATCH_HAND, .seat = seat});
	t->hand = t->game.hand;
	show(t, (struct watch_event){.kind = WATCH_ASK, .seat = seat});
}

/* Asks the seat whose turn it is, and advances to the next ask. */
static void play(struct table *t, int play)
{
	int seat = t->game.turn;
	ask(t, seat);
	bool is_legal = game_play(&t->game, play);
	show(t, (struct watch_event){.kind = WATCH_ANSWER, .seat = seat, .play = play,
				   .verdict = is_legal ? VERDICT_OK : VERDICT_ILLEGAL});
	if (t->game.need == GAME_NEED_OBSERVE) {
		show(t, (struct watch_event){.kind = WATCH_SHOWDOWN, .seat = -1});
		game_observed(&t->game);
	}
	if (t->game.need == GAME_NEED_OVER)
		show(t, (struct watch_event){.kind = WATCH_OVER, .seat = -1});
}

static void break_down(struct table *t, enum verdict verdict)
{
	int seat = t->game.turn;
	ask(t, seat);
	show(t, (struct watch_event){.kind = WATCH_FAULT, .seat = seat, .verdict = verdict,
				   .fault = &(struct fault){.verdict = verdict, .cause = "it broke",
							    .output = "last words"}});
	game_fault(&t->game, seat);
}

/* The same while all look at the dice after this play, of the seats of the bits. */
static void fail_looking(struct table *t, int play, uint32_t seats, enum verdict verdict)
{
	int seat = t->game.turn;
	const struct fault silent = {.verdict = verdict, .cause = "it went"},
		loud = {.verdict = verdict, .cause = "it left", .output = "bye"};
	ask(t, seat);
	game_play(&t->game, play);
	ck_assert_int_eq(t->game.need, GAME_NEED_OBSERVE);
	show(t, (struct watch_event){.kind = WATCH_ANSWER, .seat = seat, .play = play, .verdict = VERDICT_OK});
	show(t, (struct watch_event){.kind = WATCH_SHOWDOWN, .seat = -1});
	for (int i = 0; i < 3; i++) {
		if (!(seats >> i & 1))
			continue;
		show(t, (struct watch_event){.kind = WATCH_FAULT, .seat = i, .verdict = verdict,
			.fault = i == 2 ? &loud : &silent});
		game_fault(&t->game, i);
	}
	game_observed(&t->game);
	if (t->game.need == GAME_NEED_OVER)
		show(t, (struct watch_event){.kind = WATCH_OVER, .seat = -1});
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
	set_dice(&t, 1, 5, "36364");
	set_dice(&t, 2, 5, "55555");
	play(&t, 11);
	break_down(&t, VERDICT_TIMEOUT); /* costs B the game; the others continue */
	ck_assert_int_eq(t.log.n_hands, 1);
	play(&t, 12);
	ck_assert_int_eq(t.log.n_hands, 2);
	const struct game_record_hand *hand = t.log.hands;
	ck_assert(hand[0].is_broken && hand[0].last.end == HAND_FAULT && hand[0].last.loser == 1);
	ck_assert_uint_eq(hand[0].in_before, 7);
	ck_assert_str_eq(game_record_text(&t.log, hand[0].history), "A:11");
	ck_assert_uint_eq(hand[0].history_length, 4);
	ck_assert_str_eq(game_record_text(&t.log, hand[0].hands), "A:22211,B:66433,C:55555");
	ck_assert_uint_eq(hand[0].words_length, strlen(game_record_text(&t.log, hand[0].words)));
	ck_assert_ptr_nonnull(strstr(game_record_text(&t.log, hand[0].words), "B "));
	ck_assert_str_eq(game_record_text(&t.log, t.log.asks[1].cause), "it broke");
	ck_assert_str_eq(game_record_text(&t.log, t.log.asks[1].output), "last words");
	ck_assert(hand[0].first_ask == 0 && hand[0].n_asks == 2 && hand[1].first_ask == 2 && hand[1].n_asks == 1);
	ck_assert(hand[0].seat[1].n_dice == 5 && hand[0].seat[1].left == 5);
	ck_assert_int_eq(t.log.asks[1].verdict, VERDICT_TIMEOUT);
	ck_assert_uint_eq(hand[1].in_before, 5);
	ck_assert_int_eq(hand[1].seat[1].n_dice, 0);
	break_down(&t, VERDICT_CRASH); /* C; A is left */
	ck_assert_int_eq(t.game.need, GAME_NEED_OVER);
	show(&t, (struct watch_event){.kind = WATCH_OVER, .seat = -1});
	ck_assert(t.log.is_over && t.log.hands[1].is_broken);
	ck_assert_int_eq(t.log.places[0], 1);
	ck_assert_int_eq(t.log.places[1], 3);
	ck_assert_int_eq(t.log.places[2], 2);
	ck_assert(t.log.n_tied[0] == 1 && t.log.n_tied[1] == 1 && t.log.left[0] == 5);
	ck_assert_int_eq(t.log.asks[3].verdict, VERDICT_CRASH);
	ck_assert_str_eq(game_record_text(&t.log, t.log.hands[1].history), "A:12");
	/* A new game reuses the memory. */
	show(&t, (struct watch_event){.kind = WATCH_GAME, .seat = -1});
	ck_assert(!t.log.is_over && t.log.n_hands == 0 && t.log.n_asks == 0);
	game_record_release(&t.log);
}
END_TEST

/* Who fails while all look at the dice, and what that costs: the game, or in `tourney` a die. */
START_TEST(faults_while_all_look_are_recorded)
{
	struct table t;
	open_table(&t, _i ? "tourney" : "liars-dice", 3);
	set_dice(&t, 0, 5, "11222");
	play(&t, 11);
	fail_looking(&t, 0, 4, VERDICT_TIMEOUT); /* B has called a true bid, and C fails */
	const struct game_record_hand *hand = &t.log.hands[0];
	ck_assert(hand->failed_looking == 4 && hand->timed_out == 4 && hand->expelled == 0);
	play(&t, 12);
	hand = t.log.hands;
	ck_assert(!hand->is_broken && hand->expelled == (_i ? 0 : 4) && hand->first_look == 0 && hand->n_looks == 1);
	ck_assert_int_eq(hand->last.loser, 1);
	const struct game_record_look *look = t.log.looks;
	ck_assert(t.log.n_looks == 1 && look->seat == 2 && look->verdict == VERDICT_TIMEOUT);
	ck_assert_str_eq(game_record_text(&t.log, look->cause), "it left");
	ck_assert_str_eq(game_record_text(&t.log, look->output), "bye");
	ck_assert(hand[1].in_before == (_i ? 7 : 3) && hand[1].first_look == 1 && hand[1].n_looks == 0);
	ck_assert(hand[1].seat[1].n_dice == 4 && hand[1].seat[2].n_dice == (_i ? 4 : 0) && hand[1].failed_looking == 0);
	fail_looking(&t, 0, 3, VERDICT_CRASH);
	hand = t.log.hands;
	/* Where A's fault has ended the game, B's costs nothing. */
	ck_assert(hand[1].failed_looking == (_i ? 3 : 1) && hand[1].timed_out == 0 && hand[1].n_looks == 2 &&
		  t.log.n_looks == 3);
	look = t.log.looks;
	ck_assert(look[1].seat == 0 && look[2].seat == 1 && look[2].verdict == VERDICT_CRASH && look[1].output == 0);
	ck_assert_str_eq(game_record_text(&t.log, look[1].cause), "it went");
	ck_assert_str_eq(game_record_text(&t.log, look[1].output), "");
	ck_assert_int_eq(t.log.is_over, !_i);
	ck_assert_uint_eq(hand[1].expelled, _i ? 0 : 1);
	game_record_release(&t.log);
}
END_TEST

/* A fault after the game is lost costs nothing more. */
START_TEST(the_lost_lose_nothing_by_looking)
{
	struct table t;
	open_table(&t, "one-hand", 2);
	set_dice(&t, 0, 1, "2");
	set_dice(&t, 1, 1, "3");
	play(&t, 22);
	fail_looking(&t, 0, 1, VERDICT_TIMEOUT); /* A's bid was false */
	const struct game_record_hand *hand = t.log.hands;
	ck_assert(t.log.is_over && t.log.places[0] == 2 && t.log.places[1] == 1);
	ck_assert(t.log.n_looks == 1 && hand->n_looks == 1 && hand->failed_looking == 0 && hand->timed_out == 0 &&
		  hand->expelled == 0);
	game_record_release(&t.log);
}
END_TEST

/* With points, dice of hands that come to no showdown have them, too. */
START_TEST(points_are_recorded)
{
	struct table t;
	open_table(&t, "round-table", 3);
	for (int seat = 0; seat < 3; seat++)
		set_dice(&t, seat, 4, seat == 1 ? "3456" : "1166");
	play(&t, 12);
	play(&t, 0); /* B calls a bid that is false: A loses a point */
	ck_assert_int_eq(t.log.hands[0].last.loser, 0);
	int points[3];
	for (int seat = 0; seat < 3; seat++) {
		set_dice(&t, seat, 4, seat == 1 ? "3456" : "1166");
		points[seat] = game_points(&t.game, seat);
	}
	ck_assert(points[0] != 0 && points[0] != points[1]);
	break_down(&t, VERDICT_CRASH);
	char wanted[80];
	snprintf(wanted, sizeof wanted, "A:6611@%d,B:6543@%d,C:6611@%d", points[0], points[1], points[2]);
	const struct game_record_hand *hand = &t.log.hands[1];
	ck_assert_str_eq(game_record_text(&t.log, hand->hands), wanted);
	for (int seat = 0; seat < 3; seat++)
		ck_assert(hand->seat[seat].points == points[seat] && hand->seat[seat].n_dice == 4 &&
			  t.log.hands[0].seat[seat].points == 0);
	game_record_release(&t.log);
}
END_TEST

/* Of a game that keeps one hand, the others are only counted; without asks a fault has its history as well. */
START_TEST(only_the_last_hand_may_be_kept)
{
	struct table t;
	open_table(&t, "wild", 3);
	t.log.has_one_hand = t.log.has_no_asks = true;
	for (int hand = 0; hand < 4; hand++) {
		for (int seat = 0; seat < 3; seat++)
			set_dice(&t, seat, t.game.seat[seat].n_dice, "11111");
		ck_assert_int_eq(t.log.n_hands, hand > 0);
		play(&t, 12);
		ck_assert(t.log.n_hands == 1 && t.log.n_forgotten == hand && t.log.n_asks == 0);
		ck_assert(t.log.hands->in_before == 7 && t.log.hands->wild == 0);
		play(&t, 0);
		ck_assert_int_eq(t.log.hands->wild, 1);
		ck_assert_int_eq(t.log.hands->n_asks, 0);
		AUTO_STR struct str history = {0};
		const struct game_record_hand *last = t.log.hands;
		str_addf(&history, "%c:12,%c:0", 'A' + last->last.bidder, 'A' + last->last.actor);
		ck_assert_str_eq(game_record_text(&t.log, last->history), history.text);
		ck_assert_uint_eq(last->history_length, history.length);
	}
	int first = t.game.turn;
	play(&t, 12);
	int second = t.game.turn;
	break_down(&t, VERDICT_CRASH);
	const struct game_record_hand *hand = t.log.hands;
	char history[] = "A:12";
	history[0] = (char)('A' + first);
	ck_assert_str_eq(game_record_text(&t.log, hand->history), history);
	show(&t, (struct watch_event){.kind = WATCH_HAND, .seat = t.game.turn});
	ck_assert(t.log.n_forgotten == 5 && t.log.hands->in_before == (7u & ~(1u << second)));
	game_record_release(&t.log);
}
END_TEST

/* In words players are called by their letters, or as robots of a run by their names; seats rotate from game to
 * game. */
START_TEST(hands_are_told_with_names)
{
	static const char *const says[] = {"B called one one", "two called one one", "one called one one"};
	struct robot robots[2] = {{.label = (char[]){"one"}}, {.label = (char[]){"two"}}};
	struct tournament tournament = {.robots = robots};
	const struct schedule_options options = {.format = FORMAT_TABLE, .n_robots = 2, .games = 8, .match_length = 1,
		.is_as_given = true};
	const int others[] = {7, 5};
	struct table t;
	ck_assert_int_eq(schedule_init(&tournament.schedule, &options, NULL), 0);
	open_table(&t, "liars-dice", 2);
	t.log.tournament = _i ? &tournament : NULL;
	t.game.seat[0].letter = _i == 2 ? 'B' : 'A';
	t.game.seat[1].letter = _i == 2 ? 'A' : 'B';
	show(&t, (struct watch_event){.kind = WATCH_GAME, .seat = -1, .number = _i == 2 ? 5 : 4});
	ck_assert_uint_eq(t.log.number, _i == 2 ? 5 : 4);
	set_dice(&t, 0, 5, "11111");
	play(&t, 11);
	play(&t, 0);
	const char *words = game_record_text(&t.log, t.log.hands->words);
	ck_assert_msg(strncmp(words, says[_i], strlen(says[_i])) == 0, "%s", words);
	for (int seat = 0; seat < 2 && _i; seat++)
		ck_assert_int_eq(game_record_robot(&t.log, seat), _i == 2 ? !seat : seat);
	t.log.robots = others;
	ck_assert(game_record_robot(&t.log, 0) == 7 && game_record_robot(&t.log, 1) == 5);
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
		{.uuid = "z", .title = "Z_1_Ann", .player = "Ann", .name = "Z", .version = "1", .score = 0.5,
		 .n_games = 2, .places = first},
		{.uuid = "a", .title = "A \"b\"", .player = "Bob", .name = "A", .version = "2.0", .score = 3,
		 .n_games = 1, .places = second}};
	AUTO_JSON json_t *uuids = json_pack("[ss]", "g1", "g2");
	const struct tourney_log_tourney tourney = {.tag = "t", .uuid = "u", .index = 4, .n_games = 2,
		.scoring_method = "even", .score_multiplier = 2, .started = "then", .ended = "now", .n_entries = 2,
		.entries = entries, .game_uuids = uuids, .game_logs = "{\"game_uuid\":\"g1\"},{\"game_uuid\":\"g2\"}"};
	AUTO_STR struct str out = {0};
	tourney_log_add_tourney(&tourney, &out);
	ck_assert_str_eq(out.text,
		"{\"tourney_tag\":\"t\",\"tourney_games\":2,\"tourney_game_count\":2,\"scoring_method\":\"even\","
		"\"score_multiplier\":2.0,\"start_time\":\"then\",\"end_time\":\"now\",\"tourney_uuid\":\"u\","
		"\"tourney_index\":4,"
		"\"bot_count\":2,\"bot_uuids\":[\"z\",\"a\"],\"bot_titles\":[\"Z_1_Ann\",\"A \\\"b\\\"\"],"
		"\"bot_fullnames\":[\"Z_1_Ann\",\"A \\\"b\\\"\"],\"bot_player\":[\"Ann\",\"Bob\"],"
		"\"bot_name\":[\"Z\",\"A\"],"
		"\"bot_version\":[\"1\",\"2.0\"],\"bot_scores\":[0.5,3.0],\"results_by_bot\":{\"z\":[[2,0],[3,6]],"
		"\"a\":[[1],[3]]},"
		"\"game_uuids\":[\"g1\",\"g2\"],\"game_logs\":[{\"game_uuid\":\"g1\"},{\"game_uuid\":\"g2\"}]}");
}
END_TEST

SUITE(0,
	LOOP(tail_is_the_binomial_one, 0, COUNT(tails)),
	TEST(tail_of_many_dice_falls),
	TEST(a_hand_is_recorded),
	TEST(ones_that_drop_change_the_chance),
	TEST(faults_end_hands),
	LOOP(faults_while_all_look_are_recorded, 0, 2),
	TEST(the_lost_lose_nothing_by_looking),
	TEST(points_are_recorded),
	TEST(only_the_last_hand_may_be_kept),
	LOOP(hands_are_told_with_names, 0, 3),
	TEST(anyone_may_call),
	TEST(claims_of_maexchen),
	TEST(uuids_are_those_of_the_standard),
	TEST(a_tourney_is_logged))
