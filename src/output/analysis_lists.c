/* analysis_lists.c - the tables of an analysis, each defined by one list of columns, as text and as JSON arrays. */

#include "base/json.h"
#include "game/game.h"
#include "output/analysis_forms.h"
#include "output/columns.h"
#include "output/show.h"

enum { SEATS = -1, ROBOTS = -2, WORST = -3 }; /* the `end` of lists with a row for each seat, each robot of the run, or
                                               * each decision in `worst` */

json_t *analysis_interval_json(struct interval of)
{
	return json_pack("{s:f, s:f, s:f}", "mean", of.mean, "low", of.low, "high", of.high);
}

json_t *analysis_share_json(const struct ratio *of)
{
	struct interval interval = ratio_interval(of);
	return json_pack("{s:I, s:I, s:f, s:f, s:f}", "hits", (json_int_t)of->hits, "trials", (json_int_t)of->trials,
			 "value", interval.mean, "low", interval.low, "high", interval.high);
}

/* A row of one of the tables, given by its number from 0. */
struct row {
	const struct analysis *a;
	const struct analysis_report *report;
	int at;
	bool has_last_hand; /* a game can be lost by a single hand */
};

COLUMN_VALUE(row, number, json_integer(r->at))

/* Adds the share of the bids that were true. */
static void add_seen(struct calibration_bin bin, struct str *out)
{
	str_addf(out, bin.count ? "%.2f %%" : "-", 100 * bin.seen);
}

COLUMN_ADD(row, add_called_true, add_seen(calibration_bin(&r->a->called, r->at), out))
COLUMN_ADD(row, add_passed_true, add_seen(calibration_bin(&r->a->passed, r->at), out))
COLUMN_TEXT(row, add_tenth, "%d to %d %%", r->at * 100 / CALIBRATION_BINS, (r->at + 1) * 100 / CALIBRATION_BINS)
COLUMN_TEXT(row, add_called, "%" PRIu64, r->a->called.count[r->at])
COLUMN_TEXT(row, add_passed, "%" PRIu64, r->a->passed.count[r->at])

static const struct column tenth_columns[] = {
	{.title = "chance by own dice", .add_text = add_tenth, .is_left = true},
	{.title = "called", .add_text = add_called},
	{.title = "true", .add_text = add_called_true},
	{.title = "let pass", .add_text = add_passed},
	{.title = "true", .add_text = add_passed_true},
};

static const struct ratio *dice_lost(const struct row *row)
{
	return &row->a->part[ANALYSIS_LOST + row->at];
}

static double wins_from(const struct row *row)
{
	return exact_value(&row->a->wins_from[row->at]) / (double)dice_lost(row)->trials;
}

COLUMN_TEXT(row, add_dice_hands, "%" PRIu64, dice_lost(r)->trials)
COLUMN_VALUE(row, dice_share, analysis_share_json(dice_lost(r)))
COLUMN_TEXT(row, add_dice_lost, "%.2f %%", 100 * (double)dice_lost(r)->hits / (double)dice_lost(r)->trials)
COLUMN_VALUE(row, dice_wins, json_number(wins_from(r)))
COLUMN_TEXT(row, add_dice_wins, "%.2f %%", 100 * wins_from(r))

static const struct column dice_columns[] = {
	{.key = "dice", .title = "dice", .value = number},
	{.title = "hands", .add_text = add_dice_hands},
	{.key = "lost", .title = "lost", .value = dice_share, .add_text = add_dice_lost},
	{.key = "wins", .title = "wins", .value = dice_wins, .add_text = add_dice_wins},
};

static const struct {
	const char *key, *words;
} causes[CAUSE_COUNT + 1] = {
	[CAUSE_OWN_BID] = {"own_bid_called", "its bid was called, and false"},
	[CAUSE_OWN_CALL] = {"own_call_wrong", "it called a true bid"},
	[CAUSE_OWN_EXACT] = {"own_exact_wrong", "its exact was wrong"},
	[CAUSE_OTHERS_EXACT] = {"others_exact_right", "another player's exact was right"},
	[CAUSE_ILLEGAL] = {"illegal", "its play was illegal"},
	[CAUSE_FAULT] = {"fault", "it crashed or ran out of time"},
	[CAUSE_COUNT] = {"none", "it lost no hand"},
};

COLUMN_VALUE(row, cause, json_string(causes[r->at].key))
COLUMN_VALUE(row, because, json_string(causes[r->at].words))
COLUMN_VALUE(row, hands_lost, json_integer(r->at < CAUSE_COUNT ? (json_int_t)r->a->lost[r->at] : 0))
COLUMN_VALUE(row, games_lost, r->has_last_hand ? json_integer((json_int_t)r->a->games_lost[r->at]) : json_null())

enum { WITH_LAST_HAND = 1 };

static const struct column loss_columns[] = {
	{.key = "cause", .value = cause},
	{.key = "because", .title = "because", .value = because, .is_left = true},
	{.key = "hands", .title = "hands lost", .value = hands_lost},
	{.key = "games", .title = "games lost by it", .value = games_lost, .shown_with = WITH_LAST_HAND},
};

