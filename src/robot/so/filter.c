/* filter.c - the system calls that a robot's process may make, as one list with the allowed arguments (filter.h). */
#include "robot/so/filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "robot/so/own_clock.h"
#include "robot/so/permit.h"
#include "robot/channel.h"

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* A filter that is being made, and its phase. */
struct filter_making {
	scmp_filter_ctx filter;
	enum filter_phase phase;
};

typedef int add_rules(const struct filter_making *making, int call);

static int allow(const struct filter_making *making, int call, unsigned n, const struct scmp_arg_cmp *arguments)
{
	int failed = seccomp_rule_add_array(making->filter, SCMP_ACT_ALLOW, call, n, arguments);
	/* These errors mean that the call does not exist on this architecture. */
	return failed == -EDOM || failed == -EFAULT ? 0 : failed;
}

/* Allows a call if one argument has one of these values. All 64 bits are compared, so values that the kernel would
 * truncate are refused. */
static int allow_values(const struct filter_making *making, int call, unsigned argument, const uint64_t *values,
			size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct scmp_arg_cmp equal = SCMP_CMP64(argument, SCMP_CMP_EQ, values[i], 0);
		int failed = allow(making, call, 1, &equal);
		if (failed)
			return failed;
	}
	return 0;
}

static int any(const struct filter_making *making, int call)
{
	return allow(making, call, 0, NULL);
}

/* Allows private futexes, and those of the channel. A shared futex is identified by its page, and every process has the
 * pages of libc. Other operations are refused: futexes with priority inheritance accept the number of any thread, and
 * the timeout of WAIT_BITSET is a time of the machine's clock, so it is allowed only without one. */
static int own_futexes(const struct filter_making *making, int call)
{
	static const uint64_t private[] = {
		FUTEX_WAIT_PRIVATE, FUTEX_WAKE_PRIVATE, FUTEX_WAKE_BITSET_PRIVATE, FUTEX_CMP_REQUEUE_PRIVATE,
	};
	static const struct {
		uint64_t operation, word;
	} of_channel[] = {
		{FUTEX_WAIT, FILTER_CHANNEL_AT + offsetof(struct channel, batch)},
		{FUTEX_WAKE, FILTER_CHANNEL_AT + offsetof(struct channel, done_batch)},
		{FUTEX_WAKE, FILTER_CHANNEL_AT + offsetof(struct channel, state)},
	};
	const uint64_t same = ~((CHANNEL_MOST - 1) * (uint64_t)CHANNEL_STRIDE); /* the same address in any channel of a
	                                                                         * template */
	struct scmp_arg_cmp endless[] = {
		SCMP_CMP64(1, SCMP_CMP_MASKED_EQ, ~(uint64_t)FUTEX_CLOCK_REALTIME, FUTEX_WAIT_BITSET_PRIVATE),
		SCMP_CMP64(3, SCMP_CMP_EQ, 0, 0),
	};
	int failed = allow_values(making, call, 1, private, COUNT(private));
	if (!failed)
		failed = allow(making, call, 2, endless);
	for (size_t i = 0; !failed && i < COUNT(of_channel); i++) {
		struct scmp_arg_cmp word[] = {
			SCMP_CMP64(1, SCMP_CMP_EQ, of_channel[i].operation, 0),
			SCMP_CMP64(0, SCMP_CMP_MASKED_EQ, same, of_channel[i].word),
		};
		failed = allow(making, call, 2, word);
	}
	return failed;
}

/* All clocks except those with negative numbers, which belong to other processes and to devices. */
static const uint64_t clocks_of_all[] = {
	CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID, CLOCK_MONOTONIC_RAW,
	CLOCK_REALTIME_COARSE, CLOCK_MONOTONIC_COARSE, CLOCK_BOOTTIME, CLOCK_TAI,
};

static int fixed_clocks(const struct filter_making *making, int call)
{
	return allow_values(making, call, 0, clocks_of_all, COUNT(clocks_of_all));
}

/* Allows the clocks that do not show the machine's time. own_clock.h answers for the others. */
static int clocks_of_use(const struct filter_making *making, int call)
{
	return allow_values(making, call, 0, (const uint64_t[]){CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID}, 2);
}

/* Allows sleeping for a duration, but not until a time, because a sleep until a time in the past ends immediately and
 * so reveals the time. */
static int sleeping(const struct filter_making *making, int call)
{
	int failed = 0;
	for (size_t i = 0; !failed && i < COUNT(clocks_of_all); i++) {
		struct scmp_arg_cmp relative[] = {SCMP_CMP64(0, SCMP_CMP_EQ, clocks_of_all[i], 0),
			SCMP_CMP64(1, SCMP_CMP_EQ, 0, 0)};
		failed = allow(making, call, 2, relative);
	}
	return failed;
}

static int own_timer(const struct filter_making *making, int call)
{
	return allow_values(making, call, 0, (const uint64_t[]){OWN_CLOCK_FD}, 1);
}

