/* nearest.h - lists of names: finds a name, lists all names in a message, and for "did you mean" finds the name nearest
 * to a misspelt one. */
#pragma once

#include "base/base.h"

/* Start with {.wanted = NAME}, call nearest_consider for each candidate, then read `name`. */
struct nearest {
	const char *wanted; /* as it was typed; borrowed */
	char name[64];      /* the nearest candidate so far; "": no candidate is near */
	int distance;       /* its edit distance */
};

/* Considers a candidate. Returns true if it is the nearest one so far. */
bool nearest_consider(struct nearest *nearest, const char *candidate);

/* Returns the nearest name of a NULL-terminated list, or NULL when none is near. */
const char *nearest_of(const char *wanted, const char *const *names);

/* The end of a message: " (did you mean 'NAME'?)", or "" if no name is near. */
struct nearest_hint {
	char text[512];
};
struct nearest_hint nearest_hint(const char *wanted, const char *const *names);

/* The names of an array of structs that begin with `const char *name`. It ends after n structs or at a NULL name. */
struct nearest_table {
	const void *first;
	size_t size; /* of a struct */
	int n;
};

/* Sets the error (EXIT_USAGE) for a name that is not in the table: "WHAT 'WANTED' (did you mean 'NAME'?)" or, when no
 * name is near, "WHAT 'WANTED'; LIST one, two, three". */
int nearest_refuse(const struct nearest_table *table, const char *wanted, const char *what, const char *list,
		   struct err *err);

/* Returns the index of a name in a NULL-terminated list, or -1 if it is not there. */
int nearest_exact(const char *wanted, const char *const *names);

/* Adds "one, two or three": all names of a NULL-terminated list, each enclosed in `quote` (may be ""), with `last`
 * before the last one. */
void nearest_add_all(const char *const *names, const char *quote, const char *last, struct str *out);
