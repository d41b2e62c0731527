/* family.h - texts about the plays of a rule family, in addition to the words of game.h.
 *
 * A family that is not in the table of family.c gets generic texts. To add one, add a struct family_text and a line in
 * that table. */
#pragma once

#include "game/game.h"

/* The texts of a family. Its functions are called while the game waits for a play; `hands` is the string that the
 * person `me` got. */
struct family_text {
	const struct family *family;
	bool counts_dice;       /* the number of dice is shown: "17 dice on the table" */
	bool has_signed_points; /* points start at 0 and have a sign: "+2", "-1" */
	/* Adds sentences about the last bid, or that there is none. `names` is indexed by seat. */
	void (*claim)(const struct game *game, const char *const *names, struct str *out);
	/* Returns the person's options in a few words: "raise or call". */
	const char *(*prompt)(const struct game *game);
	/* Returns the play that an empty entry means, or -1 if there is none. */
	int (*empty_entry)(const struct game *game);
	/* Adds lines about what may be typed now. */
	void (*help)(const struct game *game, struct str *out);
	/* Adds lines about the chances, computed only from the person's own dice. */
	void (*hint)(const struct game *game, char me, const char *hands, struct str *out);
	/* Returns, at a showdown, a bit for each face that counts for the bid. */
	unsigned (*marks)(const struct game *game);
};

/* Functions for families where an empty entry is not a valid play, and for those without marks. */
int family_no_entry(const struct game *game);
unsigned family_no_marks(const struct game *game);

/* Returns the texts of the game's family. Neither the result nor a function in it is NULL. */
const struct family_text *family_text_of(const struct game *game);

extern const struct family_text family_text_liars, family_text_maexchen; /* family_liars.c, family_maexchen.c */
