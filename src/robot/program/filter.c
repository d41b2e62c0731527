/* filter.c - the system calls that a confined program may make (filter.h). */
#include "robot/program/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include "base/file.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* The bytes of the preloaded library (Makefile). */
__asm__(".pushsection .rodata\n"
	"preload_bytes: .incbin \"" ARENA_BUILD "/join.so\"\n"
	"preload_bytes_end:\n"
	".popsection");
extern const char preload_bytes[], preload_bytes_end[];

/* The answer to a system call if the bits `mask` of an argument have one of the values. Only the lower half of the
 * argument counts, because the kernel uses only this half of such arguments. */
struct rule {
	int answer; /* ALLOW; an errno; or 0: the call succeeds but does nothing */
	uint32_t argument, mask, n;
	const uint32_t *values; /* values[i], i < n; NULL: any arguments */
};
#define ALLOW (-1)
#define WHOLE UINT32_MAX
#define VALUES(...) (const uint32_t[]){__VA_ARGS__}
#define IF(answer, argument, mask, ...) \
	&(const struct rule){answer, argument, (uint32_t)(mask), COUNT(VALUES(__VA_ARGS__)), VALUES(__VA_ARGS__)}
#define ANSWER(answer) &(const struct rule){answer, 0, 0, 0, NULL}

/* The kinds of processes to which a rule applies, one bit each. */
enum {
	ROBOTS = 1 << PROGRAM_FILTER_ROBOT | 1 << PROGRAM_FILTER_NETWORK,
	NETWORK = 1 << PROGRAM_FILTER_NETWORK,
	BUILDS = 1 << PROGRAM_FILTER_BUILD,
	OFFLINE = 1 << PROGRAM_FILTER_ROBOT | BUILDS,
	ALL = ROBOTS | BUILDS,
};

/* A shared futex is identified by its page, and all processes share the pages of libc. So waiting on a shared futex
 * fails with an error that makes callers retry, and waking does nothing. */
#define FUTEX_KIND (0x7f | FUTEX_PRIVATE_FLAG)

#define MOVES_PAGES 2 /* MPOL_MF_MOVE, refused because other processes could detect to which memory node the pages of a
                       * file were moved */

#define CLONE_FLAGS (CSIGNAL | CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_VFORK | CLONE_PARENT | \
	CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID | \
	CLONE_CHILD_SETTID | CLONE_DETACHED | CLONE_UNTRACED | CLONE_IO)

#define PRCTL_OPTIONS \
	PR_SET_PDEATHSIG, PR_GET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_DUMPABLE, PR_GET_KEEPCAPS, PR_SET_KEEPCAPS, \
	PR_SET_NAME, PR_GET_NAME, PR_GET_SECCOMP, PR_SET_SECCOMP, PR_CAPBSET_READ, PR_CAPBSET_DROP, PR_SET_TIMERSLACK, \
	PR_GET_TIMERSLACK, PR_SET_CHILD_SUBREAPER, PR_GET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, \
	PR_GET_NO_NEW_PRIVS, PR_SET_THP_DISABLE, PR_GET_THP_DISABLE, PR_CAP_AMBIENT, PR_GET_SPECULATION_CTRL, \
	PR_SET_SPECULATION_CTRL, 0x53564d41 /* PR_SET_VMA */

#define SOCKET_OPTIONS \
	SO_TYPE, SO_ERROR, SO_SNDBUF, SO_RCVBUF, SO_REUSEADDR, SO_KEEPALIVE, SO_LINGER, SO_RCVTIMEO, \
	SO_SNDTIMEO, SO_PASSCRED, SO_PEERCRED, SO_ACCEPTCONN, SO_PROTOCOL, SO_DOMAIN

static const struct {
	const char *name;
	int whose;
	const struct rule *rule; /* NULL: allowed */
} calls[] = {
#include "robot/program/calls.inc" /* from calls.txt (Makefile) */
};

enum { MOST_RULES = BPF_MAXINSNS, MOST_OF_CALL = 40 };

struct rules {
	struct sock_filter rule[MOST_RULES];
	size_t n;
};

static void add(struct rules *rules, struct sock_filter rule)
{
	rules->rule[rules->n++] = rule;
}

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define STATEMENT(code, k) ((struct sock_filter)BPF_STMT(code, k))
#define JUMP(kind, k, yes, no) \
	((struct sock_filter)BPF_JUMP(BPF_JMP | (kind) | BPF_K, k, (uint8_t)(yes), (uint8_t)(no)))

static struct sock_filter end_with(int answer)
{
	return STATEMENT(BPF_RET | BPF_K, answer == ALLOW ? SECCOMP_RET_ALLOW : SECCOMP_RET_ERRNO | (uint32_t)answer);
}

/* Adds the instructions for one call. They expect the number of the call in the accumulator and leave it there. */
static void add_call(struct rules *rules, int call, const struct rule *rule)
{
	uint32_t n = rule ? rule->n : 0;
	add(rules, JUMP(BPF_JEQ, (uint32_t)call, 0, n ? n + 5 : 1));
	if (n) {
		add(rules, STATEMENT(BPF_LD | BPF_W | BPF_ABS,
				     (uint32_t)offsetof(struct seccomp_data, args) + 8 * rule->argument));
		add(rules, STATEMENT(BPF_ALU | BPF_AND | BPF_K, rule->mask));
	}
	for (uint32_t i = 0; i < n; i++)
		add(rules, JUMP(BPF_JEQ, rule->values[i], n - i, 0));
	if (n)
		add(rules, STATEMENT(BPF_JMP | BPF_JA, 1));
	add(rules, end_with(rule ? rule->answer : ALLOW));
	if (n)
		add(rules, (struct sock_filter)LOAD(nr));
}

static void make(struct rules *rules, enum program_filter_for whom)
{
	add(rules, (struct sock_filter)LOAD(arch));
	add(rules, JUMP(BPF_JEQ, seccomp_arch_native(), 1, 0));
	add(rules, end_with(ENOSYS));
	add(rules, (struct sock_filter)LOAD(nr));
	for (size_t i = 0; i < COUNT(calls) && rules->n + MOST_OF_CALL < MOST_RULES; i++) {
		int call = seccomp_syscall_resolve_name(calls[i].name);
		if (call >= 0 && calls[i].whose >> whom & 1)
			add_call(rules, call, calls[i].rule);
	}
	add(rules, end_with(ENOSYS));
}

int program_filter(enum program_filter_for whom, struct err *err)
{
	struct rules rules = {.n = 0};
	make(&rules, whom);
	return file_in_memory("arena-filter", rules.rule, rules.n * sizeof *rules.rule,
			      "make the filter of system calls of a program", err);
}

int program_preload(struct err *err)
{
	size_t n = (size_t)(preload_bytes_end - preload_bytes);
	return file_in_memory("arena-preload", preload_bytes, n, "make the library that is preloaded into programs",
			      err);
}
