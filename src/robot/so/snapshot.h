/* snapshot.h - saves the memory of a robot's process and restores it.
 *
 * When all instances of a copy (template.h) have been used, a new copy would cost a fork, the end of the old process,
 * and a page fault for each page that an instance writes. Instead, the process restores the pages that were written:
 * statics of every library, thread-local storage, heap. It compares each page with the saved one, which takes less time
 * than a page fault.
 *
 * It does not restore signal handlers, memory that was mapped later, or the stack, which has no data of the robot
 * between batches. Memory that was mapped later stays mapped and is not used again, so the worker must limit it
 * (process_can_begin_again). */
#pragma once

#include <stdio.h>

#include "base/base.h"

struct snapshot;

/* Memory that is not restored. */
struct snapshot_hole {
	const void *at;
	size_t size;
};

/* Takes a snapshot. `maps` is the open /proc/self/maps, which this function closes; it may be NULL. The snapshot is
 * stored outside the memory that it saves. Returns NULL if `maps` is NULL, if the process has too much memory, or if
 * some of it cannot be restored. */
struct snapshot *snapshot_take(FILE *maps, const struct snapshot_hole *holes, size_t n_holes);

/* Restores the memory, in the process that took the snapshot or in a copy of that process. Never fails. */
void snapshot_put_back(const struct snapshot *snapshot);
