/* tourney.c - the tables of the tourney server in the database (tourney.h, schema.sql). */
#include "store/tourney.h"

#include "base/json.h"
#include "store/database_inside.h"

int tourney_next(struct database *database, int64_t *number, struct err *err)
{
	return database_numbers(database, "SELECT coalesce(max(number) + 1, 0) FROM tourneys", NULL, number, 1, err);
}

static int put_bot(struct database *database, const struct tourney_entry *entry, int64_t *id, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *insert = database_query(database,
		"INSERT INTO bots (player, name, version, meta, tourneys) VALUES (?, ?, ?, ?, 1) ON CONFLICT (player, "
		"name, version) DO UPDATE SET meta = excluded.meta, tourneys = tourneys + 1 RETURNING id",
		VALUES(TEXT(entry->player), TEXT(entry->name), TEXT(entry->version), TEXT(entry->meta)), err);
	if (database_row(database, insert, "write to", err))
		return -1;
	*id = sqlite3_column_int64(insert, 0);
	return database_finish(database, insert, "write to", err);
}

static int put_entry(struct database *database, int64_t tourney, const struct tourney_entry *entry, struct err *err)
{
	int64_t bot = 0;
	if (put_bot(database, entry, &bot, err))
		return -1;
	return database_write(database, "INSERT INTO entries VALUES (?, ?, ?, 0, 0, 0)",
			      VALUES(NUMBER(tourney), TEXT(entry->session_uuid), NUMBER(bot)), err);
}

int tourney_put_begin(struct database *database, const struct tourney_record *record, struct err *err)
{
	if (database_begin(database, err))
		return -1;
	int failed = database_write(database, "INSERT INTO tourneys VALUES (?, ?, ?, ?, ?, ?, ?, NULL, 0)",
		VALUES(NUMBER(record->number), TEXT(record->uuid), TEXT(record->tag), TEXT(record->seed),
		       TEXT(record->scoring_method), REAL(record->score_mult), TEXT(record->started)), err);
	for (int i = 0; i < record->n_entries && !failed; i++)
		failed = put_entry(database, record->number, &record->entries[i], err);
	return database_settle(database, failed, err);
}

static int put_log(struct database *database, const struct tourney_game_record *game, struct err *err)
{
	sqlite3_stmt *insert = database_statement(database, STATEMENT_PUT_TOURNEY_GAME,
		VALUES(TEXT(game->uuid), NUMBER(game->tourney), NUMBER(game->match), TEXT(game->ended)), err);
	if (!insert)
		return -1;
	sqlite3_bind_text64(insert, 5, game->log, game->size, SQLITE_STATIC, SQLITE_UTF8);
	return database_finish(database, insert, "write to", err);
}

/* Adds the result of a game to the robot's totals in this tourney and in all tourneys. */
static int add_share(struct database *database, int64_t tourney, const struct tourney_share *share, struct err *err)
{
	const struct value *values =
		VALUES(NUMBER(tourney), TEXT(share->session_uuid), NUMBER(share->has_won), REAL(share->score));
	return database_do(database, STATEMENT_ADD_TO_ENTRY, values, "write to", err) ||
	       database_do(database, STATEMENT_ADD_TO_BOT, values, "write to", err) ? -1 : 0;
}

int tourney_put_game(struct database *database, const struct tourney_game_record *game, struct err *err)
{
	if (database_begin(database, err))
		return -1;
	int failed = put_log(database, game, err) ||
		     database_do(database, STATEMENT_ADD_TOURNEY_GAME, VALUES(NUMBER(game->tourney)), "write to", err);
	for (int i = 0; i < game->n_shares && !failed; i++)
		failed = add_share(database, game->tourney, &game->shares[i], err);
	return database_settle(database, failed, err);
}

int tourney_put_end(struct database *database, int64_t number, const char *ended, int64_t kept, struct err *err)
{
	static const char drop_old[] = "DELETE FROM tourney_games WHERE id <= (SELECT max(id) FROM tourney_games) - ?";
	return database_write(database, "UPDATE tourneys SET end_time = ? WHERE number = ?",
			      VALUES(TEXT(ended), NUMBER(number)), err) ||
		database_write(database, drop_old, VALUES(NUMBER(kept)), err) ? -1 : 0;
}

int tourney_end_season(struct database *database, const char *name, const char *ended, struct err *err)
{
	static const char *const changes[] = {
		"INSERT INTO season_scores SELECT (SELECT max(number) FROM seasons), id, tourneys, games, wins, "
		"score FROM bots WHERE games > 0",
		"UPDATE bots SET tourneys = 0, games = 0, wins = 0, score = 0",
	};
	if (database_begin(database, err))
		return -1;
	int failed = database_write(database, "INSERT INTO seasons (name, end_time) VALUES (?, ?)",
				    VALUES(TEXT(name), TEXT(ended)), err);
	for (size_t i = 0; i < sizeof changes / sizeof *changes && !failed; i++)
		failed = database_write(database, changes[i], NULL, err);
	return database_settle(database, failed, err);
}

int tourney_end_broken(struct database *database, struct err *err)
{
	return database_write(database,
		"UPDATE tourneys SET end_time = coalesce((SELECT max(end_time) FROM tourney_games WHERE tourney = "
		"number), start_time) WHERE end_time IS NULL", NULL, err);
}

/* Returns a cell as JSON. Text is cleaned: it was checked before it was written, but the file may be damaged. */
static json_t *cell(sqlite3_stmt *query, int column)
{
	switch (sqlite3_column_type(query, column)) {
	case SQLITE_INTEGER: return json_integer(sqlite3_column_int64(query, column));
	case SQLITE_FLOAT: return json_real(sqlite3_column_double(query, column));
	case SQLITE_TEXT: return json_clean(database_text(query, column));
	default: return json_null();
	}
}

