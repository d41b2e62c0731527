/* many.h - champion's play at tables of three and more.
 *
 * prober (probing/probing.h) assumes that each player judges a bid by its own dice alone. Players who play well also
 * judge it by the bids of the others, including ours, and raise only while there is a good higher bid. Two formulas
 * predict what they do: whether the next player calls, and whether we lose the hand if the next player raises. They are
 * logistic regressions on games against probers. A third formula, fitted to games against probers and against weak
 * robots, tells these apart by their plays. How well the first formula predicts the calls of a player, compared with
 * prober's view of that player, decides how far champion plays by the formulas. Weak players differ mostly in which
 * bids they call, so champion estimates which of a few player types each of them is. A fourth formula, fitted to games
 * against weak robots, predicts how often champion loses a hand after their raises. */
#pragma once

#include <math.h>

#include "probing/probing.h"

/* For each player by letter, two chances: that the player plays well, by all its plays, and that the first formula
 * predicts its calls better than prober's learned rates. 0 means that the player was not met yet. */
struct rating {
	float well, foretold;
};
static struct rating ratings[DICE_MAX_PLAYERS];

/* The formulas depend on the rules: without wild dice, with wild dice, and with the order of bids of perudo. */
enum order { ORDER_PLAIN, ORDER_WILD, ORDER_PERUDO, N_ORDERS };

/* The chances for a player who was not met yet, the share of them that comes back with each play seen, the least chance
 * of any answer, and the sum of the others' chances to play well below which the first two formulas are not used. Tuned
 * by playing. */
static const double well_at_first = 0.12, well_again = 0.002, least_call = 0.003, least_well = 0.75;
static const double foretold_at_first[N_ORDERS] = {0.35, 0.6, 0.6};
/* A bid this many deviations above the mean counts as the highest. */
static const double most_height = 2;

/* What decides whether a player calls a bid. */
enum { BY_ONE, BY_OWN_DICE, BY_BIDS, BY_HEIGHT, BY_HEIGHT_2, BY_DICE, BY_PLAYERS, N_CALL_TERMS };
static const double call_weights[N_ORDERS][N_CALL_TERMS] = {
	{5.93, -0.19, -13.08, 8.26, -2.48, -0.5, -0.65},
	{6.8, -0.8, -13.8, 6.2, -1.85, -0.25, -0.55},
	{7.78, -6.65, -12.13, 0.34, 0.38, -0.08, -0.22},
};

/* What our loss of the hand depends on after a raise of our bid. */
enum { LOSS_ONE, LOSS_HEIGHT, LOSS_HEIGHT_2, LOSS_TRUTH, LOSS_PLAYERS, LOSS_DICE, N_LOSS_TERMS };
static const double loss_weights[N_ORDERS][N_LOSS_TERMS] = {
	{-1.81, -1.62, -0.79, 2.12, -2.44, 0.52},
	{0.5, -2.05, -0.75, 0.8, -2.6, 0.15},
	{-1.01, -1.63, -0.6, 1.16, -1.97, 0.29},
};

/* The weights at tables of weak players, whatever the rules. */
static const double weak_loss_weights[N_LOSS_TERMS] = {1.2, -1.6, -0.6, 1, -4, -0.1};

/* How often players of each type call the bids of each band. The types, in this order: one that calls by the chance of
 * the bid; conservative without and with wild dice; computer without and with wild dice; one that hardly ever calls;
 * one that plays well; one that always calls. Counted in games of the bundled robots. */
enum { N_TYPES = 8 };
static const double type_calls[N_TYPES][N_BANDS] = {
	{0.99, 0.99, 0.98, 0.93, 0.82, 0.60, 0.32, 0.14, 0.02},
	{0.99, 0.99, 0.96, 0.88, 0.78, 0.70, 0.73, 0.58, 0.36},
	{0.99, 0.99, 0.99, 0.97, 0.93, 0.88, 0.78, 0.72, 0.41},
	{0.80, 0.87, 0.68, 0.50, 0.36, 0.27, 0.12, 0.03, 0.02},
	{0.90, 0.92, 0.86, 0.78, 0.73, 0.65, 0.47, 0.28, 0.12},
	{0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05, 0.05},
	{0.99, 0.99, 0.95, 0.70, 0.30, 0.06, 0.01, 0.01, 0.01},
	{0.99, 0.99, 0.99, 0.99, 0.99, 0.99, 0.99, 0.99, 0.99},
};
/* The estimated type of a player counts as so many observations of a band. */
static const double weight_of_type = 6;
/* The values of raised_by when only a weak player and we are left. */
static const double raised_by_weak[N_TRUTHS] = {0, 0.3, 0.3, 0};

