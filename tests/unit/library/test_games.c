/* test_games.c - the games of arena.h from C: with few slots and many, in threads, and policies of solved hands.
 * tests/python compares them with the rules; this suite runs under the sanitizers. */
#include <pthread.h>

#include "arena.h"

enum { N_FEW = 10, N_MANY = 1025 }; /* many: saved between steps (MOST_WHOLE in games.c) */

struct table {
	struct arena_games *games;
	struct arena_games_arrays arrays;
	int n_slots, n_seats, n_actions, n_bits;
};

static const char *const variants[] = {"liars-dice", "wild", "perudo", "tourney", "round-table", "one-hand",
	"maexchen"};

static void table_open(struct table *table, const char *variant, int n_seats, int n_slots, int restarts)
{
	struct arena_games_request request = ARENA_GAMES_REQUEST;
	struct arena_games_arrays none = {.size = sizeof none};
	struct arena_error error = {0};
	request.variant = variant;
	request.seed = "1:0";
	request.seats = n_seats;
	request.slots = 1;
	ck_assert_msg(arena_games_new(&request, &none, &table->games, &error) == 0, "%s", error.text);
	table->n_actions = arena_games_actions(table->games);
	table->n_bits = arena_games_bits(table->games);
	arena_games_free(table->games);
	size_t n = (size_t)n_slots;
	table->n_slots = request.slots = n_slots;
	table->n_seats = n_seats;
	request.restarts = restarts;
	table->arrays = (struct arena_games_arrays){
		.size = sizeof table->arrays, .player = malloc(n * sizeof(int32_t)),
		.mask = malloc(n * (size_t)table->n_actions), .observation = malloc(n * (size_t)table->n_bits),
		.reward = malloc(n * (size_t)n_seats * sizeof(float)), .over = malloc(n),
	};
	ck_assert_msg(arena_games_new(&request, &table->arrays, &table->games, &error) == 0, "%s", error.text);
}

static void table_close(struct table *table)
{
	arena_games_free(table->games);
	free(table->arrays.player);
	free(table->arrays.mask);
	free(table->arrays.observation);
	free(table->arrays.reward);
	free(table->arrays.over);
}

static void table_step(struct table *table, const int32_t *actions)
{
	struct arena_error error = {0};
	ck_assert_msg(arena_games_step(table->games, actions, &error) == 0, "%s", error.text);
}

START_TEST(many_slots_play_the_games_of_few)
{
	struct table few, many;
	int32_t actions[N_MANY];
	int n_steps = 0, n_seats = 2 + _i % 3;
	table_open(&few, variants[_i], n_seats, N_FEW, 0);
	table_open(&many, variants[_i], n_seats, N_MANY, 0);
	for (int n_left = N_FEW; n_left; n_steps++) {
		memset(actions, -1, sizeof actions);
		arena_games_sample(few.games, actions);
		table_step(&few, actions);
		table_step(&many, actions);
		ck_assert_mem_eq(few.arrays.player, many.arrays.player, N_FEW * sizeof(int32_t));
		ck_assert_mem_eq(few.arrays.mask, many.arrays.mask, (size_t)(N_FEW * few.n_actions));
		ck_assert_mem_eq(few.arrays.observation, many.arrays.observation, (size_t)(N_FEW * few.n_bits));
		ck_assert_mem_eq(few.arrays.reward, many.arrays.reward, (size_t)(N_FEW * n_seats) * sizeof(float));
		ck_assert_mem_eq(few.arrays.over, many.arrays.over, N_FEW);
		n_left = 0;
		for (int slot = 0; slot < N_FEW; slot++)
			n_left += few.arrays.player[slot] >= 0;
	}
	ck_assert_int_gt(n_steps, 1);
	table_close(&few);
	table_close(&many);
}
END_TEST

START_TEST(sampled_actions_are_legal_and_all_occur)
{
	struct table table;
	int32_t actions[N_FEW];
	uint8_t seen[64] = {0};
	table_open(&table, "liars-dice", 2, N_FEW, 1);
	ck_assert_int_eq(table.n_actions, 63);
	for (int step = 0; step < 2000; step++) {
		arena_games_sample(table.games, actions);
		for (int slot = 0; slot < N_FEW; slot++) {
			ck_assert_int_eq(table.arrays.mask[slot * table.n_actions + actions[slot]], 1);
			seen[actions[slot]] = 1;
		}
		table_step(&table, actions);
	}
	for (int action = 0; action < table.n_actions; action++)
		ck_assert_int_eq(seen[action], action != 1 && action != 2);
	table_close(&table);
}
END_TEST

