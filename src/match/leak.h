/* leak.h - does a robot know the dice? A detector for what nobody thought of.
 *
 * All rotations of a block have the same dice, so a robot that carries what it saw in the first rotations to the later ones
 * wins more in these. The circle's start is drawn for each match: the number of a rotation says nothing of the seat, and
 * without a leak the difference of a robot's win share in the later and in the first rotations of a match has mean 0. The
 * dice being the same makes this a sharp paired test. Not for runs whose circle is as given: there the rotation is
 * the seat. */
#pragma once

#include "match/schedule.h"
#include "stats/histogram.h"

/* Of one robot. A zeroed struct is empty. Sums of whole numbers: the order of adding changes nothing. */
struct leak {
	struct histogram gains; /* of each match: (1 + share won in the later rotations - share won in the first) / 2 */
};

void leak_release(struct leak *leak);

/* Is this one of the first rotations? */
static inline bool leak_is_first(int rotation, int n_seats)
{
	return rotation < n_seats / 2;
}

/* Adds `times` equal matches: the shares that it won of their games of the first rotations, and of the later ones. */
void leak_add(struct leak *leak, double first, double later, uint64_t times);

/* How much more it wins in the later rotations, -1 to 1; 0 without matches. */
double leak_gain(const struct leak *leak);

/* The chance of such a gain where nothing leaks (one-sided), in (0, 1). */
double leak_chance(const struct leak *leak);

/* Is the gain of one of n_robots too large to be adjustment? False alarms: one run in a thousand. */
bool leak_is_sure(const struct leak *leak, int n_robots);

/* Calls, of one robot as the caller and as the bidder: was it right? The chance of that is known from its own dice; what the bids of others
 * say may raise its odds by a factor of LEAK_HONEST, for an honest robot. The evidence is the logarithm of the gain of a bet
 * at these odds that it is nearly always right (LEAK_SURE): without knowledge it exceeds ln(1/a) with probability a
 * at most, at whatever time (Ville's inequality). */
struct showdowns {
	int64_t n, n_right;
	int64_t evidence[2]; /* of the first rotations and of the later ones, in units of LEAK_UNIT */
};
#define LEAK_UNIT 0x1p-16
#define LEAK_HONEST 8
#define LEAK_SURE 0.99

static inline void showdowns_add(struct showdowns *sum, const struct showdowns *part)
{
	sum->n += part->n;
	sum->n_right += part->n_right;
	for (int is_later = 0; is_later < 2; is_later++)
		sum->evidence[is_later] += part->evidence[is_later];
}

void showdowns_note(struct showdowns *sum, bool is_later, bool is_right, double chance);

/* Is one robot of n_robots right too often in the first rotations, in the later ones or in both? Then adds this to its name. */
bool showdowns_warn(const struct showdowns *sums, int n_robots, struct str *out);

/* Are the showdowns of this match counted? All of the first few thousand matches, and then some. */
static inline bool leak_is_counted(uint64_t match)
{
	return match < 4096 || match % 64 == 0;
}
