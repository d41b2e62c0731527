/* test_database_merge.c - merging the parts of a run gives the same rows as if it had been played in one place, in any
 * order, even if repeated; other runs are refused. */
#include "database_testing.h"

#include <sys/wait.h>

#include "store/merge.h"

enum { N_MATCHES = 60, N_SHARDS = 4, TOGETHER = 4 };

static struct run_config info;
static struct schedule schedule;

static void enter(void)
{
	enter_folder();
	make_info(&info, FORMAT_ROUND_ROBIN, 5, 3, 18, "x");
	ck_assert_int_eq(run_config_schedule(&info, &schedule, NULL), 0);
	ck_assert_uint_eq(schedule.n_matches, N_MATCHES);
}

static void leave(void)
{
	run_config_release(&info);
	leave_folder();
}

/* Makes "NAME.db" with a run that has the matches of a shard. */
static struct database *make_part(const char *path, uint64_t shard, uint64_t n_shards, int64_t *run)
{
	struct err err = {0};
	struct database *database = database_open(path, DATABASE_WRITE, &err);
	ck_assert_msg(database != NULL, "%s", err.text);
	info.shard = shard;
	info.n_shards = n_shards;
	ck_assert_msg(database_begin_run(database, &info, "0001", run, &err) == 0, "%s", err.text);
	store_chunks(database, *run, &schedule, shard, n_shards, TOGETHER);
	info.shard = 0;
	info.n_shards = 1;
	return database;
}

static struct database *make_empty(const char *path, int64_t *run)
{
	struct database *database = database_open(path, DATABASE_WRITE, NULL);
	ck_assert_int_eq(database_begin_run(database, &info, "0001", run, NULL), 0);
	return database;
}

/* Do two files have the same rows in this table? */
static void check_same_rows(const char *a, const char *b, const char *table)
{
	char sql[500];
	snprintf(sql, sizeof sql,
		 "ATTACH '%s' AS a; ATTACH '%s' AS b; CREATE TABLE differing AS SELECT * FROM (SELECT * FROM a.%s "
		 "EXCEPT SELECT * FROM b.%s) UNION ALL SELECT * FROM (SELECT * FROM b.%s EXCEPT SELECT * FROM a.%s)",
		 a, b, table, table, table, table);
	unlink("compare.db");
	execute("compare.db", sql);
	ck_assert_msg(number_of("compare.db", "SELECT count(*) FROM differing") == 0, "%s", table);
}

struct sums {
	uint64_t signature, matches;
	struct tally of[5];
};

static int add_chunk(const struct chunk *chunk, void *context, struct err *err)
{
	struct sums *sums = context;
	(void)err;
	for (uint64_t i = 0; i < chunk->matches.n; i++) {
		/* weighted, to distinguish matches */
		sums->signature += chunk->signatures[i] * (matches_number(&chunk->matches, i) + 1);
		sums->matches++;
	}
	for (int i = 0; i < chunk->n_robots; i++)
		tally_add(&sums->of[chunk->robots[i].robot], &chunk->robots[i].tally);
	return 0;
}

/* Whatever the division into chunks. */
static void check_same_matches(const char *a, const char *b)
{
	struct sums sums[2] = {0};
	struct err err = {0};
	for (int i = 0; i < 2; i++) {
		struct database *database = database_open(i ? b : a, DATABASE_READ, &err);
		ck_assert_msg(database_each_chunk(database, 1, &schedule, add_chunk, &sums[i], &err) == 0, "%s",
			      err.text);
		database_close(database);
	}
	ck_assert_mem_eq(&sums[0], &sums[1], sizeof sums[0]);
}

/* The crashed function is copied from the part: the robot's file is not available. */
static const char set_symbols[] =
	"UPDATE faults SET symbol = 'get_play+0x7' WHERE verdict = 'crash'; UPDATE faults SET checksum = NULL; "
	"UPDATE runs SET fault_seal = 0";

