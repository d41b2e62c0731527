/* database_regress.c - stores the test of a run of `arena regress`, and the end of a run with --stop-on-fault. */

#include "store/database_inside.h"

static const char stop_on_fault[] = "stop-on-fault"; /* stored in place of a model */

int database_put_test(struct database *database, int64_t run, const struct run_config_test *test, struct err *err)
{
	if (!test->is_set && !test->stop_faults)
		return 0;
	return database_write(database, "INSERT INTO tests VALUES (?, ?, ?, ?, ?, ?, nullif(?, 0))",
			      VALUES(NUMBER(run), TEXT(test->is_set ? run_config_models[test->model] : stop_on_fault),
				     REAL(test->is_set ? test->elo0 : test->stop_faults), REAL(test->elo1),
				     REAL(test->alpha), REAL(test->beta), NUMBER((int64_t)test->n_matches)), err);
}

int database_set_test(struct database *database, int64_t run, uint64_t n_matches, struct err *err)
{
	return database_write(database, "UPDATE tests SET n_matches = ? WHERE run = ?",
			      VALUES(NUMBER((int64_t)n_matches), NUMBER(run)), err) ||
	       database_sum_run(database, run, err) ? -1 : 0;
}

int database_end_test(struct database *database, int64_t run, uint64_t n_matches, struct err *err)
{
	return DATABASE_TRANSACTION(database, database_set_test(database, run, n_matches, err), err);
}

int database_get_test(struct database *database, int64_t run, struct run_config *info, struct err *err)
{
	struct run_config_test *test = &info->test;
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT elo0, elo1, alpha, beta, n_matches, model FROM tests WHERE run = ?", VALUES(NUMBER(run)), err);
	int failed;
	if (!database_next(database, query, &failed, err))
		return failed;
	test->n_matches = (uint64_t)sqlite3_column_int64(query, 4);
	if (strcmp(database_text(query, 5), stop_on_fault) == 0) {
		test->stop_faults = (unsigned)sqlite3_column_int(query, 0);
		return 0;
	}
	*test = (struct run_config_test){
		.is_set = true, .elo0 = sqlite3_column_double(query, 0), .elo1 = sqlite3_column_double(query, 1),
		.alpha = sqlite3_column_double(query, 2), .beta = sqlite3_column_double(query, 3),
		.n_matches = test->n_matches,
	};
	while (test->model < N_MODELS && strcmp(database_text(query, 5), run_config_models[test->model]) != 0)
		test->model++;
	bool is_model = test->model < (info->format == FORMAT_PAIRED ? N_MODELS : MODEL_WINS);
	bool is_format = info->format == FORMAT_PAIRED || (info->format == FORMAT_TABLE && info->n_seats == 2);
	bool is_sound = test->elo0 < test->elo1 && test->alpha > 0 && test->alpha < 0.5 && test->beta > 0 &&
		test->beta < 0.5;
	return is_model && is_format && is_sound && info->n_shards == 1 ? 0
		: database_damaged_run(database, "an invalid test", err);
}
