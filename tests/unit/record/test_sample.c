/* test_sample.c - which matches of a robot are studied, and how its times are summed up. */
#include "database_testing.h"

#include "base/clock.h"
#include "record/replays.h"
#include "record/study.h"

/* ---- samples ---------------------------------------------------------------------------- */

/* A round-robin of three robots at tables of two: twelve matches of two games in turn, eight of them of each robot. */
static const struct {
	int robot;
	struct matches played;
	struct sample_limits limits; /* timeouts_of_game: by robot, 0.5, 1, 2 */
	const char *slow;            /* by robot; NULL: not known */
	const char *taken;           /* of the matches */
	int n_games, n_left_out;
} samples[] = {
	{0, {0, 12, 1}, {.most_games = 16}, NULL, "110110110110", 16, 0},
	{1, {0, 12, 1}, {.most_games = 100}, NULL, "101101101101", 16, 0},
	{2, {0, 12, 1}, {.most_games = 100}, NULL, "011011011011", 16, 0},
	{0, {0, 12, 1}, {.most_games = 15}, NULL, "010110110110", 16, 0},
	{0, {0, 12, 1}, {.most_games = 8}, NULL, "010100010100", 16, 0},
	{0, {0, 12, 1}, {.most_games = 2}, NULL, "000000000010", 16, 0},
	{0, {0, 12, 1}, {.most_games = 1}, NULL, "000000000010", 16, 0}, /* the games of one match */
	{0, {2, 5, 1}, {.most_games = 100}, NULL, "000110100000", 6, 0},
	{0, {1, 6, 2}, {.most_games = 100}, NULL, "010100010100", 8, 0},
	{2, {0, 1, 1}, {.most_games = 100}, NULL, "000000000000", 0, 0},
	{0, {0, 12, 1}, {.most_games = 100, .most_timeouts = 1000}, "001", "100100100100", 8, 8},
	{0, {0, 12, 1}, {.most_games = 100, .most_timeouts = 1000}, "010", "010010010010", 8, 8},
	{0, {0, 12, 1}, {.most_games = 100, .most_timeouts = 1000}, "000", "110110110110", 16, 0},
	/* 16 games, 8 timeouts */
	{0, {0, 12, 1}, {.most_games = 100, .most_timeouts = 8}, "100", "110110110110", 16, 0},
	{0, {0, 12, 1}, {.most_games = 100, .most_timeouts = 4}, "100", "010100010100", 16, 0},
	{0, {0, 12, 1}, {.most_games = 8, .most_timeouts = 2}, "100", "000010000100", 16, 0},
	/* all others are slow: 24 timeouts */
	{0, {0, 12, 1}, {.most_games = 100, .most_timeouts = 20}, "011", "010110100110", 16, 0},
	{0, {0, 12, 1}, {.most_games = 100, .most_timeouts = 0.5}, "100", "000000000010", 16, 0},
	{0, {0, 12, 1}, {.most_games = 100, .most_timeouts = 0.1}, "100", "000000000010", 16, 0}, /* 1 in a match */
	{0, {0, 12, 1}, {.most_games = 100, .most_timeouts = 0.099}, "100", "000000000000", 16, 0},
};

START_TEST(matches_are_spread_over_the_run)
{
	static const double timeouts_of_game[] = {0.5, 1, 2};
	struct sample_limits limits = samples[_i].limits;
	struct run_config info;
	struct schedule schedule;
	struct sample sample;
	struct matches_list played;
	struct matches *list = NEW(struct matches);
	bool is_slow[3] = {false};
	int n_taken = 0, n_matches = 0;
	make_info(&info, FORMAT_ROUND_ROBIN, 3, 2, 8, "one");
	ck_assert_int_eq(run_config_schedule(&info, &schedule, NULL), 0);
	*list = samples[_i].played;
	matches_list_init(&played, list, 1);
	for (int i = 0; i < 3 && samples[_i].slow; i++)
		is_slow[i] = samples[_i].slow[i] == '1';
	limits.is_slow = samples[_i].slow ? is_slow : NULL;
	limits.timeouts_of_game = timeouts_of_game;
	sample_init(&sample, &schedule, samples[_i].robot, &played, &limits);
	for (int again = 0; again < 2; again++) {
		char taken[13] = "";
		n_taken = n_matches = 0;
		sample.n_seen = 0;
		for (uint64_t match = 0; match < 12; match++) {
			bool is_taken = sample_takes(&sample, match);
			taken[match] = is_taken ? '1' : '0';
			n_taken += is_taken;
		}
		ck_assert_str_eq(taken, samples[_i].taken);
	}
	ck_assert_uint_eq(sample.n_taken, (uint64_t)n_taken);
	ck_assert_uint_eq(sample.n_games, (uint64_t)samples[_i].n_games);
	ck_assert_uint_eq(sample.n_matches, (uint64_t)samples[_i].n_games / 2);
	ck_assert_uint_eq(sample.n_left_out, (uint64_t)samples[_i].n_left_out);
	matches_list_release(&played);
	run_config_release(&info);
}
END_TEST

