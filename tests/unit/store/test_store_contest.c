/* test_store_contest.c - a contest's part of the database: what is stored is read back, and whatever fails changes
 * nothing. */
#include "database_testing.h"

#include "base/json.h"
#include "store/contest.h"
#include "store/database_inside.h"

#define WRITABLE(text) ((char[]){text}) /* a version owns its texts */

static struct database *open_contest(void)
{
	struct err err = {0};
	struct database *database = database_open("arena.db", DATABASE_WRITE, &err);
	ck_assert_msg(database != NULL, "%s", err.text);
	return database;
}

/* ---- versions --------------------------------------------------------------------------- */

/* Adds a version whose other texts follow from its name, and returns its id. */
static int64_t put_version(struct database *database, const char *team, const char *robot, const char *name,
			   bool is_active)
{
	struct err err = {0};
	char copies[3][10];
	snprintf(copies[0], sizeof copies[0], "%s", team);
	snprintf(copies[1], sizeof copies[1], "%s", robot);
	snprintf(copies[2], sizeof copies[2], "%s", name);
	struct contest_version version = {.team = copies[0], .robot = copies[1], .name = copies[2], .sha256 = copies[2],
		.file = WRITABLE(""), .reason = WRITABLE(""), .arrived = WRITABLE("2026-01-01 00:00:00"), .season = 1,
		.round = 1, .is_active = is_active};
	ck_assert_msg(contest_put_version(database, &version, &err) == 0, "%s", err.text);
	return version.id;
}

static void check_active(struct database *database, const char *wanted)
{
	AUTO_VERSIONS struct contest_versions versions = {0};
	AUTO_STR struct str active = {0};
	ck_assert_int_eq(contest_get_versions(database, &versions, NULL), 0);
	for (int i = 0; i < versions.n; i++)
		str_add(&active, versions.items[i].is_active ? "y" : "n");
	ck_assert_str_eq(str_text(&active), wanted);
}

START_TEST(versions_are_read_back)
{
	struct database *database = open_contest();
	AUTO_VERSIONS struct contest_versions versions = {0};
	ck_assert_int_eq(contest_get_versions(database, &versions, NULL), 0);
	ck_assert_int_eq(versions.n, 0);
	struct contest_version version = {.id = 99, .team = WRITABLE("red\033"), .robot = WRITABLE("fox"),
		.name = WRITABLE("fox-2"), .sha256 = WRITABLE("12ab"), .file = WRITABLE("red/fox.so"),
		.reason = WRITABLE("too slow"), .arrived = WRITABLE("2026-05-06 07:08:09"), .season = 3, .round = 4,
		.is_active = true};
	ck_assert_int_eq(contest_put_version(database, &version, NULL), 0);
	ck_assert_int_eq(version.id, 1);
	ck_assert_int_eq(put_version(database, "blue", "owl", "owl-1", false), 2);
	ck_assert_int_eq(contest_get_versions(database, &versions, NULL), 0);
	ck_assert_int_eq(versions.n, 2);
	const struct contest_version *first = &versions.items[0], *second = &versions.items[1];
	ck_assert_int_eq(first->id, 1);
	ck_assert_str_eq(first->team, "red?");
	ck_assert_str_eq(first->robot, "fox");
	ck_assert_str_eq(first->name, "fox-2");
	ck_assert_str_eq(first->sha256, "12ab");
	ck_assert_str_eq(first->file, "red/fox.so");
	ck_assert_str_eq(first->reason, "too slow");
	ck_assert_str_eq(first->arrived, "2026-05-06 07:08:09");
	ck_assert_int_eq(first->season, 3);
	ck_assert_int_eq(first->round, 4);
	ck_assert(first->is_active && !second->is_active);
	ck_assert_int_eq(second->id, 2);
	ck_assert_str_eq(second->name, "owl-1");
	ck_assert_str_eq(second->file, "");
	contest_versions_release(&versions);
	ck_assert(versions.n == 0 && versions.items == NULL);
	database_close(database);
}
END_TEST