/* Columns for the course of the run and for neighbours. */

static const struct schedule *schedule_of(const struct row *row)
{
	return row->report->course->schedule;
}

static int first_game(const struct row *row, int span)
{
	return (int)course_first_game(schedule_of(row), row->at + span);
}

static void add_range(struct interval interval, struct str *out)
{
	str_addf(out, "%.2f - %.2f", 100 * interval.low, 100 * interval.high);
}

/* Defines a function `of` that returns the wins of a row, and the columns of these wins. */
#define WINS(of, wins) \
	static const struct analysis_wins *of(const struct row *r) \
	{ \
		return wins; \
	} \
	COLUMN_VALUE(row, of##_games, json_integer((json_int_t)of(r)->games)) \
	COLUMN_VALUE(row, of##_interval, analysis_interval_json(analysis_wins_interval(of(r)))) \
	COLUMN_TEXT(row, add_##of##_mean, "%.2f %%", 100 * analysis_wins_interval(of(r)).mean) \
	COLUMN_ADD(row, add_##of##_range, add_range(analysis_wins_interval(of(r)), out))
#define WINS_COLUMNS(of) \
	{.key = "games", .title = "games", .value = of##_games}, \
	{.key = "wins", .title = "wins", .value = of##_interval, .add_text = add_##of##_mean}, \
	{.title = "95% interval", .add_text = add_##of##_range}

WINS(wins_by_seat, &r->a->by_seat[r->at])
WINS(wins_by_neighbour, r->report->course->by_neighbour ? &r->report->course->by_neighbour[r->at] : NULL)
WINS(wins_by_game, &r->report->course->by_game[r->at])
WINS(wins_by_time, &r->report->course->by_time[r->at])

COLUMN_TEXT(row, add_seat, "%d", r->at + 1)
COLUMN_VALUE(row, neighbour, json_clean(r->report->info->robots[r->at].label))
COLUMN_VALUE(row, span_first, json_integer(first_game(r, 0) + 1))
COLUMN_VALUE(row, span_last, json_integer(first_game(r, 1)))
COLUMN_VALUE(row, time_from, json_number(r->at / (double)r->report->course->n_times))
COLUMN_VALUE(row, time_to, json_number((r->at + 1) / (double)r->report->course->n_times))

static void add_span(const void *row, struct str *out)
{
	const struct row *r = row;
	int first = first_game(r, 0) + 1, last = first_game(r, 1);
	str_addf(out, "%d", first);
	if (last > first)
		str_addf(out, " to %d", last);
}

static const struct column seat_columns[] = {
	{.key = "seat", .title = "seat", .value = number, .add_text = add_seat}, WINS_COLUMNS(wins_by_seat),
};
static const struct column neighbour_columns[] = {
	{.key = "robot", .title = "before it", .value = neighbour, .is_left = true}, WINS_COLUMNS(wins_by_neighbour),
};

static const struct column game_columns[] = {
	{.key = "first", .title = "game", .value = span_first, .add_text = add_span},
	{.key = "last", .value = span_last}, WINS_COLUMNS(wins_by_game),
};

static const struct column time_columns[] = {
	{.key = "from", .value = time_from}, {.key = "to", .value = time_to}, WINS_COLUMNS(wins_by_time),
};

/* Returns the row's decision, one of the most costly. */
static const struct worst_loss *loss(const struct row *row)
{
	return &row->report->worst->list[row->at];
}

static bool has_right(const struct row *row)
{
	return !loss(row)->is_call && loss(row)->right >= 0;
}

static void add_words(const void *row, struct str *out)
{
	const struct row *r = row;
	game_play_words(&r->report->info->rules, loss(r)->bid, out);
}

static void add_what(const void *row, struct str *out)
{
	str_add(out, loss(row)->is_call ? "called " : "bid ");
	add_words(row, out);
}

static json_t *words(const void *row)
{
	AUTO_STR struct str text = {0};
	add_words(row, &text);
	return json_string(str_text(&text));
}

COLUMN_VALUE(row, game, json_integer((json_int_t)loss(r)->game + 1))
COLUMN_VALUE(row, hand, json_integer(loss(r)->hand + 1))
COLUMN_VALUE(row, is_call, json_boolean(loss(r)->is_call))
COLUMN_VALUE(row, bid, json_integer(loss(r)->bid))
COLUMN_VALUE(row, chance, json_number(loss(r)->chance))
COLUMN_TEXT(row, add_chance, ANALYSIS_PERCENT, 100 * loss(r)->chance)
COLUMN_VALUE(row, right, has_right(r) ? json_number(loss(r)->right) : json_null())
COLUMN_ADD(row, add_right,
	   has_right(r) ? str_addf(out, ANALYSIS_PERCENT, 100 * loss(r)->right) : str_add(out, ANALYSIS_NOTHING))
static const struct column worst_columns[] = {
	{.key = "game", .value = game}, {.key = "hand", .value = hand}, {.key = "is_call", .value = is_call},
	{.key = "bid", .value = bid},
	{.key = "words", .title = "what", .value = words, .add_text = add_what, .is_left = true},
	{.key = "chance", .title = "true with", .value = chance, .add_text = add_chance},
	{.key = "right", .title = "a call was right with", .value = right, .add_text = add_right},
};

/* Defines which rows a list has. */
#define ROW_IF(name, condition) \
	static bool name(const struct row *r) \
	{ \
		return condition; \
	}
ROW_IF(has_tenth, r->a->called.count[r->at] || r->a->passed.count[r->at])
ROW_IF(has_dice, dice_lost(r)->trials > 0)
ROW_IF(has_loss, (r->at < CAUSE_COUNT && r->a->lost[r->at]) || (r->has_last_hand && r->a->games_lost[r->at]))
ROW_IF(has_neighbour, r->a->n_seats > 2 && wins_by_neighbour(r) && wins_by_neighbour(r)->games)
ROW_IF(has_span, course_spans(schedule_of(r)) > 1 && r->at < course_spans(schedule_of(r)))
ROW_IF(has_time, wins_by_time(r)->games > 0)

/* A list has the rows first, first + step and so on, below `end`. */
static const struct analysis_lists_list {
	const char *heading;
	const struct column *columns;
	int n_columns, first, end, step;
	/* Which rows text and JSON have; NULL: all. */
	bool (*is_in_text)(const struct row *row), (*is_in_json)(const struct row *row);
} lists[] = {
	[ANALYSIS_TENTHS] = {"The bids it could call, by their chance given its own dice", COLUMNS(tenth_columns),
			     0, CALIBRATION_BINS, 1, has_tenth, NULL},
	[ANALYSIS_SEATS] = {"By seat: the first one opens the game", COLUMNS(seat_columns), 0, SEATS, 1, NULL, NULL},
	[ANALYSIS_DICE] = {"By its dice at the beginning of a hand: hands lost, games won", COLUMNS(dice_columns),
		GAME_MAX_DICE, 0, -1, has_dice, has_dice},
	[ANALYSIS_LOSSES] = {"Where it loses", COLUMNS(loss_columns), 0, CAUSE_COUNT + 1, 1, has_loss, NULL},
	[ANALYSIS_NEIGHBOURS] = {"By neighbour: the robot that sat before it, whose bids it answered",
		COLUMNS(neighbour_columns), 0, ROBOTS, 1, has_neighbour, has_neighbour},
	[ANALYSIS_GAMES] = {"By game of a match: does it learn?", COLUMNS(game_columns), 0, COURSE_SPANS, 1, has_span,
			    has_span},
	[ANALYSIS_TIMES] = {NULL, COLUMNS(time_columns), 0, COURSE_SPANS, 1, NULL, has_time},
	[ANALYSIS_WORST] = {NULL, COLUMNS(worst_columns), 0, WORST, 1, NULL, NULL},
};

static struct row first_row(const struct analysis_report *report, const struct analysis_lists_list *list)
{
	return (struct row){report->analysis, report, list->first, analysis_has_last_hand(&report->info->rules)};
}

/* Moves to the next wanted row of the list, which may be the current one. Returns false if there is none. */
static bool find_row(const struct analysis_lists_list *list, bool (*is_wanted)(const struct row *row), struct row *row)
{
	int end = list->end == SEATS ? row->a->n_seats : list->end == ROBOTS ? row->report->info->n_robots :
		  list->end == WORST ? row->report->worst->n : list->end;
	while (row->at != end && is_wanted && !is_wanted(row))
		row->at += list->step;
	return row->at != end;
}

void analysis_add_list(const struct analysis_report *report, enum analysis_list which, bool has_colour, struct str *out)
{
	const struct analysis_lists_list *list = &lists[which];
	struct row row = first_row(report, list);
	unsigned shown = row.has_last_hand ? WITH_LAST_HAND : 0;
	AUTO_TABLE struct table table = {0};
	if (!find_row(list, list->is_in_text, &row))
		return;
	columns_add_titles(list->columns, list->n_columns, shown, &table);
	for (; find_row(list, list->is_in_text, &row); row.at += list->step)
		columns_add_row(list->columns, list->n_columns, shown, &row, &table);
	show_add_heading(out, has_colour, "%s", list->heading);
	table_text(&table, has_colour, out);
}

json_t *analysis_list_texts(const struct analysis_report *report, enum analysis_list which)
{
	const struct analysis_lists_list *list = &lists[which];
	struct row row = first_row(report, list);
	unsigned shown = row.has_last_hand ? WITH_LAST_HAND : 0;
	json_t *rows = json_array();
	for (; find_row(list, list->is_in_text, &row); row.at += list->step)
		json_array_append_new(rows, columns_row_texts(list->columns, list->n_columns, shown, &row));
	return columns_table_texts(list->columns, list->n_columns, shown, rows);
}

json_t *analysis_list_json(const struct analysis_report *report, enum analysis_list which)
{
	const struct analysis_lists_list *list = &lists[which];
	json_t *rows = json_array();
	for (struct row row = first_row(report, list); find_row(list, list->is_in_json, &row); row.at += list->step)
		json_array_append_new(rows, columns_json(list->columns, list->n_columns, &row));
	return rows;
}
