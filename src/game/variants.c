/* variants.c - the tables of rule families and of variants. A new variant is a line here. */
#include "game/game.h"

const struct family *const game_families[] = {&family_liars, &family_maexchen, NULL};

const struct variant game_variants[] = {
	{"liars-dice", &family_liars, "",
		"five dice each, nothing wild, a call ends the hand and costs a die"},
	{"wild", &family_liars, "wild=ones starter=loser limit=table",
		"ones count as any face; the loser opens the next hand"},
	{"round-table", &family_liars,
		"dice=4 caller=anyone loss=point starter=loser rounds=10 illegal=die",
		"ten hands for points, and everybody may call"},
	{"tourney", &family_liars, "wild=drop starter=loser illegal=die fault=die limit=table",
		"ones are wild until someone bids them in the first round"},
	{"perudo", &family_liars,
		"wild=ones ones_rule=perudo palifico=on exact=gain starter=loser limit=table illegal=die",
		"the board game: wild ones, palifico hands, and 'exact' wins a die back"},
	{"one-hand", &family_liars, "dice=1 loss=game wild=high",
		"one die each, one hand, the highest face is wild"},
	{"maexchen", &family_maexchen, "",
		"two dice under a cup: claim more than the last claim, or doubt it"},
	{NULL, NULL, NULL, NULL},
};
