/* mem.c - allocates memory or aborts, and releases local variables automatically (mem.h). */
#include "base/mem.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"

static void *checked(void *p, size_t count, size_t size)
{
	if (!p && count && size) {
		fprintf(stderr, "arena: out of memory (%zu x %zu bytes)\n", count, size);
		exit(EXIT_WORLD);
	}
	return p;
}

void *mem_zeroed(size_t count, size_t size)
{
	return checked(calloc(count, size), count, size);
}

void *mem_aligned(size_t count, size_t size)
{
	enum { LINE = 64 };
	bug_if(size % LINE || (size && count > SIZE_MAX / size));
	void *memory = checked(aligned_alloc(LINE, count * size), count, size);
	return memory ? memset(memory, 0, count * size) : NULL;
}

void *mem_resize(void *old, size_t count, size_t size)
{
	bug_if(size && count > SIZE_MAX / size);
	return checked(realloc(old, count * size), count, size);
}

void mem_free_all(void *const *all, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(all[i]);
}

char *mem_strdup(const char *text)
{
	return checked(strdup(text), 1, strlen(text) + 1);
}

void *mem_checked(void *p)
{
	if (!p && errno == ENOMEM) {
		fputs("arena: out of memory\n", stderr);
		exit(EXIT_WORLD);
	}
	return p;
}

char *mem_realpath(const char *path)
{
	return mem_checked(realpath(path, NULL));
}

void mem_auto_free(void *pointer_to_pointer)
{
	free(*(void **)pointer_to_pointer);
}

void mem_auto_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}
