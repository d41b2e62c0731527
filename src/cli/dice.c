/* dice.c - "2v1" as two numbers (dice.h). */
#include "cli/dice.h"

#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "game/rules.h"

int dice_read(const char *text, int *n_first, int *n_second, struct err *err)
{
	long long dice[2];
	const char *v = strchr(text, 'v');
	AUTO_FREE char *first = v ? strndup(text, (size_t)(v - text)) : NULL;
	if (!v || !str_to_int(first, 1, GAME_MAX_DICE, &dice[0]) || !str_to_int(v + 1, 1, GAME_MAX_DICE, &dice[1]))
		return err_set(err, EXIT_USAGE,
			       "--dice must be two numbers from 1 to %d with a v between, as in 2v1, not '%s'", GAME_MAX_DICE,
			       text);
	*n_first = (int)dice[0];
	*n_second = (int)dice[1];
	return 0;
}
