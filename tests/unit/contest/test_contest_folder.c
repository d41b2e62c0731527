/* test_contest_folder.c - a folder of a contest: what opens it, its seeds and seasons, and paths that nobody needs to
 * see. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "contest/contest.h"
#include "temporary_folder.h"

static struct contest contest;
static struct str said;

static void hear(const char *line)
{
	str_addf(&said, "%s\n", line);
}

static void begin(void)
{
	enter_folder();
	ck_assert_int_eq(mkdir("c", 0755), 0);
	write_file("c/contest", "{\"seed\": \"7\", \"season\": \"spring\"}");
}

static void end(void)
{
	contest_release(&contest);
	str_release(&said);
	leave_folder();
}

static void open_contest(enum contest_mode mode)
{
	struct err err = {0};
	contest_release(&contest);
	contest = (struct contest){.say = hear};
	ck_assert_msg(contest_open(&contest, "c", mode, &err) == 0, "%s", err.text);
}

static void check_refusal(const char *where, enum contest_mode mode, int code, const char *text)
{
	struct contest other = {0};
	struct err err = {0};
	ck_assert_int_eq(contest_open(&other, where, mode, &err), -1);
	ck_assert_msg(strstr(err.text, text) != NULL, "%s", err.text);
	ck_assert_int_eq(err.code, code);
	contest_release(&other);
}

/* ---- opening ---------------------------------------------------------------------------- */

START_TEST(folders_without_a_contest_are_refused)
{
	ck_assert_int_eq(mkdir("a\tb", 0755) || mkdir("empty", 0755), 0);
	for (int mode = CONTEST_READ; mode <= CONTEST_CHANGE; mode++) {
		check_refusal("nothing", mode, EXIT_USAGE, "cannot open the contest 'nothing': ");
		check_refusal("empty", mode, EXIT_USAGE, "empty/contest");
		check_refusal("a\tb", mode, EXIT_USAGE, "a?b' has a path with a tab, a newline");
	}
	write_file("empty/contest", "{\"seed\": \"7\", \"table_size\": 26, \"rules\": \"dice=20 nonsense=1\"}");
	check_refusal("empty", CONTEST_READ, EXIT_USAGE, "nonsense");
}
END_TEST

/* A reader makes nothing; the first change makes the database, the first season, and a folder for the owner alone. */
START_TEST(a_change_begins_the_contest)
{
	struct stat st;
	open_contest(CONTEST_READ);
	ck_assert(contest.season.number == 0 && !contest.database && contest.lock == -1);
	ck_assert_int_eq(access("c/results", F_OK), -1);
	for (int again = 0; again < 2; again++) {
		open_contest(CONTEST_CHANGE);
		ck_assert(contest.season.number == 1 && contest.lock >= 0);
		ck_assert_str_eq(contest.season.name, "spring");
		ck_assert_int_eq(stat("c/teams", &st), 0);
		ck_assert_uint_eq(st.st_mode & 07777, 0700);
	}
	open_contest(CONTEST_READ);
	ck_assert(contest.season.number == 1 && contest.lock == -1);
	ck_assert_str_eq(strrchr(contest.results, '/'), "/results");
	ck_assert_str_eq(contest.path + strlen(contest.results), "/arena.db");
	contest_leave_database(&contest);
	ck_assert(!contest.database);
	ck_assert_int_eq(contest_enter_database(&contest, NULL), 0);
	ck_assert(contest.database != NULL);
}
END_TEST

/* A zeroed contest owns nothing, not even descriptor 0; the lock of a change is let go. */
START_TEST(a_contest_can_be_released_at_any_time)
{
	struct contest zeroed = {0};
	int null = open("/dev/null", O_RDONLY);
	ck_assert(null == 0 || dup2(null, 0) == 0);
	contest_release(&zeroed);
	ck_assert_int_ge(fcntl(0, F_GETFD), 0);
	open_contest(CONTEST_CHANGE);
	int lock = contest.lock;
	contest_release(&contest);
	contest_release(&contest);
	ck_assert_int_eq(fcntl(lock, F_GETFD), -1);
	ck_assert_int_ge(fcntl(0, F_GETFD), 0);
}
END_TEST

START_TEST(a_lost_database_is_not_replaced)
{
	open_contest(CONTEST_CHANGE);
	contest_release(&contest);
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(unlink("c/results/arena.db"), 0);
		if (i)
			write_file("c/results/arena.db", "");
		for (int mode = CONTEST_READ; mode <= CONTEST_CHANGE; mode++)
			check_refusal("c", mode, EXIT_WORLD,
				"/c/results/arena.db' is missing or empty, but the contest has begun: restore it");
		if (!i)
			write_file("c/results/arena.db", "");
	}
	ck_assert_int_eq(rmdir("c/teams"), 0);
	open_contest(CONTEST_CHANGE); /* it had not begun */
	ck_assert_int_eq(contest.season.number, 1);
	contest_release(&contest);
	ck_assert_int_eq(unlink("c/results/arena.db") || rmdir("c/teams"), 0);
	write_file("c/teams", "not a folder");
	check_refusal("c", CONTEST_CHANGE, EXIT_WORLD, "is missing or empty");
}
END_TEST

