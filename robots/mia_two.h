/* mia_two.h - the part of mia that plays between two players. Only mia.c includes it.
 *
 * When a claim is believed, the roll under it no longer matters, so a hand is a chain of small games: one player rolls
 * and claims more than `last`, and the other believes or doubts. In the equilibrium of each game, one number decides
 * nearly everything: what a lie is worth. Claims that are worth more than this when they are believed are doubted just
 * often enough to make every lie worth this number. A roll that can make some of these claims truthfully makes the one
 * that is worth most. All other rolls lie, with each claim just often enough that believing and doubting are worth the
 * same to the other player. If the claims are added in order of their worth, the best first, then with each there are
 * more honest rolls, and more lies are needed. When there are no longer enough liars, the worth of the last claim is
 * the worth of a lie. If there are always enough, every claim is doubted.
 *
 * High claims may be worth more when they are believed than when they are proved, because the player who proves one
 * does not begin the next hand. They would always be doubted if a Mäxchen or a Hamburger, which are expensive to doubt,
 * were not sometimes claimed as less than they are.
 *
 * For given points of both players, the games are solved backwards from the highest claim; points are solved from the
 * lowest up. Only the highest claim leads back to the same points, when it is believed, and a few iterations solve
 * this. The result is the chance to win the whole game. */
#pragma once

#include <math.h>

#include "arena_maexchen.h"

enum { MOST_POINTS = 10, ME = 0, OTHER = 1 };

static struct maex_game game;

/* chances[a - 1][b - 1] is the chance to win for the player who begins a hand with a points against b, or 0 if it is
 * not solved yet. */
static float chances[MOST_POINTS][MOST_POINTS];

/* The chances to win for ME and OTHER when about to roll with these points. The second index is 1 + the last claim. */
static float rolling[2][MAEX_MAX_VALUES];
static int rolling_points[2];

/* What can follow a claim, as chances that the player who rolled wins the game. */
struct stakes {
	double believed[MAEX_MAX_VALUES]; /* it is believed; by claim */
	double right[MAEX_N_KINDS];       /* it is doubted, but true; by the kind of the roll */
	double wrong[MAEX_N_KINDS];       /* it is doubted, and is a lie; by the kind of the roll */
};

/* Chances of rolls, by kind. */
struct rolls {
	double of[MAEX_N_KINDS];
};

/* How the player who rolls plays the turn. Chances are shares of all turns. */
struct plan {
	int last; /* the claim must be higher than this */
	int n_used;                    /* number of claims that are made, from the highest down, each worth less than
	                                * the one before */
	int used[MAEX_MAX_VALUES];
	struct rolls rolls[MAEX_MAX_VALUES]; /* the rolls that make the i-th of these claims, the highest that they can
	                                      * make */
	double share;                  /* how often the last of these claims is made, if there are not enough liars */
	double lie;                    /* what a lie is worth */
	double special[MAEX_N_KINDS];  /* what a Mäxchen or a Hamburger is worth */
	double lies[MAEX_MAX_VALUES];  /* by claim: how often it is made as a lie */
	double cover[MAEX_N_KINDS][MAEX_MAX_VALUES]; /* how often a Mäxchen or a Hamburger is claimed as less */
	double surplus;                /* liars who may claim anything */
};

static const double PER_ROLL = 1.0 / MAEX_ROLLS;

static double chance_of_roll(int index)
{
	return game.n_rolls[index] * PER_ROLL;
}

/* Returns the chance to win for the player who begins with `mine` points. Points beyond the table are estimated with
 * normal distributions. */
static double chance_to_win(int mine, int his)
{
	if (mine < 1 || his < 1)
		return mine >= 1;
	if (mine <= MOST_POINTS && his <= MOST_POINTS)
		return (double)chances[mine - 1][his - 1];
	return 0.5 * erfc(-(mine - his) / sqrt(2.5 * ((double)mine + his)));
}

