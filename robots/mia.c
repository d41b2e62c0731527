/* mia - plays Mäxchen between two players as well as it can be played, and well among more.
 *
 * Two players, exactly. When a claim is believed the roll under it is forgotten, so a hand is a
 * chain of small games: one rolls and claims more than `last`, the other believes or doubts. In the
 * equilibrium of each a single number, what a lie is worth, decides all. Claims worth more than that
 * when believed are doubted just as often as brings every lie down to it; a roll that can make
 * one of these truly does, the one worth most; all others lie, with each claim as often as makes
 * believing and doubting the same to the other player. Taking in the claims by their worth, the
 * best first, more rolls are honest and more lies are wanted with each; where the liars run short,
 * that claim's worth is the worth of a lie. If they never do, every claim is doubted.
 *
 * The games are solved backwards from the highest claim, within the points both have, and the
 * points from the lowest up; only a highest claim that is believed leads back to where one was,
 * which a few rounds settle. The result is the chance to win the whole game, with all that a
 * Mäxchen or a Hamburger costs. It takes a tenth of a millisecond. Games of more than MOST_POINTS
 * begin with an estimate of that chance.
 *
 * More players: it learns how each of them claims and believes, and looks one turn ahead for what
 * keeps it longest in the game. */
#include <math.h>

#include "arena_maexchen.h"

enum { MOST_POINTS = 10, ME = 0, OTHER = 1, N_BANDS = 8 };

/* Ways to claim that players of three and more may have. */
enum { STYLE_SAFE, STYLE_ANY, STYLE_BOLD, STYLE_EXACT, N_STYLES };

/* What it knows of another player. */
struct other {
	float style[N_STYLES];           /* chance of each style; all 0 before he was seen */
	unsigned char asked[N_BANDS];    /* claims he had to answer, by how likely a roll is to reach them */
	unsigned char believed[N_BANDS];
};

/* All that is kept from ask to ask stays below 2 KB: the arena swaps that much between
 * instances, but loads a robot with more of it anew for each. */
static struct maex_game game;
static int direction = 1;
static struct other others[DICE_MAX_PLAYERS];

/* Two players: [a - 1][b - 1], the chance to win for who begins a hand with a points against b. */
static float chances[MOST_POINTS][MOST_POINTS];

/* The chance to win of ME and OTHER when about to roll, with [last + 1] as the last claim, with these points. */
static float rolling[2][MAEX_MAX_VALUES];
static int rolling_points[2];

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "mia",
	.version = "1.0",
	.summary = "optimal for two players; learns about the others among more",
	.variants = "maexchen",
};

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

/* ---- one turn of two players ---------------------------------------------------------- */

/* What can come of a claim, as chances of the roller to win the game. */
struct stakes {
	double believed[MAEX_MAX_VALUES]; /* by the claim */
	double right[MAEX_N_KINDS];       /* doubted, but true; by the kind of the roll */
	double wrong[MAEX_N_KINDS];       /* doubted, and a lie */
};

/* How the roller plays his turn. */
struct plan {
	int last;                      /* he must claim more */
	double lie;                    /* what a lie is worth */
	int n_used;                    /* claims that are made, from the highest down, each worth less */
	int used[MAEX_MAX_VALUES];
	double surplus[MAEX_MAX_VALUES + 1]; /* [n]: liars less lies wanted, with the first n of them */
	double lies[MAEX_MAX_VALUES];  /* by the claim: how often it is a lie, as a chance of all turns */
	bool is_short;                 /* too few liars with the last of `used`: it is made only at times, */
	double share;                  /* this often */
};

static double chance_of_roll(int index)
{
	return game.n_rolls[index] / (double)MAEX_ROLLS;
}

/* The chance to win for who begins with `mine` points; beyond the table by a normal race. */
static double chance_to_win(int mine, int his)
{
	if (mine < 1 || his < 1)
		return mine >= 1;
	if (mine <= MOST_POINTS && his <= MOST_POINTS)
		return (double)chances[mine - 1][his - 1];
	return 0.5 * erfc(-(mine - his) / sqrt(2.5 * ((double)mine + his)));
}

