/* test_contest.c - pairings of a round, labels and ratings of versions, names and files of submissions, settings. */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "contest/files.h"
#include "contest/ladder.h"
#include "contest/settings.h"
#include "match/schedule.h"
#include "stats/anytime.h"
#include "temporary_folder.h"

/* ---- pairing ---------------------------------------------------------------------------- */

enum { N = 7 };
static const int all[N] = {0, 1, 2, 3, 4, 5, 6};

/* 0 and 1 may be equal, all others are far apart. Every robot has played 100 games with each of its two neighbours. */
static void make_strengths(struct strengths *strengths)
{
	static const int couples[N - 1][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 6}};
	static const double share[2][2] = {{0.5, 0.5}, {0.9, 0.1}};
	struct strength_unit units[N - 1];
	for (int i = 0; i < N - 1; i++)
		units[i] = (struct strength_unit){
			.n_seats = 2, .robots = couples[i], .shares = share[i > 0], .games = 10, .times = 10};
	strengths_fit(strengths, N, units, N - 1);
}

START_TEST(all_play_and_the_uncertain_more)
{
	struct strengths strengths;
	make_strengths(&strengths);
	for (int n_seats = 2; n_seats <= 4; n_seats++) {
		const struct pairing pairing = {.strengths = &strengths,
						.robots = all,
						.same = all,
						.n = N,
						.n_seats = n_seats,
						.games = 10,
						.n_tables = 24,
						.key = {{1, 2}}};
		int tables[24 * 4], again[24 * 4], of_robot[N] = {0};
		ck_assert_int_eq(pairing_n_tables(&pairing), 24);
		pairing_tables(&pairing, tables);
		pairing_tables(&pairing, again);
		ck_assert_int_eq(memcmp(tables, again, sizeof *tables * 24 * (size_t)n_seats), 0);
		for (int t = 0; t < 24; t++) {
			for (int i = 0; i < n_seats; i++) {
				of_robot[tables[t * n_seats + i]]++;
				for (int k = 0; k < i; k++)
					ck_assert_int_ne(tables[t * n_seats + i], tables[t * n_seats + k]);
			}
		}
		for (int i = 0; i < N; i++)
			ck_assert_int_ge(of_robot[i], 2);
		for (int i = 4; i < N && n_seats == 2; i++)
			ck_assert_msg(of_robot[0] > of_robot[i] && of_robot[1] > of_robot[i], "%d", i);
	}
	strengths_release(&strengths);
}
END_TEST

/* Of robots with equal files, the tables that are not drawn have the first one. */
START_TEST(equal_files_are_seated_once)
{
	static const int same[N] = {0, 0, 0, 3, 4, 5, 6};
	static double theta[N], covariance[N * N];
	const struct strengths strengths = {.n = N, .theta = theta, .covariance = covariance};
	const struct pairing pairing = {.strengths = &strengths, .robots = all, .same = same, .n = N, .n_seats = 2,
		.games = 4, .n_tables = 40};
	int tables[80], of_robot[2][N] = {{0}};
	pairing_tables(&pairing, tables);
	for (int i = 0; i < 80; i++)
		of_robot[i >= 24][tables[i]]++;
	for (int i = 0; i < N; i++)
		ck_assert_msg(of_robot[0][i] >= 3 && (of_robot[1][i] > 0) == (same[i] == i), "%d", i);
}
END_TEST

START_TEST(a_round_seats_every_robot)
{
	static const struct {
		int n, n_seats, n_tables;
	} cases[] = {{7, 2, 4}, {6, 2, 3}, {7, 3, 3}, {3, 3, 1}, {4, 3, 2}};
	for (int i = 0; i < COUNT(cases); i++) {
		const struct pairing pairing = {.n = cases[i].n, .n_seats = cases[i].n_seats, .n_tables = 1};
		ck_assert_int_eq(pairing_n_tables(&pairing), cases[i].n_tables);
	}
}
END_TEST

/* Circles of all robots, as long as they are at most a third of the tables, but at least one. 0 and 1 alone seem equal:
 * they have all other tables. */
