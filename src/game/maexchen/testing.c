/* testing.c - for tests alone (testing.h). */
#include "game/maexchen/testing.h"

#include "game/maexchen/maexchen.h"

void maexchen_set_roll(struct game *game, int first, int second)
{
	bug_if(game->rules->family != &family_maexchen || game->need != GAME_NEED_PLAY);
	bug_if(game->u.maexchen.is_believing);
	bug_if(first < 1 || first > MAEXCHEN_FACES || second < 1 || second > MAEXCHEN_FACES);
	maexchen_hold(game, first, second);
}
