/* database_read.c - reads chunks from the database, and checks each, because it may be damaged or forged. */
#include <math.h>

#include "store/database_inside.h"
#include "store/encoding.h"

/* Maximum size of the places of a chunk in bytes. No worker makes larger chunks. */
#define MOST_PLACES (UINT64_C(1) << 32)

int database_damaged_chunk(struct database *database, int64_t run, const struct matches *which, struct err *err)
{
	AUTO_FREE char *name = database_name(database, run, NULL);
	uint64_t last = which->n ? matches_last(which) : which->first;
	return err_set(err, EXIT_WORLD,
		       "the database '%s' is damaged: matches %" PRIu64 " to %" PRIu64 " of the run %s; "
		       "--resume %s plays them again", database->path, which->first, last, name ? name : "?",
		       name ? name : "RUN");
}

/* Reads a number. A negative number becomes a very high one. */
static uint64_t get_number(sqlite3_stmt *query, int column)
{
	return (uint64_t)sqlite3_column_int64(query, column);
}

static struct blob get_blob(sqlite3_stmt *query, int column)
{
	const void *bytes = sqlite3_column_blob(query, column); /* must be read before its size */
	return (struct blob){bytes, (size_t)sqlite3_column_bytes(query, column)};
}

struct matches database_matches(sqlite3_stmt *query)
{
	return (struct matches){.first = get_number(query, 0), .stride = get_number(query, 1),
		.n = get_number(query, 2)};
}

static void get_row(sqlite3_stmt *query, struct chunk_row *row)
{
	*row = (struct chunk_row){
		.matches = database_matches(query), .n_blocks = sqlite3_column_int64(query, 3),
		.signature = get_number(query, 4), .n_alike = get_number(query, 5), .outcomes = get_blob(query, 7),
		.ordering = get_blob(query, 8), .details = get_blob(query, 9), .luck = get_blob(query, 10),
	};
}

bool database_are_matches(const struct matches *matches, uint64_t n_matches)
{
	return matches->first < n_matches && matches->n > 0 && matches->stride > 0 &&
	       (matches->n - 1) <= (n_matches - 1 - matches->first) / matches->stride;
}

/* Returns true if these matches exist, and can form a chunk. */
static bool is_sound(const struct chunk_row *row, const struct schedule *schedule, bool has_checksum)
{
	const struct matches *matches = &row->matches;
	if (!database_are_matches(matches, schedule->n_matches) || (matches->n > 1 && !has_checksum))
		return false;
	struct match_plan first = schedule_match(schedule, matches->first);
	struct match_plan last = schedule_match(schedule, matches_last(matches));
	uint64_t size = (uint64_t)schedule->n_seats * (uint64_t)schedule->n_seats * first.n_blocks;
	return row->n_blocks == first.n_blocks && row->n_blocks == last.n_blocks && matches->n <= MOST_PLACES / size;
}

static void get_robot(sqlite3_stmt *query, struct robot_row *row)
{
	for (int i = 0; i < ROBOT_NUMBERS; i++)
		row->numbers[i] = sqlite3_column_int64(query, i);
	for (int i = 0; i < ROBOT_REALS; i++)
		row->reals[i] = sqlite3_column_double(query, ROBOT_NUMBERS + i);
}

/* The rows of the robots of a chunk. */
struct robot_rows {
	struct robot_row *rows;
	int n;
};

static void release_rows(struct robot_rows *rows)
{
	free(rows->rows);
}
#define AUTO_ROWS __attribute__((cleanup(release_rows)))

static enum reading get_robots(const struct reader *reader, uint64_t first, struct robot_rows *rows, struct err *err)
{
	sqlite3_stmt *query = database_statement(reader->database, STATEMENT_GET_ROBOTS,
		VALUES(NUMBER(reader->run), NUMBER((int64_t)first)), err);
	int failed;
	bool is_one_more;
	while ((is_one_more = database_next(reader->database, query, &failed, err)) && rows->n < SCHEDULE_MAX_ROBOTS)
		get_robot(query, MEM_APPEND(rows->rows, rows->n));
	sqlite3_reset(query);
	return failed ? READING_FAILED : is_one_more ? READING_DAMAGED : READING_OK;
}

static bool is_near(double stored, double computed)
{
	return fabs(stored - computed) <= 1e-9 * (1 + fabs(computed));
}

/* Checks that the row agrees with the outcomes. Without details it is the only source of asks and troubles. */
static bool take_robot(const struct robot_row *row, const struct chunk *chunk, struct chunk_robot *robot)
{
	struct tally *tally = &robot->tally;
	for (int i = 0; i < ROBOT_NUMBERS_OLD; i++)
		if (row->numbers[i] < 0)
			return false;
	if (!chunk->has_details) {
		tally->asks = (uint64_t)row->asks;
		for (int i = 0; i < 4; i++)
			tally->trouble[i] = (uint64_t)row->trouble[i];
		robot->showdowns = row->showdowns;
	}
	robot->cpu_ns = -1;
	const struct robot_row made = database_robot_row(robot, chunk->n_seats);
	bool are_near = ALL_OF(i, ROBOT_REALS, is_near(row->reals[i], made.reals[i]));
	return are_near && memcmp(made.numbers, row->numbers, sizeof made.numbers) == 0 &&
		tally->failed_games <= tally->games;
}

