/* database_run.c - registers, finds and reads the runs of the database. */

#include "base/json.h"
#include "base/nearest.h"
#include "base/text.h"
#include "store/checksum.h"
#include "store/database_inside.h"
#include "store/run.h"

/* Gets the id of a robot's file, and adds the file if it is new. */
static int put_robot(struct database *database, const struct run_config_robot *robot, sqlite3_int64 *id,
		     struct err *err)
{
	AUTO_QUERY sqlite3_stmt *insert =
		database_query(database, "INSERT INTO robots (sha256, name, version, author) VALUES (?, ?, ?, ?) "
			       "ON CONFLICT (sha256) DO UPDATE SET sha256 = excluded.sha256 RETURNING id",
			       VALUES(TEXT(robot->sha256), TEXT(robot->name ? robot->name : ""),
				      TEXT(robot->version ? robot->version : ""),
				      TEXT(robot->author ? robot->author : "")), err);
	if (database_row(database, insert, "write to", err))
		return -1;
	*id = sqlite3_column_int64(insert, 0);
	return database_finish(database, insert, "write to", err);
}

/* Stores the run. Returns 1 if the name is in use. */
static int put_run(struct database *database, const struct run_config *info, const char *name, int64_t *run,
		   struct err *err)
{
	AUTO_STR struct str rules = {0}, tables = {0}, settings = {0};
	json_t *object = json_object();
	run_config_add_settings(info, object);
	json_add_line(&settings, object, 0);
	rules_to_text(&info->rules, &rules);
	tables_to_text(info, &tables);
	AUTO_QUERY sqlite3_stmt *insert = database_query(database,
		"INSERT INTO runs (name, arena, command, seed, rules, format, n_seats, games, move_time_ns, memory, "
		"shard, n_shards, log, match_length, settings, tables, start_time_ns, readable, deals, has_luck, "
		"epoch) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		VALUES(TEXT(name), TEXT(info->version), TEXT(info->command), TEXT(info->seed), TEXT(rules.text),
		       TEXT(run_config_formats[info->format]), NUMBER(info->n_seats), NUMBER((int64_t)info->games),
		       NUMBER(info->limits.move_time_ns), NUMBER((int64_t)info->limits.memory),
		       NUMBER((int64_t)info->shard),
		       NUMBER((int64_t)info->n_shards), TEXT(run_config_logs[info->log]), NUMBER(info->match_length),
		       TEXT(settings.text), TEXT(str_text(&tables)), NUMBER(limits_start_ns(&info->limits)),
		       TEXT(info->limits.readable), TEXT(run_config_deals[info->deals]), NUMBER(info->has_luck),
		       NUMBER(info->epoch)), err);
	if (!insert)
		return -1;
	if (sqlite3_step(insert) == SQLITE_DONE) {
		*run = sqlite3_last_insert_rowid(database->handle);
		return 0;
	}
	if (sqlite3_extended_errcode(database->handle) == SQLITE_CONSTRAINT_UNIQUE)
		return 1;
	return database_failed(database, err, "write to");
}

static int put_places(struct database *database, int64_t run, const struct run_config *info, struct err *err)
{
	for (int i = 0; i < info->n_robots; i++) {
		sqlite3_int64 robot = 0;
		if (put_robot(database, &info->robots[i], &robot, err))
			return -1;
		if (database_write(database, "INSERT INTO run_robots VALUES (?, ?, ?, ?, ?)",
				   VALUES(NUMBER(run), NUMBER(i), NUMBER(robot), TEXT(info->robots[i].label),
					  TEXT(info->robots[i].spec)), err))
			return -1;
	}
	return 0;
}

int database_begin_run(struct database *database, const struct run_config *info, const char *name, int64_t *run,
		       struct err *err)
{
	if (database_begin(database, err))
		return -1;
	int64_t id = 0;
	int failed = put_run(database, info, name, &id, err);
	if (!failed)
		failed = put_places(database, id, info, err) || database_put_test(database, id, &info->test, err) ||
			 database_sum_run(database, id, err) || database_lock_run(database, id, err) ? -1 : 0;
	if (database_settle(database, failed, err))
		return failed ? failed : -1;
	*run = id;
	return 0;
}

