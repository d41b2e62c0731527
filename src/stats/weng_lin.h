/* weng_lin.h - ratings that move after each game, for a ladder that never ends (Weng & Lin 2011, "A
 * Bayesian approximation method for online ranking", the Plackett-Luce model). They depend on the order of
 * the games and their deviation is not an error bar: for results to quote take rating.h. Pure
 * arithmetic; never NaN or infinite for ratings that came from here. */
#ifndef ARENA_STATS_WENG_LIN_H
#define ARENA_STATS_WENG_LIN_H

struct weng_lin_rating {
	double mean, deviation; /* deviation > 0 */
};

struct weng_lin_options {
	double mean, deviation; /* of a robot that has not played: 25, 25/3 */
	double noise;           /* standard deviation of a single performance: 25/6 */
	double restlessness;    /* added to a deviation before each game, in squares: 25/300 */
	double least;           /* share of the variance that a game leaves at least: 0.0001 */
};
struct weng_lin_options weng_lin_defaults(void);

struct weng_lin_rating weng_lin_new(const struct weng_lin_options *options);

/* What a ladder sorts by: mean - 3 deviations. */
double weng_lin_shown(const struct weng_lin_rating *rating);

enum { WENG_LIN_MAX_SEATS = 26 };

/* One game of n different players, 1 <= n <= WENG_LIN_MAX_SEATS: ratings[i] finished in places[i], the
 * lowest is the best, equal ones are tied. Writes the new ratings over the old ones.
 *
 * Those who tie share their stage: its terms are divided by their number, and each moves by its own sum.
 * (Some descriptions give all of them the mean of their moves; then a draw between two would move neither,
 * though the stronger one has lost by it.) */
void weng_lin_play(const struct weng_lin_options *options, int n, struct weng_lin_rating *ratings, const int *places);

#endif
