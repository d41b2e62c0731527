/* test_maexchen_matches.c - the robot `mia` clearly beats each of the nine presets of `maexchen`, with two players and
 * with four.
 *
 * Loads the built robots from the folder $ARENA_ROBOTS, build/release/robots by default. */
#include <check.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "test_maexchen_table.h"

enum { N_PRESETS = 9 };

struct robot {
	ask_fn *get_play;
	void (*game_start)(const struct arena_game_start *start);
	int (*option)(const char *key, const char *value);
};

static struct robot mia, preset;
static uint64_t random_state;

static uint64_t next_random(void)
{
	return rng_next(&random_state);
}

/* POSIX allows converting an object pointer to a function pointer in this way. */
static void find(void *handle, const char *name, void *function_pointer)
{
	void *symbol = dlsym(handle, name);
	memcpy(function_pointer, &symbol, sizeof symbol);
}

static struct robot load(const char *name)
{
	static const struct arena_host host = {
		.size = sizeof host, .abi = ARENA_ABI, .random = next_random, .data_folder = "",
	};
	const char *folder = getenv("ARENA_ROBOTS");
	char path[512];
	struct robot robot = {0};
	void (*take_host)(const struct arena_host *host) = NULL;
	snprintf(path, sizeof path, "%s/%s.so", folder ? folder : "build/release/robots", name);
	void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	ck_assert_msg(handle != NULL, "%s", dlerror());
	find(handle, "get_play", &robot.get_play);
	find(handle, "robot_game_start", &robot.game_start);
	find(handle, "robot_option", &robot.option);
	find(handle, "robot_take_host", &take_host);
	ck_assert(robot.get_play && robot.game_start && take_host);
	take_host(&host);
	return robot;
}

static void set_preset(int number)
{
	static const char *const lies[] = {"safe", "normal", "aggressive"};
	static const char *const beliefs[] = {"naive", "normal", "suspicious"};
	ck_assert_int_eq(preset.option("lie", lies[number / 3]), 0);
	ck_assert_int_eq(preset.option("believe", beliefs[number % 3]), 0);
}

static double play_one(const struct rules *rules, const char *text, int n, int seat, uint64_t block)
{
	static uint64_t unused;
	struct table t = {.rules = *rules};
	ask_fn *ask[GAME_MAX_SEATS];
	const char me[2] = {(char)('A' + seat), '\0'};
	struct arena_game_start start = {sizeof start, (uint32_t)n, me, "ABCDEF", text};
	for (int i = 0; i < n; i++)
		ask[i] = i == seat ? mia.get_play : preset.get_play;
	mia.game_start(&start);
	preset.game_start(&start);
	table_open(&t, n, block);
	table_play(&t, ask, NULL, MAEXCHEN_MAX_HANDS, false, &unused);
	int n_tied, place = game_place(&t.game, seat, &n_tied);
	table_close(&t);
	return place == 1 ? 1.0 / n_tied : 0;
}

/* The share of games that mia wins, over all seats, against n - 1 players of a preset. */
static double share_of_wins(int n, int n_blocks)
{
	struct rules rules;
	struct err err;
	AUTO_STR struct str text = {0};
	double sum = 0;
	ck_assert_int_eq(rules_init(&rules, "maexchen", &err), 0);
	rules_to_text(&rules, &text);
	random_state = 1;
	for (int block = 0; block < n_blocks; block++)
		for (int seat = 0; seat < n; seat++)
			sum += play_one(&rules, text.text, n, seat, (uint64_t)block);
	return sum / (n_blocks * n);
}

static const char *name_of(int number, char name[64])
{
	static const char *const all[] = {"safe, naive", "safe, normal", "safe, suspicious", "normal, naive",
		"normal, normal", "normal, suspicious", "aggressive, naive", "aggressive, normal",
		"aggressive, suspicious"};
	snprintf(name, 64, "%s", all[number]);
	return name;
}

START_TEST(two_players)
{
	char name[64];
	mia = load("mia");
	preset = load("maexchen");
	set_preset(_i);
	double share = share_of_wins(2, 500);
	ck_assert_msg(share >= 0.65, "mia wins %.3f against %s", share, name_of(_i, name));
}
END_TEST

/* The fair share is 0.25. */
START_TEST(four_players)
{
	char name[64];
	mia = load("mia");
	preset = load("maexchen");
	set_preset(_i);
	double share = share_of_wins(4, 150);
	ck_assert_msg(share >= 0.5, "mia wins %.3f against three of %s", share, name_of(_i, name));
}
END_TEST

SUITE(120,
	LOOP(two_players, 0, N_PRESETS),
	LOOP(four_players, 0, N_PRESETS))
