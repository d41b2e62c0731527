/* database_stored.c - lists and reads the stored chunks of a run and their plays, and detects missing chunks. */

#include "base/varint.h"
#include "store/database_inside.h"
#include "store/encoding.h"

/* Sets *end to the number below which matches count: 1 + the number of the deciding match, or UINT64_MAX if there is
 * none. */
static int end_match(struct database *database, int64_t run, uint64_t *end, struct err *err)
{
	int64_t n_matches;
	if (database_numbers(database, "SELECT coalesce(max(n_matches), -1) FROM tests WHERE run = ?",
			     VALUES(NUMBER(run)), &n_matches, 1, err))
		return -1;
	*end = (uint64_t)n_matches;
	return 0;
}

int database_seals(struct database *database, int64_t run, uint64_t *seal, uint64_t *fault_seal, struct err *err)
{
	int64_t seals[2];
	if (database_numbers(database, "SELECT seal, fault_seal FROM runs WHERE id = ?", VALUES(NUMBER(run)), seals, 2,
			     err))
		return -1;
	*seal = (uint64_t)seals[0];
	*fault_seal = (uint64_t)seals[1];
	return 0;
}

/* Checks that no stored row is missing. */
static int check_seals(const struct reader *reader, bool has_faults, struct err *err)
{
	uint64_t seal, fault_seal;
	if (database_seals(reader->database, reader->run, &seal, &fault_seal, err))
		return -1;
	if (seal == reader->seal && (!has_faults || fault_seal == reader->fault_seal))
		return 0;
	AUTO_FREE char *name = database_name(reader->database, reader->run, NULL);
	return err_set(err, EXIT_WORLD, "the database '%s' is damaged: %s of the run %s are missing; --resume %s plays "
		       "them again", reader->database->path, seal == reader->seal ? "faults" : "matches",
		       name ? name : "?", name ? name : "RUN");
}

int database_chunks(struct database *database, int64_t run, struct matches **chunks, size_t *n_chunks, struct err *err)
{
	uint64_t end;
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT first, stride, n_matches FROM chunks WHERE run = ? ORDER BY first", VALUES(NUMBER(run)), err);
	if (!query || end_match(database, run, &end, err))
		return -1;
	AUTO_FREE struct matches *found = NULL;
	size_t n = 0, room = 0;
	int failed;
	while (database_next(database, query, &failed, err)) {
		struct matches matches = database_matches(query);
		if (!database_are_matches(&matches, INT64_MAX))
			return database_damaged_chunk(database, run, &matches, err);
		matches.n = matches_below(&matches, end);
		MEM_GROW(found, n, room);
		if (matches.n)
			found[n++] = matches;
	}
	if (failed)
		return -1;
	*chunks = found;
	*n_chunks = n;
	found = NULL;
	return 0;
}

int database_count(struct database *database, int64_t run, uint64_t *n_matches, struct err *err)
{
	AUTO_FREE struct matches *chunks = NULL;
	size_t n_chunks;
	uint64_t n = 0;
	if (database_chunks(database, run, &chunks, &n_chunks, err))
		return -1;
	for (size_t i = 0; i < n_chunks; i++)
		n += chunks[i].n;
	*n_matches = n;
	return 0;
}

/* Converts the result of reading to 0, or -1 with err. */
static int explain(struct database *database, int64_t run, const struct matches *which, enum reading reading,
		   struct err *err)
{
	if (reading == READING_DAMAGED)
		return database_damaged_chunk(database, run, which, err);
	return reading == READING_OK ? 0 : -1;
}

static struct matches matches_at(sqlite3_stmt *query)
{
	struct matches matches = database_matches(query);
	if (!database_are_matches(&matches, INT64_MAX))
		matches.n = matches.stride = 1; /* only used in a message, or set later */
	return matches;
}

int database_get_chunk(struct database *database, int64_t run, const struct schedule *schedule,
		       const struct matches *which, struct chunk *chunk, struct err *err)
{
	struct reader reader = {.database = database, .run = run, .schedule = schedule};
	sqlite3_stmt *query =
		database_statement(database, STATEMENT_GET_CHUNK, VALUES(NUMBER(run), NUMBER((int64_t)which->first)),
				   err);
	reader.end = matches_last(which) + 1;
	int failed;
	bool is_there = database_next(database, query, &failed, err);
	struct chunk read = {0};
	enum reading reading = is_there ? database_read_chunk(&reader, query, &read, err) : failed ? READING_FAILED
					: READING_DAMAGED;
	if (reading == READING_OK && read.matches.n != which->n) {
		chunk_release(&read);
		reading = READING_DAMAGED;
	}
	sqlite3_reset(query);
	if (explain(database, run, which, reading, err))
		return -1;
	*chunk = read;
	return 0;
}

