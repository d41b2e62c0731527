/* typed.c - typed settings from JSON and text (typed.h). */
#include "base/typed.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/nearest.h"
#include "base/text.h"

static int refuse(const struct typed_key *key, const char *where, struct err *err)
{
	static const char *const numbers[] = {[TYPED_INT] = "a whole number", [TYPED_REAL] = "a number",
		[TYPED_RANGE] = "a list [fewest, most] of whole numbers"};
	AUTO_STR struct str wanted = {0};
	switch (key->kind) {
	case TYPED_INT:
	case TYPED_REAL:
	case TYPED_RANGE:
		str_addf(&wanted, "%s from %.15g to %.15g", numbers[key->kind], key->min, key->max);
		break;
	case TYPED_BOOL:
		str_add(&wanted, "true or false");
		break;
	case TYPED_TEXT:
		str_addf(&wanted, "text of 1 to %.0f bytes without control characters", key->max);
		break;
	case TYPED_TOKEN:
		str_add(&wanted, "printable characters without blanks");
		break;
	case TYPED_WORD:
		nearest_add_all(key->words, "\"", " or ", &wanted);
		break;
	}
	return err_set(err, EXIT_USAGE, "%s: '%s' must be %s", where, key->name, wanted.text);
}

static bool is_within(const struct typed_key *key, double number)
{
	return number >= key->min && number <= key->max;
}

static bool is_token(const char *text)
{
	for (const char *c = text; *c; c++)
		if (*c <= ' ' || *c > '~')
			return false;
	return *text;
}

/* The types that are text. False: not a valid value of this key. */
static bool set_text(const struct typed_key *key, void *field, const char *text)
{
	int word;
	switch (key->kind) {
	case TYPED_TEXT:
		if (!*text || strlen(text) > (size_t)key->max || !text_is_clean(text))
			return false;
		strcpy(field, text);
		return true;
	case TYPED_TOKEN:
		if (!is_token(text))
			return false;
		free(*(char **)field);
		*(char **)field = mem_strdup(text);
		return true;
	case TYPED_WORD:
		word = nearest_exact(text, key->words);
		if (word >= 0)
			*(long long *)field = word;
		return word >= 0;
	default:
		return false;
	}
}

static bool set_range(const struct typed_key *key, long long *field, const json_t *value)
{
	const json_t *low = json_array_get(value, 0), *high = json_array_get(value, 1);
	if (json_array_size(value) != 2 || !json_is_integer(low) || !json_is_integer(high) || !is_within(key, json_number_value(low)) ||
	    !is_within(key, json_number_value(high)) || json_integer_value(low) > json_integer_value(high))
		return false;
	field[0] = json_integer_value(low);
	field[1] = json_integer_value(high);
	return true;
}

static bool set_json(const struct typed_key *key, void *field, const json_t *value)
{
	switch (key->kind) {
	case TYPED_INT:
		if (!json_is_integer(value) || !is_within(key, json_number_value(value)))
			return false;
		*(long long *)field = json_integer_value(value);
		return true;
	case TYPED_REAL:
		if (!json_is_number(value) || !is_within(key, json_number_value(value)))
			return false;
		*(double *)field = json_number_value(value);
		return true;
	case TYPED_BOOL:
		if (json_is_boolean(value))
			*(bool *)field = json_is_true(value);
		return json_is_boolean(value);
	case TYPED_RANGE:
		return set_range(key, field, value);
	default:
		return json_is_string(value) && set_text(key, field, json_string_value(value));
	}
}

int typed_set_json(const struct typed_key *key, void *to, const json_t *value, const char *where, struct err *err)
{
	return set_json(key, (char *)to + key->at, value) ? 0 : refuse(key, where, err);
}

int typed_set_text(const struct typed_key *key, void *to, const char *text, const char *where, struct err *err)
{
	long long number;
	double real;
	AUTO_JSON json_t *value = NULL;
	switch (key->kind) {
	case TYPED_INT:
		value = str_to_int(text, (long long)key->min, (long long)key->max, &number) ? json_integer(number) : NULL;
		break;
	case TYPED_REAL:
		value = str_to_double(text, &real) ? json_real(real) : NULL;
		break;
	case TYPED_BOOL:
	case TYPED_RANGE:
		value = json_loads(text, JSON_DECODE_ANY, NULL);
		break;
	default:
		return set_text(key, (char *)to + key->at, text) ? 0 : refuse(key, where, err);
	}
	return typed_set_json(key, to, value, where, err);
}

void typed_set_fallbacks(const struct typed_key *keys, int n, void *to)
{
	for (int i = 0; i < n; i++)
		bug_if(keys[i].fallback && typed_set_text(&keys[i], to, keys[i].fallback, "default", NULL));
}

const struct typed_key *typed_find(const struct typed_key *keys, int n, const char *name, const char *where, struct err *err)
{
	struct nearest nearest = {.wanted = name};
	AUTO_STR struct str clean = {0}, names = {0};
	for (int i = 0; i < n; i++) {
		if (strcmp(keys[i].name, name) == 0)
			return &keys[i];
		nearest_consider(&nearest, keys[i].name);
		str_addf(&names, "%s%s", i ? ", " : "", keys[i].name);
	}
	text_add_clean(&clean, name);
	if (nearest.name[0])
		err_set(err, EXIT_USAGE, "%s: there is no key '%.60s' (did you mean '%s'?)", where, str_text(&clean), nearest.name);
	else
		err_set(err, EXIT_USAGE, "%s: there is no key '%.60s'; the keys are %s", where, str_text(&clean), str_text(&names));
	return NULL;
}

json_t *typed_json(const struct typed_key *key, const void *from)
{
	const void *field = (const char *)from + key->at;
	const long long *number = field;
	switch (key->kind) {
	case TYPED_INT: return json_integer(*number);
	case TYPED_REAL: return json_real(*(const double *)field);
	case TYPED_BOOL: return json_boolean(*(const bool *)field);
	case TYPED_TEXT: return json_string(field);
	case TYPED_TOKEN: return *(char *const *)field ? json_string(*(char *const *)field) : json_null();
	case TYPED_WORD: return json_string(key->words[*number]);
	case TYPED_RANGE: return json_pack("[II]", (json_int_t)number[0], (json_int_t)number[1]);
	}
	bug("a key of no type");
}