/* All but what lower claims are worth. After any doubt the other player begins. */
static void begin_stakes(struct stakes *stakes, int mine, int his)
{
	for (int kind = 0; kind < MAEX_N_KINDS; kind++) {
		int cost = game.loss[kind] > 0 ? game.loss[kind] : 0;
		stakes->right[kind] = 1 - chance_to_win(his - cost, mine);
		stakes->wrong[kind] = 1 - chance_to_win(his, mine - cost);
	}
	stakes->believed[game.n_values - 1] = 1 - chance_to_win(his, mine);
}

static void begin_plan(struct plan *plan, const struct stakes *stakes)
{
	plan->last = game.n_values - 1;
	plan->lie = stakes->wrong[MAEX_NORMAL];
	plan->n_used = 0;
	plan->surplus[0] = 1;
	plan->is_short = false;
	memset(plan->lies, 0, sizeof plan->lies);
}

/* The lies that must come with the true claims of rolls from `claim` to below `end`, for doubting and
 * believing to be the same to the other player; huge when no number of them is enough. */
static double lies_wanted(const struct stakes *stakes, int claim, int end)
{
	double gain = stakes->believed[claim] - stakes->wrong[MAEX_NORMAL], price = 0;
	for (int roll = claim; roll < end; roll++) {
		double loss = stakes->right[game.kind[roll]] - stakes->believed[claim];
		price += loss > 0 ? chance_of_roll(roll) * loss : 0;
	}
	return gain > 0 ? price / gain : 1e9;
}

/* The next lower claim may be made too. Returns false when nobody would make it. */
static bool extend_plan(struct plan *plan, const struct stakes *stakes)
{
	int claim = plan->last--, n = plan->n_used;
	double value = stakes->believed[claim], honest = 0;
	if (value <= plan->lie)
		return false;
	while (n > 0 && stakes->believed[plan->used[n - 1]] < value)
		plan->lies[plan->used[--n]] = 0; /* who could make that one truly makes this one */
	int end = n > 0 ? plan->used[n - 1] : game.n_values;
	for (int roll = claim; roll < end; roll++)
		honest += chance_of_roll(roll);
	double wanted = lies_wanted(stakes, claim, end);
	plan->used[n] = claim;
	plan->n_used = n + 1;
	plan->surplus[n + 1] = plan->surplus[n] - honest - wanted;
	plan->is_short = plan->surplus[n + 1] <= 0;
	plan->share = plan->is_short ? plan->surplus[n] / (honest + wanted) : 1;
	plan->lies[claim] = plan->share * wanted;
	plan->lie = plan->is_short ? value : stakes->wrong[MAEX_NORMAL];
	return true;
}

/* The chance that the other player must doubt a claim, for a lie to be worth no more than plan->lie. */
static double doubt_chance(const struct plan *plan, const struct stakes *stakes, int claim)
{
	double believed = stakes->believed[claim], wrong = stakes->wrong[MAEX_NORMAL];
	if (believed <= plan->lie)
		return 0;
	return believed > wrong ? (believed - plan->lie) / (believed - wrong) : 1;
}

/* The claim that a roll makes when it does not lie, or MAEX_NONE when it has to. */
static int honest_claim(const struct plan *plan, int roll)
{
	for (int i = 0; i < plan->n_used; i++)
		if (plan->used[i] <= roll)
			return plan->used[i];
	return MAEX_NONE;
}

static double worth_of_claim(const struct plan *plan, const struct stakes *stakes, int roll, int claim)
{
	double doubt = doubt_chance(plan, stakes, claim);
	double doubted = (claim <= roll ? stakes->right : stakes->wrong)[game.kind[roll]];
	return (1 - doubt) * stakes->believed[claim] + doubt * doubted;
}

static double worth_of_lie(const struct plan *plan, const struct stakes *stakes, int roll)
{
	double best = 0;
	if (game.kind[roll] == MAEX_NORMAL)
		return plan->lie;
	for (int claim = plan->last + 1; claim < game.n_values; claim++)
		best = fmax(best, worth_of_claim(plan, stakes, roll, claim));
	return best;
}

static double worth_of_turn(const struct plan *plan, const struct stakes *stakes)
{
	double sum = 0;
	for (int roll = game.n_values - 1, i = 0; roll >= 0; roll--) {
		while (i < plan->n_used && plan->used[i] > roll)
			i++;
		sum += chance_of_roll(roll) * (i < plan->n_used
			? worth_of_claim(plan, stakes, roll, plan->used[i]) : worth_of_lie(plan, stakes, roll));
	}
	return sum;
}

/* ---- a hand and a game of two players ------------------------------------------------- */

