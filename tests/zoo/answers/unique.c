/* unique - counts its games in a unique symbol, as g++ makes of a template's statics. The loader keeps only one such
 * symbol for all copies of a file. Plays by the count. Expected: ok, and the same plays with any number of lanes: each
 * instance has its own. (With the constructor, each instance is a loaded copy.) */
#include "arena_robot.h"
#include "meek.h"

__asm__(".pushsection .data\n"
	".globl unique_games\n"
	".type unique_games, %gnu_unique_object\n"
	".size unique_games, 4\n"
	".balign 4\n"
	"unique_games: .long 7\n"
	".popsection");
extern ARENA_ROBOT_EXPORT int unique_games;
static int n_loaded;

__attribute__((constructor)) static void begin(void)
{
	n_loaded++;
}

void robot_game_start(const struct arena_game_start *start)
{
	unique_games++;
}

int get_play(const char *me, const char *hands, const char *history)
{
	return *history && unique_games % 3 == 0 ? 0 : meek_play(history);
}
