/* entry.c - a person's entry as a play, as the families parse it (entry.h). */
#include "game/entry.h"

#include <ctype.h>
#include <limits.h>

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
