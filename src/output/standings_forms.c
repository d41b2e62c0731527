/* standings_forms.c - the columns of the standings; their table, CSV and JSON; the lines below the table. */
#include "output/standings_forms.h"

#include <math.h>

#include "base/json.h"
#include "output/columns.h"

/* A row, with the data of its columns. */
struct standings_forms_row {
	const struct standings *standings;
	const struct standings_row *row;
	const struct standing *standing;
	const struct tally *tally;
	struct interval score;
	struct corrected corrected;
};

static struct standings_forms_row row_of(const struct standings *standings, const struct standings_row *at)
{
	const struct standing *standing = &standings->list[at->robot];
	return (struct standings_forms_row){standings, at, standing, &standing->tally,
		standings_score(standings, at->robot), standings_corrected(standings, at->robot)};
}

/* Bits of shown_with, for columns that text has only when they have content. */
enum { WITH_PLACES = 1, WITH_CPU = 2, WITH_ILLEGAL = 4, WITH_TIMEOUTS = 8, WITH_CRASHES = 16, WITH_LUCK = 32 };

static unsigned shown_in(const struct standings *standings, bool has_cpu)
{
	unsigned shown = (standings->n_seats > 2 ? WITH_PLACES : 0) | (has_cpu ? WITH_CPU : 0);
	for (int i = 0; i < standings->n_robots; i++) {
		const struct tally *tally = &standings->list[i].tally;
		shown |= (tally->illegal ? WITH_ILLEGAL : 0) | (tally->timeouts ? WITH_TIMEOUTS : 0) |
			(tally->crashes ? WITH_CRASHES : 0);
		shown |= standings_corrected(standings, i).is_known ? WITH_LUCK : 0;
	}
	return shown;
}

COLUMN_VALUE(standings_forms_row, rank, json_integer(r->row->rank))
COLUMN_VALUE(standings_forms_row, rank_best, json_integer(r->row->range.best))
COLUMN_VALUE(standings_forms_row, rank_worst, json_integer(r->row->range.worst))
COLUMN_VALUE(standings_forms_row, robot, json_clean(r->standings->robots[r->row->robot].label))
COLUMN_VALUE(standings_forms_row, games, json_integer((json_int_t)r->tally->games))
COLUMN_VALUE(standings_forms_row, matches, json_integer((json_int_t)r->tally->matches))
COLUMN_VALUE(standings_forms_row, match_length, json_integer(r->standings->match_length))
COLUMN_VALUE(standings_forms_row, wins, json_number(tally_wins(r->tally)))
COLUMN_VALUE(standings_forms_row, win_rate, json_number(r->row->wins.mean))
COLUMN_VALUE(standings_forms_row, low, json_number(r->row->wins.low))
COLUMN_VALUE(standings_forms_row, high, json_number(r->row->wins.high))
COLUMN_VALUE(standings_forms_row, place, r->tally->games ? json_number(tally_place(r->tally)) : json_null())
COLUMN_VALUE(standings_forms_row, score, json_number(tally_score(r->tally, r->standings->n_seats)))
COLUMN_VALUE(standings_forms_row, score_low, json_number(r->score.low))
COLUMN_VALUE(standings_forms_row, score_high, json_number(r->score.high))
COLUMN_VALUE(standings_forms_row, asks, json_integer((json_int_t)r->tally->asks))
COLUMN_VALUE(standings_forms_row, illegal, json_integer((json_int_t)r->tally->illegal))
COLUMN_VALUE(standings_forms_row, timeouts, json_integer((json_int_t)r->tally->timeouts))
COLUMN_VALUE(standings_forms_row, crashes, json_integer((json_int_t)r->tally->crashes))
COLUMN_VALUE(standings_forms_row, failed_games, json_integer((json_int_t)r->tally->failed_games))
COLUMN_VALUE(standings_forms_row, places,
	     JSON_LIST(i, r->standings->n_seats, json_integer((json_int_t)r->tally->place_count[i])))
