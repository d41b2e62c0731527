/* schedule.c - tables, circles and numbers of matches and games, all computed. */
#include "match/schedule.h"

#define ROW(member, option, key, most, words) {option, key, most, words},
const struct schedule_setting schedule_settings[] = {SCHEDULE_SETTINGS(ROW)};

/* Returns C(n, k), k <= n, or UINT64_MAX when it does not fit. */
static uint64_t choose(uint64_t n, uint64_t k)
{
	unsigned __int128 c = 1;
	for (uint64_t i = 1; i <= k; i++) {
		c = c * (n - k + i) / i;
		if (c > UINT64_MAX / 2)
			return UINT64_MAX;
	}
	return (uint64_t)c;
}

/* Computes set number `index` of all sets of k numbers out of 0..n-1 in lexicographic order, with its numbers
 * ascending. */
static void combination(uint64_t index, int n, int k, int *out)
{
	int next = 0;
	for (int i = 0; i < k; i++) {
		for (;; next++) {
			uint64_t with_next = choose((uint64_t)(n - next - 1), (uint64_t)(k - i - 1));
			if (index < with_next)
				break;
			index -= with_next;
		}
		out[i] = next++;
	}
}

static int n_seats_of(enum format format, int n_robots, int n_seats, struct err *err)
{
	if (n_robots > SCHEDULE_MAX_ROBOTS)
		return err_set(err, EXIT_USAGE, "at most %d robots can take part in a tournament, but %d were given",
			       SCHEDULE_MAX_ROBOTS, n_robots);
	bool is_one_table = format == FORMAT_TABLE || format == FORMAT_PAIRED; /* at a time */
	int n_together = format == FORMAT_TABLE ? n_robots : n_robots - 1;
	if (n_seats == 0)
		n_seats = is_one_table ? n_together : 2;
	if (n_seats > SCHEDULE_MAX_SEATS)
		return err_set(err, EXIT_USAGE, "a table has at most %d seats, but %d robots were given; "
			       "--format pool or round-robin plays them at smaller tables", SCHEDULE_MAX_SEATS,
			       n_seats);
	if (n_seats < 2 && format == FORMAT_PAIRED)
		return err_set(err, EXIT_USAGE, "--format paired needs at least three robots: the first two each play "
			"against all the others");
	if (n_seats < 2)
		return err_set(err, EXIT_USAGE, "a game needs at least two robots at the table; %s",
			       n_robots < 2 ? "name another one (the same robot may play twice)"
					    : "--seats is too low");
	if (n_seats > n_robots)
		return err_set(err, EXIT_USAGE, "--seats %d needs at least as many robots, but %d were given", n_seats,
			       n_robots);
	if (is_one_table && n_seats != n_together)
		return err_set(err, EXIT_USAGE,
			"--seats %d with %d robots needs --format round-robin, gauntlet or pool", n_seats, n_robots);
	return n_seats;
}

static uint64_t up(uint64_t n, uint64_t to)
{
	return (n + to - 1) / to * to;
}

/* Sets the number of tables and the tables themselves. */
static void set_tables(struct schedule *schedule, const struct schedule_options *options)
{
	uint64_t n = (uint64_t)schedule->n_robots, k = (uint64_t)schedule->n_seats, length = options->match_length;
	switch (schedule->format) {
	case FORMAT_TABLE: schedule->n_tables = 1; break;
	case FORMAT_ROUND_ROBIN: schedule->n_tables = choose(n, k); break;
	case FORMAT_GAUNTLET: schedule->n_tables = choose(n - 1, k - 1); break;
	case FORMAT_POOL:
		/* A round has n tables, in which every robot has k seats. There are only whole rounds, so that all
		 * robots play equally often. A table plays one match. */
		schedule->n_tables = up(up(schedule->blocks_per_table, length) / length, n);
		schedule->blocks_per_table = length;
		break;
	case FORMAT_PAIRED: schedule->n_tables = 2; break;
	case FORMAT_LISTED:
		schedule->n_tables = options->n_tables;
		schedule->tables = options->tables;
		break;
	}
}

