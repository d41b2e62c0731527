/* candidates.c - chooses the games to consider, replays them on all cores, and measures their drama (games.h). */
#include "page/games.h"

#include <math.h>

#include "base/json.h"
#include "page/study.h"

enum { TIMEOUTS_LOOKED = 2 }; /* expected timeouts of a robot in all these games */

struct chosen_match {
	uint64_t match;
	int table;   /* number of the table, below TABLES_LOOKED */
	int n_games; /* how many of its games, from the first one on */
};

struct search {
	struct tournament *tournament;
	const struct report_wish *wish;
	struct chosen_match *chosen; /* owned */
	int n, n_tables;
	double *timeouts;            /* by robot: expected number in the chosen games; NULL: unknown; owned */
	void (*take)(struct record *record, void *context);
	void *context;
};

/* Returns how many games of a match are chosen. This is limited because a robot that always times out would take
 * minutes. */
static int choose_games(struct search *search, const struct match_plan *plan, int most)
{
	int n_seats = search->tournament->schedule.n_seats;
	uint64_t n_games = plan->n_blocks * (uint64_t)n_seats;
	double n = n_games < (uint64_t)most ? (double)n_games : most;
	const double *of_game = search->wish->timeouts_of_game;
	for (int player = 0; player < n_seats && of_game; player++) {
		int robot = plan->robot[player];
		double left = TIMEOUTS_LOOKED - search->timeouts[robot];
		if (left <= 0)
			return 0;
		n = n * of_game[robot] > left ? ceil(left / of_game[robot]) : n;
	}
	for (int player = 0; player < n_seats && of_game; player++)
		search->timeouts[plan->robot[player]] += n * of_game[plan->robot[player]];
	return (int)n;
}

static bool is_wanted(const struct search *search, const struct match_plan *plan)
{
	return !search->wish->is_of_robot ||
	       ANY_OF(player, search->tournament->schedule.n_seats, plan->robot[player] == search->wish->robot);
}

static void choose_table(struct search *search, int index, uint64_t table)
{
	const struct schedule *schedule = &search->tournament->schedule;
	int n_here = 0;
	for (uint64_t turn = 0; turn < schedule->matches_per_table && n_here < GAMES_LOOKED; turn++) {
		uint64_t match = schedule_number(schedule, table,
						 (turn + search->wish->puzzle_seed) % schedule->matches_per_table);
		if (search->wish->played && !matches_list_has(search->wish->played, match))
			continue;
		struct match_plan plan = schedule_match(schedule, match);
		int n = is_wanted(search, &plan) ? choose_games(search, &plan, GAMES_LOOKED - n_here) : 0;
		if (n > 0)
			search->chosen[search->n++] = (struct chosen_match){match, index, n};
		n_here += n;
	}
}

/* Returns the tables of the requested robot. The caller owns the array. */
static uint64_t *tables_of(const struct search *search, size_t *n)
{
	const struct schedule *schedule = &search->tournament->schedule;
	uint64_t *tables = NULL;
	*n = 0;
	for (uint64_t table = 0; table < schedule->n_tables; table++) {
		struct match_plan plan = schedule_match(schedule, schedule_number(schedule, table, 0));
		if (is_wanted(search, &plan))
			*MEM_APPEND(tables, *n) = table;
	}
	return tables;
}

static void choose(struct search *search)
{
	const struct schedule *schedule = &search->tournament->schedule;
	size_t n_tables = schedule->n_tables;
	AUTO_FREE uint64_t *tables = search->wish->is_of_robot ? tables_of(search, &n_tables) : NULL;
	size_t n = n_tables < TABLES_LOOKED ? n_tables : TABLES_LOOKED;
	search->n_tables = (int)n;
	search->chosen = NEW_ARRAY(struct chosen_match, (size_t)TABLES_LOOKED * GAMES_LOOKED);
	search->timeouts = NEW_ARRAY(double, (size_t)schedule->n_robots);
	for (size_t i = 0; i < n; i++) {
		uint64_t table = (i * n_tables + search->wish->puzzle_seed % n_tables) / n;
		choose_table(search, (int)i, tables ? tables[table] : table);
	}
}

