/* brownian.c - see brownian.h. Everywhere below s = sqrt(variance * time) is the standard deviation at
 * the end, and g = drift / variance. */
#include "stats/brownian.h"

#include <math.h>

#include "base/base.h"
#include "stats/distributions.h"

/* After a time of this many squared distances of the barriers, every path has stopped. */
#define ALL_STOPPED 400.0

/* Terms beyond this many s are negligible. */
#define FAR 9.0

/* exp(g shift) * P(a path with this drift passes c > 0 by the end), but c may be negative: then the
 * negative of the same with -c, and without change of measure. The pieces of a first passage time. */
static double passage(double g, double s, double shift, double c)
{
	double away = fabs(c);
	double sum = normal_scaled_cdf(g * shift - g * away, (g * s * s - away) / s)
		+ normal_scaled_cdf(g * shift + g * away, (-g * s * s - away) / s);
	return c > 0 ? sum : -sum;
}

/* exp(g image) * P(lower < image + drift + noise <= position): the share of one image of the start. */
static double share(double g, double s, double image, double lower, double position)
{
	double from = (lower - image - g * s * s) / s, to = (position - image - g * s * s) / s;
	if (image < 0) /* the same, seen from the other tail, where the difference keeps its digits */
		return normal_scaled_cdf(g * image, -from) - normal_scaled_cdf(g * image, -to);
	return normal_scaled_cdf(g * image, to) - normal_scaled_cdf(g * image, from);
}

double brownian_worse(const struct brownian *path, double time, double position)
{
	bug_if(!(path->lower < 0 && path->upper > 0 && path->variance > 0 && time > 0));
	bug_if(!(position >= path->lower && position <= path->upper));
	double width = path->upper - path->lower, g = path->drift / path->variance;
	double s = sqrt(fmin(path->variance * time, ALL_STOPPED * width * width));
	int n_images = (int)ceil((FAR * s + width) / (2 * width));
	double stopped_below = 0, still_going = 0;
	for (int k = -n_images; k <= n_images; k++) {
		double period = 2 * k * width;
		stopped_below += passage(g, s, path->lower, period - path->lower);
		still_going += share(g, s, period, path->lower, position)
			- share(g, s, 2 * path->lower - period, path->lower, position);
	}
	return fmin(fmax(stopped_below + still_going, 0), 1);
}