/* Fills in all except what lower claims are worth. After any doubt the other player begins. */
static void begin_stakes(struct stakes *stakes, int mine, int his)
{
	for (int kind = 0; kind < MAEX_N_KINDS; kind++) {
		int cost = game.loss[kind] > 0 ? game.loss[kind] : 0;
		stakes->right[kind] = 1 - chance_to_win(his - cost, mine);
		stakes->wrong[kind] = 1 - chance_to_win(his, mine - cost);
	}
	stakes->believed[game.n_values - 1] = 1 - chance_to_win(his, mine);
}

/* ---- the plan of a turn ----------------------------------------------------------------- */

static void begin_plan(struct plan *plan, const struct stakes *stakes)
{
	memset(plan, 0, sizeof *plan);
	plan->last = game.n_values - 1;
	plan->lie = stakes->wrong[MAEX_NORMAL];
	plan->surplus = plan->share = 1;
}

/* Adds a claim. All rolls that cannot truthfully make a higher claim in use make this one. */
static void use_claim(struct plan *plan, int claim)
{
	int i = plan->n_used++, end = i > 0 ? plan->used[i - 1] : game.n_values;
	plan->used[i] = claim;
	plan->rolls[i] = (struct rolls){{0, 0, 0}};
	for (int roll = claim; roll < end; roll++)
		plan->rolls[i].of[game.kind[roll]] += chance_of_roll(roll);
}

/* Returns the chance of a doubt with which a lie with this claim is worth plan->lie. */
static double least_doubt(const struct plan *plan, const struct stakes *stakes, int claim)
{
	double believed = stakes->believed[claim], wrong = stakes->wrong[MAEX_NORMAL];
	if (believed <= plan->lie)
		return 0;
	return believed > wrong ? (believed - plan->lie) / (believed - wrong) : 1;
}

/* Returns the chance with which the other player must doubt a claim. A claim that is worth more believed than proved is
 * doubted as often as is possible without a gain for special rolls. */
static double doubt_chance(const struct plan *plan, const struct stakes *stakes, int claim)
{
	double believed = stakes->believed[claim], least = least_doubt(plan, stakes, claim), most = 1;
	if (believed <= stakes->right[MAEX_NORMAL])
		return least;
	for (int kind = MAEX_MAEXCHEN; kind < MAEX_N_KINDS; kind++)
		if (plan->special[kind] > 0 && stakes->right[kind] > believed)
			most = fmin(most, (plan->special[kind] - believed) / (stakes->right[kind] - believed));
	return fmax(least, most);
}

static double worth_of_claim(const struct plan *plan, const struct stakes *stakes, int roll, int claim)
{
	double doubt = doubt_chance(plan, stakes, claim);
	double doubted = (claim <= roll ? stakes->right : stakes->wrong)[game.kind[roll]];
	return (1 - doubt) * stakes->believed[claim] + doubt * doubted;
}

/* Returns the i-th of the special kinds; the one that is more expensive to doubt comes first. */
static int dear_kind(const struct stakes *stakes, int i)
{
	bool is_hamburger = stakes->right[MAEX_HAMBURGER] >= stakes->right[MAEX_MAEXCHEN];
	return (i == 0) == is_hamburger ? MAEX_HAMBURGER : MAEX_MAEXCHEN;
}

/* Adds special rolls to a claim until the other player no longer gains anything by always doubting it; `missing` is
 * this gain. Returns false if too few are left. */
static bool cover_claim(struct plan *plan, const struct stakes *stakes, int claim, double missing, struct rolls *left)
{
	for (int i = 0; i < 2; i++) {
		int kind = dear_kind(stakes, i);
		double gain = stakes->right[kind] - stakes->believed[claim];
		if (gain <= 0)
			continue;
		double taken = fmin(left->of[kind], missing / gain);
		plan->cover[kind][claim] = taken;
		left->of[kind] -= taken;
		missing -= taken * gain;
	}
	return missing < 1e-12;
}

/* Adds lies or special rolls to each claim, until the other player gains nothing by doubting it
 * or by believing. `left` gets the rolls that stay with the highest claim. Returns false if this is not possible. */
