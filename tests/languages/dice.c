/* dice.c - exports arena_dice.h as plain functions, for comparison with arena_dice.py. */
#include "arena_dice.h"

static struct dice_game game = DICE_GAME_DEFAULT;
static struct dice_odds odds;
static struct dice_view view;

void start(const char *rules, int n_players);
void read_ask(const char *me, const char *hands, const char *history, int *to);
int is_legal(int bid);
double chance(int bid);
double chance_exact(int bid);

void start(const char *rules, int n_players)
{
	dice_read_rules(&game, rules, n_players);
}

/* to[22]: the fields of the view, in the order of arena_dice_test.py. */
void read_ask(const char *me, const char *hands, const char *history, int *to)
{
	dice_read(&view, &game, me, hands, history);
	*to++ = view.hands.n_players;
	*to++ = view.hands.n_dice;
	*to++ = view.n_unknown;
	*to++ = view.n_plays;
	*to++ = view.last;
	*to++ = view.bidder < 0 ? 0 : view.hands.letter[view.bidder];
	*to++ = view.is_showdown;
	*to++ = view.wild;
	*to++ = view.lowest;
	*to++ = view.limit;
	*to++ = view.is_palifico;
	*to++ = view.is_perudo;
	*to++ = view.may_exact;
	for (int face = 1; face <= 9; face++)
		*to++ = view.hands.mine[face];
}

int is_legal(int bid)
{
	return dice_is_legal(&view, bid);
}

double chance(int bid)
{
	return dice_chance(&view, &odds, bid);
}

double chance_exact(int bid)
{
	return dice_chance_exact(&view, &odds, bid);
}
