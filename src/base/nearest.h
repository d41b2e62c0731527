/* nearest.h - "did you mean": the existing name that is nearest to a misspelt one. */
#ifndef ARENA_BASE_NEAREST_H
#define ARENA_BASE_NEAREST_H

/* Begin with {.wanted = NAME}, consider each candidate, then read `name`. */
struct nearest {
	const char *wanted; /* as it was typed; borrowed */
	char name[64];      /* the nearest candidate so far; "": none was near */
	int distance;       /* its edit distance */
};

void nearest_consider(struct nearest *nearest, const char *candidate);

/* Of a NULL-terminated list; NULL when none is near. */
const char *nearest_of(const char *wanted, const char *const *names);

#endif
