/* describe.c - Mäxchen: how a hand ended, in a sentence or two. */
#include "game/maexchen/maexchen.h"
#include "game/words.h"

static void add_points(struct str *out, int points)
{
	str_add(out, points == 1 ? "a" : "");
	if (points != 1)
		numeral_add(out, points);
	str_add(out, points == 1 ? " point" : " points");
}

/* Adds "Ann loses two points (8 left)". */
static void describe_loss(const struct game *game, const char *const *names, enum person_place place, struct str *out)
{
	int loser = game->last.loser, delta = game->last.delta[loser], left = game->seat[loser].points;
	const char *name = names[loser], *loses = person_verb(name, "loses", "lose");
	bool is_out = !(game->in >> loser & 1);
	person_add(out, name, place);
	if (delta == 0) {
		str_addf(out, " %s nothing (%d left)", loses, left);
		return;
	}
	str_addf(out, " %s ", delta < 0 ? loses : person_verb(name, "gets", "get"));
	if (is_out && delta == -1)
		str_addf(out, "%s last point", person_verb(name, "the", "your"));
	else
		add_points(out, delta < 0 ? -delta : delta);
	if (is_out)
		str_addf(out, " and %s out", person_verb(name, "is", "are"));
	else
		str_addf(out, " (%d %s)", left, delta < 0 ? "left" : "now");
}

static void describe_turn(const struct game *game, struct str *out)
{
	if (maexchen_turns(game->rules->value, game->last.count))
		str_add(out, "; the direction turns");
	str_add(out, ".");
}

static void describe_doubt(const struct game *game, const char *const *names, struct str *out)
{
	const int *setting = game->rules->value;
	const struct hand_result *last = &game->last;
	bool is_true = last->loser == last->actor;
	person_add(out, names[last->actor], PERSON_FIRST);
	str_add(out, " doubted ");
	person_add_owner(out, names[last->bidder], PERSON_WITHIN);
	str_add(out, " ");
	maexchen_add_value(setting, last->bid, out);
	str_add(out, is_true ? ", but the dice show " : ": the dice show ");
	maexchen_add_value(setting, last->count, out);
	str_add(out, ". ");
	describe_loss(game, names, PERSON_FIRST, out);
	describe_turn(game, out);
}

static void describe_illegal(const struct game *game, const char *const *names, struct str *out)
{
	const struct hand_result *last = &game->last;
	person_add_owner(out, names[last->actor], PERSON_FIRST);
	str_addf(out, " play %d was illegal", last->play);
	if (last->count) {
		str_add(out, ", with a roll of ");
		maexchen_add_value(game->rules->value, last->count, out);
	}
	str_add(out, ": ");
	describe_loss(game, names, PERSON_WITHIN, out);
	describe_turn(game, out);
}

void maexchen_describe_hand(const struct game *game, const char *const *names, struct str *out)
{
	const struct hand_result *last = &game->last;
	switch (last->end) {
	case HAND_CALL: describe_doubt(game, names, out); break;
	case HAND_BELIEVED:
		person_add(out, names[last->actor], PERSON_FIRST);
		str_add(out, " believed ");
		person_add_owner(out, names[last->bidder], PERSON_WITHIN);
		str_add(out, " ");
		maexchen_add_value(game->rules->value, last->bid, out);
		str_add(out, ": maximum value reached, nobody loses.");
		break;
	case HAND_ILLEGAL: describe_illegal(game, names, out); break;
	case HAND_FAULT:
		person_add(out, names[last->actor], PERSON_FIRST);
		str_addf(out, " crashed or ran out of time and %s out of the game.",
			 person_verb(names[last->actor], "is", "are"));
		break;
	case HAND_NONE:
	case HAND_EXACT: break;
	}
	bool is_open = game->in & (game->in - 1);
	if (game->u.maexchen.is_decided && is_open)
		str_addf(out, " After %d hands the game ends, and the points decide.", MAEXCHEN_MAX_HANDS);
}
