/* spread.c - the uncertainty of a rating from the robot's own results, with the other ratings fixed
 * (spread.h). */
#include "stats/rating/spread.h"

#include <float.h>
#include <math.h>

#include "stats/distributions.h"

/* The sums for one robot over the games of a unit, or over all units. */
struct spread_record {
	double surplus; /* stages won minus stages expected */
	double most;    /* a limit that the surplus, positive or negative, rarely exceeds */
};

/* Returns each member's chance of winning its stage. */
static double *chances_of(const struct fitter *fitter)
{
	const struct stages *stages = &fitter->stages;
	double *chances = NEW_ARRAY(double, (stages->n ? stages->member_first[stages->n] : 0) + 1);
	for (size_t s = 0; s < stages->n; s++) {
		double sum = 0;
		for (size_t m = stages->member_first[s]; m < stages->member_first[s + 1]; m++)
			sum += chances[m] = exp(fitter->strength[stages->members[m]]);
		for (size_t m = stages->member_first[s]; m < stages->member_first[s + 1]; m++)
			chances[m] /= sum;
	}
	return chances;
}

/* Returns the limit of the surplus in one game: by wins 1; by places the number of stages that the last of n equal
 * robots was expected to win, but at least 1. */
static double most_surplus(const struct fitter *fitter, size_t n_seats)
{
	double sum = 0;
	for (size_t n = n_seats; n > 1; n--)
		sum += 1 / (double)n;
	return fitter->kind == STAGES_WINS ? 1 : fmax(sum, 1);
}

/* Adds `games` games with this order to the records of the robots at the table. */
static void add_order(const struct fitter *fitter, const double *chances, uint32_t order, double games,
		      struct spread_record *records)
{
	const struct stages *stages = &fitter->stages;
	size_t first_win = stages->win_first[order], n_seats = stages->win_first[order + 1] - first_win;
	double most = most_surplus(fitter, n_seats);
	for (size_t i = first_win; i < first_win + n_seats; i++) {
		struct spread_record *record = &records[stages->wins[i].index];
		record->surplus += games * stages->wins[i].amount;
		record->most += games * most;
	}
	for (size_t p = stages->part_first[order]; p < stages->part_first[order + 1]; p++) {
		size_t s = stages->parts[p].index;
		double amount = games * stages->parts[p].amount;
		for (size_t m = stages->member_first[s]; m < stages->member_first[s + 1]; m++)
			records[stages->members[m]].surplus -= amount * chances[m];
	}
}

/* Converts a surplus to a share. By wins it is the robot's share of wins as if all its tables were equal, limited to
 * the range of a share. By places, a surplus of 0 corresponds to 1/2. */
static double share_of_surplus(const struct fitter *fitter, uint32_t robot, double surplus)
{
	double share = fitter->kind == STAGES_WINS ? fitter->wins[robot] / (double)fitter->robots[robot].games + surplus
						   : 0.5 + surplus / 2;
	return fmin(fmax(share, 0), 1);
}

/* Adds the records of a unit's robots to their histograms and totals, and clears them. */
static void close_unit(const struct fitter *fitter, uint32_t unit, struct spread_record *records,
		       struct spread_record *totals, struct histogram *shares)
{
	uint64_t times = fitter->blocks->times[unit];
	size_t n_pairs;
	const uint32_t *pairs = blocks_unit(fitter->blocks, unit, &n_pairs);
	for (size_t i = 0; i < n_pairs; i++) {
		struct order order = blocks_order(fitter->blocks, pairs[2 * i]);
		for (int seat = 0; seat < order.n_seats; seat++) {
			uint32_t robot = order.robots[seat];
			struct spread_record *record = &records[robot];
			if (record->most <= 0) /* this record is already added, or the robot has no opponents */
				continue;
			histogram_add(&shares[robot], share_of_surplus(fitter, robot, record->surplus / record->most),
				      times);
			totals[robot].most += (double)times * record->most;
			*record = (struct spread_record){0};
		}
	}
}

/* Returns how many more stages a robot would be expected to win if its strength were higher by `shift`. */
static double expected_more(const struct fitter *fitter, const double *chances, uint32_t robot, double shift)
{
	const struct stages *stages = &fitter->stages;
	double factor = exp(shift), sum = 0;
	for (size_t s = 0; s < stages->n; s++)
		for (size_t m = stages->member_first[s]; m < stages->member_first[s + 1]; m++)
			if (stages->members[m] == robot)
				sum += fitter->counts[s] *
					(factor * chances[m] / (1 + (factor - 1) * chances[m]) - chances[m]);
	return sum;
}

