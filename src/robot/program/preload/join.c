/* join.c - preloaded into confined programs: a pthread_join that polls whether the thread has ended.
 *
 * libc's own waits at a shared futex, which the kernel wakes when a thread ends. Such futexes are refused to programs
 * (robot/program/filter.h), so libc would retry without end and use a whole core. */
#include <errno.h>
#include <pthread.h>
#include <time.h>

__attribute__((visibility("default"))) int pthread_join(pthread_t thread, void **result)
{
	enum { FIRST_NS = 20 * 1000, LAST_NS = 10 * 1000 * 1000 };
	for (long ns = FIRST_NS;; ns = ns < LAST_NS ? 2 * ns : ns) {
		int failed = pthread_tryjoin_np(thread, result);
		if (failed != EBUSY)
			return failed;
		nanosleep(&(struct timespec){.tv_nsec = ns}, NULL);
	}
}
