/* distributions.c - the normal distribution and Student's t distribution (distributions.h). */
#include "stats/distributions.h"

#include <math.h>

#include "base/rng.h"

/* Below this z, erfc loses digits and soon underflows. */
#define FAR_TAIL (-30.0)

double normal_cdf(double z)
{
	return erfc(-z * M_SQRT1_2) / 2;
}

/* Returns ln P(Z <= z). In the tail it uses the asymptotic series, Abramowitz & Stegun 26.2.12. */
static double log_cdf(double z)
{
	if (z > FAR_TAIL)
		return log(normal_cdf(z));
	double inverse = 1 / (z * z);
	double series = -inverse * (1 - 3 * inverse * (1 - 5 * inverse));
	return -z * z / 2 - log(-z) - log(2 * M_PI) / 2 + log1p(series);
}

double normal_scaled_cdf(double exponent, double z)
{
	double total = exponent + log_cdf(z);
	return exp(total < 700 ? total : 700);
}

/* From this df on, the expansion in 1/df is accurate enough, and faster than the continued fraction. */
#define DF_LARGE 100000.0

/* Returns the continued fraction of the incomplete beta function (DLMF 8.17.22) by Lentz's method, which converges fast
 * for x below (a + 1) / (a + b + 2). */
static double beta_fraction(double a, double b, double x)
{
	const double tiny = 1e-300;
	double c = 1, d = 1 - (a + b) * x / (a + 1);
	d = 1 / (fabs(d) < tiny ? tiny : d);
	double result = d;
	for (int m = 1; m < 10000; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
		const double terms[] = {even, odd};
		double change = 1;
		for (int i = 0; i < 2; i++) {
			d = 1 + terms[i] * d;
			c = 1 + terms[i] / c;
			d = 1 / (fabs(d) < tiny ? tiny : d);
			c = fabs(c) < tiny ? tiny : c;
			change = c * d;
			result *= change;
		}
		if (fabs(change - 1) < 1e-15)
			break;
	}
	return result;
}

static double log_gamma(double x)
{
	int sign;
	return lgamma_r(x, &sign); /* lgamma writes to a global variable */
}

/* Returns P(T > t) if is_tail, else P(0 < T < t); t > 0. The smaller of the two is computed directly, and not by
 * subtraction. */
static double student_area(double t, double df, bool is_tail)
{
	double a = df / 2, square = t * t / df;
	double x = 1 / (1 + square), y = square / (1 + square); /* y is 1 - x without cancellation */
	double log_front = log_gamma(a + 0.5) - log_gamma(a) - log_gamma(0.5) - a * log1p(square) + 0.5 * log(y);
	double front = exp(log_front);
	/* I_x(a, 1/2) = P(|T| > t), and its complement I_y(1/2, a). */
	if (x < (a + 1) / (a + 2.5)) {
		double outside = front * beta_fraction(a, 0.5, x) / a;
		return is_tail ? outside / 2 : (1 - outside) / 2;
	}
	double inside = front * beta_fraction(0.5, a, y) / 0.5;
	return is_tail ? (1 - inside) / 2 : inside / 2;
}

static double normal_area(double z, double df, bool is_tail)
{
	return is_tail ? erfc(z * M_SQRT1_2) / 2 : erf(z * M_SQRT1_2) / 2;
}

static double student_density(double t, double df)
{
	return exp(log_gamma((df + 1) / 2) - log_gamma(df / 2) - (df + 1) / 2 * log1p(t * t / df)) / sqrt(df * M_PI);
}

static double normal_density(double z, double df)
{
	return exp(-z * z / 2) / sqrt(2 * M_PI);
}

struct distribution {
	double (*area)(double t, double df, bool is_tail);
	double (*density)(double t, double df);
};
static const struct distribution student = {student_area, student_density}, normal = {normal_area, normal_density};

/* Returns the t > 0 for which the area of the tail (is_tail), or else the area from 0 to t, is `area`. Uses Newton's
 * method within a bracket, which is halved when a step leaves it. */
static double solve(const struct distribution *of, double df, double area, bool is_tail)
{
	double low = 0, high = 1;
	while (is_tail ? of->area(high, df, true) > area : of->area(high, df, false) < area) {
		low = high;
		high *= 2;
	}
	double t = low + (high - low) / 2;
	for (int step = 0; step < 100; step++) {
		double missing = is_tail ? of->area(t, df, true) - area : area - of->area(t, df, false);
		if (missing > 0)
			low = t;
		else
			high = t;
		double next = t + missing / of->density(t, df);
		if (!(next > low && next < high))
			next = low + (high - low) / 2;
		if (fabs(next - t) <= 1e-15 * t)
			return next;
		t = next;
	}
	return t;
}

/* Returns t from the normal quantile z by Abramowitz & Stegun 26.7.5. The first omitted term is below 1e-10 of t for
 * the z of every p that a double can represent. */