/* Visits the rows of a run, and checks that none is missing. */
static int each_row(struct reader *reader, bool has_faults,
		    int (*visit)(struct reader *reader, sqlite3_stmt *query, void *context, struct err *err),
		    void *context, struct err *err)
{
	struct database *database = reader->database;
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT " CHUNK_COLUMNS " FROM chunks WHERE run = ? ORDER BY first", VALUES(NUMBER(reader->run)), err);
	if (!query || end_match(database, reader->run, &reader->end, err))
		return -1;
	int failed;
	while (database_next(database, query, &failed, err))
		if (visit(reader, query, context, err))
			return -1;
	return failed ? -1 : check_seals(reader, has_faults, err);
}

/* Visits the rows as each_row does, in a consistent snapshot, which begins here unless the caller has begun one. */
static int each_row_at_once(struct reader *reader, bool has_faults,
			    int (*visit)(struct reader *reader, sqlite3_stmt *query, void *context, struct err *err),
			    void *context, struct err *err)
{
	sqlite3 *handle = reader->database->handle;
	bool has_begun = sqlite3_get_autocommit(handle) && sqlite3_exec(handle, "BEGIN", NULL, NULL, NULL) == 0;
	int failed = each_row(reader, has_faults, visit, context, err);
	if (has_begun)
		sqlite3_exec(handle, "COMMIT", NULL, NULL, NULL);
	return failed;
}

struct chunk_visit {
	int (*visit)(const struct chunk *chunk, void *context, struct err *err);
	void *context;
};

/* Returns true if the chunk counts. If the test was decided before the chunk, none of its matches count, but its row
 * still exists. */
static bool counts(struct reader *reader, sqlite3_stmt *query)
{
	if ((uint64_t)sqlite3_column_int64(query, 0) < reader->end)
		return true;
	reader->seal ^= (uint64_t)sqlite3_column_int64(query, 6);
	return false;
}

static int visit_chunk(struct reader *reader, sqlite3_stmt *query, void *context, struct err *err)
{
	const struct chunk_visit *to = context;
	const struct matches which = matches_at(query);
	if (!counts(reader, query))
		return database_skip_faults(reader, &which, err);
	struct chunk chunk;
	if (explain(reader->database, reader->run, &which, database_read_chunk(reader, query, &chunk, err), err))
		return -1;
	int failed = to->visit(&chunk, to->context, err);
	chunk_release(&chunk);
	return failed;
}

int database_each_chunk(struct database *database, int64_t run, const struct schedule *schedule,
			int (*visit)(const struct chunk *chunk, void *context, struct err *err), void *context,
			struct err *err)
{
	struct reader reader = {.database = database, .run = run, .schedule = schedule};
	struct chunk_visit to = {visit, context};
	return each_row_at_once(&reader, true, visit_chunk, &to, err);
}

struct match_visit {
	const struct schedule *schedule;
	struct matches matches; /* matches of the chunk */
	void (*visit)(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context);
	void *context;
};

static void visit_match(uint64_t match, const uint8_t *places, uint64_t times, void *context)
{
	const struct match_visit *to = context;
	struct match_plan plan = schedule_match(to->schedule, matches_number(&to->matches, match));
	to->visit(&plan, places, times, to->context);
}

/* Visits the chunk's matches that count, in order. */
static enum reading visit_in_order(struct reader *reader, sqlite3_stmt *query, const struct match_visit *to,
				   struct err *err)
{
	struct chunk chunk;
	uint64_t seal = reader->seal; /* the seal already includes this row */
	enum reading reading = database_read_chunk(reader, query, &chunk, err);
	reader->seal = seal;
	if (reading == READING_OK) {
		chunk_each(&chunk, reader->schedule, to->visit, to->context);
		chunk_release(&chunk);
	}
	return reading;
}