START_TEST(parts_become_the_whole)
{
	int64_t run, from_run;
	struct err err = {0};
	struct merge_count count = {0};
	database_close(make_part("whole.db", 0, 1, &run));
	struct database *merged = make_empty("merged.db", &run);
	for (uint64_t i = 0; i < N_SHARDS; i++) {
		uint64_t shard = _i ? N_SHARDS - 1 - i : i; /* ascending or descending */
		char path[20];
		snprintf(path, sizeof path, "part%d.db", (int)shard);
		database_close(make_part(path, shard, N_SHARDS, &from_run));
		execute(path, set_symbols);
		struct database *part = database_open(path, DATABASE_READ, &err);
		ck_assert_msg(merge_run(merged, run, part, from_run, &count, &err) == 0, "%s", err.text);
		database_close(part);
	}
	database_close(merged);
	ck_assert(count.n_new == N_MATCHES && count.n_known == 0 && count.n_other == 0);
	execute("whole.db", set_symbols);
	execute("whole.db", "UPDATE faults SET checksum = NULL; UPDATE runs SET fault_seal = 0");
	execute("merged.db", "UPDATE faults SET checksum = NULL; UPDATE runs SET fault_seal = 0");
	static const char *const tables[] = {"robots", "run_robots", "faults"};
	for (int i = 0; i < 3; i++)
		check_same_rows("whole.db", "merged.db", tables[i]);
	check_same_matches("whole.db", "merged.db");
	ck_assert_int_eq(number_of("merged.db", "SELECT count(*) FROM chunks WHERE stride = 4"), N_SHARDS * 4);
}
END_TEST

START_TEST(merging_again_does_no_harm)
{
	int64_t run, from_run;
	struct merge_count count = {0};
	struct database *part = make_part("part.db", 1, N_SHARDS, &from_run), *merged = make_empty("merged.db", &run);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(merge_run(merged, run, part, from_run, &count, NULL), 0);
	ck_assert(count.n_new == N_MATCHES / N_SHARDS && count.n_known == 2 * N_MATCHES / N_SHARDS &&
		  count.n_other == 0);
	ck_assert_int_eq(number_of("merged.db", "SELECT sum(n_matches) FROM chunks"), N_MATCHES / N_SHARDS);
	database_close(part);
	database_close(merged);
}
END_TEST

START_TEST(another_outcome_is_counted_and_not_copied)
{
	int64_t run, from_run;
	struct merge_count count = {0};
	struct chunk other;
	struct database *merged = make_part("merged.db", 1, N_SHARDS, &run);
	info.shard = 1;
	info.n_shards = N_SHARDS;
	struct database *part = make_empty("part.db", &from_run);
	info.shard = 0;
	info.n_shards = 1;
	make_chunk(&schedule, 1, TOGETHER, N_SHARDS, false, false, &other);
	chunk_robot(&other, 2)->tally.asks++;
	ck_assert_int_eq(database_put_chunk(part, from_run, &schedule, &other, robots, NULL), 0);
	chunk_release(&other);
	store_chunks(part, from_run, &schedule, 1 + TOGETHER * N_SHARDS, N_SHARDS, TOGETHER);
	static const char asks[] = "SELECT asks FROM chunk_robots WHERE first = 1 AND robot = 2";
	long long before = number_of("merged.db", asks);
	ck_assert_int_eq(number_of("part.db", asks), before + 1);
	ck_assert_int_eq(merge_run(merged, run, part, from_run, &count, NULL), 0);
	ck_assert_uint_eq(count.n_new, 0);
	ck_assert_uint_eq(count.n_known, N_MATCHES / N_SHARDS - TOGETHER);
	ck_assert_uint_eq(count.n_other, TOGETHER);
	ck_assert_int_eq(number_of("merged.db", asks), before);
	/* It is no longer a shard but the whole run. */
	ck_assert_int_eq(number_of("merged.db", "SELECT n_shards = 1 AND shard = 0 FROM runs"), 1);
	database_close(part);
	database_close(merged);
}
END_TEST

/* The same shard played on two machines, in chunks of different sizes, and not to its end. */
START_TEST(chunks_that_overlap_are_left)
{
	int64_t run, from_run;
	struct merge_count count = {0};
	uint64_t n_stored;
	struct database *merged = make_empty("merged.db", &run), *part = make_empty("part.db", &from_run);
	static const uint64_t ours[][2] = {{1, 4}, {21, 2}, {45, 1}},
		theirs[][2] = {{1, 3}, {13, 3}, {33, 2}, {45, 1}, {49, 2}};
	for (int i = 0; i < 8; i++) {
		struct chunk chunk;
		const uint64_t *which = i < 3 ? ours[i] : theirs[i - 3];
		make_chunk(&schedule, which[0], which[1], N_SHARDS, true, true, &chunk);
		ck_assert_int_eq(database_put_chunk(i < 3 ? merged : part, i < 3 ? run : from_run, &schedule, &chunk,
						    robots, NULL), 0);
		chunk_release(&chunk);
	}
	ck_assert_int_eq(merge_run(merged, run, part, from_run, &count, NULL), 0);
	ck_assert_uint_eq(count.n_new, 4);           /* 33, 37, 49, 53 */
	ck_assert_uint_eq(count.n_known, 3 + 2 + 1); /* 1, 5, 9; 13 and 21; 45 */
	ck_assert_uint_eq(count.n_left, 1);          /* 17 */
	ck_assert_uint_eq(count.n_other, 0);
	ck_assert_int_eq(database_count(merged, run, &n_stored, NULL), 0);
	ck_assert_uint_eq(n_stored, 7 + 4);
	AUTO_STR struct str plays = {0};
	ck_assert_int_eq(database_get_plays(merged, run, 37, &plays, NULL), 1);
	ck_assert(plays.length == 2 && plays.text[0] == 37 && plays.text[1] == 'x');
	database_close(part);
	database_close(merged);
}
END_TEST

