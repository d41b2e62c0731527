/* test_contest_round.c - rounds and finals of robots that need no build: their tables, and what ends them. */
#include "zoo.h"

#include <sys/stat.h>
#include "base/file.h"
#include "contest/prepare.h"
#include "contest/contest.h"
#include "contest/files.h"
#include "contest/site.h"
#include "empty_database.h"
#include "store/run.h"
#include "store/run_config.h"
#include "temporary_folder.h"

static struct contest contest;
static volatile sig_atomic_t stop;
static struct str said;

static void hear(const char *line)
{
	str_addf(&said, "%s\n", line);
}

static void copy_robot(const char *name, const char *to)
{
	AUTO_STR struct str from = {0}, bytes = {0};
	zoo_path(name, &from);
	ck_assert_int_eq(str_read_file(&bytes, from.text, 1 << 26, NULL) || file_write(to, &bytes, NULL), 0);
}

/* The file of all robots is this bundled one. */
static void put_robot(const char *name)
{
	copy_robot(name, "c/caller.so");
}

/* A contest of n robots, all the same file, whose season is frozen unless it is open. */
static void begin_contest(const char *settings, int n, bool is_frozen)
{
	AUTO_STR struct str text = {0};
	struct err err = {0};
	enter_folder();
	ck_assert_int_eq(mkdir("c", 0755) || mkdir("c/submissions", 0755), 0);
	str_addf(&text, "{\"seed\": \"7\", \"rules\": \"dice=1\"%s}", settings);
	write_file("c/contest", text.text);
	contest = (struct contest){.stop = &stop, .say = hear, .n_jobs = 1};
	ck_assert_msg(contest_open(&contest, "c", CONTEST_CHANGE, &err) == 0, "%s", err.text);
	put_robot("caller");
	for (int i = 0; i < n; i++) {
		char team[16], none[] = "", file[] = "caller.so", name[] = "r", label[] = "r-1";
		snprintf(team, sizeof team, "t%d", i);
		struct contest_version version = {.team = team, .robot = name, .name = label, .sha256 = none,
			.file = file, .reason = none, .arrived = none, .season = 1, .round = 1, .is_active = true};
		ck_assert_int_eq(contest_put_version(contest.database, &version, NULL), 0);
	}
	ck_assert_int_eq(is_frozen && contest_freeze_season(contest.database, "2026-01-01 00:00:00", NULL), 0);
	ck_assert_int_eq(contest_read_season(&contest, NULL), 0);
}

static void end_contest(void)
{
	contest_release(&contest);
	str_release(&said);
	stop = 0;
	leave_folder();
}

/* "format, robots, seats, games at each table or of the pool, blocks" of the only run. All plays of it are stored. */
static void check_run(const char *wanted)
{
	struct run_config info;
	AUTO_STR struct str text = {0};
	struct err err = {0};
	ck_assert_msg(database_info(contest.database, 1, &info, &err) == 0, "%s", err.text);
	str_addf(&text, "%s, %d, %d, %d, %d", run_config_formats[info.format], info.n_robots, info.n_seats,
		 (int)info.games, (int)info.match_length);
	ck_assert_str_eq(text.text, wanted);
	ck_assert_int_eq(info.log, RUN_LOG_HANDS);
	ck_assert(info.limits.move_time_ns == 100000000 && info.limits.memory == 512 * 1048576);
	run_config_release(&info);
}

