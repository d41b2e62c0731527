/* parse.c - Mäxchen: a person's entry as a play. */
#include <ctype.h>

#include "base/nearest.h"
#include "game/maexchen/maexchen.h"
#include "game/words.h"

static const struct entry_phrase phrases[] = {
	{"doubt", MAEXCHEN_DOUBT}, {"doubts", MAEXCHEN_DOUBT}, {"i doubt it", MAEXCHEN_DOUBT}, {"d", MAEXCHEN_DOUBT},
	{"liar", MAEXCHEN_DOUBT}, {"lie", MAEXCHEN_DOUBT}, {"call", MAEXCHEN_DOUBT}, {"bluff", MAEXCHEN_DOUBT},
	{"no", MAEXCHEN_DOUBT}, {"n", MAEXCHEN_DOUBT}, {"false", MAEXCHEN_DOUBT}, {"zero", MAEXCHEN_DOUBT},
	{"believe", MAEXCHEN_BELIEVE}, {"believes", MAEXCHEN_BELIEVE}, {"i believe it", MAEXCHEN_BELIEVE},
	{"b", MAEXCHEN_BELIEVE}, {"yes", MAEXCHEN_BELIEVE}, {"y", MAEXCHEN_BELIEVE}, {"true", MAEXCHEN_BELIEVE},
	{"one", MAEXCHEN_BELIEVE},
	{NULL, 0},
};

static const char *const maexchen_names[] = {"maexchen", "mäxchen", "mÄxchen", "maxchen", "max", "mia", NULL};
static const char *const hamburger_names[] = {"hamburger", "burger", NULL};

/* Returns true for a dash between words. */
static bool is_gap(const char *entry, const char *c)
{
	return *c == '-' && c > entry && isalnum((unsigned char)c[-1]);
}

static bool not_understood(const char *entry, struct err *err)
{
	return !err_set(err, EXIT_USAGE,
			"'%.60s' is not a valid play. Type 'believe' (or 1) or 'doubt' (or 0) when asked whether you "
			"believe; otherwise a claim such as 53, '5 3', 'five three', 'double four', 'Mäxchen' or "
			"'Hamburger'", entry);
}

static bool parse_special(const int *setting, const char *text, int *play, struct err *err)
{
	bool is_hamburger = nearest_exact(text, hamburger_names) >= 0;
	int value = setting[is_hamburger ? MAEXCHEN_HAMBURGER : MAEXCHEN_MAEXCHEN];
	if (!maexchen_is_value(setting, value))
		return !err_set(err, EXIT_USAGE, "there is no %s in this game", is_hamburger ? "Hamburger" : "Mäxchen");
	*play = value;
	return true;
}

/* Parses "five three", "5 3", "double four", "two fours", "pair of fours" */
static bool parse_claim(char *text, int *play)
{
	char *second = strchr(text, ' ');
	if (!second)
		return false;
	*second++ = '\0';
	if (strcmp(text, "pair") == 0 && strncmp(second, "of ", 3) == 0)
		second += 3;
	bool is_plural = strcmp(text, "two") == 0 && second[strlen(second) - 1] == 's';
	int face = numeral_parse_face(second), first = numeral_parse(text);
	if (face < 0)
		return false;
	if (strcmp(text, "double") == 0 || strcmp(text, "pair") == 0 || is_plural)
		first = face;
	if (first < 0 || first > 9)
		return false;
	*play = 10 * first + face;
	return true;
}

bool maexchen_parse_play(const struct rules *rules, const char *entry, int *play, struct err *err)
{
	char text[ENTRY_LONGEST + 1];
	if (!entry_normalise(entry, is_gap, text))
		return not_understood(entry, err);
	if (entry_play(text, phrases, play))
		return true;
	if (nearest_exact(text, maexchen_names) >= 0 || nearest_exact(text, hamburger_names) >= 0)
		return parse_special(rules->value, text, play, err);
	return parse_claim(text, play) || not_understood(entry, err);
}