/* What a play says about the player: the logarithm of its chance by the first formula, how the bid that the player
 * called or did not call looked to it, and the bid that it made. The third formula is the chance that the play is from
 * prober and not from a weak bundled robot. */
enum {
	WELL_FORETOLD, WELL_CALL, WELL_CALL_DICE, WELL_STAY, WELL_STAY_DICE, WELL_STAY_HEIGHT,
	WELL_BLUFF, WELL_BID_DICE, WELL_BID_BIDS, WELL_OPENING, WELL_OPENING_HEIGHT, N_WELL_TERMS
};
static const double well_weights[N_ORDERS][N_WELL_TERMS] = {
	{1.52, 0.46, 4.71, -1.34, -1.34, 2.5, 3.18, -2.7, 7.41, -5.44, 0.45},
	{1.38, 0.51, 3.61, 0.19, -1.35, 1.94, 1.55, -1.7, 5.31, -2.85, 0.88},
	{0.91, 0.5, 0.38, 2.16, -2.57, 1.41, 1.18, -0.65, 2.47, 1.28, 2.48},
};

static double logistic(const double *weights, const double *terms, int n)
{
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += weights[i] * terms[i];
	return 1 / (1 + exp(-sum));
}

static enum order order_of(const struct dice_game *game)
{
	return game->ones_rule == DICE_ONES_PERUDO ? ORDER_PERUDO
		: game->wild != DICE_WILD_NONE ? ORDER_WILD : ORDER_PLAIN;
}

/* Returns how high a bid is for the dice on the table: its distance from the mean, in standard deviations. */
static double height_of(const struct dice_view *view, int bid)
{
	double p = dice_chance_of_one(dice_face(bid), view->wild, view->faces), n = view->hands.n_dice;
	return (dice_quantity(bid) - 1 + (double)dice_face(bid) / view->faces - n * p) / sqrt(n * p * (1 - p));
}

/* ---- how well the others play -------------------------------------------------------- */

static struct rating *rating_in(const struct ask *ask, int seat)
{
	struct rating *rating = &ratings[(unsigned)(ask->view.hands.letter[seat] - 'A') % DICE_MAX_PLAYERS];
	if (rating->well <= 0)
		*rating = (struct rating){(float)well_at_first,
			(float)foretold_at_first[order_of(&ask->probing->game)]};
	return rating;
}

/* Returns how many of the others probably play well. */
static double sum_of_well(const struct ask *ask)
{
	const struct dice_hands *hands = &ask->view.hands;
	double well = 0;
	for (int seat = 0; seat < hands->n_players; seat++)
		if (seat != hands->me)
			well += rating_in(ask, seat)->well;
	return well;
}

/* Returns how far to play by the formulas, 0 to 1. It is 0 until one of the others probably plays well, because the
 * formulas gain if there is such a player and lose if there is none. */
static double trust_in(const struct ask *ask)
{
	const struct dice_hands *hands = &ask->view.hands;
	double foretold = 0;
	for (int seat = 0; seat < hands->n_players; seat++)
		if (seat != hands->me)
			foretold += rating_in(ask, seat)->foretold / (hands->n_players - 1);
	return sum_of_well(ask) < least_well ? 0 : foretold;
}

/* Applies Bayes' rule. A share of the first chance comes back with each play. */
static void update(float *chance, double yes, double no, double at_first)
{
	yes *= *chance;
	no *= 1 - *chance;
	*chance = (float)((1 - well_again) * yes / (yes + no) + well_again * at_first);
}

/* Returns the chance that a player who plays well calls a bid, which is true with chance `by_dice` given the player's
 * own dice, and `by_bids` given what the others bid as well. */
static double good_call_rate(const struct ask *ask, int seat, double height, double by_dice, double by_bids)
{
	const struct dice_hands *hands = &ask->view.hands;
	double z = fmin(height, most_height);
	double terms[N_CALL_TERMS] = {1, by_dice, by_bids, z, z * z, hands->n[seat], hands->n_players};
	double rate = by_dice > 0 ? logistic(call_weights[order_of(&ask->probing->game)], terms, N_CALL_TERMS) : 1;
	return rate < least_call ? least_call : rate > 1 - least_call ? 1 - least_call : rate;
}

/* Returns the chance that a bid is true, by its own dice alone, for a seat that holds `count` of the dice that make it
 * true. */
static double chance_by_dice(struct ask *ask, int seat, int bid, int count)
{
	const struct dice_view *view = &ask->view;
	return dice_at_least(&ask->odds, dice_quantity(bid) - count, view->hands.n_dice - view->hands.n[seat],
			     view->faces, with_wild(view, dice_face(bid)));
}

