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

/* Sums by pair of robots take memory and time that grow with their square. */
enum { MOST_PAIRED = 100 };

void standings_init(struct standings *standings, const struct robot *robots, const struct schedule *schedule)
{
	*standings = (struct standings){.n_robots = schedule->n_robots, .n_seats = schedule->n_seats,
					.match_length = schedule->match_length, .is_signed = true,
					.is_drawn = !schedule->is_as_given, .robots = robots};
	standings->of = NEW_ARRAY(struct standing, (size_t)schedule->n_robots);
	standings->has_pairs = schedule->n_robots <= MOST_PAIRED;
	if (standings->has_pairs)
		shares_init(&standings->shares, schedule->n_robots);
}

void standings_release(struct standings *standings)
{
	for (int i = 0; i < standings->n_robots; i++) {
		histogram_release(&standings->of[i].shares);
		leak_release(&standings->of[i].leak);
		histogram_release(&standings->of[i].scores);
		free(standings->of[i].mishap.capsule);
	}
	free(standings->of);
	shares_release(&standings->shares);
	*standings = (struct standings){0};
}

/* ---- adding ----------------------------------------------------------------------------- */

struct adding {
	struct standings *standings;
	uint64_t n_games; /* in a match */
};

/* first[t - 1]: games of a match whose first place was shared by t. */
static double share_of(const uint32_t *first, int n_seats, uint64_t n_games)
{
	double wins = 0;
	for (int tied = 1; tied <= n_seats; tied++)
		wins += (double)first[tied - 1] / tied;
	return wins / (double)n_games;
}

/* What was won in the later rotations is what is left. */
static void add_leak(struct standing *standing, const uint32_t *first, const uint32_t *early, int n, uint64_t n_games,
		     uint64_t times)
{
	uint32_t late[SCHEDULE_MAX_SEATS];
	uint64_t n_early = n_games / (uint64_t)n * (uint64_t)(n / 2);
	for (int tied = 0; tied < n; tied++)
		late[tied] = first[tied] - early[tied];
	leak_add(&standing->leak, share_of(early, n, n_early), share_of(late, n, n_games - n_early), times);
}

static void add_match(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context)
{
	const struct adding *adding = context;
	struct standings *standings = adding->standings;
	int n = standings->n_seats;
	uint32_t first[SCHEDULE_MAX_SEATS][SCHEDULE_MAX_SEATS], early[SCHEDULE_MAX_SEATS][SCHEDULE_MAX_SEATS];
	uint64_t halves[SCHEDULE_MAX_SEATS] = {0}; /* sums of places, times 2 */
	memset(first, 0, (size_t)n * sizeof first[0]);
	memset(early, 0, (size_t)n * sizeof early[0]);
	for (uint64_t game = 0; game < adding->n_games; game++, places += n) {
		int tied[SCHEDULE_MAX_SEATS + 1] = {0};
		for (int player = 0; player < n; player++)
			tied[places[player]]++;
		for (int player = 0; player < n; player++) {
			halves[player] += (uint64_t)(2 * places[player] + tied[places[player]] - 1);
			if (places[player] != 1)
				continue;
			first[player][tied[1] - 1]++;
			early[player][tied[1] - 1] += leak_is_first((int)(game % (uint64_t)n), n);
		}
	}
	double share[SCHEDULE_MAX_SEATS];
	for (int player = 0; player < n; player++) {
		struct standing *standing = &standings->of[plan->robot[player]];
		share[player] = share_of(first[player], n, adding->n_games);
		if (!standings->has_pairs)
			histogram_add(&standing->shares, share[player], times);
		if (standings->is_drawn)
			add_leak(standing, first[player], early[player], n, adding->n_games, times);
		if (n > 2) {
			uint64_t most = 2 * (uint64_t)n * adding->n_games, range = 2 * (uint64_t)(n - 1) * adding->n_games;
			histogram_add(&standing->scores, (double)(most - halves[player]) / (double)range, times);
		}
	}
	if (standings->has_pairs)
		shares_add(&standings->shares, n, plan->robot, share, times);
}

