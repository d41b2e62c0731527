/* person.c - players as subjects of sentences (person.h). */
#include "game/person.h"

#include <stddef.h>

void person_add(struct str *out, const char *name, enum person_place place)
{
	str_add(out, name ? name : place == PERSON_FIRST ? "You" : "you");
}

void person_add_owner(struct str *out, const char *name, enum person_place place)
{
	if (name)
		str_addf(out, "%s's", name);
	else
		str_add(out, place == PERSON_FIRST ? "Your" : "your");
}

const char *person_verb(const char *name, const char *other, const char *reader)
{
	return name ? other : reader;
}
