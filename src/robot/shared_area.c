/* shared_area.c - the public area of an attempt in a worker (shared_area.h). */
#include "robot/shared_area.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

size_t shared_area_stride(size_t size)
{
	enum { LINE = 64 };
	return ((size + LINE - 1) / LINE | 1) * LINE;
}

/* Initialises an area. history_size and hands_size are in bytes, for the longest strings of the run. The layout puts
 * the dice of a showdown and the first bids of a table of two into one cache line. */
static int area_init(struct shared_area *shared_area, int n_lanes, size_t history_size, size_t hands_size,
		     struct err *err)
{
	size_t history_at = (hands_size + 15) / 16 * 16, second_at = (history_at + history_size + 63) / 64 * 64;
	size_t stride = shared_area_stride(second_at + history_at + history_size);
	size_t size = (stride * (size_t)n_lanes + 4095) / 4096 * 4096;
	AUTO_CLOSE int fd = memfd_create("arena-shared", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (fd < 0 || ftruncate(fd, (off_t)size))
		return err_errno(err, "cannot create the shared memory of a worker (%zu bytes)", size);
	/* Opens it again, because a descriptor that is open only for reading can never be mapped for writing. */
	char path[32];
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	int fd_readonly = open(path, O_RDONLY | O_CLOEXEC);
	if (fd_readonly < 0)
		return err_errno(err, "cannot reopen %s (is /proc mounted?)", path);
	char *base = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (base == MAP_FAILED) {
		close(fd_readonly);
		return err_errno(err, "cannot map the shared memory of a worker (%zu bytes)", size);
	}
	/* The first seals prevent truncation while the arena uses the file. On Linux 5.1 or later, the others also
	 * prevent a process from opening the file again and mapping it for writing. */
	if (fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0)
		fcntl(fd, F_ADD_SEALS, F_SEAL_FUTURE_WRITE | F_SEAL_SEAL);
	*shared_area = (struct shared_area){
		.base = base, .stride = stride, .second_at = second_at, .history_at = history_at, .size = size,
		.n_lanes = n_lanes, .fd_readonly = fd_readonly,
	};
	return 0;
}

static void area_release(struct shared_area *shared_area)
{
	if (!shared_area->base)
		return;
	munmap(shared_area->base, shared_area->size);
	close(shared_area->fd_readonly);
	*shared_area = (struct shared_area){.fd_readonly = -1};
}

void shared_areas_init(struct shared_areas *shared_areas, int n_lanes, size_t history_size, size_t hands_size)
{
	*shared_areas = (struct shared_areas){.n_lanes = n_lanes, .history_size = history_size,
		.hands_size = hands_size};
}

void shared_areas_release(struct shared_areas *shared_areas)
{
	for (int attempt = 0; attempt < shared_areas->n; attempt++) {
		if (shared_areas->of_attempt[attempt])
			area_release(shared_areas->of_attempt[attempt]);
		free(shared_areas->of_attempt[attempt]);
	}
	free(shared_areas->of_attempt);
	*shared_areas = (struct shared_areas){0};
}

const struct shared_area *shared_areas_make(struct shared_areas *shared_areas, int attempt, struct err *err)
{
	if (attempt >= shared_areas->n) {
		shared_areas->of_attempt = mem_resize(shared_areas->of_attempt, (size_t)attempt + 1,
						      sizeof *shared_areas->of_attempt);
		while (shared_areas->n <= attempt)
			shared_areas->of_attempt[shared_areas->n++] = NULL;
	}
	if (!shared_areas->of_attempt[attempt]) {
		AUTO_FREE struct shared_area *shared_area = NEW(struct shared_area);
		if (area_init(shared_area, shared_areas->n_lanes, shared_areas->history_size, shared_areas->hands_size,
			      err))
			return NULL;
		shared_areas->of_attempt[attempt] = shared_area;
		shared_area = NULL;
	}
	return shared_areas->of_attempt[attempt];
}

const struct shared_area *shared_areas_attempt(const struct shared_areas *shared_areas, int attempt)
{
	bug_if(attempt >= shared_areas->n || !shared_areas->of_attempt[attempt]);
	return shared_areas->of_attempt[attempt];
}

void shared_area_wipe(const struct shared_area *shared_area, int lane)
{
	memset(shared_area_shown(shared_area, lane), 0, shared_area->stride);
}

void shared_areas_wipe(const struct shared_areas *shared_areas)
{
	for (int attempt = 0; attempt < shared_areas->n; attempt++)
		if (shared_areas->of_attempt[attempt])
			memset(shared_areas->of_attempt[attempt]->base, 0, shared_areas->of_attempt[attempt]->size);
}