static int process_zero(const struct filter_making *making, int call)
{
	return allow_values(making, call, 0, (const uint64_t[]){0}, 1);
}

/* Allows prlimit64 only for reading, and only for the process itself. */
static int own_limits(const struct filter_making *making, int call)
{
	struct scmp_arg_cmp asking[] = {SCMP_CMP64(0, SCMP_CMP_EQ, 0, 0), SCMP_CMP64(2, SCMP_CMP_EQ, 0, 0)};
	return allow(making, call, 2, asking);
}

/* Allows advice about the robot's own pages, but not MADV_MERGEABLE, which finds equal pages of other processes, and no
 * advice that moves shared pages of files. */
static int own_advice(const struct filter_making *making, int call)
{
	static const uint64_t advice[] = {
		MADV_NORMAL, MADV_DONTNEED, MADV_FREE, MADV_HUGEPAGE, MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP,
	};
	return allow_values(making, call, 2, advice, COUNT(advice));
}

static int above_channel(const struct filter_making *making, int call)
{
	struct scmp_arg_cmp above = SCMP_CMP64(0, SCMP_CMP_GE, FILTER_CHANNEL_END, 0);
	return allow(making, call, 1, &above);
}

/* Allows mappings above the channel, or at an address that the kernel chooses, but none with MAP_HUGETLB, because all
 * processes share one pool of huge pages. */
static int mapping_above_channel(const struct filter_making *making, int call)
{
	struct scmp_arg_cmp anywhere[] = {
		SCMP_CMP64(0, SCMP_CMP_EQ, 0, 0), SCMP_CMP64(3, SCMP_CMP_MASKED_EQ, MAP_FIXED | MAP_HUGETLB, 0),
	};
	struct scmp_arg_cmp above[] = {
		SCMP_CMP64(0, SCMP_CMP_GE, FILTER_CHANNEL_END, 0), SCMP_CMP64(3, SCMP_CMP_MASKED_EQ, MAP_HUGETLB, 0),
	};
	int failed = allow(making, call, 2, anywhere);
	return failed ? failed : allow(making, call, 2, above);
}

/* Allows moving a mapping above the channel to an address that the kernel chooses, which is always free. */
static int moving_above_channel(const struct filter_making *making, int call)
{
	struct scmp_arg_cmp anywhere[] = {
		SCMP_CMP64(0, SCMP_CMP_GE, FILTER_CHANNEL_END, 0), SCMP_CMP64(3, SCMP_CMP_MASKED_EQ, MREMAP_FIXED, 0),
	};
	return allow(making, call, 2, anywhere);
}

/* Allows only private mappings. For shared memory the kernel creates a file with the next of all inode numbers of such
 * files, so a process that loads the robot for the next rotation could see how many were created. */
