/* places.c - eliminated players and their places (places.h). */
#include "game/places.h"

void places_out(struct game *game, uint32_t seats)
{
	game->in &= ~seats;
	int place = __builtin_popcount(game->in) + 1;
	for (uint32_t left = seats; left; left &= left - 1) {
		struct game_seat *seat = &game->seat[__builtin_ctz(left)];
		seat->place = (uint8_t)place;
		seat->n_tied = (uint8_t)__builtin_popcount(seats);
	}
}

void places_rank(struct game *game, const int32_t *score)
{
	for (uint32_t left = game->in; left; left &= left - 1) {
		int seat = __builtin_ctz(left), n_better = 0, n_equal = 0;
		for (uint32_t others = game->in; others; others &= others - 1) {
			int other = __builtin_ctz(others);
			n_better += score[other] > score[seat];
			n_equal += score[other] == score[seat];
		}
		game->seat[seat].place = (uint8_t)(n_better + 1);
		game->seat[seat].n_tied = (uint8_t)n_equal;
	}
}