START_TEST(one_version_of_a_robot_is_active)
{
	struct database *database = open_contest();
	int64_t first = put_version(database, "red", "fox", "fox-1", true);
	put_version(database, "red", "owl", "owl-1", true);
	put_version(database, "blue", "fox", "fox-1", true);
	check_active(database, "yyy");
	put_version(database, "red", "fox", "fox-2", true);
	check_active(database, "nyyy");
	put_version(database, "red", "fox", "fox-3", false);
	check_active(database, "nyyyn");
	ck_assert_int_eq(contest_set_active(database, "red", "fox", first, NULL), 0);
	check_active(database, "yyynn");
	ck_assert_int_eq(contest_set_active(database, "red", "fox", 0, NULL), 0);
	check_active(database, "nyynn");
	database_close(database);
}
END_TEST

START_TEST(notes_are_replaced)
{
	static const char *const teams[] = {"red", "blue", "red"},
		*const notes[] = {"no source", "too\nlarge", "no robot"};
	struct database *database = open_contest();
	ck_assert_int_eq(contest_put_notes(database, teams, notes, 3, NULL), 0);
	AUTO_JSON json_t *list = contest_notes(database, NULL);
	AUTO_JSON json_t *wanted = json_pack("[[ss][ss][ss]]", "red", "no source", "blue", "too?large", "red",
					     "no robot");
	ck_assert(json_equal(list, wanted));
	ck_assert_int_eq(contest_put_notes(database, teams + 1, notes, 1, NULL), 0);
	AUTO_JSON json_t *later = contest_notes(database, NULL);
	AUTO_JSON json_t *one = json_pack("[[ss]]", "blue", "no source");
	ck_assert(json_equal(later, one));
	database_close(database);
}
END_TEST

/* Over two runs: evidence of 8 in a run is too little to name a version, 16 is enough. */
START_TEST(versions_that_know_the_dice_are_noted)
{
	struct database *database = open_contest();
	put_version(database, "red", "fox", "fox-1", true);
	put_version(database, "blue", "owl", "owl-1", true);
	put_version(database, "blue", "owl", "owl-2", true);
	execute("arena.db",
		"PRAGMA foreign_keys = OFF; INSERT INTO run_robots (run, position, robot, label, spec) VALUES (1, 0, "
		"1, 'red/fox-1', ''), (1, 1, 1, 'blue/owl-1', ''), (2, 0, 1, 'blue/owl-2', ''), (2, 1, 1, 'red/fox-1', "
		"''); INSERT INTO chunk_robots SELECT run, 0, position, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 40, "
		"30 + position, CASE label WHEN 'red/fox-1' THEN 8 ELSE -3 END << 16, -5 << 16 FROM run_robots");
	AUTO_JSON json_t *list = contest_notes(database, NULL);
	ck_assert_int_eq(json_array_size(list), 1);
	ck_assert_str_eq(json_string_value(json_array_get(json_array_get(list, 0), 0)), "red");
	ck_assert_str_eq(json_string_value(json_array_get(json_array_get(list, 0), 1)),
			 "fox-1 was right in 61 of 80 calls that it made or received, "
			 "more often than its dice and the bids of others explain. "
			 "It may know the dice of the other seats (SECURITY.md).");
	execute("arena.db", "DELETE FROM chunk_robots WHERE run = 2");
	AUTO_JSON json_t *none = contest_notes(database, NULL);
	ck_assert_int_eq(json_array_size(none), 0);
	database_close(database);
}
END_TEST

/* ---- seasons ---------------------------------------------------------------------------- */

/* wanted: "number name begun frozen ended seal". */
static void check_season(struct database *database, int64_t number, const char *wanted)
{
	struct contest_season season = {.number = 77};
	AUTO_STR struct str text = {0};
	ck_assert_int_eq(contest_get_season(database, number, &season, NULL), 0);
	if (season.name)
		str_addf(&text, "%d %s %s %s %s %s", (int)season.number, season.name, season.begun, season.frozen,
			 season.ended, season.seal);
	else
		ck_assert_int_eq(season.number, 0);
	ck_assert_str_eq(str_text(&text), wanted);
	contest_season_release(&season);
	ck_assert(season.number == 0 && season.name == NULL);
}

