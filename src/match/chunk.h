/* chunk.h - the results of a number of consecutive matches, the unit of work.
 *
 * A worker gets a number of matches and returns one chunk with the results of all of them, or of the first few. One
 * message, one transaction and one row of the database hold a chunk. The size of chunks is chosen only for speed:
 * everything in a chunk is stored match by match, or is a sum of integers, so results do not depend on it. */
#pragma once

#include "match/leak.h"
#include "match/luck.h"
#include "match/result.h"
#include "match/schedule.h"

/* The n matches first, first + stride, first + 2 stride, ... The stride is 1 except for shards. */
struct matches {
	uint64_t first, n, stride;
};

static inline uint64_t matches_number(const struct matches *matches, uint64_t index)
{
	return matches->first + index * matches->stride;
}

/* The faults, illegal plays and calls of one player in one match, if it had any. */
struct match_trouble {
	uint32_t match;  /* index in the chunk */
	uint32_t player;
	TROUBLES(uint32_t);
	struct showdowns showdowns;
};

struct chunk {
	struct matches matches;
	int n_seats;
	uint32_t n_blocks;     /* in each match */

	/* The outcome of every game: see chunk_match. Without has_order (in chunks from a database that did not store
	 * the order) the blocks of each match are in any order, and so are the matches of each table if they have one
	 * block. Owned. */
	uint8_t *places;
	bool has_order;

	/* signature: the sum over games of a hash of the game's plays and of the number from which its dice are drawn.
	 * n_alike: the number of blocks in which all rotations had the same plays, as happens when all players are the
	 * same robot. */
	uint64_t signature, n_alike;

	/* True if the chunk has the signature of each match and the counts for its players. Without details it has only
	 * the sums by robot. */
	bool has_details;
	uint64_t *signatures;  /* by match */
	uint32_t *alike;       /* by match */
	uint32_t *asks;        /* asks[match * n_seats + player] */
	struct match_trouble *troubles; /* ascending; n_troubles */
	size_t n_troubles;

	/* Sums for each robot of the run that sat at the chunk's tables, ascending. Owned. */
	struct chunk_robot *robots;
	int n_robots;

	/* The luck of the dice (luck.h): the sums of robots[i] begin at luck_sums[i * LUCK_SUMS]. Luck is unknown in
	 * runs that do not compute it, and in a chunk_head. luck_terms[(match * luck_players(n_seats) + player) *
	 * LUCK_TERMS] is set only in a worker. Both are owned. */
	bool has_luck;
	int64_t *luck_sums;
	float *luck_terms;

	/* The plays: for each match, their size as a varint and their bytes (move_log.h); empty when plays are not
	 * kept. */
	struct str plays;

	/* The first few faults of each robot, in the order of games, and of the asks within a game. Owned. */
	struct fault_record *faults;
	int n_faults;
};

struct chunk_robot {
	int robot;
	struct tally tally;
	struct showdowns showdowns;
	int64_t cpu_ns;        /* measured, so not part of any reproducible file; -1: unknown */
};

/* Maximum number of faults kept for a robot. */
enum { CHUNK_FAULTS = 10 };

void chunk_release(struct chunk *chunk);

static inline size_t chunk_match_size(const struct chunk *chunk)
{
	return (size_t)chunk->n_blocks * (size_t)chunk->n_seats * (size_t)chunk->n_seats;
}

/* Returns the outcome of a match (index < matches.n): places[(block * n_seats + rotation) * n_seats + player] is the
 * final place of the player, from 1. Players who share several places all have the best of them. */
static inline const uint8_t *chunk_match(const struct chunk *chunk, uint64_t index)
{
	return chunk->places + index * chunk_match_size(chunk);
}

/* Adds the counts that follow from the places to the sums by robot; with details also the asks, troubles, signature and
 * n_alike. If there are luck_terms, computes luck_sums. `schedule` is that of the run. Does not change cpu_ns. */
void chunk_sum(struct chunk *chunk, const struct schedule *schedule);

/* Returns the entry of a robot, which is created if it is missing. */
struct chunk_robot *chunk_robot(struct chunk *chunk, int robot);

/* Adds a fault unless the chunk has CHUNK_FAULTS earlier ones of the robot. Takes over the record's strings. */
void chunk_add_fault(struct chunk *chunk, const struct fault_record *record);

/* Adds troubles of a player in a match. The calls may be in any order, and several calls may be for the same player and
 * match; chunk_sort_troubles then sorts and merges the entries. */
void chunk_add_trouble(struct chunk *chunk, const struct match_trouble *trouble);
void chunk_sort_troubles(struct chunk *chunk);

/* Returns the distance in the chunk between matches at the same table (schedule_period). */
uint64_t chunk_period(const struct chunk *chunk, const struct schedule *schedule);

/* Calls visit for each distinct match at each table of the chunk, with the number of times it occurs, for sums that do
 * not depend on the order. In a run with deal sets, visit is called for each match separately, because its number
 * determines the set. */
void chunk_each(const struct chunk *chunk, const struct schedule *schedule,
		void (*visit)(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context),
		void *context);

/* Sets *head to the first n <= matches.n matches of a chunk with details. *head borrows from the chunk and must not
 * outlive it. It has sums of its own, except for the CPU time, which is a proportional part of the whole. Its plays are
 * empty, and its luck is unknown unless it has all matches. */
void chunk_head(const struct chunk *chunk, uint64_t n, const struct schedule *schedule, struct chunk *head);
void chunk_head_release(struct chunk *head);

/* Packs a chunk into bytes, to be sent through a socket of this machine. chunk_unpack fills a chunk, which the caller
 * releases. */
void chunk_pack(const struct chunk *chunk, struct str *out);
void chunk_unpack(const char *bytes, size_t size, struct chunk *chunk);
