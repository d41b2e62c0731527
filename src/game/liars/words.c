/* words.c - common-hand Liar's Dice: plays in words, why one is illegal, and a reminder
 * of the rules. */
#include "game/liars/liars.h"
#include "game/words.h"

void liars_play_words(const struct rules *rules, int play, struct str *out)
{
	if (play == PLAY_CALL)
		str_add(out, "liar!");
	else if (play == PLAY_BELIEVE && rules->value[LIARS_CALLER] == CALLER_ANYONE)
		str_add(out, "lets it stand");
	else if (play == PLAY_EXACT && rules->value[LIARS_EXACT])
		str_add(out, "exact!");
	else if (play > 10 && play % 10 >= 1 && play % 10 <= rules->value[LIARS_FACES])
		numeral_add_bid(out, play);
	else
		str_addf(out, "%d (invalid)", play);
}

static void explain_perudo(enum liars_verdict why, int bid, struct str *out)
{
	bool is_ones = why == LIARS_ONES_TOO_FEW;
	if (why == LIARS_ONES_FIRST) {
		str_add(out, "the first bid may not be on ones");
		return;
	}
	str_add(out, "after ");
	numeral_add_bid(out, bid);
	str_addf(out, " a bid on %s needs at least ", is_ones ? "ones" : "another face");
	numeral_add(out, is_ones ? (bid / 10 + 1) / 2 : 2 * (bid / 10) + 1);
}

static void explain_not_higher(int bid, int play, struct str *out)
{
	numeral_add_bid(out, play);
	str_add(out, play / 10 == 1 ? " is not higher than " : " are not higher than ");
	numeral_add_bid(out, bid);
	str_add(out, "; bid more dice, or as many of a higher face");
}

static void explain(const struct game *game, int play, enum liars_verdict why, struct str *out)
{
	const int *value = game->rules->value;
	int bid = game->u.liars.bid;
	switch (why) {
	case LIARS_LEGAL: break;
	case LIARS_NOTHING_BID:
		str_add(out, "nothing has been bid yet; open with a bid, such as 23 for two threes");
		break;
	case LIARS_NO_EXACT: str_add(out, "2 means 'exact', which these rules do not have"); break;
	case LIARS_NO_BID:
		str_addf(out,
			 "%d is not a valid play; a bid is ten times the quantity plus the face, such as 23 for two "
			 "threes, and 0 calls", play);
		break;
	case LIARS_FACE:
		str_addf(out, "%d ends in %d, and the faces are 1 to %d", play, play % 10, value[LIARS_FACES]);
		break;
	case LIARS_JOKER: str_add(out, "ones are jokers here and cannot be bid"); break;
	case LIARS_LIMIT_EXCEEDED:
		str_addf(out, "%d dice are too many; at most %d may be bid", play / 10, game->u.liars.limit);
		break;
	case LIARS_NOT_HIGHER: explain_not_higher(bid, play, out); break;
	case LIARS_ONES_FIRST:
	case LIARS_ONES_TOO_FEW:
	case LIARS_ONES_TO_FACE: explain_perudo(why, bid, out); break;
	case LIARS_FACE_BOUND:
		str_add(out, "in a palifico hand all bids are on the face of the first one; bid more ");
		numeral_add_face(out, bid % 10, 2);
		break;
	}
}

bool liars_is_legal(const struct game *game, int play, struct err *err)
{
	if (liars_is_asked_aside(game))
		return true;
	enum liars_verdict why = liars_judge(game, play);
	if (why == LIARS_LEGAL)
		return true;
	AUTO_STR struct str text = {0};
	explain(game, play, why, &text);
	return !err_set(err, EXIT_USAGE, "%s", str_text(&text));
}

static void remind_wild(const int *value, struct str *out)
{
	static const char *const lines[] = {
		[WILD_NONE] = "No die is wild.\n",
		[WILD_ONES] = "Ones are wild: they count as any face, except in a bid on ones.\n",
		[WILD_JOKER] = "Ones are jokers: they count as any face, and cannot be bid.\n",
		[WILD_DROP] = "Ones are wild, until someone bids ones in the first round of a hand.\n",
	};
	if (value[LIARS_WILD] == WILD_HIGH)
		str_addf(out, "The %d is wild: it counts as any face.\n", value[LIARS_FACES]);
	else
		str_add(out, lines[value[LIARS_WILD]]);
}

static void remind_loss(const int *value, struct str *out)
{
	if (value[LIARS_LOSS] == LOSS_DIE)
		str_add(out, "The loser of a hand loses a die; the last player with dice wins.\n");
	else if (value[LIARS_LOSS] == LOSS_GAME)
		str_add(out, "One hand decides the game.\n");
	else
		str_add(out, "The winner of a call gains a point, and the loser loses one.");
	if (value[LIARS_ROUNDS])
		str_addf(out, " %d hands are played.", value[LIARS_ROUNDS]);
	if (value[LIARS_TARGET])
		str_addf(out, " %d points end the game.", value[LIARS_TARGET]);
	if (value[LIARS_LOSS] == LOSS_POINT)
		str_add(out, "\n");
}

static void remind_illegal(const int *value, struct str *out)
{
	static const char *const lines[] = {
		[ILLEGAL_CALL] = "An illegal play counts as a call.\n",
		[ILLEGAL_DIE] = "An illegal play loses the hand.\n",
		[ILLEGAL_GAME] = "An illegal play loses the game.\n",
	};
	str_add(out, lines[value[LIARS_ILLEGAL]]);
}

void liars_reminder(const struct rules *rules, int n_seats, struct str *out)
{
	const int *value = rules->value;
	AUTO_STR struct str title = rules_title(rules->family, rules->name);
	str_addf(out, "%s: %d players with %d %s each, faces 1 to %d.\n", title.text, n_seats, value[LIARS_DICE],
		value[LIARS_DICE] == 1 ? "die" : "dice", value[LIARS_FACES]);
	str_add(out, "A bid says how many dice of all players show a face: 23 is two threes. The next must be higher: "
		"more dice, or as many of a higher face. ");
	if (value[LIARS_LIMIT] == LIMIT_START)
		str_addf(out, "At most %d dice may be bid.\n", liars_highest(rules, n_seats, 0));
	else
		str_add(out, "No more dice may be bid than are on the table.\n");
	str_add(out, value[LIARS_CALLER] == CALLER_ANYONE ?
		"0 calls the last bid a lie; anybody may, the next player first. 1 lets it stand.\n" :
		"0 calls the last bid a lie. All dice are then shown. "
		"The bid is true if at least that many dice show the face.\n");
	remind_wild(value, out);
	if (value[LIARS_ONES_RULE] == ONES_PERUDO)
		str_add(out,
			"Ones are worth double: after another face, half as many ones are enough; after ones, another "
			"face needs twice as many plus one. A hand cannot open with ones.\n");
	if (value[LIARS_EXACT])
		str_addf(out, "2 says that the last bid is exactly right: %s.\n", value[LIARS_EXACT] == EXACT_OTHERS ?
			"if it is, all others lose a die" : "if it is, you win a lost die back");
	if (value[LIARS_PALIFICO])
		str_add(out, "When a player first comes down to one die, nothing is wild in the next hand and the face "
			"is fixed.\n");
	remind_loss(value, out);
	remind_illegal(value, out);
}