START_TEST(other_divisions_are_refused)
{
	int64_t run, from_run;
	struct err err = {0};
	struct merge_count count = {0};
	struct database *merged = make_part("merged.db", 1, N_SHARDS, &run),
		*part = make_part("part.db", 0, 3, &from_run);
	ck_assert_int_eq(merge_run(merged, run, part, from_run, &count, &err), -1);
	ck_assert_msg(err.code == EXIT_USAGE && strstr(err.text, "--shard I/4 and I/3"), "%s", err.text);
	/* A part that is not merged has no effect. */
	ck_assert_int_eq(number_of("merged.db", "SELECT n_shards FROM runs"), N_SHARDS);
	ck_assert_int_eq(number_of("merged.db", "SELECT sum(n_matches) FROM chunks"), N_MATCHES / N_SHARDS);
	database_close(part);
	database_close(merged);
}
END_TEST

START_TEST(a_damaged_part_changes_nothing)
{
	static const char *const damages[] = {
		"UPDATE chunks SET outcomes = x'00' WHERE first = 33",
		"DELETE FROM chunk_robots WHERE first = 33",
		"UPDATE chunks SET first = 60 WHERE first = 49",
		"UPDATE chunks SET first = -1 WHERE first = 49",
		"UPDATE faults SET verdict = 'x' WHERE number = 1",
		"DELETE FROM chunks WHERE first = 33",
	};
	int64_t run, from_run;
	struct err err = {0};
	struct merge_count count = {0};
	struct database *merged = make_empty("merged.db", &run);
	database_close(make_part("part.db", 1, N_SHARDS, &from_run));
	execute("part.db", damages[_i]);
	struct database *part = database_open("part.db", DATABASE_READ, NULL);
	ck_assert_int_eq(merge_run(merged, run, part, from_run, &count, &err), -1);
	ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "part.db"), "%s", err.text);
	ck_assert_uint_eq(count.n_new, 0);
	ck_assert_int_eq(number_of("merged.db",
				   "SELECT (SELECT count(*) FROM chunks) + (SELECT count(*) FROM chunk_robots)"), 0);
	database_close(part);
	database_close(merged);
}
END_TEST

START_TEST(missing_shards_are_counted)
{
	int64_t run, from_run;
	uint64_t n_stored[N_SHARDS], of_three[3];
	struct merge_count count = {0};
	struct chunk last;
	struct database *merged = make_empty("merged.db", &run), *part = make_part("part.db", 1, N_SHARDS, &from_run);
	ck_assert_int_eq(merge_run(merged, run, part, from_run, &count, NULL), 0);
	make_chunk(&schedule, N_MATCHES - 1, 1, N_SHARDS, false, false, &last); /* belongs to shard 3 */
	ck_assert_int_eq(database_put_chunk(merged, run, &schedule, &last, robots, NULL), 0);
	chunk_release(&last);
	ck_assert_int_eq(merge_count_shards(merged, run, N_SHARDS, n_stored, NULL), 0);
	static const uint64_t wanted[N_SHARDS] = {0, N_MATCHES / N_SHARDS, 0, 1};
	ck_assert_mem_eq(n_stored, wanted, sizeof wanted);
	ck_assert_int_eq(merge_count_shards(merged, run, 3, of_three, NULL), 0);
	ck_assert(of_three[0] == 5 && of_three[1] == 5 && of_three[2] == 6);
	database_close(part);
	database_close(merged);
}
END_TEST

