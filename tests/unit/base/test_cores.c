/* test_cores.c - cores on which a process may run, memory that is zeroed and aligned, and descriptors that are closed. */
#include <check.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cores.h"
#include "base/mem.h"

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

START_TEST(a_thread_stays_until_it_is_released)
{
	int cores[CPU_SETSIZE], now[CPU_SETSIZE], n = list_cores(cores);
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
	TEST(memory_is_zeroed),
	TEST(descriptors_are_closed))
