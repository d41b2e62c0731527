/* probing.h - the play of prober and champion: bids and calls by exact chances, and learning how the others call and
 * raise.
 *
 * From its own dice and the bids of the others it computes how many dice of each face they hold, and from this the
 * value of a call and of every bid: what happens if the bid is called, and if it is raised. At each showdown it learns
 * when each of the others calls, and at tables of three and more how the bids that they raised ended. */
#pragma once

#include "guess.h"
#include "learn.h"

/* The typical player, as the number of observations that it counts for. */
static const double typical_call[N_BANDS] = {0.95, 0.9, 0.7, 0.55, 0.3, 0.15, 0.06, 0.04, 0.03};
static const double weight_of_call = 2, weight_of_raise = 20;

/* The final value of a hand for us when our bid is raised, in games of two and of more: after a bluff that was
 * believed, or after a true bid. */
static const double raised_by[2][N_TRUTHS] = {{0.0, 0.6, 0.7, 0.0}, {-0.2, 0.1, 0.3, 0.08}};

struct choice {
	int play;
	double value; /* -1 if we lose the hand; see value_of_win */
	int truth; /* truth_of of a bid */
};

static void consider(struct choice *best, struct choice other)
{
	if (other.value > best->value)
		*best = other;
}

/* The dice of the others that make a bid on one face true. */
struct outlook {
	int face, own;                       /* own: how many of our dice do */
	int next, n_next, n_rest;            /* the next player's seat and number of dice; the number of dice of all the
	                                      * others */
	double next_has[DICE_MAX_DICE + 1];  /* chance that the next player has exactly k */
	double rest_have[DICE_MAX_TABLE + 1];  /* chance that the others have at least k */
	double all_have[DICE_MAX_TABLE + 1];   /* chance that the next player and the others have at least k */
};

static void look(const struct ask *ask, int face, struct outlook *out)
{
	const struct dice_view *view = &ask->view;
	int me = view->hands.me, n = view->hands.n_players;
	double p[DICE_MAX_DICE + 1];
	out->face = face;
	out->own = dice_matching(view->hands.mine, face, view->wild);
	out->next = (me + 1) % n;
	out->n_next = view->hands.n[out->next];
	out->n_rest = 0;
	out->rest_have[0] = 1;
	for (int seat = (me + 2) % n; n > 2 && seat != me; seat = (seat + 1) % n) {
		guess_dice(ask, seat, face, p);
		add_dice(out->rest_have, out->n_rest, p, view->hands.n[seat]);
		out->n_rest += view->hands.n[seat];
	}
	guess_dice(ask, out->next, face, out->next_has);
	memcpy(out->all_have, out->rest_have, sizeof *out->all_have * (size_t)(out->n_rest + 1));
	add_dice(out->all_have, out->n_rest, out->next_has, out->n_next);
	sum_from_end(out->rest_have, out->n_rest);
	sum_from_end(out->all_have, out->n_rest + out->n_next);
}

/* Considers calling the last bid, which is on the face of this outlook, or saying that it is exact. */
static void consider_call(const struct ask *ask, const struct outlook *out, bool may_exact, struct choice *best)
{
	const struct dice_view *view = &ask->view;
	const struct dice_game *game = &ask->probing->game;
	double risk = ask->probing->risk;
	int needed = dice_quantity(view->last) - out->own;
	double is_true = tail(out->all_have, needed, view->n_unknown);
	double is_exact = is_true - tail(out->all_have, needed + 1, view->n_unknown);
	/* In a game of two, a die that is gained back is worth as much as one that the other loses. A player who has
	 * all its dice gains only the next opening. */
	double prize = game->exact == DICE_EXACT_GAIN && view->hands.n_mine >= game->dice ? 0.2 : 1;

	consider(best, (struct choice){ARENA_CALL, (1 - is_true) * value_of_win(ask) - is_true - risk, 0});
	if (may_exact)
		consider(best, (struct choice){ARENA_EXACT, is_exact * prize - (1 - is_exact) - risk, 0});
}

/* Returns the chance that a seat calls a bid that looks like this to it, as far as the seat is known. */
static double call_rate(const struct other *other, int band)
{
	double called = weight_of_call * typical_call[band] + other->called[band];
	return called / (weight_of_call + other->called[band] + other->stayed[band]);
}

/* Returns the value for us if the next player raises our bid of this chance. `typical` is the value with a player who
 * is not known yet. */
static double value_of_raise(const struct ask *ask, const struct other *next, int truth, double typical)
{
	int won = next->won[truth], lost = next->lost[truth];
	if (ask->view.hands.n_players == 2)
		return typical;
	return (weight_of_raise * typical + won * value_of_win(ask) - lost) / (weight_of_raise + won + lost);
}

/* Considers the bid with this quantity. The next player calls by how likely the bid looks with that player's dice,
 * which also decide whether it is true. */