START_TEST(games_without_a_schedule_are_spread_too)
{
	static const struct {
		uint64_t n, most;
		const char *taken;
	} cases[] = {{4, 4, "1111"}, {4, 9, "1111"}, {4, 2, "0110"}, {5, 3, "01101"}, {3, 0, "000"}};
	struct sample sample;
	sample_init_games(&sample, 1, cases[_i].n, cases[_i].most);
	for (uint64_t i = 0; i < cases[_i].n; i++)
		ck_assert_int_eq(sample_takes_next(&sample), cases[_i].taken[i] == '1');
	ck_assert(sample.robot == 1 && sample.n_matches == cases[_i].n && sample.n_games == cases[_i].n);
}
END_TEST

/* ---- times ------------------------------------------------------------------------------ */

/* n times in descending order: n, n - 1, ... 1 us. */
START_TEST(times_are_summed_up)
{
	static const struct {
		int n, median_us, p99_us;
		const char *text;
	} cases[] = {
		{1, 1, 1, "median 1.0 us, 99 % within 1.0 us, longest 1.0 us"},
		{2, 2, 2, "median 2.0 us, 99 % within 2.0 us, longest 2.0 us"},
		{99, 50, 99, "median 50.0 us, 99 % within 99.0 us, longest 99.0 us"},
		{1000, 501, 991, "median 501.0 us, 99 % within 991.0 us, longest 1.0 ms"},
		{ASK_TIMES_MOST, 10001, 19801, "median 10.0 ms, 99 % within 19.8 ms, longest 20.0 ms"},
	};
	AUTO_FREE struct ask_times *times = NEW(struct ask_times);
	AUTO_STR struct str text = {0};
	ck_assert_int_eq(ask_times_spread(times).n, 0);
	ck_assert(!ask_times_are_enough(times));
	for (int k = cases[_i].n; k > 0; k--)
		times->ns[times->n++] = 1000 * k;
	ck_assert_int_eq(ask_times_are_enough(times), times->n == ASK_TIMES_MOST);
	const struct ask_spread spread = ask_times_spread(times);
	ck_assert_int_eq(spread.n, cases[_i].n);
	ck_assert_int_eq(spread.median_ns, 1000 * cases[_i].median_us);
	ck_assert_int_eq(spread.p99_ns, 1000 * cases[_i].p99_us);
	ck_assert_int_eq(spread.longest_ns, 1000 * cases[_i].n);
	ask_spread_add(&spread, &text);
	ck_assert_str_eq(text.text, cases[_i].text);
}
END_TEST

/* The clock is that of the robot's process; here the process of the test is its own robot. */
START_TEST(asks_are_timed_from_ask_to_answer)
{
	AUTO_FREE struct ask_times *times = NEW(struct ask_times);
	const struct robot_notes notes = {.pid = getpid()};
	const struct watch_event ask = {.kind = WATCH_ASK}, answer = {.kind = WATCH_ANSWER},
		other = {.kind = WATCH_SHOWDOWN};
	int64_t total_ns = 0, started = 0;
	times->notes = &notes;
	for (int n = 1; n <= 3; n++) {
		int64_t before = clock_process_cpu_ns(notes.pid);
		ask_times_watch(times, &other);
		ask_times_watch(times, &ask);
		ck_assert(times->began >= before && times->n == n - 1);
		ck_assert(times->started > 0 && (n == 1 || times->started == started));
		started = times->started;
		ask_times_watch(times, &other);
		ask_times_watch(times, &answer);
		ck_assert_int_eq(times->n, n);
		int64_t ns = times->ns[n - 1];
		ck_assert(ns >= 0 && ns <= clock_process_cpu_ns(notes.pid) - before);
		total_ns += ns;
		ck_assert_int_eq(times->total_ns, total_ns);
	}
	times->n = ASK_TIMES_MOST - 1;
	ask_times_watch(times, &answer);
	ck_assert_int_eq(times->n, ASK_TIMES_MOST);
	total_ns = times->total_ns;
	ask_times_watch(times, &answer); /* there is no room */
	ck_assert(times->n == ASK_TIMES_MOST && times->total_ns == total_ns);
}
END_TEST

/* A robot that waits is given up. */
START_TEST(half_a_minute_is_enough)
{
	AUTO_FREE struct ask_times *times = NEW(struct ask_times);
	times->started = clock_wall_ns() - INT64_C(30000000001);
	ck_assert(ask_times_are_enough(times));
	times->started = clock_wall_ns();
	ck_assert(!ask_times_are_enough(times));
}
END_TEST

START_TEST(three_seconds_are_enough)
{
	AUTO_FREE struct ask_times *times = NEW(struct ask_times);
	times->total_ns = INT64_C(3000000000);
	ck_assert(!ask_times_are_enough(times));
	times->total_ns++;
	ck_assert(ask_times_are_enough(times));
}
END_TEST

START_TEST(times_have_units)
{
	static const struct {
		int64_t ns;
		const char *text;
	} cases[] = {{0, "0.0 us"}, {1049, "1.0 us"}, {999900, "999.9 us"}, {1000000, "1.0 ms"},
		{1234567890, "1234.6 ms"}};
	AUTO_STR struct str text = {0};
	ask_time_add(cases[_i].ns, &text);
	ck_assert_str_eq(text.text, cases[_i].text);
}
END_TEST

SUITE(0,
	LOOP(matches_are_spread_over_the_run, 0, COUNT(samples)),
	LOOP(games_without_a_schedule_are_spread_too, 0, 5),
	LOOP(times_are_summed_up, 0, 5),
	TEST(asks_are_timed_from_ask_to_answer),
	TEST(half_a_minute_is_enough),
	TEST(three_seconds_are_enough),
	LOOP(times_have_units, 0, 5))