START_TEST(the_latest_season_is_frozen_and_ends)
{
	struct database *database = open_contest();
	struct contest_season spring = {.number = 8, .name = WRITABLE("spring"), .begun = WRITABLE("March"),
		.seal = WRITABLE("12ab")};
	struct contest_season summer = {.name = WRITABLE("summer"), .begun = WRITABLE("June"),
		.seal = WRITABLE("34cd")};
	check_season(database, 0, "");
	ck_assert_int_eq(contest_begin_season(database, &spring, NULL), 0);
	check_season(database, 0, "1 spring March   12ab");
	ck_assert_int_eq(contest_begin_season(database, &summer, NULL), 0);
	ck_assert_int_eq(contest_freeze_season(database, "July", NULL), 0);
	check_season(database, 0, "2 summer June July  34cd");
	ck_assert_int_eq(contest_end_season(database, "August", NULL), 0);
	ck_assert_int_eq(contest_freeze_season(database, "too late", NULL), 0);
	ck_assert_int_eq(contest_end_season(database, "too late", NULL), 0);
	check_season(database, 0, "2 summer June July August 34cd");
	check_season(database, 2, "2 summer June July August 34cd");
	check_season(database, 1, "1 spring March   12ab");
	check_season(database, 3, "");
	database_close(database);
}
END_TEST

/* ---- ratings ---------------------------------------------------------------------------- */

/* Adds "round:version matches low<elo<high; " to the text. */
static void add_rating(int64_t round, const struct contest_rating *rating, void *context)
{
	str_addf(context, "%d:%d %d %.1f<%.1f<%.1f; ", (int)round, (int)rating->version, (int)rating->matches,
		 rating->low, rating->elo, rating->high);
}

static void check_ratings(struct database *database, int64_t season, const char *wanted)
{
	AUTO_STR struct str text = {0};
	ck_assert_int_eq(contest_each_rating(database, season, add_rating, &text, NULL), 0);
	ck_assert_str_eq(str_text(&text), wanted);
}

START_TEST(ratings_are_kept_by_round)
{
	static const struct contest_rating ratings[] = {
		{.version = 2, .elo = -1.5, .low = -9.5, .high = 7.5, .matches = 40},
		{.version = 1, .elo = 1.5, .low = -7.5, .high = 9.5, .matches = 41},
	};
	struct database *database = open_contest();
	int64_t round[2] = {77, 88}; /* only the first is written to */
	ck_assert_int_eq(contest_last_rated(database, 1, round, NULL), 0);
	ck_assert(round[0] == 0 && round[1] == 88);
	ck_assert_int_eq(contest_put_ratings(database, 1, 2, ratings, 1, NULL), 0);
	ck_assert_int_eq(contest_put_ratings(database, 1, 1, ratings, 2, NULL), 0);
	ck_assert_int_eq(contest_put_ratings(database, 2, 5, ratings + 1, 1, NULL), 0);
	const struct contest_rating other = {.version = 2, .elo = 100};
	ck_assert_int_eq(contest_put_ratings(database, 1, 2, &other, 1, NULL), 0); /* which has no effect */
	check_ratings(database, 1, "1:1 41 -7.5<1.5<9.5; 1:2 40 -9.5<-1.5<7.5; 2:2 40 -9.5<-1.5<7.5; ");
	check_ratings(database, 2, "5:1 41 -7.5<1.5<9.5; ");
	check_ratings(database, 3, "");
	ck_assert_int_eq(contest_last_rated(database, 1, round, NULL), 0);
	ck_assert(round[0] == 2 && round[1] == 88);
	database_close(database);
}
END_TEST

/* ---- faults and runs -------------------------------------------------------------------- */

static void list_fault(const struct contest_fault *fault, void *context)
{
	str_addf(context, "%d.%d %s %s, %s, %s; ", (int)fault->run, (int)fault->game, fault->label, fault->verdict,
		 fault->cause, fault->output);
}

