/* usage.c - counts requests and tokens (usage.h). Reserved tokens are counted in tokens_in until the reply reports how
 * many were used. If a process is killed before that, its reserved tokens remain counted. */
#include "usage.h"

#include <math.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "base/str.h"

int usage_open(struct usage *usage, struct err *err)
{
	static struct arena_usage own;
	const char *text = getenv(ARENA_USAGE_FD);
	long long fd;
	usage->sums = &own;
	if (!text)
		return 0;
	if (!str_to_int(text, 0, 1 << 20, &fd))
		return err_set(err, EXIT_WORLD, "llm: " ARENA_USAGE_FD "=%.20s is not a file descriptor", text);
	void *at = mmap(NULL, sizeof own, PROT_READ | PROT_WRITE, MAP_SHARED, (int)fd, 0);
	if (at == MAP_FAILED)
		return err_errno(err, "llm: the usage, descriptor %lld, cannot be mapped", fd);
	usage->sums = at;
	return 0;
}

/* Adds to a sum if the sum and `other` together stay within the limit. A limit of 0 means that there is none. */
static bool add_within(arena_usage_sum *sum, unsigned long long more, unsigned long long other,
		       unsigned long long limit)
{
	unsigned long long now = atomic_load(sum);
	do
		if (limit && (other > limit || now > limit - other || more > limit - other - now))
			return false;
	while (!atomic_compare_exchange_weak(sum, &now, now + more));
	return true;
}

bool usage_reserve(struct usage *usage, unsigned long long tokens)
{
	struct arena_usage *sums = usage->sums;
	if (!add_within(&sums->tokens_in, tokens, atomic_load(&sums->tokens_out), usage->max_tokens))
		return false;
	if (add_within(&sums->requests, 1, 0, usage->max_requests))
		return true;
	atomic_fetch_sub(&sums->tokens_in, tokens);
	return false;
}

void usage_settle(struct usage *usage, unsigned long long reserved, unsigned long long in, unsigned long long out)
{
	struct arena_usage *sums = usage->sums;
	double cost = ceil((double)in * usage->price_in + (double)out * usage->price_out);
	/* In this order the sum of both is never too small, so no other process can exceed a limit in between. */
	atomic_fetch_add(&sums->tokens_out, out);
	atomic_fetch_add(&sums->tokens_in, in);
	atomic_fetch_sub(&sums->tokens_in, reserved);
	atomic_fetch_add(&sums->micro_dollars, (unsigned long long)cost);
}

void usage_say(struct usage *usage, const char *line)
{
	struct arena_usage *sums = usage->sums;
	AUTO_STR struct str text = str_of("%s\n", line);
	if (memmem(sums->said, sizeof sums->said, text.text, text.length))
		return;
	unsigned long long at = atomic_fetch_add(&sums->n_said, text.length);
	if (at < sizeof sums->said && text.length <= sizeof sums->said - at)
		memcpy(sums->said + at, text.text, text.length);
}
