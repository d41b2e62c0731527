/* arena_solution.h - solved hands of two players, written by `arena solve` and `arena exploit --save`, for robots to
 * play.
 *
 * A file of solutions is for one number of faces and one kind of wild dice. It has hands of n dice against m; for each
 * hand, its public states; for each state, the chances of the actions for every holding (multiset of dice) of the
 * player to move. A robot opens files in robot_info, while it is being loaded, and later looks up states:
 *
 *   static struct solution solution;
 *   solution_open(&solution, path);                      NULL, or the reason for a failure
 *   int play = solution_play(&solution, me, hands, history, unit);
 *
 * The file is mapped, so that all copies of a robot share it. Its numbers are little-endian:
 *
 *   header   "ARENASOL", then uint32 version 1, faces, wild, form, n_hands, 0, then uint64 size of the file, checksum
 *            of all other bytes
 *   hands    n_hands of: uint32 dice of the opener, dice of the other player, memory, n_states, then uint64 at, the
 *            offset of its states
 *   states   n_states of: uint64 key, uint32 at, n_actions; keys ascend
 *   chances  at `at`: n_actions bytes, 0 for a call and 1 + bid for a bid; padding to an even offset; for each holding
 *            n_actions uint16, which add up to 65535, or to 0 if the state cannot be reached with that holding
 *
 * Bids are numbered from 0, which is one die of the lowest face that may be bid. In the key of a state with memory
 * SOLUTION_ALL the bit of each bid made is set. With less memory the lowest two bytes have the last bid + 1, then come
 * the faces of the bids before it, latest first, one byte each; the highest byte has 1 if the number of bids is odd,
 * plus 2 if ones are no longer wild. Holdings are in the order of solution_holding.
 *
 * Compiles as C11 and C++17 (little-endian machines only). */
#ifndef ARENA_SOLUTION_H
#define ARENA_SOLUTION_H

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena_dice.h"

enum { SOLUTION_VERSION = 1, SOLUTION_ALL = 255, SOLUTION_MAX_MEMORY = 3, SOLUTION_MAX_BITS = 64,
	SOLUTION_WHOLE = 65535 };

/* What the values of hands were computed for: each hand by itself, or the hands of a game in which the player after
 * the caller opens the next one (starter=next). */
enum { SOLUTION_HAND, SOLUTION_NEXT };

struct solution_header {
	char magic[8];
	uint32_t version, faces, wild, form, n_hands, zero;
	uint64_t size, checksum;
};

struct solution_hand {
	uint32_t n_first, n_second, memory, n_states;
	uint64_t at;
};

struct solution_state {
	uint64_t key;
	uint32_t at, n_actions;
};

/* A mapped file. A zeroed struct has no hands. */
struct solution {
	const unsigned char *bytes;
	uint64_t size;
};

/* Returns the FNV-1a hash of the whole file except the checksum itself. */
static inline uint64_t solution_checksum(const unsigned char *bytes, uint64_t size)
{
	uint64_t sum = 14695981039346656037u;
	for (uint64_t i = 0; i < size; i++)
		if (i < 40 || i >= sizeof(struct solution_header))
			sum = (sum ^ bytes[i]) * 1099511628211u;
	return sum;
}

/* Returns the number of multisets of n dice. */
static inline uint32_t solution_n_holdings(int n, int faces)
{
	uint64_t count = 1;
	for (int i = 1; i < faces; i++)
		count = count * (uint64_t)(n + i) / (uint64_t)i;
	return (uint32_t)count;
}

/* Returns the number of the holding by_face[1..faces]. Holdings with most dice of the highest face come first, then
 * those with most of the next face. */
static inline uint32_t solution_holding(const uint8_t *by_face, int n, int faces)
{
	uint32_t number = 0;
	for (int face = faces; face > 1; face--) {
		for (int more = by_face[face] + 1; more <= n; more++)
			number += solution_n_holdings(n - more, face - 1);
		n -= by_face[face];
	}
	return number;
}

static inline const struct solution_header *solution_header(const struct solution *solution)
{
	return (const struct solution_header *)(const void *)solution->bytes;
}

static inline const struct solution_hand *solution_hands(const struct solution *solution)
{
	return (const struct solution_hand *)(const void *)(solution->bytes + sizeof(struct solution_header));
}

