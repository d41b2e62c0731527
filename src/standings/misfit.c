/* misfit.c - finds results that ratings cannot explain (misfit.h). */
#include "standings/misfit.h"

#include <math.h>

#include "stats/distributions.h"
#include "stats/elo.h"

static const struct pool_pair *pair_of(const struct pool_list *list, int a, int b)
{
	return &list->pairs[(size_t)a * (size_t)list->pool->n_robots + (size_t)b];
}

/* Returns by how many standard errors the number of games that `a` won exceeds this share of the decided games. As in
 * interval.h, SHARES_UNSEEN more matches count as won and as lost: a sweep has no variance, but its loser might win
 * unseen matches. */
static double excess(const struct pool_pair *pair, double share)
{
	double games = pair->decided / pair->sets;
	double unseen = SHARES_UNSEEN * games * games * (share * share + (1 - share) * (1 - share));
	double variance = pair->squares[0] - 2 * share * pair->squares[1] + share * share * pair->squares[2] + unseen;
	return variance > 0 ? (pair->before - share * pair->decided) / sqrt(variance) : 0;
}

/* Returns the share that the ratings predict. */
static double predicted(const struct pool_list *list, int a, int b)
{
	return elo_score(pool_list_rating(list, a).elo - pool_list_rating(list, b).elo);
}

/* Writes the z of each pair (0 for a pair without decided games), and returns the lowest |z| that is significant. If
 * `expected` is NULL, the expected share is 1/2. */
static double sure_size(const struct pool_list *list, double (*expected)(const struct pool_list *list, int a, int b),
			double *z, int *n_pairs)
{
	int n = list->pool->n_robots;
	AUTO_FREE double *chances = NEW_ARRAY(double, (size_t)n * (size_t)n + 1);
	*n_pairs = 0;
	for (int a = 0; a < n; a++) {
		for (int b = a + 1; b < n; b++) {
			const struct pool_pair *pair = pair_of(list, a, b);
			bool is_pair = pair->decided > 0 && list->component[a].island == list->component[b].island;
			double size = is_pair ? excess(pair, expected ? expected(list, a, b) : 0.5) : 0;
			z[a * n + b] = size;
			z[b * n + a] = -size;
			if (is_pair)
				chances[(*n_pairs)++] = normal_cdf(-fabs(size));
		}
	}
	return -student_quantile(ranks_limit(chances, (size_t)*n_pairs), 1e9); /* a normal quantile */
}

static void find_misfits(const struct pool_list *list, double *z, struct misfit *misfit)
{
	int n = list->pool->n_robots;
	double sure = sure_size(list, predicted, z, &misfit->n_pairs);
	for (int a = 0; a < n; a++) {
		for (int b = 0; b < n; b++) {
			const struct pool_pair *pair = pair_of(list, a, b);
			if (z[a * n + b] < sure)
				continue;
			struct misfit_pair found = {a, b, predicted(list, a, b), pair->before / pair->decided,
				z[a * n + b]};
			misfit->n_misfits++;
			if (found.played - found.expected > misfit->worst.played - misfit->worst.expected)
				misfit->worst = found;
		}
	}
}

/* Finds the clearest cycle, which is the one whose weakest step has the largest z. A cycle begins with the robot that
 * has the lowest index. */
static void find_cycles(const struct pool_list *list, double *z, struct misfit *misfit)
{
	int n = list->pool->n_robots, n_pairs;
	double sure = sure_size(list, NULL, z, &n_pairs), clearest = 0;
	for (int a = 0; a < n; a++) {
		for (int b = a + 1; b < n; b++) {
			for (int c = a + 1; z[a * n + b] >= sure && c < n; c++) {
				double weakest = fmin(z[a * n + b], fmin(z[b * n + c], z[c * n + a]));
				if (weakest < sure)
					continue;
				misfit->n_cycles++;
				if (weakest <= clearest)
					continue;
				clearest = weakest;
				misfit->cycle[0] = a;
				misfit->cycle[1] = b;
				misfit->cycle[2] = c;
			}
		}
	}
}

struct misfit misfit_of(const struct pool_list *list)
{
	size_t n = (size_t)list->pool->n_robots;
	AUTO_FREE double *z = NEW_ARRAY(double, n * n + 1);
	struct misfit misfit = {0};
	if (list->pool->by == RATING_BY_WINS) /* ratings by places predict orders, not shares of wins */
		find_misfits(list, z, &misfit);
	find_cycles(list, z, &misfit);
	return misfit;
}

bool misfit_nash(struct pool_list *list)
{
	enum { MOST_STEPS = 1000000, MOST_PRODUCTS = 200000000 };
	int n = list->pool->n_robots;
	AUTO_FREE double *payoff = NEW_ARRAY(double, (size_t)n * (size_t)n + 1);
	if (!list->pairs || n == 0)
		return false;
	for (int a = 0; a < n; a++) {
		for (int b = 0; b < n; b++) {
			const struct pool_pair *pair = pair_of(list, a, b);
			if (a != b && pair->decided <= 0)
				return false;
			payoff[a * n + b] = elo_of_score((pair->before + 0.5) / (pair->decided + 1));
		}
	}
	list->nash_mix = NEW_ARRAY(double, (size_t)n);
	list->nash_gain = NEW_ARRAY(double, (size_t)n);
	int steps = MOST_PRODUCTS / (n * n);
	nash_of(n, payoff, steps < MOST_STEPS ? steps : MOST_STEPS, list->nash_mix, list->nash_gain);
	return true;
}
