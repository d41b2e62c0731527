/* cheat.h - the cheats of Mäxchen, only for people at the terminal: `arena play` reads the code before a player's name
 * and enables it. Only the family itself and tests may also include this file. A game has at most one. */
#pragma once

#include "game/game.h"

enum maexchen_cheat {
	MAEXCHEN_CHEAT_NONE = 0,
	MAEXCHEN_CHEAT_HAMBURGER, /* HamToTheBurger: with probability 1/2 the player's roll is a Hamburger */
	MAEXCHEN_CHEAT_MAEXCHEN,  /* MegaMax: the same with the Mäxchen */
	MAEXCHEN_CHEAT_GOD_KING,  /* GodKing: the player never loses points */
};

/* Returns the cheat whose code begins a name ("GodKing:human", also with a space or nothing for the colon). *name is
 * the rest of the text, or all of it without a code. */
enum maexchen_cheat maexchen_cheat_parse(const char *text, const char **name);

/* Returns the code of a cheat; "" for none. */
const char *maexchen_cheat_code(enum maexchen_cheat cheat);

/* Can the cheat be used under these rules of any family? If not, non-zero with the reason: another game, or a disabled
 * special value. */
int maexchen_cheat_check(const struct rules *rules, enum maexchen_cheat cheat, struct err *err);

/* Enables the cheat for a seat, instead of any other. Call it right after game_start, with a cheat that passed
 * maexchen_cheat_check. The dice stay a function of the game's key. */
void maexchen_cheat(struct game *game, int seat, enum maexchen_cheat cheat);

/* Rolls the cheater's new dice, for maexchen.c; word is the source of the old ones. */
void maexchen_cheat_roll(const struct game *game, uint64_t *word, int *first, int *second);
