/* runner_file.c - the program that a robot's process runs (runner_file.h). */
#include "robot/so/runner_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "robot/proc.h"
#include "robot/so/filter.h"

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U /* since Linux 6.3; a system may refuse to execute files in memory that were created without
                          * this flag */
#endif

/* The bytes of the runner (Makefile). */
__asm__(".pushsection .rodata\n"
	".balign 16\n"
	"runner_bytes: .incbin \"" ARENA_BUILD "/runner\"\n"
	"runner_bytes_end:\n"
	".popsection");
extern const char runner_bytes[], runner_bytes_end[];

int runner_file(struct err *err)
{
	static int made = -1;
	if (made >= 0)
		return made;
	int fd = memfd_create("arena-runner", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_EXEC);
	if (fd < 0 && errno == EINVAL)
		fd = memfd_create("arena-runner", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	/* Landlock does not cover files in memory. So the mode, without read permission, prevents robots from opening
	 * the file as /proc/self/exe. */
	const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;
	if (fd < 0 || str_write(fd, runner_bytes, (size_t)(runner_bytes_end - runner_bytes)) || fchmod(fd, 0111) ||
	    fcntl(fd, F_ADD_SEALS, seals)) {
		err_errno(err, "cannot create the memory file of the robots' runner");
		mem_auto_close(&fd);
		return -1;
	}
	return made = fd;
}

static const enum filter_phase phases[] = {FILTER_LOADING, FILTER_PLAYING, FILTER_LOADING_TEMPLATE, FILTER_WAITING};

/* Makes all filters. Returns 0 or a negative errno. */
static int fill(struct filter_programs *programs)
{
	for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
		enum filter_phase phase = phases[i];
		uint64_t rules =
			FILTER_PROGRAMS_AT + (uint64_t)((char *)programs->filter[phase].rules - (char *)programs);
		int failed = filter_make(&programs->filter[phase], phase);
		if (failed)
			return failed;
		programs->program[phase] = (struct sock_fprog){
			.len = (unsigned short)programs->filter[phase].n_rules,
			.filter = (struct sock_filter *)(uintptr_t)rules,
		};
	}
	return 0;
}

/* Makes the file of the filters. Returns a descriptor that is open only for reading, or -1 with errno. */
static int make_file(const struct filter_programs *programs)
{
	char path[32];
	const int seals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL;
	AUTO_CLOSE int fd = memfd_create("arena-filters", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (fd < 0 || write(fd, programs, sizeof *programs) != (ssize_t)sizeof *programs ||
	    fcntl(fd, F_ADD_SEALS, seals))
		return -1;
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	return open(path, O_RDONLY | O_CLOEXEC);
}

int filter_file(struct err *err)
{
	static int made = -1;
	if (made >= 0)
		return made;
	AUTO_FREE struct filter_programs *programs = NEW(struct filter_programs);
	int failed = fill(programs);
	if (failed)
		return err_set(err, EXIT_WORLD, "cannot create the seccomp filter: %s", strerror(-failed));
	made = make_file(programs);
	if (made < 0)
		return err_errno(err, "cannot create the memory file of the seccomp filters");
	return made;
}

int filter_count(pid_t pid)
{
	char text[1 << 14]; /* large, because the text includes all groups of the user */
	int n;
	proc_read(pid, "status", text, sizeof text);
	const char *line = strstr(text, "\nSeccomp_filters:");
	return line && sscanf(line, "\nSeccomp_filters: %d", &n) == 1 ? n : -1;
}
