/* filter.c - the system calls that a confined program may not make (filter.h). */
#include "robot/program/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* The library (Makefile). */
__asm__(".pushsection .rodata\n"
	"preload_bytes: .incbin \"" ARENA_BUILD "/join.so\"\n"
	"preload_bytes_end:\n"
	".popsection");
extern const char preload_bytes[], preload_bytes_end[];

/* The kernel uses only the lower half of an int argument. */
#define INT_IS(argument, value) SCMP_CMP64(argument, SCMP_CMP_MASKED_EQ, UINT32_MAX, (uint32_t)(value))

static int refuse_int(scmp_filter_ctx filter, int call, unsigned argument, int value, int answer)
{
	struct scmp_arg_cmp is = INT_IS(argument, value);
	return seccomp_rule_add_array(filter, SCMP_ACT_ERRNO((uint32_t)answer), call, 1, &is);
}

/* A shared futex is identified by its page, and all processes have the pages of libc. Waiting there fails with an error
 * that makes callers retry; waking wakes none. */
static int refuse_shared_futexes(scmp_filter_ctx filter, int call)
{
	enum { KIND = 0x7f | FUTEX_PRIVATE_FLAG };
	static const struct {
		unsigned operation;
		uint32_t answer;
	} shared[] = {
		{FUTEX_WAIT, EAGAIN}, {FUTEX_WAIT_BITSET, EAGAIN}, {FUTEX_WAKE, 0}, {FUTEX_WAKE_BITSET, 0}, {FUTEX_FD, ENOSYS},
		{FUTEX_REQUEUE, ENOSYS}, {FUTEX_CMP_REQUEUE, ENOSYS}, {FUTEX_WAKE_OP, ENOSYS}, {FUTEX_LOCK_PI, ENOSYS},
		{FUTEX_UNLOCK_PI, ENOSYS}, {FUTEX_TRYLOCK_PI, ENOSYS}, {FUTEX_WAIT_REQUEUE_PI, ENOSYS},
		{FUTEX_CMP_REQUEUE_PI, ENOSYS}, {FUTEX_LOCK_PI2, ENOSYS},
	};
	int failed = 0;
	for (size_t i = 0; i < COUNT(shared) && !failed; i++) {
		struct scmp_arg_cmp is = SCMP_CMP64(1, SCMP_CMP_MASKED_EQ, KIND, shared[i].operation);
		failed = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(shared[i].answer), call, 1, &is);
	}
	return failed;
}

static int refuse_locks(scmp_filter_ctx filter, int call)
{
	static const int locks[] = {F_GETLK, F_SETLK, F_SETLKW, F_OFD_GETLK, F_OFD_SETLK, F_OFD_SETLKW};
	static const int others[] = {F_SETLEASE, F_GETLEASE, F_NOTIFY, F_SETPIPE_SZ};
	/* The kernel keeps such a hint with the file, as long as the file is in its memory. */
	static const int hints[] = {F_GET_RW_HINT, F_SET_RW_HINT, F_GET_FILE_RW_HINT, F_SET_FILE_RW_HINT};
	int failed = 0;
	for (size_t i = 0; i < COUNT(locks) && !failed; i++)
		failed = refuse_int(filter, call, 1, locks[i], ENOLCK);
	for (size_t i = 0; i < COUNT(others) && !failed; i++)
		failed = refuse_int(filter, call, 1, others[i], EPERM);
	for (size_t i = 0; i < COUNT(hints) && !failed; i++)
		failed = refuse_int(filter, call, 1, hints[i], EINVAL);
	return failed;
}

static int refuse_clone_flags(scmp_filter_ctx filter, int call)
{
	static const uint64_t spaces[] = {
		CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET,
		CLONE_PIDFD, /* such descriptors are numbered for all processes together */
	};
	int failed = 0;
	for (size_t i = 0; i < COUNT(spaces) && !failed; i++) {
		struct scmp_arg_cmp has = SCMP_CMP64(0, SCMP_CMP_MASKED_EQ, spaces[i], spaces[i]);
		failed = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), call, 1, &has);
	}
	return failed;
}

/* The kernel numbers sockets, for all processes together. */
static int refuse_numbers(scmp_filter_ctx filter, int call)
{
	enum { NETWORK_COOKIE = 71 /* SO_NETNS_COOKIE */ };
	int failed = refuse_int(filter, call, 2, SO_COOKIE, ENOPROTOOPT);
	return failed ? failed : refuse_int(filter, call, 2, NETWORK_COOKIE, ENOPROTOOPT);
}