static void consider_bid(struct ask *ask, const struct outlook *out, int quantity, struct choice *best)
{
	const struct dice_view *view = &ask->view;
	int bid = dice_bid(quantity, out->face), n = view->hands.n_players;
	double is_true = tail(out->all_have, quantity - out->own, view->n_unknown);
	const struct other *next = other_in(ask, out->next);
	double called = 0, called_true = 0;

	for (int k = 0; k <= out->n_next; k++) {
		int seen = seen_band(ask, out->next, bid, k);
		double p = out->next_has[k] * call_rate(next, seen);
		called += p;
		called_true += p * tail(out->rest_have, quantity - out->own - k, out->n_rest);
	}
	/* The others, if they may call too, call by how likely the bid looks with an average share of the dice. */
	bool may_anyone = ask->probing->game.caller == DICE_CALLER_ANYONE;
	for (int s = (out->next + 1) % n; may_anyone && s != view->hands.me; s = (s + 1) % n) {
		int share = (int)(view->hands.n[s] * dice_chance_of_one(out->face, view->wild, view->faces) + 0.5);
		int seen = seen_band(ask, s, bid, share);
		double p = (1 - called) * call_rate(other_in(ask, s), seen);
		called += p;
		called_true += p * is_true;
	}
	double raised = value_of_raise(ask, next, truth_of(is_true), raised_by[n > 2][truth_of(is_true)]);
	double value = called_true * value_of_win(ask) - (called - called_true) + (1 - called) * raised;
	consider(best, (struct choice){bid, value, truth_of(is_true)});
}

/* Values a bid of this quantity. */
typedef void consider_bid_fn(struct ask *ask, const struct outlook *out, int quantity, struct choice *best);

/* Returns the play with the highest value. `consider_each` computes the value of each bid. */
static struct choice choose(struct ask *ask, consider_bid_fn *consider_each)
{
	const struct dice_view *view = &ask->view;
	struct outlook outlook;
	struct choice best = {ARENA_CALL, -3, 0};
	/* If the robot is asked out of turn whether it calls, letting the bid stand costs nothing. */
	bool is_aside = ask->probing->game.caller == DICE_CALLER_ANYONE && view->last &&
			(view->bidder + 1) % view->hands.n_players != view->hands.me;
	if (is_aside)
		best = (struct choice){ARENA_BELIEVE, 0, 0};

	for (int face = 1; face <= view->faces; face++) {
		bool is_last = view->last && dice_face(view->last) == face;
		if (is_aside && !is_last)
			continue;
		look(ask, face, &outlook);
		if (is_last)
			consider_call(ask, &outlook, view->may_exact && !is_aside, &best);
		for (int quantity = 1; !is_aside && quantity <= view->limit; quantity++) {
			if (!dice_is_legal(view, dice_bid(quantity, face)))
				continue;
			consider_each(ask, &outlook, quantity, &best);
			if (tail(outlook.all_have, quantity - outlook.own, view->n_unknown) < 0.01)
				break; /* all further bids are hopeless */
		}
	}
	return best;
}

/* Reads what probing_learn and probing_choose need from an ask. `ask` is large, and most of it stays unused. */
static void probing_read(struct ask *ask, struct probing *probing, const char *me, const char *hands,
			 const char *history)
{
	ask->probing = probing;
	dice_read(&ask->view, &probing->game, me, hands, history);
	ask->odds.n = ask->odds.faces = 0;
	fill_exactly(ask);
	read_claims(ask, history);
}

/* Learns at a showdown. */
static void probing_learn(struct ask *ask, const char *history)
{
	const struct dice_hands *hands = &ask->view.hands;
	for (int seat = 0; seat < hands->n_players; seat++)
		if (seat != hands->me && (hands->n_players > 2 || ask->probing->learns_styles_of_two))
			learn_style(ask, seat);
	learn_calls(ask, history);
	if (hands->n_players > 2)
		learn_raises(ask, history);
}

/* Records our bid. The results of the bids of a hand are learned only if each of them was recorded from the beginning
 * of the hand on. */
static void probing_record(struct probing *probing, const struct choice *choice)
{
	if (dice_is_bid(choice->play) && probing->n_made < MAX_MADE)
		probing->made[probing->n_made++] = (struct made){(int16_t)choice->play, (int16_t)choice->truth};
}

/* Returns the answer to an ask. */
static inline int probing_play(struct probing *probing, const char *me, const char *hands, const char *history)
{
	struct ask ask;
	probing_read(&ask, probing, me, hands, history);
	if (ask.view.hands.n_players < 2 || (ask.view.hands.me < 0 && !ask.view.is_showdown))
		return ARENA_CALL;
	if (!ask.view.is_showdown) {
		struct choice choice = choose(&ask, consider_bid);
		probing_record(probing, &choice);
		return choice.play;
	}
	if (!probing->forgets)
		probing_learn(&ask, history);
	probing->n_made = 0;
	return ARENA_CALL;
}