/* A final has all tables, unless these are more than 20,000; then it has as many games for each robot in a pool. */
START_TEST(a_final_has_all_tables_or_a_pool)
{
	static const struct {
		const char *settings;
		int n;
		const char *run;
	} cases[] = {
		{", \"final_blocks\": 1, \"table_size\": 3", 51, "pool, 51, 3, 153, 1"},
		{", \"final_blocks\": 3, \"table_size\": 3", 4, "round-robin, 4, 3, 9, 1"},
		{", \"final_blocks\": 2, \"match_length\": 2, \"table_size\": 3", 2, "round-robin, 2, 2, 4, 2"},
		{", \"final_blocks\": 1, \"table_size\": 3", 50, "round-robin, 50, 3, 3, 1"}, /* 19,600 tables */
	};
	struct err err = {0};
	begin_contest(cases[_i].settings, cases[_i].n, true);
	stop = _i == 3; /* too many games for a test */
	int failed = round_play_final(&contest, &err);
	ck_assert_msg(failed == 0 || (stop && err.code == EXIT_INTERRUPTED), "%s", err.text);
	if (failed)
		ck_assert_int_eq(contest_enter_database(&contest, NULL), 0);
	check_run(cases[_i].run);
	ck_assert_int_eq(*contest.season.ended != '\0', !failed);
	end_contest();
}
END_TEST

START_TEST(a_final_needs_a_frozen_season_of_two)
{
	struct err err = {0};
	begin_contest("", _i ? 1 : 2, _i);
	ck_assert_int_eq(round_play_final(&contest, &err), -1);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_str_eq(err.text, _i ? "a final needs at least two robots; 1 take part"
				      : "the season 'Season 1' is not frozen: run `arena contest freeze` first");
	end_contest();
}
END_TEST

/* games_per_round is rounded up to whole tables, and all robots play. */
START_TEST(a_round_has_tables)
{
	static const struct {
		const char *settings;
		int n, n_tables;
		const char *run, *says;
	} cases[] = {
		{", \"games_per_round\": 40, \"games_per_table\": 10", 3, 4, "listed, 3, 2, 10, 1",
		 "round 1: 40 games so far; "},
		{", \"games_per_round\": 41, \"games_per_table\": 10", 3, 5, "listed, 3, 2, 10, 1",
		 "round 1: 50 games so far; "},
		{", \"games_per_round\": 1, \"games_per_table\": 9, \"table_size\": 3", 5, 2, "listed, 5, 3, 9, 1",
		 "round 1: 18 games so far; "},
		{", \"games_per_round\": 8, \"games_per_table\": 8, \"table_size\": 9, \"match_length\": 2", 4, 1,
		 "listed, 4, 4, 8, 2", "round 1: 8 games so far; "},
		{"", 1, 0, NULL, "one robot takes part; a round needs two\n"},
		{"", 0, 0, NULL, "no robot takes part\n"},
	};
	struct run_config info;
	struct err err = {0};
	begin_contest(cases[_i].settings, cases[_i].n, true);
	ck_assert_msg(round_play_all(&contest, 1, &err) == 0, "%s", err.text);
	ck_assert_msg(said.text && strncmp(said.text, cases[_i].says, strlen(cases[_i].says)) == 0, "%s",
		      str_text(&said));
	if (cases[_i].run) {
		check_run(cases[_i].run);
		ck_assert_int_eq(database_info(contest.database, 1, &info, NULL), 0);
		ck_assert_uint_eq(info.n_tables, (uint64_t)cases[_i].n_tables);
		run_config_release(&info);
	}
	end_contest();
}
END_TEST

/* A round that could not write its files is resumed only with the robots with which it began. They cannot be built
 * again, whether the season is frozen or open. */
START_TEST(an_unfinished_round_needs_its_robots)
{
	struct err err = {0};
	bool is_changed = _i == 1, is_open = _i == 2;
	begin_contest(", \"games_per_round\": 4, \"games_per_table\": 4", 2, true);
	ck_assert_msg(round_play_all(&contest, 1, &err) == 0, "%s", err.text);
	ck_assert_int_eq(unlink("c/results/0001/table.json"), 0);
	if (is_open) {
		execute("c/results/arena.db", "UPDATE contest_seasons SET frozen = NULL, checksum = NULL");
		ck_assert_int_eq(contest_read_season(&contest, NULL), 0);
		ck_assert(!*contest.season.frozen);
	}
	if (is_changed)
		put_robot("simple");
	else
		ck_assert_int_eq(unlink("c/caller.so"), 0);
	ck_assert_int_eq(round_play_all(&contest, 1, &err), -1);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_msg(strstr(err.text, "/c/caller.so'"), "%s", err.text);
	ck_assert_int_eq(strstr(err.text, "' has changed since it played as t0/r-1\n") != NULL, is_changed);
	ck_assert_msg(strstr(err.text, "\nRestore it from a backup") && !strstr(err.text, "retry"), "%s", err.text);
	if (!is_open) {
		put_robot("caller");
		ck_assert_msg(round_play_all(&contest, 1, &err) == 0, "%s", err.text);
		ck_assert_int_eq(access("c/results/0001/table.json", F_OK), 0);
		ck_assert_msg(strstr(str_text(&said), "round 2: 8 games so far"), "%s", str_text(&said));
		/* The first round had its ratings before. */
		ck_assert_ptr_eq(strstr(said.text, "round 1: "), said.text);
		ck_assert_ptr_null(strstr(said.text + 1, "round 1: "));
	}
	end_contest();
}
END_TEST