/* Returns the rows as objects, keyed by the columns' names. */
static json_t *objects(struct database *database, sqlite3_stmt *query, struct err *err)
{
	json_t *list = json_array();
	int failed;
	while (database_next(database, query, &failed, err)) {
		json_t *row = json_object();
		for (int i = 0; i < sqlite3_column_count(query); i++)
			json_object_set_new(row, sqlite3_column_name(query, i), cell(query, i));
		json_array_append_new(list, row);
	}
	if (!failed)
		return list;
	json_decref(list);
	return NULL;
}

/* Returns the rows of a query as objects. `bound` is the value of its parameter. */
static json_t *rows(struct database *database, const char *sql, int64_t bound, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database, sql, VALUES(NUMBER(bound)), err);
	return objects(database, query, err);
}

/* Replaces JSON text in a member with its value, or with null if it is damaged. */
static void parse_member(json_t *row, const char *key)
{
	json_t *value = json_loads(json_string_value(json_object_get(row, key)), 0, NULL);
	json_object_set_new(row, key, value ? value : json_null());
}

json_t *tourney_standings(struct database *database, int most, struct err *err)
{
	static const char *const flags[] = {"stateless", "software_engineer", "machine_learning", "internet"};
	json_t *list = rows(database, "SELECT player, name, version, meta, tourneys, games, wins, score FROM bots "
			    "ORDER BY score DESC, id LIMIT ?", most, err);
	JSON_EACH(i, row, list) {
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

/* Adds to each row, as its member `key`, the rows of a query whose parameter is the row's member `number`. Takes over
 * `list`. */
static json_t *with_members(struct database *database, json_t *list, const char *number, const char *key,
			    const char *sql, struct err *err)
{
	JSON_EACH(i, row, list) {
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
	json_t *list = rows(database,
		"SELECT number AS season, name, end_time FROM seasons ORDER BY number DESC LIMIT ?", most, err);
	return with_members(database, list, "season", "standings",
			    "SELECT player, name, version, s.tourneys, s.games, s.wins, s.score "
			    "FROM season_scores AS s JOIN bots ON bots.id = bot WHERE season = ? "
			    "ORDER BY s.score DESC, bot", err);
}

json_t *tourney_list(struct database *database, int most, struct err *err)
{
	json_t *list = rows(database,
			    "SELECT number AS tourney_index, uuid AS tourney_uuid, tag AS tourney_tag, scoring_method, "
			    "start_time, end_time, games AS tourney_games FROM tourneys ORDER BY number DESC LIMIT ?",
			    most, err);
	return with_members(database, list, "tourney_index", "entries",
			    "SELECT player, name, version, entries.games, entries.wins, entries.score "
			    "FROM entries JOIN bots ON bots.id = bot WHERE tourney = ? "
			    "ORDER BY entries.score DESC, bot", err);
}

json_t *tourney_entries_of(struct database *database, const char *title, int most, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT e.tourney AS tourney_index, end_time, sum(e.games) AS games, sum(e.wins) AS wins, sum(e.score) "
		"AS score, (SELECT max(score) FROM entries WHERE tourney = e.tourney) AS best, "
		"(SELECT count(*) FROM entries WHERE tourney = e.tourney) AS robots FROM entries AS e "
		"JOIN bots ON bots.id = bot JOIN tourneys ON number = e.tourney "
		"WHERE iif(json_valid(meta), json_extract(meta, '$.full_title'), name) = ? GROUP BY e.tourney ORDER BY "
		"e.tourney DESC LIMIT ?", VALUES(TEXT(title), NUMBER(most)), err);
	return objects(database, query, err);
}

json_t *tourney_games(struct database *database, int most, struct err *err)
{
	json_t *list = rows(database,
			    "SELECT uuid AS game_uuid, tourney AS tourney_index, match AS match_index, end_time, "
			    "log -> '$.bot_titles' AS bot_titles, log -> '$.bot_rankings' AS bot_rankings "
			    "FROM tourney_games ORDER BY id DESC LIMIT ?", most, err);
	JSON_EACH(i, row, list) {
		parse_member(row, "bot_titles");
		parse_member(row, "bot_rankings");
	}
	return list;
}

json_t *tourney_logs_of(struct database *database, const char *title, int looked_at, int most, struct err *err)
{
	/* instr quickly finds the logs that contain the title anywhere; the condition after it selects those that list
	 * it as a bot. */
	AUTO_JSON json_t *word = json_string(title);
	AUTO_FREE char *quoted = json_dumps(word, JSON_ENCODE_ANY);
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT log FROM (SELECT id, log FROM tourney_games ORDER BY id DESC LIMIT ?) WHERE instr(log, ?) > 0 "
		"AND EXISTS (SELECT 1 FROM json_each(log, '$.bot_titles') WHERE value = ?) ORDER BY id DESC LIMIT ?",
		VALUES(NUMBER(looked_at), TEXT(quoted), TEXT(title), NUMBER(most)), err);
	if (!word)
		return NULL;
	json_t *list = json_array();
	int failed;
	while (database_next(database, query, &failed, err)) {
		json_t *log = json_loads(database_text(query, 0), 0, NULL);
		json_array_append_new(list, log ? log : json_null());
	}
	if (!failed)
		return list;
	json_decref(list);
	return NULL;
}

json_t *tourney_game(struct database *database, const char *uuid, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database, "SELECT log FROM tourney_games WHERE uuid = ?",
							VALUES(TEXT(uuid)), err);
	int failed;
	if (!database_next(database, query, &failed, err))
		return failed ? NULL : json_null();
	json_t *log = json_loads(database_text(query, 0), 0, NULL);
	return log ? log : json_null();
}