START_TEST(a_third_of_the_tables_is_drawn)
{
	static const struct {
		int n_tables, n_drawn;
	} cases[] = {{4, 4}, {5, 4}, {23, 4}, {24, 8}, {25, 8}, {36, 12}};
	static double theta[N] = {0, 0, -100, -200, -300, -400, -500}, covariance[N * N];
	const struct strengths strengths = {.n = N, .theta = theta, .covariance = covariance};
	covariance[0] = 1;
	for (int i = 0; i < COUNT(cases); i++) {
		const struct pairing pairing = {.strengths = &strengths, .robots = all, .same = all, .n = N,
			.n_seats = 2, .games = 1, .n_tables = cases[i].n_tables, .key = {{1, 2}}};
		int tables[36 * 2], n_drawn = cases[i].n_tables;
		pairing_tables(&pairing, tables);
		while (n_drawn > 0 && tables[2 * n_drawn - 2] + tables[2 * n_drawn - 1] == 1)
			n_drawn--;
		ck_assert_int_eq(n_drawn, cases[i].n_drawn);
	}
}
END_TEST

/* The seed of a round decides them: they never change. The last table is filled up with the first of its circle. */
START_TEST(the_drawn_tables_follow_from_the_key)
{
	static const int wanted[2][4 * 2] = {{1, 3, 6, 4, 0, 2, 5, 1}, {2, 5, 6, 3, 0, 4, 1, 2}};
	static double theta[N], covariance[N * N];
	const struct strengths strengths = {.n = N, .theta = theta, .covariance = covariance};
	const struct pairing pairing = {.strengths = &strengths, .robots = all, .same = all, .n = N, .n_seats = 2,
		.games = 1, .n_tables = 24, .key = {{1, 2}}};
	int tables[24 * 2];
	pairing_tables(&pairing, tables);
	ck_assert_mem_eq(tables, wanted, sizeof wanted);
}
END_TEST

/* ---- files ------------------------------------------------------------------------------ */

static void remove_folder(void)
{
	ck_assert_int_eq(chdir("/"), 0);
	ck_assert_int_eq(files_remove(folder, NULL), 0);
	ck_assert_int_ne(access(folder, F_OK), 0);
	strcpy(folder, "/tmp/arena-test-XXXXXX");
}

START_TEST(the_hash_covers_names_modes_and_bytes)
{
	char first[65], second[65];
	AUTO_STR struct str reason = {0};
	for (int change = 0; change < 5; change++) {
		AUTO_FILES struct files files = {.most = 100}, copied = {.most = 100};
		ck_assert_int_eq(mkdir("in", 0755), 0);
		write_file("in/b", change == 1 ? "c" : "b");
		write_file(change == 2 ? "in/aa" : "in/a", "#!x");
		write_file("in/.hidden", change == 3 ? "other" : "text");
		ck_assert_int_eq(chmod("in/b", change == 4 ? 0755 : 0644), 0);
		ck_assert_msg(files_add(&files, "in", "", &reason), "%s", str_text(&reason));
		files_sort(&files);
		files_hash(&files, change ? second : first);
		ck_assert_int_eq(files.n, 2);
		ck_assert(files.items[0].is_program && files.items[1].is_program == (change == 4));
		ck_assert_int_eq(change && strcmp(first, second) == 0, change == 3);
		ck_assert_int_eq(files_write(&files, "out/source", NULL), 0);
		ck_assert(files_add(&copied, "out/source", "", &reason));
		files_sort(&copied);
		files_hash(&copied, second);
		char sha256[65];
		files_hash(&files, sha256);
		ck_assert_str_eq(sha256, second);
		ck_assert_int_eq(files_remove("in", NULL) || files_remove("out", NULL), 0);
	}
}
END_TEST

/* It says which files are known, and not built again: it never changes. */
START_TEST(the_hash_of_files_is_always_the_same)
{
	AUTO_FILES struct files files = {.most = 100};
	AUTO_STR struct str reason = {0};
	char sha256[65];
	ck_assert(files_add_bytes(&files, "b/c", false, "b", 1, &reason) &&
		  files_add_bytes(&files, "a", true, "#!x", 3, &reason));
	files_sort(&files);
	files_hash(&files, sha256);
	/* of "x 3 a\0#!x- 1 b/c\0b" */
	ck_assert_str_eq(sha256, "855cd29b343f3bb0a79bda1991e6bfe360db1f0a4b3f6b8c6bf9f49916948541");
}
END_TEST