/* "0-1 0-2 ": the tables of a run. */
static void list_tables(int64_t run, struct str *out)
{
	struct run_config info;
	struct err err = {0};
	ck_assert_msg(database_info(contest.database, run, &info, &err) == 0, "%s", err.text);
	for (uint64_t i = 0; i < info.n_tables; i++)
		str_addf(out, "%d-%d ", info.tables[2 * i], info.tables[2 * i + 1]);
	run_config_release(&info);
}

/* Four are drawn, the others are of those that are the least certain: in the first round all in turn. A version that
 * does not take part is not among the robots, before it has played and after. */
START_TEST(tables_are_of_those_that_take_part)
{
	struct err err = {0};
	begin_contest(", \"games_per_round\": 20, \"games_per_table\": 2", 4, true);
	for (int round = 1; round <= 2; round++) {
		AUTO_STR struct str tables = {0};
		ck_assert_int_eq(contest_set_active(contest.database, "t1", "r", round == 1 ? 0 : 2, NULL), 0);
		if (round == 2)
			ck_assert_int_eq(contest_set_active(contest.database, "t0", "r", 0, NULL), 0);
		ck_assert_msg(round_play_all(&contest, 1, &err) == 0, "%s", err.text);
		list_tables(round, &tables);
		ck_assert_str_eq(tables.text, round == 1 ? "0-2 1-0 1-2 0-1 2-0 1-2 0-1 2-0 1-2 0-1 "
							 : "2-0 1-2 0-1 0-1 0-1 0-1 0-1 0-1 0-1 0-1 ");
	}
	end_contest();
}
END_TEST

/* n counts a round that an earlier process has played and not rated. */
START_TEST(so_many_rounds_are_played)
{
	struct err err = {0};
	AUTO_RANKING struct ranking ranking = {0};
	begin_contest(", \"games_per_round\": 2, \"games_per_table\": 2", 2, true);
	contest.n_jobs = 0;
	ck_assert_msg(round_play_all(&contest, 2, &err) == 0, "%s", err.text);
	ck_assert_int_eq(strncmp(said.text, "round 1: 2 games so far; t", 26), 0);
	ck_assert_ptr_nonnull(strstr(said.text, "\nround 2: 4 games so far; t"));
	ck_assert_ptr_null(strstr(said.text, "round 3"));
	execute("c/results/arena.db", "DELETE FROM contest_ratings WHERE round = 2");
	for (int i = 0; i < 2; i++) {
		str_clear(&said);
		ck_assert_msg(round_play_all(&contest, 1, &err) == 0, "%s", err.text);
		ck_assert_msg(strncmp(said.text, i ? "round 3: 6 games so far; t" : "round 2: 4 games so far; t",
				      26) == 0, "%s", said.text);
	}
	contest.say = NULL; /* and quietly */
	ck_assert_msg(round_play_all(&contest, 1, &err) == 0, "%s", err.text);
	ck_assert_int_eq(ranking_read(&contest, &ranking, NULL), 0);
	ck_assert(ranking.round == 4 && ranking.n_rows == 2 &&
		  ranking.rows[0].rating.elo >= ranking.rows[1].rating.elo);
	stop = 1;
	ck_assert_int_eq(round_play_all(&contest, 1, &err), -1);
	ck_assert_int_eq(err.code, EXIT_INTERRUPTED);
	end_contest();
}
END_TEST

