/* flood - prints megabytes at every ask, on both streams, and plays like meek. Expected: ok. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arena_robot.h"
#include "meek.h"

int get_play(const char *me, const char *hands, const char *history)
{
	static char text[1 << 16];
	memset(text, 'x', sizeof text);
	for (int i = 0; i < 32; i++)
		write(1, text, sizeof text);
	for (int i = 0; i < 50; i++)
		fprintf(stderr, "%d bottles of beer on the wall\n", i);
	printf("%s said so\n", me);
	return meek_play(history);
}
