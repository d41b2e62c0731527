/* typed.h - settings with names and types, described by a table: the fields of a struct, their ranges and defaults.
 * A setting is read from JSON or from text as typed by a person. Errors are EXIT_USAGE: "WHERE: 'NAME' must be ...". */
#ifndef ARENA_BASE_TYPED_H
#define ARENA_BASE_TYPED_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "base/err.h"

enum typed_kind {
	TYPED_INT,   /* long long in [min, max] */
	TYPED_REAL,  /* double in [min, max] */
	TYPED_BOOL,  /* bool */
	TYPED_TEXT,  /* char[max + 1]: clean text (base/text.h) of 1 to max bytes */
	TYPED_TOKEN, /* char *, owned by the struct: printable ASCII without blanks */
	TYPED_WORD,  /* long long: the index of one of `words` */
	TYPED_RANGE, /* long long[2], ascending, both in [min, max]; in JSON and as text "[2, 6]" */
};

struct typed_key {
	const char *name;
	enum typed_kind kind;
	size_t at;                /* offset of the field */
	double min, max;
	const char *fallback;     /* the default, as text; NULL: none, the field stays as it is */
	const char *const *words; /* NULL-terminated */
	const char *environment;  /* the environment variable used when nothing else sets it; NULL: none */
};

/* Sets the field of `to` to the value. Leaves it alone on errors. */
int typed_set_json(const struct typed_key *key, void *to, const json_t *value, const char *where, struct err *err);
int typed_set_text(const struct typed_key *key, void *to, const char *text, const char *where, struct err *err);

/* Sets all n fields to their defaults. */
void typed_set_fallbacks(const struct typed_key *keys, int n, void *to);

/* The key of this name. NULL with an error that suggests the nearest one, or lists all. */
const struct typed_key *typed_find(const struct typed_key *keys, int n, const char *name, const char *where, struct err *err);

/* The value of the field; the caller's. */
json_t *typed_json(const struct typed_key *key, const void *from);

#endif