static inline const struct solution_state *solution_states(const struct solution *solution,
							   const struct solution_hand *hand)
{
	return (const struct solution_state *)(const void *)(solution->bytes + hand->at);
}

/* Returns the player whose turn it is: 0 is the opener of the hand. */
static inline int solution_actor(const struct solution_hand *hand, uint64_t key)
{
	return hand->memory == SOLUTION_ALL ? __builtin_popcountll(key) & 1 : (int)(key >> 56) & 1;
}

/* Returns NULL if all offsets of the hand are within the file, otherwise the reason. */
static inline const char *solution_check_hand(const struct solution *solution, const struct solution_hand *hand)
{
	uint64_t size = solution->size;
	int faces = (int)solution_header(solution)->faces;
	if (hand->n_first < 1 || hand->n_first > 20 || hand->n_second < 1 || hand->n_second > 20 ||
	    (hand->memory > SOLUTION_MAX_MEMORY && hand->memory != SOLUTION_ALL))
		return "it has a hand that cannot be";
	if (hand->at % 8 || hand->at > size || hand->n_states > (size - hand->at) / sizeof(struct solution_state))
		return "its states are not in the file";
	const struct solution_state *states = solution_states(solution, hand);
	for (uint32_t i = 0; i < hand->n_states; i++) {
		int n_dice = (int)(solution_actor(hand, states[i].key) ? hand->n_second : hand->n_first);
		uint64_t n = states[i].n_actions, bytes = n + (n & 1) + 2 * n * solution_n_holdings(n_dice, faces);
		if (n < 1 || n > 255 || states[i].at % 2 || states[i].at > size || bytes > size - states[i].at)
			return "its chances are not in the file";
		if (i > 0 && states[i].key <= states[i - 1].key)
			return "its states are not in order";
	}
	return NULL;
}

/* Returns NULL if this is a complete and valid file of solutions, otherwise the reason. */
static inline const char *solution_check(const struct solution *solution)
{
	const struct solution_header *header = solution_header(solution);
	if (solution->size < sizeof *header || memcmp(header->magic, "ARENASOL", 8) != 0)
		return "it is not a file of solutions";
	if (header->version != SOLUTION_VERSION)
		return "it is of another version";
	if (header->size != solution->size || header->faces < 2 || header->faces > 9 || header->wild > 4 ||
	    header->form > 1 || header->zero)
		return "its header is damaged";
	if (header->checksum != solution_checksum(solution->bytes, solution->size))
		return "its checksum is wrong";
	if (header->n_hands > (solution->size - sizeof *header) / sizeof(struct solution_hand))
		return "its hands are not in the file";
	for (uint32_t i = 0; i < header->n_hands; i++) {
		const char *why = solution_check_hand(solution, solution_hands(solution) + i);
		if (why)
			return why;
	}
	return NULL;
}

/* The result of solution_open when the file does not exist. */
static const char solution_missing[] = "it cannot be opened";

/* Maps the file for the life of the process. Returns NULL, or the reason why the file cannot be used; the solution is
 * then empty. `check` returns NULL for a mapped file that is complete and valid, otherwise the reason. */
static inline const char *solution_map(struct solution *solution, const char *path,
				       const char *(*check)(const struct solution *))
{
	struct stat status;
	const char *why = "it cannot be mapped";
	int fd = open(path, O_RDONLY);
	solution->bytes = NULL;
	solution->size = 0;
	if (fd < 0)
		return solution_missing;
	void *bytes = fstat(fd, &status) == 0 && status.st_size > 0
			      ? mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
	close(fd);
	if (bytes == MAP_FAILED)
		return why;
	solution->bytes = (const unsigned char *)bytes;
	solution->size = (uint64_t)status.st_size;
	why = check(solution);
	if (why) {
		munmap(bytes, (size_t)status.st_size);
		solution->bytes = NULL;
		solution->size = 0;
	}
	return why;
}

static inline const char *solution_open(struct solution *solution, const char *path)
{
	return solution_map(solution, path, solution_check);
}

/* ---- looking up ------------------------------------------------------------------------------ */

static inline const struct solution_hand *solution_find_hand(const struct solution *solution, int n_first, int n_second)
{
	for (uint32_t i = 0; solution->bytes && i < solution_header(solution)->n_hands; i++) {
		const struct solution_hand *hand = solution_hands(solution) + i;
		if ((int)hand->n_first == n_first && (int)hand->n_second == n_second)
			return hand;
	}
	return NULL;
}