static int plain_mapping(const struct filter_making *making, int call)
{
	const uint64_t kind = MAP_ANONYMOUS | MAP_TYPE | MAP_HUGETLB;
	struct scmp_arg_cmp map[] = {
		SCMP_CMP64(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
		SCMP_CMP64(3, SCMP_CMP_MASKED_EQ, kind, MAP_ANONYMOUS | MAP_PRIVATE),
	};
	return allow(making, call, 2, map);
}

/* Allows changes of protection above the channel. A template that waits may also change that of the channels, because
 * each new copy must hide the memory of the others (runner.c). */
static int plain_protection_above_channel(const struct filter_making *making, int call)
{
	struct scmp_arg_cmp protect[] = {
		SCMP_CMP64(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0), SCMP_CMP64(0, SCMP_CMP_GE, FILTER_CHANNEL_END, 0),
	};
	return allow(making, call, making->phase == FILTER_WAITING ? 1 : 2, protect);
}

/* Allows opening files for reading; Landlock decides which files. O_PATH is refused, because it would bypass
 * Landlock. */
static int opening(const struct filter_making *making, int call)
{
	struct scmp_arg_cmp reading = SCMP_CMP64(2, SCMP_CMP_MASKED_EQ, O_ACCMODE | O_PATH | O_CREAT | O_TRUNC,
						 O_RDONLY);
	return allow(making, call, 1, &reading);
}

/* Allows the flags of descriptors, and seals, but not locks, leases or notifications. Two robots could communicate
 * through these on a library that both have open. */
static int descriptor_flags(const struct filter_making *making, int call)
{
	return allow_values(making, call, 1, (const uint64_t[]){F_GETFD, F_SETFD, F_GETFL, F_ADD_SEALS}, 4);
}

/* Allows only the filters of later phases (runner_file.h), because with a filter of its own a robot could choose the
 * results of the runner's system calls. */
static int allow_next_filters(const struct filter_making *making, int call, uint64_t first, uint64_t second)
{
	const uint64_t playing = FILTER_PROGRAM_AT(FILTER_PLAYING), waiting = FILTER_PROGRAM_AT(FILTER_WAITING);
	struct scmp_arg_cmp arguments[] = {
		SCMP_CMP64(0, SCMP_CMP_EQ, first, 0), SCMP_CMP64(1, SCMP_CMP_EQ, second, 0),
		SCMP_CMP64(2, SCMP_CMP_EQ, playing, 0),
	};
	int failed = allow(making, call, 3, arguments);
	if (failed || making->phase != FILTER_LOADING_TEMPLATE)
		return failed;
	arguments[2] = SCMP_CMP64(2, SCMP_CMP_EQ, waiting, 0);
	return allow(making, call, 3, arguments);
}

/* Allows prctl only to install the next filters, because a constructor must not be able to reset the death signal. */
static int putting_filters_on(const struct filter_making *making, int call)
{
	return allow_next_filters(making, call, PR_SET_SECCOMP, SECCOMP_MODE_FILTER);
}

static int filters_without_flags(const struct filter_making *making, int call)
{
	return allow_next_filters(making, call, SECCOMP_SET_MODE_FILTER, 0);
}

/* Allows only copies with the flags of permit_copy. */
static int permitted_copies(const struct filter_making *making, int call)
{
	struct scmp_arg_cmp copy = SCMP_CMP64(0, SCMP_CMP_EQ, PERMIT_FLAGS, 0);
	struct scmp_arg_cmp other = SCMP_CMP64(0, SCMP_CMP_NE, PERMIT_FLAGS, 0);
	int failed = allow(making, call, 1, &copy);
	return failed ? failed : seccomp_rule_add_array(making->filter, SCMP_ACT_ERRNO(EPERM), call, 1, &other);
}

/* Refuses a call with an error instead of a trap, which would kill the process, because libc blocks all signals while
 * it creates a thread. starts.c records the call. */
static int refused_quietly(const struct filter_making *making, int call)
{
	int failed = seccomp_rule_add(making->filter, SCMP_ACT_ERRNO(EPERM), call, 0);
	return failed == -EDOM || failed == -EFAULT ? 0 : failed;
}

static const struct {
	const char *name;
	add_rules *loading, *playing;  /* NULL: the call is not allowed in this phase */
} calls[] = {
#include "robot/so/calls.inc" /* from calls.txt (Makefile) */
};

/* Returns the rules for call number i in the list, or NULL if it is not allowed in this phase. */
static add_rules *rules_of(size_t i, enum filter_phase phase)
{
	bool puts_filters_on = calls[i].loading == putting_filters_on || calls[i].loading == filters_without_flags;
	if (phase == FILTER_LOADING || phase == FILTER_LOADING_TEMPLATE || (phase == FILTER_WAITING && puts_filters_on))
		return calls[i].loading;
	return calls[i].playing;
}

static int add_all(const struct filter_making *making, enum filter_phase phase)
{
	bool makes_copies = phase == FILTER_LOADING_TEMPLATE || phase == FILTER_WAITING;
	int failed = 0;
	for (size_t i = 0; i < COUNT(calls) && !failed; i++) {
		add_rules *add = rules_of(i, phase);
		int call = seccomp_syscall_resolve_name(calls[i].name);
		if (add && call != __NR_SCMP_ERROR)
			failed = add(making, call);
	}
	if (!failed)
		failed = (makes_copies ? permitted_copies : refused_quietly)(making, SCMP_SYS(clone));
	return failed ? failed : refused_quietly(making, SCMP_SYS(clone3));
}

/* Gets the instructions from libseccomp, through a file in memory, because older versions can export them only to a
 * file. */
static int take_rules(struct filter *filter, scmp_filter_ctx context)
{
	AUTO_CLOSE int fd = memfd_create("filter", MFD_CLOEXEC);
	int failed = fd < 0 ? -errno : seccomp_export_bpf(context, fd);
	if (failed)
		return failed;
	off_t size = lseek(fd, 0, SEEK_END);
	size_t n = (size_t)size / sizeof *filter->rules;
	if (size <= 0 || n > FILTER_MOST_RULES)
		return -EINVAL;
	filter->n_rules = (uint32_t)n;
	return pread(fd, filter->rules, (size_t)size, 0) == size ? 0 : -EIO;
}

int filter_make(struct filter *filter, enum filter_phase phase)
{
	struct filter_making making = {.filter = seccomp_init(SCMP_ACT_TRAP), .phase = phase};
	*filter = (struct filter){0};
	if (!making.filter)
		return -ENOMEM;
	/* Uses a binary tree over the call numbers, because the kernel tries a filter with every number when a process
	 * installs it. */
	int failed = seccomp_attr_set(making.filter, SCMP_FLTATR_CTL_OPTIMIZE, 2);
	if (!failed)
		failed = add_all(&making, phase);
	if (!failed)
		failed = take_rules(filter, making.filter);
	seccomp_release(making.filter);
	return failed;
}
