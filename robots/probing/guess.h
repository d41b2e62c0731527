/* guess.h - guesses for probing.h what the others hold: the chances of their dice, given the bids that they made. */
#pragma once

#include "arena_dice.h"

/* Styles of bidding. Counting each face that a player bid as one of the player's dice gains more than anything else
 * here. The style of a player is learned, and used at tables of three and more. Between two players it is not used,
 * because a robot that bluffs well looks blind at the showdown, and a player who then ignores its bids loses to it. */
enum style {
	STYLE_BLIND, /* the bids say nothing about the dice */
	STYLE_FACE,  /* the player holds a die of each face that it bids */
	STYLE_FULL,  /* the player holds as many dice as it bids */
	N_STYLES
};

/* Bands of bids by how likely they look to the player who may call, 0 (impossible) to 8 (certain); and bands of our own
 * bids by their true chance, 0 (a bluff) to 3. */
enum { N_BANDS = 9, N_TRUTHS = 4 };

/* The data about another player: counts of actions, and the chance of each style. */
struct other {
	uint16_t called[N_BANDS];    /* bids that the player called, by how likely they looked to that player */
	uint16_t stayed[N_BANDS];    /* bids that the player let stand or raised, in the same way */
	uint16_t won[N_TRUTHS];      /* hands of three and more players in which it raised our bid and another player
	                              * lost */
	uint16_t lost[N_TRUTHS];     /* hands of this kind that we lost */
	float style[2][N_STYLES];    /* in games of two players, and of more; all zero if the player was not met yet */
};

/* The typical player. It was tuned by playing, like all numbers here. */
static const double typical_style[N_STYLES] = {0.1, 0.5, 0.4};
/* With one die each, the bidder has little choice, and much more often bids a face that it does not hold. */
static const double blind_with_one_die = 0.4;

/* Our bids in this hand, in order, with their true chances. */
enum { MAX_MADE = 8 };
struct made {
	int16_t bid, truth;
};

/* The state from ask to ask. */
struct probing {
	struct dice_game game;
	double risk;       /* from -1 (calls early) to 1 (keeps raising) */
	bool forgets;      /* every hand is played like the first */
	bool learns_styles_of_two;   /* styles are learned in games of two as well, */
	bool believes_styles_of_two; /* and are used in them */
	int n_made;
	struct made made[MAX_MADE];
	struct other others[DICE_MAX_PLAYERS]; /* by letter */
};

/* One ask, and the values computed for it; the tables are filled only for the existing dice and players. It is on the
 * stack because the arena swaps statics from game to game (docs/authors-guide.md). */
struct ask {
	struct probing *probing;
	struct dice_view view;
	struct dice_odds odds;
	/* exactly[w][n][k] is the chance that k of n dice show a face (w = 0), or show it or are wild (w = 1). */
	double exactly[2][DICE_MAX_DICE + 1][DICE_MAX_DICE + 1];
	/* The highest quantity of each face that each seat bid in this hand. */
	int claimed[DICE_MAX_PLAYERS][DICE_MAX_FACES + 1];
	/* The chance that the next player calls a bid of each band. Only champion uses it. */
	double next_calls[N_BANDS];
};

/* ---- what the others hold ----------------------------------------------------------- */

static void fill_exactly(struct ask *ask)
{
	int most = 0;
	for (int seat = 0; seat < ask->view.hands.n_players; seat++)
		if (most < ask->view.hands.n[seat])
			most = ask->view.hands.n[seat];
	for (int w = 0; w < 2; w++) {
		double p = (w + 1.0) / ask->view.faces;
		ask->exactly[w][0][0] = 1;
		for (int n = 1; n <= most; n++) {
			const double *fewer = ask->exactly[w][n - 1];
			for (int k = 0; k <= n; k++)
				ask->exactly[w][n][k] = (k < n ? fewer[k] * (1 - p) : 0) + (k ? fewer[k - 1] * p : 0);
		}
	}
}

/* Notes a bid that a seat made. */
static void read_claim(struct ask *ask, int seat, int bid)
{
	int *claim = &ask->claimed[seat][dice_face(bid)];
	if (*claim < dice_quantity(bid))
		*claim = dice_quantity(bid);
}

static void forget_claims(struct ask *ask)
{
	memset(ask->claimed, 0, sizeof ask->claimed[0] * (size_t)ask->view.hands.n_players);
}

static void read_claims(struct ask *ask, const char *history)
{
	struct dice_play play;
	forget_claims(ask);
	for (const char *at = history; dice_next_play(&at, &play);) {
		int seat = dice_seat_of(&ask->view.hands, play.who);
		if (seat >= 0 && dice_is_bid(play.play))
			read_claim(ask, seat, play.play);
	}
}