/* Nor can a robot that has played be another in the next round. */
START_TEST(a_new_round_needs_the_same_robots)
{
	struct err err = {0};
	begin_contest(", \"games_per_round\": 4, \"games_per_table\": 4", 2, true);
	ck_assert_msg(round_play_all(&contest, 1, &err) == 0, "%s", err.text);
	put_robot("simple");
	ck_assert_int_eq(round_play_all(&contest, 1, &err), -1);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_msg(strstr(err.text, "' has changed since it played as t0/r-1\nRestore it from a backup") &&
		      !strstr(err.text, "retry"), "%s", err.text);
	ck_assert_int_eq(access("c/results/0002", F_OK), -1);
	end_contest();
}
END_TEST

START_TEST(a_round_whose_files_cannot_be_written_fails)
{
	struct err err = {0};
	begin_contest(", \"games_per_round\": 4, \"games_per_table\": 4", 2, true);
	ck_assert_msg(round_play_all(&contest, 1, &err) == 0, "%s", err.text);
	ck_assert_int_eq(unlink("c/results/0001/table.json") || unlink("c/results/0001/table.txt") ||
			 mkdir("c/results/0001/table.txt", 0755), 0);
	ck_assert_int_eq(round_play_all(&contest, 1, &err), -1);
	ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "table.txt"), "%s", err.text);
	ck_assert_int_eq(rmdir("c/results/0001/table.txt"), 0);
	ck_assert_int_eq(contest_enter_database(&contest, NULL), 0);
	ck_assert_msg(round_play_all(&contest, 1, &err) == 0, "%s", err.text);
	end_contest();
}
END_TEST

START_TEST(an_unfinished_round_goes_on_in_another_place)
{
	struct err err = {0};
	begin_contest(", \"games_per_round\": 4, \"games_per_table\": 4", 2, true);
	ck_assert_msg(round_play_all(&contest, 1, &err) == 0, "%s", err.text);
	contest_release(&contest);
	ck_assert_int_eq(unlink("c/results/0001/table.json") || rename("c", "moved"), 0);
	ck_assert_msg(contest_open(&contest, "moved", CONTEST_CHANGE, &err) == 0, "%s", err.text);
	ck_assert_msg(round_play_all(&contest, 1, &err) == 0, "%s", err.text);
	ck_assert_int_eq(access("moved/results/0001/table.json", F_OK), 0);
	end_contest();
}
END_TEST

/* What is submitted until then may play from the next round on. */
START_TEST(two_robots_can_be_frozen)
{
	AUTO_VERSIONS struct contest_versions versions = {0};
	struct err err = {0};
	begin_contest("", 0, false);
	ck_assert_int_eq(run_make_folders("c/submissions/ann/a", NULL), 0);
	write_file("c/submissions/ann/a/readme", "");
	ck_assert_int_eq(round_freeze(&contest, &err), -1);
	ck_assert_str_eq(err.text,
			 "a final needs at least two robots, but 0 take part: the season 'Season 1' stays open");
	ck_assert(!*contest.season.frozen);
	ck_assert_int_eq(contest_get_versions(contest.database, &versions, NULL), 0);
	ck_assert(versions.n == 1 && versions.items[0].round == 1);
	end_contest();
}
END_TEST

START_TEST(a_season_is_frozen_and_ends_once)
{
	struct err err = {0};
	AUTO_STR struct str when = {0};
	begin_contest("", 0, true);
	str_add(&when, contest.season.frozen);
	ck_assert_msg(round_freeze(&contest, &err) == 0, "%s", err.text);
	ck_assert_str_eq(contest.season.frozen, when.text);
	ck_assert_int_eq(contest_end_season(contest.database, "2026-02-01 00:00:00", NULL) ||
			 contest_read_season(&contest, NULL), 0);
	ck_assert_int_eq(round_freeze(&contest, &err), -1);
	ck_assert_str_eq(err.text, "the season 'Season 1' has ended");
	ck_assert_int_eq(round_play_all(&contest, 1, &err), -1);
	ck_assert_str_eq(err.text, "the season 'Season 1' has ended; `arena contest begin` begins the next");
	ck_assert_int_eq(round_play_final(&contest, &err), -1);
	ck_assert_str_eq(err.text, "the final of the season 'Season 1' has been played");
	end_contest();
}
END_TEST

