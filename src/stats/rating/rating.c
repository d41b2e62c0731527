/* rating.c - the rating list of a set of robots (rating.h). */
#include "stats/rating/rating.h"

#include <math.h>

#include "stats/elo.h"
#include "stats/rating/plackett.h"
#include "stats/rating/spread.h"

#define RATING_NOISE 1e-5 /* Elo; the error of the fit of a resample is smaller */

struct rating_options rating_defaults(void)
{
	return (struct rating_options){
		.prior = PLACKETT_PRIOR,
		.n_resamples = BOOTSTRAP_RESAMPLES,
		.key = BOOTSTRAP_KEY,
		.anchor = -1,
	};
}

void ratings_release(struct ratings *ratings)
{
	if (ratings->shares)
		shares_release(ratings->shares);
	FREE_ALL(ratings->shares, ratings->in_shares, ratings->robots, ratings->resamples);
	*ratings = (struct ratings){0};
}

static bool is_alone(const struct order *order, int seat)
{
	for (int i = 0; i < order->n_seats; i++) {
		if (i != seat && order->group[i] == order->group[seat])
			return false;
	}
	return true;
}

/* Adds one order of a unit: its games, and for each robot whether it has always won or always lost. */
static void count_order(struct ratings *ratings, const struct order *order, uint64_t games, bool *always_first,
			bool *always_last)
{
	ratings->has_direction |= order->n_seats > 2 && ratings->by == RATING_BY_PLACES;
	for (int i = 0; i < order->n_seats; i++) {
		uint32_t robot = order->robots[i];
		bool alone = is_alone(order, i);
		always_first[robot] &= alone && order->group[i] == 0;
		always_last[robot] &= ratings->by == RATING_BY_WINS ? order->group[i] > 0
				       : alone && order->group[i] == order->n_groups - 1;
		if (i == 0 || order->robots[i - 1] != robot) /* several seats of a robot count as one game */
			ratings->robots[robot].games += games;
	}
}

static void count_units(struct ratings *ratings, const struct blocks *blocks)
{
	size_t n = (size_t)blocks->n_robots;
	AUTO_FREE bool *always_first = NEW_ARRAY(bool, n + 1), *always_last = NEW_ARRAY(bool, n + 1);
	AUTO_FREE uint32_t *last_unit = NEW_ARRAY(uint32_t, n + 1);
	memset(always_first, true, n);
	memset(always_last, true, n);
	for (uint32_t unit = 0; unit < blocks->units.n; unit++) {
		size_t n_pairs;
		const uint32_t *pairs = blocks_unit(blocks, unit, &n_pairs);
		for (size_t i = 0; i < n_pairs; i++) {
			struct order order = blocks_order(blocks, pairs[2 * i]);
			count_order(ratings, &order, blocks->times[unit] * pairs[2 * i + 1], always_first, always_last);
			for (int seat = 0; seat < order.n_seats; seat++) {
				uint32_t robot = order.robots[seat];
				if (last_unit[robot] != unit + 1)
					ratings->robots[robot].units += blocks->times[unit];
				last_unit[robot] = unit + 1;
			}
		}
	}
	for (size_t i = 0; i < n; i++) {
		struct robot_rating *robot = &ratings->robots[i];
		robot->kind = !robot->games ? RATING_NONE
			: always_first[i] && !always_last[i] ? RATING_AT_LEAST
			: always_last[i] && !always_first[i] ? RATING_AT_MOST
			: robot->units < 2 ? RATING_SINGLE : RATING_BETWEEN;
	}
}

/* Units are sorted by order and thus by table. A table with enough units is a stratum, whose number is that of the
 * table + 1. The units of the other tables, which need not be adjacent, form stratum 0. */
struct rating_plan {
	size_t n;
	uint32_t *unit;    /* [n]: units by stratum */
	uint32_t *stratum; /* [n] ascending */
	uint64_t *times;   /* [n] */
	uint64_t *drawn;   /* [n] */
	uint64_t *by_unit; /* by_unit[unit] is how often the unit was drawn */
};

static void plan_add(struct rating_plan *plan, const struct blocks *blocks, uint32_t unit, uint32_t stratum)
{
	plan->unit[plan->n] = unit;
	plan->stratum[plan->n] = stratum;
	plan->times[plan->n++] = blocks->times[unit];
}

