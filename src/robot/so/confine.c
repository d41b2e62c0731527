/* confine.c - the sandbox of a robot's process (confine.h). */
#include "robot/so/confine.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

#include "robot/services.h"
#include "robot/so/own_clock.h"

static int limit(int resource, rlim_t value, const char *what, struct err *err)
{
	struct rlimit r = {.rlim_cur = value, .rlim_max = value};
	if (setrlimit(resource, &r))
		return err_errno(err, "cannot limit %s of a robot", what);
	return 0;
}

/* Limits the memory; 0 means no limit. Fails if the process has inherited a lower limit, because results would depend
 * on that. */
static int limit_memory(uint64_t bytes, struct err *err)
{
	struct rlimit own;
#ifdef ARENA_SANITIZED /* the sanitizers reserve terabytes of address space */
	bytes = 0;
#endif
	if (!bytes)
		return 0;
	if (getrlimit(RLIMIT_AS, &own) == 0 && own.rlim_max < bytes)
		return err_set(err, EXIT_WORLD,
			       "the limit on address space (ulimit -v) is %llu MB, but a robot needs %llu: "
			       "raise it, or lower --memory", (unsigned long long)own.rlim_max >> 20,
			       (unsigned long long)bytes >> 20);
	return limit(RLIMIT_AS, bytes, "the memory", err);
}

/* Limits open files to those that are open now and a few for the loader, which opens libraries one at a time. A lower
 * limit that was inherited stays in force. */
static int limit_files(int first_closed_fd, struct err *err)
{
	rlim_t most = (rlim_t)first_closed_fd + 16;
	struct rlimit own;
	if (getrlimit(RLIMIT_NOFILE, &own) == 0 && own.rlim_max < most)
		most = own.rlim_max;
	return limit(RLIMIT_NOFILE, most, "the open files", err);
}

/* Sets the limits. CPU time is not limited here, because the worker limits it for each ask (watchdog.h). */
static int set_limits(const struct confine_plan *plan, struct err *err)
{
	if (limit_memory(plan->memory, err) || limit(RLIMIT_CORE, 0, "core dumps", err) ||
	    limit(RLIMIT_FSIZE, 0, "the files", err) ||
	    (!plan->makes_copies && limit(RLIMIT_NPROC, 0, "the processes", err)) ||
	    limit(RLIMIT_MEMLOCK, 0, "locked memory", err) || limit(RLIMIT_MSGQUEUE, 0, "message queues", err))
		return -1;
	return limit_files(plan->first_closed_fd, err);
}

/* struct landlock_ruleset_attr of ABI 6. Older kernels accept it if the fields that they do not know are 0. */
struct ruleset {
	uint64_t fs, net, scoped;
};

/* Returns all rights that a kernel with this version of Landlock can deny. */
static struct ruleset everything(long abi)
{
	static const int fs_bits[] = {0, 13, 14, 15, 15, 16}; /* number of rights on files, by ABI; the last for ABI 5
	                                                       * and later */
	struct ruleset rules = {.fs = (UINT64_C(1) << fs_bits[abi < 5 ? abi : 5]) - 1};
	if (abi >= 4)
		rules.net = 3; /* bind and connect over TCP */
	if (abi >= 6)
		rules.scoped = 3; /* abstract sockets and signals */
	return rules;
}

/* Allows reading a file or folder: a library, the loader's cache, or the robot's data. Ignores a path that does not
 * exist. */
static void allow_reading(int ruleset, const char *path, uint64_t resolve)
{
	struct open_how how = {.flags = O_PATH | O_CLOEXEC | (resolve ? O_NOFOLLOW : 0), .resolve = resolve};
	AUTO_CLOSE int fd = (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
	if (fd < 0)
		return;
	struct landlock_path_beneath_attr rule = {
		.parent_fd = fd,
		.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
	};
	if (syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) && errno == EINVAL) {
		rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE; /* path is a file */
		syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
	}
}

