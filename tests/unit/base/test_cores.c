/* test_cores.c - cores on which a process may run, clocks, memory that is zeroed and aligned, descriptors that are
 * closed, and keys of random numbers. */
#include <check.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/cores.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/rng.h"

/* Each test runs in a process of its own. The cores that it may use, ascending; how many. */
static int list_cores(int cores[CPU_SETSIZE])
{
	cpu_set_t allowed;
	int n = 0;
	ck_assert_int_eq(sched_getaffinity(0, sizeof allowed, &allowed), 0);
	for (int core = 0; core < CPU_SETSIZE; core++)
		if (CPU_ISSET(core, &allowed))
			cores[n++] = core;
	return n;
}

static void allow(int n, const int *cores)
{
	cpu_set_t allowed;
	CPU_ZERO(&allowed);
	for (int i = 0; i < n; i++)
		CPU_SET(cores[i], &allowed);
	ck_assert_int_eq(sched_setaffinity(0, sizeof allowed, &allowed), 0);
}

START_TEST(cores_are_counted)
{
	int cores[CPU_SETSIZE], n = list_cores(cores);
	for (int i = 0; i < n && i < 4; i++) {
		allow(n - i, cores + i);
		ck_assert_int_eq(cores_allowed(), n - i);
		ck_assert_int_eq(cores_first(), cores[i]);
		ck_assert_int_ge(cores_current(), cores[i]);
	}
}
END_TEST

/* Workers go to one core after the other, from the first one on, and begin again after the last. */
START_TEST(workers_are_spread)
{
	int cores[CPU_SETSIZE], now[CPU_SETSIZE], n = list_cores(cores), most = n < 6 ? n : 6;
	for (int first = -1; first < most; first++)
		for (int worker = 0; worker < most + 2; worker++) {
			allow(n, cores);
			cores_pin(worker, first < 0 ? CPU_SETSIZE : cores[first]); /* no such core: the lowest */
			ck_assert_int_eq(list_cores(now), 1);
			ck_assert_int_eq(now[0], cores[((first < 0 ? 0 : first) + worker) % n]);
		}
}
END_TEST

static int core_now = -1; /* on which the thread is; -1: ask the kernel */

int test_getcpu(void) __asm__("sched_getcpu");

int test_getcpu(void)
{
	unsigned core;
	return core_now >= 0 ? core_now : syscall(SYS_getcpu, &core, NULL, NULL) ? -1 : (int)core;
}

START_TEST(a_thread_stays_until_it_is_released)
{
	int cores[CPU_SETSIZE], now[CPU_SETSIZE], n = list_cores(cores);
	for (int i = 0; i < n && i < 4; i++) {
		cpu_set_t all;
		core_now = cores[i];
		cores_hold(&all);
		core_now = -1;
		ck_assert_int_eq(list_cores(now), 1);
		ck_assert_int_eq(now[0], cores[i]);
		cores_release(&all);
	}
	cpu_set_t before, nothing;
	cores_hold(&before);
	ck_assert_int_eq(list_cores(now), 1);
	ck_assert_int_eq(cores_current(), now[0]);
	CPU_ZERO(&nothing);
	cores_release(&nothing); /* where holding has failed */
	ck_assert_int_eq(list_cores(now), 1);
	cores_release(&before);
	ck_assert_int_eq(list_cores(now), n);
	ck_assert_mem_eq(now, cores, (size_t)n * sizeof *now);
}
END_TEST

static int64_t now(clockid_t id)
{
	struct timespec at;
	ck_assert_int_eq(clock_gettime(id, &at), 0);
	return (int64_t)at.tv_sec * 1000000000 + at.tv_nsec;
}

START_TEST(clocks_count_nanoseconds)
{
	int64_t wall = now(CLOCK_MONOTONIC), read = clock_wall_ns();
	ck_assert(wall <= read && read <= now(CLOCK_MONOTONIC));
	int64_t cpu = now(CLOCK_PROCESS_CPUTIME_ID), own = clock_process_cpu_ns(getpid());
	ck_assert(cpu <= own && own <= now(CLOCK_PROCESS_CPUTIME_ID));
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0)
		_exit(0);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	ck_assert_int_eq(clock_process_cpu_ns(pid), -1); /* it is gone */
}
END_TEST

/* The numbers of every run follow from these, so they never change: the SHA-256 of "arena test" begins with
 * 3d 30 c3 ed. */
