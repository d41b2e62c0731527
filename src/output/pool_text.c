/* pool_text.c - a rating list for people; see standings/pool_list.h. */
#include <inttypes.h>
#include <math.h>

#include "base/json.h"
#include "output/pictures.h"
#include "output/show.h"
#include "standings/pool_list.h"

static void add_model(const struct pool_list *list, struct str *out)
{
	bool is_by_wins = list->pool->by == RATING_BY_WINS;
	if (list->pool->games == 0) {
		str_add(out, "No games yet.\n");
		return;
	}
	if (!pool_list_has_places(list))
		str_add(out, "Ratings: Bradley-Terry, in Elo, ");
	else
		str_addf(out, "Ratings: %s, in Elo, ", is_by_wins ? "choice model (who won at each table)" :
								    "Plackett-Luce (all places)");
	if (list->reference >= 0 && list->pool->robots[list->reference].games) {
		json_add_clean(out, list->pool->robots[list->reference].label);
		str_add(out, " has 0.");
	} else {
		str_add(out, "the mean is 0.");
	}
	str_addf(out, "\nIntervals: 95 %%, over matches; of ratings by %zu resamples of them.\n",
		 list->islands[0].ratings.n_resamples);
}

/* By places: which end of the finishing order explains the games better. */
static void add_direction(const struct ratings *ratings, struct str *out)
{
	if (ratings->has_direction)
		str_addf(out, "Places are given from the %s, which explains the games better (log-likelihood %.1f, from the %s %.1f).\n",
			 ratings->is_reverse ? "last" : "first", ratings->log_likelihood[ratings->is_reverse],
			 ratings->is_reverse ? "first" : "last", ratings->log_likelihood[!ratings->is_reverse]);
}

/* -0.04 is not to be shown as "-0.0". */
static double rounded(double elo)
{
	return round(elo * 10) / 10 + 0.0;
}

static void add_rating(struct table *table, const struct robot_rating *rating)
{
	switch (rating->kind) {
	case RATING_BETWEEN:
		table_cell(table, "%.1f", rounded(rating->elo));
		table_cell(table, "%.1f to %.1f", rounded(rating->low), rounded(rating->high));
		break;
	case RATING_AT_LEAST: /* how much better it is the games do not say: no number stands for it */
		table_cell(table, "-");
		table_cell(table, ">= %.1f", rounded(rating->low));
		break;
	case RATING_AT_MOST:
		table_cell(table, "-");
		table_cell(table, "<= %.1f", rounded(rating->high));
		break;
	case RATING_SINGLE:
		table_cell(table, "%.1f", rounded(rating->elo));
		table_cell(table, "-");
		break;
	case RATING_NONE:
		table_cell(table, "-");
		table_cell(table, "-");
		break;
	}
}

static void add_share(struct table *table, const struct pool_robot *robot, struct interval interval)
{
	if (robot->matches)
		table_cell(table, "%.2f%%", 100 * interval.mean);
	else
		table_cell(table, "-");
	table_cell(table, "%.2f - %.2f", 100 * interval.low, 100 * interval.high);
}

static void add_columns(const struct pool_list *list, struct table *table)
{
	static const char *const shares[] = {"win rate", "score"};
	bool is_by_wins = list->pool->by == RATING_BY_WINS;
	table_column(table, "rank", true);
	table_column(table, "robot", false);
	table_column(table, "games", true);
	for (int i = 0; i < (pool_list_has_places(list) ? 2 : 1); i++) {
		table_column(table, shares[is_by_wins ? i : 1 - i], true);
		table_column(table, "95% interval", true);
	}
	table_column(table, "rating", true);
	table_column(table, "95% interval", true);
}

