/* merge.c - see merge.h. */
#include "store/merge.h"

#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "store/database_inside.h"

/* ---- one run or two --------------------------------------------------------------------- */

/* Two texts, as a reason. */
static bool differ(const char *what, const char *a, const char *b, struct str *why)
{
	if (strcmp(a, b) == 0)
		return false;
	if (why)
		str_addf(why, "%s ('%s' and '%s')", what, a, b);
	return true;
}

static bool differ_number(const char *what, uint64_t a, uint64_t b, struct str *why)
{
	if (a != b && why)
		str_addf(why, "%s (%" PRIu64 " and %" PRIu64 ")", what, a, b);
	return a != b;
}

static const char *options_of(const struct info_robot *robot)
{
	const char *colon = strchr(robot->spec, ':');
	return colon ? colon : "";
}

static bool differ_robot(const struct info_robot *a, const struct info_robot *b, struct str *why)
{
	AUTO_STR struct str what = {0};
	str_addf(&what, "the file of the robot '%s'", a->label);
	if (differ(what.text, a->sha256, b->sha256, why))
		return true;
	str_clear(&what);
	str_addf(&what, "the options of the robot '%s'", a->label);
	return differ(what.text, options_of(a), options_of(b), why);
}

/* Where a test stands is no matter. */
static bool differ_test(const struct info_test *a, const struct info_test *b, struct str *why)
{
	bool is_same = a->is_set == b->is_set && a->is_normalized == b->is_normalized && a->elo0 == b->elo0 &&
		       a->elo1 == b->elo1 && a->alpha == b->alpha && a->beta == b->beta;
	if (!is_same && why)
		str_add(why, "what is tested");
	return !is_same;
}

bool merge_is_same(const struct info *a, const struct info *b, struct str *why)
{
	AUTO_STR struct str rules_a = {0}, rules_b = {0};
	rules_to_text(&a->rules, &rules_a);
	rules_to_text(&b->rules, &rules_b);
	if (differ("the seed", a->seed, b->seed, why) || differ("the rules", rules_a.text, rules_b.text, why) ||
	    differ("the format", info_formats[a->format], info_formats[b->format], why) ||
	    differ_number("the seats", (uint64_t)a->n_seats, (uint64_t)b->n_seats, why) ||
	    differ_number("the number of games", a->games, b->games, why) ||
	    differ_number("the move time in ns", (uint64_t)a->limits.move_time_ns, (uint64_t)b->limits.move_time_ns, why) ||
	    differ_number("the memory", a->limits.memory, b->limits.memory, why) ||
	    differ("the version of the arena", a->version, b->version, why) ||
	    differ_number("the number of robots", (uint64_t)a->n_robots, (uint64_t)b->n_robots, why))
		return false;
	if (differ_test(&a->test, &b->test, why))
		return false;
	for (int i = 0; i < a->n_robots; i++)
		if (differ_robot(&a->robots[i], &b->robots[i], why))
			return false;
	return true;
}

/* ---- copying ---------------------------------------------------------------------------- */

/* What is copied from where to where. */
struct copying {
	struct database *database, *from;
	int64_t run, from_run;
	struct schedule schedule;
	struct merge_count count;
};

static bool have_same_asks(const struct match_result *a, const struct match_result *b)
{
	bool is_same = true;
	for (int player = 0; player < a->n_seats; player++)
		is_same &= a->tally[player].asks == b->tally[player].asks;
	return is_same;
}

