/* control.c - see control.h. */
#include "stats/control.h"

#include <math.h>

#include "base/err.h"

/* A variance of numbers within [-1, 1] below this is the rounding of its sums. */
#define NO_VARIANCE 1e-13

void control_add(struct control_sums *sums, double y, double x)
{
	bug_if(!(fabs(y) <= 1 && fabs(x) <= 1));
	control_merge(sums, &(struct control_sums){1, y, x, y * y, x * x, x * y});
}

void control_merge(struct control_sums *sums, const struct control_sums *part)
{
	sums->blocks += part->blocks;
	sums->y += part->y;
	sums->x += part->x;
	sums->yy += part->yy;
	sums->xx += part->xx;
	sums->xy += part->xy;
}

/* variance is the sum of squares divided by the degrees of freedom. */
static struct interval interval_about(double mean, double variance, double blocks, double freedom)
{
	double half = variance > 0 ? student_quantile(0.975, freedom) * sqrt(variance / blocks) : 0;
	return (struct interval){mean, mean - half, mean + half};
}

struct control_estimate control_adjust(const struct control_sums *sums, double expected)
{
	double n = (double)sums->blocks;
	struct control_estimate estimate = {.saved = 1};
	if (sums->blocks < 2) {
		double mean = sums->blocks ? sums->y : 0;
		estimate.plain = estimate.adjusted = (struct interval){mean, mean - 1, mean + 1};
		return estimate;
	}
	double y = sums->y / n, x = sums->x / n;
	double yy = sums->yy / n - y * y, xx = sums->xx / n - x * x, xy = sums->xy / n - x * y;
	if (yy < NO_VARIANCE)
		yy = 0;
	estimate.plain = estimate.adjusted = interval_about(y, yy * n / (n - 1), n, n - 1);
	if (xx < NO_VARIANCE || yy == 0 || sums->blocks < 4)
		return estimate;
	estimate.slope = xy / xx;
	estimate.correlation = fmin(fmax(xy / sqrt(xx * yy), -1), 1);
	double left = fmax(1 - estimate.correlation * estimate.correlation, 1 / CONTROL_MOST_SAVED);
	estimate.saved = 1 / left;
	estimate.adjusted = interval_about(y - estimate.slope * (x - expected), yy * left * n / (n - 2), n, n - 2);
	return estimate;
}
