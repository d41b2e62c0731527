/* test_decisions.c - the decisions of a robot as they are gathered from games, their order, and the sums of what they
 * lost. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "coach/decisions.h"
#include "game/dice.h"

static void near(double value, double wanted)
{
	ck_assert_msg(fabs(value - wanted) <= 1e-12, "%.15f is not %.15f", value, wanted);
}

static struct decision *add(struct decisions *all, const struct decision *decision)
{
	all->list = mem_resize(all->list, all->n + 1, sizeof *all->list);
	all->room = all->n + 1;
	all->list[all->n] = *decision;
	return &all->list[all->n++];
}

/* ---- gathering -------------------------------------------------------------------------- */

enum { BID_12 = 1, BID_13 = 2, BID_21 = 6 }; /* numbers of bids */

/* A hand that seat 1 opens with three dice against two, and one that seat 0 opens. */
static struct game_record_ask asks[] = {
	{.seat = 1, .play = 12}, {.seat = 0, .play = 13}, {.seat = 1, .play = 21}, {.seat = 0, .play = PLAY_CALL},
	{.seat = 0, .play = 16}, {.seat = 1, .play = 7, .verdict = VERDICT_ILLEGAL},
};

static void gather(struct decisions *all, const struct rules *rules, int seat)
{
	struct game_record_hand hands[2] = {{.first_ask = 0, .n_asks = 4}, {.first_ask = 4, .n_asks = 2}};
	const struct game_record log = {
		.number = 8, .rules = rules, .n_seats = 2, .is_over = true, .n_hands = 2, .n_asks = COUNT(asks),
		.hands = hands, .asks = asks,
	};
	hands[0].seat[0] = (struct game_record_seat){.n_dice = 2, .dice = dice_pack(1) + dice_pack(6)};
	hands[0].seat[1] = (struct game_record_seat){.n_dice = 3, .dice = 2 * dice_pack(4) + dice_pack(5)};
	hands[1].seat[0] = (struct game_record_seat){.n_dice = 1, .dice = dice_pack(3)};
	hands[1].seat[1] = (struct game_record_seat){.n_dice = 3, .dice = 3 * dice_pack(2)};
	decisions_add(all, &log, seat);
}

static void check_gathered(const struct decisions *all, size_t i, const struct decision *wanted, const char *bids)
{
	const struct decision *found = &all->list[i];
	ck_assert_uint_eq(found->game, 8);
	ck_assert_int_eq(found->hand, wanted->hand);
	ck_assert(found->n_dice[0] == wanted->n_dice[0] && found->n_dice[1] == wanted->n_dice[1]);
	ck_assert_int_eq(found->player, wanted->player);
	ck_assert_int_eq(found->n_bids, wanted->n_bids);
	ck_assert_mem_eq(found->count, wanted->count, sizeof found->count);
	ck_assert_int_eq(found->play, wanted->play);
	ck_assert_int_eq(found->verdict, wanted->verdict);
	if (wanted->n_bids)
		ck_assert_mem_eq(decision_bids(all, found), bids, (size_t)wanted->n_bids);
}

START_TEST(decisions_are_those_of_one_seat)
{
	struct decisions all = {0};
	struct rules rules;
	ck_assert_int_eq(rules_init(&rules, "liars-dice", NULL), 0);
	gather(&all, &rules, 0);
	ck_assert_uint_eq(all.n, 3);
	check_gathered(&all, 0, &(struct decision){.n_dice = {3, 2}, .player = 1, .count = {[1] = 1, [6] = 1},
		.n_bids = 1, .play = 13}, (const char[]){BID_12});
	check_gathered(&all, 1, &(struct decision){.n_dice = {3, 2}, .player = 1, .count = {[1] = 1, [6] = 1},
		.n_bids = 3, .play = PLAY_CALL}, (const char[]){BID_12, BID_13, BID_21});
	check_gathered(&all, 2, &(struct decision){.hand = 1, .n_dice = {1, 3}, .count = {[3] = 1}, .play = 16}, NULL);
	ck_assert_uint_eq(all.n_games, 1);
	gather(&all, &rules, 1);
	ck_assert_uint_eq(all.n, 6);
	check_gathered(&all, 3, &(struct decision){.n_dice = {3, 2}, .count = {[4] = 2, [5] = 1}, .play = 12}, NULL);
	check_gathered(&all, 4, &(struct decision){.n_dice = {3, 2}, .count = {[4] = 2, [5] = 1}, .n_bids = 2,
		.play = 21}, (const char[]){BID_12, BID_13});
	check_gathered(&all, 5, &(struct decision){.hand = 1, .n_dice = {1, 3}, .player = 1, .count = {[2] = 3},
		.n_bids = 1, .play = 7, .verdict = VERDICT_ILLEGAL}, (const char[]){5});
	ck_assert_uint_eq(all.n_games, 2);
	decisions_release(&all);
	ck_assert(all.n == 0 && !all.list && !all.matches);
}
END_TEST