int schedule_init(struct schedule *schedule, const struct schedule_options *options, struct err *err)
{
	int n_seats = n_seats_of(options->format, options->n_robots, options->n_seats, err);
	if (n_seats < 0)
		return -1;
	uint64_t k = (uint64_t)n_seats, length = options->match_length;
	struct schedule s = {
		.format = options->format, .n_robots = options->n_robots, .n_seats = n_seats,
		.match_length = options->match_length, .blocks_per_table = up(up(options->games, k) / k, length),
		.deals = options->deals, .key = rng_key_derive(options->seed, RNG_SCHEDULE),
		.circle_key = rng_key_derive(options->seed, RNG_CIRCLE),
	};
	memcpy(s.setting, options->setting, sizeof s.setting);
	set_tables(&s, options);
	bool has_sets = s.format == FORMAT_PAIRED || options->deals == DEALS_SAME;
	if (options->deals == DEALS_SAME && s.format != FORMAT_ROUND_ROBIN && s.format != FORMAT_GAUNTLET)
		return err_set(err, EXIT_USAGE, "--same-deals needs --format round-robin or gauntlet");
	if (options->deals == DEALS_INDEPENDENT && s.format == FORMAT_PAIRED)
		return err_set(err, EXIT_USAGE,
			       "--deals independent cannot be used with --format paired or --field, which "
			       "deal the same dice to the robots they compare");
	if (has_sets && s.n_tables > SCHEDULE_MAX_SET)
		return err_set(err, EXIT_USAGE, "--same-deals supports at most %d tables, but these robots need more; "
			       "name fewer robots, or leave it out", SCHEDULE_MAX_SET);
	if (s.n_tables > UINT64_MAX / 4 / s.blocks_per_table / k)
		return err_set(err, EXIT_USAGE,
			       "the tournament would have more than 10^18 games; choose fewer, or --format pool");
	s.matches_per_table = s.blocks_per_table / length;
	s.n_matches = s.n_tables * s.matches_per_table;
	s.set_size = has_sets ? s.n_tables : 1;
	s.n_games = s.n_tables * s.blocks_per_table * k;
	*schedule = s;
	return 0;
}

static void draw_order(const struct schedule *schedule, uint64_t round, uint64_t number, int *order)
{
	uint64_t state = rng_word(schedule->key, round, number);
	for (int i = 0; i < schedule->n_robots; i++) { /* Fisher-Yates, inside out */
		int j = (int)rng_below(rng_next(&state), (uint32_t)i + 1);
		order[i] = order[j];
		order[j] = i;
	}
}

static bool is_among(int robot, const int *robots, int n)
{
	for (int i = 0; i < n; i++)
		if (robots[i] == robot)
			return true;
	return false;
}

/* Computes the robots at a table of a pool. With n robots, a round is n_seats random orders of the robots, one after
 * another, cut into n tables. So a robot meets different robots each time that it plays, as if all tables were drawn
 * separately, and the matches are independent. A table may begin in one order and end in the next. There it skips the
 * robots that it already has; the skipped robots play at the tables that follow. */
static void pool_table(const struct schedule *schedule, uint64_t table, int *robot)
{
	int n = schedule->n_robots, order[SCHEDULE_MAX_ROBOTS], n_seated = 0;
	uint64_t round = table / (uint64_t)n, n_before = table % (uint64_t)n;
	for (uint64_t number = 0;; number++) {
		draw_order(schedule, round, number, order);
		for (int i = 0; i < n; i++) {
			int next = i;
			while (is_among(order[next], robot, n_seated))
				next++;
			robot[n_seated++] = order[next];
			order[next] = order[i];
			if (n_seated < schedule->n_seats)
				continue;
			if (n_before-- == 0)
				return;
			n_seated = 0;
		}
	}
}

