/* interval.h - means with their uncertainty (STATISTICS: Student t over blocks). Pure arithmetic. */
#ifndef ARENA_STATS_INTERVAL_H
#define ARENA_STATS_INTERVAL_H

#include <stdint.h>

struct interval {
	double mean, low, high;
};

/* Mean of n block outcomes in [0, 1] from their sum and sum of squares, with its 95 % interval:
 * Student t with n - 1 degrees of freedom, clamped to [0, 1]. When all blocks had the same outcome t
 * would claim certainty: at a clean sweep (mean 0 or 1) the bound is the exact binomial one,
 * 0.025^(1/n); a constant mean in between is its own interval (blocks of robots that play alike
 * split exactly). n = 0 gives 0, 0, 1 and n = 1 gives mean, 0, 1. Never NaN or infinite. */
struct interval interval_of_blocks(uint64_t n, double sum, double sum_of_squares);

/* Quantile of Student's t: P(T <= t) = p, 0 < p < 1, df >= 1. Accurate to 1e-9 relative. */
double student_quantile(double p, double df);

#endif