static void plan_init(struct rating_plan *plan, const struct blocks *blocks)
{
	size_t n = blocks->units.n;
	AUTO_FREE uint64_t *units_at = NEW_ARRAY(uint64_t, blocks->tables.n + 1);
	*plan = (struct rating_plan){0, NEW_ARRAY(uint32_t, n + 1), NEW_ARRAY(uint32_t, n + 1),
		NEW_ARRAY(uint64_t, n + 1), NEW_ARRAY(uint64_t, n + 1), NEW_ARRAY(uint64_t, n + 1)};
	for (uint32_t unit = 0; unit < n; unit++)
		units_at[blocks_table_of(blocks, unit)] += blocks->times[unit];
	for (uint32_t unit = 0; unit < n; unit++) {
		if (units_at[blocks_table_of(blocks, unit)] < RATING_STRATUM)
			plan_add(plan, blocks, unit, 0);
	}
	for (uint32_t unit = 0; unit < n; unit++) {
		uint32_t table = blocks_table_of(blocks, unit);
		if (units_at[table] >= RATING_STRATUM)
			plan_add(plan, blocks, unit, table + 1);
	}
}

static void resample(struct ratings *ratings, struct fitter *fitter)
{
	size_t n_robots = (size_t)ratings->n_robots, n = fitter->options->n_resamples;
	AUTO_FREE double *start = NEW_ARRAY(double, n_robots + 1);
	struct rating_plan plan;
	plan_init(&plan, fitter->blocks);
	memcpy(start, fitter->strength, n_robots * sizeof *start);
	ratings->n_resamples = n;
	ratings->resamples = NEW_ARRAY(double, n_robots * n + 1);
	for (size_t r = 0; r < n; r++) {
		bootstrap_draw(fitter->options->key, r, plan.stratum, plan.times, plan.n, plan.drawn);
		for (size_t i = 0; i < plan.n; i++)
			plan.by_unit[plan.unit[i]] = plan.drawn[i];
		memcpy(fitter->strength, start, n_robots * sizeof *start); /* so that the order of resamples has no
		                                                            * effect */
		ratings->is_converged &= fitter_fit(fitter, plan.by_unit).is_converged;
		double level = fitter_level(fitter);
		for (size_t i = 0; i < n_robots; i++)
			ratings->resamples[i * n + r] = fitter_elo(fitter, fitter->strength[i], level);
	}
	FREE_ALL(plan.unit, plan.stratum, plan.times, plan.drawn, plan.by_unit);
}

/* Fits both directions, and leaves the one that explains the games better in *fitter. */
static void fit_directions(struct ratings *ratings, struct fitter *fitter, const struct blocks *blocks,
			   const struct rating_options *options)
{
	fitter_init(fitter, blocks, options, ratings->robots, ratings->has_direction ? STAGES_FORWARD : STAGES_WINS);
	struct plackett_fit forward = fitter_fit(fitter, blocks->times), reverse = forward;
	if (ratings->has_direction) {
		struct fitter reversed;
		fitter_init(&reversed, blocks, options, ratings->robots, STAGES_REVERSE);
		reverse = fitter_fit(&reversed, blocks->times);
		ratings->is_reverse =
			reverse.log_likelihood > forward.log_likelihood + 1e-9 * fabs(forward.log_likelihood);
		struct fitter *worse = ratings->is_reverse ? fitter : &reversed;
		fitter_release(worse);
		if (ratings->is_reverse)
			*fitter = reversed;
	}
	ratings->log_likelihood[0] = forward.log_likelihood;
	ratings->log_likelihood[1] = reverse.log_likelihood;
	ratings->is_converged = ratings->is_reverse ? reverse.is_converged : forward.is_converged;
}

static void find_components(struct ratings *ratings, const struct blocks *blocks)
{
	AUTO_FREE struct component *of = NEW_ARRAY(struct component, (size_t)blocks->n_robots + 1);
	ratings->components = components_of(blocks, ratings->by == RATING_BY_WINS, of);
	for (int i = 0; i < blocks->n_robots; i++)
		ratings->robots[i].component = of[i];
}

static void set_bound(const struct fitter *fitter, uint32_t robot, struct robot_rating *rating)
{
	double away = fitter_scale(fitter) * (fitter_bound(fitter, robot) - fitter->strength[robot]);
	double bound = rating->elo + away * fitter_leverage(fitter, (int)robot);
	if (rating->kind == RATING_AT_LEAST)
		rating->low = fmin(bound, rating->elo);
	else
		rating->high = fmax(bound, rating->elo);
}

/* Finds the two robots, if only two have played. */
static bool is_pair(const struct ratings *ratings, const struct blocks *blocks, uint32_t pair[2])
{
	int n = 0;
	for (int i = 0; i < ratings->n_robots; i++) {
		if (ratings->robots[i].games && n++ < 2)
			pair[n - 1] = (uint32_t)i;
	}
	return n == 2 && blocks->tables.n == 1 && blocks->tables.items[0].length == 2;
}

