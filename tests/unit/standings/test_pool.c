/* test_pool.c - the field of several runs: sums, pairs, islands, ranks and labels of a few games, counted by hand. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "database_testing.h"
#include "standings/misfit.h"
#include "stats/elo.h"

/* A game of robots that are named by letters, in these places: "AB", "12". */
static void play(struct pool *pool, const char *letters, const char *places, int times)
{
	char text[BLOCKS_MAX_SEATS][2] = {{0}};
	const char *names[BLOCKS_MAX_SEATS];
	uint8_t place[BLOCKS_MAX_SEATS];
	int n = (int)strlen(letters);
	for (int i = 0; i < n; i++) {
		text[i][0] = letters[i];
		names[i] = text[i];
		place[i] = (uint8_t)(places[i] - '0');
	}
	for (int i = 0; i < times; i++)
		ck_assert(pool_add_game(pool, n, names, place));
}

static void add_idle(struct pool *pool, const char *name)
{
	pool->robots = mem_resize(pool->robots, (size_t)pool->n_robots + 1, sizeof *pool->robots);
	pool->robots[pool->n_robots++] = (struct pool_robot){
		.sha256 = mem_strdup(""), .options = mem_strdup(name), .label = mem_strdup(name),
	};
}

/* A wins three games of two, shares one, and holds two seats of a game of three. */
static void play_few(struct pool *pool)
{
	play(pool, "AB", "12", 3);
	play(pool, "BA", "11", 1);
	play(pool, "AAB", "123", 1);
	pool_finish(pool);
}

START_TEST(games_are_counted)
{
	struct pool pool = {.by = (enum rating_by)_i};
	play_few(&pool);
	ck_assert_int_eq(pool.n_robots, 2);
	ck_assert(pool.games == 5 && pool.n_matches == 5 && pool.n_blocks == 5);
	ck_assert_int_eq(pool.fewest_seats, 2);
	ck_assert_int_eq(pool.most_seats, 3);
	ck_assert_str_eq(pool.robots[0].label, "A");
	ck_assert_str_eq(pool.robots[1].label, "B");
	ck_assert_uint_eq(pool.robots[0].games, 6);
	ck_assert_uint_eq(pool.robots[1].games, 5);
	ck_assert(pool.robots[0].matches == 5 && pool.robots[1].matches == 5);
	/* Its shares are 1, 1, 1, 1/2 and, as the mean of two seats, 1/2; its scores 1, 1, 1, 1/2 and 3/4. */
	ck_assert_double_eq_tol(pool_wins(&pool.robots[0]).mean, 0.8, 1e-12);
	ck_assert_double_eq_tol(pool_wins(&pool.robots[1]).mean, 0.1, 1e-12);
	ck_assert_double_eq_tol(interval_of_shares(&pool.robots[0].scores).mean, 0.85, 1e-12);
	ck_assert_double_eq_tol(interval_of_shares(&pool.robots[1].scores).mean, 0.1, 1e-12);
	pool_release(&pool);
}
END_TEST

/* By wins, the game of three shows nothing about B and the seat of A that was second. */
START_TEST(pairs_are_counted)
{
	static const struct {
		enum rating_by by;
		double decided, before;
	} cases[] = {{RATING_BY_WINS, 5, 4.5}, {RATING_BY_PLACES, 6, 5.5}};
	struct pool pool = {.by = cases[_i].by};
	struct pool_pair pairs[4] = {0};
	play_few(&pool);
	pool_pairs(&pool, pairs);
	ck_assert(pairs[1].met == 6 && pairs[2].met == 6 && pairs[0].met == 0 && pairs[3].met == 0);
	ck_assert(pairs[0].decided == 0 && pairs[3].decided == 0);
	ck_assert_double_eq(pairs[1].decided, cases[_i].decided);
	ck_assert_double_eq(pairs[2].decided, cases[_i].decided);
	ck_assert_double_eq(pairs[1].before, cases[_i].before);
	ck_assert_double_eq(pairs[2].before, 0.5);
	pool_release(&pool);
}
END_TEST

