/* test_fuzz.c - runs every fuzz target on thousands of mutated samples, always the same ones. With the sanitizers (CI)
 * every byte of its memory accesses is checked. `make fuzz TARGET=rules` searches further, guided by coverage, until it
 * is stopped. */
#include <check.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/str.h"
#include "fuzz/targets.h"

enum { ROUNDS = 10000, LONGEST = 1 << 20 };

/* The initial samples. */
static void take_sample(const struct fuzz_target *target, struct str *sample)
{
	fuzz_sample(target, sample);
	if (sample->length)
		return;
	const char *robots = getenv("ARENA_ROBOTS");
	AUTO_STR struct str path = {0};
	struct err err = {0};
	str_addf(&path, "%s/caller.so", robots ? robots : "build/release/robots");
	ck_assert_msg(str_read_file(sample, path.text, LONGEST, &err) == 0, "%s", err.text);
}

/* Mutates by one of: changing bytes, cutting out a piece, repeating a piece, truncating, replacing all by random
 * bytes. */
static void mutate(struct str *text, uint64_t *state)
{
	size_t n = text->length;
	if (n == 0)
		return;
	size_t at = rng_below(rng_next(state), (uint32_t)n), length = 1 + rng_below(rng_next(state), 16);
	if (length > n - at)
		length = n - at;
	switch (rng_below(rng_next(state), 5)) {
	case 0:
		for (size_t i = 0; i < length; i++)
			text->text[at + i] = (char)rng_next(state);
		break;
	case 1:
		memmove(text->text + at, text->text + at + length, n - at - length);
		text->length -= length;
		break;
	case 2: {
		AUTO_STR struct str piece = {0};
		str_add_n(&piece, text->text + at, length);
		str_add_n(text, piece.text, piece.length);
		break;
	}
	case 3:
		text->length = at;
		break;
	default:
		text->text[at] ^= (char)(1 << rng_below(rng_next(state), 8));
		break;
	}
	text->text[text->length] = '\0';
}

START_TEST(survives)
{
	const struct fuzz_target *target = &fuzz_targets[_i];
	AUTO_STR struct str sample = {0}, text = {0};
	uint64_t state = (uint64_t)_i;
	take_sample(target, &sample);
	target->parse(sample.text, sample.length);
	for (int round = 0; round < ROUNDS; round++) {
		str_clear(&text);
		str_add_n(&text, sample.text, sample.length);
		for (uint32_t k = 1 + rng_below(rng_next(&state), 4); k; k--)
			mutate(&text, &state);
		/* A block of exactly its size, so that the sanitizers detect an access beyond it. */
		char *exact = malloc(text.length + 1);
		memcpy(exact, text.text, text.length + 1);
		target->parse(exact, text.length);
		free(exact);
	}
}
END_TEST

/* Inputs that are kept: the initial samples, and what the search has found. */
START_TEST(seeds_are_survived)
{
	const struct fuzz_target *target = &fuzz_targets[_i];
	const char *robots = getenv("ARENA_ROBOTS");
	AUTO_STR struct str folder = {0};
	str_addf(&folder, "%s/../../../tests/fuzz/corpus/%s", robots ? robots : "build/release/robots", target->name);
	DIR *entries = opendir(str_text(&folder));
	ck_assert_msg(entries != NULL, "no seeds: %s", folder.text);
	for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
		AUTO_STR struct str path = {0}, text = {0};
		struct err err = {0};
		if (entry->d_name[0] == '.')
			continue;
		str_addf(&path, "%s/%s", folder.text, entry->d_name);
		ck_assert_msg(str_read_file(&text, path.text, LONGEST, &err) == 0, "%s", err.text);
		char *exact = malloc(text.length + 1);
		memcpy(exact, str_text(&text), text.length + 1);
		target->parse(exact, text.length);
		free(exact);
	}
	closedir(entries);
}
END_TEST

SUITE(120,
	LOOP(survives, 0, n_fuzz_targets),
	LOOP(seeds_are_survived, 0, n_fuzz_targets))
