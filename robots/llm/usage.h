/* usage.h - the costs so far, and their limits. They are counted in memory that all processes of this robot in a run
 * share (arena_usage.h), or only in this process if the arena does not provide such memory. */
#pragma once

#include <stdbool.h>

#include "arena_usage.h"
#include "base/err.h"

struct usage {
	struct arena_usage *sums;
	unsigned long long max_requests, max_tokens; /* 0: no limit */
	double price_in, price_out;                  /* in millionths of a dollar for one token */
};

/* Maps the shared memory. Fails with EXIT_WORLD if the arena provides it but it cannot be mapped, because the limits
 * would not work without it. */
int usage_open(struct usage *usage, struct err *err);

/* Counts a request before it is sent, and the most tokens that it can cost. If that would exceed a limit, returns false
 * and counts nothing. */
bool usage_reserve(struct usage *usage, unsigned long long tokens);

/* Adds a line about the service to those that the arena stores with the run, unless it is there already. */
void usage_say(struct usage *usage, const char *line);

/* After the request, replaces the reserved tokens by those that were used. */
void usage_settle(struct usage *usage, unsigned long long reserved, unsigned long long in, unsigned long long out);
