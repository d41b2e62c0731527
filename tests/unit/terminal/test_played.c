/* test_played.c - what is kept of the games of people: their pages, and the last table. */
#include <check.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "temporary_folder.h"
#include "terminal/play_session.h"

static struct robot robots[2];

/* Keeps a page of a series in which no game is over. */
static void keep(struct played *played)
{
	struct err err = {0};
	struct tournament tournament = {.robots = robots};
	static char ann[] = "Ann", bob[] = "Bob";
	char *names[] = {ann, bob};
	ck_assert_int_eq(rules_init(&tournament.rules, "wild", &err), 0);
	tournament.schedule.n_robots = 2;
	if (!played->games)
		played->games = json_array();
	ck_assert_msg(played_keep(played, &tournament, names, "results", &err) == 0, "%s", err.text);
}

static int count_files(void)
{
	int n = 0;
	DIR *dir = opendir("results/played");
	ck_assert_ptr_nonnull(dir);
	for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
		n += *entry->d_name != '.';
	closedir(dir);
	return n;
}

/* Of 203 pages and the new one, the oldest are removed. Files with other names, links and folders stay, whatever their
 * age. */
START_TEST(the_newest_pages_stay)
{
	struct played played = {0};
	static const char *const others[] = {"2020-01-01-00000.html", "2020-01-01-000000.htm",
		"2020-01-01-000000x.html", "mine.html", "x2020-01-01-000000.html", "2020-01-01-000000-2.html.bak",
		"last.json"};
	char path[80];
	ck_assert_int_eq(mkdir("results", 0755) || mkdir("results/played", 0700), 0);
	for (int i = 0; i < 203; i++) {
		snprintf(path, sizeof path, "results/played/2020-01-%02d-0000%02d%s.html", i / 50 + 1, i / 2 % 25,
			 i % 2 ? "-2" : "");
		write_file(path, "old");
	}
	for (int i = 0; i < COUNT(others); i++) {
		snprintf(path, sizeof path, "results/played/%s", others[i]);
		write_file(path, "of the user");
	}
	ck_assert_int_eq(symlink("mine.html", "results/played/2019-01-01-000000.html") ||
			 mkdir("results/played/2019-01-01-000001.html", 0700), 0);
	keep(&played);
	ck_assert_int_eq(count_files(), PLAYED_MOST + COUNT(others) + 2);
	ck_assert_int_eq(access(played.path, F_OK), 0);
	ck_assert_int_eq(access("results/played/2019-01-01-000000.html", F_OK) ||
			 access("results/played/2019-01-01-000001.html", F_OK), 0);
	for (int i = 0; i < COUNT(others); i++) {
		snprintf(path, sizeof path, "results/played/%s", others[i]);
		ck_assert_msg(access(path, F_OK) == 0, "%s is gone", path);
	}
	ck_assert_int_ne(access("results/played/2020-01-01-000000.html", F_OK), 0); /* the oldest one */
	ck_assert_int_eq(access("results/played/2020-01-05-000001.html", F_OK), 0);
	int n_after = count_files();
	keep(&played); /* the same page once more */
	ck_assert_int_eq(count_files(), n_after);
	played_release(&played);
}
END_TEST

/* A clock that was ahead has left newer names. */
START_TEST(the_page_of_now_stays)
{
	struct played played = {0};
	char path[80];
	ck_assert_int_eq(mkdir("results", 0755) || mkdir("results/played", 0700), 0);
	for (int i = 0; i < PLAYED_MOST + 5; i++) {
		snprintf(path, sizeof path, "results/played/2999-01-01-%06d.html", i);
		write_file(path, "of the future");
	}
	keep(&played);
	ck_assert_int_eq(access(played.path, F_OK), 0);
	ck_assert_int_eq(count_files(), PLAYED_MOST + 1);
	played_release(&played);
}
END_TEST

START_TEST(the_last_table_is_remembered)
{
	static char ann[] = "human:name=Ann", option[] = "--trust", prober[] = "prober";
	char *specs[] = {ann, option, prober};
	static const char *const wanted[] = {"-v", "wild", "-r", "dice=3", "--", "human:name=Ann", "--trust", "prober"};
	AUTO_WORDS struct words words = {0}, none = {0};
	struct rules rules;
	ck_assert_int_eq(rules_init(&rules, "wild", NULL) || rules_set(&rules, "dice=3", NULL), 0);
	played_remember("results", &rules, specs, 3); /* without the folder nothing is stored */
	ck_assert(!played_recall("results", &none));
	ck_assert_int_eq(mkdir("results", 0755) || mkdir("results/played", 0700), 0);
	played_remember("results", &rules, specs, 3);
	ck_assert(played_recall("results", &words));
	ck_assert_int_eq(words.n, COUNT(wanted));
	for (int i = 0; i < COUNT(wanted); i++)
		ck_assert_str_eq(words.word[i], wanted[i]);
	rules.name[0] = 'x'; /* of a file: the table before stays */
	played_remember("results", &rules, specs, 2);
	ck_assert(played_recall("results", &none));
	ck_assert_int_eq(none.n, COUNT(wanted));
}
END_TEST

/* A damaged file names no table, or one that cannot be played. */
START_TEST(damaged_tables_are_not_used)
{
	static const struct {
		const char *text;
		int n_words; /* 0: there is no table */
	} files[] = {
		{"", 0}, {"[]", 0}, {"{}", 0}, {"{\"variant\": 3}", 0}, {"{\"variant\": \"wild\"", 0},
		{"{\"variant\": \"wild\"}", 3},
		{"{\"variant\": \"wild\", \"rules\": {}, \"players\": \"human\"}", 3},
		{"{\"variant\": \"wild\", \"rules\": [null], \"players\": [1]}", 6},
	};
	AUTO_WORDS struct words words = {0};
	ck_assert_int_eq(mkdir("results", 0755) || mkdir("results/played", 0700), 0);
	write_file("results/played/last.json", files[_i].text);
	ck_assert_int_eq(played_recall("results", &words), files[_i].n_words > 0);
	ck_assert_int_eq(words.n, files[_i].n_words);
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0,
	TEST(the_newest_pages_stay),
	TEST(the_page_of_now_stays),
	TEST(the_last_table_is_remembered),
	LOOP(damaged_tables_are_not_used, 0, 8))