/* More than there is room for at first. */
START_TEST(decisions_are_appended_with_their_bids)
{
	enum { MANY = 600 };
	struct decisions all = {0}, more = {0};
	str_add(&all.bids, "abc");
	str_add(&more.bids, "defg");
	for (int i = 0; i < MANY; i++)
		add(&more, &(struct decision){.game = (uint64_t)i, .first_bid = (size_t)i % 4, .n_bids = 1});
	decisions_append(&all, &more);
	decisions_append(&all, &more);
	ck_assert_uint_eq(all.n, 2 * MANY);
	for (size_t i = 0; i < all.n; i++) {
		ck_assert_uint_eq(all.list[i].game, i % MANY);
		ck_assert_int_eq(*decision_bids(&all, &all.list[i]), "defg"[i % MANY % 4]);
	}
	for (uint64_t i = 0; i < MANY; i++)
		decisions_add_match(&all, 4 * i, 4);
	ck_assert_uint_eq(all.n_matches, MANY);
	for (uint64_t i = 0; i < MANY; i++)
		ck_assert(all.matches[i].first_game == 4 * i && all.matches[i].n_games == 4);
	decisions_release(&all);
	decisions_release(&more);
}
END_TEST

/* By game, then by hand, then by the bids before them. */
START_TEST(decisions_have_an_order)
{
	static const struct decision sorted[] = {
		{.game = 1, .hand = 2, .n_bids = 4}, {.game = 2, .hand = 0, .n_bids = 3},
		{.game = 2, .hand = 1, .n_bids = 0}, {.game = 2, .hand = 1, .n_bids = 2},
		{.game = 2, .hand = 3, .n_bids = 1}, {.game = 7, .hand = 0, .n_bids = 0},
	};
	static const int given[] = {3, 5, 0, 4, 2, 1};
	struct decisions all = {0};
	decisions_sort(&all); /* none */
	for (int i = 0; i < COUNT(given); i++)
		add(&all, &sorted[given[i]]);
	decisions_sort(&all);
	for (int i = 0; i < COUNT(sorted); i++)
		ck_assert(all.list[i].game == sorted[i].game && all.list[i].hand == sorted[i].hand &&
			  all.list[i].n_bids == sorted[i].n_bids);
	decisions_release(&all);
}
END_TEST

/* ---- sums ------------------------------------------------------------------------------- */

static void add_loss(struct decisions *all, uint64_t game, double loss, enum mistake kind)
{
	add(all, &(struct decision){.game = game, .finding = {.best = 0.7, .made = 0.7 - loss, .kind = kind}});
}

/* Of matches with these losses and games. */
static void check_loss(const struct loss *loss, uint64_t n, const double *x, const double *games, int n_matches,
		       double quantile)
{
	double of_all = 0, of_games = 0, squares = 0;
	for (int i = 0; i < n_matches; i++) {
		of_all += x[i];
		of_games += games[i];
	}
	for (int i = 0; i < n_matches; i++)
		squares += pow(x[i] - of_all / of_games * games[i], 2);
	ck_assert_uint_eq(loss->n, n);
	near(loss->mean, of_all / of_games);
	ck_assert_msg(fabs(loss->half - quantile * sqrt(squares * n_matches / (n_matches - 1)) / of_games) < 1e-6, "%f",
		      loss->half);
}

