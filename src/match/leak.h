/* leak.h - detects robots that know dice which they must not see.
 *
 * All rotations of a block have the same dice, so a robot that passes what it saw in the first rotations on to the
 * later ones wins more there. The start of the circle is drawn at random for each match, so the number of a rotation is
 * independent of the seat. Without a leak, the difference between a robot's win shares in the later and the first
 * rotations has mean 0. Since the dice are the same, this paired test is sensitive. It does not work with --as-given,
 * where the rotation determines the seat. */
#pragma once

#include "match/schedule.h"
#include "stats/histogram.h"

/* The gains of one robot. A zeroed struct is empty. The sums are of whole numbers, so the order of adding has no
 * effect. */
struct leak {
	struct histogram gains; /* for each match: (1 + share won in the later rotations - share won in the first) / 2;
	                         * to be released */
};

/* Returns true if this is one of the first rotations. */
static inline bool leak_is_first(int rotation, int n_seats)
{
	return rotation < n_seats / 2;
}

/* Adds `times` equal matches. first, later: the shares of the games won in the first and in the later rotations. */
void leak_add(struct leak *leak, double first, double later, uint64_t times);

/* Returns how much more the robot wins in the later rotations, -1 to 1, or 0 without matches. */
double leak_gain(const struct leak *leak);

/* Returns the chance of a gain this large without a leak (one-sided), in (0, 1). */
double leak_chance(const struct leak *leak);

/* Returns true if the gain of one of n_robots is too large to be due to chance. One run in a thousand has a false
 * alarm. */
bool leak_is_sure(const struct leak *leak, int n_robots);

/* Counts the calls that a robot made, or that others made on its bids, and in how many of them it was right. Its own
 * dice give the chance of being right; the bids of others can raise the odds of an honest robot by a factor of up to
 * LEAK_HONEST. The evidence is the logarithm of the gain from betting at these odds that the robot is nearly always
 * right (LEAK_SURE). If the robot has no hidden knowledge, the evidence ever exceeds ln(1/a) with probability at most a
 * (Ville's inequality). */
struct showdowns {
	int64_t n, n_right;
	int64_t evidence[2]; /* from the first rotations, and from the later ones, in units of LEAK_UNIT */
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

/* If a robot, one of n_robots, is right too often in the first rotations, the later ones or both, adds a warning to its
 * name. */
bool showdowns_warn(const struct showdowns *sums, int n_robots, struct str *out);

/* Returns true if the showdowns of this match are counted: those of the first 4096 matches, then every 64th. */
static inline bool leak_is_counted(uint64_t match)
{
	return match < 4096 || match % 64 == 0;
}