static double expand(double z, double df)
{
	double s = z * z;
	double g1 = z * (s + 1) / 4;
	double g2 = z * ((5 * s + 16) * s + 3) / 96;
	double g3 = z * (((3 * s + 19) * s + 17) * s - 15) / 384;
	return z + (g1 + (g2 + g3 / df) / df) / df;
}

double student_quantile(double p, double df)
{
	bug_if(!(p > 0 && p < 1 && df >= 1));
	if (p == 0.5)
		return 0;
	bool is_negative = p < 0.5;
	double tail = is_negative ? p : 1 - p;
	bool is_tail = tail < 0.25; /* near the middle, the area from 0 is the smaller one */
	double area = is_tail ? tail : fabs(p - 0.5);
	double t = df < DF_LARGE ? solve(&student, df, area, is_tail) : expand(solve(&normal, 0, area, is_tail), df);
	return is_negative ? -t : t;
}

double student_cdf(double t, double df)
{
	bug_if(!(df >= 1) || isnan(t));
	if (t == 0)
		return 0.5;
	double away = fabs(t), tail;
	if (isinf(t))
		tail = 0;
	else if (df < DF_LARGE)
		tail = student_area(away, df, true);
	else /* Abramowitz & Stegun 26.7.8 */
		tail = normal_area(away * (1 - 1 / (4 * df)) / sqrt(1 + away * away / (2 * df)), 0, true);
	return t < 0 ? tail : 1 - tail;
}

/* Rejection is valid, and faster than inversion, from this expected number of successes on. */
#define REJECTION_FROM 10.0

double draw_uniform(uint64_t *state)
{
	return ((double)(rng_next(state) >> 12) + 0.5) * 0x1p-52;
}

/* Draws by summing the distribution from 0; n p < REJECTION_FROM, p <= 1/2. */
static uint64_t by_inversion(uint64_t *state, uint64_t n, double p)
{
	double odds = p / (1 - p), left = draw_uniform(state);
	double mass = exp((double)n * log1p(-p));
	uint64_t k = 0;
	while (left > mass && k < n) {
		left -= mass;
		mass *= odds * (double)(n - k) / (double)(k + 1);
		k++;
		if (mass < 1e-300)
			break; /* the remainder is a rounding error */
	}
	return k;
}

/* Returns ln k! minus Stirling's approximation, k >= 0. */
static double stirling_tail(double k)
{
	static const double first[] = {0.08106146679532726, 0.04134069595540929, 0.02767792568499834,
		0.02079067210376509, 0.01664469118982119, 0.01387612882307075, 0.01189670994589177,
		0.01041126526197209, 0.009255462182712733, 0.008330563433362871};
	if (k < 10)
		return first[(int)k];
	double square = (k + 1) * (k + 1);
	return (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1);
}

/* Draws by rejection; n p >= REJECTION_FROM, p <= 1/2. The names are those of Hoermann's paper. */
static uint64_t by_rejection(uint64_t *state, double n, double p)
{
	double deviation = sqrt(n * p * (1 - p)), r = p / (1 - p);
	double b = 1.15 + 2.53 * deviation, a = -0.0873 + 0.0248 * b + 0.01 * p, c = n * p + 0.5;
	double v_r = 0.92 - 4.2 / b, alpha = (2.83 + 5.1 / b) * deviation, m = floor((n + 1) * p);
	for (;;) {
		double u = draw_uniform(state) - 0.5, v = draw_uniform(state), us = 0.5 - fabs(u);
		double k = floor((2 * a / us + b) * u + c);
		if (us >= 0.07 && v <= v_r)
			return (uint64_t)k;
		if (!(k >= 0 && k <= n))
			continue;
		double bound = (m + 0.5) * log((m + 1) / (r * (n - m + 1))) + (n + 1) * log((n - m + 1) / (n - k + 1))
			+ (k + 0.5) * log(r * (n - k + 1) / (k + 1))
			+ stirling_tail(m) + stirling_tail(n - m) - stirling_tail(k) - stirling_tail(n - k);
		if (log(v * alpha / (a / (us * us) + b)) <= bound)
			return (uint64_t)k;
	}
}

uint64_t draw_binomial(uint64_t *state, uint64_t n, double p)
{
	bug_if(!(p >= 0 && p <= 1));
	if (p > 0.5)
		return n - draw_binomial(state, n, 1 - p);
	if (n == 0 || p == 0)
		return 0;
	return (double)n * p < REJECTION_FROM ? by_inversion(state, n, p) : by_rejection(state, (double)n, p);
}

void draw_multinomial(uint64_t *state, const uint64_t *times, size_t n, uint64_t *drawn)
{
	uint64_t to_draw = 0, not_yet = 0;
	for (size_t i = 0; i < n; i++)
		not_yet += times[i];
	to_draw = not_yet;
	for (size_t i = 0; i < n; i++) {
		bool is_last = times[i] == not_yet;
		drawn[i] = !to_draw || !times[i] ? 0 : is_last ? to_draw
			: draw_binomial(state, to_draw, (double)times[i] / (double)not_yet);
		to_draw -= drawn[i];
		not_yet -= times[i];
	}
}
