/* test_robots.c - the bundled robots: their plays, ask by ask; for random ones the exact probabilities; and games
 * between them under the referee. */
#include "chances.h"

#include <math.h>

#include "arena_dice.h"
#include "game/liars/liars.h"
#include "robot/services.h"

/* ---- loading ------------------------------------------------------------------------ */

/* A robot with the arena's own services: its random numbers, and its rand(). */
static struct robot load(const char *name)
{
	services_begin_at(1);
	return load_with(name, services_host(""));
}

/* ---- manifests ----------------------------------------------------------------------- */

static const char *const names[] = {
	"bumper", "caller", "champion", "computer", "conservative", "prober", "random_raiser", "simpleton",
};

START_TEST(manifests_are_complete)
{
	struct robot robot = load(names[_i]);
	expect_manifest(&robot, names[_i]);
	ck_assert_ptr_nonnull(strchr(robot.info()->variants, '=')); /* requirements on the rules instead of names */
}
END_TEST

static const char *const watch_asks[][3] = {
	{"C", "A:53,B:21", "A:12,B:22,A:0"},
	{"C", "A:53,B:21", "A:12"},
	{"C", "A:53,B:21", ""},
	{"A", "A:53,B:21", "A:12,B:22,A:0"},
	{"A", "A:53@3,B:21@-4", "A:12,B:22,A:0"},
	{"A", "A:53,B:21", "A:12,B:13"},
	{"A", "A:53,B:21", "A:-5"},
	{"A", "A:5", ""},
	{"A", "", ""},
	{"", "", ""},
	{"A", "A:,B:", "B:11"},
	{"?", "@@:,:::A,xxx", ",,:0,A:A:B:999999999999"},
	{"A", "A:xx@9,B:xx@9", "B:55"},
	{"A", "A:99999999999999999999999,B:9x9x9", "B:5201"},
};

START_TEST(robots_survive_observations_and_nonsense)
{
	struct robot robot = load(names[_i]);
	for (int round = 0; round < 3; round++) {
		for (size_t i = 0; i < sizeof watch_asks / sizeof *watch_asks; i++)
			robot.get_play(watch_asks[i][0], watch_asks[i][1], watch_asks[i][2]);
		start_game(&robot, "A", "AB", round ? "x dice=20 faces=9 wild=drop palifico=on" : "");
	}
}
END_TEST

/* ---- deterministic robots --------------------------------------------------------------- */

static const struct {
	const char *robot, *hands, *history;
	int play;
} plays[] = {
	{"caller", "A:xxxxx,B:66531", "A:23", 0},
	{"caller", "B:66531,A:xxxxx", "", 0},

	{"bumper", "B:66531,A:xxxxx", "", 11},
	{"bumper", "A:xxxxx,B:66531", "A:11", 12},
	{"bumper", "A:xxxxx,B:66531", "A:25", 26},
	{"bumper", "A:xxxxx,B:66531", "A:26", 31},
	{"bumper", "A:xxxxx,B:66531", "A:11,B:12,A:96", 101},
	{"bumper", "A:x,B:6", "A:106", 111},

	{"simpleton", "B:66531,A:xxxxx", "", 11},
	{"simpleton", "B:66532,A:xxxxx", "", 12},
	{"simpleton", "A:xxxxx,B:66531", "A:12", 13},
	{"simpleton", "A:xxxxx,B:66531", "A:13", 15},
	{"simpleton", "A:xxxxx,B:66531", "A:16", 21},
	{"simpleton", "A:xxxxx,B:4", "A:14", 24},
	{"simpleton", "A:xxxxx,B:4", "A:15", 24},
	{"simpleton", "A:xxxxx,B:4", "A:13", 14},
	{"simpleton", "A:xxxxx,B:53332", "A:105", 112},

	{"conservative", "B:66531,A:xxxxx", "", 11},
	{"conservative", "B:66532,A:xxxxx", "", 12},
	{"conservative", "A:xxxxx,B:66531", "A:11", 13},
	{"conservative", "A:xxxxx,B:66531", "A:15", 16},
	{"conservative", "A:xxxxx,B:66531", "A:16", 26},
	{"conservative", "A:xxxxx,B:66531", "A:25", 26},
	{"conservative", "A:xxxxx,B:66531", "A:26", 0},
	{"conservative", "A:xxxxx,B:66633", "A:16", 23},
	{"conservative", "A:xxxxx,B:66633", "A:23", 26},
	{"conservative", "A:xxxxx,B:66633", "A:26", 36},
	{"conservative", "A:xxxxx,B:66633", "A:36", 0},
	{"conservative", "A:xxxxx,B:55555", "A:46", 55},
	{"conservative", "A:xxxxx,B:5", "A:15", 0},
	{"conservative", "A:xxxxx,B:5", "A:14", 15},
	{"conservative", "A:xxxxx,B:5", "A:61", 0},
};

