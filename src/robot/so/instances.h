/* instances.h - the instances of one robot in one process: each with its own statics.
 *
 * There are two methods. For most robots, which are plain C with few statics, the file is loaded once. Each instance is
 * a copy of the statics, which is put in place before the robot is called. All instances then run the same code, which
 * stays in the cache; this is three times as fast at 256 lanes. A robot with constructors, thread-local storage or
 * large statics is loaded once per instance (loaded.h), and the memory of the whole process is restored when all
 * instances have been used (snapshot.h). */
#pragma once

#include "robot/so/loaded.h"

/* Statics of up to this many bytes are swapped. Measured with the robot computer at 256 lanes: 0.08 us per ask with its
 * own statics, 0.20 us with 3.9 KB more, and 0.55 us if each instance has its own file. */
enum { INSTANCES_SHARED_MAX = 4096 };

/* One instance's progress in its game. */
struct instances_item {
	uint32_t attempt, game, n_asks;
};

struct instances {
	uint32_t n;
	bool is_shared;          /* one loaded file, n sets of statics */
	struct loaded *loaded;   /* loaded[0], or one for each instance: loaded[i], i < n */
	struct instances_item *items;
	char *statics;           /* is_shared: the address of the robot's statics */
	size_t statics_size;
	char *fresh;             /* is_shared: the bytes after loading */
	char *kept;              /* is_shared: kept[i * statics_size] has the statics of instance i if they are changed
	                          * and not in place */
	bool *is_changed;        /* is_shared: is_changed[i] is set if instance i is not in place and its statics differ
	                          * from the fresh ones */
	uint32_t n_changed;      /* number of elements of is_changed that are set */
	uint32_t in_place;       /* is_shared: the instance whose statics are in place */
};

/* Returns true if the instances of this file can share its code. Sets *at and *n_bytes to the position and size of the
 * statics. */
bool instances_can_share(const unsigned char *image, size_t size, uint64_t *at, uint64_t *n_bytes);

/* Makes n instances share loaded[0]. The statics are those from instances_can_share. */
void instances_share(struct instances *instances, uint32_t n, uint64_t statics_at, uint64_t statics_size);

/* Puts the statics of instance i in place. */
void instances_swap(struct instances *instances, uint32_t i);

/* Returns true if no instance has changed its statics. For robots with more than a few bytes of statics it returns
 * false without checking; most robots have only those that the compiler adds. */
static inline bool instances_are_plain(const struct instances *instances)
{
	enum { WORD = 8, FEW = 8 * WORD };
	size_t size = instances->statics_size;
	uint64_t differences = 0;
	if (instances->n_changed || size > FEW || size % WORD)
		return false;
	for (size_t at = 0; at < size; at += WORD) {
		uint64_t now, fresh;
		memcpy(&now, instances->statics + at, WORD);
		memcpy(&fresh, instances->fresh + at, WORD);
		differences |= now ^ fresh;
	}
	return differences == 0;
}

static inline struct loaded *instances_call_up(struct instances *instances, uint32_t i)
{
	if (!instances->is_shared)
		return &instances->loaded[i];
	if (instances->in_place != i) {
		if (instances_are_plain(instances))
			instances->in_place = i;
		else
			instances_swap(instances, i);
	}
	return &instances->loaded[0];
}

/* Resets instance i to its state after loading; only with is_shared. */
void instances_refresh(struct instances *instances, uint32_t i);

void instances_release(struct instances *instances); /* does not unload */
