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
#include "robot/channel.h"

static struct channel *volatile channel;
static sigjmp_buf back;

static void on_segv(int signal)
{
	siglongjmp(back, 1);
}

/* A copy of a template sees only its own channel, which is one of several in a row. */
static void find_channel(void)
{
	struct sigaction old, action = {.sa_handler = on_segv};
	sigaction(SIGSEGV, &action, &old);
	for (volatile uint64_t i = 0; i < CHANNEL_MOST && !channel; i++) {
		struct channel *here = (struct channel *)(FILTER_CHANNEL_AT + i * CHANNEL_STRIDE);
		if (sigsetjmp(back, 1) == 0 && here->batch > 0)
			channel = here;
	}
	sigaction(SIGSEGV, &old, NULL);
}

/* Answers from the i-th ask of the batch on. Returns the number of the batch. */
static uint32_t answer_from(uint32_t i, const char *shared_area)
{
	uint32_t batch = channel->batch;
	const uint32_t *ask = (const uint32_t *)((const char *)channel + channel->ring_at);
	int32_t *answer = (int32_t *)((char *)channel + channel->ring_at) + 2 * channel->n_wanted;
	for (; i < channel->n_asks; i++) {
		struct channel_seat *seat = channel_seat(channel, channel->seats_at, channel->seat_stride,
							 CHANNEL_SEAT(ask[i]));
		const char *lane = shared_area + seat->shown_at;
		answer[i] = meek_play(lane + (ask[i] & ASK_SECOND ? channel->shared_area_second_at : 0) +
				      channel->shared_area_history_at);
		channel->n_done = i + 1;
	}
	channel->done_batch = batch;
	syscall(SYS_futex, &channel->done_batch, FUTEX_WAKE, 1, NULL, NULL, 0);
	return batch;
}

int get_play(const char *me, const char *hands, const char *history)
{
	find_channel();
	if (!channel)
		return meek_play(history);
	const uint32_t *ask = (const uint32_t *)((const char *)channel + channel->ring_at);
	uint32_t first = ask[channel->n_done];
	struct channel_seat *seat = channel_seat(channel, channel->seats_at, channel->seat_stride, CHANNEL_SEAT(first));
	const char *lane =
		history - (first & ASK_SECOND ? channel->shared_area_second_at : 0) - channel->shared_area_history_at;
	const char *shared_area = lane - seat->shown_at;
	for (uint32_t seen = answer_from(channel->n_done, shared_area);; seen = answer_from(0, shared_area))
		while (channel->batch == seen)
			;
}
