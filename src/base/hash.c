/* hash.c - SHA-256 in hexadecimal (hash.h). */
#include "base/hash.h"

#include <errno.h>
#include <stdio.h>
#include <sys/random.h>
#include <unistd.h>

static void to_hex(const uint8_t *bytes, size_t n, char *hex)
{
	for (size_t i = 0; i < n; i++)
		snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
}

int hash_random(char hex[33])
{
	uint8_t bits[16];
	if (getrandom(bits, sizeof bits, 0) != sizeof bits)
		return -1;
	to_hex(bits, sizeof bits, hex);
	return 0;
}

void hash_end(struct sha256_ctx *hash, char sha256[65])
{
	uint8_t digest[SHA256_DIGEST_SIZE];
	sha256_digest(hash, sizeof digest, digest);
	to_hex(digest, sizeof digest, sha256);
}

void hash_bytes(const char *bytes, size_t n, char sha256[65])
{
	struct sha256_ctx hash;
	sha256_init(&hash);
	sha256_update(&hash, n, (const uint8_t *)bytes);
	hash_end(&hash, sha256);
}

int hash_file(int fd, char sha256[65])
{
	struct sha256_ctx hash;
	uint8_t piece[65536];
	ssize_t n;
	sha256_init(&hash);
	while ((n = read(fd, piece, sizeof piece)) > 0 || (n < 0 && errno == EINTR))
		sha256_update(&hash, n > 0 ? (size_t)n : 0, piece);
	hash_end(&hash, sha256);
	return n < 0 ? -1 : 0;
}
