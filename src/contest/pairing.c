/* pairing.c - the tables of a round (ladder.h). */
#include "contest/ladder.h"

#include <math.h>

enum {
	REACH = 3,       /* maximum distance in the list between two robots of a pair */
	TOP_REACH = 6,   /* the reach for the first three */
	N_TOP = 3,       /* the places whose order counts most */
	FLOOR_SHARE = 3, /* one in FLOOR_SHARE tables is drawn at random */
};
#define TOP_SHARE 0.4                  /* share of the other tables that are for the order of the first three */
#define INDIFFERENT (5 / STRENGTH_ELO) /* the order of other robots that differ by less does not matter */

struct planner {
	const struct pairing *pairing;
	int *order;       /* order[i], i < n_listed: indices of robots, best first; robots with equal files are listed
	                   * once */
	int n_listed;
	int *place;       /* place of a robot in the order; -1: none */
	double *variance; /* variance of a robot's strength, without the deviations of its pairs */
	double *known;    /* [n * n]: as strengths->known, for all games so far and those that are planned */
	double *rest;     /* by robot: the variance that remains from the deviations of its pairs */
	double *worths;   /* by place in the order: the robot's worth() */
	bool is_for_top;  /* the next table is for the order of the first three */
};

int pairing_n_tables(const struct pairing *pairing)
{
	int fewest = (pairing->n + pairing->n_seats - 1) / pairing->n_seats;
	return pairing->n_tables > fewest ? pairing->n_tables : fewest;
}

static int compare(const void *a, const void *b, void *context)
{
	const struct pairing *pairing = context;
	int x = *(const int *)a, y = *(const int *)b;
	double theta_x = pairing->strengths->theta[pairing->robots[x]],
	       theta_y = pairing->strengths->theta[pairing->robots[y]];
	return ORDER(theta_y, theta_x) ?: ORDER(x, y);
}

static void shuffle(const struct pairing *pairing, uint64_t circle, int *order)
{
	uint64_t state = rng_word(pairing->key, circle, 0);
	for (int i = 0; i < pairing->n; i++) { /* Fisher-Yates, inside out */
		int j = (int)rng_below(rng_next(&state), (uint32_t)i + 1);
		order[i] = order[j];
		order[j] = i;
	}
}

static double density(double z)
{
	return 0.3989422804014327 * exp(-z * z / 2);
}

static double theta_of(const struct planner *planner, int robot)
{
	return planner->pairing->strengths->theta[planner->pairing->robots[robot]];
}

/* Returns the remaining variance of a pair's deviation, given how much is known from its games. */
static double left(double tau, double known)
{
	return tau / (1 + tau * known);
}

static double *known_of(const struct planner *planner, int a, int b)
{
	return &planner->known[(size_t)a * (size_t)planner->pairing->n + (size_t)b];
}

/* Computes what is known before the round. */
static void begin(struct planner *planner)
{
	const struct pairing *pairing = planner->pairing;
	const struct strengths *strengths = pairing->strengths;
	double tau = strengths->tau, n = pairing->n;
	for (int a = 0; a < pairing->n; a++) {
		double sum = 0;
		for (int b = 0; b < pairing->n; b++) {
			size_t at = (size_t)pairing->robots[a] * (size_t)strengths->n + (size_t)pairing->robots[b];
			*known_of(planner, a, b) = strengths->known ? strengths->known[at] : 0;
			sum += a == b ? 0 : *known_of(planner, a, b);
			planner->rest[a] += a == b ? 0 : left(tau, *known_of(planner, a, b)) / n / n;
		}
		planner->variance[a] = 1 / (0.25 + sum);
	}
}

/* Returns how much the expected loss decreases with the variance of this robot. For each robot close to it in the list,
 * the loss is the amount, beyond `indifferent`, by which the lower one of the two may in fact be better:
 *
 *	E max(0, -(gap + indifferent) + deviation * Z) = deviation * (phi(z) - z Phi(-z))
 *
 * with z = (gap + indifferent) / deviation. Its derivative with respect to the variance is phi(z) / (2 deviation). For
 * a table for the first three, only pairs
 * with one of them count. */
static double worth(const struct planner *planner, int robot)
{
	double sum = 0, indifferent = planner->is_for_top ? 0 : INDIFFERENT;
	int reach = planner->is_for_top ? TOP_REACH : REACH;
	for (int d = -reach; d <= reach; d++) {
		int at = planner->place[robot] + d, top = d < 0 ? at : planner->place[robot];
		if (d == 0 || at < 0 || at >= planner->n_listed || (planner->is_for_top && top >= N_TOP))
			continue;
		int other = planner->order[at];
		double variance = planner->variance[robot] + planner->rest[robot] + planner->variance[other] +
			planner->rest[other];
		double deviation = sqrt(variance);
		double z = (fabs(theta_of(planner, robot) - theta_of(planner, other)) + indifferent) / deviation;
		sum += density(z) / (2 * deviation);
	}
	return sum;
}

static void find_worths(struct planner *planner, int first, int last)
{
	for (int at = first > 0 ? first : 0; at <= last && at < planner->n_listed; at++)
		planner->worths[planner->order[at]] = worth(planner, planner->order[at]);
}

/* Returns by how much the variances of two robots decrease when they play at one table. */
static double gain(const struct planner *planner, int a, int b, double games)
{
	double tau = planner->pairing->strengths->tau, n = planner->pairing->n, before = *known_of(planner, a, b);
	double own = (left(tau, before) - left(tau, before + games)) / n / n, part = 1 / (1 + tau * before);
	double model = planner->variance[a] - 1 / (1 / planner->variance[a] + games);
	return own + part * part * model;
}