static int copy_match(struct copying *copying, uint64_t number, struct err *err)
{
	struct match_plan plan;
	struct match_result theirs = {0}, ours = {0};
	const struct symbols symbols = {.database = copying->from, .run = copying->from_run};
	if (number >= copying->schedule.n_matches)
		return err_set(err, EXIT_WORLD, "the database '%s' has a match %" PRIu64 " in a run of %" PRIu64 "; it is damaged",
			       copying->from->path, number, copying->schedule.n_matches);
	schedule_match(&copying->schedule, number, &plan);
	int n_seats = copying->schedule.n_seats;
	int found = database_get_match(copying->from, copying->from_run, &plan, n_seats, &theirs, err);
	AUTO_STR struct str plays = {0};
	if (found == 1 && database_get_plays(copying->from, copying->from_run, number, &plays, err) < 0)
		found = -1;
	int known = found == 1 ? database_get_match(copying->database, copying->run, &plan, n_seats, &ours, err) : -1;
	int failed = known < 0;
	if (known == 1 && match_result_is_same(&theirs, &ours) && have_same_asks(&theirs, &ours)) {
		copying->count.n_known++;
	} else if (known == 1) {
		copying->count.n_other++;
	} else if (known == 0) {
		theirs.plays_size = plays.length;
		theirs.plays = plays.text; /* it is the result's now */
		plays = (struct str){0};
		failed = database_put_rows(copying->database, copying->run, &theirs, &symbols, err);
		copying->count.n_new++;
	}
	match_result_release(&theirs);
	match_result_release(&ours);
	return failed ? -1 : 0;
}

static int copy_all(struct copying *copying, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *whole =
		database_query(copying->database, "UPDATE runs SET shard = 0, n_shards = 1 WHERE id = ? AND n_shards > 1", err);
	AUTO_QUERY sqlite3_stmt *numbers =
		whole ? database_query(copying->from, "SELECT number FROM matches WHERE run = ? ORDER BY number", err) : NULL;
	if (!numbers)
		return -1;
	BIND_NUMBERS(whole, 1, copying->run);
	if (database_write(copying->database, whole, err))
		return -1;
	BIND_NUMBERS(numbers, 1, copying->from_run);
	int code;
	while ((code = sqlite3_step(numbers)) == SQLITE_ROW)
		if (copy_match(copying, (uint64_t)sqlite3_column_int64(numbers, 0), err))
			return -1;
	return code == SQLITE_DONE ? 0 : database_failed(copying->from, err, "read");
}

int merge_run(struct database *database, int64_t run, struct database *from, int64_t from_run,
	      struct merge_count *count, struct err *err)
{
	struct copying copying = {.database = database, .from = from, .run = run, .from_run = from_run};
	struct info info;
	if (database_info(from, from_run, &info, err))
		return -1;
	int failed = info_schedule(&info, &copying.schedule, err);
	uint64_t n_matches = info.test.n_matches;
	info_release(&info);
	if (failed || database_do(database, STATEMENT_BEGIN, "lock", err))
		return -1;
	if (copy_all(&copying, err) || (n_matches && database_end_test(database, run, n_matches, err)) ||
	    database_do(database, STATEMENT_COMMIT, "write to", err)) {
		database_do(database, STATEMENT_ROLLBACK, "leave", NULL);
		return -1;
	}
	count->n_new += copying.count.n_new;
	count->n_known += copying.count.n_known;
	count->n_other += copying.count.n_other;
	return 0;
}

int merge_count_shards(struct database *database, int64_t run, uint64_t n_shards, uint64_t *n_stored, struct err *err)
{
	AUTO_QUERY sqlite3_stmt *query = database_query(database,
		"SELECT number % ?2, count(*) FROM matches WHERE run = ?1 GROUP BY 1", err);
	if (!query)
		return -1;
	BIND_NUMBERS(query, 1, run, (int64_t)n_shards);
	memset(n_stored, 0, n_shards * sizeof *n_stored);
	int code;
	while ((code = sqlite3_step(query)) == SQLITE_ROW) {
		int64_t shard = sqlite3_column_int64(query, 0);
		if (shard >= 0 && shard < (int64_t)n_shards)
			n_stored[shard] = (uint64_t)sqlite3_column_int64(query, 1);
	}
	return code == SQLITE_DONE ? 0 : database_failed(database, err, "read");
}
