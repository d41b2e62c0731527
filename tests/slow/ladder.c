/* ladder.c - how often the intervals of a ladder contain the true value when they are read after every round
 * (docs/statistics.md).
 *
 *	ladder RUNS
 *
 * Robots with known strengths meet at tables of two or three, as in contest/pairing.c. The two games of a match are
 * mirrored: the dice that favour one robot in the first favour the other in the second. After each round all intervals
 * are checked. Prints the share of runs and robots for which all checks, and the last one alone, found the true value
 * inside: with the intervals of stats/anytime.h, and with ordinary 95 % intervals (1.96 standard errors). */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "contest/ladder.h"
#include "stats/anytime.h"
#include "stats/strength.h"

enum { MOST_ROBOTS = 16, ROUNDS = 60, BLOCKS = 5, MOST_UNITS = 20000, MOST_SEATS = 3 };

struct world {
	int n_robots, n_seats, tables_a_round;
	double gap;   /* Elo between neighbours */
	double luck;  /* probability that a seat's noise is that of the mirrored dice */
};

struct trial {
	struct strength_unit units[MOST_UNITS];
	int robots[MOST_UNITS][MOST_SEATS];
	double shares[MOST_UNITS][MOST_SEATS];
	size_t n_units;
	uint64_t state;
};

static double uniform(struct trial *ladder)
{
	return ((double)(rng_next(&ladder->state) >> 11) + 0.5) / 9007199254740992.0;
}

/* Draws the winners of a block of n_seats games from strengths, the seats' dice (the robots rotate through the seats)
 * and chance. Chance is Gumbel noise, with which the win probabilities of the model hold exactly if `luck` is 0. */
static void play_match(struct trial *ladder, const struct world *world, const double *theta, const int *table)
{
	int n = world->n_seats;
	size_t u = ladder->n_units++;
	bug_if(u >= MOST_UNITS);
	double luck[MOST_SEATS];
	for (int seat = 0; seat < n; seat++)
		luck[seat] = uniform(ladder);
	memset(ladder->shares[u], 0, sizeof ladder->shares[u]);
	for (int rotation = 0; rotation < n; rotation++) {
		int winner = 0;
		double best = -INFINITY;
		for (int i = 0; i < n; i++) {
			/* Mirrored: with probability `luck` a seat's noise is that of the block's dice. */
			double own = uniform(ladder), seat = luck[(i + rotation) % n];
			double noise = uniform(ladder) < world->luck ? seat : own;
			double value = theta[table[i]] - log(-log(noise));
			if (value > best) {
				best = value;
				winner = i;
			}
		}
		ladder->shares[u][winner] += 1.0 / n;
	}
	memcpy(ladder->robots[u], table, (size_t)n * sizeof *table);
	ladder->units[u] = (struct strength_unit){.n_seats = n, .robots = ladder->robots[u],
		.shares = ladder->shares[u], .games = (uint32_t)n, .times = 1};
}

static void play_round(struct trial *ladder, const struct world *world, const double *theta,
		       const struct strengths *known, int round)
{
	int all[MOST_ROBOTS], tables[1000 * MOST_SEATS];
	for (int i = 0; i < world->n_robots; i++)
		all[i] = i;
	const struct pairing pairing = {.strengths = known,
					.robots = all,
					.same = all,
					.n = world->n_robots,
					.n_seats = world->n_seats,
					.games = BLOCKS * world->n_seats,
					.n_tables = world->tables_a_round,
					.key = {{ladder->state, (uint64_t)round}}};
	pairing_tables(&pairing, tables);
	for (int t = 0; t < pairing_n_tables(&pairing); t++)
		for (int match = 0; match < BLOCKS; match++)
			play_match(ladder, world, theta, tables + t * world->n_seats);
}

static void measure(const struct world *world, int n_runs)
{
	long always[2] = {0}, last[2] = {0}, n = 0;
	double width[2] = {0};
	struct trial *ladder = NEW(struct trial);
	for (int run = 0; run < n_runs; run++) {
		double theta[MOST_ROBOTS], variances[MOST_ROBOTS];
		int all[MOST_ROBOTS], missed[2][MOST_ROBOTS] = {{0}};
		struct strengths known;
		ladder->n_units = 0;
		ladder->state = rng_mix((uint64_t)run + 1);
		for (int i = 0; i < world->n_robots; i++) {
			theta[i] = (i - (world->n_robots - 1) / 2.0) * world->gap / STRENGTH_ELO;
			all[i] = i;
		}
		strengths_fit(&known, world->n_robots, NULL, 0);
		for (int round = 1; round <= ROUNDS; round++) {
			play_round(ladder, world, theta, &known, round);
			strengths_release(&known);
			strengths_fit(&known, world->n_robots, ladder->units, ladder->n_units);
			strengths_to_field(&known, ladder->units, ladder->n_units);
			strengths_from_mean(&known, all, world->n_robots, variances);
			for (int i = 0; i < world->n_robots; i++) {
				double variance = variances[i], error = fabs(known.theta[i] - theta[i]);
				double widths[2] = {anytime_width(variance, ANYTIME_RATING),
						    1.959963984540054 * sqrt(variance)};
				for (int kind = 0; kind < 2; kind++) {
					missed[kind][i] |= error > widths[kind];
					last[kind] += round == ROUNDS && error <= widths[kind];
					width[kind] += round == ROUNDS ? widths[kind] : 0;
				}
			}
		}
		for (int i = 0; i < world->n_robots; i++, n++)
			for (int kind = 0; kind < 2; kind++)
				always[kind] += !missed[kind][i];
		strengths_release(&known);
	}
	free(ladder);
	printf("| %d | %d | %.0f | %.1f | %.3f | %.3f | %.3f | %.3f | %.0f | %.0f |\n", world->n_robots, world->n_seats,
	       world->gap, world->luck, (double)always[0] / (double)n, (double)always[1] / (double)n,
	       (double)last[0] / (double)n, (double)last[1] / (double)n, width[0] / (double)n * STRENGTH_ELO,
	       width[1] / (double)n * STRENGTH_ELO);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	static const struct world worlds[] = {
		{8, 2, 0, 0, 0}, {8, 2, 16, 30, 0}, {8, 2, 16, 100, 0}, {12, 2, 24, 10, 0}, {8, 3, 12, 30, 0},
		{8, 2, 16, 0, 0.5}, {8, 3, 12, 0, 0.5},
	};
	int n_runs = argc > 1 ? atoi(argv[1]) : 300;
	puts("| robots | seats | Elo apart | luck | always: anytime | always: ordinary | last look: anytime | last "
	     "look: ordinary | width | ordinary |");
	puts("|---|---|---|---|---|---|---|---|---|---|");
	for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++)
		measure(&worlds[i], n_runs);
	return 0;
}
