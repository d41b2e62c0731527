/* hours - looks for the time of the machine in every way that tells it, when loading and when playing, and for the time
 * of files; also measures how long a sleep takes. Crashes if it finds one, or if the sleep took no time. Plays like
 * meek. Expected: ok. */
#include <errno.h>
#include <linux/futex.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

/* On the busiest machine the processes of a test begin less than this many seconds before they look. */
enum { LONG_AGO = 900 };

static const clockid_t clocks[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_MONOTONIC_RAW, CLOCK_REALTIME_COARSE,
	CLOCK_MONOTONIC_COARSE, CLOCK_BOOTTIME, CLOCK_TAI, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID};

static void want(int is_right)
{
	if (!is_right)
		abort();
}

static void look_at_clocks(void)
{
	struct timeval day = {0};
	struct tms used;
	for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
		struct timespec now = {LONG_AGO}, resolution;
		want(clock_gettime(clocks[i], &now) == 0 && now.tv_sec >= 0 && now.tv_sec < LONG_AGO);
		now.tv_sec = LONG_AGO;
		want(syscall(SYS_clock_gettime, clocks[i], &now) == 0 && now.tv_sec < LONG_AGO);
		want(clock_getres(clocks[i], &resolution) == 0);
	}
	want(gettimeofday(&day, NULL) == 0 && day.tv_sec < LONG_AGO);
	day.tv_sec = LONG_AGO;
	want(syscall(SYS_gettimeofday, &day, NULL) == 0 && day.tv_sec < LONG_AGO);
	want(time(NULL) < LONG_AGO && times(&used) < LONG_AGO * 100 && syscall(SYS_times, NULL) < LONG_AGO * 100);
#ifdef __x86_64__
	want(syscall(SYS_time, NULL) < LONG_AGO);
	want(__builtin_ia32_rdtsc() / 1000000000 < LONG_AGO);
	unsigned core;
	want(__builtin_ia32_rdtscp(&core) / 1000000000 < LONG_AGO);
	want(((long (*)(void *))0xffffffffff600400)(NULL) < LONG_AGO); /* time(), where programs of 2003 find it */
#endif
}

/* A time that is over: only if this process has existed as long. */
static void wait_until_times(void)
{
	struct timespec past = {0, 1000000}, recent = {LONG_AGO, 0};
	uint32_t word = 0;
	want(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &past, NULL) == 0);
	want(syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE | FUTEX_CLOCK_REALTIME, 0, &past, NULL,
		     FUTEX_BITSET_MATCH_ANY) == -1);
	want(errno == ETIMEDOUT);
	want(syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, 1, &recent, NULL, FUTEX_BITSET_MATCH_ANY) == -1 &&
	     errno == EAGAIN);
}

static void measure(void)
{
	struct timespec before, after, nap = {0, 2000000};
	clock_gettime(CLOCK_MONOTONIC, &before);
	nanosleep(&nap, NULL);
	clock_gettime(CLOCK_MONOTONIC, &after);
	int64_t ns = (after.tv_sec - before.tv_sec) * INT64_C(1000000000) + after.tv_nsec - before.tv_nsec;
	want(ns >= nap.tv_nsec);
}

__attribute__((constructor)) static void load(void)
{
	struct stat st;
	int n_files = 0;
	for (int fd = 0; fd < 64; fd++)
		if (fstat(fd, &st) == 0) {
			want(st.st_mtime == 0 && st.st_atime == 0 && st.st_ctime == 0 && st.st_ino < 64 * 64);
			n_files += S_ISREG(st.st_mode) && st.st_size > 4096;
		}
	want(n_files > 0);
	want(stat("/usr/lib", &st) == 0 && S_ISDIR(st.st_mode) && st.st_mtime == 0);
	look_at_clocks();
	wait_until_times();
}

int get_play(const char *me, const char *hands, const char *history)
{
	struct sysinfo info;
	look_at_clocks();
	wait_until_times();
	measure();
	want(sysinfo(&info) == -1);
	return meek_play(history);
}
