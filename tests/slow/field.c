/* field.c - the order of a contest's ladder, compared with that of a round robin with as many games
 * (docs/statistics.md).
 *
 *	field RUNS
 *
 * 30 robots meet in pairs. The true strength of a robot is its share of the wins against the field, each opponent with
 * equal weight. Worlds: transitive strengths; cycles, in which each pair has its own deviation; copies, 12 of which are
 * equal robots. Prints, after some rounds, the wrong pairs (of those whose strengths differ by more than 5 Elo), and
 * how often the first three are right, of the ladder, of a round robin with as many games, and of one with twice as
 * many; the shares of the seats that the copies have; how often the ladder's intervals hold the true strength; and the
 * same numbers for a ladder that is rated without strengths_to_field, as in older versions. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "contest/ladder.h"
#include "stats/anytime.h"
#include "stats/strength.h"

enum { N = 30, COPIES = 12, TABLES = 100, MATCHES = 10, MOST_ROUNDS = 80, MOST_PAIRS = N * N, N_LOOKS = 5 };
static const int looks[N_LOOKS] = {5, 10, 20, 40, 80};

struct world {
	const char *name;
	double spread, own; /* Elo: deviations of the strengths, and of the pairs */
	double share_own;   /* of the pairs that have a deviation */
	int n_copies;
};

static uint64_t state;

static double uniform(void)
{
	return ((double)(rng_next(&state) >> 11) + 0.5) / 9007199254740992.0;
}

static double gauss(void)
{
	return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform());
}

struct games {
	uint64_t times[N][N][3]; /* a < b: matches of two games of which a won so many */
};

static void play(struct games *games, double p[N][N], int a, int b)
{
	int low = a < b ? a : b, high = a < b ? b : a;
	games->times[low][high][(uniform() < p[low][high]) + (uniform() < p[low][high])]++;
}

static int compare_value(const void *a, const void *b, void *values)
{
	double x = ((double *)values)[*(const int *)a], y = ((double *)values)[*(const int *)b];
	return (x < y) - (x > y);
}

static void first_three(const double *value, int *first)
{
	int order[N];
	for (int i = 0; i < N; i++)
		order[i] = i;
	qsort_r(order, N, sizeof *order, compare_value, (void *)(uintptr_t)value);
	memcpy(first, order, 3 * sizeof *first);
}

struct score {
	double wrong, pairs, right, n;
};

static void judge(struct score *score, const double *value, const double *truth, const double *elo)
{
	int is[3], should[3];
	for (int a = 0; a < N; a++)
		for (int b = 0; b < a; b++)
			if (fabs(elo[a] - elo[b]) > 5) {
				score->pairs++;
				score->wrong += (value[a] > value[b]) != (truth[a] > truth[b]);
			}
	first_three(value, is);
	first_three(truth, should);
	score->right += memcmp(is, should, sizeof is) == 0;
	score->n++;
}

/* The shares in a round robin: pair after pair until the games are played. */
static void judge_round_robin(struct score *score, double p[N][N], long matches, const double *truth, const double *elo)
{
	double sum[N] = {0}, met[N] = {0};
	for (int a = 0; a < N; a++)
		for (int b = 0; b < a; b++) {
			long pairs = N * (N - 1) / 2, number = a * (a - 1) / 2 + b,
				n = matches / pairs + (number < matches % pairs), wins = 0;
			for (long i = 0; i < 2 * n; i++)
				wins += uniform() < p[a][b];
			if (!n)
				continue;
			sum[a] += (double)wins / (double)(2 * n);
			sum[b] += 1 - (double)wins / (double)(2 * n);
			met[a]++;
			met[b]++;
		}
	for (int a = 0; a < N; a++)
		sum[a] /= fmax(1, met[a]);
	judge(score, sum, truth, elo);
}

static size_t list_units(const struct games *games, struct strength_unit *units, int (*robots)[2], double (*shares)[2])
{
	size_t n = 0;
	for (int a = 0; a < N; a++)
		for (int b = a + 1; b < N; b++)
			for (int wins = 0; wins < 3; wins++) {
				if (!games->times[a][b][wins])
					continue;
				robots[n][0] = a;
				robots[n][1] = b;
				shares[n][0] = wins / 2.0;
				shares[n][1] = 1 - wins / 2.0;
				units[n] = (struct strength_unit){2, robots[n], shares[n], 2, games->times[a][b][wins]};
				n++;
			}
	return n;
}

/* The true strengths: theta of an endless round robin, in Elo. */
static void find_truth(double p[N][N], double *truth, double *elo)
{
	static struct strength_unit units[MOST_PAIRS];
	static int robots[MOST_PAIRS][2];
	static double shares[MOST_PAIRS][2];
	size_t n = 0;
	for (int a = 0; a < N; a++)
		for (int b = 0; b < a; b++, n++) {
			robots[n][0] = a;
			robots[n][1] = b;
			shares[n][0] = p[a][b];
			shares[n][1] = 1 - p[a][b];
			units[n] = (struct strength_unit){2, robots[n], shares[n], 1 << 20, 1};
		}
	struct strengths strengths;
	strengths_fit(&strengths, N, units, n);
	for (int a = 0; a < N; a++) {
		elo[a] = STRENGTH_ELO * strengths.theta[a];
		truth[a] = strengths.theta[a];
	}
	strengths_release(&strengths);
}

