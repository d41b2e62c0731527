/* student.h - Student's distribution of t. */
#ifndef ARENA_STATS_STUDENT_H
#define ARENA_STATS_STUDENT_H

/* Quantile: P(T <= t) = p, 0 < p < 1, df >= 1. Accurate to 1e-9 relative. */
double student_quantile(double p, double df);

/* P(T <= t) for any t, also infinite; df >= 1. Accurate to 1e-9. */
double student_cdf(double t, double df);

#endif