static struct other *other_in(const struct ask *ask, int seat)
{
	struct other *other = &ask->probing->others[(unsigned)(ask->view.hands.letter[seat] - 'A') % DICE_MAX_PLAYERS];
	bool is_new = other->style[1][STYLE_BLIND] <= 0;
	for (int style = 0; style < N_STYLES && is_new; style++)
		other->style[0][style] = other->style[1][style] = (float)typical_style[style];
	return other;
}

/* Computes the weight of each style of a seat. */
static void weigh_styles(const struct ask *ask, int seat, double *weight)
{
	const struct other *other = other_in(ask, seat);
	bool is_many = ask->view.hands.n_players > 2, is_typical = !is_many && !ask->probing->believes_styles_of_two;
	for (int style = 0; style < N_STYLES; style++)
		weight[style] = is_typical ? typical_style[style] : other->style[is_many][style];
	if (ask->view.hands.n_dice > 2)
		return;
	for (int style = 0; style < N_STYLES; style++)
		weight[style] *= (1 - blind_with_one_die) / (1 - typical_style[STYLE_BLIND]);
	weight[STYLE_BLIND] = blind_with_one_die;
}

/* Returns 1 if another face is wild in a bid on this face, otherwise 0, as an index into exactly[]. */
static int with_wild(const struct dice_view *view, int face)
{
	return view->wild && view->wild != face;
}

/* Computes p[k] for k = 0 .. n, the chance that k of the n dice of the seat make a bid on `face` true: the predictions
 * of the styles, each with its weight. */
static void guess_dice(const struct ask *ask, int seat, int face, double *p)
{
	const int *claimed = ask->claimed[seat];
	double weight[N_STYLES];
	int n = ask->view.hands.n[seat], n_faces = 0, n_full = 0;
	const double(*exactly)[DICE_MAX_DICE + 1] = ask->exactly[with_wild(&ask->view, face)];
	for (int f = 1; f <= ask->view.faces; f++) {
		n_faces += claimed[f] > 0;
		n_full += claimed[f];
	}
	weigh_styles(ask, seat, weight);
	for (int k = 0; k <= n; k++)
		p[k] = weight[STYLE_BLIND] * exactly[n][k];

	/* Of the dice that were claimed, those with this face are certain; only the rest are unknown. */
	int there = claimed[face] && n ? 1 : 0;
	int open = n > n_faces ? n - n_faces : 0;
	for (int k = 0; k <= open; k++)
		p[there + k] += weight[STYLE_FACE] * exactly[open][k];
	if (n_full <= n) {
		there = claimed[face];
		open = n - n_full;
	}
	for (int k = 0; k <= open; k++)
		p[there + k] += weight[STYLE_FULL] * exactly[open][k];
}

/* Replaces sum[0 .. n], the chances of a number, by those of its sum with another, add[0 .. m]. */
static void add_dice(double *sum, int n, const double *add, int m)
{
	for (int k = n + m; k >= 0; k--) {
		double total = 0;
		for (int i = k > n ? k - n : 0; i <= m && i <= k; i++)
			total += add[i] * sum[k - i];
		sum[k] = total;
	}
}

/* Converts the chances of exactly k to those of at least k. */
static void sum_from_end(double *p, int n)
{
	for (int k = n - 1; k >= 0; k--)
		p[k] += p[k + 1];
}

/* Returns at_least[k] for any k. */
static double tail(const double *at_least, int k, int n)
{
	return k <= 0 ? 1 : k > n ? 0 : at_least[k];
}

/* ---- what bids look like ------------------------------------------------------------ */

static int band_of(double chance)
{
	static const double edge[N_BANDS - 1] = {1e-6, 0.02, 0.1, 0.25, 0.4, 0.6, 0.8, 0.95};
	int band = 0;
	while (band < N_BANDS - 1 && chance >= edge[band])
		band++;
	return band;
}

static int truth_of(double chance)
{
	return chance < 0.3 ? 0 : chance < 0.6 ? 1 : chance < 0.9 ? 2 : 3;
}

/* Returns the band of a bid for a seat that holds `count` of the dice that make it true. */
static int seen_band(struct ask *ask, int seat, int bid, int count)
{
	const struct dice_view *view = &ask->view;
	return band_of(dice_at_least(&ask->odds, dice_quantity(bid) - count,
				     view->hands.n_dice - view->hands.n[seat], view->faces,
				     with_wild(view, dice_face(bid))));
}

/* Returns what it is worth to us that another player loses the hand, if losing it ourselves costs 1. */
static double value_of_win(const struct ask *ask)
{
	return ask->probing->game.loss == DICE_LOSS_DIE ? 1.0 / (ask->view.hands.n_players - 1) : 1;
}
