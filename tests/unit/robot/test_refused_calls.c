/* test_refused_calls.c - what the handler of a refused system call does in place of the kernel: printing, stat by the
 * rules of open, signals of a process to itself; all other calls fail. And what a process gives up before: files, by
 * the version of Landlock, and the resources that have limits. */
#include <check.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "robot/program/process.h"
#include "robot/services.h"
#include "robot/so/confine.h"
#include "temporary_folder.h"

#if defined __x86_64__
static const int registers[] = {REG_RDI, REG_RSI, REG_RDX, REG_R10};
#define ARGUMENT(context, i) ((context)->uc_mcontext.gregs[registers[i]])
#define RESULT(context) ((context)->uc_mcontext.gregs[REG_RAX])
#else
#define ARGUMENT(context, i) ((context)->uc_mcontext.regs[i])
#define RESULT(context) ((context)->uc_mcontext.regs[0])
#endif

enum { NOTHING = 4711 };

static ucontext_t context;
static siginfo_t info;

static void set_call(int number, uint64_t first, uint64_t second, uint64_t third, uint64_t fourth)
{
	const uint64_t arguments[] = {first, second, third, fourth};
	context = (ucontext_t){0};
	info = (siginfo_t){0};
	info.si_syscall = number;
	RESULT(&context) = NOTHING;
	for (int i = 0; i < COUNT(arguments); i++)
		ARGUMENT(&context, i) = (typeof(ARGUMENT(&context, 0)))arguments[i];
}

/* Returns true if the call is one of those that fail. */
static bool is_refused(int number, uint64_t first, uint64_t second, uint64_t third, uint64_t fourth)
{
	set_call(number, first, second, third, fourth);
	errno = EXDEV;
	bool is = confine_refused(&info, &context);
	ck_assert_int_eq(errno, EXDEV); /* the code that was interrupted may be about to read it */
	return is;
}

#define POINTER(object) ((uint64_t)(uintptr_t)(object))

/* ---- printing --------------------------------------------------------------------------- */

START_TEST(what_is_printed_is_kept)
{
	static struct output_ring ring;
	static char one[] = "one ", two[] = "two", three[] = "three";
	const struct iovec parts[] = {{two, 3}, {three, 5}};
	services_set_ring(&ring);
	ck_assert(!is_refused(SYS_write, STDOUT_FILENO, POINTER(one), 4, 0));
	ck_assert_int_eq(RESULT(&context), 4);
	ck_assert(!is_refused(SYS_writev, STDERR_FILENO, POINTER(parts), 2, 0));
	ck_assert_int_eq(RESULT(&context), 8);
	ck_assert(!is_refused(SYS_writev, STDERR_FILENO, POINTER(parts), 0, 0));
	ck_assert_int_eq((int64_t)RESULT(&context), 0);
	static const int others[] = {0, 3};
	for (int i = 0; i < COUNT(others); i++) {
		ck_assert(is_refused(SYS_write, (uint64_t)others[i], POINTER(one), 4, 0));
		ck_assert_int_eq((int64_t)RESULT(&context), -EPERM);
		ck_assert(is_refused(SYS_writev, (uint64_t)others[i], POINTER(parts), 2, 0));
		ck_assert_int_eq((int64_t)RESULT(&context), -EPERM);
	}
	ck_assert(is_refused(SYS_pwrite64, STDOUT_FILENO, POINTER(one), 4, 0));
	ck_assert_uint_eq(ring.n_written, 12);
	ck_assert_str_eq(ring.text, "one twothree");
	services_set_ring(NULL);
}
END_TEST

/* ---- stat ------------------------------------------------------------------------------- */

