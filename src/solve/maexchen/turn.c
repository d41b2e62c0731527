/* turn.c - a turn of Mäxchen, solved (turn.h). */
#include "solve/maexchen/turn.h"

#include <math.h>

_Static_assert(MAEXCHEN_MAX_VALUES % VEC == 0, "arrays of whole vectors");

enum { LOOK_EVERY = 100 };

/* Regrets and averages have the rows of a mixture packed at the stride of the turn, as regret.h needs them. */
enum { MOST_FLOATS = TURN_CLAIMS * TURN_ROLLS };

struct learner {
	_Alignas(16) float regret[MOST_FLOATS], average[MOST_FLOATS], mix[MOST_FLOATS], worth[MOST_FLOATS];
	struct regret_shape shape;
};

static void update(struct learner *learner, const struct discount *discount)
{
	_Alignas(16) float value[TURN_ROLLS];
	int n = learner->shape.n_actions * learner->shape.stride;
	for (int i = 0; i < n; i++)
		learner->average[i] += discount->average * learner->mix[i];
	regret_update(learner->regret, learner->mix, learner->worth, value, learner->shape, discount);
	regret_match(learner->regret, learner->mix, learner->shape.n_actions, learner->shape.stride);
}

/* What each claim is worth with each roll against these answers. */
static void worth_of_claims(const struct turn *turn, const float *answers, float *worth)
{
	const float *doubt = answers, *believe = answers + turn->claim_stride;
	for (int claim = 0; claim < turn->n_claims; claim++)
		for (int roll = 0; roll < turn->stride; roll++)
			worth[claim * turn->stride + roll] = believe[claim] * turn->believed[claim] +
							     doubt[claim] * turn->doubted[claim][roll];
}

/* What each answer to each claim is worth to who answers, by the chances with which the claims are made. */
static void worth_of_answers(const struct turn *turn, const float *claims, float *worth)
{
	for (int claim = 0; claim < turn->n_claims; claim++) {
		float chance = 0, doubted = 0;
		for (int roll = 0; roll < turn->n_rolls; roll++) {
			float of_roll = turn->chance[roll] * claims[claim * turn->stride + roll];
			chance += of_roll;
			doubted += of_roll * turn->doubted[claim][roll];
		}
		worth[TURN_DOUBT * turn->claim_stride + claim] = -doubted;
		worth[TURN_BELIEVE * turn->claim_stride + claim] = -chance * turn->believed[claim];
	}
}

/* What the claimer gets by its best claims, and at least by its average against the best answers. */
static void measure(struct turn *turn, const struct learner *claimer, const struct learner *answerer)
{
	_Alignas(16) float mix[MOST_FLOATS], worth[MOST_FLOATS] = {0};
	double most = 0, least = 0;
	regret_average(answerer->average, mix, TURN_ANSWERS, turn->claim_stride);
	worth_of_claims(turn, mix, worth);
	for (int roll = 0; roll < turn->n_rolls; roll++) {
		float best = worth[roll];
		for (int claim = 1; claim < turn->n_claims; claim++)
			best = fmaxf(best, worth[claim * turn->stride + roll]);
		most += (double)turn->chance[roll] * (double)best;
	}
	regret_average(claimer->average, mix, turn->n_claims, turn->stride);
	worth_of_answers(turn, mix, worth);
	for (int claim = 0; claim < turn->n_claims; claim++)
		least -= (double)fmaxf(worth[claim], worth[turn->claim_stride + claim]);
	turn->value = (most + least) / 2;
	turn->gap = most - least;
}

static void read_result(struct turn *turn, const struct learner *claimer, const struct learner *answerer)
{
	_Alignas(16) float mix[MOST_FLOATS];
	regret_average(claimer->average, mix, turn->n_claims, turn->stride);
	for (int claim = 0; claim < turn->n_claims; claim++)
		memcpy(turn->claims[claim], mix + claim * turn->stride, sizeof *mix * (size_t)turn->n_rolls);
	regret_average(answerer->average, mix, TURN_ANSWERS, turn->claim_stride);
	for (int answer = 0; answer < TURN_ANSWERS; answer++)
		memcpy(turn->answers[answer], mix + answer * turn->claim_stride, sizeof *mix * (size_t)turn->n_claims);
}

void turn_solve(struct turn *turn, double gap, int most_iterations)
{
	struct learner claimer = {.shape = {turn->n_claims, turn->stride}};
	struct learner answerer = {.shape = {TURN_ANSWERS, turn->claim_stride}};
	regret_match(claimer.regret, claimer.mix, turn->n_claims, turn->stride);
	regret_match(answerer.regret, answerer.mix, TURN_ANSWERS, turn->claim_stride);
	for (int t = 1; t <= most_iterations; t++) {
		struct discount discount = {(float)(pow(t, 1.5) / (pow(t, 1.5) + 1)), 0.5F, (float)t * (float)t};
		worth_of_claims(turn, answerer.mix, claimer.worth);
		update(&claimer, &discount);
		worth_of_answers(turn, claimer.mix, answerer.worth);
		update(&answerer, &discount);
		if (t % LOOK_EVERY && t < most_iterations)
			continue;
		measure(turn, &claimer, &answerer);
		if (turn->gap <= gap)
			break;
	}
	read_result(turn, &claimer, &answerer);
}