/* Fills rolling[] for these points, with the chances to win after the hand as they are known. */
static void solve_hand(int mine, int his)
{
	struct stakes stakes[2];
	struct plan plan[2];
	rolling_points[ME] = mine;
	rolling_points[OTHER] = his;
	for (int who = 0; who < 2; who++) {
		begin_stakes(&stakes[who], rolling_points[who], rolling_points[!who]);
		begin_plan(&plan[who], &stakes[who]);
	}
	for (int claim = game.n_values - 1; claim >= 0; claim--) {
		for (int who = 0; who < 2; who++) {
			if (claim < game.n_values - 1)
				stakes[who].believed[claim] = 1 - (double)rolling[!who][claim + 1];
			if (extend_plan(&plan[who], &stakes[who]) || claim == game.n_values - 1)
				rolling[who][claim] = (float)worth_of_turn(&plan[who], &stakes[who]);
			else
				rolling[who][claim] = rolling[who][claim + 1];
		}
	}
}

static void solve_points(int a, int b)
{
	float *mine = &chances[a - 1][b - 1], *his = &chances[b - 1][a - 1];
	float moved = 1;
	*mine = *his = 0.5f;
	for (int round = 0; round < 20 && moved > 1e-6f; round++) {
		solve_hand(a, b);
		moved = fabsf(rolling[ME][0] - *mine) + fabsf(rolling[OTHER][0] - *his);
		*mine = rolling[ME][0];
		*his = rolling[OTHER][0];
	}
}

/* From few points to many: a doubt only ever leads down. */
static void solve_game(void)
{
	int most = game.points < MOST_POINTS ? game.points : MOST_POINTS;
	for (int sum = 2; sum <= 2 * most; sum++)
		for (int a = 1; a <= sum / 2; a++)
			if (sum - a <= most)
				solve_points(a, sum - a);
	rolling_points[ME] = 0;
}

/* The turn of ME or OTHER in the hand that is solved, when more than `last` must be claimed. */
static void plan_turn(int who, int last, struct plan *plan, struct stakes *stakes)
{
	begin_stakes(stakes, rolling_points[who], rolling_points[!who]);
	begin_plan(plan, stakes);
	for (int claim = game.n_values - 1; claim > last; claim--) {
		if (claim < game.n_values - 1)
			stakes->believed[claim] = 1 - (double)rolling[!who][claim + 1];
		extend_plan(plan, stakes);
	}
	/* Liars left over may claim anything. The lowest is what a player who errs believes most. */
	if (!plan->is_short)
		plan->lies[last + 1] += plan->surplus[plan->n_used];
}

/* The chance that a plan claims `claim` with a roll. */
static double chance_of_claim(const struct plan *plan, int roll, int claim)
{
	int true_claim = honest_claim(plan, roll);
	bool is_last = true_claim != MAEX_NONE && true_claim == plan->used[plan->n_used - 1];
	double honest = true_claim == MAEX_NONE ? 0 : is_last ? plan->share : 1, all = 0;
	for (int i = plan->last + 1; i < game.n_values; i++)
		all += plan->lies[i];
	double lying = all > 0 ? plan->lies[claim] / all : claim == plan->last + 1;
	return honest * (claim == true_claim) + (1 - honest) * lying;
}

static int seat_after(const struct dice_hands *hands, int seat)
{
	int n = hands->n_players;
	long long step = (long long)game.play_order * direction % n;
	return (int)((seat + step + n) % n);
}

static int claim_of_two(const struct maex_view *view)
{
	struct stakes stakes;
	struct plan plan;
	double left = robot_random_unit();
	plan_turn(ME, view->claim, &plan, &stakes);
	int claim = game.n_values - 1;
	for (int i = view->claim + 1; i < game.n_values; i++) {
		double chance = chance_of_claim(&plan, view->roll, i);
		if (chance <= 0)
			continue;
		claim = i;
		if ((left -= chance) < 0)
			break;
	}
	return claim;
}

static bool believes_of_two(const struct maex_view *view)
{
	struct stakes stakes;
	struct plan plan;
	plan_turn(OTHER, view->claim_before, &plan, &stakes);
	return robot_random_unit() >= doubt_chance(&plan, &stakes, view->claim);
}

/* ---- among more players: what is lost and won ----------------------------------------- */

