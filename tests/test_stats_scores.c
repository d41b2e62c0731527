/* test_stats_scores.c - scores, first places and head-to-head counts from blocks. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "stats/scores.h"

/* Two kinds of unit at a table of three (robots 0, 1, 2) and one of 0 against 3. */
static void fill(struct blocks *blocks)
{
	int three[] = {0, 1, 2}, two[] = {3, 0};
	blocks_game(blocks, 3, three, (int[]){1, 2, 3}, 2);
	blocks_game(blocks, 3, three, (int[]){2, 2, 1}, 1);
	blocks_end(blocks, 10);
	blocks_game(blocks, 3, three, (int[]){1, 1, 1}, 3);
	blocks_end(blocks, 5);
	blocks_game(blocks, 2, two, (int[]){1, 2}, 2);
	blocks_end(blocks, 4);
	blocks_sort(blocks);
}

START_TEST(scores_are_means_over_units)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	struct robot_scores of[4];
	fill(&blocks);
	scores_of(&blocks, of);
	ck_assert_uint_eq(of[0].score.games, 53);
	ck_assert_uint_eq(of[0].score.units, 19);
	/* Units of robot 0: (1 + 1 + 1/4) / 3 ten times, 1/2 five times, 0 four times. */
	ck_assert_double_eq_tol(of[0].score.sum, 10 * 0.75 + 5 * 0.5, 1e-12);
	ck_assert_double_eq_tol(of[0].score.squares, 10 * 0.75 * 0.75 + 5 * 0.25, 1e-12);
	ck_assert_double_eq_tol(of[0].first.sum, 10 * 2.0 / 3 + 5.0 / 3, 1e-12);
	ck_assert_double_eq_tol(of[0].fair, (45 / 3.0 + 8 / 2.0) / 53, 1e-12);
	ck_assert_double_eq_tol(of[2].score.sum, 10 / 3.0 + 5 * 0.5, 1e-12);
	ck_assert_double_eq_tol(unit_sums_interval(&of[3].score).mean, 1, 1e-12);
	ck_assert_double_eq_tol(unit_sums_interval(&of[3].score).low, pow(0.025, 0.25), 1e-12);
}
END_TEST

START_TEST(encounters_are_counted)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	struct encounter of[4];
	fill(&blocks);
	encounters_of(&blocks, 0, of);
	ck_assert(of[0].before == 0 && of[0].level == 0 && of[0].behind == 0 && of[0].score.units == 0);
	ck_assert(of[1].before == 20 && of[1].level == 10 + 15 && of[1].behind == 0);
	ck_assert(of[2].before == 20 && of[2].level == 15 && of[2].behind == 10);
	ck_assert(of[3].before == 0 && of[3].level == 0 && of[3].behind == 8);
	ck_assert_uint_eq(of[2].score.units, 15);
	ck_assert_uint_eq(of[2].score.games, 45);
	ck_assert_double_eq_tol(of[2].score.sum, 10 * 2.0 / 3 + 5 * 0.5, 1e-12);
	encounters_of(&blocks, 3, of);
	ck_assert(of[0].before == 8 && of[1].score.games == 0);
}
END_TEST

/* Scores of a table add up to half its seats, first shares to one, and encounters mirror each other. */
START_TEST(sums_are_conserved)
{
	enum { ROBOTS = 9 };
	AUTO_BLOCKS struct blocks blocks = {0};
	struct robot_scores of[ROBOTS];
	struct encounter rows[ROBOTS][ROBOTS];
	uint64_t state = 12;
	double score = 0, first = 0, fair = 0;
	for (int game = 0; game < 500; game++) {
		int robots[4], places[4];
		for (int i = 0; i < 4; i++) {
			robots[i] = (int)rng_below(rng_next(&state), 2) + 2 * i;
			places[i] = (int)rng_below(rng_next(&state), 3);
		}
		blocks_game(&blocks, 4, robots, places, 1);
		blocks_end(&blocks, 1 + (uint64_t)game % 3);
	}
	blocks_game(&blocks, 1, (int[]){ROBOTS - 1}, (int[]){0}, 1);
	blocks_end(&blocks, 1);
	blocks_sort(&blocks);
	scores_of(&blocks, of);
	for (int i = 0; i < ROBOTS; i++) {
		score += of[i].score.sum;
		first += of[i].first.sum;
		fair += of[i].fair * (double)of[i].score.games;
		encounters_of(&blocks, (uint32_t)i, rows[i]);
	}
	ck_assert_double_eq_tol(score, 2 * 999 + 1, 1e-9);
	ck_assert_double_eq_tol(first, 999 + 1, 1e-9);
	ck_assert_double_eq_tol(fair, 999 + 1, 1e-9);
	for (int i = 0; i < ROBOTS; i++) {
		for (int j = 0; j < ROBOTS; j++) {
			ck_assert_uint_eq(rows[i][j].before, rows[j][i].behind);
			ck_assert_uint_eq(rows[i][j].level, rows[j][i].level);
			ck_assert_double_eq_tol(rows[i][j].score.sum + rows[j][i].score.sum, (double)rows[i][j].score.units, 1e-9);
		}
	}
}
END_TEST

START_TEST(scores_are_never_absurd)
{
	AUTO_BLOCKS struct blocks blocks = {0};
	struct robot_scores of[3];
	struct encounter row[3];
	if (_i == 1) { /* plays itself; robot 1 has no games */
		blocks_game(&blocks, 3, (int[]){0, 0, 2}, (int[]){3, 1, 2}, 1);
		blocks_end(&blocks, UINT64_C(1) << 40);
	}
	blocks_sort(&blocks);
	scores_of(&blocks, of);
	for (int i = 0; i < blocks.n_robots; i++) {
		struct interval score = unit_sums_interval(&of[i].score), first = unit_sums_interval(&of[i].first);
		ck_assert(isfinite(score.mean) && isfinite(score.low) && isfinite(score.high) && isfinite(of[i].fair));
		ck_assert(isfinite(first.mean) && isfinite(first.low) && isfinite(first.high));
	}
	if (_i == 1) {
		ck_assert_double_eq_tol(unit_sums_interval(&of[0].score).mean, 0.5, 1e-12);
		ck_assert_double_eq_tol(unit_sums_interval(&of[0].first).mean, 0.5, 1e-12);
		encounters_of(&blocks, 0, row); /* its best seat was before the other */
		ck_assert(row[2].before == UINT64_C(1) << 40 && row[2].behind == 0 && row[0].level == 0);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("stats scores");
	TCase *cases = tcase_create("scores");
	tcase_add_test(cases, scores_are_means_over_units);
	tcase_add_test(cases, encounters_are_counted);
	tcase_add_test(cases, sums_are_conserved);
	tcase_add_loop_test(cases, scores_are_never_absurd, 0, 2);
	suite_add_tcase(suite, cases);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int n_failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
