/* allocation.c - malloc and related functions for a robot's process, which call those of the C library and record
 * failures (runner.h). */
#include "robot/so/runner.h"

#include <errno.h>
#include <malloc.h>

static uint32_t *noted;

void allocation_note_failures(uint32_t *is_short)
{
	noted = is_short;
}

#ifndef ARENA_SANITIZED
#define EXPORTED __attribute__((visibility("default")))

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static inline void *note(void *block)
{
	if (!block && noted)
		*noted = 1;
	return block;
}

EXPORTED void *malloc(size_t size)
{
	return note(__libc_malloc(size));
}

EXPORTED void *calloc(size_t n, size_t size)
{
	return note(__libc_calloc(n, size));
}

/* Resizes a block. With size 0 it frees the block and returns NULL. */
EXPORTED void *realloc(void *block, size_t size)
{
	void *moved = __libc_realloc(block, size);
	return size ? note(moved) : moved;
}

EXPORTED void *memalign(size_t alignment, size_t size)
{
	return note(__libc_memalign(alignment, size));
}

EXPORTED void *aligned_alloc(size_t alignment, size_t size)
{
	return note(__libc_memalign(alignment, size));
}

EXPORTED int posix_memalign(void **block, size_t alignment, size_t size)
{
	if (alignment % sizeof(void *) || !alignment || alignment & (alignment - 1))
		return EINVAL;
	void *made = note(__libc_memalign(alignment, size));
	if (!made)
		return ENOMEM;
	*block = made;
	return 0;
}
#endif
