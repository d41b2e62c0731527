/* standings.c - see standings.h. */
#include "cli/standings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/show.h"
#include "stats/interval.h"
#include "store/json.h"

void standings_init(struct standings *standings, const struct robot *robots, int n_robots, int n_seats)
{
	*standings = (struct standings){.n_robots = n_robots, .n_seats = n_seats, .robots = robots};
	standings->of = NEW_ARRAY(struct standing, (size_t)n_robots);
}

void standings_release(struct standings *standings)
{
	for (int i = 0; i < standings->n_robots; i++)
		free(standings->of[i].mishap.capsule);
	free(standings->of);
	*standings = (struct standings){0};
}

void standings_add(struct standings *standings, const struct match_result *result)
{
	for (int player = 0; player < standings->n_seats; player++) {
		struct standing *standing = &standings->of[result->plan.robot[player]];
		tally_add(&standing->tally, &result->tally[player]);
		if (result->cpu_ns[player] < 0 || standing->cpu_ns < 0)
			standing->cpu_ns = -1;
		else
			standing->cpu_ns += result->cpu_ns[player];
	}
}

uint64_t standings_games(const struct standings *standings)
{
	uint64_t seats_taken = 0;
	for (int i = 0; i < standings->n_robots; i++)
		seats_taken += standings->of[i].tally.games;
	return seats_taken / (uint64_t)standings->n_seats;
}

static double per_game(const struct tally *tally, double sum)
{
	return tally->games ? sum / (double)tally->games : 0;
}

static double win_rate(const struct standings *standings, int robot)
{
	return per_game(&standings->of[robot].tally, standings->of[robot].tally.wins);
}

static struct interval interval_of(const struct tally *tally)
{
	return interval_of_blocks(tally->blocks, tally->block_sum, tally->block_squares);
}

static int by_win_rate(const void *a, const void *b, void *context)
{
	const struct standings *standings = context;
	int first = *(const int *)a, second = *(const int *)b;
	double x = win_rate(standings, first), y = win_rate(standings, second);
	if (x != y)
		return x < y ? 1 : -1;
	return first - second;
}

void standings_sort(const struct standings *standings, int *order)
{
	struct standings context = *standings; /* qsort_r's context cannot be const */
	for (int i = 0; i < standings->n_robots; i++)
		order[i] = i;
	qsort_r(order, (size_t)standings->n_robots, sizeof *order, by_win_rate, &context);
}

/* Robots that won equally often share the rank. */
static int rank_at(const struct standings *standings, const int *order, int at)
{
	while (at > 0 && win_rate(standings, order[at - 1]) == win_rate(standings, order[at]))
		at--;
	return at + 1;
}

/* Did it never answer a single ask? The last one at a table of such robots wins without being asked. */
static bool has_never_answered(const struct standings *standings, int robot)
{
	const struct tally *tally = &standings->of[robot].tally;
	bool is_unloadable = standings->robots[robot].fault.verdict == VERDICT_LOAD;
	return tally->games > 0 && (is_unloadable || (tally->asks > 0 && tally->timeouts + tally->crashes >= tally->asks));
}

