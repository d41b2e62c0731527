/* tell.c - common-hand Liar's Dice: how a hand ended, in a sentence or two. */
#include "game/liars/liars.h"
#include "game/numerals.h"

/* ": there were four (two of them wild ones)." */
static void describe_count(const struct game *game, struct str *out)
{
	const struct hand_result *last = &game->last;
	str_add(out, last->count == 1 ? ": there was " : ": there were ");
	if (last->count == 0)
		str_add(out, "none");
	else
		numeral_add(out, last->count);
	if (last->n_wild) {
		bool is_high = game->rules->value[COMMON_WILD] == WILD_HIGH;
		str_add(out, " (");
		if (last->n_wild < last->count) {
			numeral_add(out, last->n_wild);
			str_add(out, " of them ");
		} else if (last->n_wild > 1) {
			str_add(out, "all ");
		}
		str_add(out, last->n_wild == 1 ? "a wild " : "wild ");
		numeral_add_face(out, is_high ? game->rules->value[COMMON_FACES] : 1, last->n_wild);
		str_add(out, ")");
	}
	str_add(out, ".");
}

static void describe_dice(const struct game *game, int seat, struct str *out)
{
	int n = game->seat[seat].n_dice, delta = game->last.delta[seat];
	if (delta > 0)
		str_addf(out, "gets a die back (%d now)", n);
	else if (!(game->in >> seat & 1))
		str_add(out, delta < -1 ? "is out" : "loses the last die and is out");
	else
		str_addf(out, "loses a die (%d left)", n);
}

static void describe_score(const struct game *game, int seat, struct str *out)
{
	int delta = game->last.delta[seat];
	if (game->rules->value[COMMON_LOSS] == LOSS_GAME)
		str_add(out, delta > 0 ? "wins" : "loses");
	else
		str_addf(out, "%s a point (%d now)", delta > 0 ? "gains" : "loses", game->seat[seat].points);
}

/* " Ann loses a die (2 left)." and the like, of everybody whom the hand changed. */
static void describe_changes(const struct game *game, const char *const *names, const char *before, struct str *out)
{
	bool has_changed = false;
	for (int seat = 0; seat < game->n_seats; seat++) {
		if (!game->last.delta[seat])
			continue;
		str_addf(out, "%s%s ", has_changed ? ", " : before, names[seat]);
		has_changed = true;
		if (game->rules->value[COMMON_LOSS] == LOSS_DIE)
			describe_dice(game, seat, out);
		else
			describe_score(game, seat, out);
	}
	if (!has_changed)
		str_addf(out, "%snothing changes", before);
	str_add(out, ".");
}

static void describe_call(const struct game *game, const char *const *names, struct str *out)
{
	const struct hand_result *last = &game->last;
	const char *caller = names[last->actor];
	if (last->play != PLAY_CALL)
		str_addf(out, "%s's play %d is illegal and counts as a call. ", caller, last->play);
	str_addf(out, "%s called ", caller);
	numeral_add_bid(out, last->bid);
	describe_count(game, out);
	str_addf(out, " %s's call was %s", caller, last->count < last->bid / 10 ? "right" : "wrong");
	describe_changes(game, names, ", ", out);
}

static void describe_exact(const struct game *game, const char *const *names, struct str *out)
{
	const struct hand_result *last = &game->last;
	str_addf(out, "%s said exactly ", names[last->actor]);
	numeral_add_bid(out, last->bid);
	describe_count(game, out);
	str_addf(out, " That was %s", last->count == last->bid / 10 ? "right" : "wrong");
	describe_changes(game, names, ", ", out);
}

void common_describe_hand(const struct game *game, const char *const *names, struct str *out)
{
	const struct hand_result *last = &game->last;
	switch (last->end) {
	case HAND_CALL:
		describe_call(game, names, out);
		break;
	case HAND_EXACT:
		describe_exact(game, names, out);
		break;
	case HAND_ILLEGAL:
	case HAND_FAULT:
		if (last->end == HAND_ILLEGAL)
			str_addf(out, "%s's play %d was illegal", names[last->actor], last->play);
		else
			str_addf(out, "%s crashed or ran out of time", names[last->actor]);
		if (game->in >> last->actor & 1 || last->delta[last->actor])
			describe_changes(game, names, ": ", out);
		else
			str_add(out, " and is out of the game.");
		break;
	case HAND_NONE:
	case HAND_BELIEVED:
		break;
	}
}
