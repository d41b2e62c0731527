/* person.h - players as subjects of sentences: "Ann loses", and "you lose" for the reader.
 *
 * In names by seat, NULL means the person who reads the text. */
#pragma once

#include "base/base.h"

/* Where in a sentence the player is named. */
enum person_place { PERSON_FIRST, PERSON_WITHIN };

/* Adds "Ann", or "You" and "you". */
void person_add(struct str *out, const char *name, enum person_place place);

/* Adds "Ann's", or "Your" and "your". */
void person_add_owner(struct str *out, const char *name, enum person_place place);

/* The matching form of a verb: person_verb(name, "loses", "lose"). */
const char *person_verb(const char *name, const char *other, const char *reader);
