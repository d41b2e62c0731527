/* str.c - a growing string (str.h). */
#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"

void str_release(struct str *s)
{
	free(s->text);
	*s = (struct str){0};
}

void str_clear(struct str *s)
{
	s->length = 0;
	if (s->text)
		s->text[0] = '\0';
}

void str_grow(struct str *s, size_t more)
{
	size_t capacity = s->capacity ? s->capacity * 2 : 64;
	while (capacity < s->length + more + 1)
		capacity *= 2;
	s->text = mem_resize(s->text, capacity, 1);
	s->capacity = capacity;
}

void str_reserve(struct str *s, size_t more)
{
	if (s->length + more >= s->capacity)
		str_grow(s, more);
}

void str_add_digits(struct str *s, long long number)
{
	enum { MOST_DIGITS = 19 };
	unsigned long long left = number < 0 ? -(unsigned long long)number : (unsigned long long)number;
	int n = 1;
	for (unsigned long long least = 10; n < MOST_DIGITS && left >= least; least *= 10)
		n++;
	str_reserve(s, MOST_DIGITS + 1);
	if (number < 0)
		s->text[s->length++] = '-';
	s->length += (size_t)n;
	s->text[s->length] = '\0';
	for (char *at = s->text + s->length; n > 0; n--, left /= 10)
		*--at = (char)('0' + left % 10);
}

static void add_formatted(struct str *s, const char *format, va_list args)
{
	va_list again;
	va_copy(again, args);
	str_reserve(s, 64); /* usually enough */
	size_t room = s->capacity - s->length;
	int n = vsnprintf(s->text + s->length, room, format, args);
	bug_if(n < 0);
	if ((size_t)n >= room) {
		str_reserve(s, (size_t)n);
		vsnprintf(s->text + s->length, (size_t)n + 1, format, again);
	}
	va_end(again);
	s->length += (size_t)n;
}

void str_addf(struct str *s, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	add_formatted(s, format, args);
	va_end(args);
}

struct str str_of(const char *format, ...)
{
	struct str s = {0};
	va_list args;
	va_start(args, format);
	add_formatted(&s, format, args);
	va_end(args);
	return s;
}

const char *str_text(const struct str *s)
{
	return s->text ? s->text : "";
}

bool str_next_line(struct str *line, const char **text)
{
	size_t n = strcspn(*text, "\n");
	if (!**text)
		return false;
	str_clear(line);
	str_add_n(line, *text, n);
	*text += n + ((*text)[n] == '\n');
	return true;
}

bool str_has_word(const char *list, const char *word, const char *gaps)
{
	size_t n = strlen(word);
	for (list += strspn(list, gaps); *list; list += strspn(list, gaps)) {
		size_t n_here = strcspn(list, gaps);
		if (n_here == n && strncmp(list, word, n) == 0)
			return true;
		list += n_here;
	}
	return false;
}

bool str_ends(const char *text, const char *end)
{
	size_t n = strlen(text), n_end = strlen(end);
	return n > n_end && strcmp(text + n - n_end, end) == 0;
}

bool str_to_int(const char *text, long long min, long long max, long long *out)
{
	char *end;
	errno = 0;
	long long value = strtoll(text, &end, 10);
	if (end == text || *end || errno || value < min || value > max)
		return false;
	if (text[0] != '-' && (text[0] < '0' || text[0] > '9'))
		return false; /* strtoll would skip spaces and accept a '+' */
	*out = value;
	return true;
}

bool str_to_double(const char *text, double *out)
{
	char *end;
	errno = 0;
	double value = strtod(text, &end);
	if (end == text || *end || errno || !isfinite(value) || strspn(text, "0123456789.-+eE") != strlen(text))
		return false;
	*out = value;
	return true;
}

int str_read_file(struct str *s, const char *path, size_t max, struct err *err)
{
	AUTO_CLOSE int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return err_errno(err, "cannot open '%s'", path);
	for (;;) {
		char chunk[8192];
		ssize_t n = read(fd, chunk, sizeof chunk);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return err_errno(err, "cannot read '%s'", path);
		if (n == 0)
			return 0;
		if (s->length + (size_t)n > max)
			return err_set(err, EXIT_USAGE, "'%s' is larger than %zu bytes", path, max);
		str_add_n(s, chunk, (size_t)n);
	}
}

int str_write(int fd, const void *bytes, size_t n)
{
	for (const char *at = bytes, *end = at + n; at < end;) {
		ssize_t written = write(fd, at, (size_t)(end - at));
		if (written < 0 && errno != EINTR)
			return -1;
		at += written > 0 ? written : 0;
	}
	return 0;
}

bool str_is_file(const struct str *s, const char *path)
{
	AUTO_STR struct str there = {0};
	return str_read_file(&there, path, s->length + 1, NULL) == 0 && there.length == s->length &&
	       memcmp(str_text(&there), str_text(s), s->length) == 0;
}

int str_read_text(struct str *s, const char *path, size_t max, struct err *err)
{
	static const char mark[] = "\xef\xbb\xbf";
	size_t n = sizeof mark - 1;
	if (str_read_file(s, path, max, err))
		return -1;
	if (s->length >= n && memcmp(s->text, mark, n) == 0)
		memmove(s->text, s->text + n, (s->length -= n) + 1);
	return 0;
}

int str_distance(const char *a, const char *b)
{
	enum { LONGEST = 63 };
	size_t n = strlen(a), m = strlen(b);
	if (n > LONGEST || m > LONGEST)
		return LONGEST;
	int row[3][LONGEST + 1]; /* rows i-2, i-1 and i of the table, by i % 3 */
	for (size_t j = 0; j <= m; j++)
		row[0][j] = (int)j;
	for (size_t i = 1; i <= n; i++) {
		int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
		now[0] = (int)i;
		for (size_t j = 1; j <= m; j++) {
			int best = last[j - 1] + (a[i - 1] != b[j - 1]);
			if (last[j] + 1 < best)
				best = last[j] + 1;
			if (now[j - 1] + 1 < best)
				best = now[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best)
				best = before[j - 2] + 1;
			now[j] = best;
		}
	}
	return row[n % 3][m];
}
