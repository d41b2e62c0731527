/* parse.c - common-hand Liar's Dice: a person's entry as a play. */
#include <ctype.h>

#include "game/liars/liars.h"
#include "game/words.h"

static const struct entry_phrase phrases[] = {
	{"liar", PLAY_CALL}, {"call", PLAY_CALL}, {"i call", PLAY_CALL}, {"call liar", PLAY_CALL},
	{"challenge", PLAY_CALL}, {"doubt", PLAY_CALL}, {"i doubt it", PLAY_CALL}, {"bluff", PLAY_CALL},
	{"dudo", PLAY_CALL}, {"zero", PLAY_CALL},
	{"believe", PLAY_BELIEVE}, {"let it stand", PLAY_BELIEVE}, {"stand", PLAY_BELIEVE}, {"pass", PLAY_BELIEVE},
	{"exact", PLAY_EXACT}, {"exactly", PLAY_EXACT}, {"spot on", PLAY_EXACT}, {"calza", PLAY_EXACT},
	{NULL, 0},
};

/* Returns true for the separators in "2x3" and "2*3", which mean "2 3". */
static bool is_gap(const char *entry, const char *c)
{
	return (*c == 'x' || *c == 'X' || *c == '*') && (c == entry || !isalpha((unsigned char)c[-1])) &&
	       !isalpha((unsigned char)c[1]);
}

static bool not_understood(const struct rules *rules, const char *entry, struct err *err)
{
	return !err_set(err, EXIT_USAGE,
			"'%.60s' is not a valid play. Type a bid as 23, '2 3' or 'two threes'; 'liar' (or 0) to "
			"call%s%s", entry, rules->value[LIARS_EXACT] ? "; 'exact' (or 2)" : "",
			rules->value[LIARS_CALLER] == CALLER_ANYONE ? "; 'stand' (or 1) to let a bid stand" : "");
}

static bool parse_bid(const struct rules *rules, char *text, int *play, struct err *err)
{
	char *face_word = strchr(text, ' ');
	if (!face_word)
		return not_understood(rules, text, err);
	*face_word++ = '\0';
	int quantity = numeral_parse(text), face = numeral_parse_face(face_word);
	if (quantity < 0 || (face < 0 && numeral_parse(face_word) < 0)) {
		face_word[-1] = ' ';
		return not_understood(rules, text, err);
	}
	if (face < 1 || face > rules->value[LIARS_FACES])
		return !err_set(err, EXIT_USAGE, "there is no face '%s'; type the quantity, then the face, 1 to %d",
				face_word, rules->value[LIARS_FACES]);
	if (quantity == 0)
		return !err_set(err, EXIT_USAGE, "a bid must be for at least one die");
	*play = 10 * quantity + face;
	return true;
}

bool liars_parse_play(const struct rules *rules, const char *entry, int *play, struct err *err)
{
	char text[ENTRY_LONGEST + 1];
	if (!entry_normalise(entry, is_gap, text))
		return not_understood(rules, entry, err);
	if (entry_play(text, phrases, play))
		return true;
	return parse_bid(rules, text, play, err);
}
