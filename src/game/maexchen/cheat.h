/* cheat.h - the cheats of Mäxchen, for people at the terminal alone: `arena play` reads
 * the code in front of a player's name and switches it on; nothing else may include this but the
 * family itself and tests. One cheat in a game. */
#ifndef ARENA_GAME_MAEXCHEN_CHEAT_H
#define ARENA_GAME_MAEXCHEN_CHEAT_H

#include "game/game.h"

enum maexchen_cheat {
	MAEXCHEN_CHEAT_NONE = 0,
	MAEXCHEN_CHEAT_HAMBURGER, /* HamToTheBurger: with probability 1/2 the player's roll is a Hamburger */
	MAEXCHEN_CHEAT_MAEXCHEN,  /* MegaMax: the same with the Mäxchen */
	MAEXCHEN_CHEAT_GOD_KING,  /* GodKing: the player never loses points */
};

/* The code a name begins with ("GodKing:human", or a blank for the colon, or nothing), and in *name what
 * follows it, within the same text; without a code all of it. */
enum maexchen_cheat maexchen_cheat_parse(const char *text, const char **name);

/* The code of a cheat; "" for none. */
const char *maexchen_cheat_code(enum maexchen_cheat cheat);

/* Can it be used under these rules, of whatever family? Non-zero with the reason when not: another game, or
 * a special value that is switched off. */
int maexchen_cheat_check(const struct rules *rules, enum maexchen_cheat cheat, struct err *err);

/* Switches it on for a seat, in place of any other; to be called right after game_start, with a cheat
 * that passed maexchen_cheat_check. The dice stay a function of the game's key. */
void maexchen_cheat(struct game *game, int seat, enum maexchen_cheat cheat);

/* For maexchen.c: what the cheater's dice become; word is what they were taken from. */
void maexchen_cheat_roll(const struct game *game, uint64_t *word, int *first, int *second);

#endif
