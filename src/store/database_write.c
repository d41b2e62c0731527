/* database_write.c - writes chunks to the database; database_read.c reads them. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/checksum.h"
#include "store/database.h"
#include "store/database_inside.h"
#include "store/encoding.h"

uint64_t database_chunk_sum(const struct chunk_row *row)
{
	uint64_t sum = checksum_number(0, row->matches.first);
	sum = checksum_number(sum, row->matches.stride);
	sum = checksum_number(sum, row->matches.n);
	sum = checksum_number(sum, (uint64_t)row->n_blocks);
	sum = checksum_number(sum, 1); /* rows of older arenas, which lack the next two values, have 0 here */
	sum = checksum_number(sum, row->signature);
	sum = checksum_number(sum, row->n_alike);
	sum = checksum_bytes(sum, row->outcomes.bytes, row->outcomes.size);
	sum = checksum_bytes(sum, row->ordering.bytes, row->ordering.size);
	sum = checksum_bytes(sum, row->details.bytes, row->details.size);
	return row->luck.bytes ? checksum_bytes(sum, row->luck.bytes, row->luck.size) : sum; /* so that older rows keep
	                                                                                      * their checksum */
}

uint64_t database_robot_sum(uint64_t sum, const struct robot_row *row)
{
	int n = row->showdowns.n ? ROBOT_NUMBERS : ROBOT_NUMBERS_OLD; /* so that rows of older versions keep their
	                                                               * checksum */
	for (int i = 0; i < n; i++)
		sum = checksum_number(sum, (uint64_t)row->numbers[i]);
	for (int i = 0; i < ROBOT_REALS; i++)
		sum = checksum_real(sum, row->reals[i]);
	return sum;
}

uint64_t database_plays_sum(uint64_t first, const void *plays, size_t size)
{
	return checksum_bytes(checksum_number(0, first), plays, size);
}

uint64_t database_fault_sum(const struct fault_record *record, uint64_t match, const char *symbol)
{
	const struct fault *fault = record->fault;
	const uint64_t numbers[] = {(uint64_t)record->robot, record->game, record->ask, match, (uint64_t)fault->verdict,
				    (unsigned char)record->me, fault->has_offset ? fault->offset : 0};
	const char *const texts[] = {fault->cause, record->hands, record->history, fault->output, symbol};
	uint64_t sum = 0;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sum = checksum_number(sum, numbers[i]);
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		sum = checksum_text(sum, texts[i]);
	return sum;
}

struct robot_row database_robot_row(const struct chunk_robot *robot, int n_seats)
{
	const struct tally *tally = &robot->tally;
	double places = (double)tally->place_halves / 2;
	struct robot_row row = {
		.robot = robot->robot, .matches = (int64_t)tally->matches, .games = (int64_t)tally->games,
		.asks = (int64_t)tally->asks, .showdowns = robot->showdowns, .wins = tally_wins(tally),
		.places = places, .scores = ((double)tally->games * n_seats - places) / (n_seats - 1),
	};
	for (int i = 0; i < 4; i++)
		row.trouble[i] = (int64_t)tally->trouble[i];
	return row;
}

/* Returns true if the order of the matches must be stored. If each table has few matches, this form is also shorter. */
static bool needs_order(const struct chunk *chunk, const struct schedule *schedule, uint64_t period)
{
	enum { FEW = 16 };
	bool has_few = chunk->n_blocks == 1 && period > 1 && chunk->matches.n < FEW * period;
	return chunk->has_order && (chunk->has_details || schedule->set_size > 1 || has_few);
}

static int put_row(struct database *database, int64_t run, const struct chunk_row *row, uint64_t checksum,
		   struct err *err)
{
	return database_do(database, STATEMENT_PUT_CHUNK,
		VALUES(NUMBER(run), NUMBER((int64_t)row->matches.first), NUMBER((int64_t)row->matches.stride),
		       NUMBER((int64_t)row->matches.n), NUMBER(row->n_blocks), NUMBER((int64_t)row->signature),
		       NUMBER((int64_t)row->n_alike), NUMBER((int64_t)checksum),
		       BLOB(row->outcomes), BLOB(row->ordering), BLOB(row->details), BLOB(row->luck)), "write to", err);
}

static int put_robot(struct database *database, int64_t run, uint64_t first, const struct robot_row *row,
		     struct err *err)
{
	return database_do(database, STATEMENT_PUT_ROBOT,
		VALUES(NUMBER(run), NUMBER((int64_t)first), NUMBER(row->robot), NUMBER(row->matches),
		       NUMBER(row->games), REAL(row->wins), REAL(row->places), REAL(row->scores), NUMBER(row->asks),
		       NUMBER(row->illegal), NUMBER(row->timeouts), NUMBER(row->crashes), NUMBER(row->failed_games),
		       NUMBER(row->showdowns.n), NUMBER(row->showdowns.n_right), NUMBER(row->showdowns.evidence[0]),
		       NUMBER(row->showdowns.evidence[1])), "write to", err);
}