/* Also when what is read at once is all that is allowed. */
START_TEST(a_file_is_never_cut)
{
	AUTO_STR struct str text = {0}, reason = {0};
	str_addf(&text, "%065536d", 0);
	for (int i = 0; i < 2; i++) {
		AUTO_FILES struct files files = {.most = 65536};
		write_file("f", text.text);
		ck_assert_int_eq(files_add(&files, "f", "f", &reason), i == 0);
		ck_assert_int_eq(files.n, i == 0);
		str_add(&text, "0");
	}
	ck_assert_msg(strncmp(reason.text, "'f' is too large: ", 18) == 0, "%s", reason.text);
}
END_TEST

START_TEST(only_regular_files_are_accepted)
{
	static const char *const why[] = {"symbolic link", "neither a file nor a folder", "is too large",
		"not valid UTF-8"};
	AUTO_STR struct str reason = {0};
	AUTO_FILES struct files files = {.most = 100};
	ck_assert_int_eq(mkdir("in", 0755), 0);
	switch (_i) {
	case 0: ck_assert_int_eq(symlink("/etc/passwd", "in/link"), 0); break;
	case 1: ck_assert_int_eq(mkfifo("in/pipe", 0600), 0); break;
	case 2:
		write_file("in/big",
			   "123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890"
			   "12345678901234567890");
		break;
	default: write_file("in/\xff", ""); break;
	}
	ck_assert(!files_add(&files, "in", "", &reason));
	ck_assert_msg(strstr(reason.text, why[_i]) != NULL, "%s", reason.text);
}
END_TEST

START_TEST(names_are_safe)
{
	static const char *const good[] = {"ann", "Ann & Bob", "<b>", "\xc3\xa9t\xc3\xa9", "a.b", "x 1",
					   "1234567890123456789012345678901234567890123456789012345678901234"};
	static const char *const bad[] = {"",
					  ".a",
					  "-a",
					  " a",
					  "a ",
					  "a/b",
					  "a:b",
					  "a,b",
					  "a\\b",
					  "a\nb",
					  "\xff",
					  "\xe2\x80\xae",
					  "12345678901234567890123456789012345678901234567890123456789012345"};
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		ck_assert_msg(files_is_name(good[i]), "%s", good[i]);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ck_assert_msg(!files_is_name(bad[i]), "%s", bad[i]);
}
END_TEST

/* ---- settings --------------------------------------------------------------------------- */

START_TEST(settings_are_read_back)
{
	struct settings wrote, read;
	AUTO_STR struct str text = {0};
	struct err err = {0};
	settings_init(&wrote);
	ck_assert_int_eq(settings_set(&wrote, "seed=7", "--set", NULL) ||
				 settings_set(&wrote, "table_size=3", "--set", NULL) ||
				 settings_set(&wrote, "rules=dice=3 wild=none", "--set", NULL),
			 0);
	settings_to_text(&wrote, &text);
	write_file("contest", text.text);
	ck_assert_msg(settings_load(&read, ".", &err) == 0, "%s", err.text);
	ck_assert_int_eq(memcmp(&wrote, &read, sizeof read), 0);
}
END_TEST

START_TEST(wrong_settings_are_refused)
{
	static const char *const wrong[][2] = {
		{"{\"seed\": \"7\", \"table_sise\": 3}", "did you mean 'table_size'"},
		{"{\"seed\": \"7\", \"table_size\": 1}", "from 2 to 26"},
		{"{}", "'seed'"},
		{"{\"seed\": \"7\", \"variant\": \"nim\"}", "nim"},
		{"{\"seed\": \"7\", \"rules\": \"dice=0\"}", "dice"},
	};
	struct settings read;
	struct err err = {0};
	write_file("contest", wrong[_i][0]);
	ck_assert_int_ne(settings_load(&read, ".", &err), 0);
	ck_assert_msg(err.code == EXIT_USAGE && strstr(err.text, wrong[_i][1]) != NULL, "%s", err.text);
}
END_TEST

