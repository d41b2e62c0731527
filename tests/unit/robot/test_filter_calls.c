/* test_filter_calls.c - what the filters answer to a system call with these arguments: the instructions are carried out
 * here as the kernel does it, for each phase of a .so and each kind of program. */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "robot/channel.h"
#include "robot/call_list.h"
#include "robot/program/filter.h"
#include "robot/so/filter.h"
#include "robot/so/permit.h"
#include "robot/so/runner_file.h"

/* ---- the kernel's part ------------------------------------------------------------------- */

static bool is_true(const struct sock_filter *rule, uint32_t value)
{
	switch (BPF_OP(rule->code)) {
	case BPF_JEQ: return value == rule->k;
	case BPF_JGE: return value >= rule->k;
	case BPF_JGT: return value > rule->k;
	case BPF_JSET: return value & rule->k;
	}
	ck_abort_msg("a jump of code %#x", rule->code);
}

/* What a filter returns for a call. */
static uint32_t answer_of(const struct sock_filter *rules, size_t n, const struct seccomp_data *data)
{
	uint32_t value = 0, loaded;
	for (size_t at = 0; at < n; at++) {
		const struct sock_filter *rule = &rules[at];
		if (rule->code == (BPF_LD | BPF_W | BPF_ABS)) {
			ck_assert_uint_le(rule->k, sizeof *data - sizeof loaded);
			memcpy(&loaded, (const char *)data + rule->k, sizeof loaded);
			value = loaded;
		} else if (rule->code == (BPF_ALU | BPF_AND | BPF_K)) {
			value &= rule->k;
		} else if (rule->code == (BPF_JMP | BPF_JA)) {
			at += rule->k;
		} else if (BPF_CLASS(rule->code) == BPF_JMP && BPF_SRC(rule->code) == BPF_K) {
			at += is_true(rule, value) ? rule->jt : rule->jf;
		} else if (rule->code == (BPF_RET | BPF_K)) {
			return rule->k;
		} else {
			ck_abort_msg("an instruction of code %#x", rule->code);
		}
	}
	ck_abort_msg("a filter without an end");
}

static struct seccomp_data call_of(const char *name, const uint64_t args[6])
{
	struct seccomp_data data = {.nr = seccomp_syscall_resolve_name(name), .arch = seccomp_arch_native()};
	memcpy(data.args, args, sizeof data.args);
	return data;
}

/* ---- a .so ------------------------------------------------------------------------------- */

static const enum filter_phase phases[] = {FILTER_LOADING, FILTER_PLAYING, FILTER_LOADING_TEMPLATE, FILTER_WAITING};

#define AT(member) (FILTER_CHANNEL_AT + offsetof(struct channel, member))
#define END FILTER_CHANNEL_END
#define HIGH (UINT64_C(1) << 32) /* beyond what the kernel reads of an int */
#define ALL "yyyy"
#define LATER "tyty"   /* refused while it loads, whose filter remains in force */
#define EARLIER "ytyt"
#define NEVER "tttt"