static void add_robot(const struct pool_list *list, int at, struct table *table)
{
	const struct pool_robot *robot = &list->pool->robots[list->order[at]];
	const struct pool_rank *rank = &list->ranks[at];
	struct robot_rating rating = pool_list_rating(list, list->order[at]);
	bool is_by_wins = list->pool->by == RATING_BY_WINS, has_places = pool_list_has_places(list);
	AUTO_STR struct str label = {0};
	json_add_clean(&label, robot->label);
	if (rating.kind == RATING_NONE)
		table_cell(table, "-");
	else if (rank->range.best < rank->range.worst)
		table_cell(table, "%d-%d", rank->range.best, rank->range.worst);
	else
		table_cell(table, "%d", rank->rank);
	table_cell(table, "%s", str_text(&label));
	table_cell(table, "%" PRIu64, robot->games);
	add_share(table, robot, is_by_wins ? pool_wins(robot) : pool_score(robot));
	if (has_places)
		add_share(table, robot, is_by_wins ? pool_score(robot) : pool_wins(robot));
	add_rating(table, &rating);
}

static void add_island(const struct pool_list *list, const struct pool_island *island, bool has_colour, struct str *out)
{
	AUTO_TABLE struct table table = {0};
	add_columns(list, &table);
	for (int i = 0; i < island->n; i++)
		add_robot(list, island->first + i, &table);
	table_text(&table, has_colour, out);
}

static void add_lists(const struct pool_list *list, bool has_colour, struct str *out)
{
	bool are_several = list->n_islands > 1 && list->pool->games;
	if (are_several)
		str_add(out, "Some robots never met, not even through others. They are ranked apart; a rating in one list says nothing\n"
			"about a rating in another.\n\n");
	for (int i = 0; i < list->n_islands; i++) {
		str_add(out, i ? "\n" : "");
		add_direction(&list->islands[i].ratings, out);
		add_island(list, &list->islands[i], has_colour, out);
	}
}

static void add_warnings(const struct pool_list *list, bool has_colour, struct str *out)
{
	AUTO_STR struct str text = {0};
	bool is_converged = true;
	int n_rated = 0; /* islands */
	for (int i = 0; i < list->n_islands; i++) {
		if (list->component[list->order[list->islands[i].first]].island < 0)
			continue;
		n_rated++;
		is_converged &= list->islands[i].ratings.is_converged;
	}
	if (list->n_levels > n_rated)
		str_add(&text, "Some robots won every game against some others: the games do not say by how much they are better.\n");
	if (list->pool->games && !is_converged)
		str_add(&text, "Warning: the ratings did not converge; do not rely on them.\n");
	if (text.length) {
		str_add(out, "\n");
		show_add_styled(out, has_colour, SHOW_RED, text.text);
	}
}

/* A matrix in percent, in colours where there are any; where nothing was played, "-". */
static void add_matrix(const struct pool_list *list, const char *title,
		       bool (*cell)(const struct pool_list *list, int a, int b, double *value), bool has_colour,
		       struct str *out)
{
	if (has_colour) {
		pictures_of_pairs(list, title, cell, show_room(), out);
		return;
	}
	AUTO_TABLE struct table table = {0};
	int n = list->pool->n_robots;
	table_column(&table, "rank", true);
	table_column(&table, "robot", false);
	for (int at = 0; at < n; at++) {
		AUTO_STR struct str number = {0};
		str_addf(&number, "%d", at + 1);
		table_column(&table, number.text, true);
	}
	for (int row = 0; row < n; row++) {
		AUTO_STR struct str label = {0};
		json_add_clean(&label, list->pool->robots[list->order[row]].label);
		table_cell(&table, "%d", row + 1);
		table_cell(&table, "%s", str_text(&label));
		for (int column = 0; column < n; column++) {
			double value;
			if (cell(list, list->order[row], list->order[column], &value))
				table_cell(&table, "%.1f", 100 * value);
			else
				table_cell(&table, "-");
		}
	}
	str_addf(out, "\n%s\n", title);
	table_text(&table, false, out);
}

void pool_list_table(const struct pool_list *list, const char *title, bool has_colour, struct str *out)
{
	str_addf(out, "%s\n", title);
	add_model(list, out);
	str_add(out, "\n");
	add_lists(list, has_colour, out);
	if (list->pairs) {
		add_matrix(list, list->pool->by == RATING_BY_WINS
				 ? "Head to head: of 100 games that one of the two won, those that the row won"
				 : "Head to head: games in 100 in which the row finished before the column, ties counting half",
			   pool_list_before, has_colour, out);
		add_matrix(list, "Chance in 100 that the row is better than the column", pool_list_superiority, has_colour, out);
	}
	add_warnings(list, has_colour, out);
}
