/* tourney.c - the tourney server's part of the database (schema_3.sql) (tourney.h). */
#include "store/tourney.h"

#include "base/json.h"
#include "base/mem.h"
#include "store/database_inside.h"

/* ---- writing ------------------------------------------------------------------------ */

int tourney_next(struct database *database, int64_t *number, struct err *err)
{
	return database_numbers(database, "SELECT coalesce(max(number) + 1, 0) FROM tourneys", 0, number, 1, err);
}

static int put_tourney(struct database *database, const struct tourney_record *record, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *insert = database_query(database, "INSERT INTO tourneys VALUES (?, ?, ?, ?, ?, ?, ?, NULL, 0)", err);
	if (!insert)
		return -1;
	BIND_NUMBERS(insert, 1, record->number);
	BIND_TEXTS(insert, 2, record->uuid, record->tag, record->seed, record->scoring_method);
	sqlite3_bind_double(insert, 6, record->score_mult);
	BIND_TEXTS(insert, 7, record->started);
	return database_write(database, insert, err);
}

static int put_bot(struct database *database, const struct tourney_entry *entry, int64_t *id, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *insert = database_query(database,
		"INSERT INTO bots (player, name, version, meta, tourneys) VALUES (?, ?, ?, ?, 1) ON CONFLICT (player, name, version) "
		"DO UPDATE SET meta = excluded.meta, tourneys = tourneys + 1 RETURNING id", err);
	if (!insert)
		return -1;
	BIND_TEXTS(insert, 1, entry->player, entry->name, entry->version, entry->meta);
	if (sqlite3_step(insert) != SQLITE_ROW)
		return database_failed(database, err, "write to");
	*id = sqlite3_column_int64(insert, 0);
	return database_write(database, insert, err);
}

static int put_entry(struct database *database, int64_t tourney, const struct tourney_entry *entry, struct err *err)
{
	int64_t bot = 0;
	if (put_bot(database, entry, &bot, err))
		return -1;
	AUTO_QUERY sqlite3_stmt *insert = database_query(database, "INSERT INTO entries VALUES (?, ?, ?, 0, 0, 0)", err);
	if (!insert)
		return -1;
	BIND_NUMBERS(insert, 1, tourney);
	BIND_TEXTS(insert, 2, entry->session_uuid);
	BIND_NUMBERS(insert, 3, bot);
	return database_write(database, insert, err);
}

int tourney_put_begin(struct database *database, const struct tourney_record *record, struct err *err)
{
	if (database_do(database, STATEMENT_BEGIN, "lock", err))
		return -1;
	int failed = put_tourney(database, record, err);
	for (int i = 0; i < record->n_entries && !failed; i++)
		failed = put_entry(database, record->number, &record->entries[i], err);
	return database_settle(database, failed, err);
}

static int put_log(struct database *database, const struct tourney_game_record *game, struct err *err)
{
	sqlite3_stmt *insert = database_statement(database, STATEMENT_PUT_TOURNEY_GAME, err);
	if (!insert)
		return -1;
	BIND_TEXTS(insert, 1, game->uuid);
	BIND_NUMBERS(insert, 2, game->tourney, game->match);
	BIND_TEXTS(insert, 4, game->ended);
	sqlite3_bind_text64(insert, 5, game->log, game->size, SQLITE_STATIC, SQLITE_UTF8);
	return database_write(database, insert, err);
}

static int add_game(struct database *database, int64_t tourney, struct err *err)
{
	sqlite3_stmt *update = database_statement(database, STATEMENT_ADD_TOURNEY_GAME, err);
	if (!update)
		return -1;
	BIND_NUMBERS(update, 1, tourney);
	return database_write(database, update, err);
}

/* Adds to the robot's sums in the tourney and in all tourneys. */
static int add_share(struct database *database, int64_t tourney, const struct tourney_share *share, struct err *err)
{
	static const enum statement sums[] = {STATEMENT_ADD_TO_ENTRY, STATEMENT_ADD_TO_BOT};
	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
		sqlite3_stmt *update = database_statement(database, sums[i], err);
		if (!update)
			return -1;
		BIND_NUMBERS(update, 1, tourney);
		BIND_TEXTS(update, 2, share->session_uuid);
		BIND_NUMBERS(update, 3, share->has_won);
		sqlite3_bind_double(update, 4, share->score);
		if (database_write(database, update, err))
			return -1;
	}
	return 0;
}

int tourney_put_game(struct database *database, const struct tourney_game_record *game, struct err *err)
{
	if (database_do(database, STATEMENT_BEGIN, "lock", err))
		return -1;
	int failed = put_log(database, game, err) || add_game(database, game->tourney, err);
	for (int i = 0; i < game->n_shares && !failed; i++)
		failed = add_share(database, game->tourney, &game->shares[i], err);
	return database_settle(database, failed, err);
}

