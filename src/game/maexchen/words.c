/* words.c - Mäxchen: plays in words, why one is illegal, and a reminder of the rules. */

#include "game/maexchen/maexchen.h"
#include "game/words.h"

/* Returns the name of a special value, or NULL. */
static const char *name_of(const int *setting, int value)
{
	if (maexchen_is_hamburger(setting, value))
		return "Hamburger";
	return maexchen_is_maexchen(setting, value) ? "Mäxchen" : NULL;
}

void maexchen_add_value(const int *setting, int value, struct str *out)
{
	const char *name = name_of(setting, value);
	if (name)
		str_addf(out, "%s (%d)", name, value);
	else
		str_addf(out, "%d", value);
}

void maexchen_play_words(const struct rules *rules, int play, struct str *out)
{
	if (play == MAEXCHEN_DOUBT) {
		str_add(out, "doubts");
	} else if (play == MAEXCHEN_BELIEVE) {
		str_add(out, "believes");
	} else if (!maexchen_is_value(rules->value, play)) {
		str_addf(out, "%d (invalid)", play);
	} else if (name_of(rules->value, play)) {
		str_add(out, name_of(rules->value, play));
	} else if (play % 11 == 0) {
		str_add(out, "double ");
		numeral_add(out, play / 11);
	} else {
		numeral_add(out, play / 10);
		str_add(out, "-");
		numeral_add(out, play % 10);
	}
}

static void explain_not_higher(const struct rules *rules, int claim, int play, struct str *out)
{
	const int *setting = rules->value;
	int next = maexchen_next_claim(rules, claim), highest = maexchen_highest(setting);
	maexchen_add_value(setting, play, out);
	str_add(out, " is not higher than ");
	maexchen_add_value(setting, claim, out);
	str_add(out, next == highest ? "; the only higher value is " : "; the next higher value is ");
	maexchen_add_value(setting, next, out);
	if (next != highest) {
		str_add(out, ", and the highest is ");
		maexchen_add_value(setting, highest, out);
	}
}

static void explain(const struct game *game, int play, enum maexchen_verdict why, struct str *out)
{
	const int *setting = game->rules->value;
	int claim = game->u.maexchen.claim;
	switch (why) {
	case MAEXCHEN_LEGAL: break;
	case MAEXCHEN_NO_ANSWER:
		str_add(out, "first say whether you believe ");
		maexchen_add_value(setting, claim, out);
		str_add(out, ": 1 believes, 0 doubts; you roll and claim afterwards");
		break;
	case MAEXCHEN_NOT_NOW:
		str_addf(out, "you hold a roll now; claim a value%s", claim ? " higher than " : ", such as 53");
		if (claim)
			maexchen_add_value(setting, claim, out);
		break;
	case MAEXCHEN_NO_VALUE:
		str_addf(out, "two dice cannot show %d; a value is two digits from 1 to 6, such as 53", play);
		break;
	case MAEXCHEN_SMALLER_FIRST:
		str_addf(out, "the larger die comes first: %d, not %d", play % 10 * 10 + play / 10, play);
		break;
	case MAEXCHEN_NOT_HIGHER: explain_not_higher(game->rules, claim, play, out); break;
	}
}

bool maexchen_is_legal(const struct game *game, int play, struct err *err)
{
	enum maexchen_verdict why = maexchen_judge(game, play);
	if (why == MAEXCHEN_LEGAL)
		return true;
	AUTO_STR struct str text = {0};
	explain(game, play, why, &text);
	return !err_set(err, EXIT_USAGE, "%s", str_text(&text));
}

static bool is_on(const int *setting, enum maexchen_option special)
{
	return maexchen_is_value(setting, setting[special]);
}

static void remind_order(const int *setting, struct str *out)
{
	int lowest = 11;
	do
		lowest++;
	while (!maexchen_is_value(setting, lowest) || lowest % 11 == 0 || name_of(setting, lowest));
	str_addf(out, "Values from low to high: %d and up by size, the doubles 11 to 66", lowest);
	if (is_on(setting, MAEXCHEN_MAEXCHEN))
		str_addf(out, ", Mäxchen %d", setting[MAEXCHEN_MAEXCHEN]);
	if (is_on(setting, MAEXCHEN_HAMBURGER))
		str_addf(out, ", Hamburger %d", setting[MAEXCHEN_HAMBURGER]);
	str_add(out, ".\n");
	str_add(out, setting[MAEXCHEN_ORDER_DIGITS] ? "The larger die comes first.\n" :
		"The dice are read as they were rolled: 35 is not 53.\n");
}

/* Adds "1, with a Mäxchen 2, with a Hamburger 3". */
static void remind_losses(const int *setting, struct str *out)
{
	str_addf(out, "Points lost, by the roll shown: %d", setting[MAEXCHEN_LOSS_NORMAL]);
	if (is_on(setting, MAEXCHEN_MAEXCHEN))
		str_addf(out, ", with a Mäxchen %d", setting[MAEXCHEN_LOSS_MAEXCHEN]);
	if (is_on(setting, MAEXCHEN_HAMBURGER))
		str_addf(out, ", with a Hamburger %d", setting[MAEXCHEN_LOSS_HAMBURGER]);
	str_add(out, ".\n");
}

static void remind_direction(const int *setting, struct str *out)
{
	bool by_maexchen = is_on(setting, MAEXCHEN_MAEXCHEN) && setting[MAEXCHEN_REVERSE_MAEXCHEN];
	bool by_hamburger = is_on(setting, MAEXCHEN_HAMBURGER) && setting[MAEXCHEN_REVERSE_HAMBURGER];
	if (by_maexchen || by_hamburger)
		str_addf(out, "When a %s%s%s is shown, the direction of play reverses.\n", by_maexchen ? "Mäxchen" : "",
			by_maexchen && by_hamburger ? " or a " : "", by_hamburger ? "Hamburger" : "");
	int order = setting[MAEXCHEN_PLAY_ORDER];
	if (order == 0)
		str_add(out, "The same player continues until eliminated.\n");
	else if (order != 1)
		str_addf(out, "Each turn moves %d player%s %s (play_order=%d).\n", abs(order),
			 abs(order) == 1 ? "" : "s", order < 0 ? "back" : "on", order);
}

void maexchen_reminder(const struct rules *rules, int n_seats, struct str *out)
{
	const int *setting = rules->value;
	AUTO_STR struct str title = rules_title(rules->family, rules->name);
	str_addf(out, "%s: %d players, %d point%s each.\n", title.text, n_seats, setting[MAEXCHEN_POINTS_TO_START],
		setting[MAEXCHEN_POINTS_TO_START] == 1 ? "" : "s");
	str_add(out, "Roll two dice under a cup and claim a value, true or not, above the last claim.\n"
		"The next player believes it (1), rolls and must claim more, or doubts it (0): "
		"the dice are then shown. The doubter loses if they show the claim or more, "
		"otherwise the claimer loses.\n");
	remind_order(setting, out);
	remind_losses(setting, out);
	remind_direction(setting, out);
	str_add(out, "If the highest value is believed, the hand ends without a loss. An illegal play loses the hand.\n"
		"A player without points is out; the last player wins.\n");
}
