/* keys.h - the keys of CURVE, ZeroMQ's encryption, and the files that contain them.
 *
 * A pair of keys is two files of one line each: NAME.key has "secret" and the key as 40 letters (Z85), and is readable
 * only by its owner; NAME.pub has "public" and the letters, and is readable by all. The public key can be computed from
 * the secret one. */
#pragma once

#include "base/base.h"

enum { KEY_LETTERS = 40 };

struct key {
	char z85[KEY_LETTERS + 1];
};

/* Generates a pair and writes NAME.key (mode 0600) and NAME.pub. Fails with EXIT_USAGE, without writing a file, if one
 * of the files already exists. */
int keys_make(const char *name, struct err *err);

/* Reads a secret key, and computes its public half. Fails with EXIT_USAGE if others can read the file, or if its
 * contents are not exactly such a line. */
int keys_read_secret(const char *path, struct key *secret, struct key *public_half, struct err *err);

/* Reads a public key. Fails with EXIT_USAGE if the file does not contain one. */
int keys_read_public(const char *path, struct key *key, struct err *err);

/* Copies text to *key if it is a key of exactly 40 letters; otherwise returns false. Call zeromq_load first; the other
 * functions do this themselves. */
bool keys_parse(const char *text, struct key *key);