static const struct {
	const char *path;
	int flags;
	bool is_of_folder; /* relative to the folder `inner`, not to the current one */
	int64_t result;
	off_t size;
} stats[] = {
	{"file", 0, false, 0, 4}, {"inner/file", 0, false, 0, 6}, {"file", 0, true, 0, 6}, {"link", 0, false, 0, 4},
	{"link", AT_SYMLINK_NOFOLLOW, false, -ELOOP, -1}, {"none", 0, false, -ENOENT, -1},
	{"none", 0, true, -ENOENT, -1},
	{"pipe", 0, false, 0, 0}, {"", 0, false, -ENOENT, -1}, {"", 0, true, -ENOENT, -1},
};

START_TEST(stat_follows_the_rules_of_open)
{
	write_file("file", "text");
	ck_assert(mkdir("inner", 0700) == 0 && symlink("file", "link") == 0 && mkfifo("pipe", 0600) == 0);
	write_file("inner/file", "longer");
	int inner = open("inner", O_RDONLY | O_DIRECTORY), next = dup(inner);
	ck_assert_int_ge(next, 0);
	close(next);
	struct stat st = {.st_size = -1};
	int at = stats[_i].is_of_folder ? inner : AT_FDCWD;
	ck_assert(!is_refused(SYS_newfstatat, (uint64_t)(int64_t)at, POINTER(stats[_i].path), POINTER(&st),
			      (uint64_t)stats[_i].flags));
	ck_assert_int_eq((int64_t)RESULT(&context), stats[_i].result);
	ck_assert_int_eq(st.st_size, stats[_i].size);
#ifdef SYS_stat
	if (!stats[_i].flags && !stats[_i].is_of_folder) {
		st.st_size = -1;
		ck_assert(!is_refused(SYS_stat, POINTER(stats[_i].path), POINTER(&st), 0, 0));
		ck_assert_int_eq((int64_t)RESULT(&context), stats[_i].result);
		ck_assert_int_eq(st.st_size, stats[_i].size);
	}
#endif
	ck_assert_int_eq(dup(inner), next); /* it has closed what it opened */
}
END_TEST

/* An empty path stands for the descriptor, which stays open. */
START_TEST(stat_of_a_descriptor)
{
	struct stat st = {.st_size = -1};
	write_file("file", "text");
	int fd = open("file", O_RDONLY);
	ck_assert(!is_refused(SYS_newfstatat, (uint64_t)fd, POINTER(""), POINTER(&st), AT_EMPTY_PATH));
	ck_assert_int_eq((int64_t)RESULT(&context), 0);
	ck_assert_int_eq(st.st_size, 4);
	st.st_size = -1;
	ck_assert(!is_refused(SYS_newfstatat, (uint64_t)fd, 0, POINTER(&st), 0));
	ck_assert_int_eq(st.st_size, 4);
	ck_assert_int_eq(fcntl(fd, F_GETFD), 0);
	close(fd);
	ck_assert(!is_refused(SYS_newfstatat, (uint64_t)fd, POINTER(""), POINTER(&st), AT_EMPTY_PATH));
	ck_assert_int_eq((int64_t)RESULT(&context), -EBADF);
}
END_TEST

/* ---- signals, processors, the rest ------------------------------------------------------ */

static const struct {
	int call;
	bool is_own;     /* to this process */
	int64_t number;
	int raised;
	int64_t result;  /* NOTHING: it is not a signal to itself */
} signals[] = {
	{SYS_kill, true, SIGTERM, SIGTERM, 0}, {SYS_kill, true, 0, 0, 0}, {SYS_kill, true, NSIG - 1, NSIG - 1, 0},
	{SYS_kill, true, NSIG, 0, -EINVAL}, {SYS_kill, true, -1, 0, -EINVAL}, {SYS_kill, false, SIGTERM, 0, NOTHING},
	{SYS_tgkill, true, SIGABRT, SIGABRT, 0}, {SYS_tgkill, true, -1, 0, -EINVAL},
	{SYS_tgkill, false, SIGABRT, 0, NOTHING}, {SYS_tkill, true, SIGABRT, 0, NOTHING},
};

