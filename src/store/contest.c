/* contest.c - a contest's part of the database (contest.h). */
#include "store/contest.h"

#include <stdlib.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/text.h"
#include "store/database_inside.h"

static char *copy(sqlite3_stmt *query, int column)
{
	AUTO_STR struct str clean = {0};
	text_add_clean(&clean, database_text(query, column));
	return mem_strdup(str_text(&clean));
}

/* ---- versions --------------------------------------------------------------------------- */

void contest_version_release(struct contest_version *version)
{
	free(version->team);
	free(version->robot);
	free(version->name);
	free(version->sha256);
	free(version->file);
	free(version->reason);
	free(version->arrived);
	*version = (struct contest_version){0};
}

void contest_versions_release(struct contest_versions *versions)
{
	for (int i = 0; i < versions->n; i++)
		contest_version_release(&versions->items[i]);
	free(versions->items);
	*versions = (struct contest_versions){0};
}

int contest_get_versions(struct database *database, struct contest_versions *versions, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query =
		database_query(database,
			       "SELECT id, team, robot, name, sha256, file, reason, arrived, season, "
			       "round, is_active FROM contest_versions ORDER BY id",
			       err);
	if (!query)
		return -1;
	struct contest_versions read = {0};
	int code;
	while ((code = sqlite3_step(query)) == SQLITE_ROW) {
		read.items = mem_resize(read.items, (size_t)read.n + 1, sizeof *read.items);
		read.items[read.n++] = (struct contest_version){
			.id = sqlite3_column_int64(query, 0),
			.team = copy(query, 1),
			.robot = copy(query, 2),
			.name = copy(query, 3),
			.sha256 = copy(query, 4),
			.file = copy(query, 5),
			.reason = copy(query, 6),
			.arrived = copy(query, 7),
			.season = sqlite3_column_int64(query, 8),
			.round = sqlite3_column_int64(query, 9),
			.is_active = sqlite3_column_int(query, 10) != 0,
		};
	}
	if (database_end_rows(database, code, err)) {
		contest_versions_release(&read);
		return -1;
	}
	*versions = read;
	return 0;
}

static int set_active(struct database *database, const char *team, const char *robot, int64_t id, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *update = database_query(database,
							 "UPDATE contest_versions SET is_active = (id = ?) WHERE team "
							 "= ? AND robot = ? AND is_active <> (id = ?1)",
							 err);
	if (!update)
		return -1;
	BIND_NUMBERS(update, 1, id);
	BIND_TEXTS(update, 2, team, robot);
	return database_write(database, update, err);
}

int contest_set_active(struct database *database, const char *team, const char *robot, int64_t id, struct err *err)
{
	if (database_do(database, STATEMENT_BEGIN, "lock", err))
		return -1;
	return database_settle(database, set_active(database, team, robot, id, err), err);
}

static int insert_version(struct database *database, struct contest_version *version, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *insert =
		database_query(database,
			       "INSERT INTO contest_versions (team, robot, name, sha256, file, reason, "
			       "arrived, season, round, is_active) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
			       err);
	if (!insert)
		return -1;
	BIND_TEXTS(insert, 1, version->team, version->robot, version->name, version->sha256, version->file, version->reason,
		   version->arrived);
	BIND_NUMBERS(insert, 8, version->season, version->round);
	if (database_write(database, insert, err))
		return -1;
	version->id = sqlite3_last_insert_rowid(database->handle);
	return 0;
}

int contest_put_version(struct database *database, struct contest_version *version, struct err *err)
{
	if (database_do(database, STATEMENT_BEGIN, "lock", err))
		return -1;
	int failed = insert_version(database, version, err) ||
		     (version->is_active && set_active(database, version->team, version->robot, version->id, err));
	return database_settle(database, failed, err);
}

static int put_note(struct database *database, const char *team, const char *note, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *insert = database_query(database, "INSERT INTO contest_notes VALUES (?, ?)", err);
	if (!insert)
		return -1;
	BIND_TEXTS(insert, 1, team, note);
	return database_write(database, insert, err);
}

int contest_put_notes(struct database *database, const char *const *teams, const char *const *notes, int n, struct err *err)
{
	if (database_do(database, STATEMENT_BEGIN, "lock", err))
		return -1;
	AUTO_QUERY sqlite3_stmt *forget = database_query(database, "DELETE FROM contest_notes", err);
	int failed = !forget || database_write(database, forget, err);
	for (int i = 0; i < n && !failed; i++)
		failed = put_note(database, teams[i], notes[i], err);
	return database_settle(database, failed, err);
}

json_t *contest_notes(struct database *database, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query =
		database_query(database, "SELECT team, note FROM contest_notes ORDER BY rowid", err);
	if (!query)
		return NULL;
	json_t *list = json_array();
	int code;
	while ((code = sqlite3_step(query)) == SQLITE_ROW)
		json_array_append_new(list, json_pack("[o, o]", json_clean(database_text(query, 0)),
						      json_clean(database_text(query, 1))));
	if (database_end_rows(database, code, err) == 0)
		return list;
	json_decref(list);
	return NULL;
}

/* ---- seasons ---------------------------------------------------------------------------- */

void contest_season_release(struct contest_season *season)
{
	free(season->name);
	free(season->begun);
	free(season->frozen);
	free(season->ended);
	free(season->seal);
	*season = (struct contest_season){0};
}

