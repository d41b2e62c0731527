/* pool_data.c - the columns of a rating list and of its pairs, and their CSV and JSON (standings_forms.h). */
#include <math.h>

#include "base/json.h"
#include "output/columns.h"
#include "output/standings_forms.h"
#include "standings/misfit.h"

static const char *const kinds[] = {
	[RATING_NONE] = "none", [RATING_BETWEEN] = "between", [RATING_SINGLE] = "single",
	[RATING_AT_LEAST] = "at-least", [RATING_AT_MOST] = "at-most",
};

struct pool_data_row {
	const struct pool_robot *robot;
	const struct pool_rank *rank;
	const struct component *component;
	struct robot_rating rating;
	struct interval wins, score;
	struct corrected corrected;
	const double *nash_mix, *nash_gain; /* NULL: not available */
};

static struct pool_data_row row_of(const struct pool_list *list, int at)
{
	int index = list->order[at];
	const struct pool_robot *robot = &list->pool->robots[index];
	return (struct pool_data_row){robot, &list->ranks[at], &list->component[index], pool_list_rating(list, index),
		pool_wins(robot), interval_of_shares(&robot->scores), pool_corrected(robot),
		list->nash_mix ? &list->nash_mix[index] : NULL, list->nash_mix ? &list->nash_gain[index] : NULL};
}

COLUMNS_CORRECTED(pool_data_row)

static json_t *bounds(double low, double high)
{
	return json_pack("[o, o]", json_number(low), json_number(high));
}

COLUMN_VALUE(pool_data_row, rank, json_integer(r->rank->rank))
COLUMN_VALUE(pool_data_row, rank_range, json_pack("[i, i]", r->rank->range.best, r->rank->range.worst))
COLUMN_VALUE(pool_data_row, robot, json_clean(r->robot->label))
COLUMN_VALUE(pool_data_row, sha256, json_clean(r->robot->sha256))
COLUMN_VALUE(pool_data_row, games, json_integer((json_int_t)r->robot->games))
COLUMN_VALUE(pool_data_row, matches, json_integer((json_int_t)r->robot->matches))
COLUMN_VALUE(pool_data_row, win_rate, json_number(r->wins.mean))
COLUMN_VALUE(pool_data_row, win_rate_interval, bounds(r->wins.low, r->wins.high))
COLUMN_VALUE(pool_data_row, score, json_number(r->score.mean))
COLUMN_VALUE(pool_data_row, score_interval, bounds(r->score.low, r->score.high))
COLUMN_VALUE(pool_data_row, rating, json_number(r->rating.elo))
COLUMN_VALUE(pool_data_row, rating_interval, bounds(r->rating.low, r->rating.high))
COLUMN_VALUE(pool_data_row, rating_kind, json_string(kinds[r->rating.kind]))
COLUMN_VALUE(pool_data_row, island, json_integer(r->component->island + 1))
COLUMN_VALUE(pool_data_row, level, json_integer(r->component->level + 1))

static void add_ranks(const void *row, struct str *out)
{
	const struct pool_data_row *r = row;
	if (r->rating.kind == RATING_NONE)
		str_add(out, "-");
	else if (r->rank->range.best < r->rank->range.worst)
		str_addf(out, "%d-%d", r->rank->range.best, r->rank->range.worst);
	else
		str_addf(out, "%d", r->rank->rank);
}

static void add_mean(const struct pool_data_row *row, const struct interval *interval, struct str *out)
{
	if (row->robot->matches)
		str_addf(out, "%.2f%%", 100 * interval->mean);
	else
		str_add(out, "-");
}

COLUMN_ADD(pool_data_row, add_win_rate, add_mean(r, &r->wins, out))
COLUMN_ADD(pool_data_row, add_score, add_mean(r, &r->score, out))
COLUMN_TEXT(pool_data_row, add_wins_interval, "%.2f - %.2f", 100 * r->wins.low, 100 * r->wins.high)
COLUMN_TEXT(pool_data_row, add_score_interval, "%.2f - %.2f", 100 * r->score.low, 100 * r->score.high)

/* Returns the rating rounded to one decimal. Adding 0.0 prevents "-0.0". */
static double rounded(double elo)
{
	return round(elo * 10) / 10 + 0.0;
}

/* Adds a rating, or "-" if only a bound of it is known. */
static void add_rating(const void *row, struct str *out)
{
	const struct robot_rating *rating = &((const struct pool_data_row *)row)->rating;
	if (rating->kind == RATING_BETWEEN || rating->kind == RATING_SINGLE)
		str_addf(out, "%.1f", rounded(rating->elo));
	else
		str_add(out, "-");
}

static void add_rating_interval(const void *row, struct str *out)
{
	const struct robot_rating *rating = &((const struct pool_data_row *)row)->rating;
	if (rating->kind == RATING_BETWEEN)
		str_addf(out, "%.1f to %.1f", rounded(rating->low), rounded(rating->high));
	else if (rating->kind == RATING_AT_LEAST)
		str_addf(out, ">= %.1f", rounded(rating->low));
	else if (rating->kind == RATING_AT_MOST)
		str_addf(out, "<= %.1f", rounded(rating->high));
	else
		str_add(out, "-");
}

