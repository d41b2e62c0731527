/* hash.h - SHA-256 in hexadecimal: the identity of files and versions. */
#pragma once

#include <nettle/sha2.h>

#include "base/base.h"

void hash_bytes(const char *bytes, size_t n, char sha256[65]);

/* Hashes an open file from its position on, in pieces. Returns 0 or errno. */
int hash_file(int fd, char sha256[65]);

/* Writes 128 random bits in hexadecimal. Returns 0 or errno. */
int hash_random(char hex[33]);

/* Ends a hash that the caller has computed in pieces. */
void hash_end(struct sha256_ctx *hash, char sha256[65]);
