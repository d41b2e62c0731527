/* big_file - a file of 30 MB of statics, of which it uses a few. Expected: ok, with as many lanes as fit into
 * memory. */
#include "arena_robot.h"
#include "meek.h"

static unsigned char table[30 << 20] = {1};

int get_play(const char *me, const char *hands, const char *history)
{
	unsigned n = ++table[(unsigned char)hands[2] * 100000u] + table[sizeof table / 2]++;
	return *history && n % 7 == 0 ? 0 : meek_play(history);
}
