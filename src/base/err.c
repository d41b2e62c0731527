/* err.c - fills an error, and aborts on a bug. */
#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int err_set(struct err *err, enum exit_code code, const char *format, ...)
{
	if (err) {
		va_list args;
		va_start(args, format);
		err->code = code;
		vsnprintf(err->text, sizeof err->text, format, args);
		va_end(args);
	}
	return -1;
}

int err_errno(struct err *err, const char *format, ...)
{
	int saved = errno;
	if (err) {
		va_list args;
		va_start(args, format);
		int n = vsnprintf(err->text, sizeof err->text, format, args);
		va_end(args);
		err->code = EXIT_WORLD;
		if (n >= 0 && (size_t)n < sizeof err->text)
			snprintf(err->text + n, sizeof err->text - (size_t)n, ": %s", strerror(saved));
	}
	errno = saved;
	return -1;
}

_Noreturn void bug_at(const char *file, int line, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	fprintf(stderr, "arena: bug at %s:%d: ", file, line);
	vfprintf(stderr, format, args);
	fprintf(stderr, "\narena: please report this with the command line\n");
	va_end(args);
	abort();
}
