/* database_faults.c - reads the faults of a run from the database, and checks each. */
#include <stdio.h>

#include "store/database_inside.h"

enum { COLUMN_MATCH = 4, COLUMN_SYMBOL = 11, COLUMN_CHECKSUM = 13 };

/* Reads the fault in the current row. Returns false if it is damaged; the caller releases the record in either case. */
static bool get_fault(sqlite3_stmt *query, const struct schedule *schedule, struct fault_record *record)
{
	struct fault *fault = NEW(struct fault);
	*record = (struct fault_record){
		.robot = sqlite3_column_int(query, 1), .game = (uint64_t)sqlite3_column_int64(query, 2) - 1,
		.ask = (uint32_t)sqlite3_column_int64(query, 3), .me = database_text(query, 7)[0],
		.hands = mem_strdup(database_text(query, 8)), .history = mem_strdup(database_text(query, 9)),
		.fault = fault,
	};
	while (fault->verdict < VERDICT_COUNT && strcmp(verdict_name(fault->verdict), database_text(query, 5)) != 0)
		fault->verdict++;
	snprintf(fault->cause, sizeof fault->cause, "%s", database_text(query, 6));
	fault->has_offset = sqlite3_column_type(query, 10) != SQLITE_NULL;
	fault->offset = (uint64_t)sqlite3_column_int64(query, 10);
	snprintf(fault->output, sizeof fault->output, "%s", database_text(query, 12));
	fault->n_output = (uint32_t)strlen(fault->output);
	uint64_t match = (uint64_t)sqlite3_column_int64(query, COLUMN_MATCH);
	const char *symbol = (const char *)sqlite3_column_text(query, COLUMN_SYMBOL); /* NULL if it is unknown */
	if (fault->verdict == VERDICT_COUNT || record->game >= schedule->n_games ||
	    schedule_game(schedule, record->game).match != match)
		return false;
	int player = record->me - 'A';
	struct match_plan plan = schedule_match(schedule, match);
	return player >= 0 && player < schedule->n_seats && plan.robot[player] == record->robot &&
	       (sqlite3_column_type(query, COLUMN_CHECKSUM) == SQLITE_NULL ||
		database_fault_sum(record, match, symbol) == (uint64_t)sqlite3_column_int64(query, COLUMN_CHECKSUM));
}

static sqlite3_stmt *query_faults(struct reader *reader, const struct matches *matches, struct err *err)
{
	return database_statement(reader->database, STATEMENT_GET_FAULTS,
		VALUES(NUMBER(reader->run), NUMBER((int64_t)matches->first), NUMBER((int64_t)matches_last(matches)),
		       NUMBER((int64_t)matches->stride)), err);
}

int database_skip_faults(struct reader *reader, const struct matches *matches, struct err *err)
{
	sqlite3_stmt *query = query_faults(reader, matches, err);
	int failed;
	while (database_next(reader->database, query, &failed, err))
		reader->fault_seal ^= (uint64_t)sqlite3_column_int64(query, COLUMN_CHECKSUM);
	sqlite3_reset(query);
	return failed;
}

enum reading database_read_faults(struct reader *reader, struct chunk *chunk, struct err *err)
{
	sqlite3_stmt *query = query_faults(reader, &chunk->matches, err);
	int failed;
	bool is_good = true;
	while (is_good && database_next(reader->database, query, &failed, err)) {
		reader->fault_seal ^= (uint64_t)sqlite3_column_int64(query, COLUMN_CHECKSUM);
		is_good = get_fault(query, reader->schedule, MEM_APPEND(chunk->faults, chunk->n_faults));
	}
	sqlite3_reset(query);
	return !is_good ? READING_DAMAGED : failed ? READING_FAILED : READING_OK;
}

int database_fault_seal(struct database *database, int64_t run, uint64_t *seal, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database, "SELECT checksum FROM faults WHERE run = ?",
							VALUES(NUMBER(run)), err);
	int failed;
	*seal = 0;
	while (database_next(database, query, &failed, err))
		*seal ^= (uint64_t)sqlite3_column_int64(query, 0);
	return failed;
}

int database_drop_bad_faults(struct reader *reader, uint64_t **matches, size_t *n_matches, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(reader->database, "SELECT * FROM faults WHERE run = ?",
							VALUES(NUMBER(reader->run)), err);
	int failed;
	while (database_next(reader->database, query, &failed, err)) {
		struct fault_record record;
		bool is_good = get_fault(query, reader->schedule, &record);
		fault_record_release(&record);
		if (is_good)
			continue;
		/* Either number, the match or the game, may be the damaged one. */
		uint64_t game = (uint64_t)sqlite3_column_int64(query, 2) - 1;
		*matches = mem_resize(*matches, *n_matches + 2, sizeof **matches);
		(*matches)[(*n_matches)++] = (uint64_t)sqlite3_column_int64(query, COLUMN_MATCH);
		if (game < reader->schedule->n_games)
			(*matches)[(*n_matches)++] = schedule_game(reader->schedule, game).match;
		if (database_write(reader->database,
				   "DELETE FROM faults WHERE run = ? AND robot = ? AND game = ? AND ask = ?",
				   VALUES(NUMBER(reader->run), NUMBER(sqlite3_column_int64(query, 1)),
					  NUMBER(sqlite3_column_int64(query, 2)),
					  NUMBER(sqlite3_column_int64(query, 3))), err))
			return -1;
	}
	return failed;
}

bool database_symbol(struct database *database, int64_t run, const struct fault_record *record,
		     char symbol[CRASH_REPORT_SYMBOL])
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT symbol FROM faults WHERE run = ? AND robot = ? AND game = ? AND ask = ? AND symbol IS NOT NULL",
		VALUES(NUMBER(run), NUMBER(record->robot), NUMBER((int64_t)record->game + 1), NUMBER(record->ask)),
		NULL);
	if (!query || sqlite3_step(query) != SQLITE_ROW)
		return false;
	snprintf(symbol, CRASH_REPORT_SYMBOL, "%s", database_text(query, 0));
	return true;
}
