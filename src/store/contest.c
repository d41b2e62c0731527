/* contest.c - the tables of contests in the database (contest.h). */
#include "store/contest.h"

#include "base/json.h"
#include "base/text.h"
#include "store/database_inside.h"

static char *copy(sqlite3_stmt *query, int column)
{
	AUTO_STR struct str clean = text_cleaned(database_text(query, column));
	return mem_strdup(str_text(&clean));
}

#define VERSION_COLUMNS "v.id, team, robot, v.name, v.sha256, file, reason, arrived, season, round, is_active"
#define SEASON_COLUMNS "number, name, begun, frozen, ended, seal"
#define RATING_COLUMNS "season, round, version, elo, low, high, matches"
/* True if the row is undamaged. A NULL checksum means that an older arena wrote the row. */
#define IS_WHOLE(columns) "checksum IS NULL OR checksum = checksum_of(" columns ")"

/* Sets the checksums that are NULL, which are those of rows that this transaction has written or changed. */
#define SUM(table, columns) "UPDATE " table " SET checksum = checksum_of(" columns ") WHERE checksum IS NULL"
#define SUM_VERSIONS SUM("contest_versions AS v", VERSION_COLUMNS)
#define SUM_SEASONS  SUM("contest_seasons", SEASON_COLUMNS)
#define SUM_RATINGS  SUM("contest_ratings", RATING_COLUMNS)

static int damaged(const struct database *database, const char *what, struct err *err)
{
	return err_set(err, EXIT_WORLD, "the database '%s' is damaged: %s of the contest; restore it from a backup",
		       database->path, what);
}

void contest_versions_release(struct contest_versions *versions)
{
	for (int i = 0; i < versions->n; i++) {
		struct contest_version *version = &versions->items[i];
		FREE_ALL(version->team, version->robot, version->name, version->sha256, version->played, version->file,
			 version->reason, version->arrived);
	}
	free(versions->items);
	*versions = (struct contest_versions){0};
}

int contest_get_versions(struct database *database, struct contest_versions *versions, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query =
		database_query(database,
			       "WITH played AS (SELECT label, sha256, max(run) FROM run_robots "
			       "JOIN robots ON robots.id = robot GROUP BY label) "
			       "SELECT " VERSION_COLUMNS ", coalesce(played.sha256, ''), " IS_WHOLE(VERSION_COLUMNS)
			       " FROM contest_versions AS v LEFT JOIN played ON label = team || '/' || v.name "
			       "ORDER BY v.id",
			       NULL, err);
	struct contest_versions read = {0};
	int failed;
	bool is_whole = true;
	while (database_next(database, query, &failed, err)) {
		is_whole &= sqlite3_column_int(query, 12) != 0;
		*MEM_APPEND(read.items, read.n) = (struct contest_version){
			.id = sqlite3_column_int64(query, 0), .team = copy(query, 1), .robot = copy(query, 2),
			.name = copy(query, 3), .sha256 = copy(query, 4), .file = copy(query, 5),
			.reason = copy(query, 6), .arrived = copy(query, 7), .season = sqlite3_column_int64(query, 8),
			.round = sqlite3_column_int64(query, 9), .is_active = sqlite3_column_int(query, 10) != 0,
			.played = copy(query, 11),
		};
	}
	if (failed || (!is_whole && damaged(database, "a version", err))) {
		contest_versions_release(&read);
		return -1;
	}
	*versions = read;
	return 0;
}

static int set_active(struct database *database, const char *team, const char *robot, int64_t id, struct err *err)
{
	return database_write(database,
			      "UPDATE contest_versions SET is_active = (id = ?), checksum = NULL "
			      "WHERE team = ? AND robot = ? AND is_active <> (id = ?1)",
			      VALUES(NUMBER(id), TEXT(team), TEXT(robot)), err) ||
		database_write(database, SUM_VERSIONS, NULL, err) ? -1 : 0;
}

int contest_set_active(struct database *database, const char *team, const char *robot, int64_t id, struct err *err)
{
	return DATABASE_TRANSACTION(database, set_active(database, team, robot, id, err), err);
}

static int insert_version(struct database *database, struct contest_version *version, struct err *err)
{
	if (database_write(database,
		"INSERT INTO contest_versions (team, robot, name, sha256, file, reason, arrived, season, round, "
		"is_active) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)", VALUES(TEXT(version->team), TEXT(version->robot),
			TEXT(version->name), TEXT(version->sha256), TEXT(version->file), TEXT(version->reason),
			TEXT(version->arrived), NUMBER(version->season), NUMBER(version->round)), err))
		return -1;
	version->id = sqlite3_last_insert_rowid(database->handle);
	return database_write(database, SUM_VERSIONS, NULL, err);
}

