/* database_read.c - matches from the database, each checked: it may have been damaged, or made up. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "store/blocks.h"
#include "store/database_inside.h"

int database_damaged(const struct database *database, uint64_t number, struct err *err)
{
	return err_set(err, EXIT_WORLD,
		       "match %llu in the database '%s' is damaged; move the file away, or name another one with --db",
		       (unsigned long long)number, database->path);
}

/* A statement about one match. */
static sqlite3_stmt *match_query(struct database *database, enum statement which, int64_t run, uint64_t number, struct err *err)
{
	sqlite3_stmt *query = database_statement(database, which, err);
	if (query)
		BIND_NUMBERS(query, 1, run, (int64_t)number);
	return query;
}

static bool get_signature(sqlite3_stmt *query, struct match_result *result)
{
	int64_t n_alike = sqlite3_column_int64(query, 3);
	result->is_signed = sqlite3_column_type(query, 2) != SQLITE_NULL && sqlite3_column_type(query, 3) != SQLITE_NULL;
	result->signature = (uint64_t)sqlite3_column_int64(query, 2);
	result->n_alike_blocks = (uint32_t)n_alike;
	return n_alike >= 0 && n_alike <= result->plan.n_blocks;
}

static bool get_order(sqlite3_stmt *query, struct match_result *result)
{
	const struct match_plan *plan = &result->plan;
	result->keeps_order = plan->has_twin || plan->is_twin || sqlite3_column_type(query, 4) != SQLITE_NULL;
	return !result->keeps_order ||
	       blocks_restore_order(sqlite3_column_blob(query, 4), (size_t)sqlite3_column_bytes(query, 4), plan->n_blocks,
				    result->n_seats, result->places) == 0;
}

/* The blocks: 1, 0 when the match is not there, -1. */
static int get_blocks(struct database *database, int64_t run, struct match_result *result, struct err *err)
{
	sqlite3_stmt *query = match_query(database, STATEMENT_GET_MATCH, run, result->plan.number, err);
	if (!query)
		return -1;
	const struct match_plan *plan = &result->plan;
	int code = sqlite3_step(query), found = -1;
	if (code == SQLITE_DONE) {
		found = 0;
	} else if (code != SQLITE_ROW) {
		database_failed(database, err, "read");
	} else {
		size_t n = (size_t)result->n_seats;
		result->places = NEW_ARRAY(uint8_t, plan->n_blocks * n * n);
		bool is_good = sqlite3_column_int64(query, 0) == plan->n_blocks &&
			       blocks_places(sqlite3_column_blob(query, 1), (size_t)sqlite3_column_bytes(query, 1), plan->n_blocks,
					     result->n_seats, result->places) == 0 &&
			       get_signature(query, result) && get_order(query, result);
		found = is_good ? 1 : database_damaged(database, plan->number, err);
	}
	sqlite3_reset(query);
	return found;
}

static bool is_near(double stored, double computed)
{
	return fabs(stored - computed) <= 1e-9 * (1 + fabs(computed));
}

/* The sums of one player. Those that follow from the blocks are taken as they were stored, in the last
 * digit (the blocks were added up in another order then), but only if they do follow from them. */
static bool get_tally(sqlite3_stmt *query, const struct match_result *result, int player, struct tally *tally)
{
	tally_places(tally, result, player);
	double *const sums[] = {&tally->wins, &tally->block_sum, &tally->block_squares, &tally->places, &tally->scores};
	uint64_t *const counts[] = {&tally->asks, &tally->illegal, &tally->timeouts, &tally->crashes, &tally->failed_games};
	for (int i = 0; i < 5; i++) {
		double stored = sqlite3_column_double(query, 5 + i);
		if (!is_near(stored, *sums[i]) || sqlite3_column_int64(query, 10 + i) < 0)
			return false;
		*sums[i] = stored;
		*counts[i] = (uint64_t)sqlite3_column_int64(query, 10 + i);
	}
	return sqlite3_column_int64(query, 4) == (sqlite3_int64)tally->games && tally->failed_games <= tally->games;
}

