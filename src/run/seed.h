/* seed.h - the seed of a run, and its nonce.
 *
 * A robot could guess the seed of a run by comparing its first random number with those of seeds that people are likely
 * to type, and then compute all dice. So in a run with a robot that is not bundled, a nonce of 128 random bits is added
 * to the seed, "7:9f3c...", and this text is stored and printed. A seed that ends with a nonce is complete. ":0" means
 * no nonce, and the dice of "7:0" are those of "7". */
#pragma once

#include "base/base.h"

/* Returns true if one of the robots specs[i], i < n, is not in a folder of bundled robots. Ignores people and robots
 * that are missing. */
bool seed_has_strangers(char *const *specs, int n);

/* Returns the given seed, with a new nonce if it has none and there are robots that are not bundled. If `given` is
 * NULL, returns 128 new random bits in hexadecimal. The caller frees it. Returns NULL with err on failure. */
char *seed_choose(const char *given, bool has_strangers, struct err *err);

/* Adds a new nonce to a seed that has none. Sets err on failure. */
int seed_add_nonce(struct str *seed, struct err *err);
