/* shared_area.h - the public area of an attempt in a worker. It has, for each lane, the strings that every robot at the
 * table may read. The robots' processes map it read-only.
 *
 * Each attempt number has its own shared area. The attempts of a match have the same dice, so a process that plays one
 * attempt must not read the strings of a lane in another attempt. */
#pragma once

#include "base/base.h"

struct shared_area {
	char *base;
	size_t stride;      /* bytes from lane to lane */
	size_t second_at;   /* offset in a lane of its second buffer; the hands of the lane use its two buffers in
	                     * turn (lane_place_strings) */
	size_t history_at;  /* offset of the history in each buffer; the dice of a showdown (`shown`) are before it */
	size_t size;
	int n_lanes;
	int fd_readonly;    /* for other processes; it cannot be mapped for writing */
};

static inline char *shared_area_shown(const struct shared_area *shared_area, int lane)
{
	return shared_area->base + (size_t)lane * shared_area->stride;
}

static inline char *shared_area_history(const struct shared_area *shared_area, int lane)
{
	return shared_area_shown(shared_area, lane) + shared_area->history_at;
}

/* Clears a lane, with all data of its last game. */
void shared_area_wipe(const struct shared_area *shared_area, int lane);

/* Returns the distance between records of `size` bytes, chosen so that many of them do not fall into the same sets of
 * the cache: an odd number of cache lines. */
size_t shared_area_stride(size_t size);

/* The shared areas of a worker, by attempt number. Each is created when a lane first begins that attempt. */
struct shared_areas {
	int n_lanes;
	size_t history_size, hands_size;
	int n;
	struct shared_area **of_attempt; /* of_attempt[attempt], attempt < n; NULL: not made yet */
};

void shared_areas_init(struct shared_areas *shared_areas, int n_lanes, size_t history_size, size_t hands_size);
void shared_areas_release(struct shared_areas *shared_areas);

/* Erases all strings of the areas. */
void shared_areas_wipe(const struct shared_areas *shared_areas);

/* Returns the shared area of an attempt (from 0), valid until shared_areas_release, or NULL with err. */
const struct shared_area *shared_areas_make(struct shared_areas *shared_areas, int attempt, struct err *err);

/* Returns the shared area of an attempt, which must exist. */
const struct shared_area *shared_areas_attempt(const struct shared_areas *shared_areas, int attempt);