/* What happens in each phase: the call is allowed (y), trapped (t), or an error (e). */
static const struct {
	const char *name;
	uint64_t args[6];
	const char *answers;
} so_calls[] = {
	{"futex", {END, FUTEX_WAIT_PRIVATE}, ALL}, {"futex", {END, FUTEX_WAKE_PRIVATE}, ALL},
	{"futex", {END, FUTEX_WAIT_BITSET_PRIVATE}, ALL},
	{"futex", {END, FUTEX_WAIT_BITSET_PRIVATE | FUTEX_CLOCK_REALTIME}, ALL},
	{"futex", {END, FUTEX_WAKE_BITSET_PRIVATE}, ALL}, {"futex", {END, FUTEX_CMP_REQUEUE_PRIVATE}, ALL},
	{"futex", {END, FUTEX_WAIT}, LATER}, {"futex", {END, FUTEX_WAKE}, LATER},
	{"futex", {END, FUTEX_LOCK_PI_PRIVATE}, LATER}, {"futex", {END, FUTEX_WAIT_BITSET}, LATER},
	{"futex", {END, HIGH | FUTEX_WAIT_PRIVATE}, LATER}, {"futex", {AT(batch), FUTEX_WAIT}, ALL},
	{"futex", {AT(batch) + 31 * CHANNEL_STRIDE, FUTEX_WAIT}, ALL},
	{"futex", {AT(batch) + 32 * CHANNEL_STRIDE, FUTEX_WAIT}, LATER}, {"futex", {AT(batch) + 4, FUTEX_WAIT}, LATER},
	{"futex", {AT(batch), FUTEX_WAKE}, LATER}, {"futex", {HIGH | AT(batch), FUTEX_WAIT}, LATER},
	{"futex", {AT(done_batch), FUTEX_WAKE}, ALL}, {"futex", {AT(done_batch) + CHANNEL_STRIDE, FUTEX_WAKE}, ALL},
	{"futex", {AT(done_batch), FUTEX_WAIT}, LATER}, {"futex", {AT(state), FUTEX_WAKE}, ALL},
	{"futex", {AT(state), FUTEX_WAIT}, LATER}, {"futex", {AT(n_done), FUTEX_WAKE}, LATER},

	{"futex", {END, FUTEX_WAIT_BITSET_PRIVATE, 0, END}, LATER},
	{"futex", {END, FUTEX_WAIT_BITSET_PRIVATE | FUTEX_CLOCK_REALTIME, 0, END}, LATER},

	{"clock_gettime", {CLOCK_REALTIME}, LATER}, {"clock_gettime", {CLOCK_MONOTONIC}, LATER},
	{"clock_gettime", {CLOCK_PROCESS_CPUTIME_ID}, ALL}, {"clock_gettime", {CLOCK_THREAD_CPUTIME_ID}, ALL},
	{"clock_gettime", {CLOCK_MONOTONIC_RAW}, LATER}, {"clock_getres", {CLOCK_REALTIME_COARSE}, ALL},
	{"clock_getres", {CLOCK_MONOTONIC_COARSE}, ALL}, {"clock_nanosleep", {CLOCK_BOOTTIME}, ALL},
	{"clock_gettime", {CLOCK_TAI}, LATER}, {"clock_nanosleep", {CLOCK_BOOTTIME, TIMER_ABSTIME}, LATER},
	{"timerfd_gettime", {1}, ALL}, {"timerfd_gettime", {0}, LATER},
	{"gettimeofday", {END}, NEVER}, {"time", {END}, NEVER}, {"times", {END}, NEVER}, {"fstat", {1, END}, NEVER},
	{"clock_gettime", {8}, LATER}, {"clock_gettime", {9}, LATER}, {"clock_gettime", {10}, LATER},
	{"clock_gettime", {12}, LATER},
	{"clock_gettime", {(uint64_t)-6}, LATER}, {"clock_getres", {(uint32_t)-6}, LATER},
	{"clock_nanosleep", {HIGH}, LATER}, {"clock_nanosleep", {(uint64_t)-6}, LATER},
	{"sched_getaffinity", {0}, ALL}, {"sched_getaffinity", {1}, LATER}, {"sched_getaffinity", {HIGH}, LATER},

	{"mmap", {0, 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS}, ALL},
	{"mmap", {0, 1, PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS}, EARLIER},
	{"mmap", {0, 1, PROT_READ, MAP_PRIVATE}, EARLIER},
	{"mmap", {0, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED}, LATER},
	{"mmap", {1, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS}, LATER},
	{"mmap", {END - 1, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS}, LATER},
	{"mmap", {END, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED}, ALL},
	{"mmap", {END, 1, PROT_EXEC, MAP_PRIVATE}, EARLIER},
	{"munmap", {END}, ALL}, {"munmap", {END - 1}, LATER}, {"munmap", {0}, LATER},
	{"mremap", {END, 0, 0, 0}, ALL}, {"mremap", {END, 0, 0, MREMAP_MAYMOVE}, ALL},
	{"mremap", {END - 1, 0, 0, 0}, LATER},
	{"mremap", {END, 0, 0, MREMAP_MAYMOVE | MREMAP_FIXED}, LATER},
	{"mprotect", {END, 1, PROT_READ | PROT_WRITE}, ALL}, {"mprotect", {END, 1, PROT_EXEC}, EARLIER},
	{"mprotect", {END, 1, PROT_READ | PROT_EXEC}, EARLIER}, {"mprotect", {END - 1, 1, PROT_READ}, "ytyy"},
	{"mprotect", {END - 1, 1, PROT_EXEC}, EARLIER},
	{"madvise", {END, 1, MADV_NORMAL}, ALL}, {"madvise", {END, 1, MADV_DONTNEED}, ALL},
	{"madvise", {END, 1, MADV_FREE}, ALL}, {"madvise", {END, 1, MADV_HUGEPAGE}, ALL},
	{"madvise", {END, 1, MADV_NOHUGEPAGE}, ALL}, {"madvise", {END, 1, MADV_DONTDUMP}, ALL},
	{"madvise", {END, 1, MADV_DODUMP}, ALL}, {"madvise", {END, 1, MADV_MERGEABLE}, LATER},
	{"madvise", {END, 1, MADV_WILLNEED}, LATER},
	{"madvise", {END, 1, 20}, LATER}, {"madvise", {END, 1, 21}, LATER},
	{"madvise", {END, 1, HIGH | MADV_FREE}, LATER},

	{"openat", {0, END, O_RDONLY}, EARLIER}, {"openat", {0, END, O_RDONLY | O_CLOEXEC | O_DIRECTORY}, EARLIER},
	{"openat", {0, END, O_WRONLY}, NEVER}, {"openat", {0, END, O_RDWR}, NEVER}, {"openat", {0, END, O_PATH}, NEVER},
	{"openat", {0, END, O_CREAT}, NEVER}, {"openat", {0, END, O_TRUNC}, NEVER},
	{"fcntl", {9, F_GETFD}, EARLIER}, {"fcntl", {9, F_SETFD}, EARLIER}, {"fcntl", {9, F_GETFL}, EARLIER},
	{"fcntl", {9, F_ADD_SEALS}, EARLIER}, {"fcntl", {9, F_SETFL}, NEVER}, {"fcntl", {9, F_DUPFD}, NEVER},
	{"fcntl", {9, F_SETLK}, NEVER},
	{"fcntl", {9, F_GETLK}, NEVER}, {"fcntl", {9, HIGH | F_GETFD}, NEVER},
	{"prlimit64", {0, 7, 0, END}, EARLIER}, {"prlimit64", {1, 7, 0, END}, NEVER},
	{"prlimit64", {0, 7, END, 0}, NEVER},

	{"prctl", {PR_SET_SECCOMP, SECCOMP_MODE_FILTER, FILTER_PROGRAM_AT(FILTER_PLAYING)}, "ytyy"},
	{"prctl", {PR_SET_SECCOMP, SECCOMP_MODE_FILTER, FILTER_PROGRAM_AT(FILTER_WAITING)}, "ttyt"},
	{"prctl", {PR_SET_SECCOMP, SECCOMP_MODE_FILTER, FILTER_PROGRAM_AT(FILTER_LOADING)}, NEVER},
	{"prctl", {PR_SET_SECCOMP, SECCOMP_MODE_FILTER, END}, NEVER},
	{"prctl", {PR_SET_SECCOMP, SECCOMP_MODE_STRICT, FILTER_PROGRAM_AT(FILTER_PLAYING)}, NEVER},
	{"prctl", {PR_SET_PDEATHSIG, SECCOMP_MODE_FILTER, FILTER_PROGRAM_AT(FILTER_PLAYING)}, NEVER},
	{"seccomp", {SECCOMP_SET_MODE_FILTER, 0, FILTER_PROGRAM_AT(FILTER_PLAYING)}, "ytyy"},
	{"seccomp", {SECCOMP_SET_MODE_FILTER, 0, FILTER_PROGRAM_AT(FILTER_WAITING)}, "ttyt"},
	{"seccomp", {SECCOMP_SET_MODE_FILTER, 1, FILTER_PROGRAM_AT(FILTER_PLAYING)}, NEVER},
	{"seccomp", {SECCOMP_SET_MODE_STRICT, 0, FILTER_PROGRAM_AT(FILTER_PLAYING)}, NEVER},
	{"clone", {PERMIT_FLAGS}, "eeyy"}, {"clone", {0}, "eeee"}, {"clone", {PERMIT_FLAGS | CLONE_VM}, "eeee"},
	{"clone3", {0}, "eeee"},

	{"write", {1}, NEVER}, {"kill", {1, 9}, NEVER}, {"tgkill", {1, 1, 6}, NEVER}, {"socket", {AF_INET}, NEVER},
	{"execve", {END}, NEVER},
	{"ioctl", {0}, NEVER}, {"ptrace", {0}, NEVER}, {"memfd_create", {END}, NEVER}, {"unshare", {0}, NEVER},
	{"setsid", {0}, NEVER},
};

