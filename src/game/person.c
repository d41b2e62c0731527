/* person.c - players as subjects of sentences (person.h). */
#include "game/person.h"

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