START_TEST(faults_and_runs_are_found)
{
	struct run_config info;
	struct schedule schedule;
	int64_t first, second, run = 77;
	AUTO_STR struct str faults = {0};
	/* one match: in game 1 robot 0 has a timeout, in game 2 robot 1 crashes */
	make_info(&info, FORMAT_TABLE, 2, 2, 2, "one");
	ck_assert_int_eq(run_config_schedule(&info, &schedule, NULL), 0);
	struct database *database = begin(&info, &first);
	ck_assert_int_eq(database_begin_run(database, &info, "0002", &second, NULL), 0);
	store_chunks(database, first, &schedule, 0, 1, 1);
	store_chunks(database, second, &schedule, 0, 1, 1);
	ck_assert_int_eq(contest_each_fault(database, list_fault, &faults, NULL), 0);
	ck_assert_str_eq(str_text(&faults), "2.1 robot0:key=0 timeout, SIGSEGV at address 0x0, it says\n\"; "
			 "2.2 robot1:key=1 crash, SIGSEGV at address 0x0, it says\n\"; "
			 "1.1 robot0:key=0 timeout, SIGSEGV at address 0x0, it says\n\"; "
			 "1.2 robot1:key=1 crash, SIGSEGV at address 0x0, it says\n\"; ");
	ck_assert_int_eq(contest_find_run(database, "one", &run, NULL), 0);
	ck_assert_int_eq(run, first); /* of two with this seed */
	ck_assert_int_eq(contest_find_run(database, "two", &run, NULL), 0);
	ck_assert_int_eq(run, 0);
	database_close(database);
	run_config_release(&info);
}
END_TEST

/* ---- checksums -------------------------------------------------------------------------- */

static int read_one(struct database *database, int which, struct err *err);

START_TEST(changed_rows_are_damage)
{
	static const struct {
		const char *table, *change, *says;
		int reader;
	} cases[] = {
		{"contest_versions", "is_active = 0 WHERE id = 2", "a version", 0},
		{"contest_versions", "sha256 = 'fox-2' WHERE id = 1", "a version", 0},
		{"contest_versions", "checksum = checksum + 1 WHERE id = 1", "a version", 0},
		{"contest_seasons", "frozen = 'June'", "a season", 2},
		{"contest_seasons", "ended = ''", "a season", 2},
		{"contest_seasons", "name = 'sprin'", "a season", 2},
		{"contest_ratings", "elo = elo + 1e-9 WHERE version = 1", "a rating", 3},
		{"contest_ratings", "matches = 8 WHERE version = 2", "a rating", 3},
	};
	static const struct contest_rating ratings[] = {{1, 12.5, 2, 20, 7}, {2, -12.5, -20, -2, 7}};
	struct err err = {0};
	char sql[200];
	struct database *database = open_contest();
	const struct contest_season spring = {.name = WRITABLE("spring"), .begun = WRITABLE("March"),
		.seal = WRITABLE("12ab")};
	put_version(database, "red", "fox", "fox-1", true);
	put_version(database, "blue", "owl", "owl-1", true);
	ck_assert_int_eq(contest_begin_season(database, &spring, NULL), 0);
	ck_assert_int_eq(contest_put_ratings(database, 1, 1, ratings, 2, NULL), 0);
	ck_assert_int_eq(read_one(database, cases[_i].reader, &err), 0);
	snprintf(sql, sizeof sql, "UPDATE %s SET %s", cases[_i].table, cases[_i].change);
	execute("arena.db", sql);
	ck_assert_int_eq(read_one(database, cases[_i].reader, &err), -1);
	snprintf(sql, sizeof sql, "the database 'arena.db' is damaged: %s of the contest; restore it from a backup",
		 cases[_i].says);
	ck_assert_str_eq(err.text, sql);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	/* as in a file of an older arena */
	snprintf(sql, sizeof sql, "UPDATE %s SET checksum = NULL", cases[_i].table);
	execute("arena.db", sql);
	ck_assert_int_eq(read_one(database, cases[_i].reader, &err), 0);
	ck_assert_int_eq(contest_freeze_season(database, "May", NULL), 0);
	ck_assert_int_eq(contest_set_active(database, "red", "fox", 0, NULL), 0);
	ck_assert_int_eq(contest_put_ratings(database, 1, 2, ratings, 2, NULL), 0);
	snprintf(sql, sizeof sql, "SELECT count(*) FROM %s WHERE checksum IS NULL", cases[_i].table);
	ck_assert_int_eq(number_of("arena.db", sql), 0); /* the next change gives all rows one */
	ck_assert_int_eq(read_one(database, cases[_i].reader, &err), 0);
	database_close(database);
}
END_TEST

