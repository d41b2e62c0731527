/* flood - prints far more than is kept at every ask, to both streams, and plays like meek; with crash=1 it then
 * crashes. Expected: ok; or crash, with the end of its output kept. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

static int crashes;

int robot_option(const char *key, const char *value)
{
	crashes = atoi(value);
	return 0;
}

int get_play(const char *me, const char *hands, const char *history)
{
	static char text[1 << 16];
	memset(text, 'x', sizeof text);
	for (int i = 0; i < 3; i++)
		write(1, text, sizeof text);
	for (int i = 0; i < 50; i++)
		fprintf(stderr, "%d bottles of beer on the wall\n", i);
	printf("%s said so\n", me);
	if (crashes)
		abort();
	return meek_play(history);
}
