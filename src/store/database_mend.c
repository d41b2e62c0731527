/* database_mend.c - taking out of a run what is damaged, so that it can be played again. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "store/database_inside.h"

struct mending {
	struct reader reader;
	bool has_plays;         /* the run's log says that they were kept */
	uint64_t *lost;         /* matches of which a fault was damaged; n_lost */
	size_t n_lost;
	struct matches *damaged; /* chunks, as their rows have them; n_damaged */
	size_t n_damaged;
};

static bool has_lost_a_fault(const struct mending *mending, const struct matches *matches)
{
	for (size_t i = 0; i < mending->n_lost; i++)
		if (matches_have(matches, mending->lost[i]))
			return true;
	return false;
}

static bool are_plays_good(struct mending *mending, uint64_t first)
{
	AUTO_STR struct str plays = {0};
	if (!mending->has_plays)
		return true;
	mending->reader.database->plays.run = 0; /* they are read anew */
	return database_get_plays(mending->reader.database, mending->reader.run, first, &plays, NULL) > 0;
}

static int look_at(struct mending *mending, sqlite3_stmt *query, struct err *err)
{
	struct chunk chunk;
	uint64_t seal = mending->reader.seal;
	struct matches matches = {.first = (uint64_t)sqlite3_column_int64(query, 0),
		.stride = (uint64_t)sqlite3_column_int64(query, 1), .n = (uint64_t)sqlite3_column_int64(query, 2)};
	enum reading reading = database_read_chunk(&mending->reader, query, &chunk, err);
	if (reading == READING_FAILED)
		return -1;
	bool is_good = reading == READING_OK && !has_lost_a_fault(mending, &matches);
	if (reading == READING_OK)
		chunk_release(&chunk);
	if (is_good && are_plays_good(mending, matches.first))
		return 0;
	mending->reader.seal = seal;
	mending->damaged = mem_resize(mending->damaged, mending->n_damaged + 1, sizeof *mending->damaged);
	mending->damaged[mending->n_damaged++] = matches;
	return 0;
}

static int look_at_all(struct mending *mending, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(mending->reader.database,
		"SELECT " CHUNK_COLUMNS " FROM chunks WHERE run = ? ORDER BY first", err);
	if (!query)
		return -1;
	BIND_NUMBERS(query, 1, mending->reader.run);
	int code;
	while ((code = sqlite3_step(query)) == SQLITE_ROW)
		if (look_at(mending, query, err))
			return -1;
	return code == SQLITE_DONE ? 0 : database_failed(mending->reader.database, err, "read");
}

static int delete_from(struct database *database, const char *sql, int64_t run, const struct matches *matches, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *delete = database_query(database, sql, err);
	if (!delete)
		return -1;
	uint64_t last = database_are_matches(matches, INT64_MAX) ? matches_last(matches) : matches->first;
	BIND_NUMBERS(delete, 1, run, (int64_t)matches->first, (int64_t)last);
	return database_write(database, delete, err);
}

static int delete_chunk(struct database *database, int64_t run, const struct matches *matches, struct err *err)
{
	static const char *const deletes[] = {
		"DELETE FROM chunks WHERE run = ?1 AND first = ?2",
		"DELETE FROM chunk_robots WHERE run = ?1 AND first = ?2",
		"DELETE FROM plays WHERE run = ?1 AND first = ?2",
		/* Those of other chunks in between come again as well, if they are missing: none is played twice for it. */
		"DELETE FROM faults WHERE run = ?1 AND number BETWEEN ?2 AND ?3 AND NOT EXISTS (SELECT 1 FROM chunks WHERE "
		"run = ?1 AND first <= number AND (number - first) % stride = 0 AND first + (n_matches - 1) * stride >= number)",
	};
	for (int i = 0; i < 4; i++)
		if (delete_from(database, deletes[i], run, matches, err))
			return -1;
	return 0;
}

static int delete_damaged(struct mending *mending, struct err *err)
{
	struct database *database = mending->reader.database;
	AUTO_QUERY sqlite3_stmt *seal = database_query(database, "UPDATE runs SET seal = ? WHERE id = ?", err);
	if (!seal)
		return -1;
	for (size_t i = 0; i < mending->n_damaged; i++)
		if (delete_chunk(database, mending->reader.run, &mending->damaged[i], err))
			return -1;
	BIND_NUMBERS(seal, 1, (int64_t)mending->reader.seal, mending->reader.run);
	return database_write(database, seal, err);
}

static int mend(struct mending *mending, struct err *err)
{
	struct info info;
	struct database *database = mending->reader.database;
	if (database_info(database, mending->reader.run, &info, err))
		return -1;
	mending->has_plays = info.log == INFO_LOG_HANDS;
	info_release(&info);
	return database_drop_bad_faults(&mending->reader, &mending->lost, &mending->n_lost, err) ||
	       look_at_all(mending, err) || delete_damaged(mending, err) ||
	       database_do(database, STATEMENT_COMMIT, "write to", err) ? -1 : 0;
}

int database_mend(struct database *database, int64_t run, const struct schedule *schedule,
		  void (*told)(const struct matches *which, void *context), void *context, struct err *err)
{
	struct mending mending = {.reader = {.database = database, .run = run, .schedule = schedule, .end = UINT64_MAX}};
	if (database_do(database, STATEMENT_BEGIN, "lock", err))
		return -1;
	int failed = mend(&mending, err);
	if (failed)
		database_do(database, STATEMENT_ROLLBACK, "leave", NULL);
	for (size_t i = 0; i < mending.n_damaged && !failed; i++)
		told(&mending.damaged[i], context);
	free(mending.lost);
	free(mending.damaged);
	return failed;
}
