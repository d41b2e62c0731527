/* database_mend.c - removes damaged rows of a run, so that their matches can be played again. */

#include "store/database_inside.h"

struct mending {
	struct reader reader;
	bool has_plays;         /* the run has stored plays */
	bool misses_faults; /* faults are missing, and their chunks are unknown */
	uint64_t *lost;         /* the n_lost matches with a damaged fault */
	size_t n_lost;
	struct matches *damaged; /* the n_damaged damaged chunks, as in their rows */
	size_t n_damaged;
	struct database_mend_known *good;      /* the n_good other chunks */
	size_t n_good;
};

/* A chunk, and what it contributes to the seal. */
struct database_mend_known {
	struct matches matches; /* the first member, as database_by_remainder requires */
	uint64_t seal;
};

static bool has_lost_a_fault(const struct mending *mending, const struct matches *matches)
{
	return ANY_OF(i, mending->n_lost, matches_have(matches, mending->lost[i]));
}

/* Returns true if the chunk has faults that could have been stored. */
static bool has_troubles(const struct chunk *chunk)
{
	bool has_any = false;
	for (int i = 0; i < chunk->n_robots; i++) {
		const struct tally *tally = &chunk->robots[i].tally;
		has_any |= tally->illegal || tally->timeouts || tally->crashes || tally->failed_games;
	}
	return has_any;
}

static int check_plays(struct mending *mending, uint64_t first, bool *are_good, struct err *err)
{
	AUTO_STR struct str plays = {0};
	struct database *database = mending->reader.database;
	*are_good = true;
	if (!mending->has_plays)
		return 0;
	database->plays.run = 0; /* the cached plays must be read again */
	database->is_unreadable = false;
	*are_good = database_get_plays(database, mending->reader.run, first, &plays, err) > 0;
	return database->is_unreadable ? -1 : 0;
}

static int look_at(struct mending *mending, sqlite3_stmt *query, struct err *err)
{
	struct chunk chunk;
	uint64_t seal = mending->reader.seal;
	struct matches matches = database_matches(query);
	enum reading reading = database_read_chunk(&mending->reader, query, &chunk, err);
	if (reading == READING_FAILED)
		return -1;
	bool is_good = reading == READING_OK && !has_lost_a_fault(mending, &matches) &&
		       !(mending->misses_faults && has_troubles(&chunk));
	if (reading == READING_OK)
		chunk_release(&chunk);
	struct err why = {0};
	if (is_good && check_plays(mending, matches.first, &is_good, &why))
		return err_set(err, why.code, "%s", why.text);
	if (!is_good) {
		mending->reader.seal = seal;
		*MEM_APPEND(mending->damaged, mending->n_damaged) = matches;
		return 0;
	}
	if ((mending->n_good & (mending->n_good + 1)) == 0)
		mending->good = mem_resize(mending->good, 2 * mending->n_good + 2, sizeof *mending->good);
	mending->good[mending->n_good++] = (struct database_mend_known){matches, seal ^ mending->reader.seal};
	return 0;
}

int database_by_remainder(const void *a, const void *b, void *stride)
{
	const struct matches *x = a, *y = b;
	uint64_t n = *(const uint64_t *)stride;
	if (x->first % n != y->first % n)
		return x->first % n < y->first % n ? -1 : 1;
	return (x->first > y->first) - (x->first < y->first);
}

/* Finds overlapping chunks. Valid chunks have one stride and are disjoint, except in a forged database. */
static void find_overlaps(struct mending *mending)
{
	uint64_t stride = 0, end = 0;
	for (size_t i = 0; i < mending->n_good && !stride; i++)
		if (mending->good[i].matches.n > 1)
			stride = mending->good[i].matches.stride;
	if (!stride)
		return; /* chunks of single matches cannot overlap, because their rows are unique */
	qsort_r(mending->good, mending->n_good, sizeof *mending->good, database_by_remainder, &stride);
	for (size_t i = 0; i < mending->n_good; i++) {
		const struct database_mend_known *known = &mending->good[i];
		const struct matches *matches = &known->matches;
		bool follows = i > 0 && mending->good[i - 1].matches.first % stride == matches->first % stride;
		if ((matches->n == 1 || matches->stride == stride) && (!follows || matches->first >= end)) {
			end = matches_last(matches) + 1;
			continue;
		}
		mending->reader.seal ^= known->seal;
		*MEM_APPEND(mending->damaged, mending->n_damaged) = *matches;
	}
}

