/* champion - the strongest robot: a table near equilibrium for games of two, and the play of prober
 * (probing/probing.h).
 *
 * It plays a hand of two in one of several ways, and counts all gains as chances of winning the match. It begins with
 * the answer, a table that was computed against a population of robots and also loses little to a player who has this
 * source. If the answer loses, or if the opponent plays like the table near equilibrium, the robot plays that table.
 * The plays of both are drawn from mixtures. The ways without mixing gain more from weak opponents, but can be answered
 * play by play, so they are tried only while the robot is clearly ahead of this opponent (may_probe). Ways are chosen
 * by a bandit algorithm, whose regret is bounded. In games of three and more it plays by beliefs about the hidden dice
 * and formulas for the others' plays (many.h). */
#include <math.h>

#include "look_up.h"
#include "many.h"
#include "probing/probing.h"

/* Ways to play a hand of two. The first N_TABLES draw their plays from tables. */
enum way { WAY_TABLE, WAY_ANSWER, N_TABLES, WAY_TYPICAL = N_TABLES, WAY_STYLES, N_WAYS };

/* The data about one opponent in hands of two. */
struct rival {
	uint16_t n_plays, n_odd;  /* number of plays that were shown, and of those that the table would not make */
	uint16_t n[N_WAYS];       /* hands played in each way */
	float gain[N_WAYS];       /* sum of the gains of these hands, each in chances to win the match, -1 to 1 */
	float won;                /* sum of the gains of all hands */
	uint32_t n_hands; /* number of all hands */
};

/* The tables, one after another (table.S). */
extern __attribute__((visibility("hidden"))) const uint8_t champion_tables[], champion_tables_end[];

/* Returns table `number`, or NULL if there is none. Table 0 is near equilibrium; each of the others has the answers for
 * some sets. */
static const uint8_t *table(int number)
{
	return table_at(champion_tables, (size_t)(champion_tables_end - champion_tables), number);
}

/* Returns the table of WAY_TABLE or WAY_ANSWER for this set, or NULL if there is none. */
static const uint8_t *table_for(int way, int set)
{
	int number = way;
	while (way == WAY_ANSWER && table(number) && !table_has(table(number), set, 1, 1, 0))
		number++;
	return table(number);
}

static struct probing probing = {.game = DICE_GAME_DEFAULT, .learns_styles_of_two = true};
static struct rival rivals[DICE_MAX_PLAYERS]; /* by letter */
static int8_t way_of_hand = -1;               /* -1: a new hand */

/* The arena swaps up to 4096 bytes of statics from game to game. Of a robot with more it loads the file, tables and
 * all, for each game in play. Up to 256 bytes are other statics and those of the compiler. */
_Static_assert(sizeof probing + sizeof rivals + sizeof ratings <= 4096 - 256, "too many statics");

/* The standard deviation of a gain, and the width of the confidence bound: in standard deviations of the mean, times
 * the square root of the logarithm. */
static const double deviation = 0.35, caution = 0.55;
/* The number of hands with the first way, the minimum number of hands for each way, and the number of odd plays in 100
 * below which an opponent plays like the table. Tuned by playing. */
enum { FIRST_HANDS = 16, LEAST_HANDS = 25, ODD_IN_100 = 4 };
/* A bid in this band or a higher one is true in 3 of 5 cases or more, as its caller sees it. */
enum { LIKELY_BAND = 6 };
static const double least_bluffs = 0.05;
/* Against an opponent that calls more likely bids than this in 100, styles gain so much more before anything is
 * known. */
enum { STYLISH_IN_100 = 15 };
static const double styles_gain = 0.025;
/* A sum of all gains above this many standard deviations is seldom due to luck alone. */
static const double reserve = 2.2;

const struct arena_robot_info *robot_info(void)
{
	static struct arena_robot_info info = {
		.size = sizeof info,
		.abi = ARENA_ABI,
		.name = "champion",
		.version = "1.0",
		.variants = "dice=*",
	};
	info.summary = table(0) ? "plays near equilibrium, and exploits weak opponents"
					: "built without its tables, plays as prober";
	info.options = table(0) ? "way=all: of hands of two: table, answer, typical or styles alone"
					: "way=all: of hands of two: typical or styles alone";
	return &info;
}

