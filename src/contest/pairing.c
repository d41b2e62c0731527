/* pairing.c - the tables of a round (ladder.h). */
#include "contest/ladder.h"

#include <math.h>

#include "stats/distributions.h"

enum {
	REACH = 3,       /* maximum distance in the list between the two of a couple */
	FLOOR_SHARE = 2, /* one of FLOOR_SHARE tables is drawn at random */
};

/* The robots at positions first and first + distance of the list. */
struct couple {
	int first, distance;
	double gap, variance;
};

struct planner {
	const struct pairing *pairing;
	int *order;          /* indices of robots, best first */
	struct couple *couples;
	int n_couples;
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
	if (theta_x != theta_y)
		return theta_x < theta_y ? 1 : -1;
	return (x > y) - (x < y);
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

/* Draws half of the tables: random circles, each cut into tables. The last table of a circle is filled up with the
 * first robots of that circle. Returns the number of tables. */
static int add_floor(const struct pairing *pairing, int *tables)
{
	AUTO_FREE int *order = NEW_ARRAY(int, (size_t)pairing->n);
	int of_circle = (pairing->n + pairing->n_seats - 1) / pairing->n_seats, n = 0;
	uint64_t circle = 0;
	do {
		shuffle(pairing, circle++, order);
		for (int i = 0; i < of_circle * pairing->n_seats; i++)
			tables[n * pairing->n_seats + i] = order[i % pairing->n];
		n += of_circle;
	} while (n + of_circle <= pairing->n_tables / FLOOR_SHARE);
	return n;
}

static void list_couples(struct planner *planner)
{
	const struct pairing *pairing = planner->pairing;
	for (int i = 0; i < pairing->n; i++) {
		for (int d = 1; d <= REACH && i + d < pairing->n; d++) {
			int a = pairing->robots[planner->order[i]], b = pairing->robots[planner->order[i + d]];
			planner->couples[planner->n_couples++] = (struct couple){
				.first = i, .distance = d,
				.gap = pairing->strengths->theta[a] - pairing->strengths->theta[b],
				.variance = strengths_difference(pairing->strengths, a, b),
			};
		}
	}
}

static double worth(const struct couple *couple)
{
	double deviation = sqrt(couple->variance);
	return deviation > 0 ? normal_cdf(-couple->gap / deviation) * deviation : 0;
}

static struct couple *best(struct planner *planner)
{
	struct couple *found = planner->couples;
	double most = worth(found);
	for (int i = 1; i < planner->n_couples; i++) {
		double value = worth(&planner->couples[i]);
		if (value > most) {
			most = value;
			found = &planner->couples[i];
		}
	}
	return found;
}

/* Seats the two, those between them in the list, then by turns the next above and the next below. */
static void fill_table(const struct planner *planner, const struct couple *couple, int *table)
{
	const struct pairing *pairing = planner->pairing;
	int n = 0, low = couple->first, high = couple->first + couple->distance;
	table[n++] = planner->order[low];
	table[n++] = planner->order[high];
	for (int i = low + 1; i < high && n < pairing->n_seats; i++)
		table[n++] = planner->order[i];
	for (bool is_up = true; n < pairing->n_seats; is_up = !is_up) {
		if (is_up && low > 0)
			table[n++] = planner->order[--low];
		else if (!is_up && high + 1 < pairing->n)
			table[n++] = planner->order[++high];
	}
}

void pairing_tables(const struct pairing *pairing, int *tables)
{
	int n_tables = pairing_n_tables(pairing), n_seats = pairing->n_seats;
	struct planner planner = {
		.pairing = pairing, .order = NEW_ARRAY(int, (size_t)pairing->n),
		.couples = NEW_ARRAY(struct couple, (size_t)pairing->n * REACH),
	};
	for (int i = 0; i < pairing->n; i++)
		planner.order[i] = i;
	qsort_r(planner.order, (size_t)pairing->n, sizeof *planner.order, compare, (void *)(uintptr_t)pairing);
	list_couples(&planner);
	for (int t = add_floor(pairing, tables); t < n_tables; t++) {
		struct couple *couple = best(&planner);
		fill_table(&planner, couple, tables + (size_t)t * (size_t)n_seats);
		couple->variance = 1 / (1 / couple->variance + (double)pairing->games / n_seats / n_seats);
	}
	FREE_ALL(planner.order, planner.couples);
}