/* Made once for each phase. */
static const struct filter *so_filter(int phase)
{
	static struct filter filters[COUNT(phases)];
	if (!filters[phase].n_rules)
		ck_assert_int_eq(filter_make(&filters[phase], phases[phase]), 0);
	return &filters[phase];
}

static char so_answer(int phase, const struct seccomp_data *data)
{
	const struct filter *filter = so_filter(phase);
	uint32_t answer = answer_of(filter->rules, filter->n_rules, data);
	return answer == SECCOMP_RET_ALLOW ? 'y' : answer == SECCOMP_RET_TRAP ? 't'
		: answer == (SECCOMP_RET_ERRNO | EPERM) ? 'e' : '?';
}

START_TEST(a_so_makes_these_calls)
{
	for (int i = 0; i < COUNT(so_calls); i++) {
		const struct seccomp_data data = call_of(so_calls[i].name, so_calls[i].args);
		char answer = so_answer(_i, &data);
		ck_assert_msg(answer == so_calls[i].answers[_i], "%s(%#llx, %#llx, %#llx, %#llx) in phase %d: %c",
			      so_calls[i].name, (unsigned long long)data.args[0], (unsigned long long)data.args[1],
			      (unsigned long long)data.args[2], (unsigned long long)data.args[3], phases[_i], answer);
	}
}
END_TEST