COLUMN_VALUE(standings_forms_row, gain, r->standings->is_drawn ? json_number(leak_gain(&r->standing->leak)) : NULL)
COLUMN_VALUE(standings_forms_row, chance, r->standings->is_drawn ? json_number(leak_chance(&r->standing->leak)) : NULL)

static void add_ranks(const void *row, struct str *out)
{
	const struct rank_range *range = &((const struct standings_forms_row *)row)->row->range;
	str_addf(out, "%d", range->best);
	if (range->best < range->worst)
		str_addf(out, "-%d", range->worst);
}

/* Adds the wins. Shared first places count as fractions of a win. */
static void add_wins(const void *row, struct str *out)
{
	double number = tally_wins(((const struct standings_forms_row *)row)->tally);
	str_addf(out, number == (double)(long long)number ? "%.0f" : "%.1f", number);
}

COLUMN_TEXT(standings_forms_row, add_win_rate, "%.2f%%", 100 * r->row->wins.mean)
COLUMN_TEXT(standings_forms_row, add_interval, "%.2f - %.2f", 100 * r->row->wins.low, 100 * r->row->wins.high)

COLUMNS_CORRECTED(standings_forms_row)

static void add_place(const void *row, struct str *out)
{
	const struct standings_forms_row *r = row;
	if (r->tally->games)
		str_addf(out, "%.2f", tally_place(r->tally));
	else
		str_add(out, "-");
}

static void add_cpu(const void *row, struct str *out)
{
	const struct standings_forms_row *r = row;
	if (r->standing->cpu_ns < 0 || r->tally->asks == 0)
		str_add(out, "-");
	else
		str_addf(out, "%.2f", (double)r->standing->cpu_ns / 1000 / (double)r->tally->asks);
}

static const struct column columns[] = {
	{.key = "rank", .title = "rank", .value = rank, .add_text = add_ranks, .csv_at = 14},
	{.key = "rank_best", .value = rank_best, .csv_at = 15},
	{.key = "rank_worst", .value = rank_worst, .csv_at = 16},
	{.key = "robot", .title = "robot", .value = robot, .csv_at = 1, .is_left = true},
	{.key = "games", .title = "games", .value = games, .csv_at = 2},
	{.key = "matches", .value = matches, .csv_at = 17},
	{.key = "match_length", .value = match_length, .csv_at = 18},
	{.key = "wins", .title = "wins", .value = wins, .add_text = add_wins, .csv_at = 3},
	{.key = "win_rate", .title = "win rate", .value = win_rate, .add_text = add_win_rate, .csv_at = 4},
	{.key = "low", .title = "95% interval", .value = low, .add_text = add_interval, .csv_at = 5, .is_joined = true},
	{.key = "high", .value = high, .csv_at = 6},
	{.key = "corrected", .title = "corrected", .value = corrected, .add_text = add_corrected,
		.shown_with = WITH_LUCK},
	{.key = "corrected_low", .title = "95% interval", .value = corrected_low, .add_text = add_corrected_interval,
	 .shown_with = WITH_LUCK, .is_joined = true},
	{.key = "corrected_high", .value = corrected_high},
	{.key = "as_games", .title = "as games", .value = as_games, .add_text = add_as_games, .shown_with = WITH_LUCK,
		.is_joined = true},
	{.key = "place", .title = "place", .value = place, .add_text = add_place, .shown_with = WITH_PLACES,
		.csv_at = 11},
	{.key = "score", .value = score, .csv_at = 12},
	{.key = "score_low", .value = score_low, .csv_at = 19},
	{.key = "score_high", .value = score_high, .csv_at = 20},
	{.key = "places", .value = places, .csv = ""},
	{.key = "asks", .title = "asks", .value = asks, .csv_at = 13},
	{.title = "us/ask", .add_text = add_cpu, .shown_with = WITH_CPU}, /* not the same in every run */
	{.key = "illegal", .title = "illegal", .value = illegal, .shown_with = WITH_ILLEGAL, .csv_at = 7},
	{.key = "timeouts", .title = "timeouts", .value = timeouts, .shown_with = WITH_TIMEOUTS, .csv_at = 8},
	{.key = "crashes", .title = "crashes", .value = crashes, .shown_with = WITH_CRASHES, .csv_at = 9},
	{.key = "failed_games", .value = failed_games, .csv_at = 10},
	{.key = "leak_gain", .value = gain, .csv = ""},
	{.key = "leak_chance", .value = chance, .csv = ""},
};