/* Fills sum[k] with the chances that all seats but this one together have k such dice, by their bids. Returns the
 * number of their dice. */
static int guess_rest(const struct ask *ask, int seat, int face, double *sum)
{
	const struct dice_hands *hands = &ask->view.hands;
	double p[DICE_MAX_DICE + 1];
	int n = 0;
	sum[0] = 1;
	for (int s = 0; s < hands->n_players; s++)
		if (s != seat) {
			guess_dice(ask, s, face, p);
			add_dice(sum, n, p, hands->n[s]);
			n += hands->n[s];
		}
	return n;
}

/* How a bid looked to a seat, by its own dice alone, and given what the others bid as well. */
struct sight {
	int count; /* dice of the seat that make the bid true */
	double by_dice, by_bids, height;
};

static struct sight sight_of(struct ask *ask, int seat, int bid)
{
	int count = matching(&ask->view, seat, dice_face(bid));
	double rest[DICE_MAX_TABLE + 1];
	int n_rest = guess_rest(ask, seat, dice_face(bid), rest);
	sum_from_end(rest, n_rest);
	return (struct sight){count, chance_by_dice(ask, seat, bid, count),
		tail(rest, dice_quantity(bid) - count, n_rest), height_of(&ask->view, bid)};
}

/* Learns, at the showdown, what the play that a seat made after the bid `last` says about the player. */
static void learn_rating(struct ask *ask, int seat, int last, int play)
{
	double terms[N_WELL_TERMS] = {0};
	enum order order = order_of(&ask->probing->game);
	struct rating *rating = rating_in(ask, seat);
	if (last) {
		struct sight sight = sight_of(ask, seat, last);
		double good = good_call_rate(ask, seat, sight.height, sight.by_dice, sight.by_bids);
		double known = call_rate(other_in(ask, seat), band_of(sight.by_dice));
		bool has_called = play == ARENA_CALL;
		good = has_called ? good : 1 - good;
		update(&rating->foretold, good, has_called ? known : 1 - known, foretold_at_first[order]);
		terms[WELL_FORETOLD] = log(good);
		terms[has_called ? WELL_CALL : WELL_STAY] = 1;
		terms[has_called ? WELL_CALL_DICE : WELL_STAY_DICE] = sight.by_dice;
		terms[WELL_STAY_HEIGHT] = has_called ? 0 : fmin(sight.height, most_height);
	}
	if (dice_is_bid(play)) {
		struct sight sight = sight_of(ask, seat, play);
		terms[WELL_BLUFF] = sight.count == 0;
		terms[WELL_BID_DICE] = sight.by_dice;
		terms[WELL_BID_BIDS] = sight.by_bids;
		terms[WELL_OPENING] = last == 0;
		terms[WELL_OPENING_HEIGHT] = last == 0 ? sight.height : 0;
	}
	double well = logistic(well_weights[order], terms, N_WELL_TERMS);
	update(&rating->well, well, 1 - well, well_at_first);
}

/* Goes through the hand again from its first bid, as it looked to each player in turn. Called at a showdown, before
 * probing_learn. */
static void many_learn(struct ask *ask, const char *history)
{
	const struct dice_hands *hands = &ask->view.hands;
	struct dice_play play = {0, 0};
	int last = 0;
	forget_claims(ask);
	for (const char *at = history; dice_next_play(&at, &play);) {
		int seat = dice_seat_of(hands, play.who);
		if (seat < 0)
			break;
		if (seat != hands->me && play.play != ARENA_EXACT)
			learn_rating(ask, seat, last, play.play);
		if (dice_is_bid(play.play)) {
			last = play.play;
			read_claim(ask, seat, last);
		}
	}
	if (hands->me >= 0)
		learn_style(ask, hands->me); /* what the others believe about our bids */
}

/* ---- choosing a play ------------------------------------------------------------------ */

/* Returns the value for us if the next player raises our bid, by a formula for the loss. */
static double value_by_formula(const struct ask *ask, const double *weights, double height, double is_true)
{
	const struct dice_hands *hands = &ask->view.hands;
	double terms[N_LOSS_TERMS] = {1, height, height * height, is_true, log(hands->n_players),
				      (double)hands->n_dice / hands->n_players};
	double loses = logistic(weights, terms, N_LOSS_TERMS);
	return (1 - loses) * value_of_win(ask) - loses;
}

/* Returns the same value by all that is known: the results of our bids that were raised, and the formulas as far as the
 * others play well. */
