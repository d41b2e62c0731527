/* entry.h - what a person typed as a play, as the families read it. */
#ifndef ARENA_GAME_ENTRY_H
#define ARENA_GAME_ENTRY_H

#include <stdbool.h>

enum { ENTRY_LONGEST = 60 };

/* Words that represent a play; in a table, a text NULL ends it. */
struct entry_phrase {
	const char *text;
	int play;
};

/* Into text: lower case (of ASCII), words parted by one blank, without marks. is_gap: a character of the entry that
 * parts words too. False when nothing is left, or the entry is too long. */
bool entry_normalise(const char *entry, bool (*is_gap)(const char *entry, const char *c), char text[ENTRY_LONGEST + 1]);

/* Is it a number, or one of the phrases? */
bool entry_play(const char *text, const struct entry_phrase *phrases, int *play);

#endif