struct watching {
	const struct tournament *tournament;
	struct game_record log;
	json_t *games; /* games of the table */
	size_t n_wanted;
};

static long long integer_at(const json_t *list, size_t at)
{
	return json_integer_value(json_array_get(list, at));
}

/* Returns true if the game is already there, because a rotation may begin again. */
static bool is_known(const json_t *games, uint64_t number)
{
	return ANY_OF(i, json_array_size(games), (uint64_t)integer_at(json_array_get(games, i), 0) == number);
}

static bool watch(const struct watch_event *watch_event, void *context)
{
	struct watching *watching = context;
	struct record record;
	watching->log.has_words = true;
	watching->log.tournament = watching->tournament;
	game_record_watch(&watching->log, watch_event);
	if (!watching->log.is_over || is_known(watching->games, watching->log.number))
		return true;
	record_of(&watching->log, &record);
	json_array_append_new(watching->games, json_pack("[I, i, i, b, O]", (json_int_t)record.number, record.n_plays,
							 record.margin, record.has_illegal, record.json));
	record_release(&record);
	return json_array_size(watching->games) < watching->n_wanted;
}

static json_t *watch_table(int table, void *context, struct err *err)
{
	const struct search *search = context;
	struct watching watching = {.tournament = search->tournament, .games = json_array()};
	int failed = 0;
	for (int i = 0; i < search->n && !failed; i++) {
		if (search->chosen[i].table != table)
			continue;
		watching.n_wanted = json_array_size(watching.games) + (size_t)search->chosen[i].n_games;
		failed = tournament_watch_match(search->tournament, search->chosen[i].match, watch, &watching, err);
	}
	game_record_release(&watching.log);
	if (failed)
		json_decref(watching.games);
	return failed ? NULL : watching.games;
}

static void take_table(int table, json_t *games, void *context)
{
	const struct search *search = context;
	progress_say(search->wish->progress, "report: sample games of %d of %d tables examined", table + 1,
		     search->n_tables);
	JSON_EACH(i, game, games) {
		struct record record = {
			.number = (uint64_t)integer_at(game, 0), .n_plays = (int)integer_at(game, 1),
			.margin = (int)integer_at(game, 2),
			.has_illegal = json_is_true(json_array_get(game, 3)),
			.json = json_incref(json_array_get(game, 4)),
		};
		search->take(&record, search->context);
	}
}

int candidates_find(struct tournament *tournament, const struct report_wish *wish,
		    void (*take)(struct record *record, void *context), void *context, struct err *err)
{
	struct search search = {.tournament = tournament, .wish = wish, .take = take, .context = context};
	choose(&search);
	/* Stored plays are read through one connection, which two processes must not share. */
	const struct items items = {.n = search.n_tables, .n_jobs = wish->n_jobs,
		.is_alone = tournament->stored_plays != NULL, .make = watch_table, .take = take_table,
		.context = &search};
	int failed = items_make(&items, err);
	FREE_ALL(search.chosen, search.timeouts);
	return failed;
}

/* A bluff that is not called counts as much as two changes of the lead, or a comeback against three dice. */
static const double weight[DRAMA_KINDS] = {[DRAMA_STOOD] = 2, [DRAMA_CAUGHT] = 1, [DRAMA_LEAD] = 1,
	[DRAMA_COMEBACK] = 0.7};

static void raise_to(double *value, double to)
{
	if (to > *value)
		*value = to;
}

/* Measures the drama of the bids that were false and unlikely. A bid was not called if another bid follows in the
 * hand. */
