/* threads - tries to start a thread, when loading and when playing; crashes if it can. Plays like meek. Expected:
 * ok. */
#include <pthread.h>
#include <stdlib.h>

#include "arena_robot.h"
#include "meek.h"

static void *ponder(void *nothing)
{
	for (;;)
		;
}

__attribute__((constructor)) static void start(void)
{
	pthread_t thread;
	if (pthread_create(&thread, NULL, ponder, NULL) == 0)
		abort();
}

int get_play(const char *me, const char *hands, const char *history)
{
	start();
	return meek_play(history);
}
