/* pool.c - reads runs into one pool. All sums are counts, so no result depends on the order of runs or matches. */
#include "standings/pool.h"

#include "match/deal_sets.h"
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
		FREE_ALL(pool->robots[i].sha256, pool->robots[i].options, pool->robots[i].label, pool->robots[i].luck);
		histogram_release(&pool->robots[i].shares);
		histogram_release(&pool->robots[i].scores);
	}
	FREE_ALL(pool->robots, pool->open);
	blocks_release(&pool->blocks);
	*pool = (struct pool){0};
}

/* What a robot did in a deal set. */
struct pool_sums {
	int robot;
	struct tally tally;
	uint64_t matches;
};

static int find_robot(const struct pool *pool, const char *sha256, const char *options)
{
	return FIND_IF(i, pool->n_robots,
		       strcmp(pool->robots[i].sha256, sha256) == 0 && strcmp(pool->robots[i].options, options) == 0);
}

int pool_find(const struct pool *pool, const struct run_config_robot *robot)
{
	return find_robot(pool, robot->sha256, spec_options(robot->spec));
}

static bool is_label_taken(const struct pool *pool, const char *label)
{
	return ANY_OF(i, pool->n_robots, strcmp(pool->robots[i].label, label) == 0);
}

/* Returns a label with the beginning of the hash, which distinguishes files of the same name. */
static char *unique_label(const struct pool *pool, const char *label, const char *sha256)
{
	AUTO_STR struct str unique = str_of("%s", label);
	for (int n = 7; is_label_taken(pool, str_text(&unique)) && n <= 64; n += 19) {
		str_set(&unique, "%s@%.*s", label, n, sha256);
	}
	return mem_strdup(str_text(&unique));
}

static int add_robot(struct pool *pool, const struct run_config_robot *robot)
{
	int at = pool_find(pool, robot);
	if (at >= 0)
		return at;
	char *label = unique_label(pool, robot->label, robot->sha256);
	*MEM_APPEND(pool->robots, pool->n_robots) = (struct pool_robot){
		.sha256 = mem_strdup(robot->sha256), .options = mem_strdup(spec_options(robot->spec)), .label = label,
	};
	return pool->n_robots - 1;
}

static bool sits_before(const int *ids, int player)
{
	return ANY_OF(i, player, ids[i] == ids[player]);
}

static struct pool_sums *open_sums(struct pool *pool, int robot)
{
	size_t at = 0;
	while (at < pool->n_open && pool->open[at].robot != robot)
		at++;
	if (at == pool->n_open) {
		MEM_GROW(pool->open, pool->n_open, pool->open_room);
		pool->open[pool->n_open++] = (struct pool_sums){.robot = robot};
	}
	return &pool->open[at];
}

/* Adds a game. For ratings by wins, only first places are distinguished. */
static void add_game(struct pool *pool, const int *ids, const uint8_t *places, int n)
{
	int ends[SCHEDULE_MAX_SEATS];
	for (int player = 0; player < n; player++)
		ends[player] = pool->by == RATING_BY_PLACES || places[player] == 1 ? places[player] : 2;
	blocks_game(&pool->blocks, n, ids, ends, 1);
}

/* Adds a match of n_games with the robots ids[player] to the open deal set. A robot's share is the mean over its
 * seats. */
static void add_match(struct pool *pool, const int *ids, const uint8_t *places, uint64_t n_games, int n)
{
	for (int player = 0; player < n; player++) {
		struct pool_sums *sums = open_sums(pool, ids[player]);
		tally_places(&sums->tally, places, n_games, n, player, 1);
		sums->matches += !sits_before(ids, player);
	}
	for (uint64_t game = 0; game < n_games; game++)
		add_game(pool, ids, places + game * (uint64_t)n, n);
}

/* Ends the open deal set of `games` games, which was seen `times` times. */
static void end_set(struct pool *pool, int n_seats, uint64_t games, uint64_t times)
{
	for (size_t i = 0; i < pool->n_open; i++) {
		const struct pool_sums *sums = &pool->open[i];
		struct pool_robot *robot = &pool->robots[sums->robot];
		robot->games += times * sums->tally.games;
		robot->matches += times * sums->matches;
		histogram_add(&robot->shares, tally_win_share(&sums->tally), times);
		histogram_add(&robot->scores, tally_score(&sums->tally, n_seats), times);
		robot->shares.n_matches = robot->scores.n_matches = robot->matches;
	}
	pool->n_open = 0;
	blocks_end(&pool->blocks, times);
	pool->games += times * games;
}

static void add_set(const struct deal_set *set, uint64_t times, void *context)
{
	struct pool *pool = context;
	const struct pool_run *run = pool->run;
	int n = run->n_seats, ids[SCHEDULE_MAX_SEATS];
	uint64_t n_blocks = 0;
	for (int i = 0; i < set->n; i++) {
		const struct match_plan *plan = &set->plans[i];
		for (int player = 0; player < n; player++)
			ids[player] = run->robots[plan->robot[player]];
		add_match(pool, ids, set->places[i], (uint64_t)plan->n_blocks * (uint64_t)n, n);
		n_blocks += plan->n_blocks;
	}
	end_set(pool, n, n_blocks * (uint64_t)n, times);
	pool->n_matches += times * (uint64_t)set->n;
	pool->n_blocks += times * n_blocks;
}

static void note_seats(struct pool *pool, int n_seats)
{
	if (!pool->fewest_seats || n_seats < pool->fewest_seats)
		pool->fewest_seats = n_seats;
	if (n_seats > pool->most_seats)
		pool->most_seats = n_seats;
}

