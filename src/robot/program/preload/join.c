/* join.c - preloaded into confined programs. It waits for threads and for semaphores of several processes by polling,
 * reports the memory of the machine, and prevents forks from sharing data.
 *
 * libc waits on a shared futex, which the kernel wakes. Programs may not use such futexes (robot/program/filter.h), so
 * libc would retry endlessly and use a whole core.
 *
 * A program with forks=yes sets ARENA_FORKS before it forks a process for each match. Each fork must behave as if it
 * had been started for its match, so getpid and getppid return the numbers that they would return in such a process.
 * Calls by which forks could share data that outlives a match end the fork; the arena then plays the match again in a
 * process of its own (program_stop_forks). */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>

#define EXPORTED __attribute__((visibility("default")))

enum { FIRST_NS = 20 * 1000, LAST_NS = 10 * 1000 * 1000, PAGE = 4096 };

/* Sleeps for *ns and doubles *ns, up to a limit. Returns false if a signal interrupted the sleep. */
static bool pause_ns(long *ns)
{
	int failed = nanosleep(&(struct timespec){.tv_nsec = *ns}, NULL);
	*ns = *ns < LAST_NS ? 2 * *ns : *ns;
	return !failed;
}

EXPORTED int pthread_join(pthread_t thread, void **result)
{
	for (long ns = FIRST_NS;; pause_ns(&ns)) {
		int failed = pthread_tryjoin_np(thread, result);
		if (failed != EBUSY)
			return failed;
	}
}

static bool has_passed(const struct timespec *until)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec > until->tv_sec || (now.tv_sec == until->tv_sec && now.tv_nsec >= until->tv_nsec);
}

/* Polls a semaphore until a time, or without a limit if `until` is NULL. */
static int poll_semaphore(sem_t *semaphore, const struct timespec *until)
{
	for (long ns = FIRST_NS;;) {
		if (sem_trywait(semaphore) == 0)
			return 0;
		if (errno == EAGAIN && until && has_passed(until))
			errno = ETIMEDOUT;
		if (errno != EAGAIN || !pause_ns(&ns))
			return -1;
	}
}

static int (*libc_wait)(sem_t *), (*libc_timedwait)(sem_t *, const struct timespec *);
static pid_t (*libc_fork)(void);
static long (*libc_sysconf)(int);
static pid_t pretended, pretended_parent; /* the results of getpid and getppid; 0: the true ones */

__attribute__((constructor)) static void find_libc(void)
{
	*(void **)&libc_wait = dlsym(RTLD_NEXT, "sem_wait");
	*(void **)&libc_timedwait = dlsym(RTLD_NEXT, "sem_timedwait");
	*(void **)&libc_fork = dlsym(RTLD_NEXT, "fork");
	*(void **)&libc_sysconf = dlsym(RTLD_NEXT, "sysconf");
}

/* Returns the memory of the machine, from which runtimes choose the size of their heaps. It is also reported as the
 * free memory. The kernel's answer is refused, because it depends on other processes. */
static unsigned long machine_memory(void)
{
	const char *bytes = getenv("ARENA_MACHINE_MEMORY");
	return bytes ? strtoul(bytes, NULL, 10) : 0;
}

EXPORTED int sysinfo(struct sysinfo *info)
{
	struct timespec up;
	clock_gettime(CLOCK_BOOTTIME, &up);
	*info = (struct sysinfo){.uptime = up.tv_sec, .totalram = machine_memory(), .freeram = machine_memory(),
		.procs = 1, .mem_unit = 1};
	return 0;
}

EXPORTED long sysconf(int name)
{
	if (!libc_sysconf)
		find_libc(); /* a constructor of another library may have called this function first */
	if (name == _SC_PHYS_PAGES || name == _SC_AVPHYS_PAGES)
		return (long)machine_memory() / libc_sysconf(_SC_PAGESIZE);
	return libc_sysconf(name);
}

/* Returns true if the semaphore probably comes from sem_open, which maps a file, because it is at the beginning of a
 * page. Other semaphores rarely are, and libc waits for them. */
static bool is_named(const sem_t *semaphore)
{
	return (uintptr_t)semaphore % PAGE == 0;
}

EXPORTED int sem_wait(sem_t *semaphore)
{
	return libc_wait && !is_named(semaphore) ? libc_wait(semaphore) : poll_semaphore(semaphore, NULL);
}

EXPORTED int sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
	return libc_timedwait && !is_named(semaphore) ? libc_timedwait(semaphore, until)
						      : poll_semaphore(semaphore, until);
}

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define END BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)
#define NOT(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), END
#define NOT_OF_OTHERS(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 4), LOAD(args[0]), \
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0), END, BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define NOT_FOR_WRITING(call, flags) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 4), LOAD(flags), \
	BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1), END, \
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

/* Prevents this process from changing files and from signalling or changing other processes. Most other ways of
 * communication are already refused to all programs. */
static void share_nothing(void)
{
	struct sock_filter rules[] = {
		LOAD(nr), NOT_FOR_WRITING(SYS_openat, args[2]),
#ifdef SYS_open
		NOT_FOR_WRITING(SYS_open, args[1]), NOT(SYS_creat), NOT(SYS_mkdir), NOT(SYS_mknod), NOT(SYS_unlink),
		NOT(SYS_rmdir), NOT(SYS_rename), NOT(SYS_link), NOT(SYS_symlink), NOT(SYS_chmod), NOT(SYS_chown),
		NOT(SYS_lchown), NOT(SYS_renameat),
#endif
		NOT(SYS_mkdirat), NOT(SYS_mknodat), NOT(SYS_unlinkat), NOT(SYS_renameat2), NOT(SYS_linkat),
		NOT(SYS_symlinkat), NOT(SYS_truncate), NOT(SYS_fchmodat), NOT(SYS_fchownat), NOT(SYS_setxattr),
		NOT(SYS_lsetxattr), NOT(SYS_kill), NOT(SYS_tkill), NOT(SYS_tgkill),
		NOT(SYS_rt_sigqueueinfo), NOT(SYS_rt_tgsigqueueinfo),
		NOT(SYS_setpriority), NOT(SYS_sched_setparam), NOT(SYS_sched_setscheduler), NOT(SYS_sched_setattr),
		NOT(SYS_sched_setaffinity), NOT(SYS_ioprio_set), NOT_OF_OTHERS(SYS_prlimit64),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {.len = sizeof rules / sizeof *rules, .filter = rules};
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		abort();
}

EXPORTED pid_t getpid(void)
{
	return pretended ? pretended : (pid_t)syscall(SYS_getpid);
}

EXPORTED pid_t getppid(void)
{
	return pretended ? pretended_parent : (pid_t)syscall(SYS_getppid);
}

EXPORTED pid_t fork(void)
{
	static bool is_closed;
	bool is_match = getenv("ARENA_FORKS");
	pid_t own = getpid(), above = getppid();
	if (is_match && !is_closed)
		share_nothing();
	is_closed |= is_match;
	pid_t pid = libc_fork();
	if (pid == 0) {
		unsetenv("ARENA_FORKS"); /* processes that the robot forks itself are not forks for matches */
		pretended = is_match ? own : 0;
		pretended_parent = above;
	}
	return pid;
}