/* And mounts, of which this number is never used again. */
static int refuse_mount_number(scmp_filter_ctx filter, int call)
{
	enum { MASK = 3, UNIQUE = 0x4000 /* STATX_MNT_ID_UNIQUE */ };
	struct scmp_arg_cmp has = SCMP_CMP64(MASK, SCMP_CMP_MASKED_EQ, UNIQUE, UNIQUE);
	return seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EINVAL), call, 1, &has);
}

static int refuse_advice(scmp_filter_ctx filter, int call)
{
	static const int advice[] = {MADV_MERGEABLE, MADV_WILLNEED, 20 /* COLD */, 21 /* PAGEOUT */, 25 /* COLLAPSE */};
	int failed = 0;
	for (size_t i = 0; i < COUNT(advice) && !failed; i++)
		failed = refuse_int(filter, call, 2, advice[i], EINVAL);
	return failed;
}

/* Pages of files would stay on the node of memory to which they are moved. */
static int refuse_moving(scmp_filter_ctx filter, int call)
{
	enum { FLAGS = 5, MOVE = 2 /* MPOL_MF_MOVE */ };
	struct scmp_arg_cmp has = SCMP_CMP64(FLAGS, SCMP_CMP_MASKED_EQ, MOVE, MOVE);
	return seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), call, 1, &has);
}

static int refuse_merging(scmp_filter_ctx filter, int call)
{
	enum { SET_MEMORY_MERGE = 67 };
	return refuse_int(filter, call, 0, SET_MEMORY_MERGE, EINVAL);
}

/* It would tell whether a page of a file is in memory. */
static int refuse_no_wait(scmp_filter_ctx filter, int call)
{
	enum { FLAGS = 5, NO_WAIT = 0x8 /* RWF_NOWAIT */ };
	struct scmp_arg_cmp has = SCMP_CMP64(FLAGS, SCMP_CMP_MASKED_EQ, NO_WAIT, NO_WAIT);
	return seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EOPNOTSUPP), call, 1, &has);
}

/* Of the requests to devices and files, those that runtimes make. Others tell of what the kernel keeps with a file, such as
 * EXT4_IOC_GET_ES_CACHE, or type into a terminal (TIOCSTI). */
static const uint32_t requests[] = {TCGETS, TIOCGWINSZ, TIOCGPGRP, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX};

static int refused_before(scmp_filter_ctx filter, int call)
{
	return filter && call ? 0 : -EINVAL; /* refuse_first */
}

/* With the network: none but that and the local kinds. */
static int refuse_families(scmp_filter_ctx filter, int call)
{
	static const int known[] = {AF_UNIX, AF_INET, AF_INET6, AF_NETLINK};
	struct scmp_arg_cmp above = SCMP_CMP64(0, SCMP_CMP_GT, AF_NETLINK, 0);
	int failed = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EAFNOSUPPORT), call, 1, &above);
	for (int family = 0; family < AF_NETLINK && !failed; family++) {
		bool is_known = false;
		for (size_t i = 0; i < COUNT(known); i++)
			is_known |= known[i] == family;
		if (!is_known)
			failed = refuse_int(filter, call, 0, family, EAFNOSUPPORT);
	}
	return failed;
}

/* A socket for datagrams can be sent to any path or name, even if it was made as one of a pair. The kernel also makes one if asked
 * for a raw local socket. */
static int refuse_pairs(scmp_filter_ctx filter, int call)
{
	enum { TYPES = 0xf };
	static const int types[] = {SOCK_DGRAM, SOCK_RAW};
	struct scmp_arg_cmp above = SCMP_CMP64(0, SCMP_CMP_GT, AF_UNIX, 0);
	int failed = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EACCES), call, 1, &above);
	for (size_t i = 0; i < COUNT(types) && !failed; i++) {
		struct scmp_arg_cmp is = SCMP_CMP64(1, SCMP_CMP_MASKED_EQ, TYPES, (uint64_t)types[i]);
		failed = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EACCES), call, 1, &is);
	}
	return failed;
}

/* Refuses all, but not of a program with the network (add_all). */
static int without_network(scmp_filter_ctx filter, int call)
{
	return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EACCES), call, 0);
}

static const struct {
	const char *name;
	int answer;                 /* if all of it is refused */
	int (*refuse)(scmp_filter_ctx filter, int call); /* NULL: all */
	const char *arguments;      /* NULL: all */
} calls[] = {
#include "robot/program/calls.inc" /* from calls.txt (Makefile) */
};

