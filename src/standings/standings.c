/* standings.c - the sums of a tournament by robot, and their order (standings.h). */
#include "standings/standings.h"

#include <math.h>

#include "base/bisect.h"
#include "stats/distributions.h"

/* The memory and time for sums by pair grow with the square of the number of robots. */
enum { MOST_PAIRED = 100, MOST_TABLES = 5000 };

/* What a robot did in the games of a deal set. Element t - 1 counts the games in which it shared the first place with t
 * - 1 others. */
struct set_sums {
	uint32_t first[SCHEDULE_MAX_SEATS], early[SCHEDULE_MAX_SEATS]; /* `early` is for the first rotations only */
	uint64_t halves; /* twice the sum of its places */
	uint64_t matches, games;
};

/* Returns the share of the wins. first[t - 1] is the number of games in which t robots shared the first place. */
static double share_of(const uint32_t *first, int n_seats, uint64_t n_games)
{
	double wins = 0;
	for (int tied = 1; tied <= n_seats; tied++)
		wins += (double)first[tied - 1] / tied;
	return wins / (double)n_games;
}

/* Adds the share of wins in the first rotations, and that in the other ones. */
static void add_leak(struct standing *standing, const struct set_sums *sums, int n, uint64_t times)
{
	uint32_t late[SCHEDULE_MAX_SEATS];
	uint64_t n_early = sums->games / (uint64_t)n * (uint64_t)(n / 2);
	for (int tied = 0; tied < n; tied++)
		late[tied] = sums->first[tied] - sums->early[tied];
	leak_add(&standing->leak, share_of(sums->early, n, n_early), share_of(late, n, sums->games - n_early), times);
}

/* Sums up a match. sums[i] are the sums of player i. */
static void sum_match(const struct match_plan *plan, const uint8_t *places, int n, struct set_sums *const *sums)
{
	uint64_t n_games = (uint64_t)plan->n_blocks * (uint64_t)n;
	for (uint64_t game = 0; game < n_games; game++, places += n) {
		int tied[SCHEDULE_MAX_SEATS + 1] = {0};
		for (int player = 0; player < n; player++)
			tied[places[player]]++;
		for (int player = 0; player < n; player++) {
			struct set_sums *of = sums[player];
			of->halves += (uint64_t)(2 * places[player] + tied[places[player]] - 1);
			of->games++;
			if (places[player] != 1)
				continue;
			of->first[tied[1] - 1]++;
			of->early[tied[1] - 1] += leak_is_first((int)(game % (uint64_t)n), n);
		}
	}
}

/* Writes the robots of the set to `robots`, and what each did to `sums`, which must be zero. Returns the number of
 * robots. */
static int sum_set(const struct deal_set *set, int n_seats, int *robots, struct set_sums *sums)
{
	int n = 0;
	for (int i = 0; i < set->n; i++) {
		struct set_sums *of_player[SCHEDULE_MAX_SEATS];
		for (int player = 0; player < n_seats; player++) {
			int at = 0, robot = set->plans[i].robot[player];
			while (at < n && robots[at] != robot)
				at++;
			robots[at] = robot;
			n += at == n;
			of_player[player] = &sums[at];
			sums[at].matches++;
		}
		sum_match(&set->plans[i], set->places[i], n_seats, of_player);
	}
	return n;
}

static void add_unit(struct histogram *units, double value, uint64_t n_matches, uint64_t times)
{
	histogram_add(units, value, times);
	units->n_matches += times * n_matches;
}

