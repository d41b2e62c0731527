/* league.c - see league.h.
 *
 * Equal blocks are counted in `kinds` and taken apart once, in league_finish. Where a run has so many
 * games at tables of four or more that nearly every block is another, this would take much memory and
 * the ratings much time: there the blocks of many consecutive matches are the unit (is_pooled). */
#include "cli/league.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "match/result.h"
#include "store/blocks.h"

enum {
	MOST_KEPT = 20000, /* blocks of a table that are units themselves */
	N_POOLS = 256,     /* units of a table that has more */
};

/* A run that is being read. */
struct league_run {
	struct database *database;
	struct schedule schedule;
	int *robots;            /* by position in the run: index in the league */
	bool is_pooled;
	uint64_t pool;          /* number of the pool that is open */
	int ids[SCHEDULE_MAX_SEATS]; /* the table of the match: indices in the league */
};

void league_release(struct league *league)
{
	for (int i = 0; i < league->n_robots; i++) {
		free(league->robots[i].sha256);
		free(league->robots[i].options);
		free(league->robots[i].label);
	}
	free(league->robots);
	blocks_release(&league->blocks);
	kinds_release(&league->kinds);
	*league = (struct league){0};
}

/* ---- robots ----------------------------------------------------------------------------- */

static int find_robot(const struct league *league, const char *sha256, const char *options)
{
	for (int i = 0; i < league->n_robots; i++)
		if (strcmp(league->robots[i].sha256, sha256) == 0 && strcmp(league->robots[i].options, options) == 0)
			return i;
	return -1;
}

static bool is_label_taken(const struct league *league, const char *label)
{
	for (int i = 0; i < league->n_robots; i++)
		if (strcmp(league->robots[i].label, label) == 0)
			return true;
	return false;
}

/* Another file of the same name is told apart by the beginning of its hash. */
static char *unique_label(const struct league *league, const char *label, const char *sha256)
{
	AUTO_STR struct str unique = {0};
	str_add(&unique, label);
	for (int n = 7; is_label_taken(league, str_text(&unique)) && n <= 64; n += 19) {
		str_clear(&unique);
		str_addf(&unique, "%s@%.*s", label, n, sha256);
	}
	return mem_strdup(str_text(&unique));
}

static int add_robot(struct league *league, const struct info_robot *robot)
{
	const char *colon = strchr(robot->spec, ':');
	int at = find_robot(league, robot->sha256, colon ? colon : "");
	if (at >= 0)
		return at;
	league->robots = mem_resize(league->robots, (size_t)league->n_robots + 1, sizeof *league->robots);
	league->robots[league->n_robots] = (struct league_robot){
		.sha256 = mem_strdup(robot->sha256), .options = mem_strdup(colon ? colon : ""),
		.label = unique_label(league, robot->label, robot->sha256),
	};
	return league->n_robots++;
}

/* ---- blocks ----------------------------------------------------------------------------- */

static bool sits_before(const int *ids, int player)
{
	for (int i = 0; i < player; i++)
		if (ids[i] == ids[player])
			return true;
	return false;
}

/* Adds a block to the sums of a robot. Its share in it is the mean over its seats at the table. */
static void add_sums_of(struct league_robot *robot, const int *ids, int id, const uint8_t *places, int n, uint64_t times)
{
	double score = 0, first = 0, weight = (double)times;
	int n_games = 0;
	for (int player = 0; player < n; player++) {
		for (int game = 0; game < n && ids[player] == id; game++, n_games++) {
			score += (n - places_mean(places + game * n, n, player)) / (n - 1);
			first += places_win(places + game * n, n, player);
		}
	}
	score /= n_games;
	first /= n_games;
	robot->games += times * (uint64_t)n_games;
	robot->blocks += times;
	robot->scores += weight * score;
	robot->score_squares += weight * score * score;
	robot->firsts += weight * first;
	robot->first_squares += weight * first * first;
}

static void add_sums(struct league *league, const int *ids, const uint8_t *places, int n, uint64_t times)
{
	for (int player = 0; player < n; player++)
		if (!sits_before(ids, player))
			add_sums_of(&league->robots[ids[player]], ids, ids[player], places, n, times);
}

static void add_games(struct league *league, const struct kind *kind, uint64_t times)
{
	int places[SCHEDULE_MAX_SEATS];
	for (int game = 0; game < kind->n_games; game++) {
		for (int player = 0; player < kind->n_seats; player++)
			places[player] = kind->places[game * kind->n_seats + player];
		blocks_game(&league->blocks, kind->n_seats, kind->robots, places, (uint32_t)times);
	}
}

/* The kinds were games of a pool: together they are a unit. */
static void end_pool(struct league *league)
{
	AUTO_KINDS struct kinds sorted = {0};
	struct kind kind;
	kinds_sort(&league->kinds, &sorted);
	for (size_t i = 0; i < sorted.set.n; i++) {
		kinds_get(&sorted, i, &kind);
		add_games(league, &kind, kind.times);
	}
	blocks_end(&league->blocks, 1);
}

/* The kinds were blocks. */
static void end_blocks(struct league *league)
{
	AUTO_KINDS struct kinds sorted = {0};
	struct kind kind;
	kinds_sort(&league->kinds, &sorted);
	for (size_t i = 0; i < sorted.set.n; i++) {
		kinds_get(&sorted, i, &kind);
		add_sums(league, kind.robots, kind.places, kind.n_seats, kind.times);
		add_games(league, &kind, 1);
		blocks_end(&league->blocks, kind.times);
	}
}