/* Of 25 shards of 60 matches, the first ten have three matches. One match is stored, and the whole last shard. */
START_TEST(missing_shards_are_listed)
{
	struct merging merging = {.n_shards = 25};
	AUTO_STR struct str missing = {0}, wanted = {0};
	merging.database = make_empty("merged.db", &merging.run);
	store_chunks(merging.database, merging.run, &schedule, 53, 100, 1); /* 53: shard 4 */
	store_chunks(merging.database, merging.run, &schedule, 24, 25, 2);  /* 24, 49: shard 25 */
	ck_assert_int_eq(merging_add_missing(&merging, &schedule, &missing, NULL), 0);
	for (int i = 1; i <= 20; i++)
		str_addf(&wanted, "%s%s shard %d/25", i > 1 ? ", " : "", i == 4 ? "2 of the 3 matches of" : "all of",
			 i);
	str_add(&wanted, " and 4 more");
	ck_assert_str_eq(str_text(&missing), wanted.text);
	merging_release(&merging);
}
END_TEST

/* Parts are merged under a free name, beside a run of that name and one that cannot be read. */
START_TEST(parts_are_merged_into_a_database_with_runs)
{
	static char first[] = "part0.db", second[] = "part1.db", third[] = "empty.db";
	char *parts[] = {first, second, NULL};
	struct merging merging = {.out = "out.db"}, again = {.out = "out.db"}, wrong = {.out = "out.db"},
		same = {.out = "./part1.db"};
	struct err err = {0};
	int64_t run;
	struct run_config other;
	database_close(make_part(first, 0, 2, &run));
	database_close(make_part(second, 1, 2, &run));
	make_info(&other, FORMAT_TABLE, 2, 2, 2, "other");
	struct database *out = database_open("out.db", DATABASE_WRITE, NULL);
	ck_assert_int_eq(database_begin_run(out, &other, "0001", &run, NULL), 0);
	ck_assert_int_eq(database_begin_run(out, &info, "0006", &run, NULL), 0);
	database_close(out);
	execute("out.db", "UPDATE runs SET rules = 'damaged' WHERE name = '0006'");
	ck_assert_msg(merging_run(&merging, parts, NULL, &err) == 0, "%s", err.text);
	ck_assert_str_eq(merging.name, "0007");
	ck_assert(merging.n_parts == 4 && merging.n_shards == 2 && merging.stride == 2); /* each is looked at twice */
	ck_assert_uint_eq(merging.n_damaged, 1);
	ck_assert_msg(strstr(merging.damage.text, "rules that cannot be played"), "%s", merging.damage.text);
	ck_assert(merging.count.n_new == N_MATCHES && merging.count.n_known == 0);
	merging_release(&merging);
	ck_assert_int_eq(number_of("out.db", "SELECT sum(n_matches) FROM chunks WHERE run = 3"), N_MATCHES);
	ck_assert_msg(merging_run(&again, parts, "1", &err) == 0, "%s", err.text);
	ck_assert_str_eq(again.name, "0007");
	ck_assert(again.count.n_new == 0 && again.count.n_known == N_MATCHES);
	merging_release(&again);
	database_close(database_open(third, DATABASE_WRITE, NULL));
	parts[1] = third;
	ck_assert_int_eq(merging_run(&wrong, parts, NULL, &err), -1);
	ck_assert(err.code == EXIT_USAGE && strcmp(err.text, "there are no runs in 'empty.db'") == 0);
	merging_release(&wrong);
	wrong = (struct merging){.out = "out.db"};
	ck_assert_int_eq(merging_run(&wrong, parts, "9", &err), -1);
	ck_assert(err.code == EXIT_USAGE && strstr(err.text, "the database 'part0.db' has no run '9'"));
	merging_release(&wrong);
	parts[1] = second;
	ck_assert_int_eq(merging_run(&same, parts, NULL, &err), -1);
	ck_assert(err.code == EXIT_USAGE && strncmp(err.text, "'part1.db' is the database to write to", 38) == 0);
	merging_release(&same);
	run_config_release(&other);
}
END_TEST

/* Two merges into one run, or a merge into a run that is being played. */
START_TEST(a_locked_run_is_not_merged_into)
{
	int64_t run, from_run;
	struct err err = {0};
	struct merge_count count = {0};
	int status;
	database_close(make_part("part.db", 1, N_SHARDS, &from_run));
	struct database *merged = make_empty("merged.db", &run); /* this locks it */
	if (fork() == 0) {
		struct database *mine = database_open("merged.db", DATABASE_CHANGE, NULL);
		struct database *part = database_open("part.db", DATABASE_READ, NULL);
		int failed = merge_run(mine, run, part, from_run, &count, &err);
		_exit(failed && strstr(err.text, "is being played or merged") ? err.code : 99);
	}
	ck_assert_int_gt(wait(&status), 0);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_WORLD);
	database_close(merged);
}
END_TEST

