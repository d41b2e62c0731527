/* standings_forms.c - the columns of the standings, for people and for programs. */
#include "output/standings_forms.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "output/show.h"

/* ---- for people ------------------------------------------------------------------------- */

/* Columns that are only there when some robot has something to show in them. */
struct extras {
	bool has_illegal, has_timeouts, has_crashes;
};

static struct extras find_extras(const struct standings *standings)
{
	struct extras extras = {0};
	for (int i = 0; i < standings->n_robots; i++) {
		const struct tally *tally = &standings->of[i].tally;
		extras.has_illegal |= tally->illegal > 0;
		extras.has_timeouts |= tally->timeouts > 0;
		extras.has_crashes |= tally->crashes > 0;
	}
	return extras;
}

static void add_columns(struct table *table, const struct standings *standings, const struct extras *extras, bool has_cpu)
{
	table_column(table, "rank", true);
	table_column(table, "robot", false);
	table_column(table, "games", true);
	table_column(table, "wins", true);
	table_column(table, "win rate", true);
	table_column(table, "95% interval", true);
	if (standings->n_seats > 2)
		table_column(table, "place", true);
	table_column(table, "asks", true);
	if (has_cpu)
		table_column(table, "us/ask", true);
	if (extras->has_illegal)
		table_column(table, "illegal", true);
	if (extras->has_timeouts)
		table_column(table, "timeouts", true);
	if (extras->has_crashes)
		table_column(table, "crashes", true);
}

static void add_standing(struct table *table, const struct standings *standings, const struct extras *extras,
			 bool has_cpu, const struct standings_row *row)
{
	const struct standing *standing = &standings->of[row->robot];
	const struct tally *tally = &standing->tally;
	double wins = tally_wins(tally);
	AUTO_STR struct str label = {0};
	json_add_clean(&label, standings->robots[row->robot].label);
	if (row->range.best < row->range.worst)
		table_cell(table, "%d-%d", row->range.best, row->range.worst);
	else
		table_cell(table, "%d", row->range.best);
	table_cell(table, "%s", label.text);
	table_cell(table, "%" PRIu64, tally->games);
	/* Shared first places give shares of a win. */
	table_cell(table, wins == (double)(long long)wins ? "%.0f" : "%.1f", wins);
	table_cell(table, "%.2f%%", 100 * row->wins.mean);
	table_cell(table, "%.2f - %.2f", 100 * row->wins.low, 100 * row->wins.high);
	if (standings->n_seats > 2)
		table_cell(table, "%.2f", tally_place(tally));
	table_cell(table, "%" PRIu64, tally->asks);
	if (has_cpu && (standing->cpu_ns < 0 || tally->asks == 0))
		table_cell(table, "-");
	else if (has_cpu)
		table_cell(table, "%.2f", (double)standing->cpu_ns / 1000 / (double)tally->asks);
	if (extras->has_illegal)
		table_cell(table, "%" PRIu64, tally->illegal);
	if (extras->has_timeouts)
		table_cell(table, "%" PRIu64, tally->timeouts);
	if (extras->has_crashes)
		table_cell(table, "%" PRIu64, tally->crashes);
}

/* match/leak.h: it knows the dice when they come again. */
static void add_leak_warning(const struct standings *standings, int robot, bool has_colour, struct str *out)
{
	const struct leak *leak = &standings->of[robot].leak;
	if (!leak_is_sure(leak, standings->n_robots))
		return;
	AUTO_STR struct str line = {0};
	json_add_clean(&line, standings->robots[robot].label);
	str_addf(&line, " won %.1f points of win rate more in the later rotations of its matches than in the first ones. The dice are "
		 "the same; without a leak the chance of this is %.1g. It may know the dice of the other seats (SECURITY.md).",
		 100 * leak_gain(leak), leak_chance(leak));
	show_add_styled(out, has_colour, SHOW_RED, line.text);
	str_add(out, "\n");
}

/* Why a robot failed, where the whole story stands, in a line. */
static void add_first_fault(const struct standings *standings, int robot, bool has_colour, const char *folder, struct str *out)
{
	const struct standing *standing = &standings->of[robot];
	const struct first_fault *first_fault = &standing->first_fault;
	if (!first_fault->is_set)
		return;
	AUTO_STR struct str line = {0};
	json_add_clean(&line, standings->robots[robot].label);
	if (first_fault->verdict == VERDICT_LOAD)
		str_add(&line, " could not be loaded: ");
	else
		str_addf(&line, " failed in %" PRIu64 " of its %" PRIu64 " games; in game %" PRIu64 " it %s: ",
			 standing->tally.failed_games, standing->tally.games, first_fault->game,
			 first_fault->verdict == VERDICT_TIMEOUT ? "took too long" : "crashed");
	json_add_clean(&line, first_fault->cause);
	if (first_fault->crash_report)
		str_addf(&line, " (%s%s)", folder, first_fault->crash_report);
	show_add_styled(out, has_colour, SHOW_RED, line.text);
	str_add(out, "\n");
}

/* What no interval can say. */
static void add_alike(const struct standings *standings, struct str *out)
{
	if (!standings_are_alike(standings))
		return;
	if (standings->n_robots > 2) {
		str_add(out, "All robots played identically in every game: they cannot be told apart.\n");
		return;
	}
	json_add_clean(out, standings->robots[0].label);
	str_add(out, " and ");
	json_add_clean(out, standings->robots[1].label);
	str_add(out, " played identically in every game: they cannot be told apart.\n");
}