/* Draws the circle of a match. The matches of a deal set use the same number for this. */
static void draw_circle(const struct schedule *schedule, struct match_plan *plan)
{
	uint8_t circle[SCHEDULE_MAX_SEATS];
	uint64_t state = schedule->is_as_given ? 0 : rng_word(schedule->circle_key, plan->first_dice, 0);
	for (int i = 0; i < schedule->n_seats; i++) { /* Fisher-Yates, inside out */
		uint64_t word = rng_next(&state);
		int j = schedule->is_as_given || i == 0 ? i : (int)rng_below(word, (uint32_t)i + 1);
		circle[i] = (uint8_t)i;
		circle[i] = circle[j];
		circle[j] = (uint8_t)i;
		plan->position[circle[i]] = (uint8_t)i;
		plan->position[i] = (uint8_t)j;
	}
}

uint64_t schedule_table(const struct schedule *schedule, uint64_t number)
{
	return number % schedule->n_tables;
}

uint64_t schedule_number(const struct schedule *schedule, uint64_t table, uint64_t turn)
{
	return turn * schedule->n_tables + table;
}

/* Returns the number of the match at its table, from 0. */
static uint64_t turn_of(const struct schedule *schedule, uint64_t number)
{
	return number / schedule->n_tables;
}

struct match_plan schedule_match(const struct schedule *schedule, uint64_t number)
{
	struct match_plan plan;
	uint64_t table = schedule_table(schedule, number), block = turn_of(schedule, number) * schedule->match_length;
	plan.set = number / schedule->set_size;
	plan.number = number; /* fields are set one by one, because clearing the arrays of 26 seats would take longer
	                       * than the rest */
	plan.n_blocks = schedule->match_length;
	plan.first_block = block * schedule->n_tables + table * schedule->match_length;
	plan.first_dice = schedule->set_size > 1 ? block : plan.first_block;
	switch (schedule->format) {
	case FORMAT_TABLE:
		for (int i = 0; i < schedule->n_seats; i++)
			plan.robot[i] = i;
		break;
	case FORMAT_ROUND_ROBIN: combination(table, schedule->n_robots, schedule->n_seats, plan.robot); break;
	case FORMAT_GAUNTLET:
		plan.robot[0] = 0;
		combination(table, schedule->n_robots - 1, schedule->n_seats - 1, plan.robot + 1);
		for (int i = 1; i < schedule->n_seats; i++)
			plan.robot[i]++;
		break;
	case FORMAT_POOL: pool_table(schedule, table, plan.robot); break;
	case FORMAT_PAIRED:
		plan.robot[0] = (int)table;
		for (int i = 1; i < schedule->n_seats; i++)
			plan.robot[i] = i + 1;
		break;
	case FORMAT_LISTED:
		for (int i = 0; i < schedule->n_seats; i++)
			plan.robot[i] = schedule->tables[table * (uint64_t)schedule->n_seats + (uint64_t)i];
		break;
	}
	draw_circle(schedule, &plan);
	return plan;
}

uint64_t schedule_period(const struct schedule *schedule, uint64_t first, uint64_t n, uint64_t stride)
{
	uint64_t period = schedule->n_tables, rest = stride;
	while (rest) { /* Euclid's algorithm */
		uint64_t next = period % rest;
		period = rest;
		rest = next;
	}
	period = schedule->n_tables / period;
	return period < n ? period : n;
}

int schedule_part(const struct schedule *schedule, uint64_t number, int n)
{
	if (schedule->format == FORMAT_POOL)
		return (int)(number * (uint64_t)n / schedule->n_matches);
	return (int)(turn_of(schedule, number) * (uint64_t)n / schedule->matches_per_table);
}

int schedule_player(const struct match_plan *plan, int seat, int rotation, int n_seats)
{
	int player = 0;
	while (schedule_seat(plan, player, rotation, n_seats) != seat)
		player++;
	return player;
}

struct game_place schedule_game(const struct schedule *schedule, uint64_t game)
{
	uint64_t n_seats = (uint64_t)schedule->n_seats, length = schedule->match_length, block = game / n_seats;
	return (struct game_place){.match = block / length, .block = (uint32_t)(block % length),
		.rotation = (int)(game % n_seats)};
}

uint64_t schedule_game_number(const struct schedule *schedule, uint64_t first_block, uint32_t block, int rotation)
{
	return (first_block + block) * (uint64_t)schedule->n_seats + (uint64_t)rotation;
}
