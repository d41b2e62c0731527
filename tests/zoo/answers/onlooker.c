/* onlooker - asks the kernel about other processes (their clocks, limits, cores, priorities, groups) and about files by
 * their path, when loading and at its first asks. Crashes if it gets any information. Plays like meek. Expected: ok. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

static void must_fail(long result)
{
	if (result >= 0)
		abort();
}

static void look_at(int pid)
{
	struct timespec time, soon = {0, 1};
	struct rlimit limit;
	cpu_set_t cores;
	char buffer[256];
	/* The clock of a process (2), of a thread (6), and what they used in user mode and in the kernel (0, 1). */
	for (unsigned kind = 0; kind < 8; kind++) {
		long clock = (long)(int)(~(unsigned)pid << 3 | kind);
		must_fail(syscall(SYS_clock_gettime, clock, &time));
		must_fail(syscall(SYS_clock_gettime, clock & 0xffffffff, &time));
		must_fail(syscall(SYS_clock_getres, clock, &time));
		must_fail(syscall(SYS_clock_nanosleep, clock, 0, &soon, NULL));
	}
	if (pid)
		must_fail(syscall(SYS_prlimit64, pid, RLIMIT_AS, NULL, &limit));
	if (pid && pid != getpid())
		must_fail(syscall(SYS_sched_getaffinity, pid, sizeof cores, &cores));
	must_fail(syscall(SYS_sched_getscheduler, pid));
	must_fail(syscall(SYS_sched_getparam, pid, buffer));
	must_fail(syscall(SYS_sched_getattr, pid, buffer, sizeof buffer, 0));
	must_fail(syscall(SYS_sched_rr_get_interval, pid, &time));
	must_fail(syscall(SYS_getpriority, PRIO_PROCESS, pid));
	must_fail(syscall(SYS_ioprio_get, 1, pid));
	must_fail(syscall(SYS_getpgid, pid));
	must_fail(syscall(SYS_getsid, pid));
	must_fail(syscall(SYS_get_robust_list, pid, buffer, buffer));
	must_fail(syscall(SYS_migrate_pages, pid, 0, NULL, NULL));
	must_fail(syscall(SYS_move_pages, pid, 0, NULL, NULL, NULL, 0));
	must_fail(syscall(SYS_kcmp, pid, pid, 0, 0, 0));
	must_fail(syscall(SYS_pidfd_open, pid, 0));
	must_fail(syscall(SYS_tgkill, pid, pid, 0) == 0 && pid != getpid() ? 0 : -1);
}

static void look_around(void)
{
	static const char *const paths[] = {"/", "/etc/passwd", "/root", "/tmp", "/proc/self/status", "/proc/1/stat",
		"."};
	struct stat st;
	char buffer[4096];
	for (int pid = getpid() - 8; pid <= getpid() + 4; pid++)
		look_at(pid);
	look_at(1);
	look_at(0);
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		must_fail(stat(paths[i], &st));
		must_fail(lstat(paths[i], &st));
		must_fail(fstatat(AT_FDCWD, paths[i], &st, AT_EMPTY_PATH));
		must_fail(syscall(SYS_statx, AT_FDCWD, paths[i], 0, 0x7ff, buffer));
		must_fail(access(paths[i], F_OK));
		must_fail(syscall(SYS_faccessat2, AT_FDCWD, paths[i], F_OK, AT_EACCESS));
		must_fail(readlink(paths[i], buffer, sizeof buffer));
		must_fail(open(paths[i], O_PATH));
		must_fail(open(paths[i], O_PATH | O_NOFOLLOW));
		must_fail(syscall(SYS_statfs, paths[i], buffer));
	}
	must_fail(syscall(SYS_getcwd, buffer, sizeof buffer));
	must_fail(syscall(SYS_sysinfo, buffer));
	must_fail(getppid());
	must_fail(madvise((void *)((uintptr_t)look_around & ~4095ul), 4096, MADV_MERGEABLE));
	must_fail(madvise((void *)((uintptr_t)look_around & ~4095ul), 4096, MADV_PAGEOUT));
	must_fail(madvise((void *)((uintptr_t)look_around & ~4095ul), 4096, MADV_WILLNEED));
	must_fail(syscall(SYS_mincore, (uintptr_t)look_around & ~4095ul, 4096, buffer));
	must_fail(syscall(SYS_adjtimex, buffer));
	must_fail(syscall(SYS_clock_adjtime, 0, buffer));
}

__attribute__((constructor)) static void while_loading(void)
{
	look_around();
	/* It can neither lock the files that it may open nor wait for locks. */
	int fd = open("/etc/ld.so.cache", O_RDONLY);
	struct flock lock = {.l_type = F_RDLCK};
	if (fd < 0)
		return;
	must_fail(flock(fd, LOCK_SH));
	must_fail(fcntl(fd, F_GETLK, &lock));
	must_fail(fcntl(fd, F_SETLK, &lock));
	must_fail(fcntl(fd, F_OFD_SETLK, &lock));
	must_fail(fcntl(fd, F_SETLEASE, F_RDLCK));
	must_fail(fcntl(fd, F_NOTIFY, DN_ACCESS));
	must_fail(syscall(SYS_inotify_init1, 0));
	must_fail(syscall(SYS_fanotify_init, 0, 0));
	struct stat st;
	if (fstat(fd, &st) || stat("/etc/ld.so.cache", &st) || !S_ISREG(st.st_mode)) /* its own files work as always */
		abort();
	close(fd);
}

int get_play(const char *me, const char *hands, const char *history)
{
	static int n_asks;
	if (n_asks++ < 3)
		look_around();
	return meek_play(history);
}
