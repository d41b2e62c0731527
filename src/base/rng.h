/* rng.h - counter-based randomness: every number is a function of its purpose.
 *
 * No state is kept between games. A key belongs to a purpose (the dice of a tournament, the robots' own random
 * numbers), and a number is rng_word(key, a, b) for the counters a and b. The word is computed by SipHash-1-3, so a
 * robot that sees some words cannot compute the key or other words. The cheaper rng_mix is only used to expand one such
 * word. */
#pragma once

#include "base/base.h"

struct rng_key {
	uint64_t k[2];
};

/* Returns the key of a tournament from its seed, which may be any text. Two seeds that differ in one byte give
 * unrelated keys. The key is the SHA-256 of "arena " and the text without ":0" at its end (run/seed.h). */
struct rng_key rng_key_of_seed(const char *seed_text);

/* Returns a key for one purpose, unrelated to those of other purposes. */
struct rng_key rng_key_derive(struct rng_key from, uint64_t purpose);
enum rng_purpose { RNG_DICE = 1, RNG_ROBOT = 2, RNG_SCHEDULE = 3, RNG_CIRCLE = 4, RNG_ORDER = 5 };

#define RNG_ROTL(x, b) (((x) << (b)) | ((x) >> (64 - (b))))
#define RNG_SIPROUND \
	do { \
		v0 += v1; v1 = RNG_ROTL(v1, 13); v1 ^= v0; v0 = RNG_ROTL(v0, 32); \
		v2 += v3; v3 = RNG_ROTL(v3, 16); v3 ^= v2; \
		v0 += v3; v3 = RNG_ROTL(v3, 21); v3 ^= v0; \
		v2 += v1; v1 = RNG_ROTL(v1, 17); v1 ^= v2; v2 = RNG_ROTL(v2, 32); \
	} while (0)

/* SipHash-1-3 (Aumasson & Bernstein 2012, with 1 and 3 rounds) of the 16 bytes a, b, computed in two steps. The first
 * step is the same for all words with one key and one `a`; this is the state after it. */
struct rng_block {
	uint64_t v[4];
};

static inline struct rng_block rng_block(struct rng_key key, uint64_t a)
{
	uint64_t v0 = key.k[0] ^ 0x736f6d6570736575u, v1 = key.k[1] ^ 0x646f72616e646f6du;
	uint64_t v2 = key.k[0] ^ 0x6c7967656e657261u, v3 = key.k[1] ^ 0x7465646279746573u ^ a;
	RNG_SIPROUND;
	return (struct rng_block){{v0 ^ a, v1, v2, v3}};
}

/* Returns rng_word(key, a, b) from rng_block(key, a). */
static inline uint64_t rng_block_word(const struct rng_block *block, uint64_t b)
{
	const uint64_t end = (uint64_t)16 << 56;
	uint64_t v0 = block->v[0], v1 = block->v[1], v2 = block->v[2], v3 = block->v[3] ^ b;
	RNG_SIPROUND;
	v0 ^= b;
	v3 ^= end;
	RNG_SIPROUND;
	v0 ^= end;
	v2 ^= 0xff;
	RNG_SIPROUND;
	RNG_SIPROUND;
	RNG_SIPROUND;
	return v0 ^ v1 ^ v2 ^ v3;
}

static inline uint64_t rng_word(struct rng_key key, uint64_t a, uint64_t b)
{
	struct rng_block block = rng_block(key, a);
	return rng_block_word(&block, b);
}

/* Applies the finaliser of splitmix64 (Steele, Lea & Flood 2014): a bijection of 64 bits. */
static inline uint64_t rng_mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* Inverts rng_mix: rng_unmix(rng_mix(z)) is z. */
static inline uint64_t rng_unmix(uint64_t z)
{
	z = (z ^ (z >> 31) ^ (z >> 62)) * 0x319642b2d24d8ec3u;
	z = (z ^ (z >> 27) ^ (z >> 54)) * 0x96de1b173f119089u;
	return z ^ (z >> 30) ^ (z >> 60);
}

#define RNG_GOLDEN 0x9e3779b97f4a7c15u

/* Returns the next number of the splitmix64 stream at *state. */
static inline uint64_t rng_next(uint64_t *state)
{
	return rng_mix(*state += RNG_GOLDEN);
}

/* Returns a uniform number in 0..n-1 from one word by multiplication (Lemire); bias below n/2^64. */
static inline uint32_t rng_below(uint64_t word, uint32_t n)
{
	return (uint32_t)(((unsigned __int128)word * n) >> 64);
}