static int look_at_all(struct mending *mending, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(mending->reader.database,
		"SELECT " CHUNK_COLUMNS " FROM chunks WHERE run = ? ORDER BY first",
		VALUES(NUMBER(mending->reader.run)), err);
	int failed;
	while (database_next(mending->reader.database, query, &failed, err))
		if (look_at(mending, query, err))
			return -1;
	return failed;
}

/* Executes a statement. `second` is the value of ?2, if there is one. */
static int execute(const struct mending *mending, const char *sql, int64_t second, struct err *err)
{
	return database_write(mending->reader.database, sql, VALUES(NUMBER(mending->reader.run), NUMBER(second)), err);
}

/* Deletes the damaged chunks, and rows that belong to no chunk. */
static int delete_damaged(const struct mending *mending, struct err *err)
{
	static const char *const rest[] = {
		"DELETE FROM chunk_robots WHERE run = ?1 AND first NOT IN (SELECT first FROM chunks WHERE run = ?1)",
		"DELETE FROM plays WHERE run = ?1 AND first NOT IN (SELECT first FROM chunks WHERE run = ?1)",
		("DELETE FROM faults WHERE run = ?1 AND NOT EXISTS (SELECT 1 FROM chunks WHERE run = ?1 AND first <= "
		 "number AND (number - first) % stride = 0 AND first + (n_matches - 1) * stride >= number)"),
	};
	for (size_t i = 0; i < mending->n_damaged; i++)
		if (execute(mending, "DELETE FROM chunks WHERE run = ?1 AND first = ?2",
			    (int64_t)mending->damaged[i].first, err))
			return -1;
	for (int i = 0; i < 3; i++)
		if (execute(mending, rest[i], 0, err))
			return -1;
	uint64_t fault_seal;
	if (database_fault_seal(mending->reader.database, mending->reader.run, &fault_seal, err))
		return -1;
	return execute(mending, "UPDATE runs SET seal = ?2 WHERE id = ?1", (int64_t)mending->reader.seal, err) ||
	       execute(mending, "UPDATE runs SET fault_seal = ?2 WHERE id = ?1", (int64_t)fault_seal, err) ? -1 : 0;
}

static int mend(struct mending *mending, struct err *err)
{
	AUTO_RUN_CONFIG struct run_config info = {0};
	struct database *database = mending->reader.database;
	uint64_t seal, fault_seal, there;
	if (database_info(database, mending->reader.run, &info, err))
		return -1;
	mending->has_plays = info.log == RUN_LOG_HANDS;
	if (database_seals(database, mending->reader.run, &seal, &fault_seal, err) ||
	    database_drop_bad_faults(&mending->reader, &mending->lost, &mending->n_lost, err) ||
	    database_fault_seal(database, mending->reader.run, &there, err))
		return -1;
	mending->misses_faults = there != fault_seal && mending->n_lost == 0;
	if (look_at_all(mending, err))
		return -1;
	find_overlaps(mending);
	bool is_whole = mending->n_damaged == 0 && seal == mending->reader.seal && there == fault_seal;
	return !is_whole && delete_damaged(mending, err) ? -1 : 0;
}

int database_mend(struct database *database, int64_t run, const struct schedule *schedule,
		  void (*deleted)(const struct matches *which, void *context), void *context, struct err *err)
{
	struct mending mending =
		{.reader = {.database = database, .run = run, .schedule = schedule, .end = UINT64_MAX}};
	if (database_begin(database, err))
		return -1;
	int failed = database_settle(database, mend(&mending, err), err);
	for (size_t i = 0; i < mending.n_damaged && !failed; i++)
		deleted(&mending.damaged[i], context);
	FREE_ALL(mending.lost, mending.damaged, mending.good);
	return failed;
}