static int close_tourney(struct database *database, int64_t number, const char *ended, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *update = database_query(database, "UPDATE tourneys SET end_time = ? WHERE number = ?", err);
	if (!update)
		return -1;
	BIND_TEXTS(update, 1, ended);
	BIND_NUMBERS(update, 2, number);
	return database_write(database, update, err);
}

static int put_season(struct database *database, const char *name, const char *ended, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *insert = database_query(database, "INSERT INTO seasons (name, end_time) VALUES (?, ?)", err);
	if (!insert)
		return -1;
	BIND_TEXTS(insert, 1, name, ended);
	return database_write(database, insert, err);
}

static int drop_old_games(struct database *database, int64_t kept, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *drop = database_query(database,
		"DELETE FROM tourney_games WHERE id <= (SELECT max(id) FROM tourney_games) - ?", err);
	if (!drop)
		return -1;
	BIND_NUMBERS(drop, 1, kept);
	return database_write(database, drop, err);
}

int tourney_put_end(struct database *database, int64_t number, const char *ended, int64_t kept, struct err *err)
{
	return close_tourney(database, number, ended, err) || drop_old_games(database, kept, err) ? -1 : 0;
}

int tourney_end_season(struct database *database, const char *name, const char *ended, struct err *err)
{
	static const char *const changes[] = {
		"INSERT INTO season_scores SELECT (SELECT max(number) FROM seasons), id, tourneys, games, wins, score FROM bots WHERE games > 0",
		"UPDATE bots SET tourneys = 0, games = 0, wins = 0, score = 0",
	};
	if (database_do(database, STATEMENT_BEGIN, "lock", err))
		return -1;
	int failed = put_season(database, name, ended, err);
	for (size_t i = 0; i < sizeof changes / sizeof *changes && !failed; i++) {
		AUTO_QUERY sqlite3_stmt *change = database_query(database, changes[i], err);
		failed = !change || database_write(database, change, err);
	}
	return database_settle(database, failed, err);
}

int tourney_end_broken(struct database *database, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *update = database_query(database,
		"UPDATE tourneys SET end_time = coalesce((SELECT max(end_time) FROM tourney_games WHERE tourney = number), start_time) "
		"WHERE end_time IS NULL", err);
	return update ? database_write(database, update, err) : -1;
}

/* ---- reading ------------------------------------------------------------------------ */

/* A cell as JSON: text was checked before it was written, but the file may be damaged. */
static json_t *cell(sqlite3_stmt *query, int column)
{
	switch (sqlite3_column_type(query, column)) {
	case SQLITE_INTEGER:
		return json_integer(sqlite3_column_int64(query, column));
	case SQLITE_FLOAT:
		return json_real(sqlite3_column_double(query, column));
	case SQLITE_TEXT:
		return json_clean(database_text(query, column));
	default:
		return json_null();
	}
}

/* The rows as objects, keyed by the columns' names. */
static json_t *objects(struct database *database, sqlite3_stmt *query, struct err *err)
{
	json_t *list = json_array();
	int code;
	while ((code = sqlite3_step(query)) == SQLITE_ROW) {
		json_t *row = json_object();
		for (int i = 0; i < sqlite3_column_count(query); i++)
			json_object_set_new(row, sqlite3_column_name(query, i), cell(query, i));
		json_array_append_new(list, row);
	}
	if (code == SQLITE_DONE)
		return list;
	database_failed(database, err, "read");
	json_decref(list);
	return NULL;
}

/* The same; the bound number is a limit, or the number of a row. */
static json_t *rows(struct database *database, const char *sql, int64_t bound, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database, sql, err);
	if (!query)
		return NULL;
	BIND_NUMBERS(query, 1, bound);
	return objects(database, query, err);
}

/* Replaces JSON text in a member by its value, or by null if it is damaged. */
static void parse_member(json_t *row, const char *key)
{
	json_t *value = json_loads(json_string_value(json_object_get(row, key)), 0, NULL);
	json_object_set_new(row, key, value ? value : json_null());
}

json_t *tourney_standings(struct database *database, int most, struct err *err)
{
	static const char *const flags[] = {"stateless", "software_engineer", "machine_learning", "internet"};
	json_t *list = rows(database, "SELECT player, name, version, meta, tourneys, games, wins, score FROM bots "
			    "ORDER BY score DESC, id LIMIT ?", most, err), *row;
	size_t i;
	json_array_foreach(list, i, row) {
		parse_member(row, "meta");
		json_t *meta = json_object_get(row, "meta");
		for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
			json_object_set_new(row, flags[k], json_boolean(json_is_true(json_object_get(meta, flags[k]))));
		json_t *title = json_object_get(meta, "full_title");
		json_object_set(row, "title", title ? title : json_object_get(row, "name"));
		json_object_del(row, "meta");
	}
	return list;
}