START_TEST(plays_are_exact)
{
	struct robot robot = load(plays[_i].robot);
	for (int told = 0; told < 2; told++) {
		ck_assert_msg(robot.get_play("B", plays[_i].hands, plays[_i].history) == plays[_i].play,
			      "%s, %s, '%s': %d", plays[_i].robot, plays[_i].hands, plays[_i].history, plays[_i].play);
		start_game(&robot, "B", "AB", "liars-dice dice=5 faces=6 wild=none");
	}
}
END_TEST

START_TEST(bumper_goes_to_the_highest_face)
{
	struct robot robot = load("bumper");
	start_game(&robot, "B", "AB", "liars-dice dice=5 faces=8");
	ck_assert_int_eq(robot.get_play("B", "A:xx,B:88", "A:27"), 28);
	ck_assert_int_eq(robot.get_play("B", "A:xx,B:88", "A:28"), 31);
}
END_TEST

/* ---- random robots ---------------------------------------------------------------------- */

/* The random numbers depend only on the arena's state: the same state gives the same plays, another state other
 * plays. */
static const char *const random_robots[] = {"computer", "random_raiser"};

START_TEST(randomness_comes_from_the_arena)
{
	enum { N_DRAWS = 50 };
	struct robot robot = load(random_robots[_i]);
	int drawn[3][N_DRAWS];
	static const uint64_t states[3] = {5, 6, 5};
	for (int run = 0; run < 3; run++) {
		services_begin_at(states[run]);
		for (int i = 0; i < N_DRAWS; i++)
			drawn[run][i] = robot.get_play("B", "A:xxxxx,B:66531", "A:11");
	}
	ck_assert_mem_eq(drawn[0], drawn[2], sizeof drawn[0]);
	ck_assert_mem_ne(drawn[0], drawn[1], sizeof drawn[0]);
}
END_TEST

static const struct {
	const char *hands, *history;
	int n_dice, last;
} random_asks[] = {
	{"B:66531,A:xxxxx", "", 10, 0},
	{"A:xxxxx,B:66531", "A:11", 10, 11},
	{"A:xxxxx,B:66531", "A:25", 10, 25},
	{"A:xxxxx,B:66531", "A:26", 10, 26},
	{"A:xxxxx,B:66531", "A:66", 10, 66},
	{"A:xxxxx,B:66531", "A:95", 10, 95},
	{"A:xxxxx,B:66531", "A:105", 10, 105},
	{"A:xxxxx,B:66531", "A:106", 10, 106},
	{"A:xxxxx,B:66531", "A:11,B:15,A:111", 10, 111},
	{"A:x,B:2", "A:12", 2, 12},
	{"A:x,B:3", "A:12", 2, 12},
	{"C:xxxxx,A:xxxxx,D:xxxxx,B:33332", "C:23,A:41", 20, 41},
};

START_TEST(random_raiser_is_uniform)
{
	struct robot robot = load("random_raiser");
	static double expected[N_PLAYS];
	int n = random_asks[_i].n_dice, last = random_asks[_i].last, n_higher = 0;
	bool must_call = dice_quantity(last) > n || (dice_quantity(last) == n && dice_face(last) == 6);
	memset(expected, 0, sizeof expected);
	/* Opening with a quantity of 0 is this robot's known flaw; bid 6 of 0 is play 6. */
	for (int q = dice_quantity(last); q <= n; q++)
		for (int face = 1; face <= 6; face++)
			n_higher += dice_bid(q, face) > last;
	for (int q = dice_quantity(last); q <= n; q++)
		for (int face = 1; face <= 6 && !must_call; face++)
			if (dice_bid(q, face) > last)
				expected[dice_bid(q, face)] = 1.0 / n_higher;
	if (must_call)
		expected[ARENA_CALL] = 1;
	must_follow(&robot, random_asks[_i].hands, random_asks[_i].history, expected);
}
END_TEST