int database_find_run(struct database *database, const char *name, int64_t *run, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT id FROM runs WHERE ?1 IS NULL OR name = ?1 OR ltrim(name, '0') = ltrim(?1, '0') "
		"ORDER BY name = ?1 DESC, id DESC LIMIT 1", VALUES(TEXT(name)), err);
	int failed;
	if (database_next(database, query, &failed, err)) {
		*run = sqlite3_column_int64(query, 0);
		return 0;
	}
	if (failed)
		return -1;
	return name ? err_set(err, EXIT_USAGE, "the database '%s' has no run '%s'%s", database->path, name,
				 run_hint(name))
		    : err_set(err, EXIT_USAGE, "the database '%s' has no runs yet", database->path);
}

int database_find_unfinished(struct database *database, bool is_test,
	bool (*is_told)(const char *name, const void *context), const void *context, int64_t *run, struct err *err)
{
	AUTO_FREE int64_t *runs = NULL;
	int n_runs;
	if (database_runs(database, &runs, &n_runs, err))
		return -1;
	while (n_runs-- > 0) {
		AUTO_RUN_CONFIG struct run_config info = {0};
		struct schedule schedule;
		uint64_t n_stored;
		if (database_info(database, runs[n_runs], &info, err))
			return -1;
		int failed = run_config_schedule(&info, &schedule, err) ||
			database_count(database, runs[n_runs], &n_stored, err);
		bool is_wanted = !failed && info.test.is_set == is_test;
		bool is_played = is_wanted && n_stored >= run_config_matches(&info, &schedule);
		AUTO_FREE char *name = failed || !is_played ? NULL : database_name(database, runs[n_runs], err);
		if (failed || (is_played && !name))
			return -1;
		if (is_played)
			is_wanted = !is_told(name, context);
		if (is_wanted) {
			*run = runs[n_runs];
			return 0;
		}
	}
	return err_set(err, EXIT_USAGE, "the database '%s' has no unfinished %s",
		       database->path, is_test ? "test of `arena regress`" : "tournament");
}

char *database_name(struct database *database, int64_t run, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database, "SELECT name FROM runs WHERE id = ?",
							VALUES(NUMBER(run)), err);
	return database_row(database, query, "read", err) ? NULL : mem_strdup(database_text(query, 0));
}

int database_highest_name(struct database *database, int *number, struct err *err)
{
	int64_t highest = 0;
	if (database_numbers(database, "SELECT coalesce(max(CAST(name AS INTEGER)), 0) FROM runs "
		       "WHERE name NOT GLOB '*[^0-9]*' AND length(name) BETWEEN 4 AND 8", NULL, &highest, 1, err))
		return -1;
	*number = (int)highest;
	return 0;
}

int database_runs(struct database *database, int64_t **runs, int *n_runs, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database, "SELECT id FROM runs ORDER BY id", NULL, err);
	int64_t *found = NULL;
	int n = 0, failed;
	while (database_next(database, query, &failed, err)) {
		*MEM_APPEND(found, n) = sqlite3_column_int64(query, 0);
	}
	if (failed) {
		free(found);
		return -1;
	}
	*runs = found;
	*n_runs = n;
	return 0;
}

int database_damaged_run(const struct database *database, const char *what, struct err *err)
{
	return err_set(err, EXIT_WORLD, "the database '%s' has a run with %s; it is damaged or was changed by hand",
		       database->path, what);
}