START_TEST(signals_to_itself_are_recognised)
{
	uint64_t pid = (uint64_t)getpid() + !signals[_i].is_own, number = (uint64_t)signals[_i].number;
	if (signals[_i].call == SYS_tgkill)
		set_call(SYS_tgkill, pid, 12345, number, 0);
	else
		set_call(signals[_i].call, pid, number, 12345, 0);
	ck_assert_int_eq(confine_own_signal(&info, &context), signals[_i].raised);
	ck_assert_int_eq((int64_t)RESULT(&context), signals[_i].result);
}
END_TEST

START_TEST(it_may_ask_for_its_processors)
{
	cpu_set_t own, asked;
	CPU_ZERO(&own);
	CPU_ZERO(&asked);
	ck_assert_int_eq(sched_getaffinity(0, sizeof own, &own), 0);
	ck_assert(!is_refused(SYS_sched_getaffinity, (uint64_t)getpid(), sizeof asked, POINTER(&asked), 0));
	ck_assert_int_gt((int64_t)RESULT(&context), 0);
	ck_assert(CPU_EQUAL(&own, &asked));
	ck_assert(is_refused(SYS_sched_getaffinity, (uint64_t)getppid(), sizeof asked, POINTER(&asked), 0));
	ck_assert_int_eq((int64_t)RESULT(&context), -EPERM);
}
END_TEST

START_TEST(other_calls_fail)
{
	static const int calls[] = {SYS_socket, SYS_execve, SYS_openat, SYS_kill, SYS_sched_setaffinity, SYS_clone};
	for (int i = 0; i < COUNT(calls); i++) {
		ck_assert(is_refused(calls[i], 1, 2, 3, 4));
		ck_assert_int_eq((int64_t)RESULT(&context), -EPERM);
	}
}
END_TEST

/* ---- an older kernel -------------------------------------------------------------------- */

static bool is_older, lacks_close_range, refuses_seccomp;
static long landlock_abi;

/* What a child reports. */
static struct {
	uint64_t ruleset[3]; /* rights to files, to the network, and scopes */
	struct err err;
	struct rlimit limits[RLIM_NLIMITS];
	bool is_open[2]; /* the last descriptor that stays open, and the first that does not */
	int is_dumpable, has_no_new_privileges;
} *seen;

long test_syscall(long number, long a, long b, long c, long d, long e, long f) __asm__("syscall");

long test_syscall(long number, long a, long b, long c, long d, long e, long f)
{
	static long (*call)(long, ...);
	if (is_older && number == SYS_landlock_create_ruleset && a) {
		memcpy(seen->ruleset, (const void *)(uintptr_t)a, sizeof seen->ruleset);
		errno = ENOSPC;
		return -1;
	}
	if (is_older && number == SYS_landlock_create_ruleset)
		return landlock_abi;
	if (refuses_seccomp && number == SYS_seccomp) {
		errno = EPERM;
		return -1;
	}
	if (lacks_close_range && number == SYS_close_range) {
		errno = ENOSYS;
		return -1;
	}
	if (!call)
		*(void **)&call = dlsym(RTLD_NEXT, "syscall");
	return call(number, a, b, c, d, e, f);
}

static const struct {
	long abi;
	bool is_missing;
} kernels[] = {{-1, true}, {0, true}, {1, false}, {2, false}, {6, false}};

START_TEST(landlock_is_needed)
{
	is_older = true;
	refuses_seccomp = _i % 2; /* as some containers do, which have its older form */
	landlock_abi = kernels[_i].abi;
	const char *missing = confine_missing();
	ck_assert_int_eq(missing != NULL, kernels[_i].is_missing);
	ck_assert(!missing || strncmp(missing, "this kernel has no Landlock (Linux 5.13 or later", 48) == 0);
	if (kernels[_i].is_missing) { /* nor does a program play */
		struct robot robot;
		struct err err = {0};
		static const struct transport_plan plan = {.rules = ""};
		ck_assert_int_eq(robot_open(&robot, "cmd:/bin/true", &err), 0);
		ck_assert_ptr_null(program_start(&robot, &plan, false, &err));
		ck_assert_int_eq(err.code, EXIT_WORLD);
		ck_assert_str_eq(err.text, missing);
		robot_release(&robot);
	}
	is_older = false;
}
END_TEST

