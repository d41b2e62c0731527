/* runner_file.c - the program that a robot's process runs (runner_file.h). */
#include "robot/so/runner_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U /* since Linux 6.3, where a system may deny execution to files made without it */
#endif

/* The bytes of the program (Makefile). */
__asm__(".pushsection .rodata\n"
	".balign 16\n"
	"runner_bytes: .incbin \"" ARENA_BUILD "/runner\"\n"
	"runner_bytes_end:\n"
	".popsection");
extern const char runner_bytes[], runner_bytes_end[];

static int write_all(int fd)
{
	for (const char *at = runner_bytes; at < runner_bytes_end;) {
		ssize_t n = write(fd, at, (size_t)(runner_bytes_end - at));
		if (n < 0 && errno != EINTR)
			return -1;
		at += n > 0 ? n : 0;
	}
	return 0;
}

int runner_file(struct err *err)
{
	static int made = -1;
	if (made >= 0)
		return made;
	int fd = memfd_create("arena-runner", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_EXEC);
	if (fd < 0 && errno == EINVAL)
		fd = memfd_create("arena-runner", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	/* Landlock does not reach files in memory: the mode keeps robots from opening it as /proc/self/exe. */
	const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;
	if (fd < 0 || write_all(fd) || fchmod(fd, 0111) || fcntl(fd, F_ADD_SEALS, seals)) {
		err_errno(err, "cannot lay out the program of the robots' processes in memory");
		if (fd >= 0)
			close(fd);
		return -1;
	}
	return made = fd;
}