static double value_of_raise_of_many(const struct ask *ask, const struct other *next, double height, double is_true)
{
	int truth = truth_of(is_true), n_players = ask->view.hands.n_players;
	double trust = trust_in(ask), well = sum_of_well(ask) / (n_players - 1), typical = raised_by_weak[truth];
	if (n_players > 2)
		typical = well * raised_by[1][truth] +
			(1 - well) * value_by_formula(ask, weak_loss_weights, height, is_true);
	double known = value_of_raise(ask, next, truth, typical);
	if (trust <= 0)
		return known;
	return trust * value_by_formula(ask, loss_weights[order_of(&ask->probing->game)], height, is_true) +
		(1 - trust) * known;
}

/* Fills next_calls from the calls of the next player in this match, and from the types that these make likely. */
static void learn_next_calls(struct ask *ask)
{
	int seat = (ask->view.hands.me + 1) % ask->view.hands.n_players;
	const struct other *next = other_in(ask, seat);
	double log_chance[N_TYPES] = {0}, most = -HUGE_VAL, sum = 0, rates[N_BANDS] = {0};
	for (int type = 0; type < N_TYPES; type++) {
		for (int band = 0; band < N_BANDS; band++)
			if (next->called[band] + next->stayed[band])
				log_chance[type] += next->called[band] * log(type_calls[type][band]) +
						    next->stayed[band] * log(1 - type_calls[type][band]);
		most = fmax(most, log_chance[type]);
	}
	for (int type = 0; type < N_TYPES; type++) {
		double chance = exp(log_chance[type] - most);
		sum += chance;
		for (int band = 0; band < N_BANDS; band++)
			rates[band] += chance * type_calls[type][band];
	}
	double well = rating_in(ask, seat)->well;
	for (int band = 0; band < N_BANDS; band++) {
		double n = weight_of_type + next->called[band] + next->stayed[band];
		double known = (weight_of_type * rates[band] / sum + next->called[band]) / n;
		ask->next_calls[band] = well * call_rate(next, band) + (1 - well) * known;
	}
}

/* Fills rest[k] with the chance, as the next player sees it after our bid, that the others have at least k such dice.
 * Returns the number of dice of the others. */
static int guess_as_next(struct ask *ask, const struct outlook *out, int quantity, double *rest)
{
	int me = ask->view.hands.me;
	int n_mine = ask->view.hands.n_mine, *claimed = &ask->claimed[me][out->face], before = *claimed;
	double mine[DICE_MAX_DICE + 1];
	*claimed = quantity;
	guess_dice(ask, me, out->face, mine);
	*claimed = before;
	for (int k = 0; k <= out->n_rest; k++)
		rest[k] = out->rest_have[k] - (k < out->n_rest ? out->rest_have[k + 1] : 0);
	add_dice(rest, out->n_rest, mine, n_mine);
	sum_from_end(rest, out->n_rest + n_mine);
	return out->n_rest + n_mine;
}

/* Considers the bid with this quantity as consider_bid does, but with the formulas as far as they are trusted. */
static void consider_bid_of_many(struct ask *ask, const struct outlook *out, int quantity, struct choice *best)
{
	const struct dice_view *view = &ask->view;
	double rest[DICE_MAX_TABLE + 1], called = 0, called_true = 0;
	double by_formula = trust_in(ask) > 0 ? rating_in(ask, out->next)->foretold : 0;
	int bid = dice_bid(quantity, out->face), n_rest = by_formula > 0 ? guess_as_next(ask, out, quantity, rest) : 0;
	double height = height_of(view, bid), is_true = tail(out->all_have, quantity - out->own, view->n_unknown);

	for (int k = 0; k <= out->n_next; k++) {
		double by_dice = chance_by_dice(ask, out->next, bid, k), rate = ask->next_calls[band_of(by_dice)];
		if (by_formula > 0)
			rate += by_formula *
				(good_call_rate(ask, out->next, height, by_dice,
						tail(rest, quantity - k, n_rest)) - rate);
		called += out->next_has[k] * rate;
		called_true += out->next_has[k] * rate * tail(out->rest_have, quantity - out->own - k, out->n_rest);
	}
	double raised = value_of_raise_of_many(ask, other_in(ask, out->next), height, is_true);
	double value = called_true * value_of_win(ask) - (called - called_true) + (1 - called) * raised;
	consider(best, (struct choice){bid, value, truth_of(is_true)});
}

/* Returns the best play in a game of three or more. */
static struct choice many_choose(struct ask *ask)
{
	if (ask->probing->game.caller == DICE_CALLER_ANYONE) /* then players other than the next may call too */
		return choose(ask, consider_bid);
	learn_next_calls(ask);
	return choose(ask, consider_bid_of_many);
}
