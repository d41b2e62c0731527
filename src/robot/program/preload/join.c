/* join.c - preloaded into confined programs: waits for threads and for semaphores of several processes that poll.
 *
 * Those of libc wait at a shared futex, which the kernel wakes. Such futexes are refused to programs (robot/program/filter.h),
 * so libc would retry without end and use a whole core. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#define EXPORTED __attribute__((visibility("default")))

enum { FIRST_NS = 20 * 1000, LAST_NS = 10 * 1000 * 1000, PAGE = 4096 };

/* Each pause is twice as long as the one before. False: a signal interrupted it. */
static bool pause_ns(long *ns)
{
	int failed = nanosleep(&(struct timespec){.tv_nsec = *ns}, NULL);
	*ns = *ns < LAST_NS ? 2 * *ns : *ns;
	return !failed;
}

EXPORTED int pthread_join(pthread_t thread, void **result)
{
	for (long ns = FIRST_NS;; pause_ns(&ns)) {
		int failed = pthread_tryjoin_np(thread, result);
		if (failed != EBUSY)
			return failed;
	}
}

static bool has_passed(const struct timespec *until)
{
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	return now.tv_sec > until->tv_sec || (now.tv_sec == until->tv_sec && now.tv_nsec >= until->tv_nsec);
}

/* until: NULL for no limit. */
static int poll_semaphore(sem_t *semaphore, const struct timespec *until)
{
	for (long ns = FIRST_NS;;) {
		if (sem_trywait(semaphore) == 0)
			return 0;
		if (errno == EAGAIN && until && has_passed(until))
			errno = ETIMEDOUT;
		if (errno != EAGAIN || !pause_ns(&ns))
			return -1;
	}
}

static int (*libc_wait)(sem_t *), (*libc_timedwait)(sem_t *, const struct timespec *);

__attribute__((constructor)) static void find_libc(void)
{
	*(void **)&libc_wait = dlsym(RTLD_NEXT, "sem_wait");
	*(void **)&libc_timedwait = dlsym(RTLD_NEXT, "sem_timedwait");
}

/* sem_open maps a file, so such a semaphore begins a page. Those of one process hardly ever do, and their waits are libc's. */
static bool is_named(const sem_t *semaphore)
{
	return (uintptr_t)semaphore % PAGE == 0;
}

EXPORTED int sem_wait(sem_t *semaphore)
{
	return libc_wait && !is_named(semaphore) ? libc_wait(semaphore) : poll_semaphore(semaphore, NULL);
}

EXPORTED int sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
	return libc_timedwait && !is_named(semaphore) ? libc_timedwait(semaphore, until) : poll_semaphore(semaphore, until);
}
