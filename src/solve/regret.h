/* regret.h - regret matching for all holdings of a player at once, used by both solvers.
 *
 * A decision has n actions. Its arrays have n rows of `stride` floats, one float for each holding. */
#pragma once

#include "solve/vec.h"

/* The parameters of an iteration (t from 1): discounted CFR with the constants of Brown & Sandholm 2019. */
struct discount {
	float positive, negative; /* factors of the regrets so far */
	float average;            /* weight of this iteration's strategy in the average */
};

/* Sums below this are treated as rounding errors, because their inverse might be infinite. */
#define REGRET_LEAST 1e-20F

/* Fills mix[action][holding] with each action's share of the positive regrets; all actions have equal shares if there
 * is no positive regret. Also normalises the weights of an average strategy. */
static inline void regret_match(const float *regret, float *mix, int n_actions, int stride)
{
	for (int h = 0; h < stride; h += VEC) {
		vec sum = {0};
		for (int k = 0; k < n_actions; k++)
			sum += vec_positive(*(const vec *)(regret + k * stride + h));
		vec_mask is_some = sum > (vec){0} + REGRET_LEAST;
		vec share = (vec)((vec_mask)(1 / sum) & is_some);
		vec alike = (vec)((vec_mask)((vec){0} + 1 / (float)n_actions) & ~is_some);
		for (int k = 0; k < n_actions; k++)
			*(vec *)(mix + k * stride + h) =
				vec_positive(*(const vec *)(regret + k * stride + h)) * share + alike;
	}
}

struct regret_shape {
	int n_actions, stride;
};

/* Fills in value[holding], the worth of the mixture, and adds to the regrets how much more each action would have been
 * worth. The worth of the actions is worth[action][holding]. */
static inline void regret_update(float *regret, const float *mix, const float *worth, float *value,
				 struct regret_shape shape, const struct discount *discount)
{
	const int n_actions = shape.n_actions, stride = shape.stride;
	for (int h = 0; h < stride; h += VEC) {
		vec sum = {0};
		for (int k = 0; k < n_actions; k++)
			sum += *(const vec *)(mix + k * stride + h) * *(const vec *)(worth + k * stride + h);
		*(vec *)(value + h) = sum;
		for (int k = 0; k < n_actions; k++) {
			vec *r = (vec *)(regret + k * stride + h);
			vec positive = vec_positive(*r);
			*r = positive * discount->positive + (*r - positive) * discount->negative +
			     (*(const vec *)(worth + k * stride + h) - sum);
		}
	}
}