/* Two games of a match count together: A wins both of a match once, and one of two, three times. */
START_TEST(pairs_have_squares_by_match)
{
	struct pool pool = {.by = RATING_BY_WINS};
	struct pool_pair pairs[4] = {0};
	play(&pool, "AB", "12", 1); /* makes the robots */
	for (int match = 0; match < 4; match++) {
		blocks_game(&pool.blocks, 2, (int[]){0, 1}, (int[]){1, 2}, match ? 1 : 2);
		if (match)
			blocks_game(&pool.blocks, 2, (int[]){1, 0}, (int[]){1, 2}, 1);
		blocks_end(&pool.blocks, 1);
	}
	pool_finish(&pool);
	pool_pairs(&pool, pairs);
	ck_assert(pairs[1].sets == 5 && pairs[1].decided == 9 && pairs[1].before == 6 && pairs[2].before == 3);
	ck_assert(pairs[1].squares[0] == 1 + 4 + 3 && pairs[1].squares[1] == 1 + 4 + 6 &&
		  pairs[1].squares[2] == 1 + 16);
	ck_assert(pairs[2].squares[0] == 3 && pairs[2].squares[1] == 6 && pairs[2].squares[2] == 17);
	pool_release(&pool);
}
END_TEST

static void check_island(const struct pool_list *list, int island, const char *names, const char *ranks)
{
	ck_assert_int_eq(list->islands[island].n, (int)strlen(names));
	for (int i = 0; i < list->islands[island].n; i++) {
		int at = list->islands[island].first + i, robot = list->order[at];
		ck_assert_msg(list->pool->robots[robot].label[0] == names[i], "island %d: %s in place %d, not %c",
			      island, list->pool->robots[robot].label, i, names[i]);
		ck_assert_int_eq(list->ranks[at].rank, ranks[i] - '0');
	}
}

/* Four islands: of four robots, of two and two, and those without games. */
static void play_islands(struct pool *pool)
{
	play(pool, "AB", "12", 3);
	play(pool, "AB", "21", 1);
	play(pool, "CD", "11", 5);
	for (int i = 0; i < 30; i++) {
		play(pool, "EF", "12", 1);
		play(pool, "EG", "21", 1);
		play(pool, "FG", "21", 1);
		play(pool, "HG", "12", 1);
	}
	play(pool, "EF", "21", 1);
	play(pool, "GE", "21", 1);
	play(pool, "FG", "12", 1);
	play(pool, "HG", "21", 1);
	play(pool, "HF", "12", 1);
	pool_finish(pool);
	add_idle(pool, "X");
	add_idle(pool, "Y");
	add_idle(pool, "Z");
}

START_TEST(islands_are_ranked_by_themselves)
{
	struct pool pool = {.by = RATING_BY_WINS};
	struct pool_list list;
	play_islands(&pool);
	pool_list_init(&list, &pool, -1, false);
	ck_assert(list.pairs && !list.has_matrix);
	ck_assert_int_eq(list.n_islands, 4);
	check_island(&list, 0, "HGEF", "1234");
	check_island(&list, 1, "AB", "12");
	check_island(&list, 2, "CD", "11");
	check_island(&list, 3, "XYZ", "111");
	ck_assert(list.islands[1].first == 4 && list.islands[2].first == 6 && list.islands[3].first == 8);
	ck_assert(list.component[0].island == 1 && list.component[4].island == 0 && list.component[8].island == -1);
	ck_assert(!pool_list_has_places(&list));
	struct robot_rating idle = pool_list_rating(&list, 8);
	ck_assert(idle.elo == 0 && idle.games == 0 && idle.component.island == -1 && idle.component.level == -1);
	/* The mean of an island is 0. */
	ck_assert_double_eq_tol(pool_list_rating(&list, 0).elo + pool_list_rating(&list, 1).elo, 0, 1e-6);
	ck_assert_uint_eq(pool_list_rating(&list, 0).games, 4);
	ck_assert_double_eq_tol(pool_list_rating(&list, 2).elo, 0, 1e-6);
	/* Four games cannot tell A from B; thirty can tell H from E. */
	ck_assert(list.ranks[4].range.best == 1 && list.ranks[4].range.worst == 2);
	ck_assert(list.ranks[0].range.worst < list.ranks[2].range.best);
	ck_assert(list.ranks[8].range.best == 1 && list.ranks[9].range.worst == 1);
	pool_list_release(&list);
	pool_release(&pool);
}
END_TEST

