/* keys.h - the keys of CURVE, ZeroMQ's encryption, and the files that hold them.
 *
 * A pair is two files of one line each: NAME.key, "secret" and the 40 letters of the key (Z85), readable by its owner
 * alone; NAME.pub, "public" and the letters, readable by all. The public half of a pair follows from the secret. */
#pragma once

#include "base/base.h"

enum { KEY_LETTERS = 40 };

struct key {
	char z85[KEY_LETTERS + 1];
};

/* Generates a pair and writes NAME.key (mode 0600) and NAME.pub. If a file already exists, this is an error (EXIT_USAGE)
 * and nothing is written. */
int keys_make(const char *name, struct err *err);

/* Reads a secret key, and computes its public half. Refuses a file that others can read, or that has anything except its
 * line. EXIT_USAGE. */
int keys_read_secret(const char *path, struct key *secret, struct key *public_half, struct err *err);

/* Reads a public key. EXIT_USAGE. */
int keys_read_public(const char *path, struct key *key, struct err *err);

/* Is text, of exactly 40 letters, a key? Then it is copied. Call zeromq_load first, as the other functions do. */
bool keys_parse(const char *text, struct key *key);
