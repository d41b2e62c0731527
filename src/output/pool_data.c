/* pool_data.c - a rating list for programs: CSV and JSON; see standings/pool_list.h. */
#include <inttypes.h>

#include "base/json.h"
#include "output/show.h"
#include "standings/pool_list.h"

static const char *const kinds[] = {
	[RATING_NONE] = "none", [RATING_BETWEEN] = "between", [RATING_SINGLE] = "single",
	[RATING_AT_LEAST] = "at-least", [RATING_AT_MOST] = "at-most",
};

/* ---- CSV -------------------------------------------------------------------------------- */

static void add_numbers(const double *numbers, int n, struct str *out)
{
	for (int i = 0; i < n; i++) {
		str_add(out, ",");
		show_add_number(out, numbers[i]);
	}
}

static void add_robots_csv(const struct pool_list *list, struct str *out)
{
	str_add(out, "robot,games,matches,win_rate,win_low,win_high,score,score_low,score_high,rating,rating_low,rating_high,"
		"rating_kind,island,level,rank,rank_best,rank_worst,sha256\n");
	for (int at = 0; at < list->pool->n_robots; at++) {
		int index = list->order[at];
		const struct pool_robot *robot = &list->pool->robots[index];
		const struct pool_rank *rank = &list->ranks[at];
		struct robot_rating rating = pool_list_rating(list, index);
		struct interval wins = pool_wins(robot), score = pool_score(robot);
		const double numbers[] = {wins.mean, wins.low, wins.high, score.mean, score.low, score.high,
					  rating.elo, rating.low, rating.high};
		show_add_csv(out, robot->label);
		str_addf(out, ",%" PRIu64 ",%" PRIu64, robot->games, robot->matches);
		add_numbers(numbers, 9, out);
		str_addf(out, ",%s,%d,%d,%d,%d,%d,", kinds[rating.kind], list->component[index].island + 1,
			 list->component[index].level + 1, rank->rank, rank->range.best, rank->range.worst);
		show_add_csv(out, robot->sha256);
		str_add(out, "\n");
	}
}

/* Nothing where there is no number. */
static void add_maybe(bool is_there, double number, struct str *out)
{
	str_add(out, ",");
	if (is_there)
		show_add_number(out, number);
}

static void add_pairs_csv(const struct pool_list *list, struct str *out)
{
	int n = list->pool->n_robots;
	str_add(out, "robot,opponent,games,decided,before,superiority\n");
	for (int row = 0; row < n; row++) {
		for (int column = 0; column < n; column++) {
			int a = list->order[row], b = list->order[column];
			double share = 0, chance = 0;
			if (a == b)
				continue;
			show_add_csv(out, list->pool->robots[a].label);
			str_add(out, ",");
			show_add_csv(out, list->pool->robots[b].label);
			const struct pool_pair *pair = &list->pairs[(size_t)a * (size_t)n + (size_t)b];
			const double games[] = {pair->met, pair->decided};
			add_numbers(games, 2, out);
			bool has_share = pool_list_before(list, a, b, &share);
			bool has_chance = pool_list_superiority(list, a, b, &chance);
			add_maybe(has_share, share, out);
			add_maybe(has_chance, chance, out);
			str_add(out, "\n");
		}
	}
}

void pool_list_csv(const struct pool_list *list, struct str *out)
{
	if (list->pairs)
		add_pairs_csv(list, out);
	else
		add_robots_csv(list, out);
}

/* ---- JSON ------------------------------------------------------------------------------- */

static json_t *interval_json(struct interval interval)
{
	return json_pack("[f, f]", interval.low, interval.high);
}

static json_t *robots_json(const struct pool_list *list)
{
	json_t *rows = json_array();
	for (int at = 0; at < list->pool->n_robots; at++) {
		int index = list->order[at];
		const struct pool_robot *robot = &list->pool->robots[index];
		const struct pool_rank *rank = &list->ranks[at];
		struct robot_rating rating = pool_list_rating(list, index);
		struct interval wins = pool_wins(robot), score = pool_score(robot);
		json_array_append_new(rows, json_pack("{s:i, s:[i, i], s:o, s:o, s:I, s:I, s:f, s:o, s:f, s:o, s:f, s:[f, f], s:s, s:i, s:i}",
			"rank", rank->rank, "rank_range", rank->range.best, rank->range.worst, "robot", json_clean(robot->label),
			"sha256", json_clean(robot->sha256), "games", (json_int_t)robot->games, "matches", (json_int_t)robot->matches,
			"win_rate", wins.mean, "win_rate_interval", interval_json(wins),
			"score", score.mean, "score_interval", interval_json(score),
			"rating", rating.elo, "rating_interval", rating.low, rating.high, "rating_kind", kinds[rating.kind],
			"island", list->component[index].island + 1, "level", list->component[index].level + 1));
	}
	return rows;
}

/* One per island, in the order of their numbers. */
static json_t *models_json(const struct pool_list *list)
{
	json_t *models = json_array();
	for (int i = 0; i < list->n_islands; i++) {
		const struct ratings *ratings = &list->islands[i].ratings;
		if (list->component[list->order[list->islands[i].first]].island < 0)
			continue;
		json_array_append_new(models, json_pack("{s:o, s:f, s:f, s:I, s:b}",
			"taken_first", !ratings->has_direction ? json_null() : json_string(ratings->is_reverse ? "last" : "first"),
			"log_likelihood_forward", ratings->log_likelihood[0], "log_likelihood_reverse", ratings->log_likelihood[1],
			"resamples", (json_int_t)ratings->n_resamples, "converged", ratings->is_converged));
	}
	return models;
}

static json_t *ratings_json(const struct pool_list *list)
{
	bool has_reference = list->reference >= 0 && list->pool->robots[list->reference].games;
	json_t *models = models_json(list);
	json_int_t n_islands = (json_int_t)json_array_size(models);
	return json_pack("{s:s, s:s, s:o, s:I, s:i, s:o}", "by", list->pool->by == RATING_BY_WINS ? "wins" : "places",
		"model", !pool_list_has_places(list) ? "bradley-terry" : list->pool->by == RATING_BY_WINS ? "choice" : "plackett-luce",
		"reference", has_reference ? json_clean(list->pool->robots[list->reference].label) : json_null(),
		"islands", n_islands, "levels", list->n_levels, "models", models);
}

static json_t *maybe(bool is_there, double number)
{
	return is_there ? json_real(number) : json_null();
}

static json_t *pairs_json(const struct pool_list *list)
{
	json_t *rows = json_array();
	int n = list->pool->n_robots;
	for (int i = 0; i < n * n; i++) {
		int a = list->order[i / n], b = list->order[i % n];
		double share = 0, chance = 0;
		if (a == b)
			continue;
		bool has_share = pool_list_before(list, a, b, &share), has_chance = pool_list_superiority(list, a, b, &chance);
		const struct pool_pair *pair = &list->pairs[(size_t)a * (size_t)n + (size_t)b];
		json_array_append_new(rows, json_pack("{s:o, s:o, s:f, s:f, s:o, s:o}",
			"robot", json_clean(list->pool->robots[a].label), "opponent", json_clean(list->pool->robots[b].label),
			"games", pair->met, "decided", pair->decided, "before", maybe(has_share, share),
			"superiority", maybe(has_chance, chance)));
	}
	return rows;
}

void pool_list_json(const struct pool_list *list, json_t *object)
{
	json_object_set_new(object, "ratings", ratings_json(list));
	json_object_set_new(object, "robots", robots_json(list));
	if (list->pairs)
		json_object_set_new(object, "pairs", pairs_json(list));
}
