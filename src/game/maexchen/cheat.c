/* cheat.c - the cheats of Mäxchen, for people who play alone at the terminal (cheat.h). */
#include "game/maexchen/cheat.h"

#include "game/dice.h"
#include "game/maexchen/maexchen.h"

static const char *const codes[] = {
	[MAEXCHEN_CHEAT_NONE] = "",
	[MAEXCHEN_CHEAT_HAMBURGER] = "HamToTheBurger",
	[MAEXCHEN_CHEAT_MAEXCHEN] = "MegaMax",
	[MAEXCHEN_CHEAT_GOD_KING] = "GodKing",
};
enum { N_CHEATS = sizeof codes / sizeof *codes };

enum maexchen_cheat maexchen_cheat_parse(const char *text, const char **name)
{
	*name = text;
	for (int cheat = 1; cheat < N_CHEATS; cheat++) {
		size_t length = strlen(codes[cheat]);
		if (strncmp(text, codes[cheat], length) != 0)
			continue;
		const char *rest = text + length;
		rest += *rest == ':';
		*name = rest + strspn(rest, " ");
		return (enum maexchen_cheat)cheat;
	}
	return MAEXCHEN_CHEAT_NONE;
}

const char *maexchen_cheat_code(enum maexchen_cheat cheat)
{
	return codes[cheat];
}

/* Returns the value that the cheat makes the player roll, or 0. */
static int wanted_value(const int *setting, enum maexchen_cheat cheat)
{
	if (cheat == MAEXCHEN_CHEAT_HAMBURGER)
		return setting[MAEXCHEN_HAMBURGER];
	return cheat == MAEXCHEN_CHEAT_MAEXCHEN ? setting[MAEXCHEN_MAEXCHEN] : 0;
}

int maexchen_cheat_check(const struct rules *rules, enum maexchen_cheat cheat, struct err *err)
{
	if (cheat == MAEXCHEN_CHEAT_NONE)
		return 0;
	if (rules->family != &family_maexchen)
		return err_set(err, EXIT_USAGE, "%s is a cheat of Mäxchen; play it with -v maexchen", codes[cheat]);
	int value = wanted_value(rules->value, cheat);
	if (cheat != MAEXCHEN_CHEAT_GOD_KING && !maexchen_is_value(rules->value, value))
		return err_set(err, EXIT_USAGE, "%s cannot work: %s=%d is disabled, because two dice cannot show it",
			       codes[cheat], cheat == MAEXCHEN_CHEAT_HAMBURGER ? "hamburger" : "maexchen", value);
	return 0;
}

void maexchen_cheat(struct game *game, int seat, enum maexchen_cheat cheat)
{
	bug_if(game->rules->family != &family_maexchen || maexchen_cheat_check(game->rules, cheat, NULL));
	bug_if(game->need != GAME_NEED_PLAY || game->hand != 1 || game->history_length);
	game->u.maexchen.cheat = (int8_t)cheat;
	game->u.maexchen.cheater = (int8_t)seat;
	maexchen_roll(game, game->turn); /* because the first roll was made without the cheat */
}

void maexchen_cheat_roll(const struct game *game, uint64_t *word, int *first, int *second)
{
	int value = wanted_value(game->rules->value, (enum maexchen_cheat)game->u.maexchen.cheat);
	if (value && dice_next(word, 2) == 0) {
		*first = value / 10;
		*second = value % 10;
	}
}