static int visit_matches(struct reader *reader, sqlite3_stmt *query, void *context, struct err *err)
{
	struct match_visit *to = context;
	struct chunk_row row;
	if (!counts(reader, query))
		return 0;
	enum reading reading = database_read_row(reader, query, &row, err);
	const struct matches which = matches_at(query);
	bool is_whole = matches_below(&which, reader->end) == which.n;
	bool can_be_grouped = reader->schedule->set_size == 1 && (row.n_blocks > 1 || !row.ordering.bytes);
	if (reading == READING_OK && is_whole && can_be_grouped) {
		struct chunk chunk = {.matches = which, .n_seats = reader->schedule->n_seats,
			.n_blocks = (uint32_t)row.n_blocks};
		to->matches = which;
		if (!encoding_each(&chunk, chunk_period(&chunk, reader->schedule), row.outcomes.bytes,
				   row.outcomes.size, visit_match, to))
			reading = READING_DAMAGED;
	} else if (reading == READING_OK) {
		reading = visit_in_order(reader, query, to, err);
	}
	return explain(reader->database, reader->run, &which, reading, err);
}

int database_each_match(struct database *database, int64_t run, const struct schedule *schedule,
			void (*visit)(const struct match_plan *plan, const uint8_t *places, uint64_t times,
				      void *context), void *context, struct err *err)
{
	struct reader reader = {.database = database, .run = run, .schedule = schedule};
	struct match_visit to = {.schedule = schedule, .visit = visit, .context = context};
	return each_row_at_once(&reader, false, visit_matches, &to, err);
}

struct luck_visit {
	int64_t *sums;
	uint64_t *n_matches;
};

static int visit_luck(struct reader *reader, sqlite3_stmt *query, void *context, struct err *err)
{
	const struct luck_visit *to = context;
	const struct matches which = matches_at(query);
	if (!counts(reader, query))
		return 0;
	return explain(reader->database, reader->run, &which,
		       database_read_luck(reader, query, to->sums, to->n_matches, err), err);
}

int database_luck(struct database *database, int64_t run, const struct schedule *schedule, int64_t *sums,
		  uint64_t *n_matches, struct err *err)
{
	struct reader reader = {.database = database, .run = run, .schedule = schedule};
	struct luck_visit to = {sums, n_matches};
	return each_row_at_once(&reader, false, visit_luck, &to, err);
}

/* Loads the chunk of the match into the cache. Returns 1, 0 if there is none or it has no plays, or -1 with err. */
static int find_plays(struct database *database, int64_t run, uint64_t number, struct err *err)
{
	struct plays_cache *cache = &database->plays;
	sqlite3_stmt *query =
		database_statement(database, STATEMENT_GET_PLAYS, VALUES(NUMBER(run), NUMBER((int64_t)number)), err);
	int failed, found = 0;
	if (database_next(database, query, &failed, err) && sqlite3_column_type(query, 3) != SQLITE_NULL) {
		const void *bytes = sqlite3_column_blob(query, 3);
		size_t size = (size_t)sqlite3_column_bytes(query, 3);
		uint64_t stored = (uint64_t)sqlite3_column_int64(query, 4);
		cache->matches = matches_at(query);
		bool is_good = database_plays_sum(cache->matches.first, bytes, size) == stored;
		str_clear(&cache->bytes);
		str_add_n(&cache->bytes, bytes, size);
		cache->run = is_good ? run : 0;
		cache->next = cache->at = 0;
		found = is_good ? 1 : database_damaged_chunk(database, run, &cache->matches, err);
	}
	sqlite3_reset(query);
	return failed ? -1 : found;
}

int database_get_plays(struct database *database, int64_t run, uint64_t number, struct str *plays, struct err *err)
{
	struct plays_cache *cache = &database->plays;
	if (cache->run != run || !matches_have(&cache->matches, number)) {
		int found = find_plays(database, run, number, err);
		if (found <= 0)
			return found;
	}
	uint64_t index = (number - cache->matches.first) / cache->matches.stride;
	if (index < cache->next)
		cache->next = cache->at = 0;
	struct varints from = varints_of(cache->bytes.text, cache->bytes.length);
	from.at += cache->at;
	for (uint64_t size; varint_get(&from, &size) && size <= (size_t)(from.end - from.at); from.at += size) {
		if (cache->next++ != index)
			continue;
		str_add_n(plays, (const char *)from.at, size);
		cache->at = (size_t)(from.at + size - (const unsigned char *)cache->bytes.text);
		return 1;
	}
	cache->run = 0;
	return database_damaged_chunk(database, run, &cache->matches, err);
}