static int read_run(struct database *database, int64_t run, struct run_config *info, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT arena, command, seed, rules, format, n_seats, games, move_time_ns, memory, shard, "
		"n_shards, log, name, match_length, settings, start_time_ns, readable, deals, has_luck, "
		"epoch FROM runs WHERE id = ?", VALUES(NUMBER(run)), err);
	if (database_row(database, query, "read", err))
		return -1;
	info->version = mem_strdup(database_text(query, 0));
	info->command = mem_strdup(database_text(query, 1));
	info->seed = mem_strdup(database_text(query, 2));
	int64_t n_seats = sqlite3_column_int64(query, 5);
	info->n_seats = (int)n_seats;
	info->games = (uint64_t)sqlite3_column_int64(query, 6);
	info->limits.move_time_ns = sqlite3_column_int64(query, 7);
	info->limits.memory = (uint64_t)sqlite3_column_int64(query, 8);
	info->shard = (uint64_t)sqlite3_column_int64(query, 9);
	info->n_shards = (uint64_t)sqlite3_column_int64(query, 10);
	info->epoch = (uint32_t)sqlite3_column_int64(query, 19);
	int64_t match_length = sqlite3_column_int64(query, 13);
	info->match_length = (uint32_t)match_length;
	info->has_luck = sqlite3_column_int64(query, 18) != 0;
	info->limits.start_time_ns = sqlite3_column_int64(query, 15);
	snprintf(info->limits.readable, sizeof info->limits.readable, "%s", database_text(query, 16));
	struct err why = {0};
	if (n_seats < 2 || n_seats > SCHEDULE_MAX_SEATS || info->games < 1 || info->games > RUN_MOST_GAMES ||
	    info->limits.move_time_ns < 1 || info->limits.start_time_ns < 1 || info->n_shards > RUN_MOST_SHARDS ||
	    info->shard >= info->n_shards || match_length < 0 || match_length > SCHEDULE_MAX_LENGTH)
		return database_damaged_run(database, "invalid numbers", err);
	AUTO_JSON json_t *settings = json_loads(database_text(query, 14), 0, NULL);
	if (!json_is_object(settings) || run_config_read_settings(info, settings, "settings", NULL))
		return database_damaged_run(database, "invalid settings", err);
	if (!text_is_clean(info->version) || !text_is_clean(info->seed) || !text_is_clean(database_text(query, 12)) ||
	    !text_is_clean(info->limits.readable))
		return database_damaged_run(database, "invalid text", err);
	if (rules_from_text(&info->rules, database_text(query, 3), &why) ||
	    rules_check(&info->rules, info->n_seats, &why))
		return database_damaged_run(database, "rules that cannot be played", err);
	int format = nearest_exact(database_text(query, 4), run_config_formats);
	int log = nearest_exact(database_text(query, 11), run_config_logs);
	if (format < 0)
		return database_damaged_run(database, "an unknown format", err);
	if (log < 0)
		return database_damaged_run(database, "an unknown log", err);
	int deals = nearest_exact(database_text(query, 17), run_config_deals);
	if (deals < 0)
		return database_damaged_run(database, "unknown deals", err);
	info->deals = (enum deals)deals;
	info->format = (enum format)format;
	info->log = (enum run_config_log)log;
	return 0;
}

static int read_robots(struct database *database, int64_t run, struct run_config *info, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT position, label, spec, sha256, name, version, author FROM run_robots JOIN robots ON robots.id "
		"= robot WHERE run = ? ORDER BY position", VALUES(NUMBER(run)), err);
	int failed;
	while (database_next(database, query, &failed, err)) {
		if (sqlite3_column_int(query, 0) != info->n_robots || info->n_robots == SCHEDULE_MAX_ROBOTS)
			return database_damaged_run(database, "a robot missing", err);
		*MEM_APPEND(info->robots, info->n_robots) = (struct run_config_robot){
			.label = mem_strdup(database_text(query, 1)), .spec = mem_strdup(database_text(query, 2)),
			.sha256 = mem_strdup(database_text(query, 3)), .name = mem_strdup(database_text(query, 4)),
			.version = mem_strdup(database_text(query, 5)), .author = mem_strdup(database_text(query, 6)),
		};
	}
	if (failed)
		return -1;
	return info->n_robots < 2 ? database_damaged_run(database, "fewer than two robots", err) : 0;
}

static int read_tables(struct database *database, int64_t run, struct run_config *info, struct err *err)
{
	if (info->format != FORMAT_LISTED)
		return 0;
	AUTO_QUERY sqlite3_stmt *query = database_query(database, "SELECT tables FROM runs WHERE id = ?",
							VALUES(NUMBER(run)), err);
	if (database_row(database, query, "read", err))
		return -1;
	return tables_from_text(info, database_text(query, 0)) ? 0
							       : database_damaged_run(database, "invalid tables", err);
}

