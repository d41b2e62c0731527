/* numerals.h - numbers and faces in words: "twelve", "threes". */
#pragma once

#include "base/base.h"

enum { NUMERAL_MAX = 20 };

/* "two", or "21" past twenty. */
void numeral_add(struct str *out, int number);

/* "three" for one die, "threes" for any other number. face 1..9. */
void numeral_add_face(struct str *out, int face, int quantity);

/* "two threes" for the bid 23; its face must be one of 1..9. */
void numeral_add_bid(struct str *out, int bid);

/* The number a word means: "two" or "2"; -1 when it is not a number. Digits up to 9999. */
int numeral_parse(const char *word);

/* The face a word means: "three", "threes", "3", "3s", "aces"; -1 when it is not a face. */
int numeral_parse_face(const char *word);