START_TEST(pairs_of_a_list)
{
	struct pool pool = {.by = RATING_BY_WINS};
	struct pool_list list;
	double share = 77;
	play_islands(&pool);
	pool_list_init(&list, &pool, 1, true);
	ck_assert_double_eq_tol(pool_list_rating(&list, 1).elo, 0, 1e-9); /* the reference */
	ck_assert_double_gt(pool_list_rating(&list, 0).elo, 50);
	ck_assert(!pool_list_before(&list, 0, 0, &share) && !pool_list_before(&list, 0, 2, &share) &&
		  !pool_list_before(&list, 8, 9, &share));
	ck_assert(!pool_list_superiority(&list, 0, 0, &share) && !pool_list_superiority(&list, 0, 2, &share));
	ck_assert(!pool_list_superiority(&list, 8, 9, &share) && !pool_list_superiority(&list, 0, 9, &share));
	ck_assert_double_eq(share, 77);
	ck_assert(pool_list_before(&list, 0, 1, &share));
	ck_assert_double_eq(share, 0.75);
	ck_assert(pool_list_before(&list, 3, 2, &share));
	ck_assert_double_eq(share, 0.5);
	ck_assert(pool_list_superiority(&list, 7, 6, &share));
	ck_assert_double_gt(share, 0.99);
	ck_assert(pool_list_superiority(&list, 6, 7, &share));
	ck_assert_double_lt(share, 0.01);
	pool_list_release(&list);
	pool_release(&pool);
}
END_TEST

/* Each robot may be the one whose rating is 0; in its island alone. */
START_TEST(the_reference_has_zero)
{
	struct pool pool = {.by = RATING_BY_WINS};
	struct pool_list list, plain;
	play_islands(&pool);
	pool_list_init(&plain, &pool, -1, false);
	pool_list_init(&list, &pool, _i, false);
	ck_assert_double_eq_tol(pool_list_rating(&list, _i).elo, 0, 1e-9);
	for (int robot = 0; robot < 8; robot++) {
		double moved = list.component[robot].island == list.component[_i].island
			? pool_list_rating(&plain, _i).elo : 0;
		ck_assert_double_eq_tol(pool_list_rating(&list, robot).elo, pool_list_rating(&plain, robot).elo - moved,
					1e-6);
	}
	pool_list_release(&plain);
	pool_list_release(&list);
	pool_release(&pool);
}
END_TEST

/* An island has the ratings and ranks that it has without the others. */
START_TEST(islands_are_rated_as_if_alone)
{
	struct pool all = {.by = RATING_BY_WINS}, alone = {.by = RATING_BY_WINS};
	struct pool_list list, part;
	play_islands(&all);
	play(&alone, "AB", "12", 3);
	play(&alone, "AB", "21", 1);
	pool_finish(&alone);
	pool_list_init(&list, &all, -1, false);
	pool_list_init(&part, &alone, -1, false);
	ck_assert_int_eq(part.n_islands, 1);
	for (int robot = 0; robot < 2; robot++) {
		const struct robot_rating here = pool_list_rating(&list, robot), there = pool_list_rating(&part, robot);
		ck_assert_double_eq_tol(here.elo, there.elo, 1e-9);
		ck_assert_uint_eq(here.games, there.games);
	}
	ck_assert_double_gt(pool_list_rating(&list, 0).elo, 10);
	pool_list_release(&part);
	pool_list_release(&list);
	pool_release(&alone);
	pool_release(&all);
}
END_TEST

START_TEST(a_pool_may_be_empty)
{
	struct pool pool = {.by = RATING_BY_PLACES};
	struct pool_list list;
	pool_finish(&pool);
	pool_list_init(&list, &pool, -1, true);
	ck_assert(list.n_islands == 0 && !pool_list_has_places(&list));
	pool_list_release(&list);
	add_idle(&pool, "X");
	pool_list_init(&list, &pool, 0, true);
	ck_assert(list.n_islands == 1);
	check_island(&list, 0, "X", "1");
	pool_list_release(&list);
	pool_release(&pool);
}
END_TEST