/* The same files are then another version. */
START_TEST(files_are_forgotten)
{
	struct database *database = open_contest();
	AUTO_VERSIONS struct contest_versions versions = {0};
	put_version(database, "red", "fox", "fox-1", true);
	put_version(database, "red", "owl", "owl-1", false);
	ck_assert_int_eq(contest_forget_files(database, 1, NULL), 0);
	ck_assert_int_eq(contest_forget_files(database, 2, NULL), 0);
	ck_assert_int_eq(contest_get_versions(database, &versions, NULL), 0);
	ck_assert(contest_is_forgotten(&versions.items[0]) && contest_is_forgotten(&versions.items[1]));
	ck_assert(versions.items[0].is_active && !versions.items[1].is_active);
	contest_versions_release(&versions);
	put_version(database, "red", "fox", "fox-1b", true);
	ck_assert_int_eq(contest_get_versions(database, &versions, NULL), 0);
	ck_assert(!contest_is_forgotten(&versions.items[2]));
	check_active(database, "nny");
	database_close(database);
}
END_TEST

/* The robot of a version is the one that played in the last of its runs. */
START_TEST(the_robot_that_played_is_known)
{
	struct run_config info;
	int64_t run;
	AUTO_VERSIONS struct contest_versions versions = {0};
	make_info(&info, FORMAT_TABLE, 2, 2, 2, "one");
	struct database *database = begin(&info, &run);
	put_version(database, "red", "fox", "fox-1", true);
	put_version(database, "red", "owl", "owl-1", true);
	execute("arena.db", "INSERT INTO robots VALUES (100, 'first', '', '', ''), (101, 'second', '', '', ''); "
		"INSERT INTO runs (id, name, arena, command, seed, rules, format, n_seats, games, move_time_ns, "
		"memory, shard, n_shards) VALUES (50, '50', '', '', '', '', 'table', 2, 2, 1, 1, 0, 1), (51, '51', '', "
		"'', '', '', 'table', 2, 2, 1, 1, 0, 1); INSERT INTO run_robots VALUES (50, 0, 100, 'red/fox-1', ''), "
		"(51, 0, 101, 'red/fox-1', ''), (51, 1, 100, 'blue/owl-1', '')");
	ck_assert_int_eq(contest_get_versions(database, &versions, NULL), 0);
	ck_assert_str_eq(versions.items[0].played, "second");
	ck_assert_str_eq(versions.items[1].played, "");
	database_close(database);
	run_config_release(&info);
}
END_TEST

/* ---- failures --------------------------------------------------------------------------- */

static struct contest_version a_version = {.team = WRITABLE("red"), .robot = WRITABLE("fox"), .name = WRITABLE("fox-1"),
	.sha256 = WRITABLE("12ab"), .file = WRITABLE(""), .reason = WRITABLE(""), .arrived = WRITABLE(""),
	.is_active = true};

/* Everything that writes. */
static int write_one(struct database *database, int which, struct err *err)
{
	static const char *const teams[] = {"red", "blue"}, *const notes[] = {"a", "bad"};
	static const struct contest_rating ratings[] = {{.version = 1}, {.version = 666}};
	const struct contest_season season = {.name = WRITABLE("bad"), .begun = WRITABLE(""), .seal = WRITABLE("")};
	switch (which) {
	case 0:
		return contest_put_version(database, &a_version, err);
	case 1:
		return contest_set_active(database, "red", "fox", 0, err);
	case 2:
		return contest_put_notes(database, teams, notes, 2, err);
	case 3:
		return contest_put_ratings(database, 1, 1, ratings, 2, err);
	case 4:
		return contest_begin_season(database, &season, err);
	case 5:
		return contest_freeze_season(database, "bad", err);
	case 6:
		return contest_forget_files(database, 1, err);
	default:
		return contest_end_season(database, "bad", err);
	}
}
enum { WRITERS = 8, TRANSACTIONS = WRITERS };

