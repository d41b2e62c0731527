/* services.h - services for the robots loaded into this process: random numbers, a log, mapped data files. Only one
 * robot computes at a time, so all of them use the same global state.
 *
 * rand(), random(), drand48() and related functions are defined in the arena's executable, so the dynamic linker uses
 * them in place of libc's. Their numbers depend only on (seed, block, seat, ask), and seeding by the robot has no
 * effect. */
#pragma once

#include "base/rng.h"

/* The stream of the ask in progress. Most asks use no random number, so the key is mixed only when the first one is
 * needed. */
struct services_stream {
	uint64_t state;
	bool is_mixed;
};
extern struct services_stream services_stream;

/* Begins the stream of an ask. It is a function of the game's key for this seat and of the number of the ask within the
 * game. */
static inline void services_begin_ask(uint64_t game_rng, uint32_t ask_number)
{
	services_stream = (struct services_stream){.state = game_rng + RNG_GOLDEN * ask_number};
}

/* Begins a stream for code that runs outside any ask: a constructor, a test. */
static inline void services_begin_at(uint64_t state)
{
	services_stream = (struct services_stream){.state = state, .is_mixed = true};
}

/* A ring with the last bytes of the robot's output and of its robot_log lines. Its owner is the caller of
 * services_set_ring. */
struct output_ring {
	uint32_t n_written; /* bytes ever written, modulo 2^32 */
	char text[8192];
};
void services_set_ring(struct output_ring *ring);
void services_write(const char *bytes, size_t n); /* async-signal-safe */

/* Returns the services for the robot that is being loaded or is about to compute. The table is always valid.
 * data_folder must stay valid. */
struct arena_host;
const struct arena_host *services_host(const char *data_folder);
