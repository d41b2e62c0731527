/* test_runner_file.c - the runner's file in memory: whole, sealed and only for execution, also when the system
 * interrupts, writes a part, or lacks a flag; and an error when it fails. */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "robot/so/runner_file.h"

/* ---- the system, which fails when it should ---------------------------------------------- */

static int memfd_errors[3], write_errors[3]; /* of the next calls; 0: none */
static int n_memfd_errors, n_write_errors, memory = -1;
static size_t most = SIZE_MAX;               /* bytes that one write takes */
static const char *all;                      /* what was to be written at first */
static size_t n_all;

int test_memfd_create(const char *name, unsigned flags) __asm__("memfd_create");
ssize_t test_write(int fd, const void *bytes, size_t n) __asm__("write");

int test_memfd_create(const char *name, unsigned flags)
{
	if (n_memfd_errors < COUNT(memfd_errors) && memfd_errors[n_memfd_errors]) {
		errno = memfd_errors[n_memfd_errors++];
		return -1;
	}
	return memory = (int)syscall(SYS_memfd_create, name, flags);
}

ssize_t test_write(int fd, const void *bytes, size_t n)
{
	if (fd == memory) {
		all = all ? all : bytes;
		n_all = n_all ? n_all : n;
		if (n_write_errors < COUNT(write_errors) && write_errors[n_write_errors]) {
			errno = write_errors[n_write_errors++];
			return -1;
		}
		n = n < most ? n : most;
	}
	return syscall(SYS_write, fd, bytes, n);
}

static void check_file(int fd)
{
	enum { SEALS = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL };
	struct stat st;
	ck_assert(fd >= 0 && fstat(fd, &st) == 0);
	ck_assert_uint_gt(n_all, 10000);
	ck_assert_uint_eq((size_t)st.st_size, n_all);
	ck_assert_int_eq(st.st_mode & 0777, 0111);
	ck_assert_int_eq(fcntl(fd, F_GET_SEALS) & SEALS, SEALS);
	ck_assert_int_eq(fcntl(fd, F_GETFD), FD_CLOEXEC);
	const char *bytes = mmap(NULL, n_all, PROT_READ, MAP_PRIVATE, fd, 0);
	ck_assert(bytes != MAP_FAILED && memcmp(bytes, all, n_all) == 0 && memcmp(bytes, "\177ELF", 4) == 0);
}

/* ---- the tests --------------------------------------------------------------------------- */

static const struct {
	int memfd_errors[3], write_errors[3];
	size_t most;
	const char *said; /* of the error; NULL: there is none */
} troubles[] = {
	{{0}, {0}, SIZE_MAX, NULL},
	{{EINVAL}, {0}, SIZE_MAX, NULL}, /* an older kernel */
	{{0}, {EINTR, EINTR}, SIZE_MAX, NULL},
	{{0}, {0}, 5000, NULL},
	{{0}, {ENOSPC}, SIZE_MAX, "No space left on device"},
	{{0}, {EINTR, ENOSPC}, SIZE_MAX, "No space left on device"},
	{{EINVAL, EINVAL}, {0}, SIZE_MAX, "Invalid argument"},
	{{EMFILE}, {0}, SIZE_MAX, "Too many open files"},
};

START_TEST(it_is_whole_or_an_error)
{
	struct err err = {0};
	memcpy(memfd_errors, troubles[_i].memfd_errors, sizeof memfd_errors);
	memcpy(write_errors, troubles[_i].write_errors, sizeof write_errors);
	most = troubles[_i].most;
	int fd = runner_file(&err);
	if (!troubles[_i].said) {
		check_file(fd);
		ck_assert_int_eq(runner_file(&err), fd);
		return;
	}
	ck_assert_int_eq(fd, -1);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_int_eq(strncmp(err.text, "cannot create the memory file of the robots' runner: ", 53), 0);
	ck_assert_str_eq(err.text + 53, troubles[_i].said);
	ck_assert(memory < 0 || fcntl(memory, F_GETFD) < 0); /* nothing is left open */
	memory = -1;
	all = NULL;
	n_all = 0;
	memset(memfd_errors, 0, sizeof memfd_errors);
	memset(write_errors, 0, sizeof write_errors);
	fd = runner_file(&err); /* it is tried again */
	check_file(fd);
}
END_TEST

SUITE(0,
	LOOP(it_is_whole_or_an_error, 0, COUNT(troubles)))