/* ---- same run or not -------------------------------------------------------------------- */

static void set(char **text, const char *to)
{
	free(*text);
	*text = mem_strdup(to);
}

static void change(struct run_config *other, int what)
{
	switch (what) {
	case 0: set(&other->seed, "y"); break;
	case 1: ck_assert_int_eq(rules_set(&other->rules, "dice=3", NULL), 0); break;
	case 2: other->format = FORMAT_POOL; break;
	case 3: other->n_seats = 2; break;
	case 4: other->games++; break;
	case 5: other->limits.move_time_ns++; break;
	case 6: other->limits.memory++; break;
	case 7: other->epoch++; break;
	case 8: set(&other->robots[3].sha256, other->robots[2].sha256); break;
	case 9: set(&other->robots[4].spec, "robot4:key=9"); break;
	case 10: set(&other->robots[4].spec, "robot4"); break;
	case 11: other->match_length = 50; break;
	case 12: other->is_as_given = true; break;
	case 13: other->log = RUN_LOG_HANDS; break;
	case 14: other->test.is_set = true; break;
	case 15: other->test.model = MODEL_NORMALIZED; break;
	case 16: other->test.elo0 = 1; break;
	case 17: other->test.elo1 = 1; break;
	case 18: other->test.alpha = 1; break;
	case 19: other->test.beta = 1; break;
	case 20: other->limits.start_time_ns = LIMITS_START_NS + 1; break;
	case 21: strcpy(other->limits.readable, "/b"); break;
	case 22: ck_assert(tables_from_text(other, "0-1-2 2-1-0")); break;
	}
}

START_TEST(differences_are_named)
{
	static const char *const says[] = {"the seed ('x' and 'y')", "the rules (",
		"the format ('round-robin' and 'pool')", "the seats (3 and 2)", "the number of games (18 and 19)",
		"the move time", "the memory", "the results epoch of the arena", "the file of the robot 'robot3:key=3'",
		"the options of the robot 'robot4:key=4' (':key=4' and ':key=9')",
		"(':key=4' and '')", "the length of a match (1 and 50)", "--as-given",
		"what is stored (--log) ('none' and 'hands')", "what is tested", "what is tested", "what is tested",
		"what is tested", "what is tested", "what is tested", "the start time",
		"what robots may read ('' and '/b')", "the tables"};
	struct run_config other;
	AUTO_STR struct str why = {0};
	make_info(&other, FORMAT_ROUND_ROBIN, 5, 3, 18, "x");
	/* The path and name of a robot's file, and the number of the shard, may differ. */
	set(&other.robots[1].spec, "/elsewhere/robot:key=1");
	set(&other.robots[1].label, "robot");
	set(&other.command, "arena tournament --shard");
	other.n_shards = 9;
	other.test.n_matches = 9;
	ck_assert(merge_is_same(&info, &other, &why));
	change(&other, _i);
	ck_assert(!merge_is_same(&info, &other, NULL));
	ck_assert(!merge_is_same(&info, &other, &why));
	ck_assert_msg(strstr(str_text(&why), says[_i]), "%s", str_text(&why));
	run_config_release(&other);
}
END_TEST

START_TEST(another_number_of_robots_differs)
{
	struct run_config other;
	AUTO_STR struct str why = {0};
	make_info(&other, FORMAT_ROUND_ROBIN, 4, 3, 18, "x");
	ck_assert(!merge_is_same(&info, &other, &why));
	ck_assert_str_eq(str_text(&why), "the number of robots (5 and 4)");
	run_config_release(&other);
}
END_TEST

SUITE_WITH(enter, leave, 0,
	LOOP(parts_become_the_whole, 0, 2),
	TEST(merging_again_does_no_harm),
	TEST(another_outcome_is_counted_and_not_copied),
	LOOP(a_damaged_part_changes_nothing, 0, 6),
	TEST(chunks_that_overlap_are_left),
	TEST(other_divisions_are_refused),
	TEST(a_locked_run_is_not_merged_into),
	TEST(missing_shards_are_counted),
	TEST(missing_shards_are_listed),
	TEST(parts_are_merged_into_a_database_with_runs),
	LOOP(differences_are_named, 0, 23),
	TEST(another_number_of_robots_differs))
