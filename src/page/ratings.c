/* ratings.c - ratings, head-to-head results, and one robot against all others, for a report (ratings.h). */
#include "page/ratings.h"

#include "base/json.h"
#include "output/standings_forms.h"
#include "standings/misfit.h"
#include "stats/ranks.h"

json_t *report_rating(const struct ratings *ratings, int index)
{
	static const char *const kinds[] = {
		[RATING_NONE] = "none", [RATING_BETWEEN] = "between", [RATING_SINGLE] = "single",
		[RATING_AT_LEAST] = "least", [RATING_AT_MOST] = "most",
	};
	struct robot_rating none = {0};
	const struct robot_rating *rating = index >= 0 && index < ratings->n_robots ? &ratings->robots[index] : &none;
	return json_pack("{s:s, s:f, s:f, s:f, s:I, s:i}", "kind", kinds[rating->kind], "elo", rating->elo,
			 "low", rating->low,
			 "high", rating->high, "games", (json_int_t)rating->games, "island", rating->component.island);
}

/* Chooses the robots in order of rank, without the robot `own` of the pool (-1: none); robots with the same file and
 * options occur once. Fills in ids[i], indices in the pool, and in_run[i], indices in the run. */
static int choose(const struct pool *pool, const struct run_config *info, const int *order, int own, int *ids,
		  int *in_run)
{
	AUTO_FREE bool *is_there = NEW_ARRAY(bool, (size_t)pool->n_robots + 1);
	int n = 0;
	if (own >= 0)
		is_there[own] = true;
	for (int rank = 0; rank < info->n_robots; rank++) {
		int id = pool_find(pool, &info->robots[order[rank]]);
		if (id < 0 || is_there[id])
			continue;
		is_there[id] = true;
		ids[n] = id;
		in_run[n++] = order[rank];
	}
	return n;
}

/* The input for the cells of the table. */
struct versus {
	const struct pool *pool;
	const struct ratings *ratings;
	const int *ids;                  /* indices in the pool of the robots in the table */
	int n;
	struct pool_pair *pairs;         /* pairs of the whole pool */
	const struct head_to_head *cells;
};

static const struct head_to_head *cell_of(const struct versus *versus, int row, int column)
{
	return &versus->cells[row * versus->n + column];
}

#define CELL(name, value) \
	static json_t *name(const struct versus *versus, int row, int column) \
	{ \
		size_t of_row = (size_t)versus->ids[row] * (size_t)versus->pool->n_robots; \
		const struct pool_pair *pair = &versus->pairs[of_row + (size_t)versus->ids[column]]; \
		return value; \
	}
CELL(share, pair->decided > 0 ? json_number(pair->before / pair->decided) : json_null())
CELL(low, pair->decided > 0 ? json_number(head_to_head_interval(cell_of(versus, row, column)).low) : json_null())
CELL(high, pair->decided > 0 ? json_number(head_to_head_interval(cell_of(versus, row, column)).high) : json_null())
CELL(games, json_integer((json_int_t)pair->met))

static json_t *better(const struct versus *versus, int row, int column)
{
	int a = versus->ids[row], b = versus->ids[column], n = versus->ratings->n_robots;
	return row != column && a < n && b < n ? json_number(ratings_superiority(versus->ratings, a, b)) : json_null();
}

static json_t *outcomes(const struct versus *versus, int row, int column)
{
	uint64_t counts[HEAD_TO_HEAD_OUTCOMES];
	head_to_head_outcomes(cell_of(versus, row, column), counts);
	return JSON_LIST(i, HEAD_TO_HEAD_OUTCOMES, json_integer((json_int_t)counts[i]));
}

static const struct {
	const char *key;
	json_t *(*value)(const struct versus *versus, int row, int column);
	bool is_of_two; /* all tables have two seats */
} matrices[] = {
	{"share", share, false}, {"low", low, false}, {"high", high, false}, {"games", games, false},
	{"better", better, false},
	{"outcomes", outcomes, true},
};

static json_t *matrix_json(const struct versus *versus,
			   json_t *(*value)(const struct versus *versus, int row, int column))
{
	return JSON_LIST(row, versus->n, JSON_LIST(column, versus->n, value(versus, row, column)));
}

/* Returns the index in the table of a robot of the pool, or -1 if it is not there. */
static int place_of(const struct versus *versus, int id)
{
	int place = versus->n - 1;
	while (place >= 0 && versus->ids[place] != id)
		place--;
	return place;
}

