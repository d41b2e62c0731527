/* str.h - a growing string. A zeroed struct is an empty string. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/err.h"

struct str {
	char *text; /* NUL-terminated once any text has been added; owned */
	size_t length;
	size_t capacity;
};

#define AUTO_STR __attribute__((cleanup(str_release)))

void str_release(struct str *s);
void str_clear(struct str *s); /* makes it empty, but keeps the memory */
void str_addf(struct str *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
#define str_set(s, ...) (str_clear(s), str_addf(s, __VA_ARGS__))
/* Returns a new string, which the caller releases: AUTO_STR struct str path = str_of("%s/%s", folder, name). */
struct str str_of(const char *format, ...) __attribute__((format(printf, 1, 2)));
void str_add_digits(struct str *s, long long number); /* used by str_add_int for numbers of several digits */

void str_reserve(struct str *s, size_t more); /* makes room for `more` bytes and a NUL */
void str_grow(struct str *s, size_t more);    /* the same, but at least doubles the capacity */

static inline void str_add_n(struct str *s, const char *bytes, size_t n)
{
	if (__builtin_expect(s->length + n >= s->capacity, false))
		str_grow(s, n);
	if (n > 0) /* bytes may be NULL otherwise */
		memcpy(s->text + s->length, bytes, n);
	s->length += n;
	s->text[s->length] = '\0';
}

/* Adds text. Is inline because the length of a constant is then known at compile time. */
static inline void str_add(struct str *s, const char *text)
{
	str_add_n(s, text, strlen(text));
}

static inline void str_add_char(struct str *s, char c)
{
	str_add_n(s, &c, 1);
}

/* Adds a number as "%lld" does, in a fifth of the time. */
static inline void str_add_int(struct str *s, long long number)
{
	if (number >= 0 && number < 10)
		str_add_char(s, (char)('0' + number));
	else
		str_add_digits(s, number);
}

/* Adds one of two constants. Faster than str_add with a conditional expression. */
static inline void str_add_either(struct str *s, bool is_first, const char *first, const char *second)
{
	if (is_first)
		str_add(s, first);
	else
		str_add(s, second);
}

/* Replaces `line` with the next line of *text, without its newline, and moves *text past it. Returns false at the
 * end. */
bool str_next_line(struct str *line, const char **text);

/* Returns true if `word` is one of the words in a list. Words are separated by any of the characters in `gaps`. */
bool str_has_word(const char *list, const char *word, const char *gaps);

bool str_ends(const char *text, const char *end); /* false if nothing precedes the end */
const char *str_text(const struct str *s); /* "" when nothing was added; valid until the next change */

/* Parse numbers strictly: the whole text must be one number within [min, max]. Otherwise return false and leave *out
 * unchanged. */
bool str_to_int(const char *text, long long min, long long max, long long *out);
bool str_to_double(const char *text, double *out);

/* Reads a whole file into s, at most max bytes. Sets err on failure. */
int str_read_file(struct str *s, const char *path, size_t max, struct err *err);

/* Writes all n bytes to the descriptor. Returns -1 with errno on failure. */
int str_write(int fd, const void *bytes, size_t n);

/* Returns true if the file has exactly these bytes. */
bool str_is_file(const struct str *s, const char *path);

/* Reads a text file and removes the UTF-8 byte-order mark that Windows editors write at its beginning. s must be
 * empty. */
int str_read_text(struct str *s, const char *path, size_t max, struct err *err);

/* Returns the edit distance of two words (Damerau-Levenshtein, adjacent swaps count one), for "did you mean": a name is
 * worth suggesting when the distance is at most 1/3 of its length. */
int str_distance(const char *a, const char *b);