/* ---- giving up ------------------------------------------------------------------------- */

enum { FIRST_CLOSED = 30 };

/* Confines a child as far as this kernel's filters, which are not mapped here. It begins with these limits. */
static void confine_child(const struct confine_plan *plan, rlim_t most_files, rlim_t most_memory)
{
	seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	ck_assert(seen != MAP_FAILED);
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		is_older = true;
		if (dup2(STDERR_FILENO, FIRST_CLOSED - 1) < 0 || dup2(STDERR_FILENO, FIRST_CLOSED) < 0 ||
		    (most_files && setrlimit(RLIMIT_NOFILE, &(struct rlimit){most_files, most_files})) ||
		    (most_memory && setrlimit(RLIMIT_AS, &(struct rlimit){most_memory, most_memory})))
			_exit(2);
		int failed = confine_for_loading(plan, &seen->err);
		for (int i = 0; i < (int)RLIM_NLIMITS; i++)
			getrlimit((__rlimit_resource_t)i, &seen->limits[i]);
		for (int i = 0; i < 2; i++)
			seen->is_open[i] = fcntl(FIRST_CLOSED - 1 + i, F_GETFD) >= 0;
		seen->is_dumpable = prctl(PR_GET_DUMPABLE);
		seen->has_no_new_privileges = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0);
		_exit(failed ? 0 : 1);
	}
	int status;
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
	ck_assert_int_eq(seen->err.code, EXIT_WORLD);
	ck_assert(seen->is_dumpable == 0 && seen->has_no_new_privileges == 1);
}

/* All rights that a version knows. */
static const struct {
	long abi;
	uint64_t files, network, scopes;
} versions[] = {
	{1, 0x1fff, 0, 0}, {2, 0x3fff, 0, 0}, {3, 0x7fff, 0, 0}, {4, 0x7fff, 3, 0}, {5, 0xffff, 3, 0},
	{6, 0xffff, 3, 3}, {7, 0xffff, 3, 3},
};

START_TEST(every_right_to_files_is_given_up)
{
	landlock_abi = versions[_i].abi;
	lacks_close_range = _i % 2;
	confine_child(&(struct confine_plan){.first_closed_fd = FIRST_CLOSED, .data_folder = ""}, 0, 0);
	ck_assert_str_eq(seen->err.text, "cannot create a Landlock ruleset: No space left on device");
	ck_assert_uint_eq(seen->ruleset[0], versions[_i].files);
	ck_assert_uint_eq(seen->ruleset[1], versions[_i].network);
	ck_assert_uint_eq(seen->ruleset[2], versions[_i].scopes);
	ck_assert(seen->is_open[0] && !seen->is_open[1]);
}
END_TEST

/* Without Landlock it fails, unless weaker sandboxes are allowed. */
START_TEST(landlock_may_be_missing)
{
	landlock_abi = 0;
	confine_child(&(struct confine_plan){.first_closed_fd = FIRST_CLOSED, .data_folder = ""}, 0, 0);
	ck_assert_msg(strncmp(seen->err.text, "this kernel has no Landlock", 27) == 0, "%s", seen->err.text);
}
END_TEST

static const struct {
	bool makes_copies;
	uint64_t memory;
	rlim_t most_files, most_memory; /* of the shell; 0: as they are */
	rlim_t files;  /* what is left */
	bool is_refused;
} resources[] = {
	{false, (uint64_t)900 << 20, 0, 0, FIRST_CLOSED + 16, false},
	{true, (uint64_t)900 << 20, 0, 0, FIRST_CLOSED + 16, false},
	{false, 0, 0, 0, FIRST_CLOSED + 16, false}, {false, 0, FIRST_CLOSED + 16, 0, FIRST_CLOSED + 16, false},
	{false, 0, FIRST_CLOSED + 15, 0, FIRST_CLOSED + 15, false}, /* a lower limit of the shell stays */
	{false, (uint64_t)900 << 20, 0, (rlim_t)900 << 20, FIRST_CLOSED + 16, false},
	{false, (uint64_t)900 << 20, 0, (rlim_t)899 << 20, 0, true},
};

