/* mem.h - allocation that aborts when memory is exhausted, and locals that are released automatically. */
#pragma once

#include <stddef.h>

/* Returns zeroed heap memory, which the caller frees with free(). Ends the program with a message when memory is
 * exhausted. */
void *mem_zeroed(size_t count, size_t size);
/* Allocates memory aligned to a cache line. `size` must be a multiple of 64. */
void *mem_aligned(size_t count, size_t size);
void *mem_resize(void *old, size_t count, size_t size);
char *mem_strdup(const char *text);

/* Returns p, the result of a function of libc that returns NULL with errno on failure. Ends the program when the cause
 * is that memory is exhausted, so that this is never taken for a missing file. */
void *mem_checked(void *p);

/* Returns the absolute path without links, which the caller frees, or NULL with errno. Ends the program when memory is
 * exhausted. */
char *mem_realpath(const char *path);

/* Makes room for one more element in an array that uses n of its `room` elements. */
#define MEM_GROW(array, n, room) \
	do { \
		if ((n) == (room)) \
			(array) = mem_resize((array), (room) = 2 * (room) + 64, sizeof *(array)); \
	} while (0)

/* Appends an element to an array of n elements: `*MEM_APPEND(array, n) = element`. */
#define MEM_APPEND(array, n) ((array) = mem_resize((array), (size_t)(n) + 1, sizeof *(array)), &(array)[(n)++])

/* Frees each argument. */
#define FREE_ALL(...) mem_free_all((void *[]){__VA_ARGS__}, sizeof (void *[]){__VA_ARGS__} / sizeof(void *))
void mem_free_all(void *const *all, size_t n);

#define NEW(type)          ((type *)mem_zeroed(1, sizeof(type)))
#define NEW_ARRAY(type, n) ((type *)mem_zeroed((n), sizeof(type)))

/* Cleanup attributes. The local variable is freed or closed whenever its scope is left. */
#define AUTO_FREE  __attribute__((cleanup(mem_auto_free)))
#define AUTO_CLOSE __attribute__((cleanup(mem_auto_close)))

void mem_auto_free(void *pointer_to_pointer);
void mem_auto_close(int *fd); /* closes fd if it is >= 0, and sets it to -1 */
