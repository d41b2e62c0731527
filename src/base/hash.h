/* hash.h - SHA-256 in hexadecimal, which identifies files and versions. */
#pragma once

#include <nettle/sha2.h>

#include "base/base.h"

void hash_bytes(const char *bytes, size_t n, char sha256[65]);

/* Hashes an open file from its current position, in pieces. Returns 0 or errno. */
int hash_file(int fd, char sha256[65]);

/* Writes 128 random bits in hexadecimal. Returns 0 or errno. */
int hash_random(char hex[33]);

/* Finishes a hash that the caller has computed in pieces. */
void hash_end(struct sha256_ctx *hash, char sha256[65]);
