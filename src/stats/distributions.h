/* distributions.h - the normal distribution and Student's distribution of t, as the statistics share them. */
#pragma once

/* 97.5 % of a standard normal lies below it: half the width of a 95 % interval in standard errors. */
#define NORMAL_Z95 1.959963984540054

/* P(Z <= z) of a standard normal; any z, also infinite. Accurate in both tails down to 1e-300. */
double normal_cdf(double z);

/* exp(exponent) * P(Z <= z) for finite arguments, where the first factor may overflow and the second
 * underflow while their product is moderate. At most exp(700), which is finite. */
double normal_scaled_cdf(double exponent, double z);

/* Quantile: P(T <= t) = p, 0 < p < 1, df >= 1. Accurate to 1e-9 relative. */
double student_quantile(double p, double df);

/* P(T <= t) for any t, also infinite; df >= 1. Accurate to 1e-9. */
double student_cdf(double t, double df);