START_TEST(computer_has_its_probabilities)
{
	struct robot robot = load("computer");
	static double expected[N_PLAYS];
	int n = random_asks[_i].n_dice, last = random_asks[_i].last;
	struct dice_hands hands;
	dice_read_hands(&hands, "B", random_asks[_i].hands);
	memset(expected, 0, sizeof expected);

	/* floor(|x|) = q - 1 with chance erf(q / s) - erf((q - 1) / s), s = sqrt 2 * deviation. */
	double scale = sqrt(2) * n / 6.0, higher = 0, fails = 1;
	for (int q = 1; q < N_PLAYS / 10; q++)
		for (int face = 1; face <= 6; face++)
			if (hands.mine[face] && dice_bid(q, face) > last) {
				double one_try =
					(erf(q / scale) - erf((q - 1) / scale)) * hands.mine[face] / hands.n_mine;
				expected[dice_bid(q, face)] = one_try;
				higher += one_try;
			}
	for (int tries = 0; tries < 4; tries++)
		fails *= 1 - higher;
	for (int play = 1; play < N_PLAYS; play++)
		expected[play] *= (1 - fails) / higher;
	expected[ARENA_CALL] = fails;

	if (!last) {
		memset(expected, 0, sizeof expected);
		expected[dice_bid(1, dice_own(&hands, 0))] = 1;
	}
	must_follow(&robot, random_asks[_i].hands, random_asks[_i].history, expected);
}
END_TEST

/* ---- games under the referee ---------------------------------------------------------- */

static const char *const variants[] = {
	"liars-dice", "wild", "round-table", "tourney", "perudo", "one-hand",
	"liars-dice wild=joker dice=3", "liars-dice wild=high faces=4", "liars-dice faces=2 limit=table",
	"liars-dice faces=9 dice=20 wild=ones limit=table", "perudo exact=others", "perudo wild=drop dice=2",
	"round-table wild=ones exact=gain", "liars-dice caller=anyone dice=3 palifico=on wild=joker",
};

struct arena {
	struct rules rules;
	struct game game;
	struct game_view view;
	char text[400];
	const struct robot *robot[GAME_MAX_SEATS];
	int n_illegal[GAME_MAX_SEATS]; /* by robot */
	double n_won[GAME_MAX_SEATS];
};

static void arena_open(struct arena *arena, const char *variant, int n_seats)
{
	AUTO_STR struct str canonical = {0};
	char copy[200];
	snprintf(copy, sizeof copy, "%s", variant);
	char *at = copy, *word = strsep(&at, " ");
	ck_assert_int_eq(rules_init(&arena->rules, word, NULL), 0);
	while ((word = strsep(&at, " ")))
		ck_assert_int_eq(rules_set(&arena->rules, word, NULL), 0);
	ck_assert_int_eq(rules_check(&arena->rules, n_seats, NULL), 0);
	rules_to_text(&arena->rules, &canonical);
	snprintf(arena->text, sizeof arena->text, "%s", str_text(&canonical));
	arena->view.history = malloc(game_history_size(&arena->rules, n_seats));
	arena->view.shown = malloc(game_hands_size(&arena->rules, n_seats));
	for (int seat = 0; seat < n_seats; seat++)
		arena->view.hands[seat] = malloc(game_hands_size(&arena->rules, n_seats));
}

static void arena_close(struct arena *arena, int n_seats)
{
	free(arena->view.history);
	free(arena->view.shown);
	for (int seat = 0; seat < n_seats; seat++)
		free(arena->view.hands[seat]);
}