void standings_add(struct standings *standings, const struct chunk *chunk, const struct schedule *schedule)
{
	struct adding adding = {standings, (uint64_t)chunk->n_blocks * (uint64_t)chunk->n_seats};
	chunk_each(chunk, schedule, add_match, &adding);
	for (int i = 0; i < chunk->n_robots; i++) {
		const struct chunk_robot *part = &chunk->robots[i];
		struct standing *standing = &standings->of[part->robot];
		tally_add(&standing->tally, &part->tally);
		standing->cpu_ns = part->cpu_ns < 0 || standing->cpu_ns < 0 ? -1 : standing->cpu_ns + part->cpu_ns;
	}
	standings->n_matches += chunk->matches.n;
	standings->n_blocks += chunk->matches.n * chunk->n_blocks;
	standings->n_alike += chunk->n_alike;
	standings->is_signed &= chunk->is_signed;
}

/* ---- what it says ----------------------------------------------------------------------- */

uint64_t standings_games(const struct standings *standings)
{
	return standings->n_blocks * (uint64_t)standings->n_seats;
}

bool standings_are_alike(const struct standings *standings)
{
	return standings->is_signed && standings->n_blocks && standings->n_alike == standings->n_blocks;
}

/* The mean of the matches is that of the games; taken from the counts it has no rounding of its own. */
static struct interval with_mean(struct interval interval, double mean)
{
	interval.mean = mean;
	interval.low = mean < interval.low ? mean : interval.low;
	interval.high = mean > interval.high ? mean : interval.high;
	return interval;
}

static const struct histogram *shares_of(const struct standings *standings, int robot)
{
	return standings->has_pairs ? &standings->shares.own[robot] : &standings->of[robot].shares;
}

struct interval standings_wins(const struct standings *standings, int robot)
{
	const struct standing *standing = &standings->of[robot];
	return with_mean(interval_of_shares(shares_of(standings, robot)), tally_win_share(&standing->tally));
}

struct interval standings_score(const struct standings *standings, int robot)
{
	const struct standing *standing = &standings->of[robot];
	return with_mean(interval_of_shares(standings->n_seats > 2 ? &standing->scores : shares_of(standings, robot)),
			 tally_score(&standing->tally, standings->n_seats));
}

static double win_rate(const struct standings *standings, int robot)
{
	return tally_win_share(&standings->of[robot].tally);
}

static int by_win_rate(const void *a, const void *b, void *context)
{
	const struct standings *standings = context;
	int first = *(const int *)a, second = *(const int *)b;
	double x = win_rate(standings, first), y = win_rate(standings, second);
	if (x != y)
		return x < y ? 1 : -1;
	x = tally_place(&standings->of[first].tally);
	y = tally_place(&standings->of[second].tally);
	if (x != y)
		return x > y ? 1 : -1;
	return first - second;
}

void standings_sort(const struct standings *standings, int *order)
{
	struct standings context = *standings; /* qsort_r's context cannot be const */
	for (int i = 0; i < standings->n_robots; i++)
		order[i] = i;
	qsort_r(order, (size_t)standings->n_robots, sizeof *order, by_win_rate, &context);
}