static bool balance(struct plan *plan, const struct stakes *stakes, struct rolls *left)
{
	bool is_covered = true;
	memset(plan->cover, 0, sizeof plan->cover);
	*left = plan->rolls[0];
	for (int i = plan->n_used - 1; i >= 0; i--) {
		int claim = plan->used[i];
		const struct rolls *rolls = i > 0 ? &plan->rolls[i] : left;
		double believed = stakes->believed[claim], price = 0; /* the price of doubting a true claim */
		for (int kind = 0; kind < MAEX_N_KINDS; kind++)
			price += rolls->of[kind] * (stakes->right[kind] - believed);
		plan->lies[claim] = price > 0 ? price / (believed - stakes->wrong[MAEX_NORMAL]) : 0;
		if (price < 0 && (i == 0 || !cover_claim(plan, stakes, claim, -price, left)))
			is_covered = false;
	}
	return is_covered;
}

/* What special rolls are worth: as much as with the highest claim used. A kind that is used up in
 * covering gets what the other kind leaves it there; where claims stay uncovered, and so are
 * always doubted, each gets the most there is. */
static void value_specials(struct plan *plan, const struct stakes *stakes, bool is_covered,
			   const struct rolls *left)
{
	double doubt = least_doubt(plan, stakes, plan->used[0]), believed = stakes->believed[plan->used[0]];
	int dear = dear_kind(stakes, 0), other = dear_kind(stakes, 1);
	for (int kind = MAEX_MAEXCHEN; kind < MAEX_N_KINDS; kind++) {
		plan->special[kind] = is_covered ? (1 - doubt) * believed + doubt * stakes->right[kind]
						 : stakes->right[kind];
		if (plan->rolls[0].of[kind] <= 0)
			plan->special[kind] = 0;
	}
	if (!is_covered || left->of[dear] > 0 || plan->special[dear] <= 0 || plan->special[other] <= 0)
		return;
	for (int i = 1; i < plan->n_used; i++) {
		believed = stakes->believed[plan->used[i]];
		if (plan->cover[dear][plan->used[i]] <= 0 || stakes->right[other] <= believed)
			continue;
		doubt = (plan->special[other] - believed) / (stakes->right[other] - believed);
		plan->special[dear] = (1 - doubt) * believed + doubt * stakes->right[dear];
		return;
	}
}

/* Computes how many liars there are, and how many lies are needed. */
static void settle_plan(struct plan *plan, const struct stakes *stakes)
{
	int last = plan->n_used - 1, claim = plan->used[last];
	double surplus = 1, taken = 0;
	struct rolls left;
	bool is_covered = balance(plan, stakes, &left);
	for (int i = 0; i <= last; i++) {
		const double *of = plan->rolls[i].of;
		taken = of[MAEX_NORMAL] + of[MAEX_MAEXCHEN] + of[MAEX_HAMBURGER] + plan->lies[plan->used[i]];
		surplus -= taken;
	}
	plan->surplus = surplus > 0 ? surplus : 0;
	plan->share = 1;
	plan->lie = stakes->wrong[MAEX_NORMAL];
	if (surplus < 0) {
		plan->share = surplus > -taken ? 1 + surplus / taken : 0;
		plan->lies[claim] *= plan->share;
		plan->lie = stakes->believed[claim];
	}
	value_specials(plan, stakes, is_covered, &left);
}

/* Adds the next lower claim to those in use. Returns false if no roll would make it. */
static bool extend_plan(struct plan *plan, const struct stakes *stakes)
{
	int claim = plan->last--;
	double value = stakes->believed[claim];
	if (value <= plan->lie)
		return false;
	while (plan->n_used > 0 && stakes->believed[plan->used[plan->n_used - 1]] < value)
		plan->lies[plan->used[--plan->n_used]] = 0; /* rolls that could make that claim truthfully make this
		                                             * one */
	use_claim(plan, claim);
	settle_plan(plan, stakes);
	return true;
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
		double worth = i == plan->n_used ? worth_of_lie(plan, stakes, roll)
			: i == 0 && plan->special[(int)game.kind[roll]] > 0 ? plan->special[(int)game.kind[roll]]
			: worth_of_claim(plan, stakes, roll, plan->used[i]);
		sum += chance_of_roll(roll) * worth;
	}
	return sum;
}