/* Those with any arguments, as the list says. */
START_TEST(a_so_makes_calls_of_the_list)
{
	const char *name, *arguments;
	bool is_loading = phases[_i] == FILTER_LOADING || phases[_i] == FILTER_LOADING_TEMPLATE;
	int in;
	for (size_t i = 0; (name = filter_call(i, &in, &arguments)) != NULL; i++) {
		struct seccomp_data data = call_of(name, (const uint64_t[6]){END, END, END, END, END, END});
		bool is_in = in & (is_loading ? FILTER_LOADING : FILTER_PLAYING);
		if (strcmp(arguments, "any") == 0 && data.nr >= 0)
			ck_assert_msg(so_answer(_i, &data) == (is_in ? 'y' : 't'), "%s", name);
		data.arch ^= 1; /* of another machine */
		ck_assert_int_eq(so_answer(_i, &data), '?');
	}
}
END_TEST

/* ---- a program --------------------------------------------------------------------------- */

enum { OK = -1, MOST_RULES = 4096 };

#define EACH(answer) {answer, answer, answer}

/* What happens for each value of enum program_filter_for: the call is allowed, fails with an errno, or (0) succeeds
 * without effect. */
static const struct {
	const char *name;
	uint64_t args[6];
	int answers[3];
} program_calls[] = {
	{"futex", {END, FUTEX_WAIT_PRIVATE}, EACH(OK)}, {"futex", {END, FUTEX_LOCK_PI_PRIVATE}, EACH(OK)},
	{"futex", {END, FUTEX_WAIT}, EACH(EAGAIN)}, {"futex", {END, FUTEX_WAIT | FUTEX_CLOCK_REALTIME}, EACH(EAGAIN)},
	{"futex", {END, HIGH | FUTEX_WAIT}, EACH(EAGAIN)}, {"futex", {END, FUTEX_WAKE}, EACH(0)},
	{"futex", {END, FUTEX_FD}, EACH(ENOSYS)},
	{"futex", {END, FUTEX_REQUEUE}, EACH(ENOSYS)}, {"futex", {END, FUTEX_CMP_REQUEUE}, EACH(ENOSYS)},
	{"futex", {END, FUTEX_WAKE_OP}, EACH(ENOSYS)}, {"futex", {END, FUTEX_LOCK_PI}, EACH(ENOSYS)},
	{"futex", {END, FUTEX_UNLOCK_PI}, EACH(ENOSYS)}, {"futex", {END, FUTEX_TRYLOCK_PI}, EACH(ENOSYS)},
	{"futex", {END, FUTEX_WAIT_BITSET}, EACH(EAGAIN)}, {"futex", {END, FUTEX_WAKE_BITSET}, EACH(0)},
	{"futex", {END, FUTEX_WAIT_REQUEUE_PI}, EACH(ENOSYS)}, {"futex", {END, FUTEX_CMP_REQUEUE_PI}, EACH(ENOSYS)},
	{"futex", {END, 13}, EACH(ENOSYS)},

	{"fcntl", {9, F_GETFD}, EACH(OK)}, {"fcntl", {9, F_DUPFD_CLOEXEC}, EACH(OK)},
	{"fcntl", {9, F_SETLK}, {ENOLCK, ENOLCK, OK}}, {"fcntl", {9, F_SETLKW}, {ENOLCK, ENOLCK, OK}},
	{"fcntl", {9, F_GETLK}, {ENOLCK, ENOLCK, OK}}, {"fcntl", {9, 36}, {ENOLCK, ENOLCK, OK}},
	{"fcntl", {9, 37}, {ENOLCK, ENOLCK, OK}}, {"fcntl", {9, 38}, {ENOLCK, ENOLCK, OK}},
	{"fcntl", {9, HIGH | F_SETLK}, {ENOLCK, ENOLCK, OK}}, {"fcntl", {9, F_SETLEASE}, {EINVAL, EINVAL, OK}},
	{"fcntl", {9, F_GETLEASE}, {EINVAL, EINVAL, OK}}, {"fcntl", {9, F_NOTIFY}, {EINVAL, EINVAL, OK}},
	{"fcntl", {9, F_SETPIPE_SZ}, {EINVAL, EINVAL, OK}}, {"fcntl", {9, F_GETPIPE_SZ}, EACH(OK)},
	{"fcntl", {9, 1035}, {EINVAL, EINVAL, OK}}, {"fcntl", {9, 1036}, {EINVAL, EINVAL, OK}},
	{"fcntl", {9, 1037}, {EINVAL, EINVAL, OK}},
	{"fcntl", {9, 1038}, {EINVAL, EINVAL, OK}},
	{"flock", {9}, {ENOLCK, ENOLCK, OK}}, {"utime", {END}, {EPERM, EPERM, OK}},
	{"utimes", {END}, {EPERM, EPERM, OK}}, {"futimesat", {END}, {EPERM, EPERM, OK}},
	{"utimensat", {END}, {EPERM, EPERM, OK}}, {"memfd_create", {END, 0}, {OK, OK, ENOSYS}},

	{"clone", {CLONE_VM | CLONE_THREAD}, EACH(OK)}, {"clone", {CLONE_NEWNS}, EACH(EPERM)},
	{"clone", {CLONE_NEWCGROUP}, EACH(EPERM)}, {"clone", {CLONE_NEWUTS}, EACH(EPERM)},
	{"clone", {CLONE_NEWIPC}, EACH(EPERM)}, {"clone", {CLONE_NEWUSER}, EACH(EPERM)},
	{"clone", {CLONE_NEWPID}, EACH(EPERM)}, {"clone", {CLONE_NEWNET}, EACH(EPERM)},
	{"clone", {CLONE_VM | CLONE_NEWNET}, EACH(EPERM)},
	{"clone", {CLONE_VM | CLONE_PIDFD}, EACH(EPERM)},
	{"ioctl", {0, TIOCSTI}, EACH(ENOTTY)}, {"ioctl", {0, 0x541c}, EACH(ENOTTY)},
	{"ioctl", {0, HIGH | TIOCSTI}, EACH(ENOTTY)},
	{"ioctl", {0, 0xc020662a /* EXT4_IOC_GET_ES_CACHE */}, EACH(ENOTTY)}, {"ioctl", {0, FIONREAD}, EACH(OK)},
	{"ioctl", {0, TCGETS}, EACH(OK)}, {"ioctl", {TCGETS, 0}, EACH(ENOTTY)},
	{"ioctl", {0, HIGH | FIOCLEX}, EACH(OK)}, {"ioctl", {0, SIOCGIFCONF}, {ENOTTY, OK, ENOTTY}},
	{"ioctl", {0, FIONCLEX}, EACH(OK)}, {"getsockopt", {0, SOL_SOCKET, SO_COOKIE}, EACH(ENOPROTOOPT)},
	{"getsockopt", {0, SOL_SOCKET, 71}, EACH(ENOPROTOOPT)},
	{"getsockopt", {SO_COOKIE, SOL_SOCKET, SO_TYPE}, EACH(OK)},
	{"statx", {0, 0, 0, 0x4fff}, EACH(EINVAL)}, {"statx", {0, 0, 0, 0x1fff}, EACH(OK)},
	{"madvise", {END, 1, MADV_MERGEABLE}, EACH(EINVAL)}, {"madvise", {END, 1, MADV_WILLNEED}, EACH(EINVAL)},
	{"madvise", {END, 1, 25}, EACH(EINVAL)},
	{"mbind", {END, 1, 0, 0, 0, 2}, EACH(ENOSYS)}, {"mbind", {END, 1, 0, 0, 0, 1}, EACH(OK)},
	{"io_setup", {1}, EACH(ENOSYS)},
	{"madvise", {END, 1, 20}, EACH(EINVAL)}, {"madvise", {END, 1, 21}, EACH(EINVAL)},
	{"madvise", {END, 1, MADV_DONTNEED}, EACH(OK)},
	{"prctl", {67}, EACH(EINVAL)}, {"prctl", {PR_SET_NAME}, EACH(OK)}, {"prctl", {68}, EACH(EINVAL)},
	{"prctl", {HIGH | PR_SET_NAME}, EACH(OK)},
	{"preadv2", {0, 0, 0, 0, 0, 8}, EACH(EOPNOTSUPP)}, {"preadv2", {0, 0, 0, 0, 0, 9}, EACH(EOPNOTSUPP)},
	{"preadv2", {8, 8, 8, 8, 8, 7}, EACH(OK)}, {"pwritev2", {0, 0, 0, 0, 0, 8}, EACH(EOPNOTSUPP)},

	{"socket", {AF_UNIX}, {EACCES, OK, EACCES}}, {"socket", {AF_INET}, {EACCES, OK, EACCES}},
	{"socket", {AF_INET6}, {EACCES, OK, EACCES}},
	{"socket", {AF_NETLINK}, {EACCES, OK, EACCES}}, {"socket", {AF_UNSPEC}, {EACCES, EAFNOSUPPORT, EACCES}},
	{"socket", {3}, {EACCES, EAFNOSUPPORT, EACCES}}, {"socket", {15}, {EACCES, EAFNOSUPPORT, EACCES}},
	{"socket", {AF_PACKET}, {EACCES, EAFNOSUPPORT, EACCES}}, {"socket", {AF_VSOCK}, {EACCES, EAFNOSUPPORT, EACCES}},
	{"socket", {HIGH | AF_INET}, {EACCES, OK, EACCES}}, {"connect", {0}, {EACCES, OK, EACCES}},
	{"socketpair", {AF_UNIX, SOCK_STREAM}, EACH(OK)},
	{"socketpair", {AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC}, EACH(EACCES)},
	{"socketpair", {AF_UNIX, SOCK_RAW}, EACH(EACCES)}, {"socketpair", {AF_INET, SOCK_STREAM}, EACH(EACCES)},
	{"socketpair", {AF_UNIX, SOCK_SEQPACKET}, EACH(OK)},
	{"socketpair", {AF_UNIX, SOCK_RDM}, EACH(EACCES)},
	{"socketpair", {HIGH | AF_UNIX, HIGH | SOCK_STREAM}, EACH(OK)},
	{"read", {0}, EACH(OK)}, {"openat", {0}, EACH(OK)}, {"execve", {0}, EACH(OK)}, {"fadvise64", {0}, EACH(0)},
	{"sync", {0}, EACH(0)}, {"getcpu", {0}, EACH(OK)}, {"clone3", {0}, EACH(ENOSYS)}, {"ptrace", {0}, EACH(ENOSYS)},
	{"bpf", {0}, EACH(ENOSYS)}, {"io_uring_setup", {0}, EACH(ENOSYS)}, {"unshare", {0}, EACH(ENOSYS)},
	{"keyctl", {0}, EACH(ENOSYS)}, {"statfs", {END}, {ENOSYS, ENOSYS, OK}}, {"fstatfs", {0}, {ENOSYS, ENOSYS, OK}},
	{"sysinfo", {END}, {ENOSYS, ENOSYS, OK}},
	{"mmap", {0, 1, 1, MAP_PRIVATE | MAP_ANONYMOUS}, EACH(OK)},
	{"mmap", {0, 1, 1, MAP_PRIVATE | MAP_HUGETLB}, EACH(ENOMEM)},
	{"memfd_create", {END, MFD_CLOEXEC | MFD_ALLOW_SEALING}, {OK, OK, ENOSYS}},
	{"memfd_create", {END, MFD_HUGETLB}, EACH(ENOSYS)},
	{"personality", {UINT32_MAX}, EACH(OK)}, {"personality", {ADDR_NO_RANDOMIZE}, EACH(ENOSYS)},
	{"bind", {0}, {EACCES, OK, EACCES}}, {"sendmmsg", {0}, {ENOSYS, OK, ENOSYS}},
	{"setxattr", {END}, EACH(EOPNOTSUPP)},
	{"seccomp", {SECCOMP_SET_MODE_FILTER}, EACH(OK)}, {"seccomp", {SECCOMP_GET_NOTIF_SIZES}, EACH(ENOSYS)},
};

