/* channel.h - what coordinator and worker say to each other over a socket pair.
 *
 * Coordinator to worker: match numbers, 8 bytes each. Worker to coordinator: frames of a
 * length and a body: a match_result with its faults, or an error. Both ends are the same
 * binary on the same machine, so structs travel as they are. */
#ifndef ARENA_MATCH_CHANNEL_H
#define ARENA_MATCH_CHANNEL_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"
#include "match/result.h"

/* Appends a frame to out. */
void channel_pack_result(struct str *out, const struct match_result *result);
void channel_pack_error(struct str *out, const struct err *err);

/* Takes one frame from the front of `in`, if a whole one is there: 1 result (the caller
 * releases it), -1 error filled in, 0 not yet. `*at` moves behind it. */
int channel_unpack(const struct str *in, size_t *at, struct match_result *result, struct err *err);

/* Writes all of it; false when the other end is gone. */
bool channel_send(int fd, const void *bytes, size_t n);

#endif
