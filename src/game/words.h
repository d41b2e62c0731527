/* words.h - words that people read and type: numbers and faces ("twelve", "threes"), players, plays. */
#pragma once

#include "base/base.h"

enum { NUMERAL_MAX = 20 };

/* Adds "two"; numbers above twenty are added as digits. */
void numeral_add(struct str *out, int number);

/* Adds "three" for one die, "threes" for any other number. face 1..9. */
void numeral_add_face(struct str *out, int face, int quantity);

/* Adds "two threes" for the bid 23; its face must be one of 1..9. */
void numeral_add_bid(struct str *out, int bid);

/* Returns the number that a word such as "two" or "2" means, or -1 when it is not a number. Digits go up to 9999. */
int numeral_parse(const char *word);

/* Returns the face that a word such as "three", "threes", "3", "3s" or "aces" means, or -1 when it is not a face. */
int numeral_parse_face(const char *word);

/* Players as subjects of sentences: "Ann loses", or "you lose" for the reader.
 *
 * In an array of names by seat, NULL means the person who reads the text. */

/* Where in a sentence the player's name is. */
enum person_place { PERSON_FIRST, PERSON_WITHIN };

/* Adds "Ann", or for the reader "You" or "you". */
void person_add(struct str *out, const char *name, enum person_place place);

/* Adds "Ann's", or for the reader "Your" or "your". */
void person_add_owner(struct str *out, const char *name, enum person_place place);

/* Returns the matching form of a verb: person_verb(name, "loses", "lose"). */
const char *person_verb(const char *name, const char *other, const char *reader);

enum { ENTRY_LONGEST = 60 };

/* Words for a play. A table ends with a NULL text. */
struct entry_phrase {
	const char *text;
	int play;
};

/* Normalises an entry into `text`: lower case (ASCII), words separated by one space, without punctuation. is_gap
 * returns true if this character also separates words. Returns false when nothing is left or the entry is too long. */
bool entry_normalise(const char *entry, bool (*is_gap)(const char *entry, const char *c), char text[ENTRY_LONGEST + 1]);

/* Returns true and sets *play if the text is a number or one of the phrases. */
bool entry_play(const char *text, const struct entry_phrase *phrases, int *play);
