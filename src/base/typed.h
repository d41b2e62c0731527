/* typed.h - named values, whose types, ranges and defaults are described by tables. The fields of a struct are set from
 * JSON or from text as typed by a person. The options of commands (options.h) and of rules (game/rules.h) are checked
 * with the same descriptions. Errors are EXIT_USAGE: "NAME must be a whole number from 1 to 20, not '99'". */
#pragma once

#include <jansson.h>

#include "base/base.h"

enum typed_kind {
	TYPED_INT,      /* long long in [min, max] */
	TYPED_REAL,     /* double in [min, max] */
	TYPED_DURATION, /* long long, nanoseconds in [min, max]; as text "100ms", "2s" */
	TYPED_SIZE,     /* long long, bytes in [min, max]; as text "512M" */
	TYPED_BOOL,     /* bool */
	TYPED_TEXT,     /* char[max + 1]: clean text (base/text.h) of 1 to max bytes */
	TYPED_TOKEN,    /* char *, owned by the struct: printable ASCII without spaces */
	TYPED_BORROWED, /* const char *: the text itself, which must not be empty and must stay valid */
	TYPED_WORD,     /* long long: the index of one of `words` */
	TYPED_RANGE,    /* long long[2], ascending, both in [min, max]; in JSON and as text "[2, 6]" */
};

struct typed_key {
	const char *name;
	enum typed_kind kind;
	size_t at;                /* offset of the field */
	double min, max;          /* limits of a number; both 0: no limits */
	const char *fallback;     /* the default, as text; NULL: none, and the field stays unchanged */
	const char *const *words; /* NULL-terminated */
	const char *environment;  /* the environment variable used when nothing else sets it; NULL: none */
};

/* Sets the field in `to` from the text. If the text is not valid for this key, leaves the field unchanged and returns
 * false. */
bool typed_parse(const struct typed_key *key, void *to, const char *text);
bool typed_parse_json(const struct typed_key *key, void *to, const json_t *value);

/* Sets the error "SUBJECT must be ..., not 'GIVEN'". Does not quote a text or token, because it may be a secret. */
int typed_refuse(const struct typed_key *key, const char *subject, const char *given, struct err *err);

/* Adds "from 1 to 20" or the words, "one or two". Adds nothing if there are no limits. */
void typed_add_limits(const struct typed_key *key, struct str *out);

/* Returns the value of the field as JSON, which the caller owns. */
json_t *typed_json(const struct typed_key *key, const void *from);

/* Functions for a struct of values. `where` is the name of the source in errors: "WHERE: 'NAME' must be ...". */

/* Sets all n fields to their defaults. */
void typed_set_fallbacks(const struct typed_key *keys, int n, void *to);

int typed_set_text(const struct typed_key *key, void *to, const char *text, const char *where, struct err *err);
int typed_set_json(const struct typed_key *key, void *to, const json_t *value, const char *where, struct err *err);

/* Sets the field for "KEY=VALUE". For an unknown key the error suggests the nearest one or lists all keys. */
int typed_set(const struct typed_key *keys, int n, void *to, const char *setting, const char *where, struct err *err);

/* Sets the fields from the object in a JSON file. After an error, the fields before the invalid one have been set. */
int typed_load(const struct typed_key *keys, int n, void *to, const char *path, struct err *err);
