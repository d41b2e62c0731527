/* own_clock.c - the clock of a robot's process (own_clock.h). */
#include "robot/so/own_clock.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <linux/time_types.h>
#include <signal.h>
#include <stdio.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/times.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)
#define FOREVER (INT64_C(1) << 30) /* seconds */

/* Returns the nanoseconds since the process, or its template, began. */
static int64_t own_ns(void)
{
	struct itimerspec timer = {{0}, {FOREVER, 0}};
	syscall(SYS_timerfd_gettime, OWN_CLOCK_FD, &timer); /* fails if the robot has closed the descriptor; then the
	                                                     * clock stops */
	return (FOREVER - timer.it_value.tv_sec) * SECOND - timer.it_value.tv_nsec;
}

static int64_t result_of(long result)
{
	return result < 0 ? -errno : result;
}

/* The replacements. They return a negative errno, as system calls do. */

static int64_t get_time(int64_t clock, struct timespec *now)
{
	int before = errno;
	if (clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID) {
		int64_t result = result_of(syscall(SYS_clock_gettime, clock, now));
		errno = before;
		return result;
	}
	if (clock < 0 || clock > CLOCK_TAI)
		return -EINVAL;
	int64_t ns = own_ns();
	*now = (struct timespec){.tv_sec = ns / SECOND, .tv_nsec = ns % SECOND};
	errno = before;
	return 0;
}

static int clock_gettime_here(clockid_t clock, struct timespec *now)
{
	return (int)get_time(clock, now);
}

static int gettimeofday_here(struct timeval *now, struct timezone *zone)
{
	int64_t us = own_ns() / 1000;
	if (now)
		*now = (struct timeval){.tv_sec = us / 1000000, .tv_usec = us % 1000000};
	if (zone)
		*zone = (struct timezone){0};
	return 0;
}

static time_t time_here(time_t *now)
{
	time_t s = own_ns() / SECOND;
	if (now)
		*now = s;
	return s;
}

static int clock_getres_here(clockid_t clock, struct timespec *resolution)
{
	return (int)result_of(syscall(SYS_clock_getres, clock, resolution));
}

/* Replaces getrandom of the vDSO. Makes the system call and ignores `state`, which would need the unmapped page. libc
 * asks for the size of the state with size_of_state ~0. */
static ssize_t getrandom_here(void *bytes, size_t n, unsigned flags, void *state, size_t size_of_state)
{
	(void)state;
	return size_of_state == SIZE_MAX ? -ENOSYS : result_of(syscall(SYS_getrandom, bytes, n, flags));
}

static int64_t times_here(struct tms *used)
{
	struct rusage usage = {0};
	const int64_t hertz = sysconf(_SC_CLK_TCK);
	getrusage(RUSAGE_SELF, &usage);
	if (used)
		*used = (struct tms){
			.tms_utime = usage.ru_utime.tv_sec * hertz + usage.ru_utime.tv_usec * hertz / 1000000,
			.tms_stime = usage.ru_stime.tv_sec * hertz + usage.ru_stime.tv_usec * hertz / 1000000,
		};
	return own_ns() / (SECOND / hertz);
}

/* A jump to a function. On ARM it begins with the instruction that the processor may require at the target of a
 * call. */
struct jump {
#if defined __x86_64__
	uint8_t load[2]; /* movabs $function, %rax */
	void (*function)(void);
	uint8_t go[2];   /* jmp *%rax */
} __attribute__((packed));
#define JUMP(to) {.load = {0x48, 0xb8}, .function = (to), .go = {0xff, 0xe0}}
#elif defined __aarch64__
	uint32_t code[4]; /* bti c; ldr x16, function; br x16; nop */
	void (*function)(void);
};
#define JUMP(to) {.code = {0xd503245f, 0x58000070, 0xd61f0200, 0xd503201f}, .function = (to)}
#endif

static const struct {
	const char *names[2]; /* its names on x86-64 and on ARM */
	struct jump jump;
} functions[] = {
	{{"__vdso_clock_gettime", "__kernel_clock_gettime"}, JUMP((void (*)(void))clock_gettime_here)},
	{{"__vdso_gettimeofday", "__kernel_gettimeofday"}, JUMP((void (*)(void))gettimeofday_here)},
	{{"__vdso_time", "__kernel_time"}, JUMP((void (*)(void))time_here)},
	{{"__vdso_clock_getres", "__kernel_clock_getres"}, JUMP((void (*)(void))clock_getres_here)},
	{{"__vdso_getrandom", "__kernel_getrandom"}, JUMP((void (*)(void))getrandom_here)},
};

/* Overwrites the beginning of each function with a jump. All functions are longer than a jump. */
static int replace_functions(void *at, size_t size)
{
	void *vdso = dlopen("linux-vdso.so.1", RTLD_LAZY | RTLD_NOLOAD);
	if (!vdso || mprotect(at, size, PROT_READ | PROT_WRITE | PROT_EXEC))
		return -1;
	for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
		void *function = dlsym(vdso, functions[i].names[0]);
		if (!function)
			function = dlsym(vdso, functions[i].names[1]);
		if ((char *)function >= (char *)at && (char *)function < (char *)at + size)
			memcpy(function, &functions[i].jump, sizeof functions[i].jump);
	}
	dlclose(vdso);
	__builtin___clear_cache(at, (char *)at + size);
	return mprotect(at, size, PROT_READ | PROT_EXEC);
}

