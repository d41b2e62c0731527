/* candidates.c - which games are considered, and replaying them on all cores. */
#include "page/candidates.h"

#include <math.h>

#include "page/items.h"

enum { TIMEOUTS_LOOKED = 2 }; /* of a robot, to expect in all the games */

struct chosen_match {
	uint64_t match;
	int table;   /* below TABLES_LOOKED */
	int n_games; /* its first ones */
};

struct search {
	struct tournament *tournament;
	const struct report_wish *wish;
	struct chosen_match *chosen; /* owned */
	int n, n_tables;
	double *timeouts;            /* by robot: to expect in the chosen games; NULL: nothing is known; owned */
	void (*take)(struct record *record, void *context);
	void *context;
};

/* How many of the games of a match are chosen: a robot that always times out would take minutes. */
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

static void choose_table(struct search *search, int index, uint64_t table)
{
	const struct schedule *schedule = &search->tournament->schedule;
	int n_here = 0;
	for (uint64_t turn = 0; turn < schedule->matches_per_table && n_here < GAMES_LOOKED; turn++) {
		uint64_t match = schedule_number(schedule, table, turn);
		struct match_plan plan;
		if (search->wish->played && !matches_list_has(search->wish->played, match))
			continue;
		schedule_match(schedule, match, &plan);
		int n = choose_games(search, &plan, GAMES_LOOKED - n_here);
		if (n > 0)
			search->chosen[search->n++] = (struct chosen_match){match, index, n};
		n_here += n;
	}
}

static void choose(struct search *search)
{
	const struct schedule *schedule = &search->tournament->schedule;
	uint64_t n_tables = schedule->n_tables, n = n_tables < TABLES_LOOKED ? n_tables : TABLES_LOOKED;
	search->n_tables = (int)n;
	search->chosen = NEW_ARRAY(struct chosen_match, (size_t)TABLES_LOOKED * GAMES_LOOKED);
	search->timeouts = NEW_ARRAY(double, (size_t)schedule->n_robots);
	for (uint64_t i = 0; i < n; i++)
		choose_table(search, (int)i, i * n_tables / n);
}

struct watching {
	const struct tournament *tournament;
	struct game_record log;
	json_t *games; /* of the table */
	size_t n_wanted;
};

/* A rotation may begin again. */
static bool is_known(const json_t *games, uint64_t number)
{
	for (size_t i = 0; i < json_array_size(games); i++)
		if ((uint64_t)json_integer_value(json_array_get(json_array_get(games, i), 0)) == number)
			return true;
	return false;
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
	json_array_append_new(watching->games, json_pack("[I, i, i, b, O]", (json_int_t)record.number, record.n_plays, record.margin,
							 record.has_illegal, record.json));
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
	progress_say(search->wish->progress, "report: %d of %d tables examined", table + 1, search->n_tables);
	for (size_t i = 0; i < json_array_size(games); i++) {
		const json_t *game = json_array_get(games, i);
		struct record record = {
			.number = (uint64_t)json_integer_value(json_array_get(game, 0)),
			.n_plays = (int)json_integer_value(json_array_get(game, 1)),
			.margin = (int)json_integer_value(json_array_get(game, 2)),
			.has_illegal = json_is_true(json_array_get(game, 3)), .json = json_incref(json_array_get(game, 4)),
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
	const struct items items = {.n = search.n_tables, .n_jobs = wish->n_jobs, .is_alone = tournament->stored_plays != NULL,
				    .make = watch_table, .take = take_table, .context = &search};
	int failed = items_make(&items, err);
	free(search.chosen);
	free(search.timeouts);
	return failed;
}
