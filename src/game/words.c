/* words.c - what people read and type (words.h). */
#include "game/words.h"

#include <ctype.h>
#include <limits.h>

#include "base/nearest.h"

enum { LONGEST = 12 };

/* All have the same size, so that they can be copied as a whole. */
static const char words[NUMERAL_MAX + 1][LONGEST] = {
	"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
	"thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
};
static const uint8_t lengths[NUMERAL_MAX + 1] = {2, 3, 3, 5, 4, 4, 3, 5, 5, 4, 3, 6, 6, 8, 8, 7, 7, 9, 8, 8, 6};

static void add_word(struct str *out, int number)
{
	str_add_n(out, words[number], LONGEST);
	out->length -= (size_t)(LONGEST - lengths[number]);
	out->text[out->length] = '\0';
}

void numeral_add(struct str *out, int number)
{
	if (number >= 0 && number <= NUMERAL_MAX)
		add_word(out, number);
	else
		str_add_int(out, number);
}

void numeral_add_face(struct str *out, int face, int quantity)
{
	add_word(out, face);
	if (quantity != 1)
		str_add_either(out, face == 6, "es", "s");
}

void numeral_add_bid(struct str *out, int bid)
{
	numeral_add(out, bid / 10);
	str_add(out, " ");
	numeral_add_face(out, bid % 10, bid / 10);
}

int numeral_parse(const char *word)
{
	long long number;
	if (str_to_int(word, 0, 9999, &number))
		return (int)number;
	for (int i = 1; i <= NUMERAL_MAX; i++)
		if (strcmp(word, words[i]) == 0)
			return i;
	return strcmp(word, "a") == 0 || strcmp(word, "an") == 0 ? 1 : -1;
}

int numeral_parse_face(const char *word)
{
	static const char *const endings[] = {"", "s", "'s", "es", NULL};
	if (strcmp(word, "ace") == 0 || strcmp(word, "aces") == 0)
		return 1;
	for (int face = 1; face <= 9; face++) {
		char digit[2] = {(char)('0' + face), '\0'};
		const char *names[] = {words[face], digit};
		for (int k = 0; k < 2; k++) {
			size_t length = strlen(names[k]);
			if (strncmp(word, names[k], length) == 0 && nearest_exact(word + length, endings) >= 0)
				return face;
		}
	}
	return -1;
}

void person_add(struct str *out, const char *name, enum person_place place)
{
	if (!name)
		str_add_either(out, place == PERSON_FIRST, "You", "you");
	else if (name[0] && !name[1]) /* a letter, as in logs */
		str_add_char(out, name[0]);
	else
		str_add(out, name);
}

void person_add_owner(struct str *out, const char *name, enum person_place place)
{
	person_add(out, name, place);
	str_add_either(out, name != NULL, "'s", "r");
}

const char *person_verb(const char *name, const char *other, const char *reader)
{
	return name ? other : reader;
}

bool entry_normalise(const char *entry, bool (*is_gap)(const char *entry, const char *c), char text[ENTRY_LONGEST + 1])
{
	size_t n = 0;
	if (strlen(entry) > ENTRY_LONGEST)
		return false;
	for (const char *c = entry; *c; c++) {
		if (isspace((unsigned char)*c) || strchr("!.,;:", *c) || is_gap(entry, c)) {
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

bool entry_play(const char *text, const struct entry_phrase *phrases, int *play)
{
	long long number;
	if (str_to_int(text, INT_MIN, INT_MAX, &number)) {
		*play = (int)number;
		return true;
	}
	for (; phrases->text; phrases++) {
		if (strcmp(text, phrases->text) == 0) {
			*play = phrases->play;
			return true;
		}
	}
	return false;
}