START_TEST(tables_of_three_have_places)
{
	struct pool pool = {.by = RATING_BY_PLACES};
	struct pool_list list;
	play_few(&pool);
	pool_list_init(&list, &pool, -1, false);
	ck_assert(pool_list_has_places(&list));
	ck_assert_int_eq(list.n_islands, 1);
	check_island(&list, 0, "AB", "12");
	pool_list_release(&list);
	pool_release(&pool);
}
END_TEST

/* Robots of the same name get as much of their hashes as distinguishes them. */
START_TEST(labels_are_unique)
{
	static const int same[] = {0, 0, 10, 30, 50}; /* digits as in the hash before */
	static const int digits[] = {0, 7, 26, 45, 64};
	struct run_config info;
	struct schedule schedule;
	struct pool pool = {.by = RATING_BY_WINS};
	struct err err = {0};
	int64_t run;
	char hash[65];
	make_info(&info, FORMAT_POOL, 5, 2, 20, "labels");
	memset(hash, 'a', 64);
	hash[64] = '\0';
	for (int i = 0; i < 5; i++) {
		struct run_config_robot *robot = &info.robots[i];
		if (i)
			memset(hash + same[i], 'a' + i - 1, 64 - (size_t)same[i]);
		if (i)
			hash[same[i]] = (char)('0' + i);
		free(robot->label);
		free(robot->sha256);
		robot->label = mem_strdup("mia");
		robot->sha256 = mem_strdup(hash);
	}
	struct database *database = begin(&info, &run);
	ck_assert_int_eq(run_config_schedule(&info, &schedule, &err), 0);
	store_chunks(database, run, &schedule, 0, 1, 5);
	ck_assert_msg(pool_add(&pool, database, run, &err) == 0, "%s", err.text);
	ck_assert_msg(pool_add(&pool, database, run, &err) == 0, "%s", err.text); /* the same robots once more */
	pool_finish(&pool);
	ck_assert(pool.n_robots == 5 && pool.n_runs == 2);
	ck_assert_uint_eq(pool.n_matches, 2 * schedule.n_matches);
	ck_assert_uint_eq(pool.games, 2 * schedule.n_games);
	ck_assert(pool.fewest_seats == 2 && pool.most_seats == 2);
	for (int i = 0; i < 5; i++) {
		ck_assert_int_eq(pool_find(&pool, &info.robots[i]), i);
		AUTO_STR struct str label = {0};
		str_addf(&label, "mia%s%.*s", i ? "@" : "", digits[i], info.robots[i].sha256);
		ck_assert_str_eq(pool.robots[i].label, label.text);
	}
	info.robots[0].spec[strcspn(info.robots[0].spec, ":")] = '\0';
	ck_assert_int_eq(pool_find(&pool, &info.robots[0]), -1); /* other options */
	pool_release(&pool);
	database_close(database);
	run_config_release(&info);
}
END_TEST

/* Twenty pairs of matches, stored in chunks that divide them, or as three shards. */
START_TEST(deal_sets_are_units)
{
	enum { SETS = 20, N = 4 };
	struct pool pool = {.by = RATING_BY_WINS};
	struct pool_pair pairs[N * N] = {0};
	struct run_config info;
	struct schedule schedule;
	struct err err = {0};
	int64_t run;
	make_info(&info, FORMAT_PAIRED, N, 3, 3 * SETS, "sets");
	struct database *database = begin(&info, &run);
	ck_assert(run_config_schedule(&info, &schedule, &err) == 0 && schedule.n_matches == 2 * SETS);
	for (uint64_t shard = 0; shard < (_i ? 3 : 1); shard++)
		store_chunks(database, run, &schedule, shard, _i ? 3 : 1, 5);
	ck_assert_msg(pool_add(&pool, database, run, &err) == 0, "%s", err.text);
	pool_finish(&pool);
	ck_assert(pool.has_sets && pool.n_matches == 2 * SETS && pool.games == 6 * SETS);
	for (int i = 0; i < N; i++) {
		const struct pool_robot *robot = &pool.robots[i];
		uint64_t n = i < 2 ? SETS : 2 * SETS;
		ck_assert(robot->shares.n == SETS && robot->scores.n == SETS && robot->matches == n &&
			  robot->games == 3 * n);
		ck_assert_uint_eq(robot->shares.n_matches, n);
	}
	uint64_t n_units = 0;
	for (uint32_t unit = 0; unit < pool.blocks.units.n; unit++)
		n_units += pool.blocks.times[unit];
	ck_assert_uint_eq(n_units, SETS);
	pool_pairs(&pool, pairs);
	const struct pool_pair *others = &pairs[2 * N + 3], *first = &pairs[0 * N + 2];
	ck_assert(pairs[0 * N + 1].met == 0 && others->met == 6 * SETS && first->met == 3 * SETS);
	ck_assert(others->sets > SETS / 2 && others->sets <= SETS && first->sets <= SETS &&
		  others->decided > others->sets);
	ck_assert(others->squares[2] > others->decided); /* some sets have several */
	pool_release(&pool);
	database_close(database);
	run_config_release(&info);
}
END_TEST