static void look_at_bids(const json_t *hand, struct drama *drama)
{
	const json_t *steps = json_object_get(hand, "steps"), *later = NULL;
	long long loser = json_integer_value(json_object_get(json_object_get(hand, "end"), "loser"));
	for (size_t i = json_array_size(steps); i-- > 0;) {
		const json_t *truth = json_object_get(json_array_get(steps, i), "truth");
		if (!truth)
			continue;
		double unlikely = 1 - json_real_value(json_object_get(truth, "own"));
		bool is_false = json_is_false(json_object_get(truth, "true"));
		bool is_caught = loser == json_integer_value(json_object_get(truth, "seat"));
		if (is_false && unlikely > 0.5 && (later || is_caught))
			raise_to(&drama->value[later ? DRAMA_STOOD : DRAMA_CAUGHT], unlikely);
		later = truth;
	}
}

/* Returns the seat that has most dice or points, or -1 if several have. */
static int leader_of(const json_t *hand)
{
	const json_t *points = json_object_get(hand, "points"), *left = json_object_get(hand, "left");
	bool has_points = ANY_OF(seat, json_array_size(points), integer_at(points, seat) != 0);
	const json_t *counts = has_points ? points : left;
	int leader = -1;
	bool is_alone = false;
	for (size_t seat = 0; seat < json_array_size(counts); seat++) {
		long long best = leader < 0 ? 0 : integer_at(counts, (size_t)leader), here = integer_at(counts, seat);
		is_alone = leader < 0 || here > best || (here < best && is_alone);
		if (leader < 0 || here > best)
			leader = (int)seat;
	}
	return is_alone ? leader : -1;
}

static int winner_of(const json_t *game)
{
	const json_t *places = json_object_get(game, "places");
	for (size_t seat = 0; seat < json_array_size(places); seat++)
		if (integer_at(json_array_get(places, seat), 0) == 1)
			return (int)seat;
	return 0;
}

static void look_for_comeback(const json_t *hand, int winner, struct drama *drama)
{
	const json_t *left = json_object_get(hand, "left");
	if (integer_at(left, (size_t)winner) != 1)
		return;
	for (size_t seat = 0; seat < json_array_size(left); seat++)
		raise_to(&drama->value[DRAMA_COMEBACK], (double)(integer_at(left, seat) - 1));
}

void drama_of(const json_t *game, struct drama *drama)
{
	const json_t *hands = json_object_get(game, "hands");
	int winner = winner_of(game), leader = -1;
	*drama = (struct drama){0};
	JSON_EACH(i, hand, hands) {
		int now = leader_of(hand);
		look_at_bids(hand, drama);
		look_for_comeback(hand, winner, drama);
		drama->value[DRAMA_LEAD] += leader >= 0 && now >= 0 && now != leader;
		leader = now >= 0 ? now : leader;
	}
}

double drama_sum(const struct drama *drama)
{
	double sum = 0;
	for (int kind = 0; kind < DRAMA_KINDS; kind++)
		sum += weight[kind] * drama->value[kind];
	return sum;
}

enum drama_kind drama_most(const struct drama *drama)
{
	int most = DRAMA_KINDS;
	for (int kind = 0; kind < DRAMA_KINDS; kind++)
		if (drama->value[kind] > 0 &&
		    (most == DRAMA_KINDS || weight[kind] * drama->value[kind] > weight[most] * drama->value[most]))
			most = kind;
	return (enum drama_kind)most;
}

void drama_describe(const struct drama *drama, enum drama_kind kind, struct str *out)
{
	double value = drama->value[kind];
	if (kind == DRAMA_STOOD || kind == DRAMA_CAUGHT) {
		bool is_tiny = value > 0.99;
		str_addf(out, is_tiny ? "a bluff of less than %d%%" : "a bluff of %d%%",
			 is_tiny ? 1 : (int)(100.5 - 100 * value));
		str_add(out, kind == DRAMA_STOOD ? " that nobody called" : " that was called");
	} else if (kind == DRAMA_LEAD) {
		str_addf(out, "the lead changes %.0f time%s", value, value > 1 ? "s" : "");
	} else {
		str_addf(out, "won from one die against %.0f", value + 1);
	}
}