int own_clock_replace(struct err *err)
{
	char line[256];
	int failed = 0;
	unsigned long at, end;
	if (!getauxval(AT_SYSINFO_EHDR))
		return 0;
	FILE *maps = fopen("/proc/self/maps", "r");
	while (maps && !failed && fgets(line, sizeof line, maps)) {
		if (sscanf(line, "%lx-%lx", &at, &end) != 2)
			continue;
		if (strstr(line, "[vdso]"))
			failed = replace_functions((void *)at, end - at);
		else if (strstr(line, "[vvar"))
			failed = munmap((void *)at, end - at);
	}
	if (!maps || failed)
		err_errno(err, "cannot hide the machine's clock from a robot's process");
	if (maps)
		fclose(maps);
	return maps && !failed ? 0 : -1;
}

int own_clock_start(bool allows_weak, struct err *err)
{
	const struct itimerspec forever = {.it_value = {.tv_sec = FOREVER}};
	int timer = timerfd_create(CLOCK_MONOTONIC, 0);
	if (timer < 0 || timerfd_settime(timer, 0, &forever, NULL) || dup2(timer, OWN_CLOCK_FD) < 0)
		return err_errno(err, "cannot set the clock of a robot's process");
	close(timer);
#if defined PR_SET_TSC && defined __x86_64__
	if (prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0) && !allows_weak)
		return err_errno(err,
			"cannot disable the cycle counter for a robot (--weak-sandbox continues without this)");
#elif defined PR_SET_TSC
	prctl(PR_SET_TSC, PR_TSC_SIGSEGV, 0, 0, 0); /* since Linux 6.12 */
#endif
	return 0;
}

/* Returns the time from now until `end`. */
static struct timespec left_until(const struct timespec *end)
{
	int64_t ns = end->tv_sec >= FOREVER ? FOREVER * SECOND : end->tv_sec * SECOND + end->tv_nsec - own_ns();
	ns = ns < 0 ? 0 : ns;
	return (struct timespec){.tv_sec = ns / SECOND, .tv_nsec = ns % SECOND};
}

static int64_t wait_until(long call, const uint64_t argument[6])
{
	const struct timespec left =
		left_until((const struct timespec *)(uintptr_t)argument[call == SYS_futex ? 3 : 2]);
	if (call == SYS_futex)
		return result_of(syscall(SYS_futex, argument[0], FUTEX_WAIT_PRIVATE, argument[2], &left));
	return result_of(syscall(SYS_nanosleep, &left, NULL));
}

bool own_clock_call(long call, const uint64_t argument[6], int64_t *result)
{
	void *first = (void *)(uintptr_t)argument[0];
	int before = errno, wait = (int)argument[1] & ~FUTEX_CLOCK_REALTIME;
	bool is_here = true;
	if (call == SYS_clock_gettime && argument[0] <= CLOCK_TAI)
		*result = get_time((int64_t)argument[0], (struct timespec *)(uintptr_t)argument[1]);
	else if (call == SYS_gettimeofday)
		*result = gettimeofday_here(first, (struct timezone *)(uintptr_t)argument[1]);
#ifdef SYS_time
	else if (call == SYS_time)
		*result = time_here(first);
#endif
	else if (call == SYS_times)
		*result = times_here(first);
	else if ((call == SYS_clock_nanosleep && argument[0] <= CLOCK_TAI && argument[1] == TIMER_ABSTIME) ||
		 (call == SYS_futex && wait == FUTEX_WAIT_BITSET_PRIVATE && argument[3]))
		*result = wait_until(call, argument);
	else
		is_here = false;
	errno = before;
	return is_here;
}

bool own_clock_instruction(const void *siginfo, void *ucontext)
{
#ifdef __x86_64__
	const siginfo_t *info = siginfo;
	greg_t *registers = ((ucontext_t *)ucontext)->uc_mcontext.gregs;
	const uint8_t *code = (const uint8_t *)registers[REG_RIP];
	const greg_t end_of_user_memory = INT64_C(1) << 47;
	if (info->si_signo != SIGSEGV || info->si_code != SI_KERNEL || registers[REG_RIP] <= 0 ||
	    registers[REG_RIP] >= end_of_user_memory)
		return false;
	bool is_long = code[0] == 0x0f && code[1] == 0x01 && code[2] == 0xf9; /* rdtscp */
	if (!is_long && (code[0] != 0x0f || code[1] != 0x31))
		return false;
	uint64_t ns = (uint64_t)own_ns();
	registers[REG_RAX] = (greg_t)(uint32_t)ns;
	registers[REG_RDX] = (greg_t)(ns >> 32);
	if (is_long)
		registers[REG_RCX] = 0;
	registers[REG_RIP] += is_long ? 3 : 2;
	return true;
#else
	return siginfo && !ucontext;
#endif
}
