/* learn.h - what probing.h learns at a showdown: the styles of the others, when they call, and how raises ended. */
#pragma once

#include "guess.h"

static const double exception = 0.03; /* how often a player deviates from the style */
static const double memory = 0.95;    /* how much of what is known about a style is kept from hand to hand */
static const double rate_of_two = 0.01; /* between two players a style is a share of the hands; this is how fast it is
                                         * updated */

enum { MOST_COUNTED = 1000 };

/* Returns, at the showdown, how many dice of a seat make a bid on `face` true. */
static int matching(const struct dice_view *view, int seat, int face)
{
	return dice_shown(&view->hands, seat, face) +
	       (with_wild(view, face) ? dice_shown(&view->hands, seat, view->wild) : 0);
}

static void learn_style(const struct ask *ask, int seat)
{
	const struct dice_view *view = &ask->view;
	struct other *other = other_in(ask, seat);
	int n = view->hands.n[seat];
	double likely[N_STYLES], sum = 0;
	bool is_many = view->hands.n_players > 2;
	float *styles = other->style[is_many];
	for (int style = 0; style < N_STYLES; style++)
		likely[style] = styles[style];

	for (int face = 1; face <= view->faces; face++) {
		int q = ask->claimed[seat][face], k = matching(view, seat, face);
		const double(*exactly)[DICE_MAX_DICE + 1] = ask->exactly[with_wild(view, face)];
		if (!q)
			continue;
		double blind = exactly[n][k];
		double by_face = k >= 1 ? exactly[n - 1][k - 1] : 0;
		double by_full = q > n ? by_face : k >= q ? exactly[n - q][k - q] : 0;
		likely[STYLE_BLIND] *= blind;
		likely[STYLE_FACE] *= exception * blind + (1 - exception) * by_face;
		likely[STYLE_FULL] *= exception * blind + (1 - exception) * by_full;
	}
	for (int style = 0; style < N_STYLES; style++)
		sum += likely[style];
	for (int style = 0; sum > 0 && style < N_STYLES; style++) {
		double now = likely[style] / sum;
		styles[style] = (float)(is_many ? memory * now + (1 - memory) * typical_style[style]
						: styles[style] + rate_of_two * (now - styles[style]));
	}
}

/* Counts an action of `other`. When a count is full, all counts are halved, so that newer actions count more. */
static void count_one(struct other *other, uint16_t *count)
{
	if (*count == MOST_COUNTED)
		for (uint16_t *each = other->called; each < (uint16_t *)other->style; each++)
			*each /= 2;
	++*count;
}

/* Learns that a seat did or did not call `bid` in its turn. */
static void learn_call(struct ask *ask, int seat, int bid, bool has_called)
{
	struct other *other = other_in(ask, seat);
	int band = seen_band(ask, seat, bid, matching(&ask->view, seat, dice_face(bid)));
	count_one(other, has_called ? &other->called[band] : &other->stayed[band]);
}

/* Learns, for each bid, which players could have called it and whether they did. With caller=anyone all were asked in
 * turn order until one called. */
static void learn_calls(struct ask *ask, const char *history)
{
	const struct dice_hands *hands = &ask->view.hands;
	bool may_anyone = ask->probing->game.caller == DICE_CALLER_ANYONE;
	struct dice_play play = {0, 0};
	int n = hands->n_players, last = 0, bidder = -1;

	for (const char *at = history; dice_next_play(&at, &play);) {
		int seat = dice_seat_of(hands, play.who);
		bool is_call = play.play == ARENA_CALL;
		if (seat < 0)
			return;
		if (last && may_anyone)
			for (int s = (bidder + 1) % n; s != bidder && !(is_call && s == seat); s = (s + 1) % n)
				if (s != hands->me)
					learn_call(ask, s, last, false);
		if (last && seat != hands->me && (is_call || !may_anyone))
			learn_call(ask, seat, last, is_call);
		if (dice_is_bid(play.play)) {
			last = play.play;
			bidder = seat;
		}
	}
}

/* Returns the seat that lost a hand that ended with a call, or -1 if the hand ended in a different way. */
static int loser_of(const struct dice_view *view, const char *history)
{
	struct dice_play play = {0, 0};
	int caller = -1, n_there = 0;
	for (const char *at = history; dice_next_play(&at, &play);)
		caller = play.play == ARENA_CALL ? dice_seat_of(&view->hands, play.who) : -1;
	if (caller < 0 || !view->last)
		return -1;
	for (int seat = 0; seat < view->hands.n_players; seat++)
		n_there += matching(view, seat, dice_face(view->last));
	return n_there >= dice_quantity(view->last) ? caller : view->bidder;
}

/* Learns the results of our bids that were raised, at tables of three and more. Between two players, learning them
 * loses 3 to 5 games in 100 to players who believe bids and often bluff, and gains nothing against other weak
 * players. */
static void learn_raises(struct ask *ask, const char *history)
{
	const struct dice_view *view = &ask->view;
	struct probing *probing = ask->probing;
	int loser = loser_of(view, history), next_made = 0, truth = -1;
	struct dice_play play;

	for (const char *at = history; loser >= 0 && dice_next_play(&at, &play);) {
		int seat = dice_seat_of(&view->hands, play.who);
		if (truth >= 0 && seat >= 0 && dice_is_bid(play.play)) {
			struct other *other = other_in(ask, seat);
			count_one(other, loser == view->hands.me ? &other->lost[truth] : &other->won[truth]);
		}
		truth = -1;
		if (seat == view->hands.me && next_made < probing->n_made && probing->made[next_made].bid == play.play)
			truth = probing->made[next_made++].truth;
	}
}
