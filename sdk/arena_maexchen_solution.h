/* arena_maexchen_solution.h - solved games of Mäxchen for two players, written by `arena solve -v maexchen` and
 * `arena exploit -v maexchen --save`, for robots to play.
 *
 * A robot opens the file in robot_info, while it is being loaded, and later looks up plays:
 *
 *   static struct solution solution;
 *   maex_solution_open(&solution, path);                 NULL, or the reason for a failure
 *   int play = maex_solution_play(&solution, &game, &view, unit);
 *
 * The file is mapped, so that all copies of a robot share it. Its numbers are little-endian:
 *
 *   header   struct maex_solution_header
 *   plays    for each number of own points, 1 to `points`, and each number of the other player's points: for each claim
 *            to beat, from none to the last but one, and for each roll, n_values uint16, the chances of making each
 *            claim; then, again for each claim to beat, n_values uint16, the chances of believing each claim that beats
 *            it. 65535 means always. The chances of the claims add up to 65535.
 *
 * Values are numbered by their order, from 0. Compiles as C11 and C++17 (little-endian machines only). */
#ifndef ARENA_MAEXCHEN_SOLUTION_H
#define ARENA_MAEXCHEN_SOLUTION_H

#include "arena_maexchen.h"
#include "arena_solution.h"

enum { MAEX_SOLUTION_VERSION = 1, MAEX_SOLUTION_POINTS = 10 };

/* The size and the checksum are at the same offsets as in struct solution_header. */
struct maex_solution_header {
	char magic[8];                    /* "ARENAMIA" */
	uint32_t version, points, n_values;
	uint32_t loss[MAEX_N_KINDS];      /* of points, by kind */
	uint64_t size, checksum;          /* solution_checksum */
	int8_t value[MAEX_MAX_VALUES];    /* lowest first; then 0 */
	int8_t kind[MAEX_MAX_VALUES];     /* of each; MAEX_NORMAL and so on */
};

static inline const struct maex_solution_header *maex_solution_header(const struct solution *solution)
{
	return (const struct maex_solution_header *)(const void *)solution->bytes;
}

/* Returns the number of chances for one pair of points. */
static inline size_t maex_solution_block(size_t n_values)
{
	return n_values * n_values * (n_values + 1);
}

static inline const char *maex_solution_check(const struct solution *solution)
{
	const struct maex_solution_header *header = maex_solution_header(solution);
	if (solution->size < sizeof *header || memcmp(header->magic, "ARENAMIA", 8) != 0)
		return "it is not a file of solved games of Mäxchen";
	if (header->version != MAEX_SOLUTION_VERSION)
		return "it is of another version";
	if (header->points < 1 || header->points > MAEX_SOLUTION_POINTS || header->n_values < 1 ||
	    header->n_values > MAEX_MAX_VALUES)
		return "its header is damaged";
	if (header->size != solution->size ||
	    header->size != sizeof *header +
	    2 * header->points * header->points * maex_solution_block(header->n_values))
		return "its size is wrong";
	return header->checksum == solution_checksum(solution->bytes, solution->size) ? NULL : "its checksum is wrong";
}

static inline const char *maex_solution_open(struct solution *solution, const char *path)
{
	return solution_map(solution, path, maex_solution_check);
}

/* Returns true if the solution is for games by these rules. */
static inline bool maex_solution_fits(const struct solution *solution, const struct maex_game *game)
{
	const struct maex_solution_header *header = maex_solution_header(solution);
	if (!solution->bytes || (int)header->n_values != game->n_values || game->play_order % 2 == 0)
		return false;
	for (int kind = 0; kind < MAEX_N_KINDS; kind++)
		if (header->loss[kind] != (uint32_t)game->loss[kind])
			return false;
	return memcmp(header->value, game->value, (size_t)game->n_values) == 0 &&
	       memcmp(header->kind, game->kind, (size_t)game->n_values) == 0;
}

/* Returns the play of the solution, or -1 when it has none: for other rules, more players or more points. The ask of
 * `view` must not be MAEX_WATCH. unit is a random number in [0, 1). */
static inline int maex_solution_play(const struct solution *solution, const struct maex_game *game,
				     const struct maex_view *view, double unit)
{
	if (view->hands.n_players != 2 || view->hands.me < 0 || !maex_solution_fits(solution, game))
		return -1;
	const struct maex_solution_header *header = maex_solution_header(solution);
	int own = view->hands.points[view->hands.me];
	int other = view->hands.points[!view->hands.me], points = (int)header->points;
	size_t n = header->n_values;
	if (own < 1 || other < 1 || own > points || other > points || view->claim >= (int)n)
		return -1;
	const uint16_t *chances = (const uint16_t *)(const void *)(header + 1);
	chances += (size_t)((own - 1) * points + other - 1) * maex_solution_block(n);
	double left = unit * SOLUTION_WHOLE;
	if (view->ask == MAEX_BELIEVE)
		return left < chances[n * n * n + (size_t)(view->claim_before + 1) * n + (size_t)view->claim]
			? ARENA_BELIEVE : ARENA_CALL;
	if (view->claim == (int)n - 1 || view->roll < 0)
		return -1;
	chances += ((size_t)(view->claim + 1) * n + (size_t)view->roll) * n;
	int claim = -1;
	for (int i = view->claim + 1; i < (int)n && left >= 0; i++) {
		left -= chances[i];
		claim = chances[i] ? i : claim;
	}
	return claim < 0 ? -1 : game->value[claim];
}

#endif