static void measure(const struct world *world, int n_runs, bool has_field)
{
	static struct strength_unit units[3 * MOST_PAIRS];
	static int robots[3 * MOST_PAIRS][2];
	static double shares[3 * MOST_PAIRS][2];
	struct score ladder[N_LOOKS] = {{0}}, same[N_LOOKS] = {{0}}, twice[N_LOOKS] = {{0}};
	double held = 0, copies = 0, seats = 0;
	for (int run = 0; run < n_runs; run++) {
		double theta[N], p[N][N], truth[N], elo[N];
		struct games *games = NEW(struct games);
		struct strengths known;
		int all[N], same_file[N], tables[2 * TABLES + 2 * N];
		bool missed[N] = {false};
		state = rng_mix((uint64_t)run + 1);
		for (int i = 0; i < N; i++) {
			all[i] = same_file[i] = i;
			theta[i] = i < world->n_copies ? 0 : gauss() * world->spread / STRENGTH_ELO;
		}
		for (int a = 0; a < N; a++)
			for (int b = 0; b < a; b++) {
				double own = uniform() < world->share_own && a >= world->n_copies
					? gauss() * world->own / STRENGTH_ELO : 0;
				/* as against the first copy */
				if (b < world->n_copies && b > 0 && a >= world->n_copies) {
					p[a][b] = p[a][0];
				} else {
					p[a][b] = 1 / (1 + exp(theta[b] - theta[a] - own));
				}
				p[b][a] = 1 - p[a][b];
			}
		find_truth(p, truth, elo);
		strengths_fit(&known, N, NULL, 0);
		for (int round = 1, look = 0; round <= MOST_ROUNDS; round++) {
			const struct pairing pairing = {.strengths = &known, .robots = all, .same = same_file, .n = N,
				.n_seats = 2, .games = 2 * MATCHES, .n_tables = TABLES,
				.key = {{state, (uint64_t)round}}};
			pairing_tables(&pairing, tables);
			for (int t = 0; t < TABLES; t++) {
				for (int match = 0; match < MATCHES; match++)
					play(games, p, tables[2 * t], tables[2 * t + 1]);
				if (round == 3) {
					copies += (tables[2 * t] < world->n_copies) +
						(tables[2 * t + 1] < world->n_copies);
					seats += 2;
				}
			}
			size_t n_units = list_units(games, units, robots, shares);
			double variances[N];
			strengths_release(&known);
			strengths_fit(&known, N, units, n_units);
			if (has_field)
				strengths_to_field(&known, units, n_units);
			strengths_from_mean(&known, all, N, variances);
			for (int i = 0; i < N; i++)
				missed[i] |=
					fabs(known.theta[i] - truth[i]) > anytime_width(variances[i], ANYTIME_RATING);
			if (round != looks[look])
				continue;
			judge(&ladder[look], known.theta, truth, elo);
			judge_round_robin(&same[look], p, (long)round * TABLES * MATCHES, truth, elo);
			judge_round_robin(&twice[look], p, (long)round * TABLES * MATCHES * 2, truth, elo);
			look++;
		}
		for (int i = 0; i < N; i++)
			held += !missed[i];
		strengths_release(&known);
		free(games);
	}
	for (int look = 0; look < N_LOOKS; look++)
		printf("| %s%s | %d | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.3f |\n", world->name,
		       has_field ? "" : ", before", looks[look] * TABLES * MATCHES * 2,
		       100 * ladder[look].wrong / ladder[look].pairs, 100 * same[look].wrong / same[look].pairs,
		       ladder[look].right / ladder[look].n, same[look].right / same[look].n,
		       twice[look].right / twice[look].n, copies / seats, held / N / n_runs);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	static const struct world worlds[] = {
		{"transitive", 60, 0, 0, 0}, {"cycles", 60, 50, 1, 0}, {"few cycles", 60, 150, 0.08, 0},
		{"copies", 60, 0, 0, COPIES}, {"copies and cycles", 60, 50, 1, COPIES},
	};
	int n_runs = argc > 1 ? atoi(argv[1]) : 200;
	puts("| robots | games | wrong pairs, % | round robin | first three right | round robin | round robin, "
	     "twice the games | seats of copies | intervals always right |");
	puts("|---|---|---|---|---|---|---|---|---|");
	for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++)
		for (int has_field = argc > 2 ? 0 : 1; has_field < 2; has_field++)
			measure(&worlds[i], n_runs, has_field);
	return 0;
}