static int8_t only_way = -1;

int robot_option(const char *key, const char *value)
{
	static const char words[N_WAYS][8] = {"table", "answer", "typical", "styles"};
	if (strcmp(key, "way") != 0)
		return 1;
	only_way = -1;
	for (int8_t way = 0; way < N_WAYS; way++)
		if (strcmp(value, words[way]) == 0)
			only_way = way;
	return only_way >= 0 && only_way < N_TABLES ? !table(only_way) : only_way < 0 && strcmp(value, "all") != 0;
}

void robot_game_start(const struct arena_game_start *start)
{
	dice_game_start(&probing.game, start);
	way_of_hand = -1;
}

/* ---- the table ---------------------------------------------------------------------- */

/* Returns the part of the table that was made for these rules, or -1. */
static int set_of(const struct dice_view *view)
{
	const struct dice_game *game = &probing.game;
	for (int set = 0; set < N_TABLE_SETS && view->hands.n_players == 2 && view->faces == TABLE_FACES; set++) {
		const struct table_rules *rules = &table_rules[set];
		if (game->wild == rules->wild && game->exact == rules->exact && game->ones_rule == rules->ones_rule &&
		    game->palifico == (rules->ones_rule == DICE_ONES_PERUDO) && view->is_palifico == rules->is_palifico)
			return set;
	}
	return -1;
}

/* Returns the opener of a hand with this history, if `actor` moves after it. */
static int opener_of(const struct dice_view *view, const char *history)
{
	struct dice_play play;
	const char *at = history;
	return dice_next_play(&at, &play) ? dice_seat_of(&view->hands, play.who) : view->hands.me;
}

/* Returns true if the table of this way has the hands of this set with these dice. */
static bool has_hand(int way, int set, int n, int m)
{
	return table_has(table_for(way, set), set, n, m, 0) && table_has(table_for(way, set), set, m, n, 1);
}

/* Returns the state at the opening of a hand. Its set is -1 if the table does not have the hand. */
static struct state first_state(const struct dice_view *view, const char *history)
{
	int opener = opener_of(view, history), set = opener < 0 ? -1 : set_of(view);
	if (set < 0)
		return (struct state){.set = -1, .bid = -1};
	int n = view->hands.n[opener], m = view->hands.n[!opener];
	return (struct state){.set = has_hand(WAY_TABLE, set, n, m) ? set : -1, .n = {n, m}, .bid = -1};
}

/* Returns a play drawn from the mixture of a table, or -1 if the table has none. */
static int play_by_table(const struct ask *ask, const char *history, int way)
{
	const struct dice_view *view = &ask->view;
	const struct dice_hands *hands = &view->hands;
	struct state state = first_state(view, history);
	int sum = 0;
	struct table_mixture mixture;
	struct dice_play play;
	if (dice_quantity(view->last) > hands->n_dice)
		return ARENA_CALL; /* there are not so many dice */
	for (const char *at = history; dice_next_play(&at, &play);)
		state_bid(&state, play.play);
	look_up(table_for(way, state.set), &state, hands->mine, &mixture);
	for (int i = 0; i < mixture.n; i++)
		sum += mixture.pairs[2 * i + 1];
	if (!sum)
		return -1;
	int at = (int)robot_random_below((uint32_t)sum), i = 0;
	while (at >= mixture.pairs[2 * i + 1])
		at -= mixture.pairs[2 * i++ + 1];
	return play_of(mixture.pairs[2 * i]);
}

/* ---- learning ----------------------------------------------------------------------- */

