/* raiser - raises signal=N on itself. Expected: crash (SIGKILL, SIGTERM, SIGABRT, SIGUSR1, ...); SIGSTOP has no
 * effect. */
#include <signal.h>
#include <stdlib.h>

#include "arena_robot.h"
#include "meek.h"

static int number = SIGKILL;

int robot_option(const char *key, const char *value)
{
	number = atoi(value);
	return 0;
}

int get_play(const char *me, const char *hands, const char *history)
{
	raise(number);
	return meek_play(history);
}