/* One game; player i, letter 'A' + i, sits in seat (i + number) % n. */
static void arena_play(struct arena *arena, int n, uint64_t number)
{
	char letters[GAME_MAX_SEATS + 1] = "", me[2] = "";
	int player[GAME_MAX_SEATS];
	struct game *game = &arena->game;
	for (int seat = 0; seat < n; seat++) {
		player[seat] = (seat + (int)(number % (uint64_t)n)) % n;
		letters[seat] = (char)('A' + player[seat]);
	}
	for (int seat = 0; seat < n; seat++) {
		me[0] = letters[seat];
		start_game(arena->robot[player[seat]], me, letters, arena->text);
	}
	game_start(game, &arena->rules, n, letters, (struct dice_source){rng_key_of_seed("robots"), number},
		   &arena->view);
	while (game->need != GAME_NEED_OVER) {
		if (game->need == GAME_NEED_OBSERVE) {
			for (int seat = 0; seat < n; seat++) {
				me[0] = letters[seat];
				arena->robot[player[seat]]->get_play(me, arena->view.shown, arena->view.history);
			}
			game_observed(game);
			continue;
		}
		me[0] = letters[game->turn];
		int play = arena->robot[player[game->turn]]->get_play(me, arena->view.hands[game->turn],
			arena->view.history);
		if (!game_play(game, play))
			arena->n_illegal[player[game->last.actor]]++;
	}
	for (int seat = 0; seat < n; seat++) {
		int n_tied;
		if (game_place(game, seat, &n_tied) == 1)
			arena->n_won[player[seat]] += 1.0 / n_tied;
	}
}

START_TEST(prober_never_plays_illegally)
{
	static const char *const others[] = {"random_raiser", "conservative", "simpleton", "computer", "bumper"};
	for (int n = 2; n <= 6; n += 2) {
		struct arena arena = {0};
		struct robot robots[6] = {load("prober")};
		for (int i = 1; i < n; i++)
			robots[i] = load(others[i - 1]);
		for (int i = 0; i < n; i++)
			arena.robot[i] = &robots[i];
		arena_open(&arena, variants[_i], n);
		for (uint64_t number = 0; number < 60; number++)
			arena_play(&arena, n, number);
		ck_assert_int_eq(arena.n_illegal[0], 0);
		arena_close(&arena, n);
		for (int i = 0; i < n; i++)
			dlclose(robots[i].handle);
	}
}
END_TEST

/* Against itself no other robot can end a hand wrongly. */
START_TEST(prober_against_itself)
{
	struct arena arena = {0};
	struct robot robot = load("prober");
	for (int i = 0; i < 3; i++)
		arena.robot[i] = &robot;
	arena_open(&arena, variants[_i], 3);
	for (uint64_t number = 0; number < 40; number++)
		arena_play(&arena, 3, number);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(arena.n_illegal[i], 0);
	arena_close(&arena, 3);
}
END_TEST

/* Clear wins: these bounds are well below the results of long runs. */
static const struct {
	const char *other;
	double at_least;
} duels[] = {
	{"bumper", 0.95}, {"caller", 0.95}, {"computer", 0.85}, {"conservative", 0.9}, {"random_raiser", 0.95},
	{"simpleton", 0.95},
};

START_TEST(prober_beats)
{
	enum { N_GAMES = 400 };
	struct arena arena = {0};
	struct robot prober = load("prober"), other = load(duels[_i].other);
	arena.robot[0] = &prober;
	arena.robot[1] = &other;
	arena_open(&arena, "liars-dice", 2);
	for (uint64_t number = 0; number < N_GAMES; number++)
		arena_play(&arena, 2, number);
	ck_assert_msg(arena.n_won[0] / N_GAMES >= duels[_i].at_least, "won %.3f against %s",
		      arena.n_won[0] / N_GAMES, duels[_i].other);
	arena_close(&arena, 2);
}
END_TEST

static const char *const tables[][5] = {
	{"computer", "conservative"},
	{"computer", "conservative", "simpleton"},
	{"random_raiser", "bumper", "computer"},
	{"computer", "conservative", "simpleton", "bumper", "caller"},
};

START_TEST(prober_wins_at_tables)
{
	enum { N_GAMES = 400 };
	struct arena arena = {0};
	struct robot robots[6] = {load("prober")};
	int n = 1;
	for (; n < 6 && tables[_i][n - 1]; n++)
		robots[n] = load(tables[_i][n - 1]);
	for (int i = 0; i < n; i++)
		arena.robot[i] = &robots[i];
	arena_open(&arena, "liars-dice", n);
	for (uint64_t number = 0; number < N_GAMES; number++)
		arena_play(&arena, n, number);
	ck_assert_msg(arena.n_won[0] / N_GAMES >= 0.6, "won %.3f", arena.n_won[0] / N_GAMES);
	arena_close(&arena, n);
}
END_TEST

/* ---- prober ask by ask ---------------------------------------------------------------- */

