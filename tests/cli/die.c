/* die.c - preloaded into the arena. It kills the arena just before its DIE_AT-th change of a file, or sends it the
 * signal DIE_OF. As after a power cut, a file that was renamed without having been synced is then empty. The workers,
 * which inherit this library, are not killed. */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static long left;
static pid_t arena;
static ino_t on_disk;  /* the file that was synced last */
static char lost[4096]; /* the file that was renamed last without being synced */

__attribute__((constructor)) static void begin(void)
{
	const char *at = getenv("DIE_AT");
	left = at ? atol(at) : 0;
	arena = getpid();
}

static void step(void)
{
	if (getpid() != arena || --left)
		return;
	const char *of = getenv("DIE_OF");
	if (*lost && !of)
		truncate(lost, 0);
	kill(arena, of ? atoi(of) : SIGKILL);
}

static ino_t file_of(int fd)
{
	struct stat st;
	return fstat(fd, &st) ? 0 : st.st_ino;
}

#define NEXT(name) ((__typeof__(name) *)dlsym(RTLD_NEXT, #name))

int rename(const char *from, const char *to)
{
	struct stat st;
	step();
	if (stat(from, &st) == 0 && st.st_ino != on_disk)
		snprintf(lost, sizeof lost, "%s", to);
	return NEXT(rename)(from, to);
}

int fsync(int fd)
{
	step();
	on_disk = file_of(fd);
	return NEXT(fsync)(fd);
}

#define WRAP(name, parameters, ...) int name parameters { step(); return NEXT(name)(__VA_ARGS__); }
WRAP(mkdir, (const char *path, mode_t mode), path, mode)
WRAP(unlink, (const char *path), path)
WRAP(rmdir, (const char *path), path)
WRAP(fdatasync, (int fd), fd)
WRAP(ftruncate, (int fd, off_t size), fd, size)
WRAP(ftruncate64, (int fd, off64_t size), fd, size)
#undef WRAP
#define WRAP(name, parameters, ...) ssize_t name parameters { step(); return NEXT(name)(__VA_ARGS__); }
WRAP(write, (int fd, const void *bytes, size_t n), fd, bytes, n)
WRAP(pwrite, (int fd, const void *bytes, size_t n, off_t at), fd, bytes, n, at)
WRAP(pwrite64, (int fd, const void *bytes, size_t n, off64_t at), fd, bytes, n, at)