static uint64_t sum_of(const struct run_config *info, const char *name)
{
	const struct run_config_test *test = &info->test;
	AUTO_STR struct str rules = rules_text(&info->rules);
	const char *const texts[] = {name, info->version, info->command, info->seed, rules.text};
	const uint64_t numbers[] = {(uint64_t)info->format, (uint64_t)info->n_seats, info->games, info->match_length,
		(uint64_t)info->is_as_given, (uint64_t)info->limits.move_time_ns, info->limits.memory, info->shard,
		info->n_shards,
		(uint64_t)info->log, test->is_set | test->stop_faults << 1, test->model, test->n_matches};
	AUTO_STR struct str tables = {0};
	const double reals[] = {test->elo0, test->elo1, test->alpha, test->beta};
	uint64_t sum = 0;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		sum = checksum_text(sum, texts[i]);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sum = checksum_number(sum, numbers[i]);
	for (size_t i = 0; i < sizeof reals / sizeof *reals; i++)
		sum = checksum_real(sum, reals[i]);
	tables_to_text(info, &tables);
	/* Members that did not exist in older versions are added only if they are set, so that older runs keep their
	 * checksums. */
	if (info->epoch)
		sum = checksum_number(sum, info->epoch);
	for (int i = 1; i < SCHEDULE_N_SETTINGS; i++)
		if (info->setting[i])
			sum = checksum_number(checksum_text(sum, schedule_settings[i].key), (uint64_t)info->setting[i]);
	if (info->has_luck)
		sum = checksum_number(sum, info->has_luck);
	if (info->deals != DEALS_OLD)
		sum = checksum_number(sum, (uint64_t)info->deals + (info->deals == DEALS_SHUFFLED ? 1 : 2));
	if (tables.length)
		sum = checksum_text(sum, tables.text);
	if (limits_start_ns(&info->limits) != LIMITS_START_NS)
		sum = checksum_number(sum, (uint64_t)info->limits.start_time_ns);
	if (info->limits.readable[0])
		sum = checksum_text(sum, info->limits.readable);
	for (int i = 0; i < info->n_robots; i++) {
		const struct run_config_robot *robot = &info->robots[i];
		const char *const of_robot[] = {robot->label, robot->spec, robot->sha256, robot->name, robot->version,
			robot->author};
		for (size_t k = 0; k < sizeof of_robot / sizeof *of_robot; k++)
			sum = checksum_text(sum, of_robot[k]);
	}
	return sum;
}

/* Reads all rows of the run, and its name, which the caller owns. */
static int read_info(struct database *database, int64_t run, struct run_config *info, char **name, struct err *err)
{
	*name = database_name(database, run, err);
	return !*name || read_run(database, run, info, err) || read_robots(database, run, info, err) ||
	       read_tables(database, run, info, err) ||
	       database_get_test(database, run, info, err) ? -1 : 0;
}

int database_sum_run(struct database *database, int64_t run, struct err *err)
{
	AUTO_FREE char *name = NULL;
	AUTO_RUN_CONFIG struct run_config info = {0};
	return read_info(database, run, &info, &name, err) ||
	       database_write(database, "UPDATE runs SET checksum = ? WHERE id = ?",
			      VALUES(NUMBER((int64_t)sum_of(&info, name)), NUMBER(run)), err) ? -1 : 0;
}

/* Fails if the checksum of the run does not match its data. */
static int check_sum(struct database *database, int64_t run, const struct run_config *info, const char *name,
		     struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database, "SELECT checksum FROM runs WHERE id = ?",
							VALUES(NUMBER(run)), err);
	if (database_row(database, query, "read", err))
		return -1;
	if ((uint64_t)sqlite3_column_int64(query, 0) == sum_of(info, name))
		return 0;
	return err_set(err, EXIT_WORLD,
		       "the database '%s' is damaged: the checksum of the run %s does not match its data; "
		       "move it away, or name another one", database->path, name);
}

int database_info(struct database *database, int64_t run, struct run_config *info, struct err *err)
{
	struct run_config read = {0};
	struct schedule schedule;
	AUTO_FREE char *name = NULL;
	int failed = read_info(database, run, &read, &name, err) || check_sum(database, run, &read, name, err);
	failed = failed || run_config_check_age(&read, name, err);
	if (!failed && run_config_schedule(&read, &schedule, NULL))
		failed = database_damaged_run(database, "invalid tables", err);
	if (!failed && read.test.n_matches > schedule.n_matches)
		failed = database_damaged_run(database, "an invalid test", err);
	if (failed)
		run_config_release(&read);
	else
		*info = read;
	return failed ? -1 : 0;
}

int database_examine(struct database *database, int64_t run, struct run_config *info, struct err *err)
{
	database->is_unreadable = false;
	return !database_info(database, run, info, err) ? 0 : database->is_unreadable ? -1 : 1;
}
