/* common_parse.c - common-hand Liar's Dice: what a person typed as a play. */
#include <ctype.h>
#include <limits.h>
#include <string.h>

#include "game/common.h"
#include "game/numerals.h"

enum { LONGEST_ENTRY = 60 };

static const struct phrase {
	const char *text;
	int play;
} phrases[] = {
	{"liar", PLAY_CALL}, {"call", PLAY_CALL}, {"i call", PLAY_CALL}, {"call liar", PLAY_CALL},
	{"challenge", PLAY_CALL}, {"doubt", PLAY_CALL}, {"i doubt it", PLAY_CALL}, {"bluff", PLAY_CALL},
	{"dudo", PLAY_CALL}, {"zero", PLAY_CALL},
	{"believe", PLAY_BELIEVE}, {"let it stand", PLAY_BELIEVE}, {"stand", PLAY_BELIEVE}, {"pass", PLAY_BELIEVE},
	{"exact", PLAY_EXACT}, {"exactly", PLAY_EXACT}, {"spot on", PLAY_EXACT}, {"calza", PLAY_EXACT},
};

/* Lower case, words parted by one blank, without marks; "2x3" and "2*3" become "2 3". */
static bool normalise(const char *entry, char text[LONGEST_ENTRY + 1])
{
	size_t n = 0;
	if (strlen(entry) > LONGEST_ENTRY)
		return false;
	for (const char *c = entry; *c; c++) {
		bool is_times = (*c == 'x' || *c == 'X' || *c == '*') &&
			(c == entry || !isalpha((unsigned char)c[-1])) && !isalpha((unsigned char)c[1]);
		if (isspace((unsigned char)*c) || strchr("!.,;:", *c) || is_times) {
			if (n && text[n - 1] != ' ')
				text[n++] = ' ';
		} else {
			text[n++] = (char)tolower((unsigned char)*c);
		}
	}
	while (n && text[n - 1] == ' ')
		n--;
	text[n] = '\0';
	return n > 0;
}

static bool not_understood(const struct rules *rules, const char *entry, struct err *err)
{
	err_set(err, EXIT_USAGE, "'%.60s' is no play. Type a bid as 23, '2 3' or 'two threes'; 'liar' (or 0) to "
		"call%s%s", entry, rules->value[COMMON_EXACT] ? "; 'exact' (or 2)" : "",
		rules->value[COMMON_CALLER] == CALLER_ANYONE ? "; 'stand' (or 1) to let a bid stand" : "");
	return false;
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
	if (face < 1 || face > rules->value[COMMON_FACES]) {
		err_set(err, EXIT_USAGE, "there is no face '%s'; first how many, then the face, 1 to %d", face_word,
			rules->value[COMMON_FACES]);
		return false;
	}
	if (quantity == 0) {
		err_set(err, EXIT_USAGE, "a bid is for one die at least");
		return false;
	}
	*play = 10 * quantity + face;
	return true;
}

bool common_parse_play(const struct rules *rules, const char *entry, int *play, struct err *err)
{
	char text[LONGEST_ENTRY + 1];
	if (!normalise(entry, text))
		return not_understood(rules, entry, err);
	long long number;
	if (str_to_int(text, INT_MIN, INT_MAX, &number)) {
		*play = (int)number;
		return true;
	}
	for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
		if (strcmp(text, phrases[i].text) == 0) {
			*play = phrases[i].play;
			return true;
		}
	}
	return parse_bid(rules, text, play, err);
}
