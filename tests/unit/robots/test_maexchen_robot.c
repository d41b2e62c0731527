/* test_maexchen_robot.c - the robot `maexchen`: its decisions have the exact probabilities of its nine presets, and
 * none is illegal. The header for authors, arena_maexchen.h, interprets every ask as the referee does. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "test_maexchen_table.h"

#include "../robots/maexchen.c" /* after game.h, whose parameters have the name of a static of it */

enum { N_ASKS = 20000, SAFE = 0, AGGRESSIVE = 2, NAIVE = 0, SUSPICIOUS = 2 };

static uint64_t random_state;

static uint64_t next_random(void)
{
	return rng_next(&random_state);
}

static const struct arena_host host = {.size = sizeof host, .abi = ARENA_ABI, .random = next_random, .data_folder = ""};

static void begin(const char *rules, const char *lie, const char *believe)
{
	struct arena_game_start start = {sizeof start, 2, "A", "AB", rules};
	arena_host = &host;
	random_state = 1;
	lie_option = believe_option = FROM_THE_RULES;
	if (lie)
		ck_assert_int_eq(robot_option("lie", lie), 0);
	if (believe)
		ck_assert_int_eq(robot_option("believe", believe), 0);
	robot_game_start(&start);
}

/* ---- the tables of docs/rules.md section 3 -------------------------------------------------- */

/* Column: preset, row: used. */
static const int lie_table[3][3] = {{80, 15, 5}, {15, 75, 10}, {5, 10, 85}};
static const int believe_table[3][3] = {{90, 10, 0}, {10, 80, 10}, {0, 10, 90}};
static const char *const lies[] = {"safe", "normal", "aggressive"};
static const char *const beliefs[] = {"naive", "normal", "suspicious"};

/* The standard order, lowest first, and how many of the 36 rolls show each value. */
static const int order[21] = {31, 32, 41, 43, 51, 52, 53, 54, 61, 62, 63, 64, 65, 11, 22, 33, 44, 55, 66, 21, 42};
enum { N_ORDINARY = 13, N_VALUES = 21 };

static double share(int from, int to)
{
	double n = 0;
	for (int i = from; i <= to; i++)
		n += order[i] % 11 ? 2 : 1;
	return n / 36;
}

/* The chance that a strategy claims order[i], holding order[roll], with order[last] claimed. */
static double chance_of_claim(int strategy, int last, int roll, int i)
{
	int lowest = last + 1, n_below = roll < lowest ? 0 : roll - last, n_above = N_VALUES - lowest - n_below;
	double above = strategy == SAFE ? 0.1 : 0.9;
	if (i < lowest)
		return 0;
	if (strategy == 1)
		return 1.0 / (N_VALUES - lowest);
	if (n_above == 0 || n_below == 0)
		above = n_below == 0;
	return i > roll ? above / n_above : (1 - above) / n_below;
}

static double chance_to_believe(int strategy, int claim)
{
	double s, sum = 0;
	if (strategy == 1)
		return share(claim, 20);
	if (strategy == SUSPICIOUS)
		return share(claim == 20 ? 20 : claim + 1, 20) / 3;
	for (int turn = 0; turn < N_ORDINARY; turn++) {
		s = claim <= turn ? 1 : share(claim, 20) + share(0, turn);
		sum += claim < turn ? 1 : s + (1 - s) * s + (1 - s) * (1 - s) * s;
	}
	return sum / N_ORDINARY;
}

/* Fails beyond four and a half standard deviations; the random numbers are fixed. */
static void check_frequency(long n, double chance, const char *what, int a, int b)
{
	double wanted = chance * N_ASKS, deviation = sqrt(wanted * (1 - chance));
	ck_assert_msg(fabs((double)n - wanted) <= 4.5 * deviation + 1e-9, "%s, %d, %d: %ld times, wanted %.1f", what, a,
		      b, n, wanted);
}

