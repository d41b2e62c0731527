/* dicer - uses all of libc's families of random numbers, seeded by the clock, and plays by them. Expected: ok, and the
 * same plays in every run with the same seed. */
#include <stdlib.h>
#include <time.h>

#include "arena_robot.h"

int get_play(const char *me, const char *hands, const char *history)
{
	unsigned own = (unsigned)time(NULL);
	unsigned short state[3] = {own, 1, 2};
	srand(own);
	srandom(own);
	srand48(own);
	unsigned sum = rand() + random() + rand_r(&own) + lrand48() + nrand48(state) + (unsigned)(drand48() * 1e6) +
		       (unsigned)(erand48(state) * 1e6) + mrand48() + jrand48(state);
	if (*history && sum % 2)
		return 0;
	int q = 1;
	for (const char *at = history; *at; at++)
		q += *at == ':';
	return q * 10 + sum / 2 % 6 + 1;
}