/* ---- checks ----------------------------------------------------------------------------- */

START_TEST(robots_are_checked)
{
	static const struct {
		const char *robot, *reason, *list; /* how the reason begins; "": it takes part */
	} cases[] = {
		{"simple", "", "simple: "},
		{"no_get_play", "loading: cannot be loaded: it does not export get_play", "no_get_play: 1 fault"},
		{"garbage", "plays: ", "is not a valid play"},
	};
	AUTO_STR struct str path = {0}, list = {0}, reason = {0};
	struct err err = {0};
	begin_contest(", \"doctor_games\": 1", 0, false);
	zoo_path(cases[_i].robot, &path);
	ck_assert_msg(check_robot(&contest, path.text, &list, &reason, &err) == 0, "%s", err.text);
	ck_assert_msg(strncmp(str_text(&reason), cases[_i].reason, strlen(cases[_i].reason)) == 0, "%s",
		      str_text(&reason));
	ck_assert_int_eq(reason.length > 0, *cases[_i].reason != '\0');
	ck_assert_msg(strstr(list.text, cases[_i].list), "%s", list.text);
	ck_assert_ptr_null(strchr(list.text, '\033'));
	stop = 1;
	ck_assert_int_eq(check_robot(&contest, path.text, &list, &reason, &err), -1);
	ck_assert_int_eq(err.code, EXIT_INTERRUPTED);
	end_contest();
}
END_TEST

/* Their checks are kept beside them. */
START_TEST(robots_without_a_fault_enter)
{
	AUTO_STR struct str list = {0};
	struct err err = {0};
	begin_contest(", \"doctor_games\": 1, \"robots_per_team\": 2", 0, false);
	ck_assert_int_eq(mkdir("c/submissions/ann", 0755), 0);
	copy_robot("simple", "c/submissions/ann/a.so");
	copy_robot("no_get_play", "c/submissions/ann/b.so");
	ck_assert_msg(round_play_all(&contest, 1, &err) == 0, "%s", err.text);
	ck_assert_str_eq(said.text,
		"2 new versions to build and check\nann/a-1 takes part\nann/b-1 does not take part: loading: "
		"cannot be loaded: it does not export get_play\none robot takes part; a round needs two\n");
	ck_assert_int_eq(str_read_file(&list, "c/teams/ann/a-1/doctor.txt", 1 << 20, NULL), 0);
	ck_assert_ptr_nonnull(strstr(list.text, "\na: "));
	str_clear(&list);
	ck_assert_int_eq(str_read_file(&list, "c/teams/ann/b-1/doctor.txt", 1 << 20, NULL), 0);
	ck_assert_ptr_nonnull(strstr(list.text, "\nb: 1 fault"));
	end_contest();
}
END_TEST

ZOO_SUITE(0,
	LOOP(a_final_has_all_tables_or_a_pool, 0, 4),
	LOOP(a_final_needs_a_frozen_season_of_two, 0, 2),
	LOOP(a_round_has_tables, 0, 6),
	LOOP(an_unfinished_round_needs_its_robots, 0, 3),
	TEST(tables_are_of_those_that_take_part),
	TEST(so_many_rounds_are_played),
	TEST(a_new_round_needs_the_same_robots),
	TEST(a_round_whose_files_cannot_be_written_fails),
	TEST(an_unfinished_round_goes_on_in_another_place),
	TEST(two_robots_can_be_frozen),
	TEST(a_season_is_frozen_and_ends_once),
	LOOP(robots_are_checked, 0, 3),
	TEST(robots_without_a_fault_enter))