/* Loop: preset. */
START_TEST(claims_have_their_probabilities)
{
	static const int lasts[] = {-1, 3, 12, 17, 19}, rolls[] = {0, 6, 12, 15, 19, 20};
	begin("maexchen", lies[_i], NULL);
	for (size_t k = 0; k < sizeof lasts / sizeof *lasts; k++) {
		for (size_t r = 0; r < sizeof rolls / sizeof *rolls; r++) {
			int last = lasts[k], roll = rolls[r];
			long count[100] = {0};
			char hands[40], history[40] = "";
			snprintf(hands, sizeof hands, "A:%d@10,B:xx@9", order[roll]);
			if (last >= 0)
				snprintf(history, sizeof history, "B:%d,A:1", order[last]);
			for (int n = 0; n < N_ASKS; n++) {
				int play = get_play("A", hands, history);
				if (play < 11 || play > 66) /* asserting each play would take too long */
					ck_abort_msg("%d was claimed", play);
				count[play]++;
			}
			for (int i = 0; i < N_VALUES; i++) {
				double chance = 0;
				for (int used = 0; used < 3; used++)
					chance += lie_table[used][_i] / 100.0 * chance_of_claim(used, last, roll, i);
				check_frequency(count[order[i]], chance, lies[_i], order[roll], order[i]);
			}
		}
	}
}
END_TEST

START_TEST(beliefs_have_their_probabilities)
{
	begin("maexchen", NULL, beliefs[_i]);
	for (int claimed = 0; claimed < N_VALUES; claimed++) {
		char history[40];
		long n_believed = 0;
		double chance = 0;
		snprintf(history, sizeof history, "B:%d", order[claimed]);
		for (int n = 0; n < N_ASKS; n++) {
			int play = get_play("A", "A:xx@10,B:xx@9", history);
			if (play != 0 && play != 1)
				ck_abort_msg("%d was answered", play);
			n_believed += play;
		}
		for (int used = 0; used < 3; used++)
			chance += believe_table[used][_i] / 100.0 * chance_to_believe(used, claimed);
		check_frequency(n_believed, chance, beliefs[_i], order[claimed], 1);
	}
}
END_TEST

/* How often the robot, with its current settings, lies about a low roll and believes a double. */
static void measure(double *lying, double *believing)
{
	long n_lies = 0, n_beliefs = 0;
	for (int n = 0; n < N_ASKS; n++) {
		n_lies += get_play("A", "A:43@10,B:xx@9", "") > 43; /* or a special value */
		n_beliefs += get_play("A", "A:xx@10,B:xx@9", "B:33");
	}
	*lying = (double)n_lies / N_ASKS;
	*believing = (double)n_beliefs / N_ASKS;
}

/* Priority: options, then the settings of the game, then the defaults of the settings. */
START_TEST(presets_come_from_options_or_rules)
{
	double lying[3], believing[3], other[2];
	for (int i = 0; i < 3; i++) {
		begin("maexchen", lies[i], beliefs[i]);
		measure(&lying[i], &believing[i]);
	}
	ck_assert(lying[0] < lying[1] - 0.05 && lying[1] < lying[2] - 0.05);
	ck_assert(believing[0] > believing[1] + 0.05 && believing[1] > believing[2] + 0.05);
	for (int i = 0; i < 9; i++) {
		char rules[100];
		snprintf(rules, sizeof rules, "x play_order=1 bot_lie=%s bot_believe=%s", lies[i / 3], beliefs[i % 3]);
		begin(rules, NULL, NULL);
		measure(&other[0], &other[1]);
		ck_assert_double_eq_tol(other[0], lying[i / 3], 0.02);
		ck_assert_double_eq_tol(other[1], believing[i % 3], 0.02);
		begin(rules, "safe", "naive");
		measure(&other[0], &other[1]);
		ck_assert_double_eq_tol(other[0], lying[0], 0.02);
		ck_assert_double_eq_tol(other[1], believing[0], 0.02);
	}
	begin("maexchen", NULL, NULL);
	measure(&other[0], &other[1]);
	ck_assert_double_eq_tol(other[0], lying[2], 0.02);
	ck_assert_double_eq_tol(other[1], believing[1], 0.02);
}
END_TEST

START_TEST(options_are_checked)
{
	ck_assert_int_ne(robot_option("lie", "naive"), 0);
	ck_assert_int_ne(robot_option("believe", "safe"), 0);
	ck_assert_int_ne(robot_option("lie", ""), 0);
	ck_assert_int_ne(robot_option("lies", "safe"), 0);
	ck_assert_str_eq(robot_info()->variants, "points_to_start=*");
	ck_assert_uint_lt(strlen(robot_info()->summary), 70);
}
END_TEST

/* ---- games under the referee ------------------------------------------------------------ */

static void same(const struct table *t, const char *what, int got, int wanted)
{
	if (got != wanted)
		ck_abort_msg("%s is read as %d, not %d, from '%s'", what, got, wanted, t->view.history);
}