static inline const struct solution_state *solution_find_state(const struct solution *solution,
								const struct solution_hand *hand, uint64_t key)
{
	const struct solution_state *states = solution_states(solution, hand);
	uint32_t low = 0, high = hand->n_states;
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (states[middle].key == key)
			return &states[middle];
		if (states[middle].key < key)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

/* Returns the key of a state. bids[i], i < n_bids, are the numbers of the bids; the face of a bid is bid % n_faces +
 * lowest. */
static inline uint64_t solution_key(uint32_t memory, const int *bids, int n_bids, int n_faces, int lowest,
				    bool is_plain)
{
	uint64_t key = 0;
	if (memory == SOLUTION_ALL) {
		for (int i = 0; i < n_bids; i++)
			key |= UINT64_C(1) << bids[i];
		return key;
	}
	if (n_bids)
		key = (uint64_t)bids[n_bids - 1] + 1;
	for (int i = 0; i < (int)memory && i + 1 < n_bids; i++)
		key |= (uint64_t)(bids[n_bids - 2 - i] % n_faces + lowest) << (8 * (i + 2));
	return key | (uint64_t)(n_bids & 1) << 56 | (uint64_t)is_plain << 57;
}

/* Returns the action in a state with this holding: 0 for a call, 1 + bid for a bid; -1 if the state cannot be reached
 * with this holding. unit is a random number in [0, 1). */
static inline int solution_choose(const struct solution *solution, const struct solution_state *state, uint32_t holding,
				  double unit)
{
	const unsigned char *actions = solution->bytes + state->at;
	const uint16_t *chances = (const uint16_t *)(const void *)(actions + state->n_actions + (state->n_actions & 1));
	int last = -1;
	double left = unit * SOLUTION_WHOLE;
	chances += holding * state->n_actions;
	for (uint32_t i = 0; i < state->n_actions; i++) {
		if (!chances[i])
			continue;
		last = actions[i];
		left -= chances[i];
		if (left < 0)
			break;
	}
	return last;
}

/* Returns the play of the solution, or -1 when it has none: for another number of players or dice, or an unknown state.
 * The strings are those of get_play; unit is as in solution_choose. */
static inline int solution_play(const struct solution *solution, const char *me, const char *hands, const char *history,
				double unit)
{
	struct dice_hands table;
	struct dice_play play = {0, 0};
	int bids[SOLUTION_MAX_BITS], n_bids = 0;
	bool is_plain = false;
	dice_read_hands(&table, me, hands);
	if (!solution->bytes || table.n_players != 2 || table.me < 0)
		return -1;
	const struct solution_header *header = solution_header(solution);
	int lowest = header->wild == DICE_WILD_JOKER ? 2 : 1, n_faces = (int)header->faces - lowest + 1;
	for (const char *at = history; dice_next_play(&at, &play); n_bids++) {
		int face = dice_face(play.play), bid = (dice_quantity(play.play) - 1) * n_faces + face - lowest;
		if (!dice_is_bid(play.play) || face < lowest || face > (int)header->faces ||
		    bid >= SOLUTION_MAX_BITS || n_bids == SOLUTION_MAX_BITS)
			return -1;
		is_plain = is_plain || (header->wild == DICE_WILD_DROP && n_bids < 2 && face == 1);
		bids[n_bids] = bid;
	}
	int n_fitting = 0;
	for (int face = 1; face <= (int)header->faces; face++)
		n_fitting += table.mine[face];
	if (n_fitting != table.n_mine) /* dice with other faces, or hidden */
		return -1;
	bool opens = (n_bids & 1) == 0;
	int n_first = table.n[opens ? table.me : !table.me], n_second = table.n[opens ? !table.me : table.me];
	const struct solution_hand *hand = solution_find_hand(solution, n_first, n_second);
	if (!hand)
		return -1;
	uint64_t key = solution_key(hand->memory, bids, n_bids, n_faces, lowest, is_plain);
	const struct solution_state *state = solution_find_state(solution, hand, key);
	if (!state)
		return -1;
	int action = solution_choose(solution, state, solution_holding(table.mine, table.n_mine, (int)header->faces),
				     unit);
	return action <= 0 ? action : dice_bid((action - 1) / n_faces + 1, (action - 1) % n_faces + lowest);
}

#endif