/* Computes the sums that follow from the outcomes and details. */
static bool make_sums(struct chunk *chunk, const struct chunk_row *row, const struct schedule *schedule)
{
	chunk_sum(chunk, schedule);
	if (chunk->has_details)
		return chunk->signature == row->signature && chunk->n_alike == row->n_alike;
	chunk->signature = row->signature;
	chunk->n_alike = row->n_alike;
	return row->n_alike <= chunk->matches.n * chunk->n_blocks;
}

static bool decode(struct chunk *chunk, const struct chunk_row *row, const struct schedule *schedule)
{
	if (!encoding_get_outcomes(chunk, chunk_period(chunk, schedule), row->outcomes.bytes, row->outcomes.size,
				   row->ordering.bytes, row->ordering.size))
		return false;
	if (!chunk->has_order && (row->details.bytes || (schedule->set_size > 1 && chunk->matches.n > 1)))
		return false;
	if (row->details.bytes && !encoding_get_details(chunk, row->details.bytes, row->details.size))
		return false;
	return make_sums(chunk, row, schedule) &&
		(!row->luck.bytes || encoding_get_luck(chunk, row->luck.bytes, row->luck.size));
}

/* Checks the row and those of its robots against their checksum. */
static enum reading read_rows(struct reader *reader, sqlite3_stmt *query, struct chunk_row *row,
			      struct robot_rows *robots, struct err *err)
{
	bool has_checksum = sqlite3_column_type(query, 6) != SQLITE_NULL;
	uint64_t stored = get_number(query, 6);
	get_row(query, row);
	reader->seal ^= stored;
	if (!is_sound(row, reader->schedule, has_checksum))
		return READING_DAMAGED;
	enum reading reading = get_robots(reader, row->matches.first, robots, err);
	if (reading != READING_OK)
		return reading;
	uint64_t sum = database_chunk_sum(row);
	for (int i = 0; i < robots->n; i++)
		sum = database_robot_sum(sum, &robots->rows[i]);
	return !has_checksum || sum == stored ? READING_OK : READING_DAMAGED;
}

enum reading database_read_row(struct reader *reader, sqlite3_stmt *query, struct chunk_row *row, struct err *err)
{
	AUTO_ROWS struct robot_rows robots = {0};
	return read_rows(reader, query, row, &robots, err);
}

enum reading database_read_luck(struct reader *reader, sqlite3_stmt *query, int64_t *sums, uint64_t *n_matches,
				struct err *err)
{
	AUTO_ROWS struct robot_rows robots = {0};
	struct chunk_row row;
	enum reading reading = read_rows(reader, query, &row, &robots, err);
	struct chunk chunk = {.n_robots = robots.n};
	if (reading != READING_OK || !row.luck.bytes)
		return reading;
	if (!encoding_get_luck(&chunk, row.luck.bytes, row.luck.size))
		reading = READING_DAMAGED;
	for (int i = 0; i < robots.n && reading == READING_OK; i++) {
		int64_t robot = robots.rows[i].robot;
		for (int sum = 0; sum < LUCK_SUMS; sum++)
			sums[robot * LUCK_SUMS + sum] += chunk.luck_sums[i * LUCK_SUMS + sum];
		n_matches[robot] += (uint64_t)robots.rows[i].matches;
	}
	free(chunk.luck_sums);
	return reading;
}

static enum reading read_chunk(struct reader *reader, sqlite3_stmt *query, struct chunk *chunk, struct err *err)
{
	AUTO_ROWS struct robot_rows robots = {0};
	struct chunk_row row;
	enum reading reading = read_rows(reader, query, &row, &robots, err);
	*chunk = (struct chunk){.matches = row.matches, .n_seats = reader->schedule->n_seats,
		.n_blocks = (uint32_t)row.n_blocks};
	if (reading != READING_OK)
		return reading;
	bool are_good = decode(chunk, &row, reader->schedule) && robots.n == chunk->n_robots;
	for (int i = 0; i < robots.n && are_good; i++)
		are_good = take_robot(&robots.rows[i], chunk, &chunk->robots[i]);
	if (!are_good)
		return READING_DAMAGED;
	return database_read_faults(reader, chunk, err);
}

/* Cuts a chunk to its first n matches, because no others count. */
static bool cut(struct chunk *chunk, uint64_t n, const struct schedule *schedule)
{
	struct chunk head;
	if (n == chunk->matches.n)
		return true;
	if (!chunk->has_details || n == 0)
		return false;
	chunk_head(chunk, n, schedule, &head);
	for (int i = head.n_faults; i < chunk->n_faults; i++)
		fault_record_release(&chunk->faults[i]);
	FREE_ALL(chunk->robots, chunk->luck_sums);
	str_release(&chunk->plays);
	head.luck_sums = NULL;
	*chunk = head;
	return true;
}

enum reading database_read_chunk(struct reader *reader, sqlite3_stmt *query, struct chunk *chunk, struct err *err)
{
	enum reading reading = read_chunk(reader, query, chunk, err);
	if (reading == READING_OK && !cut(chunk, matches_below(&chunk->matches, reader->end), reader->schedule))
		reading = READING_DAMAGED;
	if (reading != READING_OK)
		chunk_release(chunk);
	return reading;
}