/* Three matches of 2, 4 and 2 games. The last one has no mistake, but a gain. */
START_TEST(losses_have_intervals)
{
	const double games[] = {2, 4, 2}, t_of_2 = 4.30265273;
	struct decisions all = {0};
	struct sums sums;
	decisions_add_match(&all, 10, 2);
	decisions_add_match(&all, 12, 4);
	decisions_add_match(&all, 20, 2);
	add_loss(&all, 10, 0.25, MISTAKE_CALLED_EARLY);
	add_loss(&all, 11, 0.05, MISTAKE_BLUFFED);
	add_loss(&all, 12, 0.1, MISTAKE_BLUFFED);
	add_loss(&all, 15, 0.1, MISTAKE_BLUFFED);
	add_loss(&all, 21, -0.1, MISTAKE_NONE);
	sums_of(&all, &sums);
	check_loss(&sums.all, 4, (double[]){0.3, 0.2, 0}, games, 3, t_of_2);
	check_loss(&sums.net, 5, (double[]){0.3, 0.2, -0.1}, games, 3, t_of_2);
	check_loss(&sums.by_kind[MISTAKE_CALLED_EARLY], 1, (double[]){0.25, 0, 0}, games, 3, t_of_2);
	check_loss(&sums.by_kind[MISTAKE_BLUFFED], 3, (double[]){0.05, 0.2, 0}, games, 3, t_of_2);
	ck_assert(sums.by_kind[MISTAKE_CRASH].n == 0 && sums.by_kind[MISTAKE_CRASH].mean == 0);
	ck_assert(sums.by_kind[MISTAKE_NONE].n == 0 && sums.by_kind[MISTAKE_NONE].mean == 0 &&
		  sums.by_kind[MISTAKE_NONE].half == 0);
	ck_assert(!sums.has_intervals);
	decisions_release(&all);
}
END_TEST

START_TEST(an_interval_needs_matches)
{
	struct decisions all = {0};
	struct sums sums;
	sums_of(&all, &sums);
	ck_assert(sums.all.n == 0 && sums.all.mean == 0 && sums.all.half == 0 && sums.n_kinds == 0 && sums.error == 0);
	for (uint64_t match = 0; match < 10; match++) {
		decisions_add_match(&all, 3 * match, 3);
		add_loss(&all, 3 * match, 0.3, MISTAKE_TIMEOUT);
		sums_of(&all, &sums);
		near(sums.all.mean, 0.1);
		if (match == 0)
			ck_assert(sums.all.half == 1 && sums.net.half == 1 && sums.by_kind[MISTAKE_TIMEOUT].half == 1);
		else
			ck_assert(sums.all.half >= 0 && sums.all.half < 1e-6); /* they are all alike */
		ck_assert_int_eq(sums.has_intervals, match == 9);
	}
	decisions_release(&all);
}
END_TEST

/* The most expensive first; of two with the same cost, the one that enum mistake lists first. */
START_TEST(kinds_are_in_order_of_their_cost)
{
	static const enum mistake order[] = {MISTAKE_CALLED_EARLY, MISTAKE_RAISED_LOW, MISTAKE_BLUFFED, MISTAKE_CRASH,
		MISTAKE_NO_BLUFF};
	struct decisions all = {0};
	struct sums sums;
	decisions_add_match(&all, 0, 1);
	add_loss(&all, 0, 0.125, MISTAKE_CRASH);
	add_loss(&all, 0, 0.0625, MISTAKE_NO_BLUFF);
	add_loss(&all, 0, 0.5, MISTAKE_NONE);
	add_loss(&all, 0, 0.125, MISTAKE_BLUFFED);
	add_loss(&all, 0, 0.375, MISTAKE_CALLED_EARLY);
	add_loss(&all, 0, 0.25, MISTAKE_RAISED_LOW);
	sums_of(&all, &sums);
	ck_assert_int_eq(sums.n_kinds, COUNT(order));
	for (int i = 0; i < COUNT(order); i++)
		ck_assert_int_eq(sums.order[i], order[i]);
	decisions_release(&all);
}
END_TEST

