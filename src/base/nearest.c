/* nearest.c - finds near names. A name is near if it differs in at most a third of the longer name (Levenshtein), or if
 * it is a prefix of the candidate. */
#include "base/nearest.h"

#include <stdio.h>

#include "base/text.h"

bool nearest_consider(struct nearest *nearest, const char *candidate)
{
	size_t n = strlen(nearest->wanted);
	size_t n_candidate = strlen(candidate), longest = n_candidate > n ? n_candidate : n;
	bool is_prefix = n >= 2 && strncmp(candidate, nearest->wanted, n) == 0;
	int distance = is_prefix ? 1 : str_distance(nearest->wanted, candidate);
	if (n_candidate >= sizeof nearest->name || distance * 3 > (int)longest + 1 ||
	    (nearest->name[0] && distance >= nearest->distance))
		return false;
	strcpy(nearest->name, candidate);
	nearest->distance = distance;
	return true;
}

const char *nearest_of(const char *wanted, const char *const *names)
{
	struct nearest nearest = {.wanted = wanted};
	const char *best = NULL;
	for (; *names; names++)
		if (nearest_consider(&nearest, *names))
			best = *names;
	return best;
}

struct nearest_hint nearest_hint(const char *wanted, const char *const *names)
{
	struct nearest_hint hint = {""};
	const char *nearest = nearest_of(wanted, names);
	if (nearest)
		snprintf(hint.text, sizeof hint.text, " (did you mean '%s'?)", nearest);
	return hint;
}

int nearest_refuse(const struct nearest_table *table, const char *wanted, const char *what, const char *list,
		   struct err *err)
{
	struct nearest nearest = {.wanted = wanted};
	AUTO_STR struct str clean = {0}, all = {0};
	for (int i = 0; i < table->n; i++) {
		const char *const *name = (const void *)((const char *)table->first + (size_t)i * table->size);
		if (!*name)
			break;
		nearest_consider(&nearest, *name);
		str_addf(&all, "%s%s", i ? ", " : "", *name);
	}
	text_add_clean(&clean, wanted);
	if (nearest.name[0])
		return err_set(err, EXIT_USAGE, "%s '%.60s' (did you mean '%s'?)", what, str_text(&clean),
			       nearest.name);
	return err_set(err, EXIT_USAGE, "%s '%.60s'; %s %s", what, str_text(&clean), list, str_text(&all));
}

int nearest_exact(const char *wanted, const char *const *names)
{
	for (int i = 0; names[i]; i++)
		if (strcmp(names[i], wanted) == 0)
			return i;
	return -1;
}

void nearest_add_all(const char *const *names, const char *quote, const char *last, struct str *out)
{
	for (int i = 0; names[i]; i++)
		str_addf(out, "%s%s%s%s", i == 0 ? "" : names[i + 1] ? ", " : last, quote, names[i], quote);
}