static void add_set(const struct deal_set *set, uint64_t times, void *context)
{
	struct standings *standings = context;
	int n_seats = standings->n_seats, most = set->n * n_seats;
	most = most < standings->n_robots ? most : standings->n_robots;
	AUTO_FREE int *robots = NEW_ARRAY(int, (size_t)most);
	AUTO_FREE double *share = NEW_ARRAY(double, (size_t)most);
	AUTO_FREE uint64_t *n_matches = NEW_ARRAY(uint64_t, (size_t)most);
	AUTO_FREE struct set_sums *sums = NEW_ARRAY(struct set_sums, (size_t)most);
	int n = sum_set(set, n_seats, robots, sums);
	for (int i = 0; i < n; i++) {
		struct standing *standing = &standings->list[robots[i]];
		uint64_t games = sums[i].games, range = 2 * (uint64_t)(n_seats - 1) * games;
		share[i] = share_of(sums[i].first, n_seats, games);
		n_matches[i] = sums[i].matches;
		if (!standings->has_pairs)
			add_unit(&standing->shares, share[i], n_matches[i], times);
		if (standings->is_drawn)
			add_leak(standing, &sums[i], n_seats, times);
		if (n_seats > 2)
			add_unit(&standing->scores,
				 (double)(2 * (uint64_t)n_seats * games - sums[i].halves) / (double)range,
				 n_matches[i], times);
	}
	if (standings->has_pairs)
		shares_add(&standings->shares, n, robots, share, n_matches, times);
	if (standings->has_strata)
		strata_add(&standings->strata, schedule_table(standings->sets.schedule, set->plans->number), robots,
			   share, times);
}

void standings_init(struct standings *standings, const struct robot *robots, const struct schedule *schedule)
{
	*standings = (struct standings){.n_robots = schedule->n_robots, .n_seats = schedule->n_seats,
					.match_length = schedule->match_length,
					.is_drawn = !schedule->is_as_given, .robots = robots};
	standings->list = NEW_ARRAY(struct standing, (size_t)schedule->n_robots);
	standings->has_pairs = schedule->n_robots <= MOST_PAIRED;
	if (standings->has_pairs)
		shares_init(&standings->shares, schedule->n_robots);
	standings->is_gauntlet = schedule->format == FORMAT_GAUNTLET && schedule->n_seats == 2 && standings->has_pairs;
	deal_sets_init(&standings->sets, schedule, add_set, standings);
	standings->has_strata = schedule->n_tables > 1 && schedule->n_tables <= MOST_TABLES &&
				schedule->format != FORMAT_POOL && schedule->set_size == 1;
	if (standings->has_strata)
		strata_init(&standings->strata, schedule->n_tables, schedule->n_seats);
}

void standings_add(struct standings *standings, const struct chunk *chunk)
{
	chunk_each(chunk, standings->sets.schedule, deal_sets_add, &standings->sets);
	for (int i = 0; i < chunk->n_robots; i++) {
		const struct chunk_robot *part = &chunk->robots[i];
		struct standing *standing = &standings->list[part->robot];
		tally_add(&standing->tally, &part->tally);
		showdowns_add(&standing->showdowns, &part->showdowns);
		standing->cpu_ns = part->cpu_ns < 0 || standing->cpu_ns < 0 ? -1 : standing->cpu_ns + part->cpu_ns;
	}
	if (chunk->matches.n)
		standings->has_luck = chunk->has_luck && (standings->has_luck || !standings->n_matches);
	for (int i = 0; i < chunk->n_robots && standings->has_luck; i++) {
		struct standing *standing = &standings->list[chunk->robots[i].robot];
		if (!standing->luck)
			standing->luck = NEW_ARRAY(int64_t, LUCK_SUMS);
		for (int sum = 0; sum < LUCK_SUMS; sum++)
			standing->luck[sum] += chunk->luck_sums[i * LUCK_SUMS + sum];
	}
	standings->n_matches += chunk->matches.n;
	standings->n_blocks += chunk->matches.n * chunk->n_blocks;
	standings->n_alike += chunk->n_alike;
}

void standings_finish(struct standings *standings)
{
	deal_sets_finish(&standings->sets);
}

