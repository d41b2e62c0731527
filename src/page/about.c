/* about.c - whom a robot of a run beats and to whom it loses, and its faults, for a page about it (ratings.h). */
#include "page/ratings.h"

#include "base/json.h"
#include "output/about_forms.h"
#include "stats/ranks.h"

/* The other robots that it met, in order of rank: their indices in the run, and in the pool after its own, which is ids[0]. */
static int choose(const struct pool *pool, const struct run_config *info, int robot, const int *order, int *ids, int *in_run)
{
	AUTO_FREE bool *is_there = NEW_ARRAY(bool, (size_t)pool->n_robots + 1);
	int n = 0;
	ids[0] = pool_find(pool, &info->robots[robot]);
	if (ids[0] < 0)
		return 0;
	is_there[ids[0]] = true;
	for (int rank = 0; rank < info->n_robots; rank++) {
		int id = pool_find(pool, &info->robots[order[rank]]);
		if (id < 0 || is_there[id])
			continue;
		is_there[id] = true;
		in_run[n++] = order[rank];
		ids[n] = id;
	}
	return n;
}

/* Opponents that it met; the results hold for all comparisons together. */
static int compare(const struct run_config *info, const int *in_run, const struct head_to_head *cells, int n,
		   struct about_opponent *opponents)
{
	AUTO_FREE double *chances = NEW_ARRAY(double, (size_t)n + 1);
	AUTO_FREE int *results = NEW_ARRAY(int, (size_t)n + 1);
	int n_met = 0;
	for (int i = 0; i < n; i++) {
		const struct head_to_head *cell = &cells[i];
		if (!cell->games)
			continue;
		chances[n_met] = head_to_head_superiority(cell);
		opponents[n_met++] = (struct about_opponent){
			.name = info->robots[in_run[i]].label, .link = "", .share = head_to_head_interval(cell), .games = cell->games,
		};
	}
	ranks_results(chances, (size_t)n_met, results);
	for (int i = 0; i < n_met; i++)
		opponents[i].result = results[i];
	return n_met;
}

json_t *report_about(const struct pool *pool, const struct run_config *info, int robot, const int *order, const struct about_fault *faults,
		     int n_faults)
{
	AUTO_FREE int *ids = NEW_ARRAY(int, (size_t)info->n_robots + 1), *in_run = NEW_ARRAY(int, (size_t)info->n_robots + 1);
	AUTO_FREE struct about_opponent *opponents = NEW_ARRAY(struct about_opponent, (size_t)info->n_robots + 1);
	int n = choose(pool, info, robot, order, ids, in_run);
	AUTO_FREE struct head_to_head *cells = NEW_ARRAY(struct head_to_head, (size_t)n + 1);
	if (n)
		head_to_head_of(pool, 1, n + 1, ids, cells);
	const struct about about = {
		.opponents = opponents, .n_opponents = compare(info, in_run, cells + 1, n, opponents), .faults = faults,
		.n_faults = n_faults,
	};
	json_t *json = about_json(&about);
	for (int i = 0; i <= n; i++)
		histogram_release(&cells[i].shares);
	json_object_set_new(json, "robot", json_integer(robot));
	return json;
}
