/* paced.c - a robot that answers by binomial odds from a table, in about 27 ns, and then computes for SPIN steps more. */
#include <stdint.h>
#include <string.h>

#ifndef SPIN
#define SPIN 0
#endif

int get_play(const char *me, const char *hands, const char *history);

/* How many of n unknown dice it assumes to support a bid. */
static int granted(int n)
{
	return (n + 3) / 4;
}

static void spin(uint32_t x)
{
	for (int i = 0; i < SPIN; i++)
		x = x * 1664525u + 1013904223u;
	__asm__ volatile("" : : "r"(x)); /* else the compiler would leave it out */
}

__attribute__((visibility("default"))) int get_play(const char *me, const char *hands, const char *history)
{
	int count[10] = {0}, n_unknown = 0, best = 1, bid = 0;
	for (const char *at = hands; *at; at += *at == ',') {
		int is_mine = *at == *me;
		for (at += 2; *at && *at != ','; at++) {
			if (is_mine)
				count[*at - '0']++;
			else
				n_unknown++;
		}
	}
	for (int face = 2; face <= 6; face++)
		if (count[face] >= count[best])
			best = face;
	const char *last = strrchr(history, ':');
	spin((uint32_t)n_unknown);
	if (!last)
		return 10 + best;
	for (last++; *last; last++)
		bid = 10 * bid + *last - '0';
	int quantity = bid / 10, face = bid % 10;
	if (quantity - count[face] > granted(n_unknown))
		return 0;
	return (best > face ? quantity : quantity + 1) * 10 + best;
}