void standings_table(const struct standings *standings, int width, bool has_colour, bool has_cpu, const char *folder,
		     struct str *out)
{
	AUTO_TABLE struct table table = {.max_width = width, .n_keys = 2};
	AUTO_FREE struct standings_row *rows = standings_rows(standings);
	struct extras extras = find_extras(standings);
	add_columns(&table, standings, &extras, has_cpu);
	for (int at = 0; at < standings->n_robots; at++)
		add_standing(&table, standings, &extras, has_cpu, &rows[at]);
	table_text(&table, has_colour, out);
	add_alike(standings, out);
	for (int i = 0; i < standings->n_robots; i++)
		add_leak_warning(standings, i, has_colour, out);
	for (int i = 0; i < standings->n_robots; i++)
		add_first_fault(standings, i, has_colour, folder, out);
}

void standings_brief(const struct standings *standings, int n_rows, int width, struct str *out)
{
	AUTO_FREE int *order = NEW_ARRAY(int, (size_t)standings->n_robots);
	standings_sort(standings, order);
	for (int at = 0; at < n_rows && at < standings->n_robots; at++) {
		struct interval interval = standings_wins(standings, order[at]);
		AUTO_STR struct str label = {0};
		json_add_clean(&label, standings->robots[order[at]].label);
		int room = width - 40 < 8 ? 8 : width - 40;
		char line[300];
		snprintf(line, sizeof line, "%4d  %-*.*s %6.2f%%  (%.2f - %.2f)", standings_rank(standings, order, at),
			 room < 20 ? room : 20, room, label.text, 100 * interval.mean, 100 * interval.low,
			 100 * interval.high);
		str_addf(out, "%.*s\n", width, line);
	}
}

/* ---- for programs ----------------------------------------------------------------------- */

static void add_row_csv(const struct standings *standings, const struct standings_row *row, struct str *out)
{
	const struct tally *tally = &standings->of[row->robot].tally;
	const double rates[] = {tally_wins(tally), row->wins.mean, row->wins.low, row->wins.high};
	show_add_csv(out, standings->robots[row->robot].label);
	str_addf(out, ",%" PRIu64, tally->games);
	for (int i = 0; i < 4; i++) {
		str_add(out, ",");
		show_add_number(out, rates[i]);
	}
	str_addf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", tally->illegal, tally->timeouts, tally->crashes,
		 tally->failed_games);
	show_add_number(out, tally_place(tally));
	str_add(out, ",");
	show_add_number(out, tally_score(tally, standings->n_seats));
	str_addf(out, ",%" PRIu64 ",%d,%d,%d,%" PRIu64 ",%" PRIu32 "\n", tally->asks, row->rank, row->range.best, row->range.worst,
		 tally->matches, standings->match_length);
}

void standings_csv(const struct standings *standings, struct str *out)
{
	AUTO_FREE struct standings_row *rows = standings_rows(standings);
	str_add(out, "robot,games,wins,win_rate,low,high,illegal,timeouts,crashes,failed_games,place,score,asks,rank,"
		"rank_best,rank_worst,matches,match_length\n");
	for (int at = 0; at < standings->n_robots; at++)
		add_row_csv(standings, &rows[at], out);
}

static json_t *place_counts(const struct standings *standings, const struct tally *tally)
{
	json_t *counts = json_array();
	for (int place = 0; place < standings->n_seats; place++)
		json_array_append_new(counts, json_integer((json_int_t)tally->place_count[place]));
	return counts;
}

json_t *standings_json(const struct standings *standings)
{
	AUTO_FREE struct standings_row *rows = standings_rows(standings);
	json_t *list = json_array();
	for (int at = 0; at < standings->n_robots; at++) {
		const struct standings_row *row = &rows[at];
		const struct tally *tally = &standings->of[row->robot].tally;
		struct interval score = standings_score(standings, row->robot);
		json_array_append_new(list, json_pack(
			"{s:i, s:i, s:i, s:o, s:I, s:I, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:o, s:I, s:I, s:I, s:I, s:I}",
			"rank", row->rank, "rank_best", row->range.best, "rank_worst", row->range.worst,
			"robot", json_clean(standings->robots[row->robot].label),
			"games", (json_int_t)tally->games, "matches", (json_int_t)tally->matches,
			"wins", tally_wins(tally), "win_rate", row->wins.mean, "low", row->wins.low, "high", row->wins.high,
			"place", tally_place(tally), "score", score.mean, "score_low", score.low, "score_high", score.high,
			"places", place_counts(standings, tally),
			"asks", (json_int_t)tally->asks, "illegal", (json_int_t)tally->illegal,
			"timeouts", (json_int_t)tally->timeouts, "crashes", (json_int_t)tally->crashes,
			"failed_games", (json_int_t)tally->failed_games));
		if (standings->is_drawn)
			json_object_update_new(json_array_get(list, (size_t)at), json_pack("{s:f, s:f}", "leak_gain",
				leak_gain(&standings->of[row->robot].leak), "leak_chance", leak_chance(&standings->of[row->robot].leak)));
	}
	return list;
}