static int add_luck(struct pool *pool, struct database *database, int64_t id, const struct schedule *schedule,
		    struct err *err)
{
	size_t n = (size_t)schedule->n_robots;
	AUTO_FREE int64_t *sums = NEW_ARRAY(int64_t, n * LUCK_SUMS);
	AUTO_FREE uint64_t *n_matches = NEW_ARRAY(uint64_t, n);
	if (database_luck(database, id, schedule, sums, n_matches, err))
		return -1;
	for (size_t i = 0; i < n; i++) {
		struct pool_robot *robot = &pool->robots[pool->run->robots[i]];
		if (!robot->luck)
			robot->luck = NEW_ARRAY(int64_t, LUCK_SUMS);
		for (int sum = 0; sum < LUCK_SUMS; sum++)
			robot->luck[sum] += sums[i * LUCK_SUMS + (size_t)sum];
		robot->luck_matches += n_matches[i];
	}
	return 0;
}

static int add_run(struct pool *pool, struct database *database, int64_t id, const struct run_config *info,
		   struct err *err)
{
	struct schedule schedule;
	uint64_t had = pool->n_matches;
	if (run_config_schedule(info, &schedule, err))
		return -1;
	if (pool->n_robots > BLOCKS_MAX_ROBOTS)
		return err_set(err, EXIT_USAGE, "there are more than %d robots; name a run", BLOCKS_MAX_ROBOTS);
	struct deal_sets sets;
	pool->has_sets |= schedule.set_size > 1;
	deal_sets_init(&sets, &schedule, add_set, pool);
	int failed = database_each_match(database, id, &schedule, deal_sets_add, &sets, err);
	deal_sets_finish(&sets);
	if (failed || (info->has_luck && add_luck(pool, database, id, &schedule, err)))
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

/* Returns the index of a robot that is known only by its name, which is stored in place of its options. Adds the robot
 * if it is new. */
static int add_named(struct pool *pool, const char *name)
{
	int at = find_robot(pool, "", name);
	if (at >= 0 || pool->n_robots >= BLOCKS_MAX_ROBOTS)
		return at;
	*MEM_APPEND(pool->robots, pool->n_robots) = (struct pool_robot){
		.sha256 = mem_strdup(""), .options = mem_strdup(name), .label = mem_strdup(name),
	};
	return pool->n_robots - 1;
}

bool pool_add_game(struct pool *pool, int n, const char *const *names, const uint8_t *places)
{
	int ids[SCHEDULE_MAX_SEATS];
	for (int player = 0; player < n; player++)
		if ((ids[player] = add_named(pool, names[player])) < 0)
			return false;
	add_match(pool, ids, places, 1, n);
	end_set(pool, n, 1, 1);
	note_seats(pool, n);
	pool->n_blocks++;
	pool->n_matches++;
	return true;
}

void pool_finish(struct pool *pool)
{
	blocks_sort(&pool->blocks);
}

struct interval pool_wins(const struct pool_robot *robot)
{
	return interval_of_shares(&robot->shares);
}

struct corrected pool_corrected(const struct pool_robot *robot)
{
	if (!robot->luck || robot->luck_matches != robot->matches)
		return (struct corrected){0};
	struct control control = control_fit(LUCK_TERMS, robot->luck, robot->matches, LUCK_SHARE);
	return control_apply(&control, pool_wins(robot), robot->games);
}

/* The sums for a pair of robots in one deal set. */
struct unit_pair {
	double met, decided, before;
};

/* Adds `times` games of this order to the pairs of a deal set. */
static void add_order(const struct pool *pool, const struct order *order, double times, struct unit_pair *pairs)
{
	for (int i = 0; i < order->n_seats; i++) {
		for (int j = 0; j < order->n_seats; j++) {
			struct unit_pair *pair = &pairs[order->robots[i] * (size_t)pool->n_robots + order->robots[j]];
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

/* Ends the pair's deal set, which was seen `times` times. Clears its sums. */
static void end_pair(struct unit_pair *from, struct pool_pair *to, double times)
{
	to->met += times * from->met;
	to->decided += times * from->decided;
	to->before += times * from->before;
	to->sets += from->decided > 0 ? times : 0;
	to->squares[0] += times * from->before * from->before;
	to->squares[1] += times * from->before * from->decided;
	to->squares[2] += times * from->decided * from->decided;
	*from = (struct unit_pair){0};
}

void pool_pairs(const struct pool *pool, struct pool_pair *pairs)
{
	size_t n = (size_t)pool->n_robots;
	AUTO_FREE struct unit_pair *of_unit = NEW_ARRAY(struct unit_pair, n * n + 1);
	for (uint32_t unit = 0; unit < pool->blocks.units.n; unit++) {
		size_t n_orders;
		const uint32_t *orders = blocks_unit(&pool->blocks, unit, &n_orders);
		for (size_t i = 0; i < n_orders; i++) {
			struct order order = blocks_order(&pool->blocks, orders[2 * i]);
			add_order(pool, &order, orders[2 * i + 1], of_unit);
		}
		for (size_t i = 0; i < n_orders; i++) { /* if a pair is ended twice, it is empty the second time */
			struct order order = blocks_order(&pool->blocks, orders[2 * i]);
			for (int k = 0; k < order.n_seats * order.n_seats; k++) {
				size_t at = order.robots[k / order.n_seats] * n + order.robots[k % order.n_seats];
				end_pair(&of_unit[at], &pairs[at], (double)pool->blocks.times[unit]);
			}
		}
	}
}
