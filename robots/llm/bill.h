/* bill.h - the costs so far, and their limits. Counted in memory that all processes of this robot in a run
 * share (arena_bill.h), or in this process alone when the arena provides none. */
#ifndef ROBOTS_LLM_BILL_H
#define ROBOTS_LLM_BILL_H

#include <stdbool.h>

#include "arena_bill.h"
#include "base/err.h"

struct bill {
	struct arena_bill *sums;
	unsigned long long max_requests, max_tokens; /* 0: no limit */
	double price_in, price_out;                  /* millionths of a dollar for a token */
};

/* Maps the shared bill. EXIT_WORLD when the arena provides one that cannot be mapped: without it limits would not work. */
int bill_open(struct bill *bill, struct err *err);

/* Before a request: counts it, and the most tokens that it can cost. When that would exceed a limit, returns false and
 * counts nothing. */
bool bill_reserve(struct bill *bill, unsigned long long tokens);

/* After the request: replaces the reserved tokens by those that were used. */
void bill_settle(struct bill *bill, unsigned long long reserved, unsigned long long in, unsigned long long out);

#endif
