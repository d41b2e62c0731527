/* solver.c - the equilibrium of Mäxchen, from the highest claim downwards and from few points upwards (solver.h). */
#include "solve/maexchen/solver.h"

#include <math.h>

#include "solve/maexchen/turn.h"

/* A hand at given points, and the same with the players exchanged: who rolls has points[who], and must beat a claim. */
struct solver_hand {
	struct maexchen_solver *solver;
	int points[2];
	double gap;
	double roller[2][MAEXCHEN_MAX_VALUES + 1]; /* chance to win of who is about to roll: [who][claim to beat + 1] */
	double moved;
};

static double win_at(const struct maexchen_solver *solver, int own, int other)
{
	if (own < 1 || other < 1)
		return own >= 1;
	return solver->win[own][other];
}

static void fill_turn(const struct solver_hand *hand, int who, int last, struct turn *turn)
{
	const struct maexchen_solver *solver = hand->solver;
	const struct maexchen_values *values = &solver->values;
	int own = hand->points[who], other = hand->points[!who];
	*turn = (struct turn){.n_rolls = values->n, .n_claims = values->n - 1 - last, .stride = vec_stride(values->n)};
	turn->claim_stride = vec_stride(turn->n_claims);
	for (int roll = 0; roll < values->n; roll++)
		turn->chance[roll] = (float)values->chance[roll];
	for (int i = 0; i < turn->n_claims; i++) {
		int claim = last + 1 + i;
		double next = claim == values->n - 1 ? win_at(solver, other, own) : hand->roller[!who][claim + 1];
		turn->believed[i] = (float)(1 - next);
		for (int roll = 0; roll < values->n; roll++) {
			int loss = values->loss[roll];
			bool is_true = roll >= claim;
			turn->doubted[i][roll] = (float)(1 - win_at(solver, other - (is_true ? loss : 0), own - (is_true ? 0 : loss)));
		}
	}
}

static void keep_turn(const struct solver_hand *hand, int who, int last, const struct turn *turn)
{
	struct maexchen_policy *claimer = hand->solver->policy[hand->points[who]][hand->points[!who]];
	struct maexchen_policy *answerer = hand->solver->policy[hand->points[!who]][hand->points[who]];
	for (int i = 0; i < turn->n_claims; i++) {
		answerer->believes[last + 1][last + 1 + i] = (double)turn->answers[TURN_BELIEVE][i];
		for (int roll = 0; roll < turn->n_rolls; roll++)
			claimer->claims[last + 1][roll][last + 1 + i] = (double)turn->claims[i][roll];
	}
}

/* All turns of the hand, with the value of the hand itself as it is known. */
static void solve_turns(struct solver_hand *hand)
{
	struct maexchen_solver *solver = hand->solver;
	struct turn turn;
	for (int last = solver->values.n - 2; last >= -1; last--)
		for (int who = 0; who < 2; who++) {
			fill_turn(hand, who, last, &turn);
			turn_solve(&turn, hand->gap, solver->most_iterations);
			hand->roller[who][last + 1] = turn.value;
			keep_turn(hand, who, last, &turn);
		}
	hand->moved = 0;
	for (int who = 0; who < 2; who++) {
		double *win = &solver->win[hand->points[who]][hand->points[!who]];
		hand->moved = fmax(hand->moved, fabs(*win - hand->roller[who][0]));
		*win = hand->roller[who][0];
	}
}

static void solve_hand(struct maexchen_solver *solver, int own, int other)
{
	enum { MOST_ROUNDS = 50, TURNS_OF_A_GAME = 32 };
	struct solver_hand hand = {.solver = solver, .points = {own, other}, .gap = solver->accuracy / TURNS_OF_A_GAME};
	solver->policy[own][other] = NEW(struct maexchen_policy);
	if (own != other)
		solver->policy[other][own] = NEW(struct maexchen_policy);
	solver->win[own][other] = solver->win[other][own] = 0.5;
	hand.moved = 1;
	for (int round = 0; round < MOST_ROUNDS && hand.moved > hand.gap && !(solver->stop && *solver->stop); round++)
		solve_turns(&hand);
}

static double exploitability_of(const struct maexchen_solver *solver)
{
	AUTO_FREE struct maexchen_response *response = NEW(struct maexchen_response);
	int most = solver->values.points;
	response->values = &solver->values;
	for (int a = 1; a <= most; a++)
		for (int b = 1; b <= most; b++)
			maexchen_response_at(response, solver->policy[a][b], a, b);
	return response->win[most][most][MAEXCHEN_OPPONENT] + response->win[most][most][MAEXCHEN_RESPONDER] - 1;
}

void maexchen_solve(struct maexchen_solver *solver, const struct rules *rules)
{
	maexchen_values_list(&solver->values, rules);
	for (int own = 1; own <= solver->values.points; own++) {
		for (int other = 1; other <= own && !solver->is_cut_short; other++) {
			solve_hand(solver, own, other);
			solver->is_cut_short = solver->stop && *solver->stop;
		}
		if (solver->progress)
			solver->progress(own, solver->context);
	}
	if (!solver->is_cut_short)
		solver->exploitability = exploitability_of(solver);
}

void maexchen_solver_release(struct maexchen_solver *solver)
{
	for (int own = 1; own <= MAEXCHEN_MOST_POINTS; own++)
		for (int other = 1; other <= MAEXCHEN_MOST_POINTS; other++)
			free(solver->policy[own][other]);
}
