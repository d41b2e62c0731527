/* league_list_text.c - a rating list for people; see league_list.h. */
#include <inttypes.h>
#include <math.h>

#include "cli/league_list.h"
#include "cli/show.h"
#include "store/json.h"

static void add_model(const struct league_list *list, struct str *out)
{
	const struct ratings *ratings = &list->ratings;
	if (list->league->games == 0) {
		str_add(out, "No games yet.\n");
		return;
	}
	if (!ratings->has_direction)
		str_add(out, "Ratings: Bradley-Terry, in Elo, ");
	else
		str_addf(out, "Ratings: Plackett-Luce, %s first, which explains the games better (log-likelihood\n"
			 "%.1f, %s first %.1f), in Elo, ", ratings->is_reverse ? "last place" : "first place",
			 ratings->log_likelihood[ratings->is_reverse], ratings->is_reverse ? "first place" : "last place",
			 ratings->log_likelihood[!ratings->is_reverse]);
	if (list->reference >= 0 && list->league->robots[list->reference].games) {
		json_add_clean(out, list->league->robots[list->reference].label);
		str_add(out, " has 0.");
	} else {
		str_add(out, "the mean is 0.");
	}
	str_addf(out, "\nIntervals: 95 %%, of scores over blocks, of ratings by %zu resamples of them.\n", ratings->n_resamples);
}

/* -0.04 is not to be shown as "-0.0". */
static double rounded(double elo)
{
	return round(elo * 10) / 10 + 0.0;
}

static void add_rating(struct table *table, const struct robot_rating *rating)
{
	if (rating->kind == RATING_NONE)
		table_cell(table, "-");
	else
		table_cell(table, "%.1f", rounded(rating->elo));
	switch (rating->kind) {
	case RATING_BETWEEN:
		table_cell(table, "%.1f to %.1f", rounded(rating->low), rounded(rating->high));
		break;
	case RATING_AT_LEAST:
		table_cell(table, ">= %.1f", rounded(rating->low));
		break;
	case RATING_AT_MOST:
		table_cell(table, "<= %.1f", rounded(rating->high));
		break;
	case RATING_NONE:
	case RATING_SINGLE:
		table_cell(table, "-");
		break;
	}
}

static void add_share(struct table *table, const struct league_robot *robot, struct interval interval)
{
	if (robot->blocks)
		table_cell(table, "%.2f%%", 100 * interval.mean);
	else
		table_cell(table, "-");
	table_cell(table, "%.2f - %.2f", 100 * interval.low, 100 * interval.high);
}

static void add_list(const struct league_list *list, bool has_colour, struct str *out)
{
	AUTO_TABLE struct table table = {0};
	static const char *const titles[] = {"rank", "robot", "games", "score", "95% interval", "firsts", "95% interval",
					     "rating", "95% interval"};
	for (int i = 0; i < 9; i++)
		if (league_list_has_firsts(list) || i < 5 || i > 6)
			table_column(&table, titles[i], i != 1);
	for (int at = 0; at < list->league->n_robots; at++) {
		const struct league_robot *robot = &list->league->robots[list->order[at]];
		struct robot_rating rating = league_list_rating(list, list->order[at]);
		AUTO_STR struct str label = {0};
		json_add_clean(&label, robot->label);
		table_cell(&table, "%d", league_list_rank(list, at));
		table_cell(&table, "%s", str_text(&label));
		table_cell(&table, "%" PRIu64, robot->games);
		add_share(&table, robot, league_score(robot));
		if (league_list_has_firsts(list))
			add_share(&table, robot, league_firsts(robot));
		add_rating(&table, &rating);
	}
	table_text(&table, has_colour, out);
}

/* The robots of each island, so that everybody sees who never met whom. */
static void add_islands(const struct league_list *list, struct str *out)
{
	enum { MOST_NAMED = 20 };
	for (int island = 0; island < list->ratings.components.n_islands && island < MOST_NAMED; island++) {
		int n_named = 0;
		for (int at = 0; at < list->league->n_robots; at++) {
			if (league_list_rating(list, list->order[at]).component.island != island)
				continue;
			if (n_named++ == MOST_NAMED)
				str_add(out, ", ...");
			if (n_named > MOST_NAMED)
				continue;
			str_add(out, n_named == 1 ? "  " : ", ");
			json_add_clean(out, list->league->robots[list->order[at]].label);
		}
		str_add(out, "\n");
	}
}

static void add_warnings(const struct league_list *list, bool has_colour, struct str *out)
{
	const struct components *components = &list->ratings.components;
	AUTO_STR struct str text = {0};
	if (components->n_islands > 1) {
		str_addf(&text, "Warning: %d groups of robots never met; between them the ratings say nothing:\n",
			 components->n_islands);
		add_islands(list, &text);
	}
	if (components->n_levels > components->n_islands)
		str_add(&text, "Some robots won every game against some others: by how much they are better the games do not "
			"say.\n");
	if (list->league->games && !list->ratings.is_converged)
		str_add(&text, "Warning: the ratings did not converge; do not rely on them.\n");
	if (text.length) {
		str_add(out, "\n");
		show_add_styled(out, has_colour, SHOW_RED, text.text);
	}
}

/* A matrix in percent; where nothing was played, "-". */
static void add_matrix(const struct league_list *list, const char *title,
		       bool (*cell)(const struct league_list *list, int a, int b, double *value), bool has_colour,
		       struct str *out)
{
	AUTO_TABLE struct table table = {0};
	int n = list->league->n_robots;
	table_column(&table, "rank", true);
	table_column(&table, "robot", false);
	for (int at = 0; at < n; at++) {
		AUTO_STR struct str number = {0};
		str_addf(&number, "%d", at + 1);
		table_column(&table, number.text, true);
	}
	for (int row = 0; row < n; row++) {
		AUTO_STR struct str label = {0};
		json_add_clean(&label, list->league->robots[list->order[row]].label);
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
	table_text(&table, has_colour, out);
}

void league_list_table(const struct league_list *list, const char *title, bool has_colour, struct str *out)
{
	str_addf(out, "%s\n", title);
	add_model(list, out);
	str_add(out, "\n");
	add_list(list, has_colour, out);
	if (list->met) {
		add_matrix(list, "Head to head: games in 100 in which the row finished before the column, ties counting half",
			   league_list_before, has_colour, out);
		add_matrix(list, "Chance in 100 that the row is better than the column", league_list_superiority, has_colour, out);
	}
	add_warnings(list, has_colour, out);
}