/* Everything that reads. */
static int read_one(struct database *database, int which, struct err *err)
{
	AUTO_VERSIONS struct contest_versions versions = {0};
	struct contest_season season = {0};
	AUTO_STR struct str text = {0};
	AUTO_JSON json_t *notes = NULL;
	int64_t number;
	int failed;
	switch (which) {
	case 0:
		return contest_get_versions(database, &versions, err);
	case 1:
		return (notes = contest_notes(database, err)) ? 0 : -1;
	case 2:
		failed = contest_get_season(database, 0, &season, err);
		contest_season_release(&season);
		return failed;
	case 3:
		return contest_each_rating(database, 1, add_rating, &text, err);
	case 4:
		return contest_last_rated(database, 1, &number, err);
	case 5:
		return contest_each_fault(database, list_fault, &text, err);
	default:
		return contest_find_run(database, "seed", &number, err);
	}
}
enum { READERS = 7 };

START_TEST(without_the_tables_everything_fails)
{
	struct database *database = open_contest();
	execute("arena.db",
		"PRAGMA foreign_keys = OFF; DROP TABLE contest_versions; DROP TABLE contest_notes; "
		"DROP TABLE contest_seasons; DROP TABLE contest_ratings; DROP TABLE faults; DROP TABLE runs");
	for (int i = 0; i < WRITERS + READERS; i++) {
		struct err err = {0};
		int failed = i < WRITERS ? write_one(database, i, &err) : read_one(database, i - WRITERS, &err);
		ck_assert_msg(failed == -1 && err.code == EXIT_WORLD && strstr(err.text, "no such table"), "%d: %s", i,
			      err.text);
	}
	database_close(database);
}
END_TEST

/* A table with a row whose last column cannot be computed. */
#define BAD "abs(-9223372036854775807 - x)"
#define TABLE(name, columns, bad) \
	"DROP TABLE " name "; CREATE TABLE " name " (x, " columns "); INSERT INTO " name " (x) VALUES (0), (1); " \
	"ALTER TABLE " name " ADD COLUMN " bad " AS (" BAD ")"

START_TEST(rows_that_cannot_be_read_are_an_error)
{
	static const char *const tables[READERS] = {
		TABLE("contest_versions",
		      "id, team, robot, name, sha256, file, reason, arrived, season, round, checksum", "is_active"),
		TABLE("contest_notes", "team", "note"),
		TABLE("contest_seasons", "number AS (x + 1), begun, frozen, ended, seal, checksum", "name"),
		TABLE("contest_ratings", "season AS (1), round, version, low, high, matches, checksum", "elo"),
		TABLE("contest_ratings", "season AS (1)", "round"),
		TABLE("faults", "run AS (1), robot AS (0), game, ask, verdict, cause", "output"),
		TABLE("runs", "id", "seed"),
	};
	struct run_config info;
	struct err err = {0};
	int64_t run;
	make_info(&info, FORMAT_TABLE, 2, 2, 2, "one");
	struct database *database = begin(&info, &run);
	execute("arena.db", tables[_i]);
	ck_assert_int_eq(read_one(database, _i, &err), -1);
	ck_assert_msg(err.code == EXIT_WORLD &&
		      strstr(err.text, "cannot read the database 'arena.db': integer overflow"), "%s", err.text);
	database_close(database);
	run_config_release(&info);
}
END_TEST