COLUMN_VALUE(pool_data_row, nash, r->nash_mix ? json_number(*r->nash_mix) : NULL)
COLUMN_VALUE(pool_data_row, nash_gain, r->nash_gain ? json_number(*r->nash_gain) : NULL)
COLUMN_TEXT(pool_data_row, add_nash, "%.1f%%", 100 * *r->nash_mix)
COLUMN_TEXT(pool_data_row, add_nash_gain, "%+.1f", rounded(*r->nash_gain))

/* Bits of shown_with. The measure on which the ratings are based comes first, the wins or the score. The other one is
 * shown only if places have information that wins do not have. */
enum { SCORE_FIRST = 1, WINS = 2, SCORE_LAST = 4, NASH = 8, LUCK = 16 };

bool pool_list_is_corrected(const struct pool_list *list)
{
	return list->pool->by == RATING_BY_WINS &&
	       ANY_OF(i, list->pool->n_robots, pool_corrected(&list->pool->robots[i]).is_known);
}

static unsigned shown_in(const struct pool_list *list)
{
	bool is_by_wins = list->pool->by == RATING_BY_WINS, has_places = pool_list_has_places(list);
	return (pool_list_is_corrected(list) ? LUCK : 0) | (is_by_wins ? WINS : SCORE_FIRST) |
		(!has_places ? 0 : is_by_wins ? SCORE_LAST : WINS) | (list->nash_mix ? NASH : 0);
}

static const struct column columns[] = {
	{.key = "rank", .title = "rank", .value = rank, .add_text = add_ranks, .csv_at = 13},
	{.key = "rank_range", .value = rank_range, .csv = "rank_best,rank_worst", .csv_at = 14},
	{.key = "robot", .title = "robot", .value = robot, .csv_at = 1, .is_left = true},
	{.key = "sha256", .value = sha256, .csv_at = 15},
	{.key = "games", .title = "games", .value = games, .csv_at = 2},
	{.key = "matches", .value = matches, .csv_at = 3},
	{.title = "score", .add_text = add_score, .shown_with = SCORE_FIRST},
	{.title = "95% interval", .add_text = add_score_interval, .shown_with = SCORE_FIRST, .is_joined = true},
	{.key = "win_rate", .title = "win rate", .value = win_rate, .add_text = add_win_rate, .shown_with = WINS,
		.csv_at = 4},
	{.key = "win_rate_interval", .title = "95% interval", .value = win_rate_interval, .add_text = add_wins_interval,
	 .shown_with = WINS, .csv = "win_low,win_high", .csv_at = 5, .is_joined = true},
	{.key = "corrected", .title = "corrected", .value = corrected, .add_text = add_corrected, .shown_with = LUCK,
		.csv_at = 16},
	{.key = "corrected_low", .title = "95% interval", .value = corrected_low, .add_text = add_corrected_interval,
		.shown_with = LUCK, .csv_at = 17, .is_joined = true},
	{.key = "corrected_high", .value = corrected_high, .csv_at = 18},
	{.key = "as_games", .title = "as games", .value = as_games, .add_text = add_as_games, .shown_with = LUCK,
		.csv_at = 19, .is_joined = true},
	{.key = "score", .title = "score", .value = score, .add_text = add_score, .shown_with = SCORE_LAST,
		.csv_at = 6},
	{.key = "score_interval", .title = "95% interval", .value = score_interval, .add_text = add_score_interval,
	 .shown_with = SCORE_LAST, .csv = "score_low,score_high", .csv_at = 7, .is_joined = true},
	{.key = "rating", .title = "rating", .value = rating, .add_text = add_rating, .csv_at = 8},
	{.key = "rating_interval", .title = "95% interval", .value = rating_interval, .add_text = add_rating_interval,
	 .csv = "rating_low,rating_high", .csv_at = 9, .is_joined = true},
	{.key = "nash", .title = "Nash", .value = nash, .add_text = add_nash, .shown_with = NASH, .csv = ""},
	{.key = "nash_gain", .title = "against it", .value = nash_gain, .add_text = add_nash_gain, .shown_with = NASH,
		.csv = "", .is_joined = true},
	{.key = "rating_kind", .value = rating_kind, .csv_at = 10},
	{.key = "island", .value = island, .csv_at = 11},
	{.key = "level", .value = level, .csv_at = 12},
};

void pool_list_add_island(const struct pool_list *list, const struct pool_island *island, struct table *table)
{
	unsigned shown = shown_in(list);
	columns_add_titles(COLUMNS(columns), shown, table);
	for (int i = 0; i < island->n; i++) {
		struct pool_data_row row = row_of(list, island->first + i);
		columns_add_row(COLUMNS(columns), shown, &row, table);
	}
}

struct pair_row {
	const struct pool_list *list;
	int a, b;
	const struct pool_pair *pair;
};

static json_t *share_of(const struct pair_row *row,
			bool (*share)(const struct pool_list *list, int a, int b, double *value))
{
	double value;
	return share(row->list, row->a, row->b, &value) ? json_number(value) : json_null();
}