bool standings_has_failed_robot(const struct standings *standings)
{
	uint64_t failures = 0;
	for (int i = 0; i < standings->n_robots; i++) {
		const struct tally *tally = &standings->of[i].tally;
		if (has_never_answered(standings, i) || (tally->games > 0 && tally->failed_games == tally->games))
			return true;
		failures += tally->failed_games;
	}
	/* With everybody but the winner failing in every game, no game was decided by play. */
	return failures > 0 && failures >= (uint64_t)(standings->n_seats - 1) * standings_games(standings);
}

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
			 bool has_cpu, int rank, int robot)
{
	const struct standing *standing = &standings->of[robot];
	const struct tally *tally = &standing->tally;
	struct interval interval = interval_of(tally);
	AUTO_STR struct str label = {0};
	json_add_clean(&label, standings->robots[robot].label);
	table_cell(table, "%d", rank);
	table_cell(table, "%s", label.text);
	table_cell(table, "%" PRIu64, tally->games);
	/* Shared first places give shares of a win. */
	table_cell(table, tally->wins == (double)(long long)tally->wins ? "%.0f" : "%.1f", tally->wins);
	table_cell(table, "%.2f%%", 100 * win_rate(standings, robot));
	table_cell(table, "%.2f - %.2f", 100 * interval.low, 100 * interval.high);
	if (standings->n_seats > 2)
		table_cell(table, "%.2f", per_game(tally, tally->places));
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

/* Why a robot failed, where the whole story stands, in a line. */
static void add_mishap(const struct standings *standings, int robot, bool has_colour, const char *folder, struct str *out)
{
	const struct standing *standing = &standings->of[robot];
	const struct mishap *mishap = &standing->mishap;
	if (!mishap->is_set)
		return;
	AUTO_STR struct str line = {0};
	json_add_clean(&line, standings->robots[robot].label);
	if (mishap->verdict == VERDICT_LOAD)
		str_add(&line, " could not be loaded: ");
	else
		str_addf(&line, " failed in %" PRIu64 " of its %" PRIu64 " games; in game %" PRIu64 " it %s: ",
			 standing->tally.failed_games, standing->tally.games, mishap->game,
			 mishap->verdict == VERDICT_TIMEOUT ? "took too long" : "crashed");
	json_add_clean(&line, mishap->cause);
	if (mishap->capsule)
		str_addf(&line, " (%s%s)", folder, mishap->capsule);
	show_add_styled(out, has_colour, SHOW_RED, line.text);
	str_add(out, "\n");
}

void standings_table(const struct standings *standings, int width, bool has_colour, bool has_cpu, const char *folder,
		     struct str *out)
{
	AUTO_TABLE struct table table = {.max_width = width, .n_keys = 2};
	AUTO_FREE int *order = NEW_ARRAY(int, (size_t)standings->n_robots);
	struct extras extras = find_extras(standings);
	standings_sort(standings, order);
	add_columns(&table, standings, &extras, has_cpu);
	for (int at = 0; at < standings->n_robots; at++)
		add_standing(&table, standings, &extras, has_cpu, rank_at(standings, order, at), order[at]);
	table_text(&table, has_colour, out);
	for (int i = 0; i < standings->n_robots; i++)
		add_mishap(standings, i, has_colour, folder, out);
}

void standings_brief(const struct standings *standings, int n_rows, int width, struct str *out)
{
	AUTO_FREE int *order = NEW_ARRAY(int, (size_t)standings->n_robots);
	standings_sort(standings, order);
	for (int at = 0; at < n_rows && at < standings->n_robots; at++) {
		const struct tally *tally = &standings->of[order[at]].tally;
		struct interval interval = interval_of(tally);
		AUTO_STR struct str label = {0};
		json_add_clean(&label, standings->robots[order[at]].label);
		int room = width - 40 < 8 ? 8 : width - 40;
		char line[300];
		snprintf(line, sizeof line, "%4d  %-*.*s %6.2f%%  (%.2f - %.2f)", rank_at(standings, order, at),
			 room < 20 ? room : 20, room, label.text, 100 * win_rate(standings, order[at]),
			 100 * interval.low, 100 * interval.high);
		str_addf(out, "%.*s\n", width, line);
	}
}

/* ---- for programs ----------------------------------------------------------------------- */

void standings_csv(const struct standings *standings, struct str *out)
{
	AUTO_FREE int *order = NEW_ARRAY(int, (size_t)standings->n_robots);
	standings_sort(standings, order);
	str_add(out, "robot,games,wins,win_rate,low,high,illegal,timeouts,crashes,failed_games,place,score,asks,rank\n");
	for (int at = 0; at < standings->n_robots; at++) {
		const struct tally *tally = &standings->of[order[at]].tally;
		struct interval interval = interval_of(tally);
		const double rates[] = {tally->wins, win_rate(standings, order[at]), interval.low, interval.high};
		show_add_csv(out, standings->robots[order[at]].label);
		str_addf(out, ",%" PRIu64, tally->games);
		for (int i = 0; i < 4; i++) {
			str_add(out, ",");
			show_add_number(out, rates[i]);
		}
		str_addf(out, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", tally->illegal, tally->timeouts, tally->crashes,
			 tally->failed_games);
		show_add_number(out, per_game(tally, tally->places));
		str_add(out, ",");
		show_add_number(out, per_game(tally, tally->scores));
		str_addf(out, ",%" PRIu64 ",%d\n", tally->asks, rank_at(standings, order, at));
	}
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
	AUTO_FREE int *order = NEW_ARRAY(int, (size_t)standings->n_robots);
	standings_sort(standings, order);
	json_t *list = json_array();
	for (int at = 0; at < standings->n_robots; at++) {
		const struct tally *tally = &standings->of[order[at]].tally;
		struct interval interval = interval_of(tally);
		json_t *row = json_pack("{s:i, s:o, s:I, s:f, s:f, s:f, s:f, s:f, s:f, s:o, s:I, s:I, s:I, s:I, s:I}",
			"rank", rank_at(standings, order, at), "robot", json_clean(standings->robots[order[at]].label),
			"games", (json_int_t)tally->games,
			"wins", tally->wins, "win_rate", win_rate(standings, order[at]), "low", interval.low,
			"high", interval.high, "place", per_game(tally, tally->places),
			"score", per_game(tally, tally->scores), "places", place_counts(standings, tally),
			"asks", (json_int_t)tally->asks, "illegal", (json_int_t)tally->illegal,
			"timeouts", (json_int_t)tally->timeouts, "crashes", (json_int_t)tally->crashes,
			"failed_games", (json_int_t)tally->failed_games);
		json_array_append_new(list, row);
	}
	return list;
}
