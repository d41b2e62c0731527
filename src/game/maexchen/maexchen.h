/* maexchen.h - Mäxchen (also known as Mia): shared by its files. Rules: docs/rules.md section 3.
 *
 * A turn consists of two asks. The first, which is left out in a new hand, is whether the seat believes the last claim.
 * The second, with its own roll visible, is for the next claim. A value is a number of two digits, and also a play: 65
 * is a six and a five. */
#pragma once

#include "game/game.h"

/* Index of each setting in rules->value; the settings are numbered 1 to 12 in this order. */
enum maexchen_option {
	MAEXCHEN_MAEXCHEN, MAEXCHEN_HAMBURGER, MAEXCHEN_ORDER_DIGITS, MAEXCHEN_PLAY_ORDER, MAEXCHEN_POINTS_TO_START,
	MAEXCHEN_LOSS_NORMAL, MAEXCHEN_LOSS_MAEXCHEN, MAEXCHEN_LOSS_HAMBURGER, MAEXCHEN_REVERSE_MAEXCHEN,
	MAEXCHEN_REVERSE_HAMBURGER, MAEXCHEN_BOT_LIE, MAEXCHEN_BOT_BELIEVE,
};

enum {
	MAEXCHEN_FACES = 6,
	MAEXCHEN_DICE = 2,
	MAEXCHEN_MAX_HANDS = 10000, /* a game that does not end is decided by points after this number of hands */
	MAEXCHEN_MAX_CLAIMS = MAEXCHEN_FACES * MAEXCHEN_FACES, /* in one hand, because all claims have different
	                                                        * values */
};

/* Plays that are not claims. */
enum { MAEXCHEN_DOUBT = 0, MAEXCHEN_BELIEVE = 1 };

/* The reason why a play is illegal; words.c has the explanations. */
enum maexchen_verdict {
	MAEXCHEN_LEGAL = 0,
	MAEXCHEN_NO_ANSWER,     /* asked whether it believes the claim: neither 0 nor 1 */
	MAEXCHEN_NOT_NOW,       /* asked for a claim: 0 or 1 */
	MAEXCHEN_NO_VALUE,      /* two dice cannot show it */
	MAEXCHEN_SMALLER_FIRST, /* order_digits: the larger die comes first */
	MAEXCHEN_NOT_HIGHER,
};

/* Returns true if two dice can show this value under these rules. */
bool maexchen_is_value(const int *setting, int value);

/* Returns the rank of a value in the order of values; higher values have larger ranks. */
int maexchen_rank(const int *setting, int value);

/* Returns the next higher value: the lowest for 0, and 0 for the highest. */
int maexchen_next_claim(const struct rules *rules, int value);

/* Returns the highest value. */
int maexchen_highest(const int *setting);

/* Returns the value of two dice: the larger die first with order_digits, otherwise `first` before `second`. */
int maexchen_value_of(const int *setting, int first, int second);

/* Returns the points lost when this value is shown, negative if points are gained. The value 0 (no roll) counts as an
 * ordinary value. */
int maexchen_loss(const int *setting, int value);

/* Returns true if the direction of play reverses when this value is shown. */
bool maexchen_turns(const int *setting, int value);

/* Return true if this value is the Mäxchen, or the Hamburger. */
bool maexchen_is_maexchen(const int *setting, int value);
bool maexchen_is_hamburger(const int *setting, int value);

extern const struct rule_option maexchen_options[];
int maexchen_check(const struct rules *rules, int n_seats, struct err *err);

/* Returns MAEXCHEN_LEGAL if the play would be legal for the seat whose turn it is, otherwise the reason why not. */
enum maexchen_verdict maexchen_judge(const struct game *game, int play);

/* Rolls for the seat and asks it for a claim. The roll is a function of (dice key, block, hand, seat,
 * number of the roll in the hand). */
void maexchen_roll(struct game *game, int seat);

/* Sets the roll of the seat that is asked for a claim; first and second are faces. */
void maexchen_hold(struct game *game, int first, int second);

/* Adds a value within a sentence: "65", "44" or "Mäxchen (21)". */
void maexchen_add_value(const int *setting, int value, struct str *out);

void maexchen_play_words(const struct rules *rules, int play, struct str *out);
bool maexchen_parse_play(const struct rules *rules, const char *entry, int *play, struct err *err);
bool maexchen_is_legal(const struct game *game, int play, struct err *err);
void maexchen_reminder(const struct rules *rules, int n_seats, struct str *out);
void maexchen_describe_hand(const struct game *game, const char *const *names, struct str *out);
void maexchen_judge_claim(const struct game *game, int seat, struct odds *odds);

/* The strings of an ask in Mäxchen, in addition to view.h. Each seat has two dice, all masked except those of the seat
 * that has just rolled.
 *
 * A roll is only in its own seat's `hands`, from the roll to the claim, and in `shown` after a doubt. The buffers are
 * written and never read. */

/* Begins a hand: empties the history and masks all dice. */
void maexchen_view_deal(struct game *game);

/* Shows the seat its roll, a value of two digits. */
void maexchen_view_roll(struct game *game, int seat, int value);

/* Hides the roll from the seat. */
void maexchen_view_mask(struct game *game, int seat);

/* Writes the hands with the dice of one seat (-1: none) visible, for `shown` and for records. */
void maexchen_view_open(const struct game *game, int seat, int value, char *text);