/* Adds the misfit. Each robot has met only robots of its own island, so all islands can be in one list. */
static void add_misfit(const struct versus *versus, json_t *object)
{
	AUTO_FREE struct component *component = NEW_ARRAY(struct component, (size_t)versus->pool->n_robots + 1);
	struct pool_island all = {.ratings = *versus->ratings};
	const struct pool_list list = {.pool = versus->pool, .islands = &all, .component = component,
		.pairs = versus->pairs};
	AUTO_STR struct str text = {0};
	struct misfit misfit = {0};
	if (versus->pool->n_robots <= POOL_LIST_PAIRED) {
		misfit = misfit_of(&list);
		pool_list_misfit(&list, &text);
	}
	int row = place_of(versus, misfit.worst.a), column = place_of(versus, misfit.worst.b);
	json_add(object, "{s:o, s:o}", "misfit", text.length ? json_string(text.text) : json_null(), "exploit",
		 misfit.n_misfits && row >= 0 && column >= 0 ? json_pack("[i, i]", row, column) : json_null());
}

static json_t *versus_json(const struct versus *versus, const int *in_run, int left_out)
{
	json_t *object = json_pack("{s:i}", "left_out", left_out);
	add_misfit(versus, object);
	json_t *robots = JSON_LIST(i, versus->n, json_integer(in_run[i]));
	json_object_set_new(object, "robots", robots);
	for (size_t i = 0; i < sizeof matrices / sizeof *matrices; i++)
		if (!matrices[i].is_of_two || versus->pool->most_seats == 2)
			json_object_set_new(object, matrices[i].key, matrix_json(versus, matrices[i].value));
	return object;
}

json_t *report_versus_among(const struct pool *pool, const struct ratings *ratings, const int *ids, const int *in_run,
			    int n_all)
{
	int n = n_all < REPORT_MOST_VERSUS ? n_all : REPORT_MOST_VERSUS;
	size_t n_pool = (size_t)pool->n_robots, n_cells = (size_t)n * (size_t)n;
	AUTO_FREE struct pool_pair *pairs = NEW_ARRAY(struct pool_pair, n_pool * n_pool + 1);
	AUTO_FREE struct head_to_head *cells = NEW_ARRAY(struct head_to_head, n_cells + 1);
	pool_pairs(pool, pairs);
	head_to_head_of(pool, n, n, ids, cells);
	const struct versus versus = {pool, ratings, ids, n, pairs, cells};
	json_t *json = versus_json(&versus, in_run, n_all - n);
	for (size_t i = 0; i < n_cells; i++)
		histogram_release(&cells[i].shares);
	return json;
}

json_t *report_versus(const struct pool *pool, const struct ratings *ratings, const struct run_config *info,
		      const int *order)
{
	AUTO_FREE int *ids = NEW_ARRAY(int, (size_t)info->n_robots + 1);
	AUTO_FREE int *in_run = NEW_ARRAY(int, (size_t)info->n_robots + 1);
	return report_versus_among(pool, ratings, ids, in_run, choose(pool, info, order, -1, ids, in_run));
}

/* Compares the robot with the opponents that it met. The significance holds for all comparisons together. */
static int compare_with_met(const struct run_config *info, const int *in_run, const struct head_to_head *cells, int n,
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
			.name = info->robots[in_run[i]].label, .link = "", .share = head_to_head_interval(cell),
			.games = cell->games,
		};
	}
	ranks_results(chances, (size_t)n_met, results);
	for (int i = 0; i < n_met; i++)
		opponents[i].result = results[i];
	return n_met;
}

json_t *report_about(const struct pool *pool, const struct run_config *info, int robot, const int *order,
		     const struct about_fault *faults, int n_faults)
{
	AUTO_FREE int *ids = NEW_ARRAY(int, (size_t)info->n_robots + 1);
	AUTO_FREE int *in_run = NEW_ARRAY(int, (size_t)info->n_robots + 1);
	AUTO_FREE struct about_opponent *opponents = NEW_ARRAY(struct about_opponent, (size_t)info->n_robots + 1);
	ids[0] = pool_find(pool, &info->robots[robot]);
	int n = ids[0] < 0 ? 0 : choose(pool, info, order, ids[0], ids + 1, in_run);
	AUTO_FREE struct head_to_head *cells = NEW_ARRAY(struct head_to_head, (size_t)n + 1);
	if (n)
		head_to_head_of(pool, 1, n + 1, ids, cells);
	const struct about about = {
		.opponents = opponents, .n_opponents = compare_with_met(info, in_run, cells + 1, n, opponents),
		.faults = faults, .n_faults = n_faults,
	};
	json_t *json = about_json(&about);
	for (int i = 0; i <= n; i++)
		histogram_release(&cells[i].shares);
	json_object_set_new(json, "robot", json_integer(robot));
	return json;
}
