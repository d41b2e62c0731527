/* table.c - common-hand Liar's Dice: which plays are legal, and which dice count. */
#include "game/dice.h"
#include "game/liars/liars.h"

bool liars_is_asked_aside(const struct game *game)
{
	const struct liars_state *state = &game->u.liars;
	return game->rules->value[LIARS_CALLER] == CALLER_ANYONE && state->bid && state->answer;
}

/* Judges a play in Perudo, which ranks a bid of q ones between 2q of the highest face and 2q+1 of the lowest face. */
static enum liars_verdict judge_perudo(int bid, int play)
{
	int quantity = play / 10, last = bid / 10;
	bool is_ones = play % 10 == 1, was_ones = bid % 10 == 1;
	if (!bid)
		return is_ones ? LIARS_ONES_FIRST : LIARS_LEGAL;
	if (is_ones && !was_ones)
		return 2 * quantity >= last ? LIARS_LEGAL : LIARS_ONES_TOO_FEW;
	if (was_ones && !is_ones)
		return quantity > 2 * last ? LIARS_LEGAL : LIARS_ONES_TO_FACE;
	return play > bid ? LIARS_LEGAL : LIARS_NOT_HIGHER;
}

enum liars_verdict liars_judge(const struct game *game, int play)
{
	const int *value = game->rules->value;
	const struct liars_state *state = &game->u.liars;
	if (play == PLAY_EXACT && value[LIARS_EXACT] == EXACT_OFF)
		return LIARS_NO_EXACT;
	if (play == PLAY_CALL || play == PLAY_EXACT)
		return state->bid ? LIARS_LEGAL : LIARS_NOTHING_BID;
	if (play < 10)
		return LIARS_NO_BID;
	int face = play % 10;
	if (face < 1 || face > value[LIARS_FACES])
		return LIARS_FACE;
	if (face == 1 && value[LIARS_WILD] == WILD_JOKER && !state->is_palifico)
		return LIARS_JOKER;
	if (play / 10 > state->limit)
		return LIARS_LIMIT_EXCEEDED;
	if (state->is_palifico && state->bid && face != state->bid % 10)
		return LIARS_FACE_BOUND;
	if (!state->is_palifico && value[LIARS_ONES_RULE] == ONES_PERUDO)
		return judge_perudo(state->bid, play);
	/* Ten times the quantity plus the face: higher bids are larger numbers. */
	return play > state->bid ? LIARS_LEGAL : LIARS_NOT_HIGHER;
}

bool liars_drops_wild(const struct game *game)
{
	return game->rules->value[LIARS_WILD] == WILD_DROP &&
		game->u.liars.n_bids < __builtin_popcount(game->in);
}

int liars_count(const struct game *game, int face, int *n_wild)
{
	int wild_face = game->u.liars.wild_face, n = 0, wild = 0;
	for (uint32_t left = game->in; left; left &= left - 1) {
		uint64_t dice = game->seat[__builtin_ctz(left)].dice;
		n += dice_showing(dice, face);
		if (wild_face && wild_face != face)
			wild += dice_showing(dice, wild_face);
	}
	*n_wild = wild;
	return n + wild;
}