/* As many as the ratings can hold. A robot that is known needs no room. */
START_TEST(a_pool_has_room_for_so_many)
{
	struct pool pool = {.by = RATING_BY_WINS};
	struct run_config info;
	struct schedule schedule;
	struct err err = {0};
	int64_t run;
	char name[32];
	make_info(&info, FORMAT_TABLE, 2, 2, 4, "full");
	struct database *database = begin(&info, &run);
	ck_assert_int_eq(run_config_schedule(&info, &schedule, &err), 0);
	store_chunks(database, run, &schedule, 0, 1, 2);
	for (int i = 0; i < BLOCKS_MAX_ROBOTS - 2; i++) {
		snprintf(name, sizeof name, "idle %d", i);
		add_idle(&pool, name);
	}
	if (_i == 0) {
		ck_assert_msg(pool_add(&pool, database, run, &err) == 0, "%s", err.text);
		ck_assert_int_eq(pool.n_robots, BLOCKS_MAX_ROBOTS);
		ck_assert(pool_add_game(&pool, 2, (const char *const[]){"idle 7", "idle 8"}, (const uint8_t[]){1, 2}));
		ck_assert(!pool_add_game(&pool, 2, (const char *const[]){"idle 7", "new"}, (const uint8_t[]){1, 2}));
	} else {
		play(&pool, "AB", "12", 1);
		ck_assert_int_eq(pool.n_robots, BLOCKS_MAX_ROBOTS);
		ck_assert_int_eq(pool_add(&pool, database, run, &err), -1);
		ck_assert_str_eq(err.text, "there are more than 16384 robots; name a run");
		ck_assert_int_eq(err.code, EXIT_USAGE);
	}
	pool_release(&pool);
	database_close(database);
	run_config_release(&info);
}
END_TEST

/* Blocks, games and seats are those of matches that were played. */
START_TEST(runs_are_counted)
{
	struct run_config infos[2];
	struct schedule schedule;
	struct pool pool = {.by = RATING_BY_WINS};
	struct err err = {0};
	int64_t runs[2];
	make_long_info(&infos[0], FORMAT_TABLE, 3, 3, 18, 2, "three");
	make_long_info(&infos[1], FORMAT_TABLE, 4, 4, 8, 1, "four");
	struct database *database = begin(&infos[0], &runs[0]);
	ck_assert_int_eq(database_begin_run(database, &infos[1], "0002", &runs[1], NULL), 0);
	ck_assert_int_eq(run_config_schedule(&infos[0], &schedule, &err), 0);
	store_chunks(database, runs[0], &schedule, 0, 1, 3);
	ck_assert_int_eq(pool_add(&pool, database, runs[1], &err), 0); /* nothing of it was played */
	ck_assert(pool.n_runs == 1 && pool.n_robots == 4 && pool.n_matches == 0 && pool.fewest_seats == 0 &&
		  pool.most_seats == 0);
	ck_assert_int_eq(pool_add(&pool, database, runs[0], &err), 0);
	ck_assert_int_eq(pool_add(&pool, database, runs[1], &err), 0);
	ck_assert(pool.n_runs == 3 && pool.n_robots == 4 && pool.fewest_seats == 3 && pool.most_seats == 3);
	ck_assert(pool.n_matches == 3 && pool.n_blocks == 6 && pool.games == 18);
	ck_assert(pool.robots[0].matches == 3 && pool.robots[0].games == 18 && pool.robots[3].matches == 0 &&
		  pool.robots[3].games == 0);
	ck_assert_int_eq(pool_add(&pool, database, 77, &err), -1);
	pool_release(&pool);
	database_close(database);
	for (int i = 0; i < 2; i++)
		run_config_release(&infos[i]);
}
END_TEST

