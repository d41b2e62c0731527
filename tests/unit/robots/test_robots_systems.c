/* test_robots_systems.c - the robots taken from other systems: their plays, ask by ask, with given random numbers;
 * their exact probabilities; and games under the referee. */
#include "chances.h"

#include <math.h>

#include "arena_dice.h"
#include "game/game.h"

/* ---- a mock of the arena --------------------------------------------------------------- */

/* Random numbers: first the given ones, as numbers in [0, 1), then a fixed sequence (Vigna's splitmix64). */
static struct {
	const double *laid;
	int n_laid;
	uint64_t state;
} fake;

static uint64_t fake_random(void)
{
	if (fake.n_laid) {
		fake.n_laid--;
		return (uint64_t)(*fake.laid++ * 0x1p53) << 11;
	}
	uint64_t z = fake.state += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static void fake_log(const char *line)
{
	(void)line;
}

static const struct arena_host fake_host = {
	.size = sizeof fake_host, .abi = ARENA_ABI, .random = fake_random, .log = fake_log, .data_folder = "",
};

static struct robot load(const char *name)
{
	fake.n_laid = 0;
	fake.state = 1;
	return load_with(name, &fake_host);
}

/* A game with these options, of the players at the table. */
static void start_table(const struct robot *robot, const char *options, const char *hands)
{
	char rules[100], letters[DICE_MAX_PLAYERS + 1] = "";
	int n = 0;
	for (const char *at = hands; (at = strchr(at, ':')); at++)
		letters[n++] = at[-1];
	snprintf(rules, sizeof rules, "test %s", options);
	start_game(robot, "B", letters, rules);
}

/* ---- manifests ----------------------------------------------------------------------- */

static const char *const names[] = {
	"cpu", "simple", "calm", "radical", "tourney_random", "raiser", "ones", "five_sixes",
};

START_TEST(manifests_are_complete)
{
	struct robot robot = load(names[_i]);
	expect_manifest(&robot, names[_i]);
	ck_assert_str_eq(robot.info()->variants, "dice=*");
}
END_TEST

START_TEST(radical_has_a_threshold)
{
	struct robot robot = load("radical");
	static const char *const good[] = {"0", "0.5", "0.25", "0.999"};
	static const char *const bad[] = {"", "1", "-0.1", "0.5x", "x", "nan", "2"};
	for (int i = 0; i < COUNT(good); i++)
		ck_assert_int_eq(robot.option("threshold", good[i]), 0);
	for (int i = 0; i < COUNT(bad); i++)
		ck_assert_int_ne(robot.option("threshold", bad[i]), 0);
	ck_assert_int_ne(robot.option("risk", "0.5"), 0);
}
END_TEST

/* ---- play by play -------------------------------------------------------------------- */

/* Robots with an option are written as on the command line. */
static struct robot load_with_option(const char *text)
{
	char name[60];
	snprintf(name, sizeof name, "%s", text);
	char *key = strchr(name, ':'), *value = strchr(name, '=');
	if (key)
		*key++ = *value++ = '\0';
	struct robot robot = load(name);
	if (key)
		ck_assert_int_eq(robot.option(key, value), 0);
	return robot;
}

#define DUEL   "A:xxxxx,B:66531"
#define OPENER "B:66531,A:xxxxx"
#define HIGH  {0.999, 0.999}

/* `laid` are its random numbers, in the order in which it draws them. */
static const struct {
	const char *robot, *rules, *hands, *history;
	double laid[2];
	int play;
} plays[] = {
	/* A bid is index n * laid[1] among n; laid[0] below 1/9 calls. */
	{"cpu", "", OPENER, "", {0}, 11},
	{"cpu", "", OPENER, "", {0.999}, 76},
	{"cpu", "", DUEL, "A:61", {0.112, 0}, 63},
	{"cpu", "", DUEL, "A:61", {0.110, 0}, 0},
	{"cpu", "", DUEL, "A:62", {0.5, 0}, 0},
	{"cpu", "", DUEL, "A:75", {0.5, 0.5}, 0},
	{"cpu", "", DUEL, "A:71", {0.5, 0}, 0},
	{"cpu", "", DUEL, "A:66", {0.5, 0.5}, 76},
	{"cpu", "", DUEL, "A:76", {0.5, 0.5}, 0},
	{"cpu", "wild=ones", DUEL, "A:62", {0.5, 0}, 63},
	{"cpu", "wild=ones", DUEL, "A:62", {0.5, 0.999}, 86},
	{"cpu", "wild=ones", DUEL, "A:62", {0.1, 0.999}, 0},
	{"cpu", "wild=ones", DUEL, "A:72", {0.5, 0.5}, 0},
	{"cpu", "wild=high", DUEL, "A:72", {0.5, 0}, 73},
	{"cpu", "wild=high", DUEL, "A:85", {0.5, 0}, 0},
	{"cpu", "wild=joker", OPENER, "", {0}, 12},
	{"cpu", "limit=table", "A:x,B:3", "A:12", {0.5, 0.999}, 23},
	{"cpu", "faces=3 dice=1", "B:3,A:x", "", {0.999}, 23},

	{"simple", "", OPENER, "", {0}, 11},
	{"simple", "", DUEL, "A:11", {0}, 12},
	{"simple", "", DUEL, "A:16", {0}, 21},
	{"simple", "", DUEL, "A:26", {0}, 31},
	{"simple", "", DUEL, "A:106", {0}, 0},
	{"simple", "faces=4", "A:xxxxx,B:44321", "A:24", {0}, 31},
	{"simple", "wild=joker", OPENER, "", {0}, 12},
	{"simple", "wild=joker", DUEL, "A:16", {0}, 22},
	{"simple", "ones_rule=perudo wild=ones", OPENER, "", {0}, 12},
	{"simple", "ones_rule=perudo wild=ones", DUEL, "A:12,B:13,A:11", {0}, 21},
	/* Its coins: P(1 of 2) = 11/36, twice. */
	{"simple", "dice=1", "A:x,B:6", "A:11", {0.30, 0.30}, 12},
	{"simple", "dice=1", "A:x,B:6", "A:11", {0.31, 0.30}, 0},
	{"simple", "dice=1", "A:x,B:6", "A:11", {0.30, 0.31}, 0},
	/* P(1 of 10) = 0.838, P(2 of 10) = 0.515: the second coin does not matter. */
	{"simple", "", DUEL, "A:16", {0.838, 0.999}, 21},
	{"simple", "", DUEL, "A:16", {0.839, 0}, 0},
	/* P(2 of 8) = 0.395, P(1 of 8) = 0.767: the second coin does not matter here either, but the first one does. */
	{"simple", "dice=4 wild=joker", "A:xxxx,B:6653", "A:46", {0.258, 0.258}, 0},
	{"simple", "dice=4 wild=joker", "A:xxxx,B:6653", "A:46", {0.258, 0}, 52},

	{"calm", "", OPENER, "", {0.999}, 11},
	{"calm", "", "B:66553,A:xxxxx", "", {0.999}, 13},
	{"calm", "", DUEL, "A:11", {0}, 13},
	{"calm", "", DUEL, "A:13", {0}, 15},
	{"calm", "", DUEL, "A:16", {0}, 26},
	{"calm", "", DUEL, "A:24", {0}, 26},
	{"calm", "", DUEL, "A:25", {0}, 26},
	{"calm", "", DUEL, "A:26", {0}, 36},
	{"calm", "", DUEL, "A:34", {0}, 36},
	{"calm", "", DUEL, "A:36", {0}, 46},
	{"calm", "", "A:x,B:5", "A:15", {0}, 16},
	{"calm", "", "A:x,B:5", "A:14", {0}, 15},
	{"calm", "wild=ones", DUEL, "A:16", {0}, 23},
	{"calm", "wild=ones", DUEL, "A:26", {0}, 36},
	{"calm", "wild=high", DUEL, "A:16", {0}, 21},
	{"calm", "", DUEL, "A:106", {0}, 0},
	/* If the last bid is certainly true it never calls; if it is certainly false it always does. */
	{"calm", "", DUEL, "A:26", HIGH, 36},
	{"calm", "", DUEL, "A:62", {0}, 0},

	{"radical", "", OPENER, "", {0.999}, 26},
	{"radical", "", "B:66553,A:xxxxx", "", {0.999}, 26},
	{"radical", "", "B:64321,A:xxxxx", "", {0.999}, 16},
	{"radical", "", "B:55522,A:xxxxx", "", {0.999}, 35},
	{"radical", "", "B:66111,A:xxxxx", "", {0.999}, 31},
	{"radical", "wild=joker", "B:66111,A:xxxxx", "", {0.999}, 26},
	{"radical", "wild=joker", "B:11111,A:xxxxx", "", {0.999}, 12},
	{"radical", "ones_rule=perudo wild=ones", "B:11111,A:xxxxx", "", {0.999}, 12},
	{"radical", "", DUEL, "A:11", {0}, 36},
	{"radical", "", DUEL, "A:35", {0}, 36},
	{"radical", "", DUEL, "A:36", {0}, 46},
	{"radical", "wild=ones", DUEL, "A:11", {0}, 56},
	{"radical", "", DUEL, "A:106", {0}, 0},
	{"radical:threshold=0.1", "", DUEL, "A:11", {0}, 46},
	{"radical:threshold=0.9", "", DUEL, "A:11", {0}, 26},
	{"radical:threshold=0.9", "", DUEL, "A:26", {0}, 36},
	{"radical:threshold=0", "", DUEL, "A:11", {0}, 76},
	{"radical:threshold=0", "", DUEL, "A:76", {0}, 0},

	{"tourney_random", "", OPENER, "", {0}, 11},
	{"tourney_random", "", DUEL, "A:11", {0.051}, 12},
	{"tourney_random", "", DUEL, "A:11", {0.049}, 0},
	{"tourney_random", "", DUEL, "A:26", {0.999}, 31},
	{"tourney_random", "", DUEL, "A:106", {0.999}, 0},
	{"tourney_random", "faces=4", DUEL, "A:24", {0.999}, 31},
	{"tourney_random", "wild=joker", DUEL, "A:26", {0.999}, 32},
	{"tourney_random", "ones_rule=perudo wild=ones", OPENER, "", {0}, 12},

	/* laid[0] below 1/21 calls; laid[1] is the step, less one, in sixths. */
	{"raiser", "", OPENER, "", {0}, 11},
	{"raiser", "", OPENER, "", {0.999}, 16},
	{"raiser", "", DUEL, "A:16", {0.048, 0}, 21},
	{"raiser", "", DUEL, "A:16", {0.047, 0}, 0},
	{"raiser", "", DUEL, "A:16", HIGH, 26},
	{"raiser", "", DUEL, "A:14", {0.5, 0.2}, 16},
	{"raiser", "", DUEL, "A:14", {0.5, 0.4}, 21},
	{"raiser", "", DUEL, "A:103", {0.5, 0.4}, 106},
	{"raiser", "", DUEL, "A:103", {0.5, 0.6}, 0},
	{"raiser", "faces=4", "A:xxxxx,B:44321", "A:14", HIGH, 32},
	{"raiser", "faces=9", "A:xxxxx,B:44321", "A:14", HIGH, 21},
	{"raiser", "faces=2 dice=1", "B:2,A:x", "", {0.999}, 11},
	{"raiser", "wild=joker", OPENER, "", {0}, 12},

	{"ones", "", OPENER, "", {0}, 11},
	{"ones", "", DUEL, "A:11", {0}, 21},
	{"ones", "", DUEL, "A:26", {0}, 31},
	{"ones", "", DUEL, "A:96", {0}, 101},
	{"ones", "", DUEL, "A:101", {0}, 0},
	{"ones", "limit=table", "A:xxx,B:66", "A:42", {0}, 51},
	{"ones", "limit=table", "A:xxx,B:66", "A:52", {0}, 0},
	{"ones", "wild=joker", OPENER, "", {0}, 12},
	{"ones", "ones_rule=perudo wild=ones", OPENER, "", {0}, 12},
	{"ones", "ones_rule=perudo wild=ones", DUEL, "A:36", {0}, 41},

	{"five_sixes", "", OPENER, "", {0}, 56},
	{"five_sixes", "", DUEL, "A:11", {0}, 56},
	{"five_sixes", "", DUEL, "A:61", {0}, 56},
	{"five_sixes", "", "A:66666,B:66531", "A:56,B:0", {0}, 56},
};

START_TEST(plays_are_exact)
{
	struct robot robot = load_with_option(plays[_i].robot);
	start_table(&robot, plays[_i].rules, plays[_i].hands);
	fake.laid = plays[_i].laid;
	fake.n_laid = 2;
	int play = robot.get_play("B", plays[_i].hands, plays[_i].history);
	ck_assert_msg(play == plays[_i].play, "%s, '%s', %s, '%s': %d and not %d", plays[_i].robot, plays[_i].rules,
		      plays[_i].hands, plays[_i].history, play, plays[_i].play);
}
END_TEST

/* ---- probabilities ------------------------------------------------------------------- */

/* The chance that at least k of n dice with this many faces show one of `n_good` faces: the
 * distribution of the number, one die after the other. */
static double chance(int k, int n, int n_good, int n_faces)
{
	double is[DICE_MAX_TABLE + 2] = {1}, p = (double)n_good / n_faces, sum = 0;
	for (int die = 1; die <= n; die++)
		for (int i = die; i >= 0; i--)
			is[i] = is[i] * (1 - p) + (i ? is[i - 1] * p : 0);
	for (int i = k > 0 ? k : 0; i <= n; i++)
		sum += is[i];
	return sum;
}

/* k of n dice of which each shows one of n_good faces. */
struct event {
	int k, n, n_good;
};

/* Computed by hand: the raise, and which dice support `last` and `next`, the last bid and the raise. */
static const struct {
	const char *robot, *rules, *hands, *history;
	int n_faces, raise;
	struct event last, next;
} coins[] = {
	{"simple", "", DUEL, "A:11", 6, 12, {1, 10, 1}, {1, 10, 1}},
	{"simple", "", DUEL, "A:16", 6, 21, {1, 10, 1}, {2, 10, 1}},
	{"simple", "", DUEL, "A:25", 6, 26, {2, 10, 1}, {2, 10, 1}},
	{"simple", "", DUEL, "A:26", 6, 31, {2, 10, 1}, {3, 10, 1}},
	{"simple", "", DUEL, "A:42", 6, 43, {4, 10, 1}, {4, 10, 1}},
	{"simple", "", DUEL, "A:106", 6, 0, {10, 10, 1}, {11, 10, 1}},
	{"simple", "wild=ones", DUEL, "A:26", 6, 31, {2, 10, 2}, {3, 10, 1}},
	{"simple", "wild=ones", DUEL, "A:43", 6, 44, {4, 10, 2}, {4, 10, 2}},
	{"simple", "wild=drop", DUEL, "A:11,B:12,A:43", 6, 44, {4, 10, 1}, {4, 10, 1}},
	{"simple", "wild=high", DUEL, "A:35", 6, 36, {3, 10, 2}, {3, 10, 1}},
	{"simple", "", "C:xxx,A:xxxxx,B:6553", "A:36", 6, 41, {3, 12, 1}, {4, 12, 1}},
	{"simple", "faces=4", "A:xxxxx,B:44321", "A:24", 4, 31, {2, 10, 1}, {3, 10, 1}},
	{"simple", "faces=2", "A:xxx,B:21", "A:22", 2, 31, {2, 5, 1}, {3, 5, 1}},

	{"calm", "", DUEL, "A:25", 6, 26, {1, 5, 1}, {0, 5, 1}},
	{"calm", "", DUEL, "A:22", 6, 26, {2, 5, 1}, {0, 5, 1}},
	{"calm", "", DUEL, "A:36", 6, 46, {1, 5, 1}, {2, 5, 1}},
	{"calm", "", DUEL, "A:46", 6, 56, {2, 5, 1}, {3, 5, 1}},
	{"calm", "", DUEL, "A:32", 6, 36, {3, 5, 1}, {1, 5, 1}},
	{"calm", "", "A:xxxxx,C:xxxx,B:6553", "C:25,A:42", 6, 45, {4, 9, 1}, {2, 9, 1}},
	{"calm", "wild=ones", DUEL, "A:42", 6, 46, {3, 5, 2}, {1, 5, 2}},
	{"calm", "wild=ones", DUEL, "A:46", 6, 56, {1, 5, 2}, {2, 5, 2}},
	{"calm", "wild=ones", "A:xxxxx,B:33222", "A:46", 6, 52, {4, 5, 2}, {2, 5, 2}},
	{"calm", "faces=9 dice=3", "A:xxx,B:955", "A:29", 9, 35, {1, 3, 1}, {1, 3, 1}},

	{"radical", "", DUEL, "A:32", 6, 36, {3, 5, 1}, {1, 5, 1}},
	{"radical", "", DUEL, "A:36", 6, 46, {1, 5, 1}, {2, 5, 1}},
	{"radical", "", DUEL, "A:21", 6, 36, {1, 5, 1}, {1, 5, 1}},
	{"radical", "", "A:xxxxx,C:xxxxx,B:66531", "C:12,A:23", 6, 46, {1, 10, 1}, {2, 10, 1}},
	{"radical", "wild=ones", DUEL, "A:42", 6, 56, {3, 5, 2}, {2, 5, 2}},
	{"radical:threshold=0.1", "", DUEL, "A:32", 6, 46, {3, 5, 1}, {2, 5, 1}},
	{"radical:threshold=0.02", "", DUEL, "A:35", 6, 56, {2, 5, 1}, {3, 5, 1}},

	/* Asked out of turn, after C, whose turn is next, they toss the same coins. */
	{"simple", "caller=anyone dice=4", "A:xxxx,C:xxxx,B:6553", "A:36", 6, 41, {3, 12, 1}, {4, 12, 1}},
	{"calm", "caller=anyone dice=4", "A:xxxx,C:xxxx,B:6553", "A:36", 6, 45, {2, 8, 1}, {2, 8, 1}},
};

START_TEST(coins_have_their_probabilities)
{
	static double expected[N_PLAYS];
	struct robot robot = load_with_option(coins[_i].robot);
	start_table(&robot, coins[_i].rules, coins[_i].hands);

	const struct event *last = &coins[_i].last, *next = &coins[_i].next;
	double p_last = chance(last->k, last->n, last->n_good, coins[_i].n_faces);
	double p_next = chance(next->k, next->n, next->n_good, coins[_i].n_faces);
	memset(expected, 0, sizeof expected);
	expected[coins[_i].raise] = p_last * (p_last - 0.5 > 0.5 - p_next ? 1 : p_next);
	expected[ARENA_CALL] = coins[_i].raise ? 1 - expected[coins[_i].raise] : 1;
	must_follow(&robot, coins[_i].hands, coins[_i].history, expected);
}
END_TEST

static const struct {
	const char *rules, *hands, *history;
	int n_faces, n_dice, wild, lowest;
} random_asks[] = {
	{"", OPENER, "", 6, 10, 0, 1},
	{"", DUEL, "A:11", 6, 10, 0, 1},
	{"", DUEL, "A:26", 6, 10, 0, 1},
	{"", DUEL, "A:55", 6, 10, 0, 1},
	{"", DUEL, "A:62", 6, 10, 0, 1},
	{"", DUEL, "A:66", 6, 10, 0, 1},
	{"", DUEL, "A:76", 6, 10, 0, 1},
	{"", DUEL, "A:104", 6, 10, 0, 1},
	{"wild=ones limit=table", DUEL, "A:26", 6, 10, 1, 1},
	{"wild=ones limit=table", DUEL, "A:72", 6, 10, 1, 1},
	{"wild=ones limit=table", DUEL, "A:75", 6, 10, 1, 1},
	{"wild=joker limit=table", DUEL, "A:36", 6, 10, 1, 2},
	{"wild=high limit=table", DUEL, "A:36", 6, 10, 6, 1},
	{"wild=drop limit=table", DUEL, "A:11,B:12,A:36", 6, 10, 0, 1},
	{"limit=table", "C:xxxxx,A:xxxxx,D:xxxxx,B:3332", "D:23,C:41", 6, 19, 0, 1},
	{"faces=4 limit=table", "A:xx,B:421", "A:22", 4, 5, 0, 1},
	{"faces=9 limit=table caller=anyone", "A:xx,C:xx,B:921", "A:22", 9, 7, 0, 1},
};

START_TEST(cpu_has_its_probabilities)
{
	static double expected[N_PLAYS];
	struct robot robot = load("cpu");
	start_table(&robot, random_asks[_i].rules, random_asks[_i].hands);

	const char *own = strstr(random_asks[_i].hands, "B:") + 2;
	int last = dice_last_bid(random_asks[_i].history), n_dice = random_asks[_i].n_dice, n_possible = 0;
	bool is_possible[N_PLAYS] = {0};
	for (int face = random_asks[_i].lowest; face <= random_asks[_i].n_faces; face++) {
		int most = n_dice; /* every die that does not show another face */
		for (const char *die = own; *die >= '1' && *die <= '9'; die++)
			most -= *die != '0' + face && *die != '0' + random_asks[_i].wild;
		for (int quantity = 1; quantity <= most; quantity++)
			is_possible[dice_bid(quantity, face)] = true;
	}
	for (int bid = last + 1; bid < N_PLAYS; bid++)
		n_possible += is_possible[bid];

	bool must_call = last && (!is_possible[last] || !n_possible);
	memset(expected, 0, sizeof expected);
	expected[ARENA_CALL] = must_call ? 1 : last ? 1.0 / 9 : 0;
	for (int bid = last + 1; bid < N_PLAYS && !must_call; bid++)
		expected[bid] = is_possible[bid] ? (last ? 8.0 / 9 : 1) / n_possible : 0;
	must_follow(&robot, random_asks[_i].hands, random_asks[_i].history, expected);
}
END_TEST

static int next_bid(int bid, int lowest, int n_faces)
{
	return dice_face(bid) < n_faces ? bid + 1 : dice_bid(dice_quantity(bid) + 1, lowest);
}

START_TEST(callers_now_and_then_have_their_probabilities)
{
	static double expected[N_PLAYS];
	int last = dice_last_bid(random_asks[_i].history), n_faces = random_asks[_i].n_faces;

	struct robot robot = load("tourney_random");
	start_table(&robot, random_asks[_i].rules, random_asks[_i].hands);
	int raise = next_bid(last ? last : n_faces, random_asks[_i].lowest, n_faces);
	memset(expected, 0, sizeof expected);
	expected[raise] = last ? 19.0 / 20 : 1;
	expected[ARENA_CALL] = 1 - expected[raise];
	must_follow(&robot, random_asks[_i].hands, random_asks[_i].history, expected);

	/* Where a raise to ones is not allowed, or would exceed the dice, it calls. */
	robot = load("raiser");
	start_table(&robot, random_asks[_i].rules, random_asks[_i].hands);
	int bid = last ? last : n_faces;
	memset(expected, 0, sizeof expected);
	expected[ARENA_CALL] = last ? 1.0 / 21 : 0;
	for (int step = 1; step <= 6; step++) {
		bid = next_bid(bid, 1, n_faces);
		bool is_legal = dice_quantity(bid) <= random_asks[_i].n_dice &&
			dice_face(bid) >= random_asks[_i].lowest;
		expected[is_legal ? bid : ARENA_CALL] += (last ? 20.0 / 21 : 1) / 6;
	}
	must_follow(&robot, random_asks[_i].hands, random_asks[_i].history, expected);
}
END_TEST

/* ---- odd tables ----------------------------------------------------------------------- */

static const char *const watch_asks[][3] = {
	{"C", "A:53,B:21", "A:12,B:22,A:0"},
	{"C", "A:53,B:21", "A:12"},
	{"C", "A:xx,B:xx", ""},
	{"A", "A:53,B:21", "A:12,B:22,A:0"},
	{"A", "A:53@3,B:21@-4", "A:12,B:22,A:0"},
	{"A", "A:53,B:xx", "A:-5"},
	{"A", "A:5", ""},
	{"A", "", ""},
	{"", "", ""},
	{"?", "@@:,:::A,xxx", ",,:0,A:A:B:999999999999"},
	{"A", "A:xx@9,B:xx@9", "B:55"},
	{"A", "A:53@9,B:xx@9", "B:42,A:1"},
	{"A", "A:99999999999999999999999,B:xx", "B:5201"},
	{"A", "A:55555555555555555555,A:55555555555555555555,A:55555555555555555555,B:x", "B:19"},
};

START_TEST(robots_survive_observations_and_nonsense)
{
	static const char *const rules[] = {"", "x dice=20 faces=9 wild=drop palifico=on",
		"x dice=-3 faces=99 wild=no"};
	struct robot robot = load(names[_i]);
	for (int round = 0; round <= COUNT(rules); round++) {
		for (int i = 0; i < COUNT(watch_asks); i++)
			robot.get_play(watch_asks[i][0], watch_asks[i][1], watch_asks[i][2]);
		if (round < COUNT(rules))
			start_game(&robot, "A", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", rules[round]);
	}
}
END_TEST

static int below(int n)
{
	return (int)((fake_random() >> 32) * (uint64_t)n >> 32);
}

/* A table of 2 to 26 players with B in any seat; returns the dice. */
static int write_hands(char *hands, int n_players, int n_faces)
{
	int n_dice = 0, own_seat = below(n_players);
	for (int seat = 0; seat < n_players; seat++) {
		char letter = seat == own_seat ? 'B' : seat == 1 ? (char)('A' + own_seat) : (char)('A' + seat);
		int n = 1 + below(20);
		hands += sprintf(hands, "%s%c:", seat ? "," : "", letter);
		for (int die = 0; die < n; die++)
			*hands++ = letter == 'B' ? (char)('1' + below(n_faces)) : 'x';
		n_dice += n;
	}
	*hands = '\0';
	return n_dice;
}

START_TEST(plays_are_legal_at_any_table)
{
	static const char *const wilds[] = {"none", "ones", "joker", "drop", "high"};
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	struct robot robot = load(names[_i]);
	char hands[700], history[40] = "", rules[80], players[27];
	for (int i = 0; i < 4000; i++) {
		int n_players = 2 + below(25), n_faces = 2 + below(8), wild = below(5), last = 0;
		int lowest = wild == 2 ? 2 : 1, n_dice = write_hands(hands, n_players, n_faces);
		snprintf(players, sizeof players, "%.*s", n_players, letters);
		snprintf(rules, sizeof rules, "x dice=20 limit=table faces=%d wild=%s caller=%s", n_faces, wilds[wild],
			 below(2) ? "anyone" : "next");
		history[0] = '\0';
		if (below(5)) {
			int quantity = 1 + below(below(2) ? n_dice : 10 < n_dice ? 10 : n_dice);
			last = dice_bid(quantity, lowest + below(n_faces + 1 - lowest));
			snprintf(history, sizeof history, "A:%d", last);
		}
		start_game(&robot, "B", players, rules);
		int play = robot.get_play("B", hands, history), face = dice_face(play);
		bool is_legal = play == ARENA_CALL ? last > 0 : play > last && dice_quantity(play) <= n_dice &&
			dice_quantity(play) >= 1 && face >= lowest && face <= n_faces;
		ck_assert_msg(is_legal, "%s: %s, %s, '%s': %d", names[_i], rules, hands, history, play);
	}
}
END_TEST

/* ---- games under the referee ---------------------------------------------------------- */

static const char *const variants[] = {
	"liars-dice", "wild", "round-table", "tourney", "perudo", "one-hand",
	"liars-dice wild=joker dice=3", "liars-dice wild=high faces=4", "liars-dice faces=2 limit=table",
	"liars-dice faces=9 dice=20 wild=ones limit=table", "perudo exact=others", "perudo wild=drop dice=2",
	"round-table wild=ones", "liars-dice caller=anyone dice=3 palifico=on wild=joker",
};

/* Plays one game; robot i, letter 'A' + i, sits in seat i. */
static void play_game(const struct rules *rules, const char *text, const struct robot *robots, int n, uint64_t number)
{
	struct game game;
	struct game_view view = {0};
	char me[2] = "A", letters[GAME_MAX_SEATS + 1] = "";
	view.history = malloc(game_history_size(rules, n));
	view.shown = malloc(game_hands_size(rules, n));
	for (int seat = 0; seat < n; seat++) {
		view.hands[seat] = malloc(game_hands_size(rules, n));
		letters[seat] = (char)('A' + seat);
	}
	for (int seat = 0; seat < n; seat++) {
		me[0] = letters[seat];
		start_game(&robots[seat], me, letters, text);
	}
	game_start(&game, rules, n, letters, (struct dice_source){rng_key_of_seed("systems"), number}, &view);
	while (game.need != GAME_NEED_OVER) {
		if (game.need == GAME_NEED_OBSERVE) {
			for (int seat = 0; seat < n; seat++) {
				me[0] = letters[seat];
				robots[seat].get_play(me, view.shown, view.history);
			}
			game_observed(&game);
			continue;
		}
		me[0] = letters[game.turn];
		int play = robots[game.turn].get_play(me, view.hands[game.turn], view.history);
		ck_assert_msg(game_play(&game, play), "%s: %s, %s, '%s': illegal", text,
			      robots[game.last.actor].info()->name, view.shown, view.history);
	}
	free(view.history);
	free(view.shown);
	for (int seat = 0; seat < n; seat++)
		free(view.hands[seat]);
}

/* All except five_sixes, whose style makes illegal plays: at one table, and two by two. */
START_TEST(no_robot_plays_illegally)
{
	enum { N_NAMES = 7 };
	struct robot robots[N_NAMES];
	struct rules rules;
	AUTO_STR struct str text = {0};
	char copy[200];
	snprintf(copy, sizeof copy, "%s", variants[_i]);
	char *at = copy, *word = strsep(&at, " ");
	ck_assert_int_eq(rules_init(&rules, word, NULL), 0);
	while ((word = strsep(&at, " ")))
		ck_assert_int_eq(rules_set(&rules, word, NULL), 0);
	ck_assert_int_eq(rules_check(&rules, N_NAMES, NULL), 0);
	rules_to_text(&rules, &text);

	for (int i = 0; i < N_NAMES; i++)
		robots[i] = load(names[i]);
	for (uint64_t number = 0; number < 30; number++)
		play_game(&rules, str_text(&text), robots, N_NAMES, number);
	for (int first = 0; first + 1 < N_NAMES; first++)
		for (uint64_t number = 0; number < 30; number++)
			play_game(&rules, str_text(&text), robots + first, 2, number);
}
END_TEST

int main(void)
{
	TCase *exact = add_case("exact", 0);
	tcase_add_loop_test(exact, manifests_are_complete, 0, COUNT(names));
	tcase_add_test(exact, radical_has_a_threshold);
	tcase_add_loop_test(exact, plays_are_exact, 0, COUNT(plays));

	TCase *random = add_case("random", 60);
	tcase_add_loop_test(random, coins_have_their_probabilities, 0, COUNT(coins));
	tcase_add_loop_test(random, cpu_has_its_probabilities, 0, COUNT(random_asks));
	tcase_add_loop_test(random, callers_now_and_then_have_their_probabilities, 0, COUNT(random_asks));

	TCase *odd = add_case("odd", 60);
	tcase_add_loop_test(odd, robots_survive_observations_and_nonsense, 0, COUNT(names));
	tcase_add_loop_test(odd, plays_are_legal_at_any_table, 0, COUNT(names) - 1);

	TCase *games = add_case("games", 60);
	tcase_add_loop_test(games, no_robot_plays_illegally, 0, COUNT(variants));
	return run_suite();
}
