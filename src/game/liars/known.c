/* known.c - rebuilds a hand that a server or another program plays from the known dice and plays (liars.h). */
#include "game/liars/liars.h"

#include "game/view.h"

void liars_enter(struct game *game, const struct rules *rules, const struct liars_known *known,
		  const struct game_view *view)
{
	static const struct rng_key no_dice = {{0, 0}}; /* dealt dice are replaced at once */
	const int *value = rules->value;
	char letters[GAME_MAX_SEATS];
	int n_table = 0;
	bug_if(rules->family != &family_liars);
	for (int seat = 0; seat < known->n_seats; seat++)
		letters[seat] = (char)('A' + seat);
	game_start(game, rules, known->n_seats, letters, (struct dice_source){no_dice, 0}, view);
	for (int seat = 0; seat < known->n_seats; seat++) {
		bug_if(known->n_dice[seat] > value[LIARS_DICE]);
		game->seat[seat].n_dice = known->n_dice[seat];
		game->seat[seat].dice = known->dice[seat];
		n_table += known->n_dice[seat];
		if (!known->n_dice[seat])
			game->in &= ~(UINT32_C(1) << seat);
	}
	bug_if(!(game->in >> known->opener & 1) || !(game->in & (game->in - 1)));
	game->u.liars.limit = liars_highest(rules, known->n_seats, n_table);
	game->u.liars.opener = (int8_t)known->opener;
	game->turn = known->opener;
	view_deal(game, value[LIARS_LOSS] == LOSS_POINT);
}
