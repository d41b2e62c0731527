/* champion - the strongest robot: a table near equilibrium for games of two, and the play of prober (probing/probing.h).
 *
 * A hand of two is played by one of several ways: the table, which loses little to any opponent, or a response to what
 * the opponent has shown, which wins more from weak opponents. It begins with the table. If the table would also make the
 * shown plays of an opponent, it keeps the table to the end. Against other opponents it tries the ways in turn and uses
 * the one that gained most: a bandit, whose gains are counted in chances of winning the match, so that its regret is
 * bounded. At tables of three and more it plays by beliefs about the hidden dice and learned habits. */
#include <math.h>

#include "look_up.h"
#include "probing/probing.h"

/* Ways to play a hand of two. */
enum way { WAY_TABLE, WAY_TYPICAL, WAY_STYLES, N_WAYS };

/* The data about one opponent in hands of two. */
struct rival {
	uint16_t n_plays, n_odd;  /* shown plays; those of them that the table would not make */
	uint16_t n[N_WAYS];       /* hands played in each way */
	float gain[N_WAYS];       /* sum of their gains: chance to win the match, -1 to 1 */
};

static struct probing probing = {.game = DICE_GAME_DEFAULT, .learns_styles_of_two = true};
static struct rival rivals[DICE_MAX_PLAYERS]; /* by letter */
static int8_t way_of_hand = -1;               /* -1: a new hand */

/* The standard deviation of a gain, and the width of the bound in deviations of the mean, times the root of the
 * logarithm. */
static const double deviation = 0.35, caution = 0.55;
/* The number of hands with the first way, and the minimum of hands for each way; an opponent with fewer odd plays in 100
 * plays as the table does. Tuned by play. */
enum { FIRST_HANDS = 16, LEAST_HANDS = 25, ODD_IN_100 = 4 };
/* A bid in this band or higher is true in 3 of 5 cases or more, as its caller sees it; the least weight of bids that say nothing. */
enum { LIKELY_BAND = 6 };
static const double least_bluffs = 0.05;

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "champion",
	.version = "1.0",
	.summary = "plays near equilibrium, and more than that against the weak",
	.variants = "dice=*",
	.options = "way=all: of hands of two: table, typical or styles alone",
};

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

static int8_t only_way = -1;

int robot_option(const char *key, const char *value)
{
	static const char words[N_WAYS][8] = {"table", "typical", "styles"};
	if (strcmp(key, "way") != 0)
		return 1;
	only_way = -1;
	for (int8_t way = 0; way < N_WAYS; way++)
		if (strcmp(value, words[way]) == 0)
			only_way = way;
	return only_way < 0 && strcmp(value, "all") != 0;
}

void robot_game_start(const struct arena_game_start *start)
{
	dice_game_start(&probing.game, start);
	way_of_hand = -1;
}

/* ---- the table ---------------------------------------------------------------------- */

/* Are these the rules for which the table was made? */
static bool is_in_table(const struct dice_view *view)
{
	const struct dice_game *game = &probing.game;
	return view->hands.n_players == 2 && view->faces == TABLE_FACES && !view->wild &&
	       game->wild == DICE_WILD_NONE && game->exact == DICE_EXACT_OFF && game->ones_rule == DICE_ONES_PLAIN &&
	       table_has(view->hands.n[0], view->hands.n[1]);
}

/* The state of a hand that `opener` opens. */
static struct state first_state(const struct dice_hands *hands, int opener)
{
	return (struct state){.n = {hands->n[opener], hands->n[!opener]}, .bid = -1};
}

/* The opener of a hand with this history, when `actor` moves after it. */
static int opener_of(const struct dice_view *view, const char *history)
{
	struct dice_play play;
	const char *at = history;
	return dice_next_play(&at, &play) ? dice_seat_of(&view->hands, play.who) : view->hands.me;
}

/* A play drawn from the table's mixture; -1 when the table has none. */
static int play_by_table(const struct ask *ask, const char *history)
{
	const struct dice_view *view = &ask->view;
	const struct dice_hands *hands = &view->hands;
	int opener = opener_of(view, history), sum = 0, n;
	const uint8_t *pairs;
	struct dice_play play;
	if (opener < 0 || dice_quantity(view->last) > hands->n_dice)
		return ARENA_CALL; /* there are not as many dice */
	struct state state = first_state(hands, opener);
	for (const char *at = history; dice_next_play(&at, &play);)
		state_bid(&state, play.play);
	n = look_up(&state, hands->mine, &pairs);
	for (int i = 0; i < n; i++)
		sum += pairs[2 * i + 1];
	if (!n || !sum)
		return -1;
	int at = (int)robot_random_below((uint32_t)sum), i = 0;
	while (at >= pairs[2 * i + 1])
		at -= pairs[2 * i++ + 1];
	return play_of(pairs[2 * i]);
}

/* ---- learning ----------------------------------------------------------------------- */

