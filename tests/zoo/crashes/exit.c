/* exit - ends its process: status=N (0), quick=1 for _exit. Expected: crash, "called exit(N)". */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena_robot.h"

static int status, is_quick;

int robot_option(const char *key, const char *value)
{
	if (strcmp(key, "status") == 0)
		status = atoi(value);
	else
		is_quick = atoi(value);
	return 0;
}

int get_play(const char *me, const char *hands, const char *history)
{
	if (is_quick)
		_exit(status);
	exit(status);
}
