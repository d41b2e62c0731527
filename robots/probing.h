/* probing.h - the play of prober and champion: bids and calls by exact chances, and learning how the others call and raise.
 *
 * From its own dice and the bids of the others it computes how many dice of each face they hold, and from this the value
 * of a call and of every bid: what happens if the bid is called, and if it is raised. At each showdown it learns when
 * each of the others calls, and how the bids that they raised ended. */
#ifndef ROBOTS_PROBING_H
#define ROBOTS_PROBING_H

#include "arena_dice.h"

/* Styles of bidding. Counting each face that a player bid as one of the player's dice gains more than anything else here.
 * The style of a player is learned, and used at tables of three and more. Between two players it is not: a robot that
 * bluffs well looks blind at the showdown, and a player who then ignores its bids loses to it. */
enum style {
	STYLE_BLIND, /* the bids say nothing about the dice */
	STYLE_FACE,  /* holds a die of each face it bids */
	STYLE_FULL,  /* holds as many dice as it bids */
	N_STYLES
};

/* Bands of bids by how likely they look to the player who may call, 0 (impossible) to 8 (certain); our own bids also by
 * their true chance, 0 (a bluff) to 3. */
enum { N_BANDS = 9, N_TRUTHS = 4 };

enum { MOST_COUNTED = 1000 };

/* The data about another player: counts of actions, and the chance of each style. */
struct other {
	uint16_t called[N_BANDS];    /* bids that the player called, by how likely they looked to that player */
	uint16_t stayed[N_BANDS];    /* and bids that the player let stand or raised */
	uint16_t won[2][N_TRUTHS];   /* hands where it raised our bid and another lost; in games of two, of more */
	uint16_t lost[2][N_TRUTHS];  /* and hands that we lost */
	float style[2][N_STYLES];    /* in games of two, and of more; zeros: not met yet */
};

/* The typical player, and the number of observations it counts for. Tuned by play. */
static const double typical_style[N_STYLES] = {0.1, 0.5, 0.4};
static const double typical_call[N_BANDS] = {0.95, 0.9, 0.7, 0.55, 0.3, 0.15, 0.06, 0.04, 0.03};
static const double weight_of_call = 2, weight_of_raise = 20;
static const double exception = 0.03; /* how often a player deviates from the style */
static const double memory = 0.95;    /* of a style, from hand to hand */
static const double rate_of_two = 0.01; /* between two a style is a share of the hands; the rate of its updates */
/* With one die each the bidder has little choice, and bids a face it does not hold much more often. */
static const double blind_with_one_die = 0.4;

/* The final value of a hand for us when our bid is raised, in games of two and of more: after a believed bluff, or after
 * a true bid. */
static const double raised_by[2][N_TRUTHS] = {{0.0, 0.6, 0.7, 0.0}, {-0.2, 0.1, 0.3, 0.08}};

/* Our bids in this hand, in order, with their true chances. */
enum { MAX_MADE = 8 };
struct made {
	int16_t bid, truth;
};

