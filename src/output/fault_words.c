/* fault_words.c - the cost of a fault after a hand (fault_words.h). */
#include "output/fault_words.h"

void fault_words_looking(const char *name, bool is_out, bool has_points, struct str *out)
{
	str_addf(out, "%s crashed or ran out of time when the dice were shown", name);
	if (is_out)
		str_add(out, " and is out of the game.");
	else
		str_addf(out, ": %s loses a %s.", name, has_points ? "point" : "die");
}
