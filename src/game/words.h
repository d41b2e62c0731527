/* words.h - what people read and type: numbers and faces in words ("twelve", "threes"), players, plays. */
#pragma once

#include "base/base.h"

enum { NUMERAL_MAX = 20 };

/* Adds "two", or "21" past twenty. */
void numeral_add(struct str *out, int number);

/* Adds "three" for one die, "threes" for any other number. face 1..9. */
void numeral_add_face(struct str *out, int face, int quantity);

/* Adds "two threes" for the bid 23; its face must be one of 1..9. */
void numeral_add_bid(struct str *out, int bid);

/* Returns the number a word means: "two" or "2"; -1 when it is not a number. Digits go up to 9999. */
int numeral_parse(const char *word);

/* Returns the face a word means: "three", "threes", "3", "3s", "aces"; -1 when it is not a face. */
int numeral_parse_face(const char *word);

/* Players as subjects of sentences: "Ann loses", and "you lose" for the reader.
 *
 * In an array of names by seat, NULL means the person who reads the text. */

/* Where in a sentence the player is named. */
enum person_place { PERSON_FIRST, PERSON_WITHIN };

/* Adds "Ann", or "You" and "you". */
void person_add(struct str *out, const char *name, enum person_place place);

/* Adds "Ann's", or "Your" and "your". */
void person_add_owner(struct str *out, const char *name, enum person_place place);

/* Returns the matching form of a verb: person_verb(name, "loses", "lose"). */
const char *person_verb(const char *name, const char *other, const char *reader);

enum { ENTRY_LONGEST = 60 };

/* Words that mean a play; a text of NULL ends a table. */
struct entry_phrase {
	const char *text;
	int play;
};

/* Normalises an entry into text: lower case (ASCII), words separated by one space, without punctuation. is_gap: does
 * this character also separate words? Returns false when nothing is left or the entry is too long. */
bool entry_normalise(const char *entry, bool (*is_gap)(const char *entry, const char *c), char text[ENTRY_LONGEST + 1]);

/* Is the text a number or one of the phrases? Then sets *play. */
bool entry_play(const char *text, const struct entry_phrase *phrases, int *play);
