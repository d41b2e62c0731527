/* maexchen - the nine presets of Mäxchen: three ways to claim, three ways to believe.
 *
 * lie=safe claims at or below its roll if possible, normal any value, aggressive above its roll. believe=normal
 * believes as often as a roll would be high enough, naive much more often, suspicious much less often. Sometimes a
 * decision uses another strategy than the preset one. The defaults are the settings bot_lie and bot_believe of the
 * game. */
#include "arena_maexchen.h"

enum { FROM_THE_RULES = -1, PERCENT = 100 };

static struct maex_game game;
static int lie_option = FROM_THE_RULES, believe_option = FROM_THE_RULES;

/* Of 100 decisions of a preset (row), the number by each strategy (column): safe, normal,
 * aggressive; naive, normal, suspicious. */
static const unsigned char lie_mix[3][3] = {{80, 15, 5}, {15, 75, 10}, {5, 10, 85}};
static const unsigned char believe_mix[3][3] = {{90, 10, 0}, {10, 80, 10}, {0, 10, 90}};

/* Of 100 claims of safe and aggressive, the number of the other kind. */
static const unsigned exception = 10;

static const struct arena_robot_info info = {
	.size = sizeof info,
	.abi = ARENA_ABI,
	.name = "maexchen",
	.version = "1.0",
	.summary = "claims and believes at random, by one of nine presets",
	.variants = "points_to_start=*",
	.options = "lie=aggressive: or safe, normal; believe=normal: or naive, suspicious",
};

const struct arena_robot_info *robot_info(void)
{
	return &info;
}

static int word_of(const char *value, const char *const *words)
{
	for (int i = 0; i < 3; i++)
		if (strcmp(value, words[i]) == 0)
			return i;
	return FROM_THE_RULES;
}

int robot_option(const char *key, const char *value)
{
	static const char *const lies[] = {"safe", "normal", "aggressive"};
	static const char *const beliefs[] = {"naive", "normal", "suspicious"};
	if (strcmp(key, "lie") == 0) {
		lie_option = word_of(value, lies);
		return lie_option == FROM_THE_RULES;
	}
	if (strcmp(key, "believe") == 0) {
		believe_option = word_of(value, beliefs);
		return believe_option == FROM_THE_RULES;
	}
	return 1;
}

void robot_game_start(const struct arena_game_start *start)
{
	maex_game_start(&game, start);
}

/* The strategy of this decision. */
static int strategy_of(const unsigned char mix[3])
{
	unsigned percent = robot_random_below(PERCENT);
	return percent < mix[0] ? 0 : percent < (unsigned)mix[0] + mix[1] ? 1 : 2;
}

/* ---- claims --------------------------------------------------------------------------- */

/* An index from `from` to `to`, which is not below. */
static int any_of(int from, int to)
{
	return from + (int)robot_random_below((uint32_t)(to - from + 1));
}

/* If one kind of claim is impossible, it makes the other. */
static int claim(const struct maex_view *view)
{
	int lowest = view->claim + 1, highest = game.n_values - 1, roll = view->roll;
	int strategy = strategy_of(lie_mix[lie_option == FROM_THE_RULES ? game.bot_lie : lie_option]);
	if (strategy == MAEX_LIE_NORMAL)
		return any_of(lowest, highest);
	bool is_exception = robot_random_below(PERCENT) < exception;
	bool goes_above = (strategy == MAEX_AGGRESSIVE) != is_exception;
	if (roll < lowest || (goes_above && roll < highest))
		return any_of(roll < lowest ? lowest : roll + 1, highest);
	return any_of(lowest, roll);
}

/* ---- beliefs -------------------------------------------------------------------------- */

/* The share of all rolls from this index up. */
static double share_from(int index)
{
	return (double)maex_rolls_from(&game, index) / MAEX_ROLLS;
}

/* Picks one of the ordinary values, which come first in the order. */
static int turning_point(void)
{
	int n_ordinary = 0;
	while (n_ordinary < game.n_values && game.kind[n_ordinary] == MAEX_NORMAL && game.value[n_ordinary] % 11)
		n_ordinary++;
	return any_of(0, n_ordinary - 1);
}

/* The chance that a strategy believes a claim. */
static double chance_of_belief(int strategy, int index)
{
	double share;
	switch (strategy) {
	case MAEX_NAIVE: {
		int turn = turning_point();
		if (index <= turn) /* at it, every roll is at or above the claim or at or below the turn */
			return 1;
		share = share_from(index) + 1 - share_from(turn + 1);
		return share + (1 - share) * share + (1 - share) * (1 - share) * share;
	}
	case MAEX_SUSPICIOUS:
		share = share_from(index == game.n_values - 1 ? index : index + 1);
		return share / 3;
	default:
		return share_from(index);
	}
}

static bool believes(const struct maex_view *view)
{
	int preset = believe_option == FROM_THE_RULES ? game.bot_believe : believe_option;
	int strategy = strategy_of(believe_mix[preset]);
	return robot_random_unit() < chance_of_belief(strategy, view->claim);
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct maex_view view;
	if (!game.n_values)
		maex_read_rules(&game, "", 0); /* run without the arena */
	maex_read(&view, &game, me, hands, history);
	if (view.ask == MAEX_CLAIM && view.claim < game.n_values - 1)
		return game.value[claim(&view)];
	return view.ask == MAEX_BELIEVE && believes(&view) ? ARENA_BELIEVE : ARENA_CALL;
}