/* Each of three robots wins 70 of 100 games against the next; or the first also against the last, as ratings
 * predict. */
START_TEST(misfits_and_cycles_are_found)
{
	struct pool pool = {.by = (enum rating_by)(_i / 2)};
	struct pool_list list;
	bool is_cycle = _i % 2 == 0;
	play(&pool, "AB", "12", 70);
	play(&pool, "AB", "21", 30);
	play(&pool, "BC", "12", 70);
	play(&pool, "BC", "21", 30);
	play(&pool, "CA", "12", is_cycle ? 70 : 15);
	play(&pool, "CA", "21", is_cycle ? 30 : 85);
	pool_finish(&pool);
	pool_list_init(&list, &pool, -1, false);
	struct misfit misfit = misfit_of(&list);
	bool is_tested = pool.by == RATING_BY_WINS;
	ck_assert_int_eq(misfit.n_pairs, is_tested ? 3 : 0);
	ck_assert_int_eq(misfit.n_misfits, is_tested && is_cycle ? 3 : 0);
	ck_assert_int_eq(misfit.n_cycles, is_cycle);
	if (is_tested && is_cycle) {
		ck_assert_double_eq_tol(misfit.worst.played, 0.7, 1e-12);
		ck_assert_double_eq_tol(misfit.worst.expected, 0.5, 1e-6);
		ck_assert_double_eq_tol(misfit.worst.z, 20 / sqrt(25 + 0.125), 1e-4);
	}
	ck_assert(!is_cycle || (misfit.cycle[0] == 0 && misfit.cycle[1] == 1 && misfit.cycle[2] == 2));
	ck_assert(misfit_nash(&list));
	double wanted[3] = {1 / 3.0, 1 / 3.0, 1 / 3.0}, alone[3] = {1, 0, 0};
	for (int i = 0; i < 3; i++) {
		ck_assert_double_eq_tol(list.nash_mix[i], is_cycle ? wanted[i] : alone[i], 1e-3);
		ck_assert_double_eq_tol(list.nash_gain[i],
					is_cycle || i == 0 ? 0 : elo_of_score((i == 1 ? 30.5 : 15.5) / 101), 0.5);
	}
	pool_list_release(&list);
	pool_release(&pool);
}
END_TEST

START_TEST(robots_that_never_met_have_no_mix)
{
	struct pool pool = {.by = RATING_BY_WINS};
	struct pool_list list;
	play(&pool, "AB", "12", 70);
	play(&pool, "BC", "12", 70);
	pool_finish(&pool);
	pool_list_init(&list, &pool, -1, false);
	ck_assert_int_eq(misfit_of(&list).n_pairs, 2);
	ck_assert(!misfit_nash(&list) && !list.nash_mix);
	pool_list_release(&list);
	pool_release(&pool);
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 0,
	LOOP(games_are_counted, RATING_BY_WINS, RATING_BY_PLACES + 1),
	LOOP(pairs_are_counted, 0, 2),
	TEST(pairs_have_squares_by_match),
	TEST(islands_are_ranked_by_themselves),
	LOOP(misfits_and_cycles_are_found, 0, 4),
	TEST(robots_that_never_met_have_no_mix),
	TEST(pairs_of_a_list),
	LOOP(the_reference_has_zero, 0, 8),
	TEST(islands_are_rated_as_if_alone),
	TEST(a_pool_may_be_empty),
	TEST(tables_of_three_have_places),
	LOOP(a_pool_has_room_for_so_many, 0, 2),
	LOOP(deal_sets_are_units, 0, 2),
	TEST(runs_are_counted),
	TEST(labels_are_unique))