void standings_release(struct standings *standings)
{
	standings_finish(standings);
	for (int i = 0; i < standings->n_robots; i++) {
		histogram_release(&standings->list[i].shares);
		histogram_release(&standings->list[i].leak.gains);
		histogram_release(&standings->list[i].scores);
		FREE_ALL(standings->list[i].first_fault.crash_report, standings->list[i].luck);
	}
	free(standings->list);
	shares_release(&standings->shares);
	strata_release(&standings->strata);
	*standings = (struct standings){0};
}

uint64_t standings_games(const struct standings *standings)
{
	return standings->n_blocks * (uint64_t)standings->n_seats;
}

bool standings_are_alike(const struct standings *standings)
{
	return standings->n_blocks && standings->n_alike == standings->n_blocks;
}

/* Replaces the mean of an interval. The mean over matches equals that over games, which is computed from counts without
 * rounding. */
static struct interval with_mean(struct interval interval, double mean)
{
	interval.mean = mean;
	interval.low = mean < interval.low ? mean : interval.low;
	interval.high = mean > interval.high ? mean : interval.high;
	return interval;
}

static const struct histogram *shares_of(const struct standings *standings, int robot)
{
	return standings->has_pairs ? &standings->shares.own[robot] : &standings->list[robot].shares;
}

static double win_rate(const struct standings *standings, int robot)
{
	return tally_win_share(&standings->list[robot].tally);
}

struct interval standings_wins(const struct standings *standings, int robot)
{
	const struct histogram *shares = shares_of(standings, robot);
	return with_mean(standings->has_strata ? strata_interval(&standings->strata, robot, shares)
					       : interval_of_shares(shares), win_rate(standings, robot));
}

struct corrected standings_corrected(const struct standings *standings, int robot)
{
	const struct standing *standing = &standings->list[robot];
	double variance, degrees;
	uint64_t n = standing->tally.matches;
	if (!standings->has_luck || !standing->luck)
		return (struct corrected){0};
	struct control control = control_fit(LUCK_TERMS, standing->luck, n, LUCK_SHARE);
	bool is_known = control.remaining < 1;
	/* The terms have a mean of 0 at every table, so within tables they explain the same amount of variance. */
	if (standings->has_strata && strata_variance(&standings->strata, robot, -1, &variance, &degrees))
		control.remaining = fmax(1 - control.explained / (double)n / variance, 0.01);
	struct corrected corrected = control_apply(&control, standings_wins(standings, robot), standing->tally.games);
	corrected.is_known = is_known;
	return corrected;
}

struct interval standings_score(const struct standings *standings, int robot)
{
	const struct standing *standing = &standings->list[robot];
	return with_mean(interval_of_shares(standings->n_seats > 2 ? &standing->scores : shares_of(standings, robot)),
			 tally_score(&standing->tally, standings->n_seats));
}

/* Returns the number by which the robots are ranked. */
static double strength(const struct standings *standings, int robot)
{
	return standings->is_gauntlet && robot == 0 ? 0.5 : win_rate(standings, robot);
}

/* Compares two robots, for sorting: the better one comes first. Returns 0 if they are equal. */
static int compare(const struct standings *standings, int first, int second)
{
	double x = strength(standings, first), y = strength(standings, second);
	if (x != y)
		return x < y ? 1 : -1;
	x = tally_place(&standings->list[first].tally);
	y = tally_place(&standings->list[second].tally);
	return x == y ? 0 : x > y ? 1 : -1;
}

static int by_strength(const void *a, const void *b, void *context)
{
	int first = *(const int *)a, second = *(const int *)b, difference = compare(context, first, second);
	return difference ? difference : first - second;
}

void standings_sort(const struct standings *standings, int *order)
{
	struct standings context = *standings; /* qsort_r's context cannot be const */
	for (int i = 0; i < standings->n_robots; i++)
		order[i] = i;
	qsort_r(order, (size_t)standings->n_robots, sizeof *order, by_strength, &context);
}

ORDER_BY(compare_doubles, double, *item)

/* Computes ranges of ranks for many robots: one is surely better than another if their intervals do not overlap. The
 * level is so high that the chance of any wrong interval is at most RANKS_ERROR. */
