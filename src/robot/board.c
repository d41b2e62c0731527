/* board.c - see board.h. */
#include "robot/board.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/mem.h"

size_t board_stride(size_t size)
{
	enum { LINE = 64 };
	return ((size + LINE - 1) / LINE | 1) * LINE;
}

int board_init(struct board *board, int n_lanes, size_t history_size, size_t hands_size, struct err *err)
{
	size_t second_at = (history_size + 15) / 16 * 16, shown_at = 2 * second_at;
	size_t stride = board_stride(shown_at + hands_size);
	size_t size = (stride * (size_t)n_lanes + 4095) / 4096 * 4096;
	AUTO_CLOSE int fd = memfd_create("arena-board", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (fd < 0 || ftruncate(fd, (off_t)size))
		return err_errno(err, "cannot make the shared memory of a worker (%zu bytes)", size);
	/* A descriptor that was opened for reading can never be mapped for writing. */
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
	/* Nor cut off, under the feet of the arena; nor, by a kernel that knows how (Linux 5.1), be opened
	 * anew and then mapped for writing. */
	if (fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0)
		fcntl(fd, F_ADD_SEALS, F_SEAL_FUTURE_WRITE | F_SEAL_SEAL);
	*board = (struct board){
		.base = base, .stride = stride, .second_at = second_at, .shown_at = shown_at, .size = size,
		.n_lanes = n_lanes, .fd_readonly = fd_readonly,
	};
	return 0;
}

void board_release(struct board *board)
{
	if (!board->base)
		return;
	munmap(board->base, board->size);
	close(board->fd_readonly);
	*board = (struct board){.fd_readonly = -1};
}

void boards_init(struct boards *boards, int n_lanes, size_t history_size, size_t hands_size)
{
	*boards = (struct boards){.n_lanes = n_lanes, .history_size = history_size, .hands_size = hands_size};
}

void boards_release(struct boards *boards)
{
	for (int leg = 0; leg < boards->n; leg++) {
		if (boards->of_leg[leg])
			board_release(boards->of_leg[leg]);
		free(boards->of_leg[leg]);
	}
	free(boards->of_leg);
	*boards = (struct boards){0};
}

const struct board *boards_make(struct boards *boards, int leg, struct err *err)
{
	if (leg >= boards->n) {
		boards->of_leg = mem_resize(boards->of_leg, (size_t)leg + 1, sizeof *boards->of_leg);
		while (boards->n <= leg)
			boards->of_leg[boards->n++] = NULL;
	}
	if (!boards->of_leg[leg]) {
		AUTO_FREE struct board *board = NEW(struct board);
		if (board_init(board, boards->n_lanes, boards->history_size, boards->hands_size, err))
			return NULL;
		boards->of_leg[leg] = board;
		board = NULL;
	}
	return boards->of_leg[leg];
}

const struct board *boards_leg(const struct boards *boards, int leg)
{
	bug_if(leg >= boards->n || !boards->of_leg[leg]);
	return boards->of_leg[leg];
}

void board_wipe(const struct board *board, int lane)
{
	memset(board_history(board, lane), 0, board->stride);
}

void boards_wipe(const struct boards *boards)
{
	for (int leg = 0; leg < boards->n; leg++)
		if (boards->of_leg[leg])
			memset(boards->of_leg[leg]->base, 0, boards->of_leg[leg]->size);
}