/* Returns the shift of a robot's strength for which it is expected to win `more` stages more than with its fitted
 * strength. As for scores (elo.h), it is limited to 1200 Elo. */
static double shift_for(const struct fitter *fitter, const double *chances, uint32_t robot, double more)
{
	double low = -1200 / PLACKETT_ELO, high = 1200 / PLACKETT_ELO;
	for (int step = 0; step < 50; step++) {
		double middle = (low + high) / 2;
		if (expected_more(fitter, chances, robot, middle) < more)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

void spread_of(const struct fitter *fitter, double *below, double *above)
{
	size_t n_robots = (size_t)fitter->blocks->n_robots;
	AUTO_FREE double *chances = chances_of(fitter);
	AUTO_FREE struct spread_record *records = NEW_ARRAY(struct spread_record, n_robots + 1);
	AUTO_FREE struct spread_record *totals = NEW_ARRAY(struct spread_record, n_robots + 1);
	AUTO_FREE struct histogram *shares = NEW_ARRAY(struct histogram, n_robots + 1);
	for (uint32_t unit = 0; unit < fitter->blocks->units.n; unit++) {
		size_t n_pairs;
		const uint32_t *pairs = blocks_unit(fitter->blocks, unit, &n_pairs);
		for (size_t i = 0; i < n_pairs; i++)
			add_order(fitter, chances, pairs[2 * i], pairs[2 * i + 1], records);
		close_unit(fitter, unit, records, totals, shares);
	}
	for (size_t i = 0; i < n_robots; i++) {
		below[i] = above[i] = 0;
		if (totals[i].most > 0 && histogram_n_uncommon(&shares[i]) < SPREAD_ODD) {
			struct interval share = interval_of_shares(&shares[i]);
			double most = (fitter->kind == STAGES_WINS ? 1 : 2) * totals[i].most;
			double scale = fitter_scale(fitter);
			double one = scale * shift_for(fitter, chances, (uint32_t)i, most * (share.low - share.mean));
			double other = scale * shift_for(fitter, chances, (uint32_t)i,
							 most * (share.high - share.mean));
			below[i] = fmin(fmin(one, other), 0);
			above[i] = fmax(fmax(one, other), 0);
		}
		histogram_release(&shares[i]);
	}
}

void bootstrap_draw(struct rng_key key, uint64_t resample, const uint32_t *stratum, const uint64_t *times,
		    size_t n, uint64_t *drawn)
{
	for (size_t first = 0, end; first < n; first = end) {
		end = stratum ? first + 1 : n;
		while (end < n && stratum[end] == stratum[first])
			end++;
		uint64_t state = rng_word(key, resample, stratum ? stratum[first] : 0);
		draw_multinomial(&state, times + first, end - first, drawn + first);
	}
}

ORDER_BY(by_value, double, *item)

static double quantile(const double *sorted, size_t n, double p)
{
	double at = p * (double)(n - 1);
	size_t below = (size_t)at;
	if (below + 1 >= n)
		return sorted[n - 1];
	return sorted[below] + (at - (double)below) * (sorted[below + 1] - sorted[below]);
}

struct interval bootstrap_interval(const double *values, size_t n, double units)
{
	if (!n)
		return (struct interval){0, 0, 0};
	AUTO_FREE double *sorted = NEW_ARRAY(double, n);
	double sum = 0;
	memcpy(sorted, values, n * sizeof *sorted);
	qsort(sorted, n, sizeof *sorted, by_value);
	for (size_t i = 0; i < n; i++)
		sum += sorted[i];
	double t = units >= 2 ? student_quantile(0.975, units - 1) * sqrt(units / (units - 1)) : INFINITY;
	double outside = normal_cdf(-t);
	return (struct interval){sum / (double)n, quantile(sorted, n, outside), quantile(sorted, n, 1 - outside)};
}

double bootstrap_superiority(const double *a, const double *b, size_t n, double units, double noise)
{
	double above = 0.5, limit = exp2(-units - 1), sum = 0, squares = 0;
	for (size_t i = 0; i < n; i++) {
		double away = a[i] - b[i];
		above += away > noise ? 1 : away >= -noise ? 0.5 : 0;
		sum += away;
		squares += away * away;
	}
	double chance = above / ((double)n + 1), mean = sum / (double)n, variance = squares / (double)n - mean * mean;
	if (fabs(chance - 0.5) > 0.475 && units >= 2 && variance > noise * noise)
		chance = student_cdf(mean / sqrt(variance) * sqrt((units - 1) / units), units - 1);
	limit = fmax(limit, DBL_EPSILON);
	return fmin(fmax(chance, limit), 1 - limit);
}
