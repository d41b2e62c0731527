/* ratings.c - ratings and head-to-head results, for a report (ratings.h). */
#include "page/ratings.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

int report_find(const struct pool *pool, const struct run_config_robot *robot)
{
	const char *colon = strchr(robot->spec, ':');
	for (int i = 0; i < pool->n_robots; i++)
		if (strcmp(pool->robots[i].sha256, robot->sha256) == 0 && strcmp(pool->robots[i].options, colon ? colon : "") == 0)
			return i;
	return -1;
}

json_t *report_rating(const struct ratings *ratings, int index)
{
	static const char *const kinds[] = {
		[RATING_NONE] = "none", [RATING_BETWEEN] = "between", [RATING_SINGLE] = "single", [RATING_AT_LEAST] = "least",
		[RATING_AT_MOST] = "most",
	};
	struct robot_rating none = {0};
	const struct robot_rating *rating = index >= 0 && index < ratings->n_robots ? &ratings->robots[index] : &none;
	return json_pack("{s:s, s:f, s:f, s:f, s:I, s:i}", "kind", kinds[rating->kind], "elo", rating->elo, "low", rating->low,
			 "high", rating->high, "games", (json_int_t)rating->games, "island", rating->component.island);
}

/* The robots in their order, each file with its options once: ids[i] in the pool, in_run[i] in the run. */
static int choose(const struct pool *pool, const struct run_config *info, const int *order, int *ids, int *in_run)
{
	AUTO_FREE bool *is_there = NEW_ARRAY(bool, (size_t)pool->n_robots + 1);
	int n = 0;
	for (int rank = 0; rank < info->n_robots; rank++) {
		int id = report_find(pool, &info->robots[order[rank]]);
		if (id < 0 || is_there[id])
			continue;
		is_there[id] = true;
		ids[n] = id;
		in_run[n++] = order[rank];
	}
	return n;
}

json_t *report_versus(const struct pool *pool, const struct ratings *ratings, const struct run_config *info, const int *order)
{
	AUTO_FREE int *ids = NEW_ARRAY(int, (size_t)info->n_robots + 1), *in_run = NEW_ARRAY(int, (size_t)info->n_robots + 1);
	int n_all = choose(pool, info, order, ids, in_run), n = n_all < REPORT_MOST_VERSUS ? n_all : REPORT_MOST_VERSUS;
	size_t n_pool = (size_t)pool->n_robots;
	AUTO_FREE struct pool_pair *pairs = NEW_ARRAY(struct pool_pair, n_pool * n_pool + 1);
	pool_pairs(pool, pairs);
	json_t *robots = json_array(), *share = json_array(), *games = json_array(), *better = json_array();
	for (int i = 0; i < n; i++) {
		json_t *shares = json_array(), *counts = json_array(), *chances = json_array();
		json_array_append_new(robots, json_integer(in_run[i]));
		for (int j = 0; j < n; j++) {
			const struct pool_pair *pair = &pairs[(size_t)ids[i] * n_pool + (size_t)ids[j]];
			bool are_rated = i != j && ids[i] < ratings->n_robots && ids[j] < ratings->n_robots;
			json_array_append_new(shares, pair->decided > 0 ? json_real(pair->before / pair->decided) : json_null());
			json_array_append_new(counts, json_integer((json_int_t)pair->met));
			json_array_append_new(chances, are_rated ? json_real(ratings_superiority(ratings, ids[i], ids[j])) : json_null());
		}
		json_array_append_new(share, shares);
		json_array_append_new(games, counts);
		json_array_append_new(better, chances);
	}
	return json_pack("{s:o, s:o, s:o, s:o, s:i}", "robots", robots, "share", share, "games", games, "better", better, "left_out",
			 n_all - n);
}