/* Of each whole number the least and the largest. */
START_TEST(numbers_have_limits)
{
	static const struct {
		const char *name;
		long long low, high;
	} cases[] = {
		{"move_time_ms", 1, 3600000}, {"start_time_ms", 1, 3600000}, {"memory_mb", 16, 1048576},
		{"table_size", 2, 26}, {"games_per_round", 1, 1000000000},
		{"games_per_table", 1, 1000000}, {"match_length", 1, SCHEDULE_MAX_LENGTH}, {"robots_per_team", 1, 1000},
		{"versions_per_day", 1, 1000000}, {"submission_mb", 1, 1024}, {"build_seconds", 1, 86400},
		{"build_memory_mb", 16, 1048576}, {"build_disk_mb", 1, 1048576}, {"doctor_games", 1, 1000},
		{"final_blocks", 1, 1000000},
	};
	for (int i = 0; i < COUNT(cases); i++) {
		for (int k = 0; k < 4; k++) {
			long long value = k < 2 ? cases[i].low - k : cases[i].high + k - 2;
			AUTO_STR struct str text = {0};
			struct settings settings;
			struct err err = {0};
			settings_init(&settings);
			str_addf(&text, "%s=%lld", cases[i].name, value);
			int failed = settings_set(&settings, text.text, "--set", &err);
			ck_assert_msg(failed == (k % 2 ? -1 : 0), "%s", text.text);
		}
	}
}
END_TEST

START_TEST(texts_have_at_most_199_bytes)
{
	for (int n = 199; n <= 200; n++) {
		struct settings settings;
		struct err err = {0};
		char text[300];
		settings_init(&settings);
		snprintf(text, sizeof text, "title=%0*d", n, 0);
		ck_assert_int_eq(settings_set(&settings, text, "--set", &err), n == 199 ? 0 : -1);
		ck_assert_uint_eq(strlen(settings.title), n == 199 ? 199 : 7);
	}
}
END_TEST

/* What is empty is left out: a seed has no default. */
START_TEST(settings_have_defaults)
{
	struct settings settings;
	AUTO_STR struct str text = {0};
	settings_init(&settings);
	settings_to_text(&settings, &text);
	ck_assert_str_eq(text.text,
			 "{\n  \"title\": \"Contest\",\n  \"season\": \"Season 1\",\n  \"variant\": \"liars-dice\",\n"
			 "  \"move_time_ms\": 100,\n  \"start_time_ms\": 3000,\n  \"memory_mb\": 512,\n"
			 "  \"deals\": \"independent\",\n"
			 "  \"table_size\": 2,\n  \"games_per_round\": 2000,\n  \"games_per_table\": 20,\n"
			 "  \"match_length\": 1,\n  \"robots_per_team\": 1,\n  \"versions_per_day\": 10,\n"
			 "  \"submission_mb\": 32,\n  \"build_seconds\": 60,\n  \"build_memory_mb\": 2048,\n"
			 "  \"build_disk_mb\": 512,\n"
			 "  \"read_seconds\": 20,\n  \"check_seconds\": 60,\n  \"round_wait_seconds\": 45,\n"
			 "  \"challenges_per_hour\": 6,\n"
			 "  \"team_minutes_per_day\": 30,\n  \"on_round_seconds\": 60,\n"
			 "  \"doctor_games\": 24,\n  \"final_blocks\": 100,\n  \"final_form\": \"round-robin\",\n"
			 "  \"final_rounds\": 0,\n  \"final_top\": 0,\n  \"final_seats\": 0,\n"
			 "  \"final_results\": \"at-once\"\n}\n");
	const struct limits limits = settings_limits(&settings);
	ck_assert_int_eq(limits.move_time_ns, 100000000);
	ck_assert_int_eq(limits.start_time_ns, 3000000000);
	ck_assert_uint_eq(limits.memory, 512 * 1048576);
}
END_TEST

START_TEST(rules_are_words_with_any_blanks)
{
	static const struct {
		const char *rules, *begin; /* NULL: they are refused */
	} cases[] = {{"", "liars-dice dice=5 faces=6 wild=none "}, {" dice=3", "liars-dice dice=3 faces=6 wild=none "},
		     {"dice=3  wild=ones ", "liars-dice dice=3 faces=6 wild=ones "}, {"dice=3 nonsense", NULL},
		     {"nonsense dice=3", NULL}};
	for (int i = 0; i < COUNT(cases); i++) {
		struct settings settings;
		struct rules rules;
		struct err err = {0};
		AUTO_STR struct str text = {0};
		settings_init(&settings);
		snprintf(settings.rules, sizeof settings.rules, "%s", cases[i].rules);
		ck_assert_msg(settings_rules(&settings, &rules, &err) == (cases[i].begin ? 0 : -1), "%s", err.text);
		if (!cases[i].begin)
			continue;
		rules_to_text(&rules, &text);
		ck_assert_msg(strncmp(text.text, cases[i].begin, strlen(cases[i].begin)) == 0, "%s", text.text);
	}
}
END_TEST

