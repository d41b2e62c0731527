/* tourney_each.c - visits the games of the tourneys one after another, and finds those of one tourney or season
 * (tourney.h). */
#include <stdio.h>

#include "base/json.h"
#include "store/database_inside.h"
#include "store/tourney.h"

#define OF_THIS_SEASON "end_time > coalesce((SELECT max(end_time) FROM seasons), '')"

static bool pass_end(sqlite3_stmt *query, tourney_end_fn *each, void *context)
{
	AUTO_JSON json_t *titles = json_loads(database_text(query, 0), 0, NULL);
	AUTO_JSON json_t *rankings = json_loads(database_text(query, 1), 0, NULL);
	return each(titles, rankings, context);
}

int tourney_each_end(struct database *database, tourney_end_fn *each, void *context, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT log -> '$.bot_titles', log -> '$.bot_rankings' "
		"FROM tourney_games WHERE " OF_THIS_SEASON " ORDER BY id", NULL, err);
	int failed = 0;
	for (bool is_wanted = true; is_wanted && database_next(database, query, &failed, err);)
		is_wanted = pass_end(query, each, context);
	return failed;
}

int tourney_each_end_of(struct database *database, int64_t tourney, int64_t *game, tourney_end_fn *each, void *context,
			struct err *err)
{
	/* The games of a tourney have consecutive numbers, and the database has no index on their tourney. */
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT log -> '$.bot_titles', log -> '$.bot_rankings', id, tourney "
		"FROM tourney_games WHERE id > ? AND tourney >= ? ORDER BY id",
		VALUES(NUMBER(*game), NUMBER(tourney)), err);
	int failed;
	while (database_next(database, query, &failed, err) && sqlite3_column_int64(query, 3) == tourney) {
		*game = sqlite3_column_int64(query, 2);
		if (!pass_end(query, each, context))
			break;
	}
	return failed;
}

int tourney_next_over(struct database *database, int64_t after, struct tourney_over *over, int64_t *season,
		      struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT coalesce((SELECT max(number) FROM seasons), 0), number, end_time FROM (SELECT 1) LEFT JOIN "
		"(SELECT number, end_time FROM tourneys WHERE number > ? AND " OF_THIS_SEASON
		" ORDER BY number LIMIT 1)", VALUES(NUMBER(after)), err);
	if (database_row(database, query, "read", err))
		return -1;
	*season = sqlite3_column_int64(query, 0);
	over->number = sqlite3_column_type(query, 1) == SQLITE_NULL ? -1 : sqlite3_column_int64(query, 1);
	snprintf(over->ended, sizeof over->ended, "%s", over->number < 0 ? "" : database_text(query, 2));
	return 0;
}

int tourney_season_games(struct database *database, int64_t *first, int64_t *last, struct err *err)
{
	int64_t ends[2];
	if (database_numbers(database,
			     "SELECT coalesce(min(id), 1), coalesce(max(id), 0) FROM tourney_games "
			     "WHERE " OF_THIS_SEASON, NULL, ends, 2, err))
		return -1;
	*first = ends[0];
	*last = ends[1];
	return 0;
}

int tourney_each_log(struct database *database, int64_t first, int64_t last, tourney_log_fn *each, void *context,
		     struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT id, log FROM tourney_games WHERE id BETWEEN ? AND ? ORDER BY id",
		VALUES(NUMBER(first), NUMBER(last)), err);
	int failed = 0;
	for (bool is_wanted = true; is_wanted && database_next(database, query, &failed, err);) {
		AUTO_JSON json_t *log = json_loads(database_text(query, 1), 0, NULL);
		if (!json_is_object(log))
			return err_set(err, EXIT_WORLD, "the log of game %lld of the tourneys is damaged",
				       (long long)sqlite3_column_int64(query, 0));
		is_wanted = each(sqlite3_column_int64(query, 0), log, context);
	}
	return failed;
}

int tourney_find_game(struct database *database, const char *uuid, int64_t *number, struct err *err)
{
	return database_numbers(database, "SELECT coalesce(max(id), 0) FROM tourney_games WHERE uuid = ?",
				VALUES(TEXT(uuid)), number, 1, err);
}
