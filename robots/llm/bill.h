/* bill.h - what is spent, and whether more may be: counted in the memory that all processes of this robot share
 * in a run (arena_bill.h), or in this process alone when the arena gives none. */
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

/* Maps the shared bill. EXIT_WORLD when there should be one and is none: without it no limit would hold. */
int bill_open(struct bill *bill, struct err *err);

/* Before a request: counts it, and so many tokens as it can cost at most. False, and nothing is counted, when
 * that would be more than a limit. */
bool bill_reserve(struct bill *bill, unsigned long long tokens);

/* After it: what was reserved becomes what was used. */
void bill_settle(struct bill *bill, unsigned long long reserved, unsigned long long in, unsigned long long out);

#endif