static struct {
	size_t n;
	struct sock_filter rules[MOST_RULES];
} program_rules;

static void make_program_filter(enum program_filter_for whom)
{
	struct err err = {0};
	AUTO_CLOSE int fd = program_filter(whom, &err);
	ck_assert_msg(fd >= 0, "%s", err.text);
	ssize_t size = read(fd, program_rules.rules, sizeof program_rules.rules);
	ck_assert(size > 0 && (size_t)size < sizeof program_rules.rules &&
		  (size_t)size % sizeof *program_rules.rules == 0);
	program_rules.n = (size_t)size / sizeof *program_rules.rules;
}

static int program_answer(const struct seccomp_data *data)
{
	uint32_t answer = answer_of(program_rules.rules, program_rules.n, data);
	if (answer == SECCOMP_RET_ALLOW)
		return OK;
	ck_assert_uint_eq(answer & SECCOMP_RET_ACTION_FULL, SECCOMP_RET_ERRNO);
	return answer & SECCOMP_RET_DATA;
}

START_TEST(programs_are_refused_these_calls)
{
	make_program_filter((enum program_filter_for)_i);
	for (int i = 0; i < COUNT(program_calls); i++) {
		const struct seccomp_data data = call_of(program_calls[i].name, program_calls[i].args);
		if (data.nr < 0)
			continue; /* not on this machine */
		int answer = program_answer(&data);
		ck_assert_msg(answer == program_calls[i].answers[_i], "%s(%#llx, %#llx, %#llx) of kind %d: %d",
			      program_calls[i].name, (unsigned long long)data.args[0], (unsigned long long)data.args[1],
			      (unsigned long long)data.args[2], _i, answer);
	}
}
END_TEST

