/* mia - plays Mäxchen perfectly between two players, and well among more.
 *
 * Two players: the equilibrium, computed exactly, for the chance to win the whole game with all that a
 * Mäxchen or a Hamburger costs; mia_two.h says how. It takes less than a millisecond, once. In games with more points
 * than are solved, it begins with an estimate.
 *
 * More players: it learns how each of them claims and believes, and looks one turn ahead for the play that keeps it in
 * the game longest. */
#include "mia_two.h"

enum { N_BANDS = 8 };

/* Ways to claim that players of three and more may have. */
enum { STYLE_SAFE, STYLE_ANY, STYLE_BOLD, STYLE_EXACT, N_STYLES };

/* The data about another player. */
struct other {
	float style[N_STYLES];           /* chance of each style; all 0 before the first observation */
	unsigned char asked[N_BANDS];    /* claims that the player had to answer, by how likely a roll is to reach
					  * them */
	unsigned char believed[N_BANDS];
};

/* The state from ask to ask is below 2 KB: the arena swaps small statics between instances, but loads a robot with
 * larger ones again for each. */
static int direction = 1;
static struct other others[DICE_MAX_PLAYERS];

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "mia",
	.version = "1.0",
	.summary = "optimal for two players; learns how the others play at larger tables",
	.variants = "points_to_start=*",
};

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

static struct other *other_of(char letter)
{
	return &others[(unsigned char)letter % DICE_MAX_PLAYERS];
}

static int seat_after(const struct dice_hands *hands, int seat)
{
	int n = hands->n_players;
	long long step = (long long)game.play_order * direction % n;
	return (int)((seat + step + n) % n);
}

/* ---- among more players: what is lost and won ----------------------------------------- */

enum { N_TIMES = 64, MOST_REACH = 12 };
static const double time_step = 0.5;

/* Computes which player stays longest if every point of every player is lost at a random time, at the same rate. The
 * time at which q points are lost then has a gamma distribution. */
struct race {
	const struct dice_hands *hands;
	double gone[N_TIMES][MOST_REACH + 1];  /* chance that q points are lost by then */
	double scale;                          /* factor that reduces the points to MOST_REACH */
};

static void start_race(struct race *race, const struct dice_hands *hands)
{
	int most = MOST_REACH;
	race->hands = hands;
	for (int seat = 0; seat < hands->n_players; seat++)
		most = hands->points[seat] > most ? hands->points[seat] : most;
	race->scale = (double)MOST_REACH / most;
	for (int i = 0; i < N_TIMES; i++) {
		double time = (i + 0.5) * time_step, exactly = exp(-time);
		race->gone[i][0] = 1;
		for (int q = 1; q <= MOST_REACH; q++) {
			race->gone[i][q] = race->gone[i][q - 1] - exactly;
			exactly *= time / q;
		}
	}
}

static int reach_of(const struct race *race, int seat, int loser, int loss)
{
	int points = race->hands->points[seat] - (seat == loser ? loss : 0);
	double reach = ceil(points * race->scale);
	return reach < 0 ? 0 : reach > MOST_REACH ? MOST_REACH : (int)reach;
}

/* Returns the chance to be the last player after `loser` (-1: nobody) has lost these points. */
static double chance_if_loses(const struct race *race, int loser, int loss)
{
	int reach[DICE_MAX_PLAYERS], me = race->hands->me;
	double sum = 0;
	for (int seat = 0; seat < race->hands->n_players; seat++)
		reach[seat] = reach_of(race, seat, loser, loss);
	if (reach[me] == 0)
		return 0;
	for (int i = 0; i < N_TIMES; i++) {
		double last = race->gone[i][reach[me] - 1] - race->gone[i][reach[me]];
		for (int seat = 0; seat < race->hands->n_players; seat++)
			last *= seat == me ? time_step : race->gone[i][reach[seat]];
		sum += last;
	}
	return sum;
}

/* The possible results of this turn, as chances to be the last player. */
struct outlook {
	double nothing;
	double after_next;              /* the player after the next one loses */
	double mine[MAEX_N_KINDS];      /* the robot loses, by the kind of the roll */
	double next[MAEX_N_KINDS];      /* the next player loses, by the kind of the roll */
	double claimer[MAEX_N_KINDS];   /* the player who claimed loses, by the kind of the roll */
	const struct other *next_player;
};