START_TEST(resources_are_limited)
{
	static const int none[] = {RLIMIT_CORE, RLIMIT_FSIZE, RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE};
	struct rlimit processes, memory;
	ck_assert(getrlimit(RLIMIT_NPROC, &processes) == 0 && getrlimit(RLIMIT_AS, &memory) == 0);
	landlock_abi = 0;
	const struct confine_plan plan = {
		.memory = resources[_i].memory, .first_closed_fd = FIRST_CLOSED, .data_folder = "", .allows_weak = true,
		.makes_copies = resources[_i].makes_copies,
	};
	confine_child(&plan, resources[_i].most_files, resources[_i].most_memory);
#ifndef ARENA_SANITIZED
	if (resources[_i].is_refused) {
		ck_assert_str_eq(seen->err.text,
				 "the limit on address space (ulimit -v) is 899 MB, but a robot needs 900: raise "
				 "it, or lower --memory");
		return;
	}
	ck_assert_uint_eq(seen->limits[RLIMIT_AS].rlim_max,
			  resources[_i].memory ? resources[_i].memory : memory.rlim_max);
#endif
	ck_assert_str_eq(seen->err.text, "cannot install the seccomp filter: Bad address");
	for (int i = 0; i < COUNT(none); i++)
		ck_assert(seen->limits[none[i]].rlim_cur == 0 && seen->limits[none[i]].rlim_max == 0);
	ck_assert_uint_eq(seen->limits[RLIMIT_NPROC].rlim_max, plan.makes_copies ? processes.rlim_max : 0);
	ck_assert_uint_eq(seen->limits[RLIMIT_NOFILE].rlim_cur, resources[_i].files);
	ck_assert_uint_eq(seen->limits[RLIMIT_NOFILE].rlim_max, resources[_i].files);
}
END_TEST

/* The privileges of root are gone too, so a folder that cannot be read is an error before the robot needs it. */
START_TEST(data_must_be_readable)
{
	landlock_abi = 0;
	ck_assert(mkdir("data", 0700) == 0 && mkdir("closed", 0) == 0);
	const struct confine_plan open_data = {.first_closed_fd = FIRST_CLOSED, .data_folder = "data",
		.allows_weak = true};
	confine_child(&open_data, 0, 0);
	ck_assert_str_eq(seen->err.text, "cannot install the seccomp filter: Bad address");
	const struct confine_plan closed = {.first_closed_fd = FIRST_CLOSED, .data_folder = "closed",
		.allows_weak = true};
	confine_child(&closed, 0, 0);
	ck_assert_msg(strncmp(seen->err.text, "the sandbox cannot read 'closed', the data folder of a robot. ",
			      62) == 0, "%s", seen->err.text);
	ck_assert_int_eq(chmod("closed", 0700), 0);
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 60,
	TEST(what_is_printed_is_kept),
	LOOP(stat_follows_the_rules_of_open, 0, COUNT(stats)),
	TEST(stat_of_a_descriptor),
	LOOP(signals_to_itself_are_recognised, 0, COUNT(signals)),
	TEST(it_may_ask_for_its_processors),
	TEST(other_calls_fail),
	LOOP(landlock_is_needed, 0, COUNT(kernels)),
	LOOP(every_right_to_files_is_given_up, 0, COUNT(versions)),
	TEST(landlock_may_be_missing),
	LOOP(resources_are_limited, 0, COUNT(resources)),
	TEST(data_must_be_readable))