/* ---- labels ----------------------------------------------------------------------------- */

START_TEST(versions_are_found_by_their_labels)
{
	static char blue[] = "blue", red[] = "red", one[] = "a-1", two[] = "a-2", unknown[] = "blue/a-3",
		known[] = "red/a-1";
	struct contest_version items[] = {{.team = red, .name = two}, {.team = blue, .name = one},
		{.team = red, .name = one}};
	const struct contest_versions versions = {items, 3};
	struct run_config_robot robots[] = {{.label = known}, {.label = unknown}};
	struct run_config info = {.n_robots = 1, .robots = robots};
	struct labels labels;
	struct err err = {0};
	int *list;
	labels_init(&labels, &versions);
	ck_assert_int_eq(labels_find(&labels, "red/a-2"), 0);
	ck_assert_int_eq(labels_find(&labels, "blue/a-1"), 1);
	ck_assert_int_eq(labels_find(&labels, "red/a-1"), 2);
	ck_assert_int_eq(labels_find(&labels, "blue/a-3"), -1);
	ck_assert_int_eq(labels_find(&labels, ""), -1);
	ck_assert(ladder_find_versions(&info, &labels, &list, &err) == 0 && list[0] == 2);
	free(list);
	info.n_robots = 2;
	ck_assert(ladder_find_versions(&info, &labels, &list, &err) == -1 && err.code == EXIT_WORLD);
	ck_assert_msg(strstr(err.text, "'blue/a-3'") != NULL, "%s", err.text);
	free(list);
	labels_release(&labels);
}
END_TEST

/* ---- the ladder ------------------------------------------------------------------------- */

/* A match of three versions, with their shares of the wins. */
static void add_three(struct ladder *ladder, const int *who, const double *shares, uint32_t games, uint64_t times)
{
	uint32_t words[2 + 3 * 3] = {3, games};
	for (int i = 0; i < 3; i++) {
		words[2 + 3 * i] = (uint32_t)who[i];
		memcpy(&words[2 + 3 * i + 1], &shares[i], sizeof shares[i]);
	}
	ck_assert_uint_eq(intern_add(&ladder->units, words, 11), ladder->n_times);
	ladder->times = mem_resize(ladder->times, ladder->n_times + 1, sizeof *ladder->times);
	ladder->times[ladder->n_times++] = times;
}

static const int trios[2][3] = {{0, 2, 4}, {0, 4, 5}};
static const double trio_shares[2][3] = {{0.5, 0.25, 0.25}, {1, 0, 0}};

/* 0, 2, 4 and 5 have played, 0, 2, 3 and 4 take part. Matches with 5 do not count. */
START_TEST(the_ladder_is_of_those_that_play)
{
	struct contest_version items[6];
	const struct contest_versions versions = {items, 6};
	struct contest_rating *ratings[2];
	for (int i = 0; i < 6; i++)
		items[i] = (struct contest_version){.id = 10 + i, .is_active = i != 1 && i != 5};
	for (int order = 0; order < 2; order++) {
		static const int wanted[] = {0, 2, 3, 4};
		static const uint64_t matches[] = {2, 2, 0, 2};
		AUTO_LADDER struct ladder ladder = {0};
		struct strengths strengths;
		int *list;
		for (int i = 0; i < 2; i++) {
			int k = i ^ order;
			add_three(&ladder, trios[k], trio_shares[k], k ? 12 : 6, k ? 3 : 2);
		}
		ladder_fit(&ladder, &versions, &strengths, &list);
		ck_assert_int_eq(strengths.n, 4);
		ck_assert_mem_eq(list, wanted, sizeof wanted);
		ratings[order] = ladder_ratings(&strengths, list, &versions);
		for (int i = 0; i < 4; i++) {
			const struct contest_rating *rating = &ratings[order][i];
			ck_assert_int_eq(rating->version, 10 + wanted[i]);
			ck_assert_uint_eq(rating->matches, matches[i]);
			ck_assert_double_eq_tol(rating->elo, 400 / log(10) * strengths.theta[i], 1e-9);
			ck_assert(rating->low == -1200 || rating->high == 1200 ||
				  fabs(2 * rating->elo - rating->low - rating->high) < 1e-9);
			ck_assert(rating->high > rating->elo);
		}
		ck_assert(ratings[order][0].elo > ratings[order][1].elo &&
			  ratings[order][0].elo > ratings[order][3].elo);
		strengths_release(&strengths);
		free(list);
	}
	ck_assert_mem_eq(ratings[0], ratings[1], 4 * sizeof *ratings[0]); /* whatever the order of the matches */
	free(ratings[0]);
	free(ratings[1]);
}
END_TEST