START_TEST(keys_follow_from_the_seed)
{
	struct rng_key key = rng_key_of_seed("test"), dice = rng_key_derive(key, RNG_DICE),
		robot = rng_key_derive(key, RNG_ROBOT);
	ck_assert_uint_eq(key.k[0], 0x872d5bb6edc3303d);
	ck_assert_uint_eq(key.k[1], 0xb522faf97034ba61);
	ck_assert(dice.k[0] == rng_word(key, RNG_DICE, 0) && dice.k[1] == rng_word(key, RNG_DICE, 1));
	ck_assert(robot.k[0] == rng_word(key, RNG_ROBOT, 0) && robot.k[1] == rng_word(key, RNG_ROBOT, 1));
}
END_TEST

START_TEST(memory_is_zeroed)
{
	for (size_t n = 0; n < 10; n++) {
		unsigned char *aligned = mem_aligned(n, 128), *zeroed = mem_zeroed(n, 100);
		ck_assert_uint_eq((uintptr_t)aligned % 64, 0);
		for (size_t i = 0; i < n * 128; i++)
			ck_assert_uint_eq(aligned[i], 0);
		for (size_t i = 0; i < n * 100; i++)
			ck_assert_uint_eq(zeroed[i], 0);
		memset(zeroed, 7, n * 100);
		zeroed = mem_resize(zeroed, n + 50, 100);
		for (size_t i = 0; i < n * 100; i++)
			ck_assert_uint_eq(zeroed[i], 7);
		free(aligned);
		free(zeroed);
	}
	char *text = mem_strdup("five");
	ck_assert_str_eq(text, "five");
	free(text);
}
END_TEST

static void take_zeroed(size_t count, size_t size) { free(mem_zeroed(count, size)); }
static void take_aligned(size_t count, size_t size) { free(mem_aligned(count, size)); }
static void take_resized(size_t count, size_t size) { free(mem_resize(NULL, count, size)); }

/* What is more than all memory: an error of the world, or, if the product is not even a number of bytes, a bug. */
static const struct {
	void (*take)(size_t count, size_t size);
	size_t count, size;
	int signal, code; /* how the process ends */
} requests[] = {
	{take_zeroed, SIZE_MAX / 2, 2, 0, EXIT_WORLD}, {take_zeroed, 0, 64, 0, 0},
	{take_resized, SIZE_MAX / 64, 64, 0, EXIT_WORLD},
	{take_resized, SIZE_MAX / 64 + 1, 64, SIGABRT, 0}, {take_resized, 0, 64, 0, 0}, {take_resized, 9, 0, 0, 0},
	{take_aligned, SIZE_MAX / 64, 64, 0, EXIT_WORLD}, {take_aligned, SIZE_MAX / 64 + 1, 64, SIGABRT, 0},
	{take_aligned, 1, 96, SIGABRT, 0}, {take_aligned, 9, 0, 0, 0}, {take_aligned, 3, 192, 0, 0},
};

START_TEST(too_much_memory_ends_the_process)
{
	int status;
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		const struct rlimit none = {0, 0};
		setrlimit(RLIMIT_CORE, &none);
		signal(SIGABRT, SIG_DFL);
		dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
		requests[_i].take(requests[_i].count, requests[_i].size);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(WIFSIGNALED(status) ? WTERMSIG(status) : 0, requests[_i].signal);
	ck_assert_int_eq(WIFEXITED(status) ? WEXITSTATUS(status) : 0, requests[_i].code);
}
END_TEST

START_TEST(descriptors_are_closed)
{
	int fd = open("/dev/null", O_RDONLY), none = -1;
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(dup2(fd, 0), 0);
	int zero = 0;
	mem_auto_close(&none);
	mem_auto_close(&fd);
	ck_assert_int_eq(fcntl(fd, F_GETFD), -1);
	ck_assert_int_ne(fcntl(0, F_GETFD), -1);
	mem_auto_close(&zero); /* is a descriptor, too */
	ck_assert_int_eq(fcntl(0, F_GETFD), -1);
}
END_TEST

SUITE(0,
	TEST(cores_are_counted),
	TEST(workers_are_spread),
	TEST(a_thread_stays_until_it_is_released),
	TEST(clocks_count_nanoseconds),
	TEST(keys_follow_from_the_seed),
	TEST(memory_is_zeroed),
	LOOP(too_much_memory_ends_the_process, 0, COUNT(requests)),
	TEST(descriptors_are_closed))
