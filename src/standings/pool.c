/* pool.c - reads runs into one field. Sums are counts, so the order of runs and of matches changes no digit. */
#include "standings/pool.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "match/result.h"
#include "robot/spec.h"

/* A run that is being read. */
struct pool_run {
	int n_seats;
	int *robots;            /* by position in the run: index in the pool; owned */
};

void pool_release(struct pool *pool)
{
	for (int i = 0; i < pool->n_robots; i++) {
		free(pool->robots[i].sha256);
		free(pool->robots[i].options);
		free(pool->robots[i].label);
		histogram_release(&pool->robots[i].shares);
		histogram_release(&pool->robots[i].scores);
	}
	free(pool->robots);
	blocks_release(&pool->blocks);
	*pool = (struct pool){0};
}

/* ---- robots ----------------------------------------------------------------------------- */

static int find_robot(const struct pool *pool, const char *sha256, const char *options)
{
	for (int i = 0; i < pool->n_robots; i++)
		if (strcmp(pool->robots[i].sha256, sha256) == 0 && strcmp(pool->robots[i].options, options) == 0)
			return i;
	return -1;
}

int pool_find(const struct pool *pool, const struct run_config_robot *robot)
{
	return find_robot(pool, robot->sha256, spec_options(robot->spec));
}

static bool is_label_taken(const struct pool *pool, const char *label)
{
	for (int i = 0; i < pool->n_robots; i++)
		if (strcmp(pool->robots[i].label, label) == 0)
			return true;
	return false;
}

/* The beginning of the hash distinguishes files of the same name. */
static char *unique_label(const struct pool *pool, const char *label, const char *sha256)
{
	AUTO_STR struct str unique = {0};
	str_add(&unique, label);
	for (int n = 7; is_label_taken(pool, str_text(&unique)) && n <= 64; n += 19) {
		str_clear(&unique);
		str_addf(&unique, "%s@%.*s", label, n, sha256);
	}
	return mem_strdup(str_text(&unique));
}

static int add_robot(struct pool *pool, const struct run_config_robot *robot)
{
	int at = pool_find(pool, robot);
	if (at >= 0)
		return at;
	pool->robots = mem_resize(pool->robots, (size_t)pool->n_robots + 1, sizeof *pool->robots);
	pool->robots[pool->n_robots] = (struct pool_robot){
		.sha256 = mem_strdup(robot->sha256), .options = mem_strdup(spec_options(robot->spec)),
		.label = unique_label(pool, robot->label, robot->sha256),
	};
	return pool->n_robots++;
}

/* ---- matches ---------------------------------------------------------------------------- */

static bool sits_before(const int *ids, int player)
{
	for (int i = 0; i < player; i++)
		if (ids[i] == ids[player])
			return true;
	return false;
}

/* Adds equal matches to the sums of a robot. */
static void add_sums(struct pool_robot *robot, const struct tally *tally, int n, uint64_t times)
{
	robot->games += times * tally->games;
	robot->matches += times;
	histogram_add(&robot->shares, tally_win_share(tally), times);
	histogram_add(&robot->scores, tally_score(tally, n), times);
}

/* By wins, only first places are distinguished. */
static void add_game(struct pool *pool, const int *ids, const uint8_t *places, int n)
{
	int ends[SCHEDULE_MAX_SEATS];
	for (int player = 0; player < n; player++)
		ends[player] = pool->by == RATING_BY_PLACES || places[player] == 1 ? places[player] : 2;
	blocks_game(&pool->blocks, n, ids, ends, 1);
}

/* Adds a match of n_games with the robots ids[player], seen `times` times. */
static void add_games(struct pool *pool, const int *ids, const uint8_t *places, uint64_t n_games, int n, uint64_t times)
{
	for (int player = 0; player < n; player++) {
		struct tally tally = {0}; /* of a robot: its share is the mean over its seats at the table */
		if (sits_before(ids, player))
			continue;
		for (int seat = player; seat < n; seat++)
			if (ids[seat] == ids[player])
				tally_places(&tally, places, n_games, n, seat, 1);
		add_sums(&pool->robots[ids[player]], &tally, n, times);
	}
	for (uint64_t game = 0; game < n_games; game++)
		add_game(pool, ids, places + game * (uint64_t)n, n);
	blocks_end(&pool->blocks, times);
	pool->n_matches += times;
	pool->games += times * n_games;
}

static void add_match(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context)
{
	struct pool *pool = context;
	const struct pool_run *run = pool->run;
	int n = run->n_seats, ids[SCHEDULE_MAX_SEATS];
	for (int player = 0; player < n; player++)
		ids[player] = run->robots[plan->robot[player]];
	add_games(pool, ids, places, (uint64_t)plan->n_blocks * (uint64_t)n, n, times);
	pool->n_blocks += times * plan->n_blocks;
}

static void note_seats(struct pool *pool, int n_seats)
{
	if (!pool->fewest_seats || n_seats < pool->fewest_seats)
		pool->fewest_seats = n_seats;
	if (n_seats > pool->most_seats)
		pool->most_seats = n_seats;
}

