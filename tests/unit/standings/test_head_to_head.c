/* test_head_to_head.c - two robots in the matches in which both played: shares, intervals and outcomes of made-up
 * matches. */
#include <check.h>
#include <string.h>

#include "base/mem.h"
#include "standings/pool.h"

/* A match, `times` times. Each game is a word: robots by letter in the order of their places, '=' between those who
 * tie: "AB BA". */
static void add_match(struct pool *pool, const char *match, uint64_t times)
{
	int robots[BLOCKS_MAX_SEATS], places[BLOCKS_MAX_SEATS], n = 0;
	for (const char *at = match;; at++) {
		if (*at == ' ' || !*at) {
			blocks_game(&pool->blocks, n, robots, places, 1);
			n = 0;
		} else if (*at != '=') {
			places[n] = n && at[-1] == '=' ? places[n - 1] : n + 1;
			robots[n++] = *at - 'A';
		}
		if (!*at)
			break;
	}
	blocks_end(&pool->blocks, times);
}

/* The pool has only matches, and no robots of a database. */
static void release(struct pool *pool)
{
	pool->n_robots = 0;
	pool_release(pool);
}

static void check_interval(struct interval is, double mean, double low, double high)
{
	ck_assert_msg(is.mean - mean < 5e-7 && mean - is.mean < 5e-7 && is.low - low < 5e-7 && low - is.low < 5e-7 &&
		      is.high - high < 5e-7 && high - is.high < 5e-7, "%.6f, %.6f to %.6f, not %.6f, %.6f to %.6f",
		      is.mean, is.low, is.high, mean, low, high);
}

/* The values of docs/statistics.md: 10 matches lost, 20 even, 30 won. The other robot has the mirrored values. */
START_TEST(two_seats_have_the_interval_of_the_share)
{
	struct pool pool = {.n_robots = 3};
	struct head_to_head cells[9] = {0};
	uint64_t counts[HEAD_TO_HEAD_OUTCOMES];
	add_match(&pool, "BA BA", 10);
	add_match(&pool, "AB BA", 20);
	add_match(&pool, "AB AB", 30);
	add_match(&pool, "AC AC", 5);
	pool_finish(&pool);
	head_to_head_of(&pool, 3, 3, (int[]){1, 0, 2}, cells);
	check_interval(head_to_head_interval(&cells[3]), 2 / 3.0, 0.564438, 0.755913);
	check_interval(head_to_head_interval(&cells[1]), 1 / 3.0, 1 - 0.755913, 1 - 0.564438);
	check_interval(head_to_head_interval(&cells[2]), 0, 0, 1); /* never met */
	ck_assert(cells[3].games == 120 && cells[1].games == 120 && cells[2].games == 0);
	ck_assert(head_to_head_superiority(&cells[3]) > 0.99 && head_to_head_superiority(&cells[2]) == 0.5);
	ck_assert_double_eq_tol(head_to_head_superiority(&cells[1]), 1 - head_to_head_superiority(&cells[3]), 1e-9);
	head_to_head_outcomes(&cells[1], counts);
	ck_assert(memcmp(counts, (uint64_t[]){30, 0, 20, 0, 10}, sizeof counts) == 0);
	head_to_head_outcomes(&cells[5], counts);
	ck_assert(memcmp(counts, (uint64_t[]){0, 0, 0, 0, 5}, sizeof counts) == 0);
	head_to_head_outcomes(&cells[0], counts);
	ck_assert(memcmp(counts, (uint64_t[]){0, 0, 0, 0, 0}, sizeof counts) == 0);
	for (int i = 0; i < 9; i++)
		histogram_release(&cells[i].shares);
	release(&pool);
}
END_TEST

/* A deal set has matches at several tables. At larger ones two robots may meet more than once in it. */
START_TEST(deal_sets_are_units)
{
	struct pool pools[2] = {{.n_robots = 3}, {.n_robots = 4}};
	static struct head_to_head cells[2][16];
	add_match(&pools[0], "AB BA AC AC CB CB", 4);
	add_match(&pools[1], "ABC ACB ABD BDA", 4);
	for (int i = 0; i < 2; i++) {
		pool_finish(&pools[i]);
		head_to_head_of(&pools[i], 3 + i, 3 + i, (int[]){0, 1, 2, 3}, cells[i]);
	}
	ck_assert(cells[0][1].shares.n == 4 && cells[0][2].shares.n == 4 && cells[0][5].shares.n == 4);
	ck_assert(histogram_mean(&cells[0][1].shares) == 0.5 && histogram_mean(&cells[0][2].shares) == 1);
	ck_assert(histogram_mean(&cells[0][5].shares) == 0);
	ck_assert(cells[1][1].half_wins.clusters == 4 && cells[1][1].half_wins.hits == 4 * 6 &&
		  cells[1][1].half_wins.trials == 4 * 8);
	ck_assert(cells[1][3].half_wins.clusters == 4 && cells[1][3].half_wins.trials == 4 * 2 &&
		  cells[1][11].half_wins.trials == 0);
	for (int i = 0; i < 32; i++)
		histogram_release(&cells[i / 16][i % 16].shares);
	release(&pools[0]);
	release(&pools[1]);
}
END_TEST

