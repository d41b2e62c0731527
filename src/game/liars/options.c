/* options.c - the options of common-hand Liar's Dice, and the valid combinations. */
#include "game/liars/liars.h"

static const char *const wild_words[] = {"none", "ones", "joker", "drop", "high", NULL};
static const char *const caller_words[] = {"next", "anyone", NULL};
static const char *const loss_words[] = {"die", "point", "game", NULL};
static const char *const starter_words[] = {"next", "loser", NULL};
static const char *const illegal_words[] = {"call", "die", "game", NULL};
static const char *const limit_words[] = {"start", "table", NULL};
static const char *const exact_words[] = {"off", "others", "gain", NULL};
static const char *const ones_rule_words[] = {"plain", "perudo", NULL};
static const char *const off_on_words[] = {"off", "on", NULL};
static const char *const fault_words[] = {"game", "die", "call", NULL};

#define NUMBER(low, high) RULE_INT, low, high
#define WORDS(n) RULE_WORD, 0, (n) - 1

const struct rule_option liars_options[] = {
	{"dice", NUMBER(1, GAME_MAX_DICE), 5, NULL, "dice each player starts with"},
	{"faces", NUMBER(2, GAME_MAX_FACES), 6, NULL, "faces of a die"},
	{"wild", WORDS(5), WILD_NONE, wild_words, "which dice count as any face"},
	{"caller", WORDS(2), CALLER_NEXT, caller_words, "who may call a bid"},
	{"loss", WORDS(3), LOSS_DIE, loss_words, "what the loser of a hand loses"},
	{"starter", WORDS(2), STARTER_NEXT, starter_words,
		"who opens the next hand: next after the caller, or the loser"},
	{"illegal", WORDS(3), ILLEGAL_CALL, illegal_words,
		"an illegal play counts as a call, costs the hand, or the game"},
	{"limit", WORDS(2), LIMIT_START, limit_words, "highest quantity: dice at the start, or now on the table"},
	{"rounds", NUMBER(0, LIARS_MAX_HANDS), 0, NULL, "with loss=point: hands to play, 0 for no limit"},
	{"target", NUMBER(0, LIARS_MAX_HANDS), 0, NULL, "with loss=point: points that end the game, 0 for none"},
	{"exact", WORDS(3), EXACT_OFF, exact_words,
		"play 2: when exactly right the others lose a die, or the caller gains one"},
	{"ones_rule", WORDS(2), ONES_PLAIN, ones_rule_words, "how ones are ranked among the bids"},
	{"palifico", WORDS(2), 0, off_on_words, "special hand when a player first comes down to one die"},
	{"fault", WORDS(3), FAULT_GAME, fault_words, "what a crash or a timeout costs"},
	{NULL, NUMBER(0, 0), 0, NULL, NULL},
};

int liars_highest(const struct rules *rules, int n_seats, int n_table)
{
	return rules->value[LIARS_LIMIT] == LIMIT_TABLE ? n_table : rules->value[LIARS_DICE] * n_seats;
}

int liars_check(const struct rules *rules, int n_seats, struct err *err)
{
	const int *value = rules->value;
	if (value[LIARS_LOSS] == LOSS_POINT) {
		if (!value[LIARS_ROUNDS] && !value[LIARS_TARGET])
			return err_set(err, EXIT_USAGE,
				       "with loss=point a game ends by rounds= or target=; set one of them");
	} else if (value[LIARS_ROUNDS] || value[LIARS_TARGET]) {
		const char *name = value[LIARS_ROUNDS] ? "rounds" : "target";
		return err_set(err, EXIT_USAGE, "%s= is for games for points: set loss=point or %s=0", name, name);
	}
	if (value[LIARS_PALIFICO] && value[LIARS_LOSS] != LOSS_DIE)
		return err_set(err, EXIT_USAGE,
			       "palifico=on requires loss=die: with other settings no player gets down to one die");
	return 0;
}
