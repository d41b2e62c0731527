/* futexer - tries every way to wait and to wake at a page of libc, which all processes share, when loading and when
 * playing. Also tries to map another page in place of the channel, whose words are allowed futexes. Crashes if the
 * kernel carries out any call (it must be EPERM). Plays like meek. Expected: ok. */
#include <errno.h>
#include <linux/futex.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

#ifndef SYS_futex_waitv
#define SYS_futex_waitv 449
#endif
#define CHANNEL ((char *)0x10000000) /* FILTER_CHANNEL_AT */
#define SYS_FUTEX_WAKE 454
#define SYS_FUTEX_WAIT 455
#define SYS_FUTEX_REQUEUE 456

static void must_be_refused(long result)
{
	if (result >= 0 || errno != EPERM)
		abort();
}

static void try_futexes_of(void *word)
{
	static uint32_t own;
	const int shared[] = {
		FUTEX_WAIT, FUTEX_WAKE, FUTEX_REQUEUE, FUTEX_CMP_REQUEUE, FUTEX_WAKE_OP, FUTEX_LOCK_PI, FUTEX_UNLOCK_PI,
		FUTEX_TRYLOCK_PI, FUTEX_WAIT_BITSET, FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, FUTEX_WAKE_BITSET,
		FUTEX_WAIT_REQUEUE_PI, FUTEX_CMP_REQUEUE_PI, FUTEX_LOCK_PI2,
		/* Private, but they name a thread, which may belong to another process. */
		FUTEX_LOCK_PI_PRIVATE, FUTEX_TRYLOCK_PI_PRIVATE, FUTEX_LOCK_PI2_PRIVATE, FUTEX_WAIT_REQUEUE_PI_PRIVATE,
	};
	struct timespec soon = {0, 1000};
	for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
		must_be_refused(syscall(SYS_futex, word, shared[i], 1, &soon, word, 0));
		must_be_refused(syscall(SYS_futex, word, (long)shared[i] | 1l << 40, 1, &soon, word, 0));
	}
	must_be_refused(syscall(SYS_futex_waitv, NULL, 0, 0, NULL, 0));
	must_be_refused(syscall(SYS_FUTEX_WAKE, word, 1, 1, 0));
	must_be_refused(syscall(SYS_FUTEX_WAIT, word, 0, 1, 0, NULL, 0));
	must_be_refused(syscall(SYS_FUTEX_REQUEUE, word, 0, 1, 1));
	must_be_refused(syscall(SYS_set_robust_list, &own, 24));
	must_be_refused(syscall(SYS_set_tid_address, word));
	/* Its own futexes work. */
	if (syscall(SYS_futex, &own, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0) != 0)
		abort();
}

static void try_places(char *channel)
{
	char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED)
		abort();
	must_be_refused((long)mmap(channel, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0));
	must_be_refused((long)mmap(channel - 4096, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0));
	must_be_refused((long)mmap(NULL, 1 << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0));
	must_be_refused((long)mremap(page, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, channel));
	must_be_refused((long)mremap(channel, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, page));
	must_be_refused((long)mremap(channel, 4096, 1 << 20, MREMAP_MAYMOVE));
	must_be_refused(munmap(channel, 4096));
	must_be_refused(munmap(channel - 4096, 1 << 30));
	must_be_refused(syscall(SYS_remap_file_pages, channel, 4096, 0, 0, 0));
	munmap(page, 8192);
}

static void try_all(char *channel)
{
	void *libc = (void *)((uintptr_t)&strtol & ~(uintptr_t)4095);
	try_futexes_of(libc);
	try_futexes_of((void *)((uintptr_t)&try_futexes_of & ~(uintptr_t)4095));
	try_futexes_of(channel);
	try_places(channel);
}

__attribute__((constructor)) static void while_loading(void)
{
	try_all(CHANNEL);
}

int get_play(const char *me, const char *hands, const char *history)
{
	try_all(CHANNEL);
	return meek_play(history);
}
