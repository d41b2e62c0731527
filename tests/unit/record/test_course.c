/* test_course.c - wins over time, in the run and in its matches, and by neighbour, from made-up matches. */
#include <check.h>
#include <string.h>

#include "base/mem.h"
#include "record/analysis.h"

static void make(struct schedule *schedule, enum format format, int n_robots, int n_seats, uint64_t games,
		 uint32_t length)
{
	const struct schedule_options options = {.format = format, .n_robots = n_robots, .n_seats = n_seats,
		.games = games, .match_length = length, .seed = rng_key_of_seed("course")};
	struct err err = {0};
	ck_assert_msg(schedule_init(schedule, &options, &err) == 0, "%s", err.text);
}

START_TEST(spans_cover_a_match)
{
	for (uint32_t length = 1; length < 40; length++) {
		struct schedule schedule = {.match_length = length};
		int n = course_spans(&schedule);
		ck_assert_int_eq(n, length < COURSE_SPANS ? (int)length : COURSE_SPANS);
		ck_assert_uint_eq(course_first_game(&schedule, 0), 0);
		ck_assert_uint_eq(course_first_game(&schedule, n), length);
		for (int span = 0; span < n; span++)
			ck_assert_uint_lt(course_first_game(&schedule, span), course_first_game(&schedule, span + 1));
	}
}
END_TEST

/* Parts of equal size: of the matches of each table; in a pool, of the run. */
START_TEST(parts_are_equal)
{
	static const struct {
		enum format format;
		int n_robots;
	} cases[] = {{FORMAT_TABLE, 2}, {FORMAT_ROUND_ROBIN, 4}, {FORMAT_GAUNTLET, 3}, {FORMAT_POOL, 5},
		{FORMAT_PAIRED, 4}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct schedule schedule;
		make(&schedule, cases[i].format, cases[i].n_robots, cases[i].format == FORMAT_PAIRED ? 0 : 2, 600, 3);
		uint64_t seen[10] = {0};
		int last = -1;
		for (uint64_t match = 0; match < schedule.n_matches; match++) {
			int part = schedule_part(&schedule, match, 10);
			ck_assert(part >= 0 && part < 10 && (part >= last || schedule.n_tables > 1));
			seen[last = part]++;
		}
		for (int part = 0; part < 10; part++)
			ck_assert(seen[part] / schedule.set_size - schedule.n_matches / schedule.set_size / 10 <= 1);
	}
}
END_TEST

/* Three robots, matches of four blocks: robot 0 wins the games of the last two blocks, and all games in which robot 2
 * sat before it. */
START_TEST(wins_are_counted_in_their_part)
{
	enum { LENGTH = 4, N = 3 };
	struct schedule schedule;
	struct course course = {0};
	uint64_t matches_after[N] = {0};
	make(&schedule, FORMAT_TABLE, N, 0, 40 * N * LENGTH, LENGTH);
	course_init(&course, &schedule, schedule.n_matches);
	for (uint64_t match = 0; match < schedule.n_matches; match++) {
		uint8_t places[LENGTH * N * N];
		struct match_plan plan = schedule_match(&schedule, match);
		int before = -1;
		for (int i = 0; i < N; i++)
			if ((plan.position[i] + 1) % N == plan.position[0])
				before = i;
		matches_after[before]++;
		for (int game = 0; game < LENGTH * N; game++) {
			bool is_won = before == 2 || game >= 2 * N;
			memcpy(places + (size_t)game * N, is_won ? (uint8_t[]){1, 2, 3} : (uint8_t[]){3, 1, 2}, N);
		}
		course_add(&course, &plan, places, 0);
	}
	course_end(&course);
	ck_assert(matches_after[0] == 0 && matches_after[1] > 5 && matches_after[2] > 5);
	ck_assert_uint_eq(course.by_neighbour[0].games, 0);
	for (int i = 1; i < N; i++) {
		ck_assert_uint_eq(course.by_neighbour[i].games, matches_after[i] * LENGTH * N);
		ck_assert_uint_eq(course.by_neighbour[i].shares.n, matches_after[i]);
		ck_assert_double_eq(analysis_wins_interval(&course.by_neighbour[i]).mean, i == 2 ? 1 : 0.5);
	}
	double always = (double)matches_after[2] / (double)schedule.n_matches;
	for (int span = 0; span < LENGTH; span++) {
		ck_assert_uint_eq(course.by_game[span].games, schedule.n_matches * N);
		ck_assert_double_eq_tol(analysis_wins_interval(&course.by_game[span]).mean, span < 2 ? always : 1,
					1e-12);
	}
	ck_assert_uint_eq(course.by_game[LENGTH].games, 0);
	ck_assert_int_eq(course.n_times, (int)(schedule.n_matches / COURSE_MATCHES));
	ck_assert_int_eq(course.n_times, 4);
	for (int part = 0; part < COURSE_SPANS; part++) {
		ck_assert_uint_eq(course.by_time[part].shares.n, part < 4 ? 10 : 0);
		ck_assert_uint_eq(course.by_time[part].games, part < 4 ? schedule.n_games / 4 : 0);
	}
	course_release(&course);
}
END_TEST

