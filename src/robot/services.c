/* services.c - random numbers and the log for robots. */
#include "robot/services.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena_robot.h"

#define EXPORT __attribute__((visibility("default")))

uint64_t services_rng;
static struct output_ring *ring;

void services_set_ring(struct output_ring *where)
{
	ring = where;
}

void services_write(const char *bytes, size_t n)
{
	if (!ring)
		return;
	const size_t size = sizeof ring->text;
	if (n > size) {
		ring->n_written += (uint32_t)(n - size);
		bytes += n - size;
		n = size;
	}
	size_t at = ring->n_written % size;
	size_t first = n < size - at ? n : size - at;
	memcpy(ring->text + at, bytes, first);
	memcpy(ring->text, bytes + first, n - first);
	ring->n_written += (uint32_t)n;
}

static uint64_t host_random(void)
{
	return rng_next(&services_rng);
}

static void host_log(const char *line)
{
	services_write(line, strlen(line));
	services_write("\n", 1);
}

const struct arena_host *services_host(const char *data_folder)
{
	static struct arena_host host = {
		.size = sizeof host, .abi = ARENA_ABI, .random = host_random, .log = host_log,
	};
	host.data_folder = data_folder;
	return &host;
}

/* libc's families. Not arc4random or getrandom: libraries of the arena itself make keys with
 * those. The prototypes (and so the exact types) come from <stdlib.h>. */

static uint32_t bits31(void)
{
	return (uint32_t)(rng_next(&services_rng) >> 33);
}

static double unit48(void)
{
	return (double)(rng_next(&services_rng) >> 16) * 0x1p-48;
}

EXPORT int rand(void) { return (int)bits31(); }
EXPORT void srand(unsigned seed) { (void)seed; }
EXPORT int rand_r(unsigned *seed) { (void)seed; return (int)bits31(); }

EXPORT long random(void) { return (long)bits31(); }
EXPORT void srandom(unsigned seed) { (void)seed; }
EXPORT char *initstate(unsigned seed, char *state, size_t n) { (void)seed; (void)n; return state; }
EXPORT char *setstate(char *state) { return state; }

EXPORT double drand48(void) { return unit48(); }
EXPORT double erand48(unsigned short x[3]) { (void)x; return unit48(); }
EXPORT long lrand48(void) { return (long)bits31(); }
EXPORT long nrand48(unsigned short x[3]) { (void)x; return (long)bits31(); }
EXPORT long mrand48(void) { return (int32_t)(rng_next(&services_rng) >> 32); }
EXPORT long jrand48(unsigned short x[3]) { (void)x; return (int32_t)(rng_next(&services_rng) >> 32); }
EXPORT void srand48(long seed) { (void)seed; }
EXPORT unsigned short *seed48(unsigned short x[3]) { return x; }
EXPORT void lcong48(unsigned short x[7]) { (void)x; }