/* Counts, for each unit, the share of the wins of the first of the two robots. */
static void count_shares(const struct blocks *blocks, struct histogram *shares)
{
	for (uint32_t unit = 0; unit < blocks->units.n; unit++) {
		size_t n_pairs;
		const uint32_t *pairs = blocks_unit(blocks, unit, &n_pairs);
		uint64_t halves = 0, games = 0;
		for (size_t i = 0; i < n_pairs; i++) {
			struct order order = blocks_order(blocks, pairs[2 * i]);
			games += pairs[2 * i + 1];
			halves += order.group[0] > 0 ? 0 : order.n_groups == 1 ? pairs[2 * i + 1]
									       : 2 * (uint64_t)pairs[2 * i + 1];
		}
		histogram_add(shares, (double)halves / (2 * (double)games), blocks->times[unit]);
	}
}

static void set_pair(struct ratings *ratings, const struct fitter *fitter, const uint32_t pair[2])
{
	AUTO_HISTOGRAM struct histogram shares = {0};
	count_shares(fitter->blocks, &shares);
	struct interval share = interval_of_shares(&shares);
	ratings->is_pair = true;
	double ends[2] = {elo_of_score(share.low), elo_of_score(share.high)};
	for (int i = 0; i < 2; i++) {
		struct robot_rating *robot = &ratings->robots[pair[i]], *other = &ratings->robots[pair[!i]];
		double low = i ? -ends[1] : ends[0], high = i ? -ends[0] : ends[1];
		if (fitter_leverage(fitter, (int)pair[i]) == 0 || robot->kind == RATING_SINGLE)
			continue;
		bool is_beside_anchor = fitter_leverage(fitter, (int)pair[!i]) == 0;
		double middle = is_beside_anchor ? other->elo : (robot->elo + other->elo) / 2;
		double leverage = is_beside_anchor ? 1 : 0.5;
		if (robot->kind != RATING_AT_MOST)
			robot->low = fmin(middle + leverage * low, robot->elo);
		if (robot->kind != RATING_AT_LEAST)
			robot->high = fmax(middle + leverage * high, robot->elo);
	}
}

/* Returns true if all robots play in every unit, each in one seat. */
static bool is_one_table(const struct blocks *blocks)
{
	if (blocks->tables.n != 1)
		return false;
	const uint32_t *robots = intern_words(&blocks->tables, 0);
	for (size_t i = 1; i < blocks->tables.items[0].length; i++)
		if (robots[i] == robots[i - 1])
			return false;
	return true;
}

/* Adds the win shares of robots at a single table. Does nothing for a rating by places at a table of more than two,
 * because it does not follow from the win shares. */
static void add_shares(struct ratings *ratings, const struct blocks *blocks)
{
	if (!is_one_table(blocks) || (ratings->by == RATING_BY_PLACES && blocks->tables.items[0].length > 2))
		return;
	int n = (int)blocks->tables.items[0].length, seats[BLOCKS_MAX_SEATS];
	ratings->in_shares = NEW_ARRAY(int, (size_t)ratings->n_robots + 1);
	for (int i = 0; i < n; i++)
		seats[i] = ratings->in_shares[intern_words(&blocks->tables, 0)[i]] = i;
	ratings->shares = NEW(struct shares);
	shares_init(ratings->shares, n);
	for (uint32_t unit = 0; unit < blocks->units.n; unit++) {
		size_t n_pairs;
		const uint32_t *pairs = blocks_unit(blocks, unit, &n_pairs);
		double wins[BLOCKS_MAX_SEATS] = {0}, games = 0;
		for (size_t i = 0; i < n_pairs; i++) {
			struct order order = blocks_order(blocks, pairs[2 * i]);
			int n_first = 0;
			for (int seat = 0; seat < n; seat++)
				n_first += order.group[seat] == 0;
			for (int seat = 0; seat < n; seat++)
				wins[seat] += order.group[seat] == 0 ? pairs[2 * i + 1] / (double)n_first : 0;
			games += pairs[2 * i + 1];
		}
		for (int seat = 0; seat < n; seat++)
			wins[seat] = fmin(wins[seat] / games, 1);
		shares_add(ratings->shares, n, seats, wins, NULL, blocks->times[unit]);
	}
}