static int add_run(struct pool *pool, struct database *database, int64_t id, const struct run_config *info, struct err *err)
{
	struct schedule schedule;
	uint64_t had = pool->n_matches;
	if (run_config_schedule(info, &schedule, err))
		return -1;
	if (pool->n_robots > BLOCKS_MAX_ROBOTS)
		return err_set(err, EXIT_USAGE, "there are more than %d robots; name a run", BLOCKS_MAX_ROBOTS);
	if (database_each_match(database, id, &schedule, add_match, pool, err))
		return -1;
	if (pool->n_matches > had)
		note_seats(pool, info->n_seats);
	pool->n_runs++;
	return 0;
}

int pool_add(struct pool *pool, struct database *database, int64_t id, struct err *err)
{
	struct run_config info;
	if (database_info(database, id, &info, err))
		return -1;
	struct pool_run run = {.n_seats = info.n_seats, .robots = NEW_ARRAY(int, (size_t)info.n_robots)};
	for (int i = 0; i < info.n_robots; i++)
		run.robots[i] = add_robot(pool, &info.robots[i]);
	pool->run = &run;
	int failed = add_run(pool, database, id, &info, err);
	pool->run = NULL;
	free(run.robots);
	run_config_release(&info);
	return failed;
}

/* Their names stand for file and options. */
static int add_named(struct pool *pool, const char *name)
{
	int at = find_robot(pool, "", name);
	if (at >= 0 || pool->n_robots >= BLOCKS_MAX_ROBOTS)
		return at;
	pool->robots = mem_resize(pool->robots, (size_t)pool->n_robots + 1, sizeof *pool->robots);
	pool->robots[pool->n_robots] = (struct pool_robot){
		.sha256 = mem_strdup(""), .options = mem_strdup(name), .label = mem_strdup(name),
	};
	return pool->n_robots++;
}

bool pool_add_game(struct pool *pool, int n, const char *const *names, const uint8_t *places)
{
	int ids[SCHEDULE_MAX_SEATS];
	for (int player = 0; player < n; player++)
		if ((ids[player] = add_named(pool, names[player])) < 0)
			return false;
	add_games(pool, ids, places, 1, n, 1);
	note_seats(pool, n);
	pool->n_blocks++;
	return true;
}

void pool_finish(struct pool *pool)
{
	blocks_sort(&pool->blocks);
}

/* ---- what it says ----------------------------------------------------------------------- */

struct interval pool_wins(const struct pool_robot *robot)
{
	return interval_of_shares(&robot->shares);
}

struct interval pool_score(const struct pool_robot *robot)
{
	return interval_of_shares(&robot->scores);
}

/* In one match, for a pair of its players. */
struct unit_pair {
	double met, decided, before;
};

/* Player of a robot at the table of this order; -1: it is not there. */
static int player_of(const struct order *table, uint32_t robot)
{
	int player = table->n_seats - 1;
	while (player >= 0 && table->robots[player] != robot)
		player--;
	return player;
}

/* Adds `times` games of this order to the pairs of a match, whose players are those of `table`. */
static void add_order(const struct pool *pool, const struct order *table, const struct order *order, double times,
		      struct unit_pair *pairs)
{
	for (int i = 0; i < order->n_seats; i++) {
		int row = player_of(table, order->robots[i]);
		for (int j = 0; j < order->n_seats; j++) {
			struct unit_pair *pair = &pairs[row * table->n_seats + player_of(table, order->robots[j])];
			int mine = order->group[i], theirs = order->group[j];
			if (order->robots[i] == order->robots[j])
				continue;
			pair->met += times;
			if (pool->by == RATING_BY_WINS && mine > 0 && theirs > 0)
				continue;
			pair->decided += times;
			pair->before += mine < theirs ? times : mine == theirs ? times / 2 : 0;
		}
	}
}

void pool_pairs(const struct pool *pool, struct pool_pair *pairs)
{
	for (uint32_t unit = 0; unit < pool->blocks.units.n; unit++) {
		size_t n_orders;
		const uint32_t *orders = blocks_unit(&pool->blocks, unit, &n_orders);
		struct order table = blocks_order(&pool->blocks, orders[0]);
		struct unit_pair of_unit[SCHEDULE_MAX_SEATS * SCHEDULE_MAX_SEATS] = {0};
		double times = (double)pool->blocks.times[unit];
		for (size_t i = 0; i < n_orders; i++) {
			struct order order = blocks_order(&pool->blocks, orders[2 * i]);
			add_order(pool, &table, &order, orders[2 * i + 1], of_unit);
		}
		for (int i = 0; i < table.n_seats * table.n_seats; i++) {
			const struct unit_pair *from = &of_unit[i];
			uint32_t a = table.robots[i / table.n_seats], b = table.robots[i % table.n_seats];
			struct pool_pair *to = &pairs[(size_t)a * (size_t)pool->n_robots + b];
			to->met += times * from->met;
			to->decided += times * from->decided;
			to->before += times * from->before;
			to->matches += from->decided > 0 ? times : 0;
			to->squares[0] += times * from->before * from->before;
			to->squares[1] += times * from->before * from->decided;
			to->squares[2] += times * from->decided * from->decided;
		}
	}
}
