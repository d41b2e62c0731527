/* rng.c - makes keys. The functions that are called for each number are inline in rng.h. */
#include "base/rng.h"

#include <nettle/sha2.h>

struct rng_key rng_key_of_seed(const char *seed_text)
{
	size_t n = strlen(seed_text);
	struct sha256_ctx sha;
	uint8_t digest[SHA256_DIGEST_SIZE];
	sha256_init(&sha);
	sha256_update(&sha, 6, (const uint8_t *)"arena ");
	sha256_update(&sha, str_ends(seed_text, ":0") ? n - 2 : n, (const uint8_t *)seed_text);
	sha256_digest(&sha, sizeof digest, digest);
	struct rng_key key = {{0, 0}};
	for (int i = 0; i < 16; i++) /* little-endian on every machine */
		key.k[i / 8] |= (uint64_t)digest[i] << (8 * (i % 8));
	return key;
}

struct rng_key rng_key_derive(struct rng_key from, uint64_t purpose)
{
	return (struct rng_key){{rng_word(from, purpose, 0), rng_word(from, purpose, 1)}};
}
