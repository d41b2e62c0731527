/* entry.h - a person's entry as a play, as the families parse it. */
#pragma once

#include "base/base.h"

enum { ENTRY_LONGEST = 60 };

/* Words that mean a play; a text of NULL ends a table. */
struct entry_phrase {
	const char *text;
	int play;
};

/* Into text: lower case (of ASCII), words separated by one blank, without punctuation. is_gap: a character of the entry
 * that also separates words. False when nothing is left, or the entry is too long. */
bool entry_normalise(const char *entry, bool (*is_gap)(const char *entry, const char *c), char text[ENTRY_LONGEST + 1]);

/* Is it a number, or one of the phrases? */
bool entry_play(const char *text, const struct entry_phrase *phrases, int *play);
