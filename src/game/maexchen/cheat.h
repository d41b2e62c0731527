/* cheat.h - the cheats of Mäxchen, which are only for people at the terminal. `arena play` reads the code before a
 * player's name and enables the cheat. No other code except the family itself and tests may include this file. A game
 * has at most one cheat. */
#pragma once

#include "game/game.h"

enum maexchen_cheat {
	MAEXCHEN_CHEAT_NONE = 0,
	MAEXCHEN_CHEAT_HAMBURGER, /* HamToTheBurger: with probability 1/2 the player's roll is a Hamburger */
	MAEXCHEN_CHEAT_MAEXCHEN,  /* MegaMax: with probability 1/2 the player's roll is the Mäxchen */
	MAEXCHEN_CHEAT_GOD_KING,  /* GodKing: the player never loses points */
};

/* Returns the cheat whose code begins a name ("GodKing:human"; the colon may be a space, or missing). Sets *name to the
 * rest of the text, or to all of it if there is no code. */
enum maexchen_cheat maexchen_cheat_parse(const char *text, const char **name);

/* Returns the code of a cheat; "" for none. */
const char *maexchen_cheat_code(enum maexchen_cheat cheat);

/* Checks that the cheat can be used with these rules, which may be of any family. If not, because it is another game or
 * the special value is disabled, returns non-zero with the reason. */
int maexchen_cheat_check(const struct rules *rules, enum maexchen_cheat cheat, struct err *err);

/* Enables the cheat for a seat, replacing any other cheat. Call it immediately after game_start, with a cheat that has
 * passed maexchen_cheat_check. The dice are still a function of the game's key. */
void maexchen_cheat(struct game *game, int seat, enum maexchen_cheat cheat);

/* Rolls the cheater's new dice, for maexchen.c. *word is the source of the old ones. */
void maexchen_cheat_roll(const struct game *game, uint64_t *word, int *first, int *second);