/* Counts the plays of the opponent that the table would not make with the opponent's dice. */
static void learn_plays(const struct dice_view *view, const char *history, struct rival *rival)
{
	const struct dice_hands *hands = &view->hands;
	int him = !hands->me;
	uint8_t count[DICE_MAX_FACES + 1];
	struct dice_play play;
	struct table_mixture mixture;
	if (rival->n_plays > UINT16_MAX / 2) {
		rival->n_plays /= 2;
		rival->n_odd /= 2;
	}
	for (int face = 1; face <= TABLE_FACES; face++)
		count[face] = (uint8_t)dice_shown(hands, him, face);
	struct state state = first_state(view, history);
	for (const char *at = history; dice_next_play(&at, &play);) {
		int i = 0;
		mixture.n = 0;
		if (dice_seat_of(hands, play.who) == him)
			look_up(table(0), &state, count, &mixture);
		while (i < mixture.n && mixture.pairs[2 * i] != action_of(play.play))
			i++;
		rival->n_plays += mixture.n > 0;
		rival->n_odd += mixture.n > 0 && i == mixture.n;
		if (!dice_is_bid(play.play))
			break;
		state_bid(&state, play.play);
	}
}

/* How a hand of two ended. */
struct end {
	int caller, loser; /* a loser of -1 means that the caller said "exact" and was right */
};

static bool read_end(const struct dice_view *view, const char *history, struct end *end)
{
	struct dice_play play = {0, 0};
	int n_there = 0;
	for (const char *at = history; dice_next_play(&at, &play);)
		;
	end->caller = dice_seat_of(&view->hands, play.who);
	if (end->caller < 0 || end->caller == view->bidder || !view->last ||
	    (play.play != ARENA_CALL && play.play != ARENA_EXACT))
		return false;
	for (int seat = 0; seat < 2; seat++)
		n_there += matching(view, seat, dice_face(view->last));
	if (play.play == ARENA_CALL)
		end->loser = n_there >= dice_quantity(view->last) ? end->caller : view->bidder;
	else
		end->loser = n_there == dice_quantity(view->last) ? -1 : end->caller;
	return true;
}

/* Returns the worth of the match to us if `opener` opens a hand of this set; n[seat] are the numbers of dice. */
static double worth(int set, const struct dice_hands *hands, const int *n, int opener)
{
	int me = hands->me;
	return opener == me ? table_value(table(0), set, n[me], n[!me]) : -table_value(table(0), set, n[!me], n[me]);
}

/* Returns the worth to us of the hand after this one. */
static double worth_after(const struct dice_view *view, int set, const struct end *end)
{
	const struct dice_hands *hands = &view->hands;
	int n[2] = {hands->n[0], hands->n[1]}, loser = end->loser;
	if (set == TABLE_PALIFICO)
		set = TABLE_PERUDO;
	if (loser < 0) {
		n[end->caller] += n[end->caller] < probing.game.dice && n[end->caller] < TABLE_DICE;
		return worth(set, hands, n, end->caller);
	}
	n[loser]--;
	if (set == TABLE_PERUDO && n[loser] == 1 && !probing.game.at_one[hands->letter[loser] & 127])
		set = TABLE_PALIFICO;
	return worth(set, hands, n, probing.game.starter == DICE_STARTER_LOSER ? loser : !end->caller);
}

static void learn_gain(const struct dice_view *view, const char *history, struct rival *rival)
{
	const struct dice_hands *hands = &view->hands;
	int n[2] = {hands->n[0], hands->n[1]}, set = first_state(view, history).set;
	struct end end;
	if (way_of_hand < 0 || !read_end(view, history, &end))
		return;
	double gain = (end.loser < 0 ? end.caller == hands->me : end.loser != hands->me) ? deviation : -deviation;
	if (set >= 0)
		gain = worth_after(view, set, &end) - worth(set, hands, n, opener_of(view, history));
	if (rival->n[way_of_hand] == UINT16_MAX) { /* newer hands count more */
		rival->n[way_of_hand] /= 2;
		rival->gain[way_of_hand] /= 2;
	}
	rival->n[way_of_hand]++;
	rival->gain[way_of_hand] += (float)gain;
	rival->n_hands++;
	rival->won += (float)gain;
}

/* ---- choosing a way ------------------------------------------------------------------ */

static double mean_gain(const struct rival *rival, int way)
{
	return rival->gain[way] / rival->n[way];
}