static int get_seats(struct database *database, int64_t run, struct match_result *result, struct err *err)
{
	sqlite3_stmt *query = match_query(database, STATEMENT_GET_SEATS, run, result->plan.number, err);
	if (!query)
		return -1;
	int player = 0, code = SQLITE_ROW;
	for (; player < result->n_seats && (code = sqlite3_step(query)) == SQLITE_ROW; player++) {
		if (sqlite3_column_int64(query, 2) != player || sqlite3_column_int64(query, 3) != result->plan.robot[player] ||
		    !get_tally(query, result, player, &result->tally[player]))
			break;
		result->cpu_ns[player] = -1;
	}
	if (code != SQLITE_ROW && code != SQLITE_DONE)
		database_failed(database, err, "read");
	else if (player < result->n_seats)
		database_damaged(database, result->plan.number, err);
	sqlite3_reset(query);
	return player == result->n_seats ? 0 : -1;
}

/* One row of faults; the caller releases the record whatever comes back. */
static bool get_fault(sqlite3_stmt *query, const struct match_result *result, struct fault_record *record)
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
	uint64_t n = (uint64_t)result->n_seats, first = result->plan.first_block * n;
	int player = record->me - 'A';
	return fault->verdict < VERDICT_COUNT && player >= 0 && player < result->n_seats &&
	       result->plan.robot[player] == record->robot && record->game >= first &&
	       record->game - first < result->plan.n_blocks * n;
}

static int get_faults(struct database *database, int64_t run, struct match_result *result, struct err *err)
{
	sqlite3_stmt *query = match_query(database, STATEMENT_GET_FAULTS, run, result->plan.number, err);
	if (!query)
		return -1;
	int code;
	bool is_good = true;
	while (is_good && (code = sqlite3_step(query)) == SQLITE_ROW) {
		result->faults = mem_resize(result->faults, (size_t)result->n_faults + 1, sizeof *result->faults);
		is_good = get_fault(query, result, &result->faults[result->n_faults++]);
	}
	if (!is_good)
		database_damaged(database, result->plan.number, err);
	else if (code != SQLITE_DONE)
		database_failed(database, err, "read");
	sqlite3_reset(query);
	return is_good && code == SQLITE_DONE ? 0 : -1;
}

int database_get_match(struct database *database, int64_t run, const struct match_plan *plan, int n_seats,
		       struct match_result *result, struct err *err)
{
	struct match_result read = {.plan = *plan, .n_seats = n_seats};
	int found = get_blocks(database, run, &read, err);
	if (found == 1 && (get_seats(database, run, &read, err) || get_faults(database, run, &read, err)))
		found = -1;
	if (found == 1)
		*result = read;
	else
		match_result_release(&read);
	return found;
}

int database_get_plays(struct database *database, int64_t run, uint64_t number, struct str *plays, struct err *err)
{
	sqlite3_stmt *query = match_query(database, STATEMENT_GET_PLAYS, run, number, err);
	if (!query)
		return -1;
	int code = sqlite3_step(query);
	if (code == SQLITE_ROW)
		str_add_n(plays, sqlite3_column_blob(query, 0), (size_t)sqlite3_column_bytes(query, 0));
	else if (code != SQLITE_DONE)
		database_failed(database, err, "read");
	sqlite3_reset(query);
	return code == SQLITE_ROW ? 1 : code == SQLITE_DONE ? 0 : -1;
}

bool database_symbol(struct database *database, int64_t run, const struct fault_record *record,
		     char symbol[CAPSULE_SYMBOL])
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT symbol FROM faults WHERE run = ? AND robot = ? AND game = ? AND ask = ? AND symbol IS NOT NULL", NULL);
	if (!query)
		return false;
	BIND_NUMBERS(query, 1, run, record->robot, (int64_t)record->game + 1, record->ask);
	if (sqlite3_step(query) != SQLITE_ROW)
		return false;
	snprintf(symbol, CAPSULE_SYMBOL, "%s", database_text(query, 0));
	return true;
}

int database_each_match(struct database *database, int64_t run,
			int (*visit)(const struct stored_match *match, void *context, struct err *err), void *context,
			struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT number, n_blocks, outcomes FROM matches WHERE run = ? ORDER BY number", err);
	if (!query)
		return -1;
	BIND_NUMBERS(query, 1, run);
	int code, failed = 0;
	while (!failed && (code = sqlite3_step(query)) == SQLITE_ROW) {
		const struct stored_match match = {
			.number = (uint64_t)sqlite3_column_int64(query, 0), .n_blocks = sqlite3_column_int64(query, 1),
			.outcomes = sqlite3_column_blob(query, 2), .size = (size_t)sqlite3_column_bytes(query, 2),
		};
		failed = visit(&match, context, err);
	}
	if (failed)
		return -1;
	return code == SQLITE_DONE ? 0 : database_failed(database, err, "read");
}