/* The header's view of the game equals the referee's state. */
static void compare(const struct table *t, int seat)
{
	const struct maexchen_state *state = &t->game.u.maexchen;
	const char me[2] = {(char)('A' + seat), '\0'};
	bool is_over = t->game.need == GAME_NEED_OBSERVE;
	const char *hands = is_over ? t->view.shown : t->view.hands[seat];
	struct maex_view view;
	maex_read(&view, &game, me, hands, t->view.history);
	same(t, "the ask", (int)view.ask, is_over ? MAEX_WATCH : state->is_believing ? MAEX_BELIEVE : MAEX_CLAIM);
	if (!is_over)
		same(t, "the claim", view.claim == MAEX_NONE ? 0 : game.value[view.claim], state->claim);
	if (view.ask == MAEX_CLAIM)
		same(t, "the roll", game.value[view.roll], state->roll);
	if (view.ask == MAEX_BELIEVE)
		same(t, "the claimer", view.hands.letter[view.claimer], 'A' + state->claimer);
	if (is_over && t->game.last.count)
		same(t, "the roll shown", view.shown >= 0 ? game.value[view.roll] : 0, t->game.last.count);
}

/* The order of values and their chances are the referee's. */
static void compare_values(const struct table *t)
{
	const int *setting = t->rules.value;
	int n = 0;
	for (int value = -1; value <= 100; value++) {
		int index = maex_index(&game, value), n_rolls = 0;
		ck_assert_int_eq(index != MAEX_NONE, maexchen_is_value(setting, value));
		if (index == MAEX_NONE)
			continue;
		n++;
		ck_assert_int_eq(game.value[index], value);
		ck_assert_int_eq(game.loss[game.kind[index]], maexchen_loss(setting, value));
		ck_assert_int_eq(game.turns[game.kind[index]], maexchen_turns(setting, value));
		if (index)
			ck_assert_int_gt(maexchen_rank(setting, value), maexchen_rank(setting, game.value[index - 1]));
		for (int i = 0; i < 36; i++)
			n_rolls += maexchen_rank(setting, maexchen_value_of(setting, 1 + i / 6, 1 + i % 6)) >=
				maexchen_rank(setting, value);
		ck_assert_int_eq(maex_rolls_from(&game, index), n_rolls);
	}
	ck_assert_int_eq(n, game.n_values);
}

START_TEST(no_play_is_ever_illegal)
{
	ask_fn *ask[GAME_MAX_SEATS];
	uint64_t random = (uint64_t)_i;
	for (int seat = 0; seat < GAME_MAX_SEATS; seat++)
		ask[seat] = get_play;
	for (int i = 0; i < 60; i++) {
		struct table t = {0};
		AUTO_STR struct str text = {0};
		table_random_rules(&t, _i, &random, &text);
		begin(text.text, NULL, NULL);
		compare_values(&t);
		table_open(&t, _i, (uint64_t)i);
		table_play(&t, ask, compare, 200, i % 3 == 2, &random); /* other seats may make illegal plays; the
		                                                         * header must still be right */
		table_close(&t);
	}
}
END_TEST

/* Strings that no referee sends. */
START_TEST(broken_strings_do_no_harm)
{
	static const char *const all[][3] = {
		{"", "", ""}, {"A", "", ""}, {"A", "A:xx@10,B:xx@10", ""}, {"A", "A:53", "A:"},
		{"A", "A:5@1,B:x@1", "B:55"}, {"A", "A:99@10,B:77@10", "B:99"}, {"A", "A:531@10,B:xx", "B:55,A:1"},
		{"A", "@@,,::", "x:y,,:1,A:1"}, {"C", "A:xx@10,B:xx@10", "A:42"}, {"A", "A:xx@10,B:xx@10", "B:42,A:1"},
		{"A", "A:53@10,B:xx@10", "B:42,A:1"},
		{"A", "A:xx@10,B:xx@10", "B:2147483648,B:-55"}, {"A", "A:xx@99999999999,B:xx@-1", "B:66"},
	};
	begin("maexchen", NULL, NULL);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		get_play(all[i][0], all[i][1], all[i][2]);
	begin("", NULL, NULL);
	ck_assert_int_eq(game.n_values, N_VALUES);
	begin("x maexchen=99 hamburger=999999999999 order_digits=false points_to_start=x", NULL, NULL);
	ck_assert_int_eq(game.n_values, 36);
}
END_TEST

SUITE(120,
	LOOP(claims_have_their_probabilities, 0, 3),
	LOOP(beliefs_have_their_probabilities, 0, 3),
	TEST(presets_come_from_options_or_rules),
	TEST(options_are_checked),
	LOOP(no_play_is_ever_illegal, 2, 10),
	TEST(broken_strings_do_no_harm))