COLUMN_VALUE(pair_row, first, json_clean(r->list->pool->robots[r->a].label))
COLUMN_VALUE(pair_row, opponent, json_clean(r->list->pool->robots[r->b].label))
COLUMN_VALUE(pair_row, met, json_number(r->pair->met))
COLUMN_VALUE(pair_row, decided, json_number(r->pair->decided))
COLUMN_VALUE(pair_row, before, share_of(r, pool_list_before))
COLUMN_VALUE(pair_row, los, share_of(r, pool_list_superiority))

static const struct column pair_columns[] = {
	{.key = "robot", .value = first}, {.key = "opponent", .value = opponent}, {.key = "games", .value = met},
	{.key = "decided", .value = decided}, {.key = "before", .value = before}, {.key = "los", .value = los},
};

/* Finds pair i of n * n, in the order of the list. Returns false for a pair of a robot with itself. */
static bool pair_row_of(const struct pool_list *list, int i, struct pair_row *row)
{
	int n = list->pool->n_robots, a = list->order[i / n], b = list->order[i % n];
	*row = (struct pair_row){list, a, b, &list->pairs[(size_t)a * (size_t)n + (size_t)b]};
	return a != b;
}

void pool_list_csv(const struct pool_list *list, struct str *out)
{
	int n = list->pool->n_robots;
	struct pair_row pair;
	if (!list->has_matrix)
		columns_add_csv_titles(COLUMNS(columns), out);
	else
		columns_add_csv_titles(COLUMNS(pair_columns), out);
	for (int i = 0; !list->has_matrix && i < n; i++) {
		struct pool_data_row row = row_of(list, i);
		columns_add_csv(COLUMNS(columns), &row, out);
	}
	for (int i = 0; list->has_matrix && i < n * n; i++)
		if (pair_row_of(list, i, &pair))
			columns_add_csv(COLUMNS(pair_columns), &pair, out);
}

static json_t *robots_json(const struct pool_list *list)
{
	json_t *rows = json_array();
	for (int at = 0; at < list->pool->n_robots; at++) {
		struct pool_data_row row = row_of(list, at);
		json_array_append_new(rows, columns_json(COLUMNS(columns), &row));
	}
	return rows;
}

/* Returns the models of the islands (robots that can be compared), in the order of the islands' numbers. */
static json_t *models_json(const struct pool_list *list)
{
	json_t *models = json_array();
	for (int i = 0; i < list->n_islands; i++) {
		const struct ratings *ratings = &list->islands[i].ratings;
		if (list->component[list->order[list->islands[i].first]].island < 0)
			continue;
		json_array_append_new(models, json_pack("{s:o, s:f, s:f, s:I, s:b}",
			"taken_first", !ratings->has_direction ? json_null()
							       : json_string(ratings->is_reverse ? "last" : "first"),
			"log_likelihood_forward", ratings->log_likelihood[0],
			"log_likelihood_reverse", ratings->log_likelihood[1],
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
		"model", !pool_list_has_places(list) ? "bradley-terry" : list->pool->by == RATING_BY_WINS ? "choice"
		: "plackett-luce", "reference", has_reference ? json_clean(list->pool->robots[list->reference].label)
		: json_null(), "islands", n_islands, "levels", list->n_levels, "models", models);
}

static json_t *pairs_json(const struct pool_list *list)
{
	json_t *rows = json_array();
	struct pair_row pair;
	for (int i = 0; i < list->pool->n_robots * list->pool->n_robots; i++)
		if (pair_row_of(list, i, &pair))
			json_array_append_new(rows, columns_json(COLUMNS(pair_columns), &pair));
	return rows;
}

/* Returns the clearest misfit, the clearest cycle and the numbers of both, or null if there are none. */
static json_t *misfit_json(const struct pool_list *list)
{
	struct misfit misfit = misfit_of(list);
	const struct misfit_pair *worst = &misfit.worst;
	const struct pool_robot *robots = list->pool->robots;
	json_t *pair = json_null(), *cycle = json_null();
	if (misfit.n_misfits)
		pair = json_pack("{s:o, s:o, s:f, s:f, s:f}", "robot", json_clean(robots[worst->a].label), "opponent",
				 json_clean(robots[worst->b].label), "played", worst->played,
				 "expected", worst->expected, "z", worst->z);
	if (misfit.n_cycles)
		cycle = json_pack("[o, o, o]", json_clean(robots[misfit.cycle[0]].label),
				  json_clean(robots[misfit.cycle[1]].label), json_clean(robots[misfit.cycle[2]].label));
	return json_pack("{s:i, s:i, s:o, s:i, s:o}", "pairs", misfit.n_pairs, "misfits", misfit.n_misfits,
			 "worst", pair, "cycles", misfit.n_cycles, "cycle", cycle);
}

void pool_list_json(const struct pool_list *list, json_t *object)
{
	if (list->pairs)
		json_object_set_new(object, "misfit", misfit_json(list));
	json_object_set_new(object, "ratings", ratings_json(list));
	json_object_set_new(object, "robots", robots_json(list));
	if (list->has_matrix)
		json_object_set_new(object, "pairs", pairs_json(list));
}
