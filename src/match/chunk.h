/* chunk.h - the results of a run of consecutive matches: the unit of work.
 *
 * A worker gets a run of matches and returns one chunk: of all of them, or of the first few. One message, one transaction
 * and one row of the database hold a chunk. The size of chunks is chosen for speed alone: everything in a chunk is kept
 * match by match, or is a sum of integers, so no result depends on it. */
#pragma once

#include "match/leak.h"
#include "match/luck.h"
#include "match/result.h"
#include "match/schedule.h"

/* Matches first, first + stride, ..., n of them. The stride is 1 except for shards. */
struct matches {
	uint64_t first, n, stride;
};

static inline uint64_t matches_number(const struct matches *matches, uint64_t index)
{
	return matches->first + index * matches->stride;
}

/* The faults, illegal plays and calls of one player in one match, if there are any. */
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

	/* The outcome of every game: see chunk_match. Without has_order (from a database that did not store it) the
	 * blocks of each match are in any order, and so are the matches of each table if they have one block. Owned. */
	uint8_t *places;
	bool has_order;

	/* signature: the sum over games of a hash of the number of the game's dice and its plays. n_alike: the number of
	 * blocks in which all rotations had the same plays, as when the players are the same robot. */
	uint64_t signature, n_alike;

	/* Both by match, and what the players did; a chunk without details has only the sums by robot. Owned. */
	bool has_details;
	uint64_t *signatures;  /* by match */
	uint32_t *alike;       /* by match */
	uint32_t *asks;        /* asks[match * n_seats + player] */
	struct match_trouble *troubles; /* ascending; n_troubles */
	size_t n_troubles;

	/* Sums by robot of the run, only of those that sat at its tables, ascending. Owned. */
	struct chunk_robot *robots;
	int n_robots;

	/* The luck of the dice (luck.h): luck_sums[i * LUCK_SUMS] of robots[i]. It is unknown in runs without it, and
	 * in a chunk_head. Only in a worker: luck_terms[(match * luck_players(n_seats) + player) *
	 * LUCK_TERMS]. Owned. */
	bool has_luck;
	int64_t *luck_sums;
	float *luck_terms;

	/* The plays: for each match, their size as a varint and their bytes (move_log.h); empty when they are not kept. */
	struct str plays;

	/* The first few faults of each robot, in the order of games, and of the asks within a game. Owned. */
	struct fault_record *faults;
	int n_faults;
};

struct chunk_robot {
	int robot;
	struct tally tally;
	struct showdowns showdowns;
	int64_t cpu_ns;        /* clock: not part of any reproducible file; -1 unknown */
};

/* Maximum number of faults kept for a robot. */
enum { CHUNK_FAULTS = 10 };

void chunk_release(struct chunk *chunk);

static inline size_t chunk_match_size(const struct chunk *chunk)
{
	return (size_t)chunk->n_blocks * (size_t)chunk->n_seats * (size_t)chunk->n_seats;
}

/* Returns the outcome of a match (index < matches.n): places[(block * n_seats + rotation) * n_seats + player] is the
 * final place of the player, 1 is first; players who share a place have the same number, the best it covers. */
static inline const uint8_t *chunk_match(const struct chunk *chunk, uint64_t index)
{
	return chunk->places + index * chunk_match_size(chunk);
}

/* Adds to the sums by robot what follows from the places; with details also the asks, troubles, signature and n_alike;
 * with luck_terms computes luck_sums. schedule: of the run. cpu_ns stays as it is. */
void chunk_sum(struct chunk *chunk, const struct schedule *schedule);

/* Returns the entry of a robot, made if it is missing. */
struct chunk_robot *chunk_robot(struct chunk *chunk, int robot);

/* Adds a fault unless there are CHUNK_FAULTS earlier ones of its robot; takes over the record's strings. */
void chunk_add_fault(struct chunk *chunk, const struct fault_record *record);

/* chunk_add_trouble adds what a player did in a match, in any order and repeatedly; then chunk_sort_troubles sorts and
 * merges them. */
void chunk_add_trouble(struct chunk *chunk, const struct match_trouble *trouble);
void chunk_sort_troubles(struct chunk *chunk);

/* Returns the distance in the chunk between matches at the same table (schedule_period). */
uint64_t chunk_period(const struct chunk *chunk, const struct schedule *schedule);

/* Calls visit for each distinct match at each table of the chunk, with the number of its repetitions, for sums that
 * need no order. In a run with deal sets, visit is called for each match, because the number determines the set. */
void chunk_each(const struct chunk *chunk, const struct schedule *schedule,
		void (*visit)(const struct match_plan *plan, const uint8_t *places, uint64_t times, void *context), void *context);

/* Sets *head to the first n <= matches.n matches of a chunk with details, which *head borrows from and must not
 * outlive. Its sums are its own, except for the CPU time, which is a share of the whole; its plays are empty, and the
 * luck of the dice is unknown unless it has all matches. */
void chunk_head(const struct chunk *chunk, uint64_t n, const struct schedule *schedule, struct chunk *head);
void chunk_head_release(struct chunk *head);

/* Packs a chunk to bytes for the other end of a socket on this machine. chunk_unpack fills a chunk, which the caller
 * releases. */
void chunk_pack(const struct chunk *chunk, struct str *out);
void chunk_unpack(const char *bytes, size_t size, struct chunk *chunk);
