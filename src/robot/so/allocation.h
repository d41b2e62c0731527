/* allocation.h - notes when a robot's process has no memory left for an allocation.
 *
 * Instances that share a process share its memory limit, so how much one of them gets depends on what the others and
 * earlier ones took. A failed allocation is therefore noted, and the worker plays the attempts of that process again,
 * each in a process of its own (sandbox.c). Otherwise the number of lanes would change results.
 *
 * Belongs to the program of the robots' processes (runner.c) alone: it defines malloc and its kin. */
#pragma once

#include "base/base.h"

/* Makes failed allocations set *is_short to 1 from now on. Borrowed. Not in builds with sanitizers, which have their
 * own malloc. */
void allocation_note_failures(uint32_t *is_short);