/* ---- matches ---------------------------------------------------------------------------- */

static void visit_block(const uint8_t *places, uint32_t count, void *context)
{
	struct league *league = context;
	const struct league_run *run = league->run;
	int n = run->schedule.n_seats;
	if (!run->is_pooled) {
		kinds_add(&league->kinds, run->ids, places, n, n, count);
		return;
	}
	add_sums(league, run->ids, places, n, count);
	for (int game = 0; game < n; game++)
		kinds_add(&league->kinds, run->ids, places + game * n, n, 1, count);
}

/* Tables of a random pool are not played twice, those of a pair in turn: there the run as a whole is divided. */
static bool has_tables(const struct schedule *schedule)
{
	return schedule->format != FORMAT_POOL && schedule->format != FORMAT_PAIRED;
}

static uint64_t pool_of(const struct schedule *schedule, uint64_t number)
{
	uint64_t n = has_tables(schedule) ? schedule->matches_per_table : schedule->n_matches;
	return number / n * N_POOLS + (uint64_t)((unsigned __int128)(number % n) * N_POOLS / n);
}

static bool is_pooled(const struct schedule *schedule)
{
	uint64_t n_tables = has_tables(schedule) ? 1 : schedule->n_tables;
	return schedule->n_seats > 3 && n_tables * schedule->blocks_per_table > MOST_KEPT;
}

static int visit_match(const struct stored_match *match, void *context, struct err *err)
{
	struct league *league = context;
	struct league_run *run = league->run;
	const struct schedule *schedule = &run->schedule;
	struct match_plan plan;
	if (match->number >= schedule->n_matches)
		return database_damaged(run->database, match->number, err);
	schedule_match(schedule, match->number, &plan);
	for (int player = 0; player < schedule->n_seats; player++)
		run->ids[player] = run->robots[plan.robot[player]];
	uint64_t pool = pool_of(schedule, match->number);
	if (run->is_pooled && pool != run->pool)
		end_pool(league);
	run->pool = pool;
	if (match->n_blocks != plan.n_blocks || blocks_decode(match->outcomes, match->size, plan.n_blocks, schedule->n_seats,
							      visit_block, league))
		return database_damaged(run->database, match->number, err);
	league->n_matches++;
	league->n_blocks += plan.n_blocks;
	league->games += (uint64_t)plan.n_blocks * (uint64_t)schedule->n_seats;
	return 0;
}

static void note_seats(struct league *league, int n_seats)
{
	if (!league->fewest_seats || n_seats < league->fewest_seats)
		league->fewest_seats = n_seats;
	if (n_seats > league->most_seats)
		league->most_seats = n_seats;
}

int league_add(struct league *league, struct database *database, int64_t id, struct err *err)
{
	struct league_run run = {.database = database};
	struct info info;
	if (database_info(database, id, &info, err))
		return -1;
	run.robots = NEW_ARRAY(int, (size_t)info.n_robots);
	for (int i = 0; i < info.n_robots; i++)
		run.robots[i] = add_robot(league, &info.robots[i]);
	int failed = info_schedule(&info, &run.schedule, err);
	if (!failed && league->n_robots > BLOCKS_MAX_ROBOTS)
		failed = err_set(err, EXIT_USAGE, "more than %d robots; name a run", BLOCKS_MAX_ROBOTS);
	run.is_pooled = !failed && is_pooled(&run.schedule);
	/* Pools are made of the games of this run alone. */
	if (run.is_pooled)
		end_blocks(league);
	uint64_t had = league->n_matches;
	league->run = &run;
	if (!failed)
		failed = database_each_match(database, id, visit_match, league, err);
	league->run = NULL;
	if (!failed && run.is_pooled)
		end_pool(league);
	if (!failed && league->n_matches > had)
		note_seats(league, info.n_seats);
	league->n_runs++;
	free(run.robots);
	info_release(&info);
	return failed;
}

void league_finish(struct league *league)
{
	end_blocks(league);
	blocks_sort(&league->blocks);
}

/* ---- what it says ----------------------------------------------------------------------- */

struct interval league_score(const struct league_robot *robot)
{
	return interval_of_blocks(robot->blocks, robot->scores, robot->score_squares);
}

struct interval league_firsts(const struct league_robot *robot)
{
	return interval_of_blocks(robot->blocks, robot->firsts, robot->first_squares);
}

static void add_order(const struct league *league, const struct order *order, double times, double *met, double *before)
{
	size_t n = (size_t)league->n_robots;
	for (int i = 0; i < order->n_seats; i++) {
		for (int j = 0; j < order->n_seats; j++) {
			size_t at = order->robots[i] * n + order->robots[j];
			if (order->robots[i] == order->robots[j])
				continue;
			met[at] += times;
			before[at] += order->group[i] < order->group[j] ? times : order->group[i] == order->group[j] ? times / 2 : 0;
		}
	}
}

void league_matrix(const struct league *league, double *met, double *before)
{
	for (uint32_t unit = 0; unit < league->blocks.units.n; unit++) {
		size_t n_pairs;
		const uint32_t *pairs = blocks_unit(&league->blocks, unit, &n_pairs);
		for (size_t i = 0; i < n_pairs; i++) {
			struct order order = blocks_order(&league->blocks, pairs[2 * i]);
			add_order(league, &order, (double)league->blocks.times[unit] * pairs[2 * i + 1], met, before);
		}
	}
}
