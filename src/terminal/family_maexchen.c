/* family_maexchen.c - texts about claims of Mäxchen (family.h). */
#include "game/maexchen/maexchen.h"
#include "game/words.h"
#include "terminal/family.h"

enum { ROLLS = MAEXCHEN_FACES * MAEXCHEN_FACES };

static void claim(const struct game *game, const char *const *names, struct str *out)
{
	const int *setting = game->rules->value;
	int value = game->u.maexchen.claim;
	if (!value) {
		str_add(out, "A new hand: nothing has been claimed yet.");
		return;
	}
	const char *claimer = names[game->u.maexchen.claimer];
	person_add(out, claimer, PERSON_FIRST);
	str_addf(out, " %s ", person_verb(claimer, "claims", "claim"));
	maexchen_add_value(setting, value, out);
	str_add(out, value == maexchen_highest(setting) ? ", the highest value." : " or higher.");
}

static const char *prompt(const struct game *game)
{
	return game->u.maexchen.is_believing ? "do you believe it? 1 yes, 0 no" : "your claim";
}

static void help(const struct game *game, struct str *out)
{
	if (game->u.maexchen.is_believing) {
		str_add(out,
			"'believe' or 1: you believe the claim, roll, and must claim more. 'doubt' or 0: "
			"the dice are shown.\n");
		return;
	}
	str_add(out, "Claim a value, true or not: 53, 'five three', 'double four'. Possible now, from the lowest:");
	for (int value = maexchen_next_claim(game->rules, game->u.maexchen.claim); value;
	     value = maexchen_next_claim(game->rules, value))
		str_addf(out, " %d", value);
	str_add(out, ".\n");
}

/* Returns how many of the 36 rolls show this value or a higher one. */
static int rolls_at_least(const int *setting, int value)
{
	int n = 0, rank = maexchen_rank(setting, value);
	for (int first = 1; first <= MAEXCHEN_FACES; first++)
		for (int second = 1; second <= MAEXCHEN_FACES; second++)
			n += maexchen_rank(setting, maexchen_value_of(setting, first, second)) >= rank;
	return n;
}

static void hint(const struct game *game, char me, const char *hands, struct str *out)
{
	const int *setting = game->rules->value;
	if (game->u.maexchen.is_believing) {
		int n = rolls_at_least(setting, game->u.maexchen.claim);
		str_addf(out, "%d of the 36 rolls %s the claim or more: %.3g%%.\n", n, n == 1 ? "shows" : "show",
			 100.0 * n / ROLLS);
		return;
	}
	str_add(out, "Chances that a roll shows this value or more:");
	for (int value = maexchen_next_claim(game->rules, game->u.maexchen.claim); value;
	     value = maexchen_next_claim(game->rules, value)) {
		str_add(out, " ");
		str_addf(out, "%d %.3g%%", value, 100.0 * rolls_at_least(setting, value) / ROLLS);
		str_add(out, value == maexchen_highest(setting) ? "." : ",");
	}
	str_add(out, "\n");
}

const struct family_text family_text_maexchen = {
	.family = &family_maexchen, .claim = claim, .prompt = prompt, .empty_entry = family_no_entry, .help = help,
	.hint = hint, .marks = family_no_marks,
};
