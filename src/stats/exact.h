/* exact.h - sums that do not depend on the order of their terms, because parallel matches end in any order. */
#pragma once

/* A sum of at most 2^60 numbers. A zeroed struct is 0. */
struct exact {
	__extension__ __int128 units; /* number of units of 2^-60 */
};

/* Adds a number in [-1, 1]; bits below 2^-60 are dropped. */
static inline void exact_add(struct exact *sum, double number)
{
	sum->units += (long long)(number * 0x1p60);
}

/* Adds the number `times` times. */
static inline void exact_add_times(struct exact *sum, double number, unsigned long long times)
{
	__extension__ __int128 units = (long long)(number * 0x1p60);
	sum->units += units * times;
}

static inline double exact_value(const struct exact *sum)
{
	return (double)sum->units * 0x1p-60;
}
