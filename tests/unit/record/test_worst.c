/* test_worst.c - the most costly decisions in lost hands, of hand-made games. */
#include <check.h>

#include "base/mem.h"
#include "game/liars/liars.h"
#include "record/study.h"

/* A game of one hand: seat 0 faces 23 of seat 1, bids 34, and seat 1 calls; or, with is_call, seat 0 calls 23. */
struct decision {
	bool is_call;
	double faced, made; /* chances by its own dice; faced below 0: seat 0 opens */
};

static void add(struct worst *worst, uint64_t game, const struct decision *decision, int loser)
{
	struct rules rules;
	ck_assert_int_eq(rules_init(&rules, "liars-dice", NULL), 0);
	bool opens = decision->faced < 0;
	struct game_record_ask asks[2] = {
		{.seat = 0, .play = decision->is_call ? PLAY_CALL : 34},
		{.seat = 1, .play = PLAY_CALL, .faced = {.bid = 34, .chance = 0.5}},
	};
	if (!opens)
		asks[0].faced = (struct odds){.bid = 23, .bidder = 1, .chance = decision->faced, .is_true = true};
	if (!decision->is_call)
		asks[0].made = (struct odds){.bid = 34, .chance = decision->made};
	struct game_record_hand hand = {
		.n_asks = decision->is_call ? 1 : 2, .in_before = 3,
		.last = {.end = HAND_CALL, .actor = decision->is_call ? 0 : 1, .bidder = decision->is_call ? 1 : 0,
			 .bid = decision->is_call ? 23 : 34, .play = PLAY_CALL, .loser = loser},
	};
	struct game_record log = {.number = game, .rules = &rules, .n_seats = 2, .is_over = true, .n_hands = 1,
		.n_asks = hand.n_asks, .hands = &hand, .asks = asks};
	worst_add(worst, &log, 0);
}

START_TEST(costs_follow_from_the_chances)
{
	static const struct {
		struct decision decision;
		int loser;
		bool is_noted;
		double chance, right;
	} cases[] = {
		{{false, 0.2, 0.3}, 0, true, 0.3, 0.8},   /* a call was right with 0.8 */
		{{false, 0.7, 0.3}, 0, false, 0, 0},      /* a call was no better: 0.3 */
		{{false, 0.2, 0.8}, 0, false, 0, 0},
		{{false, -1, 0.3}, 0, true, 0.3, -1},     /* it opened: a lower bid was there */
		{{true, 0.6, 0}, 0, true, 0.6, 0.4},      /* the bid was likelier true than not */
		{{true, 0.4, 0}, 0, false, 0, 0},
		{{true, 0.5, 0}, 0, false, 0, 0},         /* as likely as not */
		{{false, 1, 0.3}, 0, false, 0, 0},        /* a call was wrong for certain */
		{{false, 0.2, 0.3}, 1, false, 0, 0},      /* it did not lose */
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct worst worst = {.n_wanted = 3};
		add(&worst, 7, &cases[i].decision, cases[i].loser);
		ck_assert_msg(worst.n == cases[i].is_noted, "case %zu", i);
		if (worst.n) {
			const struct worst_loss *loss = &worst.list[0];
			ck_assert(loss->game == 7 && loss->hand == 0 && loss->is_call == cases[i].decision.is_call);
			ck_assert_int_eq(loss->bid, loss->is_call ? 23 : 34);
			ck_assert_double_eq_tol(loss->chance, cases[i].chance, 1e-12);
			ck_assert_double_eq_tol(loss->right, cases[i].right, 1e-12);
		}
		worst_release(&worst);
	}
}
END_TEST

/* The worst first, and of each kind the earliest game, in whatever order they come. */
START_TEST(the_worst_are_kept_in_order)
{
	static const struct {
		uint64_t game;
		double made; /* it opens: the cost is 1 - made */
	} games[] = {{5, 0.3}, {1, 0.5}, {9, 0.1}, {2, 0.3}, {4, 0.9}, {3, 0.1}};
	static const uint64_t wanted[] = {3, 2, 1, 4};
	enum { N = sizeof games / sizeof *games, KEPT = 4 };
	for (int first = 0; first < N; first++) {
		struct worst worst = {.n_wanted = KEPT};
		for (int k = 0; k < N; k++)
			add(&worst, games[(first + k) % N].game,
			    &(struct decision){false, -1, games[(first + k) % N].made}, 0);
		ck_assert_int_eq(worst.n, KEPT);
		for (int k = 0; k < KEPT; k++)
			ck_assert_uint_eq(worst.list[k].game, wanted[k]);
		worst_release(&worst);
	}
}
END_TEST

/* Nothing is noted when nothing is wanted, of hands that no call ended, and of claims in Maexchen, which the roll may
 * force. */