static void look_out(struct outlook *outlook, const struct maex_view *view)
{
	struct race race;
	int next = seat_after(&view->hands, view->hands.me);
	start_race(&race, &view->hands);
	outlook->nothing = chance_if_loses(&race, -1, 0);
	outlook->after_next = chance_if_loses(&race, seat_after(&view->hands, next), game.loss[MAEX_NORMAL]);
	for (int kind = 0; kind < MAEX_N_KINDS; kind++) {
		outlook->mine[kind] = chance_if_loses(&race, view->hands.me, game.loss[kind]);
		outlook->next[kind] = chance_if_loses(&race, next, game.loss[kind]);
		if (view->ask == MAEX_BELIEVE)
			outlook->claimer[kind] = chance_if_loses(&race, view->claimer, game.loss[kind]);
	}
	outlook->next_player = other_of(view->hands.letter[next]);
}

/* ---- among more players: what they are like ------------------------------------------- */

static const double typical_style[N_STYLES] = {0.30, 0.25, 0.10, 0.35};
static const double exception = 0.05; /* how often a player deviates from the style */
static const double weight_of_typical = 4; /* number of observed answers that the typical player counts for */

static double share_from(int index)
{
	return (double)maex_rolls_from(&game, index) / MAEX_ROLLS;
}

static int band_of(int claim)
{
	int band = (int)(share_from(claim) * N_BANDS);
	return band < N_BANDS ? band : N_BANDS - 1;
}

static double chance_of_belief(const struct other *other, int claim)
{
	int band = band_of(claim);
	double typical = 0.1 + 0.8 * share_from(claim);
	return (weight_of_typical * typical + other->believed[band]) / (weight_of_typical + other->asked[band]);
}

/* Returns the chance that a player with this style makes a claim above `last` with a roll. */
static double chance_in_style(int style, int last, int roll, int claim)
{
	int n = game.n_values - 1 - last, n_above = roll > last ? game.n_values - 1 - roll : n;
	double any = 1.0 / n, chance = any;
	bool is_above = claim > roll, has_both = n_above > 0 && n_above < n;
	if (style == STYLE_EXACT && roll > last)
		chance = claim == roll;
	else if (style == STYLE_SAFE && has_both)
		chance = is_above ? 0.1 / n_above : 0.9 / (n - n_above);
	else if (style == STYLE_BOLD && has_both)
		chance = is_above ? 0.9 / n_above : 0.1 / (n - n_above);
	return exception * any + (1 - exception) * chance;
}

static double style_of(const struct other *other, int style)
{
	bool is_known = other->style[0] + other->style[1] + other->style[2] + other->style[3] > 0;
	return is_known ? (double)other->style[style] : typical_style[style];
}

static double chance_by_player(const struct other *other, int last, int roll, int claim)
{
	double sum = 0;
	for (int style = 0; style < N_STYLES; style++)
		sum += style_of(other, style) * chance_in_style(style, last, roll, claim);
	return sum;
}

/* Updates, after a roll was shown, which style made this claim. */
static void learn_style(struct other *other, int last, int roll, int claim)
{
	double now[N_STYLES], sum = 0;
	for (int style = 0; style < N_STYLES; style++) {
		now[style] = style_of(other, style) * chance_in_style(style, last, roll, claim);
		sum += now[style];
	}
	for (int style = 0; style < N_STYLES; style++)
		other->style[style] = (float)(0.98 * now[style] / sum + 0.02 * typical_style[style]);
}

static void learn_answer(struct other *other, int claim, bool has_believed)
{
	int band = band_of(claim);
	if (other->asked[band] == 255) {
		other->asked[band] /= 2;
		other->believed[band] /= 2;
	}
	other->asked[band]++;
	other->believed[band] = (unsigned char)(other->believed[band] + has_believed);
}

static void learn(const struct maex_view *view, const char *history)
{
	struct dice_play play;
	int claim = MAEX_NONE;
	for (const char *at = history; dice_next_play(&at, &play);) {
		struct other *other = other_of(play.who);
		if (claim != MAEX_NONE && (play.play == ARENA_CALL || play.play == ARENA_BELIEVE))
			learn_answer(other, claim, play.play == ARENA_BELIEVE);
		claim = maex_index(&game, play.play);
	}
	if (view->shown < 0)
		return;
	if (game.turns[game.kind[view->roll]])
		direction = -direction;
	if (view->last_play == ARENA_CALL && view->claimer == view->shown)
		learn_style(other_of(view->hands.letter[view->shown]), view->claim_before, view->roll, view->claim);
}

