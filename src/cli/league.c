/* league.c - reading runs into one field. Sums are counts, so that neither the order of runs nor that of matches changes
 * a digit. */
#include "cli/league.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "match/result.h"

/* A run that is being read. */
struct league_run {
	int n_seats;
	int *robots;            /* by position in the run: index in the league; owned */
};

void league_release(struct league *league)
{
	for (int i = 0; i < league->n_robots; i++) {
		free(league->robots[i].sha256);
		free(league->robots[i].options);
		free(league->robots[i].label);
		histogram_release(&league->robots[i].shares);
		histogram_release(&league->robots[i].scores);
	}
	free(league->robots);
	blocks_release(&league->blocks);
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

/* ---- matches ---------------------------------------------------------------------------- */

static bool sits_before(const int *ids, int player)
{
	for (int i = 0; i < player; i++)
		if (ids[i] == ids[player])
			return true;
	return false;
}

/* Adds equal matches to the sums of a robot. Its share in one is the mean over its seats at the table. */
static void add_sums_of(struct league_robot *robot, const int *ids, int id, const uint8_t *places, uint64_t n_games, int n,
			uint64_t times)
{
	struct tally tally = {0};
	for (int player = 0; player < n; player++)
		if (ids[player] == id)
			tally_places(&tally, places, n_games, n, player, 1);
	robot->games += times * tally.games;
	robot->matches += times;
	histogram_add(&robot->shares, tally_win_share(&tally), times);
	histogram_add(&robot->scores, tally_score(&tally, n), times);
}

/* By wins there are only first places and others. */
static void add_game(struct league *league, const int *ids, const uint8_t *places, int n)
{
	int ends[SCHEDULE_MAX_SEATS];
	for (int player = 0; player < n; player++)
		ends[player] = league->by == RATING_BY_PLACES || places[player] == 1 ? places[player] : 2;
	blocks_game(&league->blocks, n, ids, ends, 1);
}

static void add_match(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context)
{
	struct league *league = context;
	const struct league_run *run = league->run;
	int n = run->n_seats, ids[SCHEDULE_MAX_SEATS];
	uint64_t n_games = (uint64_t)plan->n_blocks * (uint64_t)n;
	for (int player = 0; player < n; player++)
		ids[player] = run->robots[plan->robot[player]];
	for (int player = 0; player < n; player++)
		if (!sits_before(ids, player))
			add_sums_of(&league->robots[ids[player]], ids, ids[player], places, n_games, n, times);
	for (uint64_t game = 0; game < n_games; game++)
		add_game(league, ids, places + game * (uint64_t)n, n);
	blocks_end(&league->blocks, times);
	league->n_matches += times;
	league->n_blocks += times * plan->n_blocks;
	league->games += times * n_games;
}

static void note_seats(struct league *league, int n_seats)
{
	if (!league->fewest_seats || n_seats < league->fewest_seats)
		league->fewest_seats = n_seats;
	if (n_seats > league->most_seats)
		league->most_seats = n_seats;
}

static int add_run(struct league *league, struct database *database, int64_t id, const struct info *info, struct err *err)
{
	struct schedule schedule;
	uint64_t had = league->n_matches;
	if (info_schedule(info, &schedule, err))
		return -1;
	if (league->n_robots > BLOCKS_MAX_ROBOTS)
		return err_set(err, EXIT_USAGE, "there are more than %d robots; name a run", BLOCKS_MAX_ROBOTS);
	if (database_each_match(database, id, &schedule, add_match, league, err))
		return -1;
	if (league->n_matches > had)
		note_seats(league, info->n_seats);
	league->n_runs++;
	return 0;
}

int league_add(struct league *league, struct database *database, int64_t id, struct err *err)
{
	struct info info;
	if (database_info(database, id, &info, err))
		return -1;
	struct league_run run = {.n_seats = info.n_seats, .robots = NEW_ARRAY(int, (size_t)info.n_robots)};
	for (int i = 0; i < info.n_robots; i++)
		run.robots[i] = add_robot(league, &info.robots[i]);
	league->run = &run;
	int failed = add_run(league, database, id, &info, err);
	league->run = NULL;
	free(run.robots);
	info_release(&info);
	return failed;
}

void league_finish(struct league *league)
{
	blocks_sort(&league->blocks);
}

/* ---- what it says ----------------------------------------------------------------------- */

struct interval league_wins(const struct league_robot *robot)
{
	return interval_of_shares(&robot->shares);
}

struct interval league_score(const struct league_robot *robot)
{
	return interval_of_shares(&robot->scores);
}

static void add_order(const struct league *league, const struct order *order, double times, struct league_pair *pairs)
{
	size_t n = (size_t)league->n_robots;
	for (int i = 0; i < order->n_seats; i++) {
		for (int j = 0; j < order->n_seats; j++) {
			struct league_pair *pair = &pairs[order->robots[i] * n + order->robots[j]];
			int mine = order->group[i], theirs = order->group[j];
			if (order->robots[i] == order->robots[j])
				continue;
			pair->met += times;
			if (league->by == RATING_BY_WINS && mine > 0 && theirs > 0)
				continue;
			pair->decided += times;
			pair->before += mine < theirs ? times : mine == theirs ? times / 2 : 0;
		}
	}
}

void league_pairs(const struct league *league, struct league_pair *pairs)
{
	for (uint32_t unit = 0; unit < league->blocks.units.n; unit++) {
		size_t n_orders;
		const uint32_t *orders = blocks_unit(&league->blocks, unit, &n_orders);
		for (size_t i = 0; i < n_orders; i++) {
			struct order order = blocks_order(&league->blocks, orders[2 * i]);
			add_order(league, &order, (double)league->blocks.times[unit] * orders[2 * i + 1], pairs);
		}
	}
}