int contest_put_version(struct database *database, struct contest_version *version, struct err *err)
{
	return DATABASE_TRANSACTION(database, insert_version(database, version, err) ||
		(version->is_active && set_active(database, version->team, version->robot, version->id, err)), err);
}

bool contest_has_version(const struct contest_versions *versions, const char *team, const char *name)
{
	return ANY_OF(i, versions->n,
		      strcmp(versions->items[i].team, team) == 0 && strcmp(versions->items[i].name, name) == 0);
}

int contest_find_team(const struct contest_versions *versions, const char *team)
{
	return FIND_IF(i, versions->n, strcmp(versions->items[i].team, team) == 0);
}

bool contest_is_forgotten(const struct contest_version *version)
{
	return strncmp(version->sha256, "retry ", 6) == 0;
}

int contest_count_of_day(const struct contest_versions *versions, const char *team, const char *time)
{
	int n = 0;
	for (int i = 0; i < versions->n; i++)
		n += strcmp(versions->items[i].team, team) == 0 && !contest_is_forgotten(&versions->items[i]) &&
		     strncmp(versions->items[i].arrived, time, strlen("YYYY-MM-DD")) == 0;
	return n;
}

int contest_forget_files(struct database *database, int64_t id, struct err *err)
{
	static const char forget[] =
		"UPDATE contest_versions SET sha256 = 'retry ' || id, checksum = NULL WHERE id = ?";
	return DATABASE_TRANSACTION(database, database_write(database, forget, VALUES(NUMBER(id)), err) ||
		database_write(database, SUM_VERSIONS, NULL, err), err);
}

int contest_put_notes(struct database *database, const char *const *teams, const char *const *notes, int n,
		      struct err *err)
{
	if (database_begin(database, err))
		return -1;
	int failed = database_write(database, "DELETE FROM contest_notes", NULL, err);
	for (int i = 0; i < n && !failed; i++)
		failed = database_write(database, "INSERT INTO contest_notes VALUES (?, ?)",
					VALUES(TEXT(teams[i]), TEXT(notes[i])), err);
	return database_settle(database, failed, err);
}

/* Adds the versions that may know hidden dice, judged by all rounds and finals that they have played. The chunks are
 * summed first, because otherwise all chunks of a run would be read for each of its robots. */
static int add_suspects(struct database *database, json_t *notes, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query =
		database_query(database,
			       "WITH sums AS MATERIALIZED (SELECT label, sum(calls) AS calls, "
			       "sum(calls_right) AS calls_right, sum(evidence) AS evidence, "
			       "sum(evidence_later) AS evidence_later FROM chunk_robots AS c JOIN run_robots AS r "
			       "ON r.run = c.run AND position = c.robot GROUP BY label) "
			       "SELECT team, v.name, calls, calls_right, evidence, evidence_later, count(*) OVER () "
			       "FROM contest_versions AS v JOIN sums ON label = team || '/' || v.name ORDER BY v.id",
			       NULL, err);
	int failed;
	while (database_next(database, query, &failed, err)) {
		AUTO_STR struct str note = text_cleaned(database_text(query, 1));
		const struct showdowns sums = {sqlite3_column_int64(query, 2), sqlite3_column_int64(query, 3),
					       {sqlite3_column_int64(query, 4), sqlite3_column_int64(query, 5)}};
		if (showdowns_warn(&sums, sqlite3_column_int(query, 6), &note))
			json_array_append_new(notes,
					      json_pack("[o, s]", json_clean(database_text(query, 0)), note.text));
	}
	return failed;
}

json_t *contest_notes(struct database *database, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query =
		database_query(database, "SELECT team, note FROM contest_notes ORDER BY rowid", NULL, err);
	json_t *list = json_array();
	int failed;
	while (database_next(database, query, &failed, err))
		json_array_append_new(list, json_pack("[o, o]", json_clean(database_text(query, 0)),
						      json_clean(database_text(query, 1))));
	if (!failed && add_suspects(database, list, err) == 0)
		return list;
	json_decref(list);
	return NULL;
}

void contest_season_release(struct contest_season *season)
{
	FREE_ALL(season->name, season->begun, season->frozen, season->ended, season->seal);
	*season = (struct contest_season){0};
}

int contest_get_season(struct database *database, int64_t number, struct contest_season *season, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query =
		database_query(database,
			       "SELECT " SEASON_COLUMNS ", " IS_WHOLE(SEASON_COLUMNS) " FROM contest_seasons "
			       "WHERE ?1 = 0 OR number = ?1 ORDER BY number DESC LIMIT 1",
			       VALUES(NUMBER(number)), err);
	int failed;
	*season = (struct contest_season){0};
	if (!database_next(database, query, &failed, err))
		return failed;
	if (!sqlite3_column_int(query, 6))
		return damaged(database, "a season", err);
	*season = (struct contest_season){
		.number = sqlite3_column_int64(query, 0), .name = copy(query, 1), .begun = copy(query, 2),
		.frozen = copy(query, 3), .ended = copy(query, 4), .seal = copy(query, 5),
	};
	return 0;
}

