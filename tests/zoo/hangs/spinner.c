/* spinner - takes over the loop of its process: it answers the asks itself, as meek does, and polls for the next one
 * without ever sleeping. Expected: ok while the others are fast; a timeout when its idle CPU time adds up. */
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <linux/futex.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"
#include "robot/wire.h"

static struct wire *volatile wire;
static sigjmp_buf back;

static void on_segv(int signal)
{
	siglongjmp(back, 1);
}

/* A copy of a template sees only its own wire, which is one of several in a row. */
static void find_wire(void)
{
	struct sigaction old, action = {.sa_handler = on_segv};
	sigaction(SIGSEGV, &action, &old);
	for (volatile uint64_t i = 0; i < WIRE_MOST && !wire; i++) {
		struct wire *here = (struct wire *)(FILTER_WIRE_AT + i * WIRE_STRIDE);
		if (sigsetjmp(back, 1) == 0 && here->batch > 0)
			wire = here;
	}
	sigaction(SIGSEGV, &old, NULL);
}

/* Answers from the i-th ask of the batch on. Returns the number of the batch. */
static uint32_t answer_from(uint32_t i, const char *board)
{
	uint32_t batch = wire->batch;
	const uint32_t *ask = (const uint32_t *)((const char *)wire + wire->ring_at);
	int32_t *answer = (int32_t *)((char *)wire + wire->ring_at) + 2 * wire->n_copies;
	for (; i < wire->n_asks; i++) {
		struct wire_slot *slot = wire_slot(wire, wire->slots_at, wire->slot_stride, WIRE_SEAT(ask[i]));
		const char *lane = board + (size_t)slot->lane * wire->shared_area_stride;
		answer[i] = meek_play(ask[i] & ASK_SECOND ? lane + wire->shared_area_second_at : lane);
		wire->n_done = i + 1;
	}
	wire->done_batch = batch;
	syscall(SYS_futex, &wire->done_batch, FUTEX_WAKE, 1, NULL, NULL, 0);
	return batch;
}

int get_play(const char *me, const char *hands, const char *history)
{
	find_wire();
	if (!wire)
		return meek_play(history);
	const uint32_t *ask = (const uint32_t *)((const char *)wire + wire->ring_at);
	uint32_t first = ask[wire->n_done];
	struct wire_slot *slot = wire_slot(wire, wire->slots_at, wire->slot_stride, WIRE_SEAT(first));
	const char *board = history - (size_t)slot->lane * wire->shared_area_stride - (first & ASK_SECOND ? wire->shared_area_second_at : 0);
	for (uint32_t seen = answer_from(wire->n_done, board);; seen = answer_from(0, board))
		while (wire->batch == seen)
			;
}