START_TEST(the_error_is_that_of_the_model)
{
	struct decisions all = {0};
	struct sums sums;
	decisions_add_match(&all, 0, 1);
	for (int i = 0; i < 3; i++)
		add(&all, &(struct decision){.finding = {.is_exact = i == 1, .error = i == 1 ? 0.9 : 0.1 + 0.1 * i}});
	sums_of(&all, &sums);
	ck_assert_uint_eq(sums.n_exact, 1);
	near(sums.error, 0.2);
	all.list[0].finding.is_exact = all.list[2].finding.is_exact = true;
	sums_of(&all, &sums);
	ck_assert_uint_eq(sums.n_exact, 3);
	near(sums.error, 0);
	decisions_release(&all);
}
END_TEST

/* ---- positions -------------------------------------------------------------------------- */

/* After each of these the robot made a mistake. The first is there three times; each other one differs from it in one
 * thing. */
static const struct decision mistakes[] = {
	{.n_dice = {2, 3}, .count = {[4] = 2}, .n_bids = 2, .first_bid = 0, .play = 24, .finding.made = 0.4},
	{.n_dice = {3, 3}, .count = {[4] = 2}, .n_bids = 2, .first_bid = 0, .play = 24, .finding.made = 0.5},
	{.n_dice = {2, 2}, .count = {[4] = 2}, .n_bids = 2, .first_bid = 0, .play = 24, .finding.made = 0.45},
	{.n_dice = {2, 3}, .count = {[4] = 2}, .n_bids = 2, .first_bid = 0, .play = 24, .finding.made = 0.3},
	{.n_dice = {2, 3}, .count = {[4] = 1, [5] = 1}, .n_bids = 2, .first_bid = 0, .play = 24, .finding.made = 0.1},
	{.n_dice = {2, 3}, .count = {[4] = 2}, .n_bids = 1, .first_bid = 0, .play = 24, .finding.made = 0.1},
	{.n_dice = {2, 3}, .count = {[4] = 2}, .n_bids = 0, .first_bid = 0, .play = 24, .finding.made = 0.15},
	{.n_dice = {2, 3}, .count = {[4] = 2}, .n_bids = 2, .first_bid = 2, .play = 24, .finding.made = 0.2},
	{.n_dice = {2, 3}, .count = {[4] = 2}, .n_bids = 2, .first_bid = 0, .play = 25, .finding.made = 0.35},
	{.n_dice = {2, 3}, .count = {[4] = 2}, .n_bids = 2, .first_bid = 0, .play = 24, .verdict = VERDICT_ILLEGAL,
	 .finding.made = 0.25},
	{.n_dice = {2, 3}, .count = {[4] = 2}, .n_bids = 2, .first_bid = 0, .play = 24, .finding.made = 0.2},
};
static const char their_bids[] = {1, 7, 1, 8};

static const struct costly costly[] = {
	{0, 3, 0.6}, {4, 1, 0.4}, {5, 1, 0.4}, {6, 1, 0.35}, {7, 1, 0.3}, {9, 1, 0.25}, {8, 1, 0.15}, {2, 1, 0.05},
	{1, 1, 0},
};

START_TEST(mistakes_are_grouped_by_position)
{
	struct decisions all = {0};
	size_t n;
	str_add_n(&all.bids, their_bids, sizeof their_bids);
	for (int i = 0; i < COUNT(mistakes); i++) {
		struct decision *decision = add(&all, &mistakes[i]);
		decision->finding.best = 0.5;
		decision->finding.kind = MISTAKE_RAISED_HIGH;
	}
	add(&all, &mistakes[4])->finding.best = 0.5; /* not a mistake */
	struct costly *list = sums_costliest(&all, &n);
	ck_assert_uint_eq(n, COUNT(costly));
	for (size_t i = 0; i < n; i++) {
		ck_assert_uint_eq(list[i].decision, costly[i].decision);
		ck_assert_uint_eq(list[i].n, costly[i].n);
		near(list[i].loss, costly[i].loss);
	}
	free(list);
	decisions_release(&all);
	free(sums_costliest(&all, &n));
	ck_assert_uint_eq(n, 0);
}
END_TEST

SUITE(0,
	TEST(decisions_are_those_of_one_seat),
	TEST(decisions_are_appended_with_their_bids),
	TEST(decisions_have_an_order),
	TEST(losses_have_intervals),
	TEST(an_interval_needs_matches),
	TEST(kinds_are_in_order_of_their_cost),
	TEST(the_error_is_that_of_the_model),
	TEST(mistakes_are_grouped_by_position))