static int write_season(struct database *database, const char *sql, const struct value *values, struct err *err)
{
	return DATABASE_TRANSACTION(database, database_write(database, sql, values, err) ||
		database_write(database, SUM_SEASONS, NULL, err), err);
}

int contest_begin_season(struct database *database, const struct contest_season *season, struct err *err)
{
	return write_season(database, "INSERT INTO contest_seasons (name, begun, seal) VALUES (?, ?, ?)",
			    VALUES(TEXT(season->name), TEXT(season->begun), TEXT(season->seal)), err);
}

int contest_freeze_season(struct database *database, const char *now, struct err *err)
{
	return write_season(database,
			    "UPDATE contest_seasons SET frozen = coalesce(frozen, ?), checksum = NULL WHERE number = "
			    "(SELECT max(number) FROM contest_seasons)", VALUES(TEXT(now)), err);
}

int contest_end_season(struct database *database, const char *now, struct err *err)
{
	return write_season(database,
			    "UPDATE contest_seasons SET ended = coalesce(ended, ?), checksum = NULL WHERE number = "
			    "(SELECT max(number) FROM contest_seasons)", VALUES(TEXT(now)), err);
}

int contest_put_ratings(struct database *database, int64_t season, int64_t round, const struct contest_rating *ratings,
			int n, struct err *err)
{
	if (database_begin(database, err))
		return -1;
	int failed = 0;
	for (int i = 0; i < n && !failed; i++)
		failed = database_write(database,
			"INSERT OR IGNORE INTO contest_ratings (season, round, version, matches, elo, low, high) "
			"VALUES (?, ?, ?, ?, ?, ?, ?)", VALUES(NUMBER(season), NUMBER(round),
				NUMBER(ratings[i].version), NUMBER((int64_t)ratings[i].matches), REAL(ratings[i].elo),
				REAL(ratings[i].low), REAL(ratings[i].high)), err);
	return database_settle(database, failed || database_write(database, SUM_RATINGS, NULL, err), err);
}

int contest_each_rating(struct database *database, int64_t season,
			void (*visit)(int64_t round, const struct contest_rating *rating, void *context), void *context,
			struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query =
		database_query(database,
			       "SELECT " RATING_COLUMNS ", " IS_WHOLE(RATING_COLUMNS) " FROM contest_ratings "
			       "WHERE season = ? ORDER BY round, version",
			       VALUES(NUMBER(season)), err);
	int failed;
	while (database_next(database, query, &failed, err)) {
		const struct contest_rating rating = {
			.version = sqlite3_column_int64(query, 2), .elo = sqlite3_column_double(query, 3),
			.low = sqlite3_column_double(query, 4), .high = sqlite3_column_double(query, 5),
			.matches = (uint64_t)sqlite3_column_int64(query, 6),
		};
		if (!sqlite3_column_int(query, 7))
			return damaged(database, "a rating", err);
		visit(sqlite3_column_int64(query, 1), &rating, context);
	}
	return failed;
}

int contest_each_fault(struct database *database, void (*visit)(const struct contest_fault *fault, void *context),
		       void *context, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(
		database,
		"SELECT label, verdict, cause, output, f.run, game FROM faults AS f JOIN "
		"run_robots AS r ON r.run = f.run AND r.position = f.robot ORDER BY f.run DESC, f.robot, game, ask",
		NULL, err);
	int failed;
	while (database_next(database, query, &failed, err)) {
		const struct contest_fault fault = {
			.label = database_text(query, 0), .verdict = database_text(query, 1),
			.cause = database_text(query, 2), .output = database_text(query, 3),
			.run = sqlite3_column_int64(query, 4), .game = sqlite3_column_int64(query, 5),
		};
		visit(&fault, context);
	}
	return failed;
}

int contest_last_rated(struct database *database, int64_t season, int64_t *round, struct err *err)
{
	return database_numbers(database, "SELECT coalesce(max(round), 0) FROM contest_ratings WHERE season = ?",
				VALUES(NUMBER(season)), round, 1, err);
}

int contest_find_run(struct database *database, const char *seed, int64_t *run, struct err *err)
{
	return database_numbers(database, "SELECT coalesce(min(id), 0) FROM runs WHERE seed = ?", VALUES(TEXT(seed)),
				run, 1, err);
}
