/* timers - tries to set a timer, when loading and when playing; crashes if it can. Plays like meek. Expected: ok. */
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

__attribute__((constructor)) static void start(void)
{
	struct itimerval soon = {{0, 1000}, {0, 1000}};
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
	timer_t timer;
	if (setitimer(ITIMER_REAL, &soon, NULL) == 0 || setitimer(ITIMER_PROF, &soon, NULL) == 0 ||
	    timer_create(CLOCK_MONOTONIC, &event, &timer) == 0)
		abort();
	alarm(1);
}

int get_play(const char *me, const char *hands, const char *history)
{
	start();
	return meek_play(history);
}