START_TEST(other_hands_are_left_out)
{
	struct rules maexchen;
	struct worst none = {0}, worst = {.n_wanted = 2};
	add(&none, 1, &(struct decision){false, -1, 0.1}, 0);
	ck_assert(none.n == 0 && !none.list);
	ck_assert_int_eq(rules_init(&maexchen, "maexchen", NULL), 0);
	struct game_record_ask asks[2] = {{.seat = 0, .play = 65, .made = {.bid = 65}},
					  {.seat = 1, .play = PLAY_CALL, .faced = {.bid = 65, .chance = 0.1}}};
	struct game_record_hand hand = {.n_asks = 2, .in_before = 3,
					.last = {.end = HAND_CALL, .actor = 1, .bidder = 0, .bid = 65, .loser = 0}};
	struct game_record log = {.rules = &maexchen, .n_seats = 2, .is_over = true, .n_hands = 1, .n_asks = 2,
		.hands = &hand, .asks = asks};
	worst_add(&worst, &log, 0);
	ck_assert_int_eq(worst.n, 0);
	hand.last.end = HAND_FAULT;
	worst_add(&worst, &log, 0);
	ck_assert_int_eq(worst.n, 0);
	worst_release(&worst);
}
END_TEST

/* In a hand of several asks it is the seat's own call of the last bid, or its own bid that was called; in another hand
 * of a game as well. Of hands of one kind the earlier is kept. */
START_TEST(the_decision_is_found_among_others)
{
	struct rules rules;
	ck_assert_int_eq(rules_init(&rules, "round-table", NULL), 0);
	const struct odds likely = {.bid = 34, .chance = 0.9}, own = {.bid = 34, .chance = 0.6},
		other = {.bid = 23, .chance = 0.95};
	struct game_record_ask asks[] = {
		{.seat = 0, .play = 11, .made = {.bid = 11, .chance = 0.01}},
		/* it let the bid stand, before others did */
		{.seat = 0, .play = 1, .faced = {.bid = 34, .chance = 0.7}},
		{.seat = 0, .play = PLAY_CALL, .faced = own},
		{.seat = 0, .play = PLAY_CALL, .faced = likely, .verdict = VERDICT_ILLEGAL},
		{.seat = 0, .play = PLAY_CALL, .faced = other},
		{.seat = 1, .play = PLAY_CALL, .faced = likely},
		/* cost 0.4, in hand 1 */
		{.seat = 0, .play = 34, .faced = {.bid = 23, .chance = 0.5}, .made = {.bid = 34, .chance = 0.1}},
		{.seat = 0, .play = 1, .made = {.bid = 35, .chance = 0}},
		{.seat = 1, .play = 34, .made = {.bid = 34, .chance = 0}},
		{.seat = 0, .play = 34, .faced = {.bid = 23, .chance = 0.5}, .made = {.bid = 34, .chance = 0.1}},
	};
	const struct hand_result call = {.end = HAND_CALL, .actor = 0, .bidder = 1, .bid = 34, .loser = 0};
	const struct hand_result bid = {.end = HAND_CALL, .actor = 1, .bidder = 0, .bid = 34, .loser = 0};
	struct game_record_hand hands[] = {
		{.first_ask = 1, .n_asks = 5, .in_before = 3, .last = call},
		{.first_ask = 6, .n_asks = 3, .in_before = 3, .last = bid},
		{.first_ask = 9, .n_asks = 1, .in_before = 3, .last = bid},
		{.first_ask = 1, .n_asks = 1, .in_before = 3, .last = call}, /* the call is not in it */
	};
	struct game_record log = {.number = 5, .rules = &rules, .n_seats = 2, .is_over = true, .n_hands = 4,
		.n_asks = 10, .hands = hands, .asks = asks};
	struct worst worst = {.n_wanted = 4}, fewer = {.n_wanted = 1};
	worst_add(&worst, &log, 0);
	ck_assert_int_eq(worst.n, 2);
	static const struct worst_loss wanted[] = {
		{.game = 5, .hand = 1, .bid = 34, .chance = 0.1, .right = 0.5},
		{.game = 5, .hand = 0, .is_call = true, .bid = 34, .chance = 0.6, .right = 0.4},
	};
	for (int i = 0; i < worst.n; i++) {
		const struct worst_loss *loss = &worst.list[i];
		ck_assert(loss->game == 5 && loss->hand == wanted[i].hand && loss->is_call == wanted[i].is_call &&
			  loss->bid == 34);
		ck_assert_double_eq_tol(loss->chance, wanted[i].chance, 1e-12);
		ck_assert_double_eq_tol(loss->right, wanted[i].right, 1e-12);
	}
	worst_release(&worst);
	log.n_hands = 3;
	worst_add(&fewer, &log, 0);
	ck_assert(fewer.n == 1 && fewer.list[0].hand == 1);
	log.number = 4;
	hands[0] = hands[1];
	hands[0].last.loser = 1;
	worst_add(&fewer, &log, 0);
	ck_assert(fewer.n == 1 && fewer.list[0].game == 4 && fewer.list[0].hand == 1);
	log.number = 6; /* a later game, in an earlier hand */
	hands[0].last.loser = 0;
	worst_add(&fewer, &log, 0);
	ck_assert(fewer.n == 1 && fewer.list[0].game == 4);
	worst_release(&fewer);
}
END_TEST

SUITE(0,
	TEST(the_decision_is_found_among_others),
	TEST(costs_follow_from_the_chances),
	TEST(the_worst_are_kept_in_order),
	TEST(other_hands_are_left_out))