/* Sets the intervals by resampling, which changes the fit in *fitter. */
static void set_intervals(struct ratings *ratings, struct fitter *fitter)
{
	size_t n = (size_t)ratings->n_robots;
	AUTO_FREE double *below = NEW_ARRAY(double, n + 1), *above = NEW_ARRAY(double, n + 1);
	spread_of(fitter, below, above);
	resample(ratings, fitter);
	for (size_t i = 0; i < n && !ratings->is_pair; i++) {
		struct robot_rating *robot = &ratings->robots[i];
		double leverage = fitter_leverage(fitter, (int)i);
		if (robot->kind != RATING_BETWEEN || leverage == 0)
			continue;
		struct interval interval = bootstrap_interval(ratings->resamples + i * ratings->n_resamples,
							      ratings->n_resamples, (double)robot->units);
		robot->own_low = leverage * below[i];
		robot->own_high = leverage * above[i];
		robot->low = fmin(interval.low, robot->elo + robot->own_low);
		robot->high = fmax(interval.high, robot->elo + robot->own_high);
	}
}

void ratings_of(struct ratings *ratings, const struct blocks *blocks, const struct rating_options *options)
{
	bug_if(!(options->prior > 0) || (!blocks->is_sorted && blocks->orders.n));
	*ratings = (struct ratings){.n_robots = blocks->n_robots, .by = options->by};
	ratings->robots = NEW_ARRAY(struct robot_rating, (size_t)blocks->n_robots + 1);
	count_units(ratings, blocks);
	find_components(ratings, blocks);
	struct fitter fitter;
	fit_directions(ratings, &fitter, blocks, options);
	double level = fitter_level(&fitter);
	for (int i = 0; i < ratings->n_robots; i++) {
		struct robot_rating *robot = &ratings->robots[i];
		if (robot->kind == RATING_NONE)
			continue;
		robot->elo = robot->low = robot->high = fitter_elo(&fitter, fitter.strength[i], level);
		if (robot->kind == RATING_AT_LEAST || robot->kind == RATING_AT_MOST)
			set_bound(&fitter, (uint32_t)i, robot);
	}
	uint32_t pair[2];
	if (is_pair(ratings, blocks, pair))
		set_pair(ratings, &fitter, pair);
	add_shares(ratings, blocks);
	if (options->n_resamples)
		set_intervals(ratings, &fitter);
	fitter_release(&fitter);
}

bool ratings_difference(const struct ratings *ratings, int a, int b, struct interval *difference)
{
	const struct robot_rating *first = &ratings->robots[a], *second = &ratings->robots[b];
	size_t n = ratings->n_resamples;
	if (first->kind != RATING_BETWEEN || second->kind != RATING_BETWEEN || !n ||
	    first->component.island != second->component.island)
		return false;
	struct interval interval = {first->elo - second->elo, first->low - second->high, first->high - second->low};
	if (!ratings->is_pair) {
		AUTO_FREE double *values = NEW_ARRAY(double, n);
		for (size_t i = 0; i < n; i++)
			values[i] = ratings->resamples[(size_t)a * n + i] - ratings->resamples[(size_t)b * n + i];
		uint64_t units = first->units < second->units ? first->units : second->units;
		struct interval resampled = bootstrap_interval(values, n, (double)units);
		double below = hypot(first->own_low, second->own_high), above = hypot(first->own_high, second->own_low);
		interval.low = fmin(resampled.low, interval.mean - below);
		interval.high = fmax(resampled.high, interval.mean + above);
	}
	*difference = interval;
	return true;
}

double ratings_superiority(const struct ratings *ratings, int a, int b)
{
	const struct robot_rating *first = &ratings->robots[a], *second = &ratings->robots[b];
	if (a == b || first->kind == RATING_NONE || second->kind == RATING_NONE)
		return 0.5;
	if (ratings->shares)
		return shares_superiority(ratings->shares, ratings->in_shares[a], ratings->in_shares[b]);
	uint64_t units = first->units < second->units ? first->units : second->units;
	return bootstrap_superiority(ratings->resamples + (size_t)a * ratings->n_resamples,
				     ratings->resamples + (size_t)b * ratings->n_resamples, ratings->n_resamples,
				     (double)units, RATING_NOISE);
}

static double superiority(const void *context, int a, int b)
{
	return ratings_superiority(context, a, b);
}

void ratings_ranks(const struct ratings *ratings, struct rank_range *ranks)
{
	AUTO_FREE int *island = NEW_ARRAY(int, (size_t)ratings->n_robots + 1);
	for (int i = 0; i < ratings->n_robots; i++)
		island[i] = ratings->robots[i].component.island;
	ranks_of(ratings->n_robots, island, superiority, ratings, ranks);
}
