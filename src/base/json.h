/* json.h - helpers for Jansson: text that may not be UTF-8, one format for all files, and reading objects that may be
 * damaged. */
#pragma once

#include <jansson.h>

#include "base/base.h"

/* Returns the cleaned text as a string. The caller owns it. */
json_t *json_clean(const char *text);

/* Returns the cleaned text without the folders of absolute paths (base/text.h), for pages, which people send to
 * others. */
json_t *json_without_folders(const char *text);

/* Returns the lines of text, cleaned, as an array. The caller owns it. */
json_t *json_lines(const char *text);

/* Returns the words of a NULL-terminated list, as an array. The caller owns it. */
json_t *json_words(const char *const *words);

/* Returns a number, or null if it is infinite or NaN, which JSON cannot express. The caller owns it. */
json_t *json_number(double number);

/* Returns an object whose member "list" is the list, or null if the list is empty, so that a template can leave out the
 * text around it. Takes over the list. */
json_t *json_listed(json_t *list);

/* Adds to the object the members of the object that json_pack would make from these arguments. */
void json_add(json_t *object, const char *format, ...);

/* An array of `value` for each i from 0 to n - 1; the caller owns it. */
#define JSON_LIST(i, n, value) \
	({ \
		json_t *list_##i = json_array(); \
		for (int i = 0; i < (n); i++) \
			json_array_append_new(list_##i, value); \
		list_##i; \
	})

/* Loops over the members of an array; i is the index of `value`. The array may be NULL. */
#define JSON_EACH(i, value, array) \
	for (size_t i = 0, i##_next = 0; i < json_array_size(array); i = i##_next) \
		for (json_t *value = (i##_next = SIZE_MAX, json_array_get(array, i)); value; \
		     value = NULL, i##_next = i + 1)

/* Adds the value in the format of all JSON files: indented, with keys in the order of insertion, 15 digits, and a
 * newline at the end. Releases `value`. */
void json_add_text(struct str *out, json_t *value);

/* Adds the value on one line without spaces and without a newline, with up to 15 digits in numbers. `flags` are
 * additional flags of json_dumps. Releases `value`. */
void json_add_line(struct str *out, json_t *value, size_t flags);

#define AUTO_JSON __attribute__((cleanup(json_auto_release)))
void json_auto_release(json_t **value);

struct json_range {
	long long min, max;
};

/* Return members of `object`, which owns them. A member that is missing, of the wrong type or out of range is an error
 * (EXIT_USAGE). `where` is the name of the file for the error message. */
const char *json_get_text(json_t *object, const char *key, const char *where, struct err *err); /* NULL on error */
int json_get_int(json_t *object, const char *key, struct json_range range, long long *out, const char *where,
		 struct err *err);
json_t *json_get_array(json_t *object, const char *key, const char *where, struct err *err); /* NULL on error */

/* Return a member of an object that is known to be valid; "" or 0 if it is missing or of another type. `object` may be
 * NULL. It owns the text. */
const char *json_text_at(const json_t *object, const char *key);
long long json_integer_at(const json_t *object, const char *key);
double json_number_at(const json_t *object, const char *key);

/* Parses the file, which must contain an object. The caller owns the result. Returns NULL with EXIT_USAGE on
 * failure. */
json_t *json_read(const char *path, struct err *err);
