/* database_test.c - the test of a run of `arena regress`. */
#include <string.h>

#include "store/database_inside.h"

int database_put_test(struct database *database, int64_t run, const struct run_config_test *test, struct err *err)
{
	if (!test->is_set)
		return 0;
	AUTO_QUERY sqlite3_stmt *insert =
		database_query(database, "INSERT INTO tests VALUES (?, ?, ?, ?, ?, ?, nullif(?, 0))", err);
	if (!insert)
		return -1;
	BIND_NUMBERS(insert, 1, run);
	BIND_TEXTS(insert, 2, run_config_models[test->is_normalized]);
	sqlite3_bind_double(insert, 3, test->elo0);
	sqlite3_bind_double(insert, 4, test->elo1);
	sqlite3_bind_double(insert, 5, test->alpha);
	sqlite3_bind_double(insert, 6, test->beta);
	BIND_NUMBERS(insert, 7, (int64_t)test->n_matches);
	return database_write(database, insert, err);
}

int database_set_test(struct database *database, int64_t run, uint64_t n_matches, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *update = database_query(database, "UPDATE tests SET n_matches = ? WHERE run = ?", err);
	if (!update)
		return -1;
	BIND_NUMBERS(update, 1, (int64_t)n_matches, run);
	return database_write(database, update, err) || database_sum_run(database, run, err) ? -1 : 0;
}

int database_end_test(struct database *database, int64_t run, uint64_t n_matches, struct err *err)
{
	if (database_do(database, STATEMENT_BEGIN, "lock", err))
		return -1;
	return database_settle(database, database_set_test(database, run, n_matches, err), err);
}

int database_get_test(struct database *database, int64_t run, struct run_config *info, struct err *err)
{
	struct run_config_test *test = &info->test;
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT elo0, elo1, alpha, beta, n_matches, model FROM tests WHERE run = ?", err);
	if (!query)
		return -1;
	BIND_NUMBERS(query, 1, run);
	int code = sqlite3_step(query);
	if (code != SQLITE_ROW)
		return database_end_rows(database, code, err);
	*test = (struct run_config_test){
		.is_set = true, .elo0 = sqlite3_column_double(query, 0), .elo1 = sqlite3_column_double(query, 1),
		.alpha = sqlite3_column_double(query, 2), .beta = sqlite3_column_double(query, 3),
		.n_matches = (uint64_t)sqlite3_column_int64(query, 4),
		.is_normalized = strcmp(database_text(query, 5), run_config_models[1]) == 0,
	};
	bool is_model = test->is_normalized || strcmp(database_text(query, 5), run_config_models[0]) == 0;
	bool is_format = info->format == FORMAT_PAIRED || (info->format == FORMAT_TABLE && info->n_seats == 2);
	bool is_sound = test->elo0 < test->elo1 && test->alpha > 0 && test->alpha < 0.5 && test->beta > 0 && test->beta < 0.5;
	return is_model && is_format && is_sound && info->n_shards == 1 ? 0 : database_damaged_run(database, "a test that cannot be", err);
}
