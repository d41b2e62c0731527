/* describe.c - common-hand Liar's Dice: how a hand ended, in a sentence or two. */
#include "game/liars/liars.h"
#include "game/words.h"

/* Adds ": there were four (two of them wild ones)." */
static void describe_count(const struct game *game, struct str *out)
{
	const struct hand_result *last = &game->last;
	str_add_either(out, last->count == 1, ": there was ", ": there were ");
	if (last->count == 0)
		str_add(out, "none");
	else
		numeral_add(out, last->count);
	if (last->n_wild) {
		str_add(out, " (");
		if (last->n_wild < last->count) {
			numeral_add(out, last->n_wild);
			str_add(out, " of them ");
		} else if (last->n_wild > 1) {
			str_add(out, "all ");
		}
		str_add(out, last->n_wild == 1 ? "a wild " : "wild ");
		numeral_add_face(out, liars_wild_face(game), last->n_wild);
		str_add(out, ")");
	}
	str_add(out, ".");
}

static void describe_dice(const struct game *game, int seat, const char *name, struct str *out)
{
	int n = game->seat[seat].n_dice, delta = game->last.delta[seat];
	if (delta > 0) {
		str_add_either(out, name != NULL, "gets a die back (", "get a die back (");
		str_add_int(out, n);
		str_add(out, " now)");
	} else if (game->in >> seat & 1) {
		str_add_either(out, name != NULL, "loses a die (", "lose a die (");
		str_add_int(out, n);
		str_add(out, " left)");
	} else if (delta < -1) {
		str_add_either(out, name != NULL, "is out", "are out");
	} else {
		str_add_either(out, name != NULL, "loses the last die and is out", "lose your last die and are out");
	}
}

static void describe_score(const struct game *game, int seat, const char *name, struct str *out)
{
	int delta = game->last.delta[seat];
	const char *loses = person_verb(name, "loses", "lose");
	if (game->rules->value[LIARS_LOSS] == LOSS_GAME)
		str_add(out, delta > 0 ? person_verb(name, "wins", "win") : loses);
	else
		str_addf(out, "%s a point (%d now)", delta > 0 ? person_verb(name, "gains", "gain") : loses,
			 game->seat[seat].points);
}

/* Adds " Ann loses a die (2 left)." and the like, for each player whom the hand changed. */
static void describe_changes(const struct game *game, const char *const *names, const char *before, struct str *out)
{
	bool has_changed = false;
	for (int seat = 0; seat < game->n_seats; seat++) {
		if (!game->last.delta[seat])
			continue;
		str_add(out, has_changed ? ", " : before);
		person_add(out, names[seat], PERSON_WITHIN);
		str_add(out, " ");
		has_changed = true;
		if (game->rules->value[LIARS_LOSS] == LOSS_DIE)
			describe_dice(game, seat, names[seat], out);
		else
			describe_score(game, seat, names[seat], out);
	}
	if (!has_changed) {
		str_add(out, before);
		str_add(out, "nothing changes");
	}
	str_add(out, ".");
}

static void describe_call(const struct game *game, const char *const *names, struct str *out)
{
	const struct hand_result *last = &game->last;
	const char *caller = names[last->actor];
	if (last->play != PLAY_CALL) {
		person_add_owner(out, caller, PERSON_FIRST);
		str_addf(out, " play %d is illegal and counts as a call. ", last->play);
	}
	person_add(out, caller, PERSON_FIRST);
	str_add(out, " called ");
	numeral_add_bid(out, last->bid);
	describe_count(game, out);
	str_add(out, " ");
	person_add_owner(out, caller, PERSON_FIRST);
	str_add_either(out, last->count < last->bid / 10, " call was right", " call was wrong");
	describe_changes(game, names, ", ", out);
}

static void describe_exact(const struct game *game, const char *const *names, struct str *out)
{
	const struct hand_result *last = &game->last;
	person_add(out, names[last->actor], PERSON_FIRST);
	str_add(out, " said exactly ");
	numeral_add_bid(out, last->bid);
	describe_count(game, out);
	str_addf(out, " That was %s", last->count == last->bid / 10 ? "right" : "wrong");
	describe_changes(game, names, ", ", out);
}

static void describe_illegal(const struct game *game, const char *const *names, struct str *out)
{
	int seat = game->last.actor;
	person_add_owner(out, names[seat], PERSON_FIRST);
	str_addf(out, " play %d was illegal", game->last.play);
	if (game->last.delta[seat]) {
		describe_changes(game, names, ": ", out);
		return;
	}
	str_add(out, ": "); /* in games for points it loses the game */
	person_add(out, names[seat], PERSON_WITHIN);
	str_addf(out, " %s out of the game.", person_verb(names[seat], "is", "are"));
}

static void describe_fault(const struct game *game, const char *const *names, struct str *out)
{
	int seat = game->last.actor;
	person_add(out, names[seat], PERSON_FIRST);
	str_add(out, " crashed or ran out of time");
	if (game->in >> seat & 1)
		describe_changes(game, names, ": ", out);
	else
		str_addf(out, " and %s out of the game.", person_verb(names[seat], "is", "are"));
}

void liars_describe_hand(const struct game *game, const char *const *names, struct str *out)
{
	switch (game->last.end) {
	case HAND_CALL: describe_call(game, names, out); break;
	case HAND_EXACT: describe_exact(game, names, out); break;
	case HAND_ILLEGAL: describe_illegal(game, names, out); break;
	case HAND_FAULT: describe_fault(game, names, out); break;
	case HAND_NONE:
	case HAND_BELIEVED: break;
	}
}
