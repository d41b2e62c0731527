/* response.h - the best response to a policy in whole games of Mäxchen between two players.
 *
 * A policy depends on the points of both players, the last two claims of the hand and the player's own roll. Once a
 * claim is believed, its roll no longer matters, so the best response is found by dynamic programming over claims and
 * points. */
#pragma once

#include "game/game.h"
#include "game/maexchen/maexchen.h"

enum { MAEXCHEN_MAX_VALUES = MAEXCHEN_FACES * MAEXCHEN_FACES, MAEXCHEN_MOST_POINTS = 10 };

/* The values by index, lowest first. Index -1 means no claim. */
struct maexchen_values {
	int n;
	int value[MAEXCHEN_MAX_VALUES], first[MAEXCHEN_MAX_VALUES], second[MAEXCHEN_MAX_VALUES]; /* first and second are
	                                                                                          * two dice that show
	                                                                                          * the value */
	int loss[MAEXCHEN_MAX_VALUES];      /* points lost when the value is shown */
	double chance[MAEXCHEN_MAX_VALUES]; /* chance of rolling it */
	int illegal_loss;                   /* points lost by an illegal answer before the roll */
	int points;                         /* points of each player at the start */
};

/* Fails with EXIT_USAGE if games with these rules between two players cannot be computed. */
int maexchen_values_check(const struct rules *rules, struct err *err);

void maexchen_values_list(struct maexchen_values *values, const struct rules *rules);

/* Returns the index of a value, or -1. */
int maexchen_values_index(const struct maexchen_values *values, int value);

/* The plays of one player at given points, as chances. The index [last + 1] is for the claim that must be answered or
 * beaten. */
struct maexchen_policy {
	double believes[MAEXCHEN_MAX_VALUES + 1][MAEXCHEN_MAX_VALUES]; /* [the claim before + 1][claim] */
	double answers_illegally[MAEXCHEN_MAX_VALUES + 1][MAEXCHEN_MAX_VALUES];
	double answer_fails[MAEXCHEN_MAX_VALUES + 1][MAEXCHEN_MAX_VALUES]; /* fails, which loses the game as a crash
	                                                                    * does */
	double claims[MAEXCHEN_MAX_VALUES + 1][MAEXCHEN_MAX_VALUES][MAEXCHEN_MAX_VALUES]; /* [last + 1][roll][claim] */
	double claims_illegally[MAEXCHEN_MAX_VALUES + 1][MAEXCHEN_MAX_VALUES],
		claim_fails[MAEXCHEN_MAX_VALUES + 1][MAEXCHEN_MAX_VALUES];
};

/* Returns the chance that the policy doubts. */
static inline double maexchen_doubts(const struct maexchen_policy *policy, int last, int claim)
{
	return 1 - policy->believes[last + 1][claim] - policy->answers_illegally[last + 1][claim] -
		policy->answer_fails[last + 1][claim];
}

/* The best plays at given points. */
struct maexchen_choices {
	uint8_t claim[MAEXCHEN_MAX_VALUES + 1][MAEXCHEN_MAX_VALUES];   /* [last + 1][roll] */
	bool believes[MAEXCHEN_MAX_VALUES + 1][MAEXCHEN_MAX_VALUES];   /* [the claim before + 1][claim] */
};

enum { MAEXCHEN_OPPONENT, MAEXCHEN_RESPONDER };

struct maexchen_response {
	const struct maexchen_values *values; /* borrowed */
	/* The responder's chance of winning the game: [opponent's points][own points][the player who begins the
	 * hand]. */
	double win[MAEXCHEN_MOST_POINTS + 1][MAEXCHEN_MOST_POINTS + 1][2];
	/* [opponent's points][own] */
	struct maexchen_choices choices[MAEXCHEN_MOST_POINTS + 1][MAEXCHEN_MOST_POINTS + 1];
};

/* Computes the response to the policy at these points. Call it for all lower points of either player first. */
void maexchen_response_at(struct maexchen_response *response, const struct maexchen_policy *policy, int opponent_points,
			  int own_points);

/* Writes the choices as a policy. */
void maexchen_response_policy(const struct maexchen_response *response, int opponent_points, int own_points,
			      struct maexchen_policy *policy);