/* Returns the number of calls of likely bids (LIKELY_BAND), and sets *n to the number of such bids. */
static int likely_calls(const struct other *other, int *n)
{
	int n_called = *n = 0;
	for (int band = LIKELY_BAND; band < N_BANDS; band++) {
		n_called += other->called[band];
		*n += other->called[band] + other->stayed[band];
	}
	return n_called;
}

/* Returns true if the last opponent of a game with more players has played well so far, by its calls (many.h). An
 * opponent that seems to hold every face that it bids, or that called bids which looked likely given its own dice, has
 * not. */
static bool has_played_well(const struct ask *ask, int seat)
{
	const struct other *other = other_in(ask, seat);
	int n_likely;
	return likely_calls(other, &n_likely) == 0 && other->style[1][STYLE_BLIND] > least_bluffs &&
		rating_in(ask, seat)->well > least_well;
}

/* Returns true if the robot may play without mixing. An opponent that has its source can then answer each play, so the
 * robot does this only while it is clearly ahead. The sum of the gains of n hands between equals has a standard
 * deviation of deviation * sqrt(n); an opponent that loses on purpose gets back what exceeds `reserve` times this, and
 * no more. */
static bool may_probe(const struct rival *rival)
{
	return rival->n_hands >= FIRST_HANDS && rival->won > reserve * deviation * sqrt(rival->n_hands);
}

/* Returns the upper confidence bound of a way's mean gain. */
static double bound_of(const struct rival *rival, const struct other *other, int way)
{
	int n_likely;
	double bound = HUGE_VAL;
	if (rival->n[way] >= LEAST_HANDS)
		bound = mean_gain(rival, way) + caution * deviation * sqrt(log(rival->n_hands) / rival->n[way]);
	if (way == WAY_STYLES && likely_calls(other, &n_likely) * 100 > STYLISH_IN_100 * n_likely)
		bound += styles_gain;
	return bound;
}

static int choose_way(const struct ask *ask, const struct rival *rival, int set)
{
	const struct dice_hands *hands = &ask->view.hands;
	const struct other *other = other_in(ask, !hands->me);
	bool has_answer = set >= 0 && has_hand(WAY_ANSWER, set, hands->n[0], hands->n[1]);
	int best = set < 0 ? WAY_TYPICAL : has_answer ? WAY_ANSWER : WAY_TABLE;
	if (only_way >= 0)
		return only_way;
	/* At the end of a game of more players there is little time to learn, and most opponents are weak. */
	if (probing.game.n_players > 2 && rival->n_hands < FIRST_HANDS)
		return has_played_well(ask, !hands->me) ? best : WAY_TYPICAL;
	if (set >= 0 && rival->n_hands >= FIRST_HANDS && 100 * rival->n_odd < ODD_IN_100 * rival->n_plays)
		return WAY_TABLE;
	for (int way = WAY_TYPICAL; way < N_WAYS && (set < 0 || may_probe(rival)); way++)
		if (bound_of(rival, other, way) > bound_of(rival, other, best))
			best = way;
	/* The table loses little to any opponent. */
	return has_answer && bound_of(rival, other, best) < 0 ? WAY_TABLE : best;
}

static struct rival *rival_in(const struct dice_view *view)
{
	return &rivals[(unsigned)(view->hands.letter[!view->hands.me] - 'A') % DICE_MAX_PLAYERS];
}

static void learn(struct ask *ask, const char *history)
{
	const struct dice_view *view = &ask->view;
	if (view->hands.n_players > 2)
		many_learn(ask, history);
	probing_learn(ask, history);
	if (view->hands.n_players == 2 && view->hands.me >= 0) {
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
	int set = first_state(view, history).set;
	if (view->hands.n_players == 2 && way_of_hand < 0)
		way_of_hand = (int8_t)choose_way(&ask, rival_in(view), set);
	if (way_of_hand >= 0 && way_of_hand < N_TABLES && set >= 0)
		play = play_by_table(&ask, history, way_of_hand);
	if (play >= 0)
		return play;
	probing.believes_styles_of_two = way_of_hand == WAY_STYLES;
	struct choice choice = probing.game.n_players > 2 ? many_choose(&ask) : choose(&ask, consider_bid);
	probing_record(&probing, &choice);
	return choice.play;
}