/* The calls that the list allows with any arguments are allowed; all others do not exist. */
START_TEST(programs_make_calls_of_the_list)
{
	enum { MOST_CALLS = 1000, X32 = 0x40000000 };
	const char *name, *arguments;
	bool is_listed[MOST_CALLS] = {0};
	make_program_filter((enum program_filter_for)_i);
	for (size_t i = 0; (name = program_filter_call(i, &arguments)) != NULL; i++) {
		const struct seccomp_data data = call_of(name, (const uint64_t[6]){0});
		if (data.nr < 0)
			continue; /* not on this machine */
		is_listed[data.nr] = true;
		if (strcmp(arguments, "any") == 0)
			ck_assert_msg(program_answer(&data) == OK, "%s", name);
	}
	struct seccomp_data data = {.arch = seccomp_arch_native()};
	for (; data.nr < MOST_CALLS; data.nr++)
		ck_assert_msg(is_listed[data.nr] || program_answer(&data) == ENOSYS, "call %d", data.nr);
	data.nr = X32;
	ck_assert_int_eq(program_answer(&data), ENOSYS);
	data.nr = 0;
	data.arch ^= 1; /* of another machine */
	ck_assert_int_eq(program_answer(&data), ENOSYS);
}
END_TEST

SUITE(0,
	LOOP(a_so_makes_these_calls, 0, COUNT(phases)),
	LOOP(a_so_makes_calls_of_the_list, 0, COUNT(phases)),
	LOOP(programs_are_refused_these_calls, 0, 3),
	LOOP(programs_make_calls_of_the_list, 0, 3))
