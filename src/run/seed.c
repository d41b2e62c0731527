/* seed.c - the seed of a run, and its nonce (seed.h). */
#include "run/seed.h"

#include "base/hash.h"
#include "base/text.h"
#include "robot/find.h"
#include "robot/spec.h"

static bool is_stranger(const char *text)
{
	AUTO_SPEC struct spec spec = {0};
	if (spec_read(&spec, text, NULL) || strcmp(spec.robot, "human") == 0)
		return false;
	AUTO_FREE char *path = spec_is_command(spec.robot) ? NULL : find_robot(spec.robot, NULL);
	return spec_is_command(spec.robot) || (path && !find_is_bundled(path));
}

bool seed_has_strangers(char *const *specs, int n)
{
	return ANY_OF(i, n, is_stranger(specs[i]));
}

/* Returns true if the seed has a nonce. The seeds of a contest are longer than a nonce. */
static bool has_nonce(const char *seed)
{
	const char *colon = strrchr(seed, ':'), *nonce = colon ? colon + 1 : seed;
	return (colon && strcmp(nonce, "0") == 0) ||
		(strlen(nonce) >= 32 && nonce[strspn(nonce, "0123456789abcdef")] == '\0');
}

int seed_add_nonce(struct str *seed, struct err *err)
{
	char nonce[33];
	if (has_nonce(str_text(seed)))
		return 0;
	if (hash_random(nonce))
		return err_errno(err, "cannot generate random bits for the seed (give all of it, as in --seed 7:0)");
	str_addf(seed, "%s%s", seed->length ? ":" : "", nonce);
	return 0;
}

char *seed_choose(const char *given, bool has_strangers, struct err *err)
{
	AUTO_STR struct str seed = {0};
	if (given && !text_is_clean(given)) {
		err_set(err, EXIT_USAGE, "the seed must be UTF-8 text without control characters");
		return NULL;
	}
	str_add(&seed, given ? given : "");
	if ((!given || has_strangers) && seed_add_nonce(&seed, err))
		return NULL;
	return mem_strdup(seed.text);
}