/* Adds a row to a seal of the run, or removes it. */
static int change_seal(struct database *database, int64_t run, enum statement which, uint64_t checksum, struct err *err)
{
	return database_do(database, which, VALUES(NUMBER(run), NUMBER((int64_t)checksum)), "write to", err);
}

/* Stores the row of the chunk and those of its robots. */
static int put_chunk(struct database *database, int64_t run, const struct schedule *schedule, const struct chunk *chunk,
		     struct err *err)
{
	AUTO_STR struct str outcomes = {0}, ordering = {0}, details = {0}, luck = {0};
	uint64_t period = chunk_period(chunk, schedule);
	encoding_outcomes(chunk, period, &outcomes, needs_order(chunk, schedule, period) ? &ordering : NULL);
	if (chunk->has_details)
		encoding_details(chunk, &details);
	if (chunk->has_luck)
		encoding_luck(chunk, &luck);
	const struct chunk_row row = {
		.matches = chunk->matches, .n_blocks = chunk->n_blocks, .signature = chunk->signature,
		.n_alike = chunk->n_alike,
		.outcomes = {outcomes.text, outcomes.length}, .ordering = {ordering.text, ordering.length},
		.details = {details.text, details.length}, .luck = {luck.text, luck.length},
	};
	uint64_t sum = database_chunk_sum(&row);
	for (int i = 0; i < chunk->n_robots; i++) {
		const struct robot_row robot = database_robot_row(&chunk->robots[i], chunk->n_seats);
		sum = database_robot_sum(sum, &robot);
		if (put_robot(database, run, chunk->matches.first, &robot, err))
			return -1;
	}
	return put_row(database, run, &row, sum, err) || change_seal(database, run, STATEMENT_SEAL, sum, err) ? -1 : 0;
}

static int put_plays(struct database *database, int64_t run, const struct chunk *chunk, struct err *err)
{
	const struct blob plays = {chunk->plays.text, chunk->plays.length};
	uint64_t first = chunk->matches.first;
	if (!plays.size)
		return 0;
	return database_do(database, STATEMENT_PUT_PLAYS,
		VALUES(NUMBER(run), NUMBER((int64_t)first), BLOB(plays),
		       NUMBER((int64_t)database_plays_sum(first, plays.bytes, plays.size))), "write to", err);
}

/* Returns 1 if the fault must be stored because it will get a crash report, 0 if not, or -1 with err. */
static int is_fault_wanted(struct database *database, int64_t run, const struct fault_record *record, struct err *err)
{
	sqlite3_stmt *query = database_statement(database, STATEMENT_COUNT_FAULTS,
		VALUES(NUMBER(run), NUMBER(record->robot), NUMBER((int64_t)record->game + 1), NUMBER(record->ask)),
		err);
	int failed = database_row(database, query, "read", err);
	int wanted = failed ? -1 : sqlite3_column_int(query, 0) < CRASH_REPORTS_PER_ROBOT;
	sqlite3_reset(query);
	return wanted;
}

/* Removes the robot's latest faults if more than CRASH_REPORTS_PER_ROBOT are stored. */
static int trim_faults(struct database *database, int64_t run, int robot, struct err *err)
{
	sqlite3_stmt *trim = database_statement(database, STATEMENT_TRIM_FAULTS,
		VALUES(NUMBER(run), NUMBER(robot), NUMBER(CRASH_REPORTS_PER_ROBOT - 1)), err);
	if (!trim)
		return -1;
	uint64_t seal = 0;
	int code;
	while ((code = sqlite3_step(trim)) == SQLITE_ROW)
		seal ^= (uint64_t)sqlite3_column_int64(trim, 0);
	int failed = code == SQLITE_DONE ? 0 : database_failed(database, err, "write to");
	sqlite3_reset(trim);
	return failed || (seal && change_seal(database, run, STATEMENT_FAULT_SEAL, seal, err)) ? -1 : 0;
}

static int put_fault(struct database *database, int64_t run, const struct rows_source *source,
		     const struct fault_record *record, struct err *err)
{
	int wanted = is_fault_wanted(database, run, record, err);
	if (wanted <= 0)
		return wanted;
	const struct fault *fault = record->fault;
	char me[2] = {record->me, '\0'}, symbol[CRASH_REPORT_SYMBOL];
	uint64_t match = schedule_game(source->schedule, record->game).match;
	bool has_symbol = source->robots ? crash_report_symbol(&source->robots[record->robot], fault, symbol)
					 : database_symbol(source->database, source->run, record, symbol);
	uint64_t sum = database_fault_sum(record, match, has_symbol ? symbol : NULL);
	if (database_do(database, STATEMENT_PUT_FAULT,
			VALUES(NUMBER(run), NUMBER(record->robot), NUMBER((int64_t)record->game + 1),
			       NUMBER(record->ask),
			       NUMBER((int64_t)match), TEXT(verdict_name(fault->verdict)), TEXT(fault->cause), TEXT(me),
			       TEXT(record->hands), TEXT(record->history),
			       NUMBER_IF(fault->has_offset, (int64_t)fault->offset),
			       TEXT(has_symbol ? symbol : NULL), TEXT(fault->output), NUMBER((int64_t)sum)), "write to",
			err))
		return -1;
	if (sqlite3_changes(database->handle) && change_seal(database, run, STATEMENT_FAULT_SEAL, sum, err))
		return -1;
	return trim_faults(database, run, record->robot, err);
}

