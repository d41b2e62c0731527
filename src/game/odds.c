/* odds.c - the chance of the bid on the table given one seat's dice, for logs and statistics (odds.h). */
#include "game/odds.h"

double odds_tail(int n, int wanted, double p)
{
	if (wanted <= 0)
		return 1;
	if (wanted > n)
		return 0;
	if (p >= 1)
		return 1;
	/* P(exactly k) comes from its recurrence, with increasing k. Nothing underflows at 26 seats with 20 dice
	 * each. */
	double exactly = 1, tail = 0, odds = p / (1 - p);
	for (int i = 0; i < n; i++)
		exactly *= 1 - p;
	for (int k = 0; k <= n; k++) {
		if (k >= wanted)
			tail += exactly;
		exactly *= odds * (n - k) / (k + 1);
	}
	return tail < 1 ? tail : 1;
}

void odds_of(const struct game *game, int seat, struct odds *odds)
{
	bug_if(game->need != GAME_NEED_PLAY);
	*odds = (struct odds){0};
	game->rules->family->judge(game, seat, odds);
}