/* Counts the plays of the opponent that the table would not make with the opponent's dice. */
static void learn_plays(const struct dice_view *view, const char *history, struct rival *rival)
{
	const struct dice_hands *hands = &view->hands;
	int him = !hands->me, opener = opener_of(view, history);
	uint8_t count[DICE_MAX_FACES + 1];
	struct dice_play play;
	const uint8_t *pairs;
	if (opener < 0)
		return;
	if (rival->n_plays > UINT16_MAX / 2) {
		rival->n_plays /= 2;
		rival->n_odd /= 2;
	}
	for (int face = 1; face <= TABLE_FACES; face++)
		count[face] = (uint8_t)dice_shown(hands, him, face);
	struct state state = first_state(hands, opener);
	for (const char *at = history; dice_next_play(&at, &play);) {
		int n = 0, i = 0;
		if (dice_seat_of(hands, play.who) == him && (n = look_up(&state, count, &pairs)) > 0) {
			while (i < n && pairs[2 * i] != action_of(play.play))
				i++;
			rival->n_plays++;
			rival->n_odd += i == n;
		}
		if (dice_is_bid(play.play))
			state_bid(&state, play.play);
	}
}

/* The worth of the match to us when `opener` opens with these dice; without a table, whether we won the hand. */
static double worth(int mine, int his, bool is_opener)
{
	return is_opener ? table_value(mine, his) : -table_value(his, mine);
}

static void learn_gain(const struct dice_view *view, const char *history, struct rival *rival)
{
	const struct dice_hands *hands = &view->hands;
	int loser = loser_of(view, history), me = hands->me;
	if (loser < 0 || way_of_hand < 0)
		return;
	double gain = loser == me ? -deviation : deviation;
	if (is_in_table(view)) {
		int mine = hands->n[me], his = hands->n[!me];
		int next = probing.game.starter == DICE_STARTER_LOSER ? loser : view->bidder;
		gain = worth(mine - (loser == me), his - (loser != me), next == me) -
		       worth(mine, his, opener_of(view, history) == me);
	}
	if (rival->n[way_of_hand] == UINT16_MAX) { /* newer hands count more */
		rival->n[way_of_hand] /= 2;
		rival->gain[way_of_hand] /= 2;
	}
	rival->n[way_of_hand]++;
	rival->gain[way_of_hand] += (float)gain;
}

/* ---- choosing a way ------------------------------------------------------------------ */

static double mean_gain(const struct rival *rival, int way)
{
	return rival->gain[way] / rival->n[way];
}

/* Did the last opponent of a game of more play well before? One that seems to hold every face which it bids, or that called
 * bids which looked likely with its own dice, did not. */
static bool has_played_well(const struct other *other)
{
	int n_called = 0;
	for (int band = LIKELY_BAND; band < N_BANDS; band++)
		n_called += other->called[band];
	return n_called == 0 && other->style[1][STYLE_BLIND] > least_bluffs;
}

/* The way with the highest bound of its gain. */
static int choose_way(const struct rival *rival, const struct other *other, bool has_table)
{
	/* At the end of a game of more players there is little time to learn, and most opponents are weak. */
	bool begins_with_table = has_table && (probing.game.n_players <= 2 || has_played_well(other));
	int lowest = has_table ? WAY_TABLE : WAY_TYPICAL, first = begins_with_table ? WAY_TABLE : WAY_TYPICAL, best = first, n = 0;
	double best_bound = -HUGE_VAL;
	if (only_way >= 0)
		return only_way;
	for (int way = lowest; way < N_WAYS; way++)
		n += rival->n[way];
	if (n < FIRST_HANDS)
		return first;
	if (has_table && 100 * rival->n_odd < ODD_IN_100 * rival->n_plays)
		return WAY_TABLE;
	for (int way = lowest; way < N_WAYS; way++) {
		double bound = HUGE_VAL;
		if (rival->n[way] >= LEAST_HANDS)
			bound = mean_gain(rival, way) + caution * deviation * sqrt(log(n) / rival->n[way]);
		if (bound > best_bound) {
			best_bound = bound;
			best = way;
		}
	}
	return best;
}

static struct rival *rival_in(const struct dice_view *view)
{
	return &rivals[(unsigned)(view->hands.letter[!view->hands.me] - 'A') % DICE_MAX_PLAYERS];
}

static void learn(struct ask *ask, const char *history)
{
	const struct dice_view *view = &ask->view;
	probing_learn(ask, history);
	if (view->hands.n_players == 2 && view->hands.me >= 0) {
		if (is_in_table(view))
			learn_plays(view, history, rival_in(view));
		learn_gain(view, history, rival_in(view));
	}
	probing.n_made = 0;
	way_of_hand = -1;
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct ask ask;
	const struct dice_view *view = &ask.view;
	int play = -1;
	probing_read(&ask, &probing, me, hands, history);
	if (view->is_showdown)
		learn(&ask, history);
	if (view->is_showdown || view->hands.me < 0 || view->hands.n_players < 2)
		return ARENA_CALL;
	bool is_table = is_in_table(view);
	if (view->hands.n_players == 2 && way_of_hand < 0)
		way_of_hand = (int8_t)choose_way(rival_in(view), other_in(&ask, !view->hands.me), is_table);
	if (way_of_hand == WAY_TABLE && is_table)
		play = play_by_table(&ask, history);
	if (play >= 0)
		return play;
	probing.believes_styles_of_two = way_of_hand == WAY_STYLES;
	struct choice choice = choose(&ask);
	probing_record(&probing, &choice);
	return choice.play;
}