/* The rules that answer in several ways. */
static const struct {
	int (*refuse)(scmp_filter_ctx filter, int call);
	const char *answers;
} several[] = {
	{refuse_shared_futexes, "to wait EAGAIN, to wake 0, else ENOSYS"},
	{refuse_locks, "ENOLCK, EPERM or EINVAL"},
};

const char *program_filter_call(size_t i, const char **arguments, const char **answer)
{
	if (i >= COUNT(calls))
		return NULL;
	*arguments = calls[i].arguments ? calls[i].arguments : "all";
	*answer = strerrorname_np(calls[i].answer);
	for (size_t k = 0; k < COUNT(several); k++)
		if (calls[i].refuse == several[k].refuse)
			*answer = several[k].answers;
	return calls[i].name;
}

/* cargo and go lock what they keep from build to build, and make compares times. */
static bool is_of_builds(const char *name)
{
	static const char *const names[] = {"fcntl", "flock", "utime", "utimes", "futimesat", "utimensat"};
	for (size_t i = 0; i < COUNT(names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static int add_all(scmp_filter_ctx filter, enum program_filter_for whom)
{
	bool has_network = whom == PROGRAM_FILTER_NETWORK;
	int failed = 0;
	for (size_t i = 0; i < COUNT(calls) && !failed; i++) {
		int call = seccomp_syscall_resolve_name(calls[i].name);
		bool is_left_out = calls[i].refuse == (has_network ? without_network : refuse_families);
		is_left_out |= whom == PROGRAM_FILTER_BUILD && is_of_builds(calls[i].name);
		if (call == __NR_SCMP_ERROR || is_left_out)
			continue;
		failed = calls[i].refuse ? calls[i].refuse(filter, call) :
			 seccomp_rule_add(filter, SCMP_ACT_ERRNO((uint32_t)calls[i].answer), call, 0);
		if (failed == -EDOM || failed == -EFAULT)
			failed = 0; /* not on this architecture */
	}
	/* Memory that no process maps counts for none of them, and a build has up to 128 with many files each. */
	if (whom == PROGRAM_FILTER_BUILD && !failed)
		failed = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(memfd_create), 0);
	return failed;
}

/* A list of what is refused knows nothing of calls that are newer, such as the shared futexes of Linux 6.7 (futex_wait,
 * futex_wake). So to a program they do not exist, as on an older kernel. The library has no rule for a range, nor for all but a few
 * values: these come before what it makes. Non-zero: a negative errno. */
static int refuse_first(int fd, bool has_network)
{
	enum { FIRST_NEWER = 451, /* the same on all architectures */ N = COUNT(requests), NETWORK = 0x8900 };
	struct sock_filter rules[8 + N] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_NEWER, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, N + 4),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[1])), /* its lower half */
	};
	for (size_t i = 0; i < N; i++)
		rules[5 + i] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, requests[i], (uint8_t)(N - i + 2), 0);
	rules[5 + N] = (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, has_network ? ~UINT32_C(0xff) : 0);
	rules[6 + N] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, NETWORK, 1, 0); /* of interfaces (SIOCGIFCONF) */
	rules[7 + N] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOTTY);
	return write(fd, rules, sizeof rules) == (ssize_t)sizeof rules ? 0 : -errno;
}

int program_filter(enum program_filter_for whom, struct err *err)
{
	int fd = memfd_create("arena-filter", MFD_CLOEXEC);
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
	int failed = fd < 0 ? -errno : !filter ? -ENOMEM : seccomp_syscall_priority(filter, SCMP_SYS(futex), UINT8_MAX);
	if (!failed)
		failed = add_all(filter, whom);
	if (!failed)
		failed = refuse_first(fd, whom == PROGRAM_FILTER_NETWORK);
	if (!failed)
		failed = seccomp_export_bpf(filter, fd);
	if (filter)
		seccomp_release(filter);
	if (!failed && lseek(fd, 0, SEEK_SET) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return err_set(err, EXIT_WORLD, "cannot make the filter of system calls of a program: %s", strerror(-failed));
}

int program_preload(struct err *err)
{
	size_t n = (size_t)(preload_bytes_end - preload_bytes);
	int fd = memfd_create("arena-preload", MFD_CLOEXEC);
	if (fd >= 0 && write(fd, preload_bytes, n) == (ssize_t)n && lseek(fd, 0, SEEK_SET) == 0)
		return fd;
	err_errno(err, "cannot make the library that is preloaded into programs");
	if (fd >= 0)
		close(fd);
	return -1;
}
