/* instances.h - the instances of one robot in one process: each with its own statics.
 *
 * There are two ways. Most robots are plain C with few statics. Their file is loaded once, and each instance is a copy
 * of its statics, put in place before the robot is called. All instances then run the same code, which stays in the
 * cache; this is three times as fast at 256 lanes. A robot with constructors, thread-local storage or large statics is
 * loaded once per instance (loaded.h), and the memory of the whole process is restored when all instances have served
 * (snapshot.h). */
#pragma once

#include "robot/so/loaded.h"

/* Bytes of statics worth swapping. Measured with computer and 3.9 KB of padding, 256 lanes: 0.20 us an ask, 0.08 without
 * the padding, and 0.55 where each instance is loaded. */
enum { INSTANCES_SHARED_MAX = 4096 };

/* One instance's progress in its game. */
struct instances_item {
	uint32_t attempt, game, n_asks;
};

struct instances {
	uint32_t n;
	bool is_shared;          /* one loaded file, n sets of statics */
	struct loaded *loaded;   /* 1 or n */
	struct instances_item *items;
	char *statics;           /* is_shared: where the robot's statics are */
	size_t statics_size;
	char *fresh;             /* is_shared: the bytes after loading */
	char *kept;              /* is_shared: kept[i * statics_size], the statics of changed instances not in place */
	bool *is_changed;        /* is_shared: by instance, when not in place: its statics differ from the fresh ones */
	uint32_t n_changed;      /* how many of is_changed are set */
	uint32_t in_place;       /* is_shared: the instance whose statics are in place */
};

/* Can this file's instances share its code? *at and *n_bytes: the statics. */
bool instances_can_share(const unsigned char *image, size_t size, uint64_t *at, uint64_t *n_bytes);

/* Makes n instances share loaded[0]. The statics are those from instances_can_share. */
void instances_share(struct instances *instances, uint32_t n, uint64_t statics_at, uint64_t statics_size);

/* Puts instance i in place. */
void instances_swap(struct instances *instances, uint32_t i);

/* Returns true if no instance has changed its statics. For robots with more than a few bytes of statics it returns
 * false without a look; most have only those that the compiler adds. */
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
