/* distributions.h - the normal distribution and Student's t distribution, shared by the statistics. */
#pragma once

#include "base/base.h"

/* The 97.5 % quantile of the standard normal distribution: half the width of a 95 % interval in standard errors. */
#define NORMAL_Z95 1.959963984540054

/* Returns P(Z <= z) of a standard normal; z may be infinite. Accurate in both tails down to 1e-300. */
double normal_cdf(double z);

/* Returns exp(exponent) * P(Z <= z) for finite arguments, even if the first factor overflows and the second underflows
 * while their product is moderate. The result is at most exp(700), which is finite. */
double normal_scaled_cdf(double exponent, double z);

/* Returns the quantile t with P(T <= t) = p, 0 < p < 1, df >= 1. The relative error is at most 1e-9. */
double student_quantile(double p, double df);

/* Returns P(T <= t); t may be infinite; df >= 1. Accurate to 1e-9. */
double student_cdf(double t, double df);

/* Returns a uniform number in (0, 1), never 0 or 1. */
double draw_uniform(uint64_t *state);

/* Returns how many of n trials succeed if each succeeds with probability p in [0, 1]; exact. The time does not depend
 * on n: inversion for small n p, else transformed rejection (BTRS, Hoermann 1993). */
uint64_t draw_binomial(uint64_t *state, uint64_t n, double p);

/* Resamples a set that has times[i] units of each kind i < n: draws as many units as there are, with replacement, and
 * sets drawn[i] to the number of kind i. Makes one binomial draw per kind, so the time depends only on n. The result
 * depends on the order of the kinds. */
void draw_multinomial(uint64_t *state, const uint64_t *times, size_t n, uint64_t *drawn);