START_TEST(prober_calls_what_cannot_be)
{
	struct robot robot = load("prober");
	ck_assert_int_eq(robot.get_play("B", "A:xxxxx,B:66531", "A:104"), 0);
	ck_assert_int_eq(robot.get_play("B", "A:x,B:6", "A:22"), 0);
	ck_assert_int_ne(robot.get_play("B", "A:xxxxx,B:66666", "A:36"), 0);
	ck_assert_int_ne(robot.get_play("B", "A:x,B:6", "A:16"), 0);
}
END_TEST

START_TEST(prober_options)
{
	struct robot robot = load("prober");
	static const char *const good[][2] = {{"risk", "0"}, {"risk", "-1"}, {"risk", "0.25"}, {"learn", "off"},
		{"learn", "on"}};
	static const char *const bad[][2] = {
		{"risk", ""}, {"risk", "2"}, {"risk", "0.5x"}, {"risk", "nan"}, {"learn", ""}, {"learn", "yes"},
		{"x", "1"},
	};
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		ck_assert_int_eq(robot.option(good[i][0], good[i][1]), 0);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ck_assert_int_ne(robot.option(bad[i][0], bad[i][1]), 0);
}
END_TEST

/* The more risk, the less it calls. */
START_TEST(prober_risk)
{
	struct robot robot = load("prober");
	ck_assert_int_eq(robot.option("risk", "1"), 0);
	ck_assert_int_ne(robot.get_play("B", "A:xxxxx,B:66531", "A:42"), 0);
	ck_assert_int_eq(robot.option("risk", "-1"), 0);
	ck_assert_int_eq(robot.get_play("B", "A:xxxxx,B:66531", "A:42"), 0);
}
END_TEST

/* With learn=off past games must have no effect; with learn=on the robot notices a player who never calls. */
START_TEST(prober_learns_only_when_asked_to)
{
	static const char *const asks[][2] = {
		{"A:xxxxx,B:66531", "A:23"}, {"B:55321,A:xxxxx", ""}, {"A:xx,B:21", "A:12"}, {"A:xxx,B:4", "A:23"},
		{"A:xxxxx,B:64321", "A:12,B:24,A:34"}, {"A:xxxxx,B:55551", "A:36"},
	};
	enum { N = sizeof asks / sizeof *asks };
	for (int learns = 0; learns < 2; learns++) {
		struct robot robot = load("prober");
		int before[N], n_changed = 0;
		ck_assert_int_eq(robot.option("learn", learns ? "on" : "off"), 0);
		for (int i = 0; i < N; i++)
			before[i] = robot.get_play("B", asks[i][0], asks[i][1]);
		for (int hand = 0; hand < 300; hand++)
			robot.get_play("B", "A:55555,B:64321", "A:16,B:36,A:46,B:53,A:56,B:64,A:66,B:0");
		for (int i = 0; i < N; i++)
			n_changed += robot.get_play("B", asks[i][0], asks[i][1]) != before[i];
		ck_assert(learns ? n_changed > 0 : n_changed == 0);
		dlclose(robot.handle);
	}
}
END_TEST

int main(void)
{
	TCase *all = add_case("all", 0);
	tcase_add_loop_test(all, manifests_are_complete, 0, COUNT(names));
	tcase_add_loop_test(all, robots_survive_observations_and_nonsense, 0, COUNT(names));

	TCase *exact = add_case("exact", 0);
	tcase_add_loop_test(exact, plays_are_exact, 0, COUNT(plays));
	tcase_add_test(exact, bumper_goes_to_the_highest_face);

	TCase *random = add_case("random", 60);
	tcase_add_loop_test(random, randomness_comes_from_the_arena, 0, COUNT(random_robots));
	tcase_add_loop_test(random, random_raiser_is_uniform, 0, COUNT(random_asks));
	tcase_add_loop_test(random, computer_has_its_probabilities, 0, COUNT(random_asks));

	TCase *prober = add_case("prober", 120);
	tcase_add_loop_test(prober, prober_never_plays_illegally, 0, COUNT(variants));
	tcase_add_loop_test(prober, prober_against_itself, 0, COUNT(variants));
	tcase_add_loop_test(prober, prober_beats, 0, COUNT(duels));
	tcase_add_loop_test(prober, prober_wins_at_tables, 0, COUNT(tables));
	tcase_add_test(prober, prober_calls_what_cannot_be);
	tcase_add_test(prober, prober_options);
	tcase_add_test(prober, prober_risk);
	tcase_add_test(prober, prober_learns_only_when_asked_to);
	return run_suite();
}