/* A line of the table. */
struct row {
	int robot;
	int rank;        /* robots that won equally often share it */
	struct rank_range range; /* the ranks that it may have */
	struct interval wins;
};

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* How many of the ascending numbers are below x. */
static int count_below(const double *numbers, int n, double x)
{
	int low = 0, high = n;
	while (low < high) {
		int middle = (low + high) / 2;
		if (numbers[middle] < x)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Of many robots: one is surely better than another when the intervals in which each is with 90 % do not meet. */
static void range_by_intervals(const struct standings *standings, struct rank_range *ranges)
{
	int n = standings->n_robots;
	AUTO_FREE struct interval *likely = NEW_ARRAY(struct interval, (size_t)n + 1);
	AUTO_FREE double *lows = NEW_ARRAY(double, (size_t)n + 1), *highs = NEW_ARRAY(double, (size_t)n + 1);
	for (int i = 0; i < n; i++) {
		likely[i] = interval_of_shares_at(shares_of(standings, i), 0.9);
		lows[i] = -likely[i].low;
		highs[i] = likely[i].high;
	}
	qsort(lows, (size_t)n, sizeof *lows, compare_doubles);
	qsort(highs, (size_t)n, sizeof *highs, compare_doubles);
	for (int i = 0; i < n; i++)
		ranges[i] = (struct rank_range){1 + count_below(lows, n, -likely[i].high), n - count_below(highs, n, likely[i].low)};
}

static double superiority(const void *context, int a, int b)
{
	const struct standings *standings = context;
	return shares_superiority(&standings->shares, a, b);
}

/* Robots that won equally often, and finished equally well, share the rank. */
static int rank_at(const struct standings *standings, const int *order, int at)
{
	const struct tally *tally = &standings->of[order[at]].tally;
	double wins = tally_win_share(tally), place = tally_place(tally);
	for (; at > 0; at--) {
		const struct tally *above = &standings->of[order[at - 1]].tally;
		if (tally_win_share(above) != wins || tally_place(above) != place)
			break;
	}
	return at + 1;
}

/* All lines, best first; the caller's. */
static struct row *make_rows(const struct standings *standings)
{
	int n = standings->n_robots;
	AUTO_FREE int *order = NEW_ARRAY(int, (size_t)n);
	AUTO_FREE struct rank_range *ranges = NEW_ARRAY(struct rank_range, (size_t)n);
	struct row *rows = NEW_ARRAY(struct row, (size_t)n);
	standings_sort(standings, order);
	if (standings->has_pairs)
		ranks_of(n, NULL, superiority, standings, ranges);
	else
		range_by_intervals(standings, ranges);
	for (int at = 0; at < n; at++)
		rows[at] = (struct row){.robot = order[at], .rank = rank_at(standings, order, at), .range = ranges[order[at]],
					.wins = standings_wins(standings, order[at])};
	return rows;
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
			 bool has_cpu, const struct row *row)
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

/* What no interval can say. */
static void add_alike(const struct standings *standings, struct str *out)
{
	if (!standings_are_alike(standings))
		return;
	if (standings->n_robots > 2) {
		str_add(out, "All robots played alike in every game: there is no difference between them.\n");
		return;
	}
	json_add_clean(out, standings->robots[0].label);
	str_add(out, " and ");
	json_add_clean(out, standings->robots[1].label);
	str_add(out, " played alike in every game: there is no difference between them.\n");
}

void standings_table(const struct standings *standings, int width, bool has_colour, bool has_cpu, const char *folder,
		     struct str *out)
{
	AUTO_TABLE struct table table = {.max_width = width, .n_keys = 2};
	AUTO_FREE struct row *rows = make_rows(standings);
	struct extras extras = find_extras(standings);
	add_columns(&table, standings, &extras, has_cpu);
	for (int at = 0; at < standings->n_robots; at++)
		add_standing(&table, standings, &extras, has_cpu, &rows[at]);
	table_text(&table, has_colour, out);
	add_alike(standings, out);
	for (int i = 0; i < standings->n_robots; i++)
		add_leak_warning(standings, i, has_colour, out);
	for (int i = 0; i < standings->n_robots; i++)
		add_mishap(standings, i, has_colour, folder, out);
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
		snprintf(line, sizeof line, "%4d  %-*.*s %6.2f%%  (%.2f - %.2f)", rank_at(standings, order, at),
			 room < 20 ? room : 20, room, label.text, 100 * interval.mean, 100 * interval.low,
			 100 * interval.high);
		str_addf(out, "%.*s\n", width, line);
	}
}

/* ---- for programs ----------------------------------------------------------------------- */

static void add_row_csv(const struct standings *standings, const struct row *row, struct str *out)
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
	AUTO_FREE struct row *rows = make_rows(standings);
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
	AUTO_FREE struct row *rows = make_rows(standings);
	json_t *list = json_array();
	for (int at = 0; at < standings->n_robots; at++) {
		const struct row *row = &rows[at];
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