/* The state from ask to ask. */
struct probing {
	struct dice_game game;
	double risk;       /* from -1, calls early, to 1, raises on */
	bool forgets;      /* every hand is played like the first */
	bool learns_styles_of_two;   /* styles are learned in games of two as well, */
	bool believes_styles_of_two; /* and used in them */
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
	/* exactly[w][n][k]: the chance that k of n dice show a face (w = 0), or it or a wild one (1). */
	double exactly[2][DICE_MAX_DICE + 1][DICE_MAX_DICE + 1];
	/* The highest quantity of each face that each seat bid in this hand. */
	int claimed[DICE_MAX_PLAYERS][DICE_MAX_FACES + 1];
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

static void read_claims(struct ask *ask, const char *history)
{
	struct dice_play play;
	memset(ask->claimed, 0, sizeof ask->claimed[0] * (size_t)ask->view.hands.n_players);
	for (const char *at = history; dice_next_play(&at, &play);) {
		int seat = dice_seat_of(&ask->view.hands, play.who);
		if (seat < 0 || !dice_is_bid(play.play))
			continue;
		int *claim = &ask->claimed[seat][dice_face(play.play)];
		if (*claim < dice_quantity(play.play))
			*claim = dice_quantity(play.play);
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

/* The weight of each style of a seat. */
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

/* Is another face wild, too, in a bid on this one? An index into exactly[]. */
static int with_wild(const struct dice_view *view, int face)
{
	return view->wild && view->wild != face;
}

/* The chance p[k], k = 0 .. n of the seat, that k of its dice make a bid on `face` true: the
 * styles' predictions, each with its weight. */
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

	/* Of the claimed dice those on this face are certain; only the rest is open. */
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

/* Turns the chances of exactly k into those of at least k. */
static void sum_from_end(double *p, int n)
{
	for (int k = n - 1; k >= 0; k--)
		p[k] += p[k + 1];
}

/* at_least[k] for any k. */
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

/* The band of a bid for a seat that holds `count` of the dice that make it true. */
static int seen_band(struct ask *ask, int seat, int bid, int count)
{
	const struct dice_view *view = &ask->view;
	return band_of(dice_at_least(&ask->odds, dice_quantity(bid) - count,
				     view->hands.n_dice - view->hands.n[seat], view->faces,
				     with_wild(view, dice_face(bid))));
}

/* The worth of another player's loss of the hand to us, if our own loss costs 1. */
static double value_of_win(const struct ask *ask)
{
	return ask->probing->game.loss == DICE_LOSS_DIE ? 1.0 / (ask->view.hands.n_players - 1) : 1;
}

/* ---- learning ----------------------------------------------------------------------- */

/* Dice of a seat that make a bid on `face` true; at the showdown. */
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

/* Counts an action of `other`. When a count is full all are halved, so that newer ones count more. */
static void count_one(struct other *other, uint16_t *count)
{
	if (*count == MOST_COUNTED)
		for (uint16_t *each = other->called; each < (uint16_t *)other->style; each++)
			*each /= 2;
	++*count;
}

/* A seat did or did not call `bid` in its turn. */
static void learn_call(struct ask *ask, int seat, int bid, bool has_called)
{
	struct other *other = other_in(ask, seat);
	int band = seen_band(ask, seat, bid, matching(&ask->view, seat, dice_face(bid)));
	count_one(other, has_called ? &other->called[band] : &other->stayed[band]);
}

/* After each bid: which players could have called it, and did they? With caller=anyone all were asked in turn order until
 * one called. */
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

/* The loser of a hand that ended with a call: a seat, or -1 for another end. */
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

/* The results of our bids that were raised. */
static void learn_raises(struct ask *ask, const char *history)
{
	const struct dice_view *view = &ask->view;
	struct probing *probing = ask->probing;
	bool is_many = view->hands.n_players > 2;
	int loser = loser_of(view, history), next_made = 0, truth = -1;
	struct dice_play play;

	for (const char *at = history; loser >= 0 && dice_next_play(&at, &play);) {
		int seat = dice_seat_of(&view->hands, play.who);
		if (truth >= 0 && seat >= 0 && dice_is_bid(play.play)) {
			struct other *other = other_in(ask, seat);
			count_one(other, loser == view->hands.me ? &other->lost[is_many][truth] : &other->won[is_many][truth]);
		}
		truth = -1;
		if (seat == view->hands.me && next_made < probing->n_made && probing->made[next_made].bid == play.play)
			truth = probing->made[next_made++].truth;
	}
}

/* ---- deciding ----------------------------------------------------------------------- */

struct choice {
	int play;
	double value; /* -1: we lose the hand; see value_of_win */
	int truth;    /* of a bid: truth_of */
};

static void consider(struct choice *best, struct choice other)
{
	if (other.value > best->value)
		*best = other;
}

/* The dice of the others that make a bid on one face true. */
struct outlook {
	int face, own;                       /* own: dice of ours that do */
	int next, n_next, n_rest;            /* the next player's seat and dice; dice of all the others' */
	double next_has[DICE_MAX_DICE + 1];  /* chance that the next player has exactly k */
	double rest_have[DICE_MAX_TABLE + 1];  /* that the others have at least k */
	double all_have[DICE_MAX_TABLE + 1];   /* that he and they have at least k */
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

/* Calling the last bid, which is on this outlook's face, or saying that it is exact. */
static void consider_call(const struct ask *ask, const struct outlook *out, bool may_exact, struct choice *best)
{
	const struct dice_view *view = &ask->view;
	const struct dice_game *game = &ask->probing->game;
	double risk = ask->probing->risk;
	int needed = dice_quantity(view->last) - out->own;
	double is_true = tail(out->all_have, needed, view->n_unknown);
	double is_exact = is_true - tail(out->all_have, needed + 1, view->n_unknown);
	/* A die gained back is worth as much as the other's loss in a game of two; with all dice there is only the next
	 * opening to gain. */
	double prize = game->exact == DICE_EXACT_GAIN && view->hands.n_mine >= game->dice ? 0.2 : 1;

	consider(best, (struct choice){ARENA_CALL, (1 - is_true) * value_of_win(ask) - is_true - risk, 0});
	if (may_exact)
		consider(best, (struct choice){ARENA_EXACT, is_exact * prize - (1 - is_exact) - risk, 0});
}

/* The chance that a seat calls a bid that looks like this to it, as far as it is known. */
static double call_rate(const struct other *other, int band)
{
	double called = weight_of_call * typical_call[band] + other->called[band];
	return called / (weight_of_call + other->called[band] + other->stayed[band]);
}

/* The value for us when the next player raises our bid of this chance. */
static double value_of_raise(const struct ask *ask, const struct other *next, int truth)
{
	bool is_many = ask->view.hands.n_players > 2;
	int won = next->won[is_many][truth], lost = next->lost[is_many][truth];
	return (weight_of_raise * raised_by[is_many][truth] + won * value_of_win(ask) - lost) / (weight_of_raise + won + lost);
}

/* The bid of this quantity. The next player calls by how likely the bid looks with that player's dice, which also decide
 * whether it is true. */
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
	/* The others, if they may call too, by how likely it looks with an average share of the dice. */
	bool may_anyone = ask->probing->game.caller == DICE_CALLER_ANYONE;
	for (int s = (out->next + 1) % n; may_anyone && s != view->hands.me; s = (s + 1) % n) {
		int share = (int)(view->hands.n[s] * dice_chance_of_one(out->face, view->wild, view->faces) + 0.5);
		int seen = seen_band(ask, s, bid, share);
		double p = (1 - called) * call_rate(other_in(ask, s), seen);
		called += p;
		called_true += p * is_true;
	}
	double raised = value_of_raise(ask, next, truth_of(is_true));
	double value = called_true * value_of_win(ask) - (called - called_true) + (1 - called) * raised;
	consider(best, (struct choice){bid, value, truth_of(is_true)});
}

/* The best play by value. */
static struct choice choose(struct ask *ask)
{
	const struct dice_view *view = &ask->view;
	struct outlook outlook;
	struct choice best = {ARENA_CALL, -3, 0};
	/* Asked whether to call out of turn: letting the bid stand costs nothing. */
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
			consider_bid(ask, &outlook, quantity, &best);
			if (tail(outlook.all_have, quantity - outlook.own, view->n_unknown) < 0.01)
				break; /* all further bids are hopeless */
		}
	}
	return best;
}

/* Reads an ask: what probing_learn and probing_choose need. `ask` is large, and most of it stays unused. */
static void probing_read(struct ask *ask, struct probing *probing, const char *me, const char *hands, const char *history)
{
	ask->probing = probing;
	dice_read(&ask->view, &probing->game, me, hands, history);
	ask->odds.n = ask->odds.faces = 0;
	fill_exactly(ask);
	read_claims(ask, history);
}

/* At a showdown. */
static void probing_learn(struct ask *ask, const char *history)
{
	const struct dice_hands *hands = &ask->view.hands;
	for (int seat = 0; seat < hands->n_players; seat++)
		if (seat != hands->me && (hands->n_players > 2 || ask->probing->learns_styles_of_two))
			learn_style(ask, seat);
	learn_calls(ask, history);
	learn_raises(ask, history);
}

/* The results of a hand's bids are learned only if this began the hand and each bid was recorded. */
static void probing_record(struct probing *probing, const struct choice *choice)
{
	if (dice_is_bid(choice->play) && probing->n_made < MAX_MADE)
		probing->made[probing->n_made++] = (struct made){(int16_t)choice->play, (int16_t)choice->truth};
}

/* The answer to an ask. */
static inline int probing_play(struct probing *probing, const char *me, const char *hands, const char *history)
{
	struct ask ask;
	probing_read(&ask, probing, me, hands, history);
	if (ask.view.hands.n_players < 2 || (ask.view.hands.me < 0 && !ask.view.is_showdown))
		return ARENA_CALL;
	if (!ask.view.is_showdown) {
		struct choice choice = choose(&ask);
		probing_record(probing, &choice);
		return choice.play;
	}
	if (!probing->forgets)
		probing_learn(&ask, history);
	probing->n_made = 0;
	return ARENA_CALL;
}

#endif
