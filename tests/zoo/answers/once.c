/* once - crashes in a hand in which it holds dice=54321 and the order of the seats is order=BA; otherwise it plays like
 * meek. Expected: crash, in the games that the test has chosen. */
#include <stdlib.h>
#include <string.h>

#include "arena_robot.h"
#include "meek.h"

static char dice[32], order[32], letters[32];

int robot_option(const char *key, const char *value)
{
	strncpy(*key == 'd' ? dice : order, value, sizeof dice - 1);
	return 0;
}

void robot_game_start(const struct arena_game_start *start)
{
	strncpy(letters, start->letters, sizeof letters - 1);
}

int get_play(const char *me, const char *hands, const char *history)
{
	const char *own = strchr(hands, *me);
	if (strcmp(letters, order) == 0 && own && strchr(hands, 'x') && strncmp(own + 2, dice, strlen(dice)) == 0)
		abort();
	return meek_play(history);
}