/* Returns 1 if one of the matches is stored, 0 if not, or -1 with err. Chunks whose first matches are equal modulo the
 * stride are disjoint, so only the last of them that begins early enough can contain a match. */
static int is_there(struct database *database, int64_t run, const struct matches *matches, struct err *err)
{
	sqlite3_stmt *query = database_statement(database, STATEMENT_FIND_OVERLAP,
		VALUES(NUMBER(run), NUMBER((int64_t)matches->first), NUMBER((int64_t)matches_last(matches)),
		       NUMBER((int64_t)matches->stride)), err);
	int failed, found = database_next(database, query, &failed, err) ? sqlite3_column_int(query, 0) : failed;
	sqlite3_reset(query);
	return found;
}

int database_put_rows(struct database *database, int64_t run, const struct rows_source *source,
		      const struct chunk *chunk, bool *is_new, struct err *err)
{
	int found = is_there(database, run, &chunk->matches, err);
	*is_new = found == 0;
	if (found)
		return found < 0 ? -1 : 0;
	int failed = put_chunk(database, run, source->schedule, chunk, err) || put_plays(database, run, chunk, err);
	for (int i = 0; i < chunk->n_faults && !failed; i++)
		failed = put_fault(database, run, source, &chunk->faults[i], err);
	return failed ? -1 : 0;
}

int database_put_chunk(struct database *database, int64_t run, const struct schedule *schedule,
		       const struct chunk *chunk, const struct robot *robots, struct err *err)
{
	const struct rows_source source = {.schedule = schedule, .robots = robots};
	bool is_new;
	return DATABASE_TRANSACTION(database, database_put_rows(database, run, &source, chunk, &is_new, err), err);
}

int database_check_file(const struct database *database, struct err *err)
{
	struct stat opened, there;
	if (fstat(database->fd, &opened) == 0 && stat(database->path, &there) == 0 && opened.st_dev == there.st_dev &&
	    opened.st_ino == there.st_ino)
		return 0;
	return err_set(err, EXIT_WORLD, "the database '%s' was moved, deleted or replaced while it was written to; put "
		       "it back and resume the run, or start again", database->path);
}

/* Run i is locked by a lock on the byte LOCKS_BEGIN + i, and the tourneys by one on the byte before LOCKS_BEGIN. These
 * bytes are far beyond the bytes that SQLite locks and the end of the file. Such a lock belongs to the process, so
 * workers do not inherit it, and the kernel reports which process has it. */
#define LOCKS_BEGIN (INT64_C(1) << 62)

/* Locks a byte. Returns 0 on success, the process that has the lock otherwise, or -1 with err. */
static pid_t lock_byte(struct database *database, int64_t byte, struct err *err)
{
	const struct flock wanted = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = byte, .l_len = 1};
	while (fcntl(database->fd, F_SETLK, &wanted)) {
		struct flock holder = wanted;
		if (errno != EAGAIN && errno != EACCES)
			return err_errno(err, "cannot lock the database '%s'", database->path);
		if (fcntl(database->fd, F_GETLK, &holder) == 0 && holder.l_type != F_UNLCK) /* otherwise that process
		                                                                             * has ended in the
		                                                                             * meantime */
			return holder.l_pid;
	}
	return 0;
}

int database_lock_run(struct database *database, int64_t run, struct err *err)
{
	pid_t holder = lock_byte(database, LOCKS_BEGIN + run, err);
	AUTO_FREE char *name = holder > 0 ? database_name(database, run, NULL) : NULL;
	if (holder > 0)
		err_set(err, EXIT_WORLD,
			"the run %s in '%s' is being played or merged by another arena (process %ld); wait for "
			"it to end", name ? name : "", database->path, (long)holder);
	return holder ? -1 : 0;
}

int database_lock_tourney(struct database *database, struct err *err)
{
	pid_t holder = lock_byte(database, LOCKS_BEGIN - 1, err);
	if (holder > 0)
		err_set(err, EXIT_WORLD, "another server (process %ld) uses '%s'; stop it, or give this server another "
			"folder with --results", (long)holder, database->path);
	return holder ? -1 : 0;
}