/* ---- among more players: decisions ---------------------------------------------------- */

/* If the claim is believed, the next player must claim more, and that player or the one after it loses. */
static double worth_among_more(const struct outlook *outlook, int roll, int claim)
{
	double belief = chance_of_belief(outlook->next_player, claim), can_beat = share_from(claim + 1);
	double believed = claim == game.n_values - 1 ? outlook->nothing
		: can_beat * outlook->after_next + (1 - can_beat) * outlook->next[MAEX_NORMAL];
	double doubted = roll >= claim ? outlook->next[game.kind[roll]] : outlook->mine[game.kind[roll]];
	return belief * believed + (1 - belief) * doubted;
}

/* Returns the best claim with a roll, and its worth. */
static int best_claim(const struct outlook *outlook, int last, int roll, double *worth_of_best)
{
	int best = game.n_values - 1;
	*worth_of_best = -1;
	for (int claim = last + 1; claim < game.n_values; claim++) {
		double value = worth_among_more(outlook, roll, claim);
		if (value <= *worth_of_best)
			continue;
		*worth_of_best = value;
		best = claim;
	}
	return best;
}

static bool believes_among_more(const struct outlook *outlook, const struct maex_view *view)
{
	const struct other *claimer = other_of(view->hands.letter[view->claimer]);
	double sum = 0, doubt = 0, belief = 0, value;
	for (int roll = 0; roll < game.n_values; roll++) {
		double chance = chance_of_roll(roll);
		double likely = chance * chance_by_player(claimer, view->claim_before, roll, view->claim);
		sum += likely;
		doubt += likely * (roll >= view->claim ? outlook->mine : outlook->claimer)[game.kind[roll]];
		if (view->claim < game.n_values - 1)
			best_claim(outlook, view->claim, roll, &value);
		else
			value = outlook->nothing;
		belief += chance * value;
	}
	return belief >= doubt / sum;
}

/* ---- asks ------------------------------------------------------------------------------ */

void robot_game_start(const struct arena_game_start *start)
{
	struct maex_game next;
	memset(&next, 0, sizeof next);
	maex_game_start(&next, start);
	direction = 1;
	if (memcmp(&next, &game, sizeof game) == 0)
		return;
	game = next;
	forget_games();
}

/* Plays if losing gains points or costs nothing: claims the least likely value, and doubts the likeliest claims. */
static int play_upside_down(const struct maex_view *view)
{
	if (view->ask == MAEX_CLAIM)
		return game.value[game.n_values - 1];
	return 2 * maex_rolls_from(&game, view->claim) < MAEX_ROLLS ? ARENA_BELIEVE : ARENA_CALL;
}

static int play_of_two(const struct maex_view *view)
{
	int mine = view->hands.points[view->hands.me], his = view->hands.points[!view->hands.me];
	if (view->ask == MAEX_CLAIM)
		return game.value[claim_of_two(mine, his, view->claim, view->roll)];
	return believes_of_two(mine, his, view->claim_before, view->claim) ? ARENA_BELIEVE : ARENA_CALL;
}

static int play_among_more(const struct maex_view *view)
{
	struct outlook outlook;
	double value;
	look_out(&outlook, view);
	if (view->ask == MAEX_CLAIM)
		return game.value[best_claim(&outlook, view->claim, view->roll, &value)];
	return believes_among_more(&outlook, view) ? ARENA_BELIEVE : ARENA_CALL;
}

int get_play(const char *me, const char *hands, const char *history)
{
	static const struct arena_game_start alone = {sizeof alone, 2, "A", "AB", ""};
	struct maex_view view;
	if (!game.n_values)
		robot_game_start(&alone); /* run without the arena */
	maex_read(&view, &game, me, hands, history);
	if (view.ask == MAEX_WATCH) {
		learn(&view, history);
		return ARENA_CALL;
	}
	if (view.ask == MAEX_CLAIM && view.claim == game.n_values - 1)
		return ARENA_CALL; /* there is no claim above the highest */
	/* A player who is its own next player loses nothing by believing its own highest claim. */
	if (seat_after(&view.hands, view.hands.me) == view.hands.me)
		return view.ask == MAEX_CLAIM ? game.value[game.n_values - 1] : ARENA_BELIEVE;
	if (game.loss[MAEX_NORMAL] <= 0)
		return play_upside_down(&view);
	return view.hands.n_players == 2 ? play_of_two(&view) : play_among_more(&view);
}