/* In parts of ten matches, at most ten parts. */
START_TEST(long_runs_have_more_parts)
{
	static const struct {
		uint64_t n_matches;
		int n_times, n_played; /* parts with games */
	} cases[] = {{9, 0, 0}, {10, 1, 0}, {19, 1, 0}, {20, 2, 2}, {99, 9, 9}, {100, 10, 10}, {110, 10, 10},
		{2000, 10, 10}};
	struct schedule schedule;
	struct course course = {0};
	int n_played = 0;
	make(&schedule, FORMAT_TABLE, 2, 0, 2 * cases[_i].n_matches, 1);
	course_init(&course, &schedule, cases[_i].n_matches);
	ck_assert_int_eq(course.n_times, cases[_i].n_times);
	for (uint64_t match = 0; match < schedule.n_matches; match++) {
		struct match_plan plan = schedule_match(&schedule, match);
		/* the first place of one game is shared */
		course_add(&course, &plan, (const uint8_t[]){1, 1, 1, 2}, 0);
	}
	course_end(&course);
	for (int part = 0; part < COURSE_SPANS; part++) {
		n_played += course.by_time[part].games > 0;
		if (course.by_time[part].games)
			ck_assert_double_eq(analysis_wins_interval(&course.by_time[part]).mean, 0.75);
	}
	ck_assert_int_eq(n_played, cases[_i].n_played);
	ck_assert_double_eq(analysis_wins_interval(&course.by_game[0]).mean, 0.75);
	course_release(&course);
}
END_TEST

/* A run of few matches is not divided; the last match of an old run can be shorter. */
START_TEST(short_runs_and_matches)
{
	struct schedule schedule;
	struct course course = {0};
	make(&schedule, FORMAT_TABLE, 2, 0, 16, 4);
	course_init(&course, &schedule, schedule.n_matches);
	struct match_plan plan = schedule_match(&schedule, 1);
	plan.n_blocks = 3;
	course_add(&course, &plan, (uint8_t[]){1, 2, 1, 2, 2, 1, 1, 2, 1, 1, 2, 1}, 0);
	course_end(&course);
	ck_assert_uint_eq(course.by_time[0].games, 0);
	static const double means[] = {1, 0.5, 0.25};
	for (int span = 0; span < 3; span++)
		ck_assert_double_eq(analysis_wins_interval(&course.by_game[span]).mean, means[span]);
	ck_assert_uint_eq(course.by_game[3].games, 0);
	ck_assert_double_eq_tol(analysis_wins_interval(&course.by_neighbour[1]).mean, 3.5 / 6, 1e-12);
	course_release(&course);
}
END_TEST

SUITE(0,
	TEST(spans_cover_a_match),
	TEST(parts_are_equal),
	TEST(wins_are_counted_in_their_part),
	LOOP(long_runs_have_more_parts, 0, 8),
	TEST(short_runs_and_matches))
