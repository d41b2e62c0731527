/* draw.h - random numbers of a given distribution from a splitmix64 stream (base/rng.h). */
#pragma once

#include "base/base.h"

/* Uniform in (0, 1), never an end. */
double draw_uniform(uint64_t *state);

/* How many of n trials succeed when each does with probability p in [0, 1]; exact, and in a time that does
 * not depend on n: by inversion for small n p, else by transformed rejection (BTRS, Hoermann 1993). */
uint64_t draw_binomial(uint64_t *state, uint64_t n, double p);

/* Draws with replacement, as many as sum of times[i], i < n, of which times[i]
 * are of kind i: drawn[i] of kind i. One binomial draw a kind, so the time depends on the kinds alone.
 * The result depends on the order of the kinds. */
void draw_multinomial(uint64_t *state, const uint64_t *times, size_t n, uint64_t *drawn);
