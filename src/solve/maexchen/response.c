/* response.c - the best response in Mäxchen (response.h). */
#include "solve/maexchen/response.h"

#include <math.h>


/* Plays whose worths differ by less than this count as equal. Of equal plays the lowest claim, or the doubt, is chosen:
 * a highest claim that is believed changes nothing, so two players could repeat it forever. */
static const double same = 1e-12;

/* Returns the responder's chance of winning: that in `win`, or 0 or 1 if a player has no points left. */
static double win_of(const struct maexchen_response *response, int opponent_points, int own_points, int starter)
{
	if (opponent_points < 1)
		return 1;
	return own_points < 1 ? 0 : response->win[opponent_points][own_points][starter];
}

/* The responder's chances of winning at given points when it is about to roll (own) or its opponent is (opponents). The
 * index is 1 + the claim that must be beaten. */
struct turns {
	struct maexchen_response *response;
	const struct maexchen_policy *policy;
	struct maexchen_choices *choices;
	int a, b; /* points of the opponent and of the responder */
	double own[MAEXCHEN_MAX_VALUES + 1], opponents[MAEXCHEN_MAX_VALUES + 1];
};

static double win_at(const struct turns *turns, int opponent_loses, int own_loses, int starter)
{
	return win_of(turns->response, turns->a - opponent_loses, turns->b - own_loses, starter);
}

/* Returns the worth of a doubt: the player who is wrong loses the points of the roll, and the one who did not claim
 * begins the next hand. */
static double doubted(const struct turns *turns, int claimer, int roll, int claim)
{
	int loser = roll >= claim ? !claimer : claimer, loss = turns->response->values->loss[roll];
	return win_at(turns, loser == MAEXCHEN_OPPONENT ? loss : 0, loser == MAEXCHEN_RESPONDER ? loss : 0, !claimer);
}

static double worth_of_claim(const struct turns *turns, int last, int roll, int claim)
{
	const struct maexchen_values *values = turns->response->values;
	const struct maexchen_policy *policy = turns->policy;
	double believed = claim == values->n - 1 ? win_at(turns, 0, 0, MAEXCHEN_OPPONENT) : turns->opponents[claim + 1];
	return policy->believes[last + 1][claim] * believed + policy->answer_fails[last + 1][claim] +
	       maexchen_doubts(policy, last, claim) * doubted(turns, MAEXCHEN_RESPONDER, roll, claim) +
	       policy->answers_illegally[last + 1][claim] * win_at(turns, values->illegal_loss, 0, MAEXCHEN_RESPONDER);
}

static double own_turn(const struct turns *turns, int last)
{
	const struct maexchen_values *values = turns->response->values;
	double sum = 0;
	for (int roll = 0; roll < values->n; roll++) {
		double best = -1;
		for (int claim = last + 1; claim < values->n; claim++) {
			double worth = worth_of_claim(turns, last, roll, claim);
			if (worth > best + same) {
				best = worth;
				turns->choices->claim[last + 1][roll] = (uint8_t)claim;
			}
		}
		sum += values->chance[roll] * best;
	}
	return sum;
}

/* Returns the worth of the better answer (doubt or belief) when the opponent makes this claim after `last`. */
static double answer(const struct turns *turns, int last, int claim)
{
	const struct maexchen_values *values = turns->response->values;
	double chance = 0, if_doubted = 0;
	for (int roll = 0; roll < values->n; roll++) {
		double of_roll = values->chance[roll] * turns->policy->claims[last + 1][roll][claim];
		chance += of_roll;
		if_doubted += of_roll * doubted(turns, MAEXCHEN_OPPONENT, roll, claim);
	}
	double if_believed =
		chance * (claim == values->n - 1 ? win_at(turns, 0, 0, MAEXCHEN_RESPONDER) : turns->own[claim + 1]);
	turns->choices->believes[last + 1][claim] = if_believed > if_doubted + same;
	return fmax(if_doubted, if_believed);
}