long confine_landlock_abi(void)
{
	return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

static const char *libc_folder; /* the folder of libc on systems that do not keep it in one of the usual folders */

void confine_load(void)
{
	Dl_info libc;
	if (!libc_folder && dladdr((void *)(uintptr_t)&strerror, &libc) && libc.dli_fname &&
	    strchr(libc.dli_fname, '/'))
		libc_folder = dirname(mem_strdup(libc.dli_fname));
}

static int enter_landlock(const struct confine_plan *plan, struct err *err)
{
	long abi = confine_landlock_abi();
	if (abi < 1) {
		if (plan->allows_weak)
			return 0;
		return err_set(err, EXIT_WORLD, "%s", confine_missing());
	}
	struct ruleset rules = everything(abi);
	AUTO_CLOSE int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
	if (ruleset < 0)
		return err_errno(err, "cannot create a Landlock ruleset");
	static const char *const folders[] = {
		"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache",
	};
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		allow_reading(ruleset, folders[i], 0);
	confine_load();
	if (libc_folder)
		allow_reading(ruleset, libc_folder, 0);
	if (plan->data_folder[0])
		allow_reading(ruleset, plan->data_folder, RESOLVE_NO_SYMLINKS);
	AUTO_FREE char *readable = mem_strdup(plan->readable ? plan->readable : "");
	char *rest = readable;
	for (char *folder; (folder = strsep(&rest, ":")) != NULL;)
		if (*folder)
			allow_reading(ruleset, folder, RESOLVE_NO_SYMLINKS);
	if (syscall(SYS_landlock_restrict_self, ruleset, 0))
		return err_errno(err, "cannot enter the Landlock domain");
	return 0;
}

/* Some containers refuse seccomp(2) but not its older form, prctl(2). */
int confine_by_filter(enum filter_phase filter, struct err *err)
{
	const void *program = (const void *)(uintptr_t)FILTER_PROGRAM_AT(filter);
	if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0L, program) &&
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program, 0, 0))
		return err_errno(err, "cannot install the seccomp filter");
	return 0;
}

#if defined __x86_64__
#define CALL_RESULT(context) ((context)->uc_mcontext.gregs[REG_RAX])
#define CALL_ARGUMENT(context, i) \
	((uint64_t)(context)->uc_mcontext.gregs[(i) == 0 ? REG_RDI : (i) == 1 ? REG_RSI : (i) == 2 ? REG_RDX : REG_R10])
#elif defined __aarch64__
#define CALL_RESULT(context) ((context)->uc_mcontext.regs[0])
#define CALL_ARGUMENT(context, i) ((uint64_t)(context)->uc_mcontext.regs[i])
#else
#error "the sandbox knows x86_64 and aarch64: add the registers of a system call here"
#endif

/* Fills in what a robot may know about an open file: type and size. The times of a file would be a clock, and the inode
 * numbers of pipes and of files in memory show how many other processes have created. The loader needs different inode
 * numbers, so each call counts a new one. */
static int64_t stat_of_open(int fd, struct stat *st)
{
	static ino_t n_files;
	*st = (struct stat){.st_mode = S_IFCHR | 0600, .st_nlink = 1, .st_blksize = 4096, .st_ino = ++n_files};
	off_t at = lseek(fd, 0, SEEK_CUR);
	if (fd <= STDERR_FILENO || (at < 0 && errno == ESPIPE))
		return 0;
	if (at < 0)
		return -errno;
	bool is_folder = syscall(SYS_getdents64, fd, NULL, 0) >= 0 || errno != ENOTDIR;
	st->st_mode = is_folder ? S_IFDIR | 0755 : S_IFREG | 0644;
	if (!is_folder)
		st->st_size = lseek(fd, 0, SEEK_END);
	lseek(fd, at, SEEK_SET);
	st->st_blocks = (st->st_size + 511) / 512;
	return 0;
}

/* Carries out stat() by opening the file, so that the rules for open() apply. The filter cannot see a path, and the
 * kernel would reveal the size and times of any file. With an empty path, libc uses this call for open files. */
static int64_t stat_as_open(int folder, const char *path, struct stat *st, int flags)
{
	int fd = folder, before = errno;
	bool is_empty = !path || (!*path && flags & AT_EMPTY_PATH);
	if (!is_empty)
		fd = (int)syscall(SYS_openat, folder, path,
				  O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC |
				  (flags & AT_SYMLINK_NOFOLLOW ? O_NOFOLLOW : 0));
	int64_t result = fd < 0 ? -errno : stat_of_open(fd, st);
	if (!is_empty && fd >= 0)
		close(fd);
	errno = before;
	return result;
}

int confine_own_signal(const void *siginfo, void *ucontext)
{
	const siginfo_t *info = siginfo;
	ucontext_t *context = ucontext;
	bool is_kill = info->si_syscall == SYS_kill;
	if ((!is_kill && info->si_syscall != SYS_tgkill) || CALL_ARGUMENT(context, 0) != (uint64_t)getpid())
		return 0;
	int number = (int)(is_kill ? CALL_ARGUMENT(context, 1) : CALL_ARGUMENT(context, 2));
	bool is_signal = number >= 0 && number < NSIG;
	CALL_RESULT(context) = is_signal ? 0 : -EINVAL;
	return is_signal ? number : 0;
}