/* Each position is that of the arrays, also when the game is over. */
START_TEST(one_game_is_stepped_with_copies)
{
	struct table table;
	struct arena_error error = {0};
	int32_t action, player;
	table_open(&table, variants[_i], 2, 1, 0);
	size_t n_bits = (size_t)table.n_bits, n_actions = (size_t)table.n_actions;
	/* exact, so that the sanitizer sees a write behind it */
	uint8_t *observation = malloc(n_bits), *mask = malloc(n_actions);
	do {
		arena_games_sample(table.games, &action);
		player = arena_games_step_one(table.games, action, observation, mask, &error);
		ck_assert_msg(player > -2, "%s", error.text);
		ck_assert_int_eq(player, table.arrays.player[0]);
		ck_assert_mem_eq(observation, table.arrays.observation, n_bits);
		ck_assert_mem_eq(mask, table.arrays.mask, n_actions);
	} while (player >= 0);
	observation[0] = mask[0] = 7;
	ck_assert_int_eq(arena_games_step_one(table.games, 0, observation, mask, &error), -2);
	ck_assert_ptr_nonnull(strstr(error.text, "the game is over"));
	ck_assert_int_eq(observation[0] + mask[0], 14);
	free(observation);
	free(mask);
	table_close(&table);
}
END_TEST

START_TEST(many_games_are_not_stepped_as_one)
{
	struct table table;
	struct arena_error error = {0};
	uint8_t seen = 7;
	table_open(&table, "wild", 2, N_FEW, 0);
	ck_assert_int_eq(arena_games_step_one(table.games, -1, &seen, &seen, &error), -2);
	ck_assert_ptr_nonnull(strstr(error.text, "needs one slot"));
	ck_assert_int_eq(error.code, 2);
	ck_assert_int_eq(seen, 7);
	table_close(&table);
}
END_TEST

START_TEST(sample_draws_the_only_legal_action)
{
	/* Masks of less than a word, of whole words, and of words and a rest. */
	static const struct { const char *faces; int n_seats, n_actions; } cases[] = {{"faces=2", 2, 7},
		{"faces=7", 3, 24}, {"faces=9", 20, 183}};
	for (size_t i = 0; i < COUNT(cases); i++) {
		const char *const rules[] = {"dice=1", cases[i].faces, NULL};
		uint8_t *mask = malloc((size_t)cases[i].n_actions);
		struct arena_games_request request = ARENA_GAMES_REQUEST;
		struct arena_games_arrays arrays = {.size = sizeof arrays, .mask = mask};
		struct arena_games *games;
		int32_t action;
		request.rules = rules;
		request.seats = cases[i].n_seats;
		request.slots = 1;
		ck_assert_int_eq(arena_games_new(&request, &arrays, &games, NULL), 0);
		ck_assert_int_eq(arena_games_actions(games), cases[i].n_actions);
		for (int only = -1; only < cases[i].n_actions; only++) {
			memset(mask, 0, (size_t)cases[i].n_actions);
			if (only >= 0)
				mask[only] = 1;
			arena_games_sample(games, &action);
			ck_assert_int_eq(action, only);
		}
		arena_games_free(games);
		free(mask);
	}
}
END_TEST

/* The sum of the observations of a table of its own. */
static void *play(void *sum)
{
	struct table table;
	int32_t actions[N_FEW];
	table_open(&table, "wild", 3, N_FEW, 1);
	for (int step = 0; step < 500; step++) {
		arena_games_sample(table.games, actions);
		table_step(&table, actions);
		for (int i = 0; i < N_FEW * table.n_bits; i++)
			*(uint64_t *)sum = *(uint64_t *)sum * 31 + table.arrays.observation[i];
	}
	table_close(&table);
	return NULL;
}