void standings_csv(const struct standings *standings, struct str *out)
{
	AUTO_FREE struct standings_row *rows = standings_rows(standings);
	columns_add_csv_titles(COLUMNS(columns), out);
	for (int i = 0; i < standings->n_robots; i++) {
		struct standings_forms_row row = row_of(standings, &rows[i]);
		columns_add_csv(COLUMNS(columns), &row, out);
	}
}

json_t *standings_json(const struct standings *standings)
{
	AUTO_FREE struct standings_row *rows = standings_rows(standings);
	json_t *list = json_array();
	for (int i = 0; i < standings->n_robots; i++) {
		struct standings_forms_row row = row_of(standings, &rows[i]);
		json_array_append_new(list, columns_json(COLUMNS(columns), &row));
	}
	return list;
}

/* Adds a warning about a robot that knows repeated dice (match/leak.h). */
static void add_leak_warning(const struct standings *standings, int robot, bool has_colour, struct str *out)
{
	const struct leak *leak = &standings->list[robot].leak;
	if (!leak_is_sure(leak, standings->n_robots))
		return;
	AUTO_STR struct str line = text_cleaned(standings->robots[robot].label);
	str_addf(&line, " won %.1f percentage points more of its games in the later rotations of a match than in the "
			"first ones. The dice are the same; without a leak the chance of this is %.1g. "
			"It may know the dice of the other seats (SECURITY.md).",
		 100 * leak_gain(leak), leak_chance(leak));
	show_add_styled(out, has_colour, SHOW_RED, line.text);
	str_add(out, "\n");
}

/* Adds a warning about a robot that is right too often when a bid is called (match/leak.h). */
static void add_showdown_warning(const struct standings *standings, int robot, bool has_colour, struct str *out)
{
	AUTO_STR struct str line = text_cleaned(standings->robots[robot].label);
	if (!showdowns_warn(&standings->list[robot].showdowns, standings->n_robots, &line))
		return;
	show_add_styled(out, has_colour, SHOW_RED, line.text);
	str_add(out, "\n");
}

void standings_warnings(const struct standings *standings, bool has_colour, struct str *out)
{
	for (int i = 0; i < standings->n_robots; i++) {
		add_leak_warning(standings, i, has_colour, out);
		add_showdown_warning(standings, i, has_colour, out);
	}
}

/* Adds a line with the first fault of a robot and its crash report. */
static void add_first_fault(const struct standings *standings, int robot, bool has_colour, const char *folder,
			    struct str *out)
{
	const struct standing *standing = &standings->list[robot];
	const struct first_fault *first_fault = &standing->first_fault;
	if (!first_fault->is_set)
		return;
	AUTO_STR struct str line = text_cleaned(standings->robots[robot].label);
	if (first_fault->verdict == VERDICT_LOAD)
		str_add(&line, " could not be loaded: ");
	else
		str_addf(&line, " failed in %" PRIu64 " of its %" PRIu64 " games; in game %" PRIu64 " it %s: ",
			 standing->tally.failed_games, standing->tally.games, first_fault->game,
			 first_fault->verdict == VERDICT_TIMEOUT ? "took too long" : "crashed");
	text_add_clean(&line, first_fault->cause);
	if (first_fault->crash_report)
		str_addf(&line, " (%s%s)", folder, first_fault->crash_report);
	show_add_styled(out, has_colour, SHOW_RED, line.text);
	str_add(out, "\n");
}

