/* channel.c - the memory that a worker shares with one robot process (channel.h). */
#include "robot/channel.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"

uint32_t channel_output(const struct output_ring *ring, uint32_t written, uint32_t n, char *text)
{
	const uint32_t size = sizeof ring->text;
	if (n > size)
		n = size;
	for (uint32_t i = 0; i < n; i++)
		text[i] = (char)CHANNEL_READ(ring->text[(written - n + i) % size]);
	text[n] = '\0';
	for (uint32_t i = 0; i < n;) {
		size_t length = text[i] == '\n' || text[i] == '\t' ? 1 : text_character(text + i);
		if (length == 0)
			text[i] = '?';
		i += length ? (uint32_t)length : 1;
	}
	return n;
}

void channel_wake(_Atomic uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

void channel_wait(_Atomic uint32_t *word, uint32_t seen, int64_t timeout_ns)
{
	struct timespec timeout = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
	syscall(SYS_futex, word, FUTEX_WAIT, seen, timeout_ns < 0 ? NULL : &timeout, NULL, 0);
}