/* A transaction that fails in the middle is undone; one that cannot begin does nothing. */
START_TEST(what_cannot_be_written_changes_nothing)
{
	struct err err = {0};
	const char *const note = "old";
	struct database *database = open_contest();
	ck_assert_int_eq(contest_put_notes(database, &note, &note, 1, NULL), 0);
	put_version(database, "blue", "fox", "fox-1", true);
	put_version(database, "red", "owl", "owl-1", true);
	ck_assert_int_eq(database_begin(database, NULL), 0);
	for (int i = 0; i < TRANSACTIONS; i++) {
		ck_assert_int_eq(write_one(database, i, &err), -1);
		ck_assert_msg(strstr(err.text, "within a transaction"), "%d: %s", i, err.text);
	}
	ck_assert_int_eq(database_settle(database, 0, NULL), 0);
	execute("arena.db",
		"CREATE UNIQUE INDEX a ON contest_versions (robot) WHERE is_active; "
		"CREATE UNIQUE INDEX b ON contest_versions (robot) WHERE robot = 'owl' AND NOT is_active; "
		"INSERT INTO contest_versions VALUES (3, 'green', 'owl', '', '', '', '', 1, 1, '', 0, NULL); "
		"CREATE UNIQUE INDEX c ON contest_notes (1) WHERE note = 'bad' OR team = 'red'; "
		"CREATE INDEX d ON contest_ratings (abs(-9223372036854775807 - (version = 666)))");
	ck_assert_int_eq(write_one(database, 0, &err), -1); /* the second active fox */
	ck_assert_int_eq(contest_set_active(database, "red", "owl", 0, NULL), -1);
	ck_assert_int_eq(write_one(database, 2, NULL), -1);
	ck_assert_int_eq(write_one(database, 3, NULL), -1);
	check_active(database, "yyn");
	AUTO_JSON json_t *notes = contest_notes(database, NULL);
	ck_assert_str_eq(json_string_value(json_array_get(json_array_get(notes, 0), 1)), "old");
	check_ratings(database, 1, "");
	database_close(database);
}
END_TEST

START_TEST(failures_say_what_to_do)
{
	static const struct {
		const char *sql, *says;
	} cases[] = {
		{"PRAGMA query_only = 1",
		 "attempt to write a readonly database; check the permissions, or name another file"},
		{"DROP TABLE contest_seasons",
		 "no such table: contest_seasons; the file is damaged or not a database of the arena: move it away, or "
		 "name another one"},
		{"CREATE UNIQUE INDEX a ON contest_seasons (name IS NULL)",
		 "UNIQUE constraint failed: index 'a'; the file is damaged or not a "
		 "database of the arena: move it away, or name another one"},
		{"CREATE INDEX a ON contest_seasons (abs(-9223372036854775807 - (name = 'bad')))",
		 "integer overflow; the file is damaged or not a "
		 "database of the arena: move it away, or name another one"},
	};
	struct err err = {0};
	struct database *database = open_contest();
	const struct contest_season spring = {.name = WRITABLE("spring"), .begun = WRITABLE("March"),
		.seal = WRITABLE("12ab")};
	ck_assert_int_eq(contest_begin_season(database, &spring, NULL), 0);
	ck_assert_int_eq(sqlite3_exec(database->handle, cases[_i].sql, NULL, NULL, NULL), SQLITE_OK);
	ck_assert_int_eq(write_one(database, 4, &err), -1);
	ck_assert_msg(err.code == EXIT_WORLD && strncmp(err.text, "cannot ", 7) == 0, "%s", err.text);
	ck_assert_str_eq(strstr(err.text, "'arena.db': ") ? strstr(err.text, "'arena.db': ") + 12 : err.text,
			 cases[_i].says);
	database_close(database);
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0,
	TEST(versions_are_read_back),
	TEST(one_version_of_a_robot_is_active),
	LOOP(changed_rows_are_damage, 0, 8),
	TEST(files_are_forgotten),
	TEST(the_robot_that_played_is_known),
	TEST(notes_are_replaced),
	TEST(versions_that_know_the_dice_are_noted),
	TEST(the_latest_season_is_frozen_and_ends),
	TEST(ratings_are_kept_by_round),
	TEST(faults_and_runs_are_found),
	TEST(without_the_tables_everything_fails),
	LOOP(rows_that_cannot_be_read_are_an_error, 0, READERS),
	TEST(what_cannot_be_written_changes_nothing),
	LOOP(failures_say_what_to_do, 0, 4))
