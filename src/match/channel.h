/* channel.h - the messages of coordinator and worker over a socket pair.
 *
 * The coordinator sends a struct matches: the run to be played. The worker answers with one frame, a length and a body: a
 * chunk of the first matches of the run, or an error. Both ends are the same program on the same machine. Each side has
 * at most one message in transit. The coordinator never blocks in sending and always reads, so neither side can wait for
 * the other to read. */
#ifndef ARENA_MATCH_CHANNEL_H
#define ARENA_MATCH_CHANNEL_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"
#include "match/chunk.h"

/* Sends a frame; blocks until it is written. False: the other end is gone. */
bool channel_send_chunk(int fd, const struct chunk *chunk);
bool channel_send_error(int fd, const struct err *err);

/* Takes the frame in `in`, if it is complete: 1 and *chunk (the caller releases it), -1 err, 0 not yet. */
int channel_take(struct str *in, struct chunk *chunk, struct err *err);

/* Writes all of it; false when the other end is gone. */
bool channel_send(int fd, const void *bytes, size_t n);

#endif