START_TEST(another_seed_is_refused)
{
	open_contest(CONTEST_CHANGE);
	contest_release(&contest);
	write_file("c/contest", "{\"seed\": \"8\"}");
	for (int mode = CONTEST_READ; mode <= CONTEST_CHANGE; mode++)
		check_refusal("c", mode, EXIT_USAGE,
			"/c/contest' has a different seed than when the season 'spring' began: restore that seed");
}
END_TEST

/* ---- seasons ---------------------------------------------------------------------------- */

/* Seeds decide all games: they never change. */
START_TEST(each_round_has_its_seed)
{
	static const struct {
		int season, round;
		const char *seed;
	} cases[] = {
		{1, 1, "43d3769d487906ee5a9c368e62d6e51fc87ffe46bd03834e70b8d639430918e0"},
		{1, 2, "848cdd7786bab9803b159d000f32057f3b18ed5f5d8bfd5b1ebeac6f2755823f"},
		{1, 0, "3b951121b6cb7b323ab7238491e5bd9ca3701a0e9ca4ac3c0cea4616591ca463"},
		{2, 0, "d3887ffb01f4b7c200af2995ab98abc4ac331cf696f93dc9234165952259bd05"},
		{12, 1, "54b2823a3e6e2773dfb4ead4430aeec145aabd599e8f1d0cf847100743be9c1b"},
	};
	char seed[CONTEST_SEED];
	open_contest(CONTEST_READ);
	for (int i = 0; i < COUNT(cases); i++) {
		contest_seed(&contest, cases[i].season, cases[i].round, seed);
		ck_assert_str_eq(seed, cases[i].seed);
	}
}
END_TEST

START_TEST(seasons_follow_each_other)
{
	struct err err = {0};
	static const struct {
		const char *name, *is_called; /* or the error */
	} cases[] = {
		{NULL, "Season 2"}, {"autumn", "autumn"},
		{"autumn", "a season 'autumn' exists already; choose another name"},
		{"spring", "a season 'spring' exists already; choose another name"}, {"Season 5", "Season 5"},
		{"Season 2", "a season 'Season 2' exists already; choose another name"},
		{NULL, "a season 'Season 5' exists already; choose another name"}, {"last", "last"},
	};
	open_contest(CONTEST_CHANGE);
	ck_assert_int_eq(contest_next_season(&contest, NULL, &err), -1);
	ck_assert_str_eq(err.text, "the season 'spring' has not ended: `arena contest final` ends it");
	for (int i = 0; i < COUNT(cases); i++) {
		int64_t number = contest.season.number;
		ck_assert_int_eq(contest_end_season(contest.database, "2026-01-01 00:00:00", NULL), 0);
		ck_assert_int_eq(contest_read_season(&contest, NULL), 0);
		int failed = contest_next_season(&contest, cases[i].name, &err);
		ck_assert_str_eq(failed ? err.text : contest.season.name, cases[i].is_called);
		ck_assert(!failed || err.code == EXIT_USAGE);
		ck_assert_int_eq(contest.season.number, failed ? number : number + 1);
		ck_assert_uint_eq(strlen(contest.season.seal), CONTEST_SEED - 1);
	}
}
END_TEST

/* ---- texts ------------------------------------------------------------------------------ */

START_TEST(paths_of_the_contest_are_not_shown)
{
	static const char *const cases[][2] = {
		{"", ""}, {"text", "text"}, {"/x/c/teams/a", "teams/a"}, {"in /x/c/a, /x/c/b: no", "in a, b: no"},
		{"/x/c/", ""}, {"/x/c", "/x/c"}, {"/x/cc/a", "/x/cc/a"}, {"/x/c//x/c/a", "a"}, {"/y/x/c/a", "/ya"},
	};
	struct contest other = {.folder = (char[]){"/x/c"}};
	for (int i = 0; i < COUNT(cases); i++) {
		AUTO_STR struct str out = {0};
		contest_add_public(&other, cases[i][0], &out);
		ck_assert_str_eq(str_text(&out), cases[i][1]);
	}
}
END_TEST

START_TEST(messages_are_heard)
{
	char name[1200] = "";
	struct contest silent = {.say = NULL};
	contest = (struct contest){.lock = -1, .say = hear};
	memset(name, 'x', sizeof name - 1);
	contest_say(&contest, "%s: %d", "round", 7);
	contest_say(&silent, "%s", "nothing");
	ck_assert_str_eq(said.text, "round: 7\n");
	contest_say(&contest, "%s", name);
	ck_assert_uint_eq(said.length, 9 + 999 + 1);
}
END_TEST

START_TEST(times_are_in_utc)
{
	char now[CONTEST_TIME];
	int n = 0;
	contest_now(now);
	ck_assert_uint_eq(strlen(now), CONTEST_TIME - 1);
	sscanf(now, "%*4d-%*2d-%*2d %*2d:%*2d:%*2d%n", &n);
	ck_assert_int_eq(n, CONTEST_TIME - 1);
}
END_TEST

SUITE_WITH(begin, end, 0,
	TEST(folders_without_a_contest_are_refused),
	TEST(a_change_begins_the_contest),
	TEST(a_contest_can_be_released_at_any_time),
	TEST(a_lost_database_is_not_replaced),
	TEST(another_seed_is_refused),
	TEST(each_round_has_its_seed),
	TEST(seasons_follow_each_other),
	TEST(paths_of_the_contest_are_not_shown),
	TEST(messages_are_heard),
	TEST(times_are_in_utc))
