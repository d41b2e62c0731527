/* ratings.c - the robots' ratings over time, for the live page (page.h). */
#include "net/server/page.h"

#include "base/clock.h"
#include "match/schedule.h"
#include "net/logs/log_game.h"
#include "stats/anytime.h"
#include "stats/strength.h"
#include "store/tourney.h"

#define BUDGET_NS INT64_C(50000000)

/* A game: its robots, and the winner. */
struct rated_game {
	int n_seats, winner;
	int first;             /* index in `robots` of its first robot */
};

struct tourney_ratings {
	struct database *database; /* borrowed */
	int64_t season;        /* number of the last season that ended */
	int64_t last;          /* number of the last tourney that has been read; -1: none */
	int64_t last_game;     /* number of the last game of that tourney */
	json_t *titles;        /* array; owned, like `points` */
	json_t *points;        /* the array "tourneys" of the JSON */
	uint64_t n_games[RATINGS_ROBOTS];
	struct rated_game *games; /* games[i], i < n; owned */
	int *robots;           /* the robots of all games, one game after another; owned */
	size_t n, room, n_robots, robots_room;
};

struct tourney_ratings *server_ratings_new(struct database *database)
{
	struct tourney_ratings *ratings = NEW(struct tourney_ratings);
	*ratings = (struct tourney_ratings){.database = database, .last = -1, .titles = json_array(),
		.points = json_array()};
	return ratings;
}

void server_ratings_free(struct tourney_ratings *ratings)
{
	if (!ratings)
		return;
	json_decref(ratings->titles);
	json_decref(ratings->points);
	FREE_ALL(ratings->games, ratings->robots, ratings);
}

/* Begins a season: drops all games, because those of earlier seasons do not count. */
static void begin_season(struct tourney_ratings *ratings, int64_t season)
{
	ratings->season = season;
	ratings->n = ratings->n_robots = 0;
	memset(ratings->n_games, 0, sizeof ratings->n_games);
	json_array_clear(ratings->titles);
	json_array_clear(ratings->points);
}

/* Returns the robot's index, or -1 if there is no room for another one. */
static int find_robot(const struct tourney_ratings *ratings, const char *title)
{
	size_t n = json_array_size(ratings->titles);
	for (size_t i = 0; i < n; i++)
		if (strcmp(json_string_value(json_array_get(ratings->titles, i)), title) == 0)
			return (int)i;
	if (n >= RATINGS_ROBOTS || json_array_append_new(ratings->titles, json_string(title)))
		return -1;
	return (int)n;
}

static void keep(struct tourney_ratings *ratings, const int *robots, int n, int winner)
{
	MEM_GROW(ratings->games, ratings->n, ratings->room);
	if (ratings->n_robots + (size_t)n > ratings->robots_room) {
		ratings->robots_room = 2 * ratings->robots_room + SCHEDULE_MAX_SEATS;
		ratings->robots = mem_resize(ratings->robots, ratings->robots_room, sizeof *ratings->robots);
	}
	memcpy(&ratings->robots[ratings->n_robots], robots, (size_t)n * sizeof *robots);
	ratings->games[ratings->n++] = (struct rated_game){n, winner, (int)ratings->n_robots};
	ratings->n_robots += (size_t)n;
	for (int seat = 0; seat < n; seat++)
		ratings->n_games[robots[seat]]++;
}

static bool take_end(const json_t *titles, const json_t *rankings, void *context)
{
	struct tourney_ratings *ratings = context;
	int robots[SCHEDULE_MAX_SEATS];
	uint8_t places[SCHEDULE_MAX_SEATS];
	size_t n = json_array_size(titles);
	if (n < 2 || n > SCHEDULE_MAX_SEATS || !log_places(rankings, (int)n, places))
		return true;
	for (size_t seat = 0; seat < n; seat++) {
		const char *title = json_string_value(json_array_get(titles, seat));
		if (!title || (robots[seat] = find_robot(ratings, title)) < 0)
			return true;
	}
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < i; k++)
			if (robots[i] == robots[k])
				return true; /* two robots have the same title */
	keep(ratings, robots, (int)n, (int)json_integer_value(json_array_get(rankings, 0)));
	return true;
}

static void fit(const struct tourney_ratings *ratings, struct strengths *strengths)
{
	AUTO_FREE double *shares = NEW_ARRAY(double, ratings->n_robots + 1);
	AUTO_FREE struct strength_unit *units = NEW_ARRAY(struct strength_unit, ratings->n + 1);
	for (size_t i = 0; i < ratings->n; i++) {
		const struct rated_game *game = &ratings->games[i];
		shares[game->first + game->winner] = 1;
		units[i] = (struct strength_unit){game->n_seats, &ratings->robots[game->first], &shares[game->first], 1,
			1};
	}
	strengths_fit(strengths, (int)json_array_size(ratings->titles), units, ratings->n);
}

static json_t *point_of(const struct tourney_ratings *ratings, const struct strengths *strengths)
{
	int played[RATINGS_ROBOTS], n_played = 0;
	double variances[RATINGS_ROBOTS];
	json_t *list = json_array();
	for (int i = 0; i < strengths->n; i++)
		if (strengths->matches[i])
			played[n_played++] = i;
	if (n_played)
		strengths_from_mean(strengths, played, n_played, variances);
	for (int i = 0; i < n_played; i++) {
		int robot = played[i];
		double elo = STRENGTH_ELO * strengths->theta[robot];
		double width = STRENGTH_ELO * anytime_width(variances[robot], ANYTIME_RATING);
		json_array_append_new(list, json_pack("[i, f, f, f, I]", robot, elo, elo - width, elo + width,
						      (json_int_t)ratings->n_games[robot]));
	}
	return list;
}

static void add_point(struct tourney_ratings *ratings, const char *ended)
{
	struct strengths strengths;
	fit(ratings, &strengths);
	json_array_append_new(ratings->points, json_pack("{s:I, s:s, s:o}", "tourney_index", (json_int_t)ratings->last,
							 "end_time", ended, "ratings", point_of(ratings, &strengths)));
	strengths_release(&strengths);
	if (json_array_size(ratings->points) > RATINGS_SHOWN)
		json_array_remove(ratings->points, 0);
}

/* Reads the next tourney that has ended. Returns 1, 0 if there is none, or -1 if the database cannot be read. */
static int read_next(struct tourney_ratings *ratings)
{
	struct tourney_over over;
	int64_t season;
	if (tourney_next_over(ratings->database, ratings->last, &over, &season, NULL))
		return -1;
	if (season != ratings->season)
		begin_season(ratings, season);
	if (over.number < 0)
		return 0;
	ratings->last = over.number;
	if (tourney_each_end_of(ratings->database, over.number, &ratings->last_game, take_end, ratings, NULL))
		return -1;
	if (ratings->n)
		add_point(ratings, over.ended);
	return 1;
}

json_t *server_ratings_json(struct tourney_ratings *ratings)
{
	int64_t begun = clock_wall_ns();
	int has_more = 1;
	while (has_more > 0 && clock_wall_ns() - begun < BUDGET_NS)
		has_more = read_next(ratings);
	if (has_more < 0)
		return NULL;
	return json_pack("{s:O, s:O}", "titles", ratings->titles, "tourneys", ratings->points);
}
