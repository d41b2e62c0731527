/* pool_text.c - a rating list as text (standings_forms.h). */
#include "base/text.h"
#include "output/columns.h"
#include "output/pictures.h"
#include "output/standings_forms.h"
#include "standings/misfit.h"

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
		text_add_clean(out, list->pool->robots[list->reference].label);
		str_add(out, " has 0.");
	} else {
		str_add(out, "the mean is 0.");
	}
	str_addf(out, "\nIntervals: 95 %%, over matches%s; of ratings by %zu resamples of them.\n",
		 list->pool->has_sets ? " (those with the same dice together)" : "",
		 list->islands[0].ratings.n_resamples);
}

/* Adds, for ratings by places, from which end of the finishing order the model explains the games better. */
static void add_direction(const struct ratings *ratings, struct str *out)
{
	if (ratings->has_direction)
		str_addf(out, "Places are given from the %s, which explains the games better (log-likelihood %.1f, "
			      "from the %s %.1f).\n",
			 ratings->is_reverse ? "last" : "first", ratings->log_likelihood[ratings->is_reverse],
			 ratings->is_reverse ? "first" : "last", ratings->log_likelihood[!ratings->is_reverse]);
}

static void add_lists(const struct pool_list *list, bool has_colour, struct str *out)
{
	bool are_several = list->n_islands > 1 && list->pool->games;
	if (are_several)
		str_add(out, "Some robots never met, not even through others. They are ranked separately; ratings in "
			"different\n"
			"lists cannot be compared.\n\n");
	for (int i = 0; i < list->n_islands; i++) {
		str_add(out, i ? "\n" : "");
		add_direction(&list->islands[i].ratings, out);
		AUTO_TABLE struct table table = {.max_width = show_room(), .n_keys = 2};
		pool_list_add_island(list, &list->islands[i], &table);
		table_text(&table, has_colour, out);
	}
	str_add(out, pool_list_is_corrected(list) ? COLUMN_CORRECTED : "");
}

static void add_warnings(const struct pool_list *list, bool has_colour, struct str *out)
{
	AUTO_STR struct str text = {0};
	bool is_converged = true;
	int n_rated = 0; /* number of islands (robots that can be compared) with ratings */
	for (int i = 0; i < list->n_islands; i++) {
		if (list->component[list->order[list->islands[i].first]].island < 0)
			continue;
		n_rated++;
		is_converged &= list->islands[i].ratings.is_converged;
	}
	if (list->n_levels > n_rated)
		str_add(&text, "Some robots won every game against some others: the games do not show by how much they "
			"are better.\n");
	if (list->pool->games && !is_converged)
		str_add(&text, "Warning: the ratings did not converge; do not rely on them.\n");
	if (text.length) {
		str_add(out, "\n");
		show_add_styled(out, has_colour, SHOW_RED, text.text);
	}
}

void pool_list_misfit(const struct pool_list *list, struct str *out)
{
	struct misfit misfit = misfit_of(list);
	const struct misfit_pair *worst = &misfit.worst;
	const struct pool_robot *robots = list->pool->robots;
	if (misfit.n_misfits) {
		str_add(out, "The ratings do not explain all results: ");
		text_add_clean(out, robots[worst->a].label);
		str_add(out, " beat ");
		text_add_clean(out, robots[worst->b].label);
		str_addf(out, " in %.1f%% of the games that one of them won, and the ratings predict %.1f%% (z %.1f).",
			 100 * worst->played, 100 * worst->expected, worst->z);
		str_addf(out, " Of %d pairs, %d surely differ%s.\n", misfit.n_pairs, misfit.n_misfits,
			 misfit.n_misfits == 1 ? "s" : "");
	}
	if (!misfit.n_cycles)
		return;
	for (int i = 0; i <= MISFIT_LENGTH; i++) {
		str_add(out, i ? " > " : "");
		text_add_clean(out, robots[misfit.cycle[i % MISFIT_LENGTH]].label);
	}
	str_add(out, ": each surely beats the next");
	if (misfit.n_cycles > 1)
		str_addf(out, ", as in %d other cycle%s", misfit.n_cycles - 1, misfit.n_cycles == 2 ? "" : "s");
	str_add(out, ".\n");
}

/* Adds a matrix in percent, coloured if possible; "-" for pairs without games. */
static void add_matrix(const struct pool_list *list, const char *title,
		       bool (*cell)(const struct pool_list *list, int a, int b, double *value), bool has_colour,
		       struct str *out)
{
	if (has_colour) {
		pictures_of_pairs(list, title, cell, show_room(), out);
		return;
	}
	AUTO_TABLE struct table table = {.max_width = show_room(), .n_keys = 2};
	int n = list->pool->n_robots;
	table_columns(&table, "rank\t<robot");
	for (int at = 0; at < n; at++) {
		AUTO_STR struct str number = str_of("%d", at + 1);
		table_column(&table, number.text, true);
	}
	for (int row = 0; row < n; row++) {
		AUTO_STR struct str label = text_cleaned(list->pool->robots[list->order[row]].label);
		table_cells(&table, "%d\t%s", row + 1, str_text(&label));
		for (int column = 0; column < n; column++) {
			double value;
			if (!cell(list, list->order[row], list->order[column], &value))
				table_cells(&table, "-");
			else if (cell == pool_list_superiority)
				table_cells(&table, "%s", show_chance(value).text);
			else
				table_cells(&table, "%.1f", 100 * value);
		}
	}
	str_addf(out, "\n%s\n", title);
	table_text(&table, false, out);
}

void pool_list_table(const struct pool_list *list, const char *title, bool has_colour, struct str *out)
{
	AUTO_STR struct str misfit = {0};
	str_addf(out, "%s\n", title);
	add_model(list, out);
	str_add(out, "\n");
	add_lists(list, has_colour, out);
	if (list->has_matrix) {
		add_matrix(list, list->pool->by == RATING_BY_WINS
				 ? "Head to head, %: of the games that one of the two won, those that the row won"
				 : "Head to head, %: games in which the row finished before the column, "
				   "ties counting half",
			   pool_list_before, has_colour, out);
		add_matrix(list, "LOS, %: the chance that the row is better than the column", pool_list_superiority,
			   has_colour, out);
	}
	if (list->pairs && list->pool->games)
		pool_list_misfit(list, &misfit);
	if (misfit.length)
		str_addf(out, "\n%s", misfit.text);
	add_warnings(list, has_colour, out);
}