/* Longer matches, and shared first places, have outcomes in between. */
START_TEST(outcomes_are_five)
{
	static const struct {
		const char *match;
		enum head_to_head_outcome outcome; /* for A */
	} cases[] = {
		{"BA BA BA BA", HEAD_TO_HEAD_LOST_ALL}, {"AB BA BA BA", HEAD_TO_HEAD_LOST_MORE},
		{"AB AB BA BA", HEAD_TO_HEAD_EVEN}, {"AB AB BA AB", HEAD_TO_HEAD_WON_MORE},
		{"AB AB AB AB", HEAD_TO_HEAD_WON_ALL}, {"A=B BA", HEAD_TO_HEAD_LOST_MORE},
		{"A=B A=B", HEAD_TO_HEAD_EVEN}, {"AB A=B", HEAD_TO_HEAD_WON_MORE},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct pool pool = {.n_robots = 2};
		struct head_to_head cells[4] = {0};
		uint64_t counts[HEAD_TO_HEAD_OUTCOMES];
		add_match(&pool, cases[i].match, 3);
		pool_finish(&pool);
		head_to_head_of(&pool, 2, 2, (int[]){0, 1}, cells);
		head_to_head_outcomes(&cells[1], counts);
		for (int k = 0; k < HEAD_TO_HEAD_OUTCOMES; k++)
			ck_assert_msg(counts[k] == (k == (int)cases[i].outcome ? 3 : 0), "%s", cases[i].match);
		head_to_head_outcomes(&cells[2], counts);
		ck_assert_uint_eq(counts[HEAD_TO_HEAD_WON_ALL - cases[i].outcome], 3);
		for (int k = 0; k < 4; k++)
			histogram_release(&cells[k].shares);
		release(&pool);
	}
}
END_TEST

/* Of the games that one of the two won: as a proportion with matches as clusters; half a game where a first place is
 * shared. A robot in two seats counts as one robot. */
START_TEST(larger_tables_have_a_proportion)
{
	struct pool pool = {.n_robots = 3};
	struct head_to_head cells[9] = {0};
	struct ratio wanted = {0}, halves = {0};
	add_match(&pool, "ABC BAC CAB", 4);       /* A 1, B 1 */
	add_match(&pool, "ACB ABC BAC", 2);       /* A 2, B 1 */
	add_match(&pool, "CAB CBA CAB", 9);       /* neither robot */
	for (int i = 0; i < 4; i++)
		ratio_add(&wanted, 1, 2);
	ratio_add_times(&wanted, 2, 3, 2);
	pool_finish(&pool);
	head_to_head_of(&pool, 2, 2, (int[]){0, 1}, cells);
	struct interval should = ratio_interval(&wanted);
	ck_assert_double_eq_tol(should.mean, 8 / 14.0, 1e-12);
	check_interval(head_to_head_interval(&cells[1]), should.mean, should.low, should.high);
	ck_assert_double_eq_tol(head_to_head_superiority(&cells[1]), ratio_superiority(&wanted, 0.5), 1e-12);
	ck_assert_uint_eq(cells[1].games, 45); /* also those that neither won */
	struct head_to_head row[3] = {0}; /* of the first robot alone */
	head_to_head_of(&pool, 1, 3, (int[]){0, 1, 2}, row);
	ck_assert(row[1].games == 45 && row[2].games == 45 && row[1].half_wins.products == cells[1].half_wins.products);
	release(&pool);

	struct pool shared = {.n_robots = 3};
	struct head_to_head other[4] = {0};
	add_match(&shared, "A=BC ABC ABC", 3);    /* A 2 1/2 of 3 */
	/* seat by seat: one of the two seats of A won twice, B won against both once */
	add_match(&shared, "AAB ABA BAA", 2);
	add_match(&shared, "ABB BAB BBA", 2);     /* A won against both seats of B once, one of them against A twice */
	ratio_add_times(&halves, 5, 6, 3);
	ratio_add_times(&halves, 4, 8, 4);
	pool_finish(&shared);
	head_to_head_of(&shared, 2, 2, (int[]){0, 1}, other);
	should = ratio_interval(&halves);
	check_interval(head_to_head_interval(&other[1]), should.mean, should.low, should.high);
	release(&shared);
}
END_TEST

SUITE(0,
	TEST(deal_sets_are_units),
	TEST(two_seats_have_the_interval_of_the_share),
	TEST(outcomes_are_five),
	TEST(larger_tables_have_a_proportion))