START_TEST(two_threads_play_as_one)
{
	uint64_t alone = 0, together[2] = {0};
	pthread_t thread[2];
	play(&alone);
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(pthread_create(&thread[i], NULL, play, &together[i]), 0);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	ck_assert_uint_eq(together[0], alone);
	ck_assert_uint_eq(together[1], alone);
}
END_TEST

START_TEST(only_players_at_a_table_observe)
{
	static const int32_t outside[][2] = {{-1, 0}, {3, 0}, {0, -1}, {0, 2}};
	struct table table;
	uint8_t bits[200];
	table_open(&table, "liars-dice", 2, 3, 0);
	ck_assert_int_eq(arena_games_observe(table.games, 2, 1, bits), 0);
	for (int i = 0; i < COUNT(outside); i++)
		ck_assert_int_eq(arena_games_observe(table.games, outside[i][0], outside[i][1], bits), -1);
	table_close(&table);
}
END_TEST

START_TEST(wrong_actions_change_nothing)
{
	struct table table;
	struct arena_error error = {0};
	table_open(&table, "liars-dice", 2, 1, 0);
	uint8_t before[200];
	memcpy(before, table.arrays.observation, (size_t)table.n_bits);
	const int32_t wrong[] = {0, 1, 2, 63, -2, INT32_MAX, INT32_MIN};
	for (int i = 0; i < COUNT(wrong); i++) {
		ck_assert_int_eq(arena_games_step(table.games, &wrong[i], &error), -1);
		ck_assert_int_eq(error.code, 2);
		ck_assert_mem_eq(before, table.arrays.observation, (size_t)table.n_bits);
		ck_assert(i < 3 || arena_games_play(table.games, wrong[i]) == -1);
	}
	table_close(&table);
}
END_TEST

static void count_states(const uint8_t *observation, const double *probabilities, void *n)
{
	double sum = 0;
	for (int action = 0; action < 3 + 4; action++)
		sum += probabilities[action];
	ck_assert_double_eq_tol(sum, 1, 1e-9);
	ck_assert_uint_le(observation[0], 1);
	++*(int *)n;
}

START_TEST(solved_hands_have_strategies)
{
	const char *const rules[] = {"faces=2", NULL};
	struct arena_error error = {0};
	int n = 0;
	char *text = arena_solve("one-hand", rules, 1, 1, 1e-2, count_states, &n, NULL, &error);
	ck_assert_msg(text != NULL, "%s", error.text);
	ck_assert_int_gt(n, 4);
	free(text);
	ck_assert_ptr_null(arena_solve("one-hand", rules, 1, 1, 0, count_states, &n, NULL, &error));
}
END_TEST

static int stop_at_third(const uint8_t *observation, const uint8_t *mask, double *probabilities, void *context)
{
	static int n_asked;
	(void)observation;
	probabilities[mask[0] ? 0 : 3] = 1;
	if (++n_asked == 3)
		*(volatile int *)context = 1;
	ck_assert_int_le(n_asked, 3);
	return 0;
}

START_TEST(slow_calls_can_be_stopped)
{
	volatile int stop = 0;
	struct arena_error error = {0};
	struct arena_exploit_request request = {.size = sizeof request, .variant = "one-hand", .policy = stop_at_third,
						.context = (void *)(uintptr_t)&stop, .stop = &stop};
	double values[2];
	ck_assert_int_eq(arena_exploit(&request, values, &error), -1);
	ck_assert_int_eq(error.code, 130);
	error.code = 0;
	ck_assert_ptr_null(arena_solve("liars-dice", NULL, 1, 1, 1e-9, NULL, NULL, &stop, &error));
	ck_assert_int_eq(error.code, 130);
}
END_TEST

SUITE(300, LOOP(many_slots_play_the_games_of_few, 0, COUNT(variants)), TEST(sampled_actions_are_legal_and_all_occur),
      TEST(sample_draws_the_only_legal_action),
      TEST(two_threads_play_as_one), TEST(wrong_actions_change_nothing),
      TEST(only_players_at_a_table_observe), LOOP(one_game_is_stepped_with_copies, 0, COUNT(variants)),
      TEST(many_games_are_not_stepped_as_one), TEST(solved_hands_have_strategies), TEST(slow_calls_can_be_stopped))