/* ---- a hand and a game ------------------------------------------------------------------ */

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

/* Solves all hands that can follow with these points, from few points to many, because a doubt always reduces them. */
static void solve_game(int mine, int his)
{
	for (int a = 1; a <= mine && a <= MOST_POINTS; a++)
		for (int b = 1; b <= his && b <= MOST_POINTS; b++)
			if (chances[a - 1][b - 1] <= 0)
				solve_points(a, b);
	solve_hand(mine, his);
}

/* Forgets all solutions, because the rules have changed. */
static void forget_games(void)
{
	memset(chances, 0, sizeof chances);
	rolling_points[ME] = 0;
}

/* ---- play ------------------------------------------------------------------------------- */

/* Plans the turn of ME or OTHER in the solved hand, in which more than `last` must be claimed. */
static void plan_turn(int who, int last, struct plan *plan, struct stakes *stakes)
{
	begin_stakes(stakes, rolling_points[who], rolling_points[!who]);
	begin_plan(plan, stakes);
	for (int claim = game.n_values - 1; claim > last; claim--) {
		if (claim < game.n_values - 1)
			stakes->believed[claim] = 1 - (double)rolling[!who][claim + 1];
		extend_plan(plan, stakes);
	}
	/* The remaining liars may claim anything. A player who makes mistakes believes the lowest claim most often. */
	plan->lies[last + 1] += plan->surplus;
}

/* Returns the chance that a roll that does not lie makes this claim. */
static double chance_of_true_claim(const struct plan *plan, int roll, int true_claim, int claim)
{
	int kind = game.kind[roll];
	double all, covering = 0;
	if (kind == MAEX_NORMAL || true_claim != plan->used[0])
		return claim == true_claim;
	all = plan->rolls[0].of[kind];
	for (int i = plan->last + 1; i < game.n_values; i++)
		covering += plan->cover[kind][i];
	return (claim == true_claim ? all - covering : plan->cover[kind][claim]) / all;
}

/* Returns the chance that a plan claims `claim` with a roll. */
static double chance_of_claim(const struct plan *plan, int roll, int claim)
{
	int i = 0;
	double honest = 0, all = 0;
	while (i < plan->n_used && plan->used[i] > roll)
		i++;
	if (i < plan->n_used)
		honest = i == plan->n_used - 1 ? plan->share : 1;
	for (int k = plan->last + 1; k < game.n_values; k++)
		all += plan->lies[k];
	double lying = all > 0 ? plan->lies[claim] / all : claim == plan->last + 1;
	double truly = honest > 0 ? honest * chance_of_true_claim(plan, roll, plan->used[i], claim) : 0;
	return truly + (1 - honest) * lying;
}

static bool is_solved(int mine, int his)
{
	return rolling_points[ME] == mine && rolling_points[OTHER] == his;
}

/* Returns the claim for this roll, above `last`, at these points. */
static int claim_of_two(int mine, int his, int last, int roll)
{
	struct stakes stakes;
	struct plan plan;
	double left = robot_random_unit();
	if (!is_solved(mine, his))
		solve_game(mine, his);
	plan_turn(ME, last, &plan, &stakes);
	int claim = game.n_values - 1;
	for (int i = last + 1; i < game.n_values && left >= 0; i++) {
		double chance = chance_of_claim(&plan, roll, i);
		left -= chance;
		claim = chance > 0 ? i : claim;
	}
	return claim;
}

/* Returns whether to believe a claim that had to beat `last`. */
static bool believes_of_two(int mine, int his, int last, int claim)
{
	struct stakes stakes;
	struct plan plan;
	if (!is_solved(mine, his))
		solve_game(mine, his);
	plan_turn(OTHER, last, &plan, &stakes);
	return robot_random_unit() >= doubt_chance(&plan, &stakes, claim);
}
