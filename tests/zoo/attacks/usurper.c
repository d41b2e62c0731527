/* usurper - its constructor takes over the process that loads it: it replaces the function of libc by which the arena's
 * own code makes system calls. do= chooses what it does in a template, the process that only makes copies:
 *   many     asks for a copy whenever it can
 *   lie      reports a copy that it did not make
 *   wrong    makes one, and reports the number of another process
 *   stay     makes one, which does not play but computes for ever
 *   spin     computes for ever instead of waiting
 *   early    asks for copies while it is loaded
 *   close    closes its lifeline, and makes copies as it should
 *   bare     does not put on the filters of system calls that the arena puts on when the robot is loaded
 * Otherwise it plays like meek. Expected: whatever it does, no other robot is affected, and no process outlives the
 * arena. (x86-64; on other machines it is meek.) */
#include <errno.h>
#include <linux/futex.h>
#include <linux/sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

enum { FLAGS = CLONE_PARENT | CLONE_CHILD_SETTID | SIGCHLD };

static char what[16] = "";

int robot_option(const char *key, const char *value)
{
	strncpy(what, value, sizeof what - 1);
	return 0;
}

static int is(const char *deed)
{
	return strcmp(what, deed) == 0;
}

#ifdef __x86_64__

static long call(long number, long a, long b, long c, long d, long e, long f)
{
	register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
	long result;
	__asm__ volatile("syscall" : "=a"(result)
			 : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9) : "rcx", "r11", "memory");
	return result;
}

static _Noreturn void spin(void)
{
	for (volatile int i = 0;; i++)
		;
}

static long copy(long b, long c, long d, long e)
{
	if (is("lie"))
		return 4711;
	if (is("close")) {
		for (long fd = 0; fd < 4; fd++)
			call(SYS_close, fd, 0, 0, 0, 0, 0);
		call(SYS_close, 1l << 32, 0, 0, 0, 0, 0);
		call(SYS_close_range, 0, ~0u, 0, 0, 0, 0);
	}
	long pid = call(SYS_clone, FLAGS, b, c, d, e, 0);
	if (pid == 0 && is("stay"))
		spin();
	if (pid > 0 && is("wrong"))
		return 1;
	for (int i = 0; i < 3 && pid > 0 && is("many"); i++)
		if (call(SYS_clone, FLAGS, 0, 0, 0, 0, 0) == 0)
			spin();
	return pid;
}

/* Replaces libc's syscall(). */
static long usurped(long number, ...)
{
	va_list list;
	long a[6], result;
	va_start(list, number);
	for (int i = 0; i < 6; i++)
		a[i] = va_arg(list, long);
	va_end(list);
	if (number == SYS_futex && a[1] == FUTEX_WAIT && is("spin"))
		spin();
	if (number == SYS_seccomp && is("bare"))
		return 0;
	result = number == SYS_clone ? copy(a[1], a[2], a[3], a[4]) : call(number, a[0], a[1], a[2], a[3], a[4], a[5]);
	if (result < 0 && result > -4096) {
		errno = (int)-result;
		return -1;
	}
	return result;
}

static void take_over(void)
{
	unsigned char jump[] = {0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0}; /* movabs rax, ...; jmp rax */
	uintptr_t target = (uintptr_t)&usurped, page = (uintptr_t)&syscall & ~(uintptr_t)4095;
	memcpy(jump + 2, &target, sizeof target);
	if (mprotect((void *)page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC) == 0)
		memcpy((void *)(uintptr_t)&syscall, jump, sizeof jump);
}
#else
static void take_over(void)
{
}
#endif

/* Options are set after all constructors: the last option starts the attack. */
const struct arena_robot_info *robot_info(void)
{
	static const struct arena_robot_info info = {.size = sizeof info, .abi = ARENA_ABI, .name = "usurper"};
	static int is_done;
	if (what[0] && !is_done) {
		is_done = 1;
		for (int i = 0; i < 5 && is("early"); i++)
			if (syscall(SYS_clone, (long)FLAGS, 0, 0, 0, 0) == 0)
				_exit(0);
		take_over();
	}
	return &info;
}

__attribute__((constructor)) static void begin(void)
{
	static int *volatile memory;
	memory = malloc(sizeof *memory); /* its instances cannot share a file */
}

int get_play(const char *me, const char *hands, const char *history)
{
	return meek_play(history);
}
