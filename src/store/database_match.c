/* database_match.c - matches to the database; database_read.c brings them back. */
#include "base/mem.h"
#include "store/blocks.h"
#include "store/capsule.h"
#include "store/database_inside.h"

/* In which order the blocks were played, when somebody will want to know. */
static void add_order(const struct match_result *result, const struct str *outcomes, struct str *order)
{
	uint32_t n_blocks = result->plan.n_blocks;
	size_t n = (size_t)result->n_seats;
	if (!result->keeps_order)
		return;
	AUTO_FREE uint8_t *sorted = NEW_ARRAY(uint8_t, n_blocks * n * n);
	bug_if(blocks_places(outcomes->text, outcomes->length, n_blocks, result->n_seats, sorted));
	blocks_encode_order(result->places, sorted, n_blocks, result->n_seats, order);
}

static int put_match(struct database *database, int64_t run, const struct match_result *result, struct err *err)
{
	sqlite3_stmt *insert = database_statement(database, STATEMENT_PUT_MATCH, err);
	if (!insert)
		return -1;
	AUTO_STR struct str outcomes = {0}, order = {0};
	blocks_encode(result->places, result->plan.n_blocks, result->n_seats, &outcomes);
	BIND_NUMBERS(insert, 1, run, (int64_t)result->plan.number, result->plan.n_blocks);
	sqlite3_bind_blob64(insert, 4, outcomes.text, outcomes.length, SQLITE_STATIC);
	if (result->is_signed)
		BIND_NUMBERS(insert, 5, (int64_t)result->signature, result->n_alike_blocks);
	add_order(result, &outcomes, &order);
	if (order.length)
		sqlite3_bind_blob64(insert, 7, order.text, order.length, SQLITE_STATIC);
	return database_write(database, insert, err);
}

static int put_seat(struct database *database, int64_t run, const struct match_result *result, int player,
		    struct err *err)
{
	sqlite3_stmt *insert = database_statement(database, STATEMENT_PUT_SEAT, err);
	if (!insert)
		return -1;
	const struct tally *tally = &result->tally[player];
	const double sums[] = {tally->wins, tally->block_sum, tally->block_squares, tally->places, tally->scores};
	BIND_NUMBERS(insert, 1, run, (int64_t)result->plan.number, player, result->plan.robot[player], (int64_t)tally->games);
	for (int i = 0; i < 5; i++)
		sqlite3_bind_double(insert, 6 + i, sums[i]);
	BIND_NUMBERS(insert, 11, (int64_t)tally->asks, (int64_t)tally->illegal, (int64_t)tally->timeouts,
		     (int64_t)tally->crashes, (int64_t)tally->failed_games);
	return database_write(database, insert, err);
}

/* Only so many faults of a robot are kept as are told in capsules: 1 yes, 0 no, -1 err. */
static int is_fault_wanted(struct database *database, int64_t run, const struct fault_record *record, struct err *err)
{
	sqlite3_stmt *query = database_statement(database, STATEMENT_COUNT_FAULTS, err);
	if (!query)
		return -1;
	BIND_NUMBERS(query, 1, run, record->robot, (int64_t)record->game + 1, record->ask);
	int wanted = sqlite3_step(query) == SQLITE_ROW ? sqlite3_column_int(query, 0) < CAPSULES_PER_ROBOT
						       : database_failed(database, err, "read");
	sqlite3_reset(query);
	return wanted;
}

static bool find_symbol(const struct symbols *symbols, const struct fault_record *record, char symbol[CAPSULE_SYMBOL])
{
	return symbols->robots ? capsule_symbol(&symbols->robots[record->robot], record->fault, symbol)
			       : database_symbol(symbols->database, symbols->run, record, symbol);
}

static int put_fault(struct database *database, int64_t run, const struct match_result *result,
		     const struct symbols *symbols, const struct fault_record *record, struct err *err)
{
	int wanted = is_fault_wanted(database, run, record, err);
	if (wanted <= 0)
		return wanted;
	sqlite3_stmt *insert = database_statement(database, STATEMENT_PUT_FAULT, err);
	if (!insert)
		return -1;
	char me[2] = {record->me, '\0'}, symbol[CAPSULE_SYMBOL];
	BIND_NUMBERS(insert, 1, run, record->robot, (int64_t)record->game + 1, record->ask, (int64_t)result->plan.number);
	BIND_TEXTS(insert, 6, verdict_name(record->fault->verdict), record->fault->cause, me, record->hands, record->history);
	if (record->fault->has_offset)
		BIND_NUMBERS(insert, 11, (int64_t)record->fault->offset);
	if (find_symbol(symbols, record, symbol))
		BIND_TEXTS(insert, 12, symbol);
	BIND_TEXTS(insert, 13, record->fault->output);
	return database_write(database, insert, err);
}

static int put_plays(struct database *database, int64_t run, const struct match_result *result, struct err *err)
{
	sqlite3_stmt *insert = database_statement(database, STATEMENT_PUT_PLAYS, err);
	if (!insert)
		return -1;
	BIND_NUMBERS(insert, 1, run, (int64_t)result->plan.number);
	sqlite3_bind_blob64(insert, 3, result->plays, result->plays_size, SQLITE_STATIC);
	return database_write(database, insert, err);
}

int database_put_rows(struct database *database, int64_t run, const struct match_result *result,
		      const struct symbols *symbols, struct err *err)
{
	int failed = put_match(database, run, result, err);
	bool is_new = !failed && sqlite3_changes(database->handle) == 1;
	if (is_new && result->plays)
		failed = put_plays(database, run, result, err);
	for (int player = 0; is_new && !failed && player < result->n_seats; player++)
		failed = put_seat(database, run, result, player, err);
	for (int i = 0; is_new && !failed && i < result->n_faults; i++)
		failed = put_fault(database, run, result, symbols, &result->faults[i], err);
	return failed;
}

int database_put_match(struct database *database, int64_t run, const struct match_result *result,
		       const struct robot *robots, struct err *err)
{
	const struct symbols symbols = {.robots = robots};
	if (database_do(database, STATEMENT_BEGIN, "lock", err))
		return -1;
	if (database_put_rows(database, run, result, &symbols, err) ||
	    database_do(database, STATEMENT_COMMIT, "write to", err)) {
		database_do(database, STATEMENT_ROLLBACK, "leave", NULL);
		return -1;
	}
	return 0;
}
