/* matchmaking.c - the pairings of a tourney, and the points of places (inside.h). */
#include "net/server/inside.h"

static void shuffle(uint16_t *items, int n, uint64_t *state)
{
	for (int i = n - 1; i > 0; i--) {
		int k = (int)rng_below(rng_next(state), (uint32_t)i + 1);
		uint16_t moved = items[i];
		items[i] = items[k];
		items[k] = moved;
	}
}

/* Returns true if tables of these sizes can add up to n seats. */
static bool adds_up(long n, int fewest, int most)
{
	long n_tables = (n + most - 1) / most;
	return n_tables * fewest <= n;
}

static int draw_size(long n_left, int fewest, int most, uint64_t *state)
{
	int fit[GAME_MAX_SEATS], n_fit = 0;
	for (int size = fewest; size <= most && size <= n_left; size++)
		if (adds_up(n_left - size, fewest, most))
			fit[n_fit++] = size;
	return fit[rng_below(rng_next(state), (uint32_t)n_fit)];
}

/* The order in which robots are seated: one round of all robots after another, each in a new random order. If a table
 * spans two rounds, the second round begins with robots that are not at this table, so that no robot is seated
 * twice. */
struct matchmaking_line {
	int n;
	uint16_t *order;
	int at;
	uint64_t *state;
};

static void next_round(struct matchmaking_line *line, const struct matchmaking_pairing *table)
{
	AUTO_FREE bool *is_seated = NEW_ARRAY(bool, (size_t)line->n);
	for (int i = 0; i < table->n_seats; i++)
		is_seated[table->robot[i]] = true;
	shuffle(line->order, line->n, line->state);
	/* Moves robots that are already seated to the end. The others keep their order. */
	uint16_t *sorted = NEW_ARRAY(uint16_t, (size_t)line->n);
	int n_sorted = 0;
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < line->n; i++)
			if (is_seated[line->order[i]] == (pass == 1))
				sorted[n_sorted++] = line->order[i];
	free(line->order);
	line->order = sorted;
	line->at = 0;
}

int matchmaking_draw(struct rng_key key, int n_robots, int games_each, int fewest, int most,
		     struct matchmaking_pairing **tables)
{
	bug_if(n_robots < fewest || fewest < 2 || most > GAME_MAX_SEATS || fewest > most);
	most = most < n_robots ? most : n_robots;
	long n_left = (long)n_robots * games_each;
	while (!adds_up(n_left, fewest, most))
		n_left++;
	struct matchmaking_pairing *drawn = NEW_ARRAY(struct matchmaking_pairing, (size_t)(n_left / fewest));
	uint64_t state = rng_word(key, 0, 0);
	struct matchmaking_line line = {.n = n_robots, .order = NEW_ARRAY(uint16_t, (size_t)n_robots), .at = n_robots,
		.state = &state};
	for (int i = 0; i < n_robots; i++)
		line.order[i] = (uint16_t)i;
	int n_tables = 0;
	for (; n_left; n_tables++) {
		struct matchmaking_pairing *table = &drawn[n_tables];
		int size = draw_size(n_left, fewest, most, &state);
		while (table->n_seats < size) {
			if (line.at == line.n)
				next_round(&line, table);
			table->robot[table->n_seats++] = line.order[line.at++];
		}
		shuffle(table->robot, size, &state);
		n_left -= size;
	}
	free(line.order);
	*tables = drawn;
	return n_tables;
}

double scoring_points(enum scoring scoring, int place, int n_players)
{
	if (scoring == SCORING_EVEN)
		return (double)(n_players - place) / (n_players - 1);
	return place <= 3 ? 7 - 2 * place : 0;
}