/* Adds a note about robots with identical plays. */
static void add_alike(const struct standings *standings, struct str *out)
{
	if (!standings_are_alike(standings))
		return;
	if (standings->n_robots > 2) {
		str_add(out, "All robots played identically in every game: they cannot be distinguished.\n");
		return;
	}
	text_add_clean(out, standings->robots[0].label);
	str_add(out, " and ");
	text_add_clean(out, standings->robots[1].label);
	str_add(out, " played identically in every game: they cannot be distinguished.\n");
}

/* Adds "computer beats calm and simpleton, loses to prober, and is undecided against conservative." */
static void add_gauntlet(const struct standings *standings, struct str *out)
{
	static const struct {
		int result;
		const char *verb;
	} parts[] = {{1, "beats"}, {-1, "loses to"}, {0, "is undecided against"}};
	AUTO_FREE int *results = NEW_ARRAY(int, (size_t)standings->n_robots);
	int n_parts = 0;
	if (!standings->is_gauntlet || !standings->n_matches)
		return;
	standings_against_first(standings, results);
	text_add_clean(out, standings->robots[0].label);
	for (int part = 0; part < 3; part++) {
		int n = 0;
		for (int i = 1; i < standings->n_robots; i++) {
			if (results[i] != parts[part].result)
				continue;
			str_addf(out, "%s%s", n ? ", " : n_parts ? "; " : " ", n ? "" : parts[part].verb);
			str_add(out, n ? "" : " ");
			text_add_clean(out, standings->robots[i].label);
			n++;
		}
		n_parts += n > 0;
	}
	str_add(out, ".\n");
}

void standings_table(const struct standings *standings, int width, bool has_colour, bool has_cpu, const char *folder,
		     struct str *out)
{
	AUTO_TABLE struct table table = {.max_width = width, .n_keys = 2};
	AUTO_FREE struct standings_row *rows = standings_rows(standings);
	unsigned shown = shown_in(standings, has_cpu);
	columns_add_titles(COLUMNS(columns), shown, &table);
	for (int i = 0; i < standings->n_robots; i++) {
		struct standings_forms_row row = row_of(standings, &rows[i]);
		columns_add_row(COLUMNS(columns), shown, &row, &table);
	}
	table_text(&table, has_colour, out);
	if (shown & WITH_LUCK)
		str_add(out, COLUMN_CORRECTED);
	add_gauntlet(standings, out);
	add_alike(standings, out);
	standings_warnings(standings, has_colour, out);
	for (int i = 0; i < standings->n_robots; i++)
		add_first_fault(standings, i, has_colour, folder, out);
}

json_t *standings_columns(const struct standings *standings)
{
	return columns_titles_json(COLUMNS(columns), shown_in(standings, false));
}

/* Adds the first characters of clean text, at most `most`. */
static void add_first(const char *text, int most, struct str *out)
{
	for (size_t size; most > 0 && *text && (size = text_character(text)); text += size, most--)
		str_add_n(out, text, size);
}

void standings_brief(const struct standings *standings, int n_rows, int width, struct str *out)
{
	AUTO_FREE int *order = NEW_ARRAY(int, (size_t)standings->n_robots);
	int most = width - 40 < 8 ? 8 : width - 40, usual = most < 20 ? most : 20;
	standings_sort(standings, order);
	for (int at = 0; at < n_rows && at < standings->n_robots; at++) {
		struct interval interval = standings_wins(standings, order[at]);
		AUTO_STR struct str label = {0}, name = {0}, line = {0};
		text_add_clean(&label, standings->robots[order[at]].label);
		add_first(str_text(&label), most, &name);
		int blanks = usual - text_width(str_text(&name));
		str_addf(&line, "%4d  %s%*s %6.2f%%  (%.2f - %.2f)", standings_rank(standings, order, at),
			 str_text(&name),
			 blanks > 0 ? blanks : 0, "", 100 * interval.mean, 100 * interval.low, 100 * interval.high);
		add_first(line.text, width, out);
		str_add(out, "\n");
	}
}