static double opponents_turn(const struct turns *turns, int last)
{
	const struct maexchen_values *values = turns->response->values;
	const struct maexchen_policy *policy = turns->policy;
	double sum = 0;
	for (int roll = 0; roll < values->n; roll++)
		sum += values->chance[roll] * (policy->claim_fails[last + 1][roll] +
					       policy->claims_illegally[last + 1][roll] *
					       win_at(turns, values->loss[roll], 0, MAEXCHEN_RESPONDER));
	for (int claim = last + 1; claim < values->n; claim++)
		sum += answer(turns, last, claim);
	return sum;
}

/* Computes the response at these points. When the highest claim is believed, the next hand has the same points, so the
 * function iterates until the values converge. */
void maexchen_response_at(struct maexchen_response *response, const struct maexchen_policy *policy, int opponent_points,
			  int own_points)
{
	enum { MOST_ROUNDS = 100000 };
	double *win = response->win[opponent_points][own_points], moved = 1;
	struct turns turns = {response, policy, &response->choices[opponent_points][own_points], opponent_points,
		own_points, {0}, {0}};
	for (int round = 0; round < MOST_ROUNDS && moved > 1e-14; round++) {
		for (int last = response->values->n - 2; last >= -1; last--) {
			turns.own[last + 1] = own_turn(&turns, last);
			turns.opponents[last + 1] = opponents_turn(&turns, last);
		}
		moved = fabs(turns.own[0] - win[MAEXCHEN_RESPONDER]) +
			fabs(turns.opponents[0] - win[MAEXCHEN_OPPONENT]);
		win[MAEXCHEN_RESPONDER] = turns.own[0];
		win[MAEXCHEN_OPPONENT] = turns.opponents[0];
	}
}

void maexchen_response_policy(const struct maexchen_response *response, int opponent_points, int own_points,
			      struct maexchen_policy *policy)
{
	const struct maexchen_choices *choices = &response->choices[opponent_points][own_points];
	int n = response->values->n;
	memset(policy, 0, sizeof *policy);
	for (int last = -1; last < n - 1; last++)
		for (int i = 0; i < n; i++) {
			policy->claims[last + 1][i][choices->claim[last + 1][i]] = 1;
			policy->believes[last + 1][i] = choices->believes[last + 1][i];
		}
}

int maexchen_values_check(const struct rules *rules, struct err *err)
{
	const int *value = rules->value;
	if (value[MAEXCHEN_POINTS_TO_START] > MAEXCHEN_MOST_POINTS)
		return err_set(err, EXIT_USAGE,
			       "Mäxchen can be computed only with at most %d points: add -r points_to_start=%d",
			       MAEXCHEN_MOST_POINTS, MAEXCHEN_MOST_POINTS);
	if (value[MAEXCHEN_LOSS_NORMAL] < 1 || value[MAEXCHEN_LOSS_MAEXCHEN] < 1 || value[MAEXCHEN_LOSS_HAMBURGER] < 1)
		return err_set(err, EXIT_USAGE,
			       "Mäxchen can be computed only if each lost hand costs at least one point");
	if (value[MAEXCHEN_PLAY_ORDER] % 2 == 0)
		return err_set(err, EXIT_USAGE,
			       "Mäxchen can be computed only if the players take turns: play_order must be odd");
	return 0;
}

void maexchen_values_list(struct maexchen_values *values, const struct rules *rules)
{
	const int *setting = rules->value;
	*values = (struct maexchen_values){.points = setting[MAEXCHEN_POINTS_TO_START],
		.illegal_loss = maexchen_loss(setting, 0)};
	for (int value = maexchen_next_claim(rules, 0); value; value = maexchen_next_claim(rules, value))
		values->value[values->n++] = value;
	for (int i = 0; i < values->n; i++) {
		values->first[i] = values->value[i] / 10;
		values->second[i] = values->value[i] % 10;
		values->loss[i] = maexchen_loss(setting, values->value[i]);
		for (int first = 1; first <= MAEXCHEN_FACES; first++)
			for (int second = 1; second <= MAEXCHEN_FACES; second++)
				values->chance[i] +=
					(maexchen_value_of(setting, first, second) == values->value[i]) / 36.0;
	}
}

int maexchen_values_index(const struct maexchen_values *values, int value)
{
	for (int i = 0; i < values->n; i++)
		if (values->value[i] == value)
			return i;
	return -1;
}