/* Puts into each row, as `key`, the rows of the query for the number that it has as `number`. list is consumed. */
static json_t *with_members(struct database *database, json_t *list, const char *number, const char *key, const char *sql,
			    struct err *err)
{
	size_t i;
	json_t *row;
	json_array_foreach(list, i, row) {
		json_t *members = rows(database, sql, json_integer_value(json_object_get(row, number)), err);
		if (!members) {
			json_decref(list);
			return NULL;
		}
		json_object_set_new(row, key, members);
	}
	return list;
}

json_t *tourney_seasons(struct database *database, int most, struct err *err)
{
	json_t *list = rows(database, "SELECT number AS season, name, end_time FROM seasons ORDER BY number DESC LIMIT ?", most, err);
	return with_members(database, list, "season", "standings", "SELECT player, name, version, s.tourneys, s.games, s.wins, s.score "
			    "FROM season_scores AS s JOIN bots ON bots.id = bot WHERE season = ? ORDER BY s.score DESC, bot", err);
}

json_t *tourney_list(struct database *database, int most, struct err *err)
{
	json_t *list = rows(database, "SELECT number AS tourney_index, uuid AS tourney_uuid, tag AS tourney_tag, scoring_method, "
			    "start_time, end_time, games AS tourney_games FROM tourneys ORDER BY number DESC LIMIT ?", most, err);
	return with_members(database, list, "tourney_index", "entries", "SELECT player, name, version, entries.games, entries.wins, "
			    "entries.score FROM entries JOIN bots ON bots.id = bot WHERE tourney = ? ORDER BY entries.score DESC, bot", err);
}

json_t *tourney_entries_of(struct database *database, const char *title, int most, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT e.tourney AS tourney_index, end_time, sum(e.games) AS games, sum(e.wins) AS wins, sum(e.score) AS score, "
		"(SELECT max(score) FROM entries WHERE tourney = e.tourney) AS best, "
		"(SELECT count(*) FROM entries WHERE tourney = e.tourney) AS robots FROM entries AS e "
		"JOIN bots ON bots.id = bot JOIN tourneys ON number = e.tourney "
		"WHERE iif(json_valid(meta), json_extract(meta, '$.full_title'), name) = ? GROUP BY e.tourney ORDER BY e.tourney DESC LIMIT ?", err);
	if (!query)
		return NULL;
	BIND_TEXTS(query, 1, title);
	BIND_NUMBERS(query, 2, most);
	return objects(database, query, err);
}

json_t *tourney_games(struct database *database, int most, struct err *err)
{
	json_t *list = rows(database, "SELECT uuid AS game_uuid, tourney AS tourney_index, match AS match_index, end_time, "
			    "log -> '$.bot_titles' AS bot_titles, log -> '$.bot_rankings' AS bot_rankings "
			    "FROM tourney_games ORDER BY id DESC LIMIT ?", most, err), *row;
	size_t i;
	json_array_foreach(list, i, row) {
		parse_member(row, "bot_titles");
		parse_member(row, "bot_rankings");
	}
	return list;
}

json_t *tourney_logs_of(struct database *database, const char *title, int looked_at, int most, struct err *err)
{
	/* instr quickly finds the logs that contain the title anywhere; the condition after it selects those that list it
	 * as a bot. */
	AUTO_QUERY sqlite3_stmt *query = database_query(database, "SELECT log FROM (SELECT id, log FROM tourney_games ORDER BY id DESC "
		"LIMIT ?) WHERE instr(log, ?) > 0 AND EXISTS (SELECT 1 FROM json_each(log, '$.bot_titles') WHERE value = ?) "
		"ORDER BY id DESC LIMIT ?", err);
	AUTO_JSON json_t *word = json_string(title);
	if (!query || !word)
		return NULL;
	AUTO_FREE char *quoted = json_dumps(word, JSON_ENCODE_ANY);
	BIND_NUMBERS(query, 1, looked_at);
	BIND_TEXTS(query, 2, quoted, title);
	BIND_NUMBERS(query, 4, most);
	json_t *list = json_array();
	int code;
	while ((code = sqlite3_step(query)) == SQLITE_ROW) {
		json_t *log = json_loads(database_text(query, 0), 0, NULL);
		json_array_append_new(list, log ? log : json_null());
	}
	if (code == SQLITE_DONE)
		return list;
	database_failed(database, err, "read");
	json_decref(list);
	return NULL;
}

json_t *tourney_game(struct database *database, const char *uuid, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database, "SELECT log FROM tourney_games WHERE uuid = ?", err);
	if (!query)
		return NULL;
	BIND_TEXTS(query, 1, uuid);
	int code = sqlite3_step(query);
	if (code == SQLITE_DONE)
		return json_null();
	if (code != SQLITE_ROW) {
		database_failed(database, err, "read");
		return NULL;
	}
	json_t *log = json_loads(database_text(query, 0), 0, NULL);
	return log ? log : json_null();
}
