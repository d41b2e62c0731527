/* fail.c - a preloaded library that fails one call of a function, in all processes of a command together.
 *
 *   FAIL_CALL    write, fsync, malloc, fork, mmap or realpath
 *   FAIL_AT      which call of it fails, from 1; 0: none
 *   FAIL_COUNT   a file of 8 bytes, in which the calls are counted
 *
 * Robots in the sandbox are not affected: their environment is empty. Nor is libseccomp: if its realloc fails, version
 * 2.5.4 returns a wrong filter without an error, or crashes. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(name) ((typeof(&name))dlsym(RTLD_NEXT, #name))

static _Atomic uint64_t *count; /* NULL: not begun */
static uint64_t fail_at;
static char fail_call[16];

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);

__attribute__((constructor)) static void begin(void)
{
	const char *call = getenv("FAIL_CALL"), *at = getenv("FAIL_AT"), *path = getenv("FAIL_COUNT");
	int fd = call && at && path ? open(path, O_RDWR | O_CLOEXEC) : -1;
	if (fd < 0)
		return;
	strncpy(fail_call, call, sizeof fail_call - 1);
	fail_at = strtoull(at, NULL, 10);
	long page = syscall(SYS_mmap, NULL, sizeof *count, 3, 1, fd, 0); /* PROT_READ | PROT_WRITE, MAP_SHARED */
	close(fd);
	if (page > 0)
		count = (void *)page;
}

static bool is_in_libseccomp(const void *code)
{
	Dl_info library;
	return dladdr(code, &library) && strstr(library.dli_fname, "libseccomp");
}

static bool fails(const char *call)
{
	return count && strcmp(call, fail_call) == 0 && ++*count == fail_at;
}

#define FAILING(call, error, result, type, name, parameters, arguments) \
	type name parameters \
	{ \
		if (!fails(call)) \
			return REAL(name) arguments; \
		errno = error; \
		return result; \
	}

FAILING("write", ENOSPC, -1, ssize_t, write, (int fd, const void *bytes, size_t n), (fd, bytes, n))
FAILING("write", ENOSPC, -1, ssize_t, pwrite64, (int fd, const void *bytes, size_t n, off_t at), (fd, bytes, n, at))
FAILING("write", ENOSPC, -1, ssize_t, pwrite, (int fd, const void *bytes, size_t n, off_t at), (fd, bytes, n, at))
FAILING("fsync", EIO, -1, int, fsync, (int fd), (fd))
FAILING("fsync", EIO, -1, int, fdatasync, (int fd), (fd))
FAILING("fork", EAGAIN, -1, pid_t, fork, (void), ())
FAILING("realpath", ENOMEM, NULL, char *, realpath, (const char *path, char *real), (path, real))

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset)
{
	if (fails("mmap")) {
		errno = ENOMEM;
		return (void *)-1;
	}
	return (void *)syscall(SYS_mmap, at, size, protection, flags, fd, offset);
}

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *block, size_t size);

#define ALLOCATING(name, parameters, arguments) \
	void *name parameters \
	{ \
		if (is_in_libseccomp(__builtin_return_address(0)) || !fails("malloc")) \
			return __libc_##name arguments; \
		errno = ENOMEM; \
		return NULL; \
	}

ALLOCATING(malloc, (size_t size), (size))
ALLOCATING(calloc, (size_t n, size_t size), (n, size))
ALLOCATING(realloc, (void *block, size_t size), (block, size))