/* Returns the information of a game about the difference of two strengths. */
static double games_of(const struct pairing *pairing)
{
	return (double)pairing->games / pairing->n_seats / pairing->n_seats;
}

/* Adds games of a against b to the known information. This is not symmetric: only the values of a change. */
static void note_games(struct planner *planner, int a, int b, double games)
{
	double tau = planner->pairing->strengths->tau, n = planner->pairing->n, *known = known_of(planner, a, b);
	planner->rest[a] += (left(tau, *known + games) - left(tau, *known)) / n / n;
	planner->variance[a] = 1 / (1 / planner->variance[a] + games);
	*known += games;
}

static void note_table(struct planner *planner, const int *table)
{
	for (int i = 0; i < planner->pairing->n_seats; i++)
		for (int k = 0; k < planner->pairing->n_seats; k++)
			if (i != k)
				note_games(planner, table[i], table[k], games_of(planner->pairing));
}

/* Among the robots from order[at] on, moves the one about which least is known, relative to the n_seated robots before
 * order[at], to order[at]. */
static void bring_least_known(const struct planner *planner, int *order, int at, int n_seated)
{
	int best = at;
	double least = INFINITY;
	for (int i = at; i < planner->pairing->n; i++) {
		double sum = 0;
		for (int k = 1; k <= n_seated; k++)
			sum += *known_of(planner, order[at - k], order[i]);
		if (sum < least) {
			least = sum;
			best = i;
		}
	}
	int robot = order[best];
	order[best] = order[at];
	order[at] = robot;
}

/* Draws a third of the tables: takes all robots in a random order, and seats each with those of the remaining robots
 * about which least is known relative to it. If the last table is not full, the first robots fill it. Returns the
 * number of tables. */
static int add_floor(struct planner *planner, int *tables)
{
	const struct pairing *pairing = planner->pairing;
	AUTO_FREE int *order = NEW_ARRAY(int, (size_t)pairing->n);
	int of_circle = (pairing->n + pairing->n_seats - 1) / pairing->n_seats, n = 0;
	uint64_t circle = 0;
	do {
		shuffle(pairing, circle++, order);
		for (int t = 0; t < of_circle; t++) {
			int *table = tables + (size_t)(n + t) * (size_t)pairing->n_seats;
			for (int i = 0; i < pairing->n_seats; i++) {
				int at = t * pairing->n_seats + i;
				if (i && at < pairing->n)
					bring_least_known(planner, order, at, i);
				table[i] = order[at % pairing->n];
			}
			note_table(planner, table);
		}
		n += of_circle;
	} while (n + of_circle <= pairing->n_tables / FLOOR_SHARE);
	return n;
}

/* Seats the robot whose variance contributes most to the expected loss, and then one after another the robots with
 * which the table reduces the loss most. */
static void fill_table(struct planner *planner, int *table)
{
	const struct pairing *pairing = planner->pairing;
	const double *worths = planner->worths;
	double games = games_of(pairing);
	for (int n = 0; n < pairing->n_seats; n++) {
		int best = -1;
		double most = -1;
		for (int i = 0; i < planner->n_listed; i++) {
			int robot = planner->order[i];
			double spread = planner->variance[robot] + planner->rest[robot];
			double value = n ? 0 : worths[robot] * spread * spread;
			bool is_seated = false;
			for (int k = 0; k < n; k++) {
				is_seated |= table[k] == robot;
				value += worths[table[k]] * gain(planner, table[k], robot, games) +
					worths[robot] * gain(planner, robot, table[k], games);
			}
			if (!is_seated && value > most) {
				most = value;
				best = robot;
			}
		}
		table[n] = best;
	}
	note_table(planner, table);
	for (int i = 0; i < pairing->n_seats; i++)
		find_worths(planner, planner->place[table[i]] - TOP_REACH, planner->place[table[i]] + TOP_REACH);
}

/* Fills n tables, for the order of the first three or for that of all. */
static void fill_tables(struct planner *planner, bool is_for_top, int n, int *tables)
{
	planner->is_for_top = is_for_top;
	find_worths(planner, 0, planner->n_listed);
	for (int t = 0; t < n; t++)
		fill_table(planner, tables + (size_t)t * (size_t)planner->pairing->n_seats);
}

void pairing_tables(const struct pairing *pairing, int *tables)
{
	size_t n = (size_t)pairing->n;
	int n_tables = pairing_n_tables(pairing), n_seats = pairing->n_seats;
	struct planner planner = {
		.pairing = pairing, .order = NEW_ARRAY(int, n), .place = NEW_ARRAY(int, n),
		.variance = NEW_ARRAY(double, n),
		.known = NEW_ARRAY(double, n * n), .rest = NEW_ARRAY(double, n), .worths = NEW_ARRAY(double, n),
	};
	for (int i = 0; i < pairing->n; i++)
		if (pairing->same[i] == i)
			planner.order[planner.n_listed++] = i;
	for (int i = 0; i < pairing->n && planner.n_listed < n_seats; i++) /* there are too few different files */
		if (pairing->same[i] != i)
			planner.order[planner.n_listed++] = i;
	qsort_r(planner.order, (size_t)planner.n_listed, sizeof *planner.order, compare, (void *)(uintptr_t)pairing);
	for (int i = 0; i < planner.n_listed; i++)
		planner.place[planner.order[i]] = i;
	begin(&planner);
	int n_floor = add_floor(&planner, tables), n_top = (int)(TOP_SHARE * (n_tables - n_floor));
	fill_tables(&planner, true, n_top, tables + (size_t)n_floor * (size_t)n_seats);
	fill_tables(&planner, false, n_tables - n_floor - n_top, tables + (size_t)(n_floor + n_top) * (size_t)n_seats);
	FREE_ALL(planner.order, planner.place, planner.variance, planner.known, planner.rest, planner.worths);
}