/* Before the first match a strength has the variance 4, and intervals end at 1200 Elo. */
START_TEST(a_ladder_without_matches_is_uncertain)
{
	struct contest_version items[2] = {{.id = 1, .is_active = true}, {.id = 2, .is_active = true}};
	const struct contest_versions versions = {items, 2};
	AUTO_LADDER struct ladder ladder = {0};
	struct strengths strengths;
	int *list;
	ladder_fit(&ladder, &versions, &strengths, &list);
	AUTO_FREE struct contest_rating *ratings = ladder_ratings(&strengths, list, &versions);
	for (int i = 0; i < 2; i++) {
		ck_assert(ratings[i].version == i + 1 && ratings[i].elo == 0 && ratings[i].matches == 0);
		ck_assert(400 / log(10) * anytime_width(4, ANYTIME_RATING) > 1200 && ratings[i].high == 1200 &&
			  ratings[i].low == -1200);
	}
	strengths_release(&strengths);
	free(list);
}
END_TEST

static void write_pair(int a, int b, double value, uint32_t games, uint64_t times, void *context)
{
	str_addf(context, "%d-%d %g %d %d; ", a, b, value, (int)games, (int)times);
}

START_TEST(each_pair_of_a_match_is_visited)
{
	AUTO_LADDER struct ladder ladder = {0};
	AUTO_STR struct str pairs = {0};
	add_three(&ladder, trios[0], trio_shares[0], 6, 2);
	add_three(&ladder, trios[1], trio_shares[1], 12, 3);
	ladder_each_pair(&ladder, write_pair, &pairs);
	ck_assert_str_eq(pairs.text,
			 "0-2 0.625 6 2; 0-4 0.625 6 2; 2-4 0.5 6 2; 0-4 1 12 3; 0-5 1 12 3; 4-5 0.5 12 3; ");
}
END_TEST

int main(void)
{
	TCase *cases = add_case("pairing", 0);
	tcase_add_test(cases, all_play_and_the_uncertain_more);
	tcase_add_test(cases, equal_files_are_seated_once);
	tcase_add_test(cases, a_round_seats_every_robot);
	tcase_add_test(cases, a_third_of_the_tables_is_drawn);
	tcase_add_test(cases, the_drawn_tables_follow_from_the_key);

	tcase_add_test(add_case("labels", 0), versions_are_found_by_their_labels);

	TCase *ladder = add_case("ladder", 0);
	tcase_add_test(ladder, the_ladder_is_of_those_that_play);
	tcase_add_test(ladder, a_ladder_without_matches_is_uncertain);
	tcase_add_test(ladder, each_pair_of_a_match_is_visited);

	TCase *files = add_case("files", 0);
	tcase_add_checked_fixture(files, enter_folder, remove_folder);
	tcase_add_test(files, the_hash_covers_names_modes_and_bytes);
	tcase_add_test(files, the_hash_of_files_is_always_the_same);
	tcase_add_test(files, a_file_is_never_cut);
	tcase_add_loop_test(files, only_regular_files_are_accepted, 0, 4);
	tcase_add_test(files, names_are_safe);
	tcase_add_test(files, settings_are_read_back);
	tcase_add_loop_test(files, wrong_settings_are_refused, 0, 5);
	tcase_add_test(files, numbers_have_limits);
	tcase_add_test(files, texts_have_at_most_199_bytes);
	tcase_add_test(files, settings_have_defaults);
	tcase_add_test(files, rules_are_words_with_any_blanks);
	return run_suite();
}