static void range_by_intervals(const struct standings *standings, struct rank_range *ranges)
{
	int n = standings->n_robots;
	AUTO_FREE struct interval *likely = NEW_ARRAY(struct interval, (size_t)n);
	AUTO_FREE double *lows = NEW_ARRAY(double, (size_t)n), *highs = NEW_ARRAY(double, (size_t)n);
	for (int i = 0; i < n; i++) {
		likely[i] = interval_of_shares_at(shares_of(standings, i), 1 - RANKS_ERROR / n);
		lows[i] = -likely[i].low;
		highs[i] = likely[i].high;
	}
	qsort(lows, (size_t)n, sizeof *lows, compare_doubles);
	qsort(highs, (size_t)n, sizeof *highs, compare_doubles);
	for (int i = 0; i < n; i++)
		ranges[i] = (struct rank_range){1 + (int)BISECT(k, n, lows[k] < -likely[i].high),
						n - (int)BISECT(k, n, highs[k] < likely[i].low)};
}

static double superiority(const void *context, int a, int b)
{
	const struct standings *standings = context;
	double variance, degrees;
	if (standings->is_gauntlet && a == 0)
		return 1 - interval_superiority(shares_of(standings, b), 0.5);
	if (!standings->has_strata || !strata_variance(&standings->strata, a, b, &variance, &degrees))
		return shares_superiority(&standings->shares, a, b);
	return student_cdf((win_rate(standings, a) - win_rate(standings, b)) / sqrt(variance), degrees);
}

int standings_rank(const struct standings *standings, const int *order, int at)
{
	while (at > 0 && compare(standings, order[at - 1], order[at]) == 0)
		at--;
	return at + 1;
}

struct standings_row *standings_rows(const struct standings *standings)
{
	int n = standings->n_robots;
	AUTO_FREE int *order = NEW_ARRAY(int, (size_t)n);
	AUTO_FREE struct rank_range *ranges = NEW_ARRAY(struct rank_range, (size_t)n);
	struct standings_row *rows = NEW_ARRAY(struct standings_row, (size_t)n);
	standings_sort(standings, order);
	if (standings->has_pairs)
		ranks_of(n, NULL, superiority, standings, ranges);
	else
		range_by_intervals(standings, ranges);
	for (int at = 0; at < n; at++)
		rows[at] = (struct standings_row){.robot = order[at], .rank = standings_rank(standings, order, at),
			.range = ranges[order[at]],
					.wins = standings_wins(standings, order[at])};
	return rows;
}

void standings_against_first(const struct standings *standings, int *results)
{
	int n = standings->n_robots;
	AUTO_FREE double *chances = NEW_ARRAY(double, (size_t)n);
	for (int i = 1; i < n; i++)
		chances[i] = superiority(standings, 0, i);
	results[0] = 0;
	ranks_results(chances + 1, (size_t)n - 1, results + 1);
}

/* Returns true if the robot never answered an ask. At a table of such robots the last one wins without being asked. */
static bool has_never_answered(const struct standings *standings, int robot)
{
	const struct tally *tally = &standings->list[robot].tally;
	bool is_unloadable = standings->robots[robot].fault.verdict == VERDICT_LOAD;
	return tally->games > 0 &&
		(is_unloadable || (tally->asks > 0 && tally->timeouts + tally->crashes >= tally->asks));
}

bool standings_has_failed_robot(const struct standings *standings)
{
	uint64_t failures = 0;
	for (int i = 0; i < standings->n_robots; i++) {
		const struct tally *tally = &standings->list[i].tally;
		if (has_never_answered(standings, i) || (tally->games > 0 && tally->failed_games == tally->games))
			return true;
		failures += tally->failed_games;
	}
	/* If all except the winner failed in every game, no game was decided by play. */
	return failures > 0 && failures >= (uint64_t)(standings->n_seats - 1) * standings_games(standings);
}