enum { N_TIMES = 64, MOST_REACH = 12 };
static const double time_step = 0.5;

/* If every point of every player is lost at a random time at the same rate, who is in the game
 * longest? The time at which q points are gone is gamma distributed. */
struct race {
	const struct dice_hands *hands;
	double gone[N_TIMES][MOST_REACH + 1];  /* chance that q points are gone by then */
	double points[DICE_MAX_PLAYERS];       /* scaled to MOST_REACH */
	double scale;
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

/* The chance to be the last one when `loser` (-1: nobody) has lost so many points. */
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

/* What may come of this turn, as chances to be the last one. */
struct outlook {
	double nothing;
	double after_next;              /* the player after the next one loses */
	double mine[MAEX_N_KINDS];      /* the robot loses, by the kind of the roll */
	double next[MAEX_N_KINDS];      /* the next player does */
	double claimer[MAEX_N_KINDS];   /* the player who claimed does */
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
	outlook->next_player = &others[(view->hands.letter[next] - 'A' + 26) % DICE_MAX_PLAYERS];
}

/* ---- among more players: what they are like ------------------------------------------- */

static const double typical_style[N_STYLES] = {0.30, 0.25, 0.10, 0.35};
static const double exception = 0.05; /* how often anybody leaves his style */
static const double weight_of_typical = 4; /* in observations of an answer */

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

/* The chance that a player of a style makes a claim above `last` with a roll. */
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

/* A roll was shown: which style made this claim with it? */
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
		struct other *other = &others[(play.who - 'A' + 26) % DICE_MAX_PLAYERS];
		if (claim != MAEX_NONE && (play.play == ARENA_CALL || play.play == ARENA_BELIEVE))
			learn_answer(other, claim, play.play == ARENA_BELIEVE);
		claim = maex_index(&game, play.play);
	}
	if (view->shown < 0)
		return;
	if (game.turns[game.kind[view->roll]])
		direction = -direction;
	if (view->last_play == ARENA_CALL && view->claimer == view->shown)
		learn_style(&others[(view->hands.letter[view->shown] - 'A' + 26) % DICE_MAX_PLAYERS], view->claim_before,
			    view->roll, view->claim);
}

/* ---- among more players: decisions ---------------------------------------------------- */

/* When it is believed, the next player must claim more, and he or the one after him loses. */
static double worth_among_more(const struct outlook *outlook, int roll, int claim)
{
	double belief = chance_of_belief(outlook->next_player, claim), can_beat = share_from(claim + 1);
	double believed = claim == game.n_values - 1 ? outlook->nothing
		: can_beat * outlook->after_next + (1 - can_beat) * outlook->next[MAEX_NORMAL];
	double doubted = roll >= claim ? outlook->next[game.kind[roll]] : outlook->mine[game.kind[roll]];
	return belief * believed + (1 - belief) * doubted;
}

/* Which claim is best with a roll, and its worth. */
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
	const struct other *claimer = &others[(view->hands.letter[view->claimer] - 'A' + 26) % DICE_MAX_PLAYERS];
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
	solve_game();
}

/* Where losing gives points, or nothing is lost: claims what is least likely, doubts what is most. */
static int play_upside_down(const struct maex_view *view)
{
	if (view->ask == MAEX_CLAIM)
		return game.value[game.n_values - 1];
	return 2 * maex_rolls_from(&game, view->claim) < MAEX_ROLLS ? ARENA_BELIEVE : ARENA_CALL;
}

static int play_of_two(const struct maex_view *view)
{
	int mine = view->hands.points[view->hands.me], his = view->hands.points[!view->hands.me];
	if (mine != rolling_points[ME] || his != rolling_points[OTHER])
		solve_hand(mine, his);
	if (view->ask == MAEX_CLAIM)
		return game.value[claim_of_two(view)];
	return believes_of_two(view) ? ARENA_BELIEVE : ARENA_CALL;
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
		return ARENA_CALL; /* no referee asks for more than the highest */
	/* Who is his own next player loses nothing by believing the highest value of himself. */
	if (seat_after(&view.hands, view.hands.me) == view.hands.me)
		return view.ask == MAEX_CLAIM ? game.value[game.n_values - 1] : ARENA_BELIEVE;
	if (game.loss[MAEX_NORMAL] <= 0)
		return play_upside_down(&view);
	return view.hands.n_players == 2 ? play_of_two(&view) : play_among_more(&view);
}
