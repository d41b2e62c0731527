/* services.h - services for the robots loaded into this process: random numbers, a log, mapped data files. One robot
 * computes at a time, so there is one current state.
 *
 * rand(), random(), drand48() and their kin are defined by the arena's executable, so the dynamic linker gives them to
 * robots in place of libc's: the numbers depend only on (seed, block, seat, ask); the robot's seeding has no effect. */
#pragma once

#include "base/rng.h"

/* The stream of the ask in progress. Most asks take no number, so its key is mixed only when the first one is taken. */
struct services_stream {
	uint64_t state;
	bool is_mixed;
};
extern struct services_stream services_stream;

/* Begins the stream of an ask: a function of the game's key for this seat and of the number
 * of the ask within the game. */
static inline void services_begin_ask(uint64_t game_rng, uint32_t ask_number)
{
	services_stream = (struct services_stream){.state = game_rng + RNG_GOLDEN * ask_number};
}

/* Begins a stream for code that runs outside all asks: a constructor, a test. */
static inline void services_begin_at(uint64_t state)
{
	services_stream = (struct services_stream){.state = state, .is_mixed = true};
}

/* Where robot_log lines and printed text go: a ring of the last bytes, kept by the caller. */
struct output_ring {
	uint32_t n_written; /* bytes ever written, modulo 2^32 */
	char text[8192];
};
void services_set_ring(struct output_ring *ring);
void services_write(const char *bytes, size_t n); /* async-signal-safe */

/* The table of services for the robot that is loading or about to compute; valid forever. The path must stay valid. */
struct arena_host;
const struct arena_host *services_host(const char *data_folder);
