/* moody.c - a robot that crashes now and then and prints, so that there are crash reports (mpi.sh, resume.sh). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int asks;
int get_play(const char *me, const char *hands, const char *history)
{
	printf("ask %d: %s %s\n", asks, hands, history);
	if (++asks % 4 == 0 && random() % 80 == 0)
		*(volatile int *)0 = 1;
	const char *last = strrchr(history, ':');
	return last ? (rand() % 2 ? 0 : atoi(last + 1) + 10) : 13;
}
