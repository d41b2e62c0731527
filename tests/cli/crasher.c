/* crasher.c - a robot that now and then crashes at every third ask (analyse.sh, export.sh). */
#include <stdlib.h>
static int asks;
int get_play(const char *me, const char *hands, const char *history)
{
	if (++asks % 3 == 0 && rand() % 6 == 0)
		abort();
	return *history ? 0 : 11;
}