bool confine_refused(void *siginfo, void *ucontext)
{
	siginfo_t *info = siginfo;
	ucontext_t *context = ucontext;
	uint64_t fd = CALL_ARGUMENT(context, 0), second = CALL_ARGUMENT(context, 1), third = CALL_ARGUMENT(context, 2);
	bool is_printing = fd == 1 || fd == 2;
	if (is_printing && info->si_syscall == SYS_write) {
		services_write((const char *)(uintptr_t)second, (size_t)third);
		CALL_RESULT(context) = (int64_t)third;
		return false;
	}
	if (is_printing && info->si_syscall == SYS_writev) {
		const struct iovec *part = (const struct iovec *)(uintptr_t)second;
		int64_t total = 0;
		for (uint64_t i = 0; i < third; i++) {
			services_write(part[i].iov_base, part[i].iov_len);
			total += (int64_t)part[i].iov_len;
		}
		CALL_RESULT(context) = total;
		return false;
	}
	const uint64_t argument[6] = {fd, second, third, CALL_ARGUMENT(context, 3)};
	int64_t result;
	if (own_clock_call(info->si_syscall, argument, &result)) {
		CALL_RESULT(context) = result;
		return false;
	}
	if (info->si_syscall == SYS_fstat) {
		CALL_RESULT(context) = stat_as_open((int)fd, NULL, (struct stat *)(uintptr_t)second, 0);
		return false;
	}
	if (info->si_syscall == SYS_newfstatat) {
		CALL_RESULT(context) = stat_as_open((int)fd, (const char *)(uintptr_t)second,
						    (struct stat *)(uintptr_t)third, (int)CALL_ARGUMENT(context, 3));
		return false;
	}
#ifdef SYS_stat
	if (info->si_syscall == SYS_stat) {
		CALL_RESULT(context) = stat_as_open(AT_FDCWD, (const char *)(uintptr_t)fd,
						    (struct stat *)(uintptr_t)second, 0);
		return false;
	}
#endif
	if (info->si_syscall == SYS_sched_getaffinity && fd == (uint64_t)getpid()) {
		long n = syscall(SYS_sched_getaffinity, 0, second, third);
		CALL_RESULT(context) = n < 0 ? -errno : n;
		return false;
	}
	CALL_RESULT(context) = -EPERM;
	return true;
}

/* Checks that the data folder is readable, because a robot must not play without its files. Without root's
 * capabilities, another user's folder may not be readable. */
static int check_data(const char *folder, struct err *err)
{
	if (!folder[0] || access(folder, R_OK | X_OK) == 0)
		return 0;
	return err_errno(err,
		"the sandbox cannot read '%s', the data folder of a robot. Its process does not run as root: "
		"make the folder and those above it readable by their group or by everyone, or copy the robot", folder);
}

int confine_for_loading(const struct confine_plan *plan, struct err *err)
{
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return err_errno(err, "cannot set no_new_privs for a robot's process");
	/* Other processes of the same user must not be able to read this process. */
	if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0))
		return err_errno(err, "cannot protect a robot's process from other processes");
	if (syscall(SYS_close_range, (unsigned)plan->first_closed_fd, ~0u, 0))
		for (int fd = plan->first_closed_fd; fd < 4096; fd++) /* fallback before Linux 5.9 */
			close(fd);
	if (enter_landlock(plan, err) || set_limits(plan, err))
		return -1;
	/* Drops the capabilities of root, including the right to raise the limits again. Fails for other users, who
	 * have no capabilities. */
	struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct none[2] = {{0}};
	syscall(SYS_capset, &header, none);
	if (check_data(plan->data_folder, err))
		return -1;
	return confine_by_filter(plan->filter, err);
}

const char *confine_missing(void)
{
	uint32_t action = SECCOMP_RET_TRAP;
	if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) && prctl(PR_GET_SECCOMP) < 0)
		return "this kernel has no seccomp filters, which restrict the system calls of robots";
	if (confine_landlock_abi() < 1)
		return "this kernel has no Landlock (Linux 5.13 or later, with lsm=landlock), "
		       "which restricts the files of robots";
	return NULL;
}