int contest_get_season(struct database *database, int64_t number, struct contest_season *season, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query =
		database_query(database,
			       "SELECT number, name, begun, frozen, ended, seal FROM contest_seasons "
			       "WHERE ?1 = 0 OR number = ?1 ORDER BY number DESC LIMIT 1",
			       err);
	if (!query)
		return -1;
	BIND_NUMBERS(query, 1, number);
	int code = sqlite3_step(query);
	*season = (struct contest_season){0};
	if (code != SQLITE_ROW)
		return database_end_rows(database, code, err);
	*season = (struct contest_season){
		.number = sqlite3_column_int64(query, 0),
		.name = copy(query, 1),
		.begun = copy(query, 2),
		.frozen = copy(query, 3),
		.ended = copy(query, 4),
		.seal = copy(query, 5),
	};
	return 0;
}

int contest_begin_season(struct database *database, const struct contest_season *season, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *insert =
		database_query(database, "INSERT INTO contest_seasons (name, begun, seal) VALUES (?, ?, ?)", err);
	if (!insert)
		return -1;
	BIND_TEXTS(insert, 1, season->name, season->begun, season->seal);
	return database_write(database, insert, err);
}

static int set_time(struct database *database, const char *sql, const char *now, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *update = database_query(database, sql, err);
	if (!update)
		return -1;
	BIND_TEXTS(update, 1, now);
	return database_write(database, update, err);
}

int contest_freeze_season(struct database *database, const char *now, struct err *err)
{
	return set_time(database, "UPDATE contest_seasons SET frozen = coalesce(frozen, ?) WHERE number = "
			"(SELECT max(number) FROM contest_seasons)", now, err);
}

int contest_end_season(struct database *database, const char *now, struct err *err)
{
	return set_time(database, "UPDATE contest_seasons SET ended = coalesce(ended, ?) WHERE number = "
			"(SELECT max(number) FROM contest_seasons)", now, err);
}

/* ---- ratings ---------------------------------------------------------------------------- */

static int put_rating(struct database *database, int64_t season, int64_t round, const struct contest_rating *rating,
		      struct err *err)
{
	AUTO_QUERY sqlite3_stmt *insert =
		database_query(database,
			       "INSERT OR IGNORE INTO contest_ratings (season, round, version, matches, "
			       "elo, low, high) VALUES (?, ?, ?, ?, ?, ?, ?)",
			       err);
	if (!insert)
		return -1;
	BIND_NUMBERS(insert, 1, season, round, rating->version, (int64_t)rating->matches);
	sqlite3_bind_double(insert, 5, rating->elo);
	sqlite3_bind_double(insert, 6, rating->low);
	sqlite3_bind_double(insert, 7, rating->high);
	return database_write(database, insert, err);
}

int contest_put_ratings(struct database *database, int64_t season, int64_t round, const struct contest_rating *ratings,
			int n, struct err *err)
{
	if (database_do(database, STATEMENT_BEGIN, "lock", err))
		return -1;
	int failed = 0;
	for (int i = 0; i < n && !failed; i++)
		failed = put_rating(database, season, round, &ratings[i], err);
	return database_settle(database, failed, err);
}

int contest_each_rating(struct database *database, int64_t season,
			void (*visit)(int64_t round, const struct contest_rating *rating, void *context), void *context,
			struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query =
		database_query(database,
			       "SELECT round, version, elo, low, high, matches FROM contest_ratings "
			       "WHERE season = ? ORDER BY round, version",
			       err);
	if (!query)
		return -1;
	BIND_NUMBERS(query, 1, season);
	int code;
	while ((code = sqlite3_step(query)) == SQLITE_ROW) {
		const struct contest_rating rating = {
			.version = sqlite3_column_int64(query, 1), .elo = sqlite3_column_double(query, 2),
			.low = sqlite3_column_double(query, 3), .high = sqlite3_column_double(query, 4),
			.matches = (uint64_t)sqlite3_column_int64(query, 5),
		};
		visit(sqlite3_column_int64(query, 0), &rating, context);
	}
	return database_end_rows(database, code, err);
}

int contest_each_fault(struct database *database, void (*visit)(const struct contest_fault *fault, void *context),
		       void *context, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(
		database,
		"SELECT label, verdict, cause, output, f.run, game FROM faults AS f JOIN "
		"run_robots AS r ON r.run = f.run AND r.position = f.robot ORDER BY f.run DESC, f.robot, game, ask",
		err);
	if (!query)
		return -1;
	int code;
	while ((code = sqlite3_step(query)) == SQLITE_ROW) {
		const struct contest_fault fault = {
			.label = database_text(query, 0),
			.verdict = database_text(query, 1),
			.cause = database_text(query, 2),
			.output = database_text(query, 3),
			.run = sqlite3_column_int64(query, 4),
			.game = sqlite3_column_int64(query, 5),
		};
		visit(&fault, context);
	}
	return database_end_rows(database, code, err);
}

int contest_last_rated(struct database *database, int64_t season, int64_t *round, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query =
		database_query(database, "SELECT coalesce(max(round), 0) FROM contest_ratings WHERE season = ?", err);
	if (!query)
		return -1;
	BIND_NUMBERS(query, 1, season);
	if (sqlite3_step(query) != SQLITE_ROW)
		return database_failed(database, err, "read");
	*round = sqlite3_column_int64(query, 0);
	return 0;
}

int contest_find_run(struct database *database, const char *seed, int64_t *run, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query =
		database_query(database, "SELECT id FROM runs WHERE seed = ? ORDER BY id LIMIT 1", err);
	if (!query)
		return -1;
	BIND_TEXTS(query, 1, seed);
	int code = sqlite3_step(query);
	*run = code == SQLITE_ROW ? sqlite3_column_int64(query, 0) : 0;
	return code == SQLITE_ROW ? 0 : database_end_rows(database, code, err);
}
