/* cookie - answers with a random number that the kernel gave its process at its start. Expected: illegal plays; of
 * those that are stored, equal ones come from one process. */
#include <string.h>
#include <sys/auxv.h>

#include "arena_robot.h"

int get_play(const char *me, const char *hands, const char *history)
{
	unsigned number;
	memcpy(&number, (const char *)getauxval(AT_RANDOM), sizeof number);
	return -2 - (int)(number >> 2);
}
