/* liars.h - common-hand Liar's Dice: shared by its files. Rules: docs/rules.md section 2. */
#pragma once

#include "game/game.h"

/* Index of each option in rules->value, and the values of options with words. The tables in
 * options.c are in the same order. */
enum liars_option {
	LIARS_DICE, LIARS_FACES, LIARS_WILD, LIARS_CALLER, LIARS_LOSS, LIARS_STARTER, LIARS_ILLEGAL,
	LIARS_LIMIT, LIARS_ROUNDS, LIARS_TARGET, LIARS_EXACT, LIARS_ONES_RULE, LIARS_PALIFICO, LIARS_FAULT,
};
enum liars_wild { WILD_NONE, WILD_ONES, WILD_JOKER, WILD_DROP, WILD_HIGH };
enum liars_caller { CALLER_NEXT, CALLER_ANYONE };
enum liars_loss { LOSS_DIE, LOSS_POINT, LOSS_GAME };
enum liars_starter { STARTER_NEXT, STARTER_LOSER };
enum liars_illegal { ILLEGAL_CALL, ILLEGAL_DIE, ILLEGAL_GAME };
enum liars_limit { LIMIT_START, LIMIT_TABLE };
enum liars_exact { EXACT_OFF, EXACT_OTHERS, EXACT_GAIN };
enum liars_ones_rule { ONES_PLAIN, ONES_PERUDO };
enum liars_fault { FAULT_GAME, FAULT_DIE, FAULT_CALL };

/* A game that may never end (with exact=gain dice can come back as fast as they are lost) is decided by dice or points
 * after this number of hands. */
enum { LIARS_MAX_HANDS = 10000 };

/* Plays that are not bids. */
enum { PLAY_CALL = 0, PLAY_BELIEVE = 1, PLAY_EXACT = 2 };

/* Why a play is illegal; explained by words.c. */
enum liars_verdict {
	LIARS_LEGAL = 0,
	LIARS_NOTHING_BID,    /* a call or an exact when there is no bid */
	LIARS_NO_EXACT,       /* exact, in a game without it */
	LIARS_NO_BID,         /* not a bid: negative, or 1, or 3 to 9 */
	LIARS_FACE,           /* no such face */
	LIARS_JOKER,          /* a bid on ones where they are jokers */
	LIARS_LIMIT_EXCEEDED, /* more dice than may be bid */
	LIARS_NOT_HIGHER,
	LIARS_ONES_FIRST,     /* perudo: the first bid on ones */
	LIARS_ONES_TOO_FEW,   /* perudo: ones, fewer than half */
	LIARS_ONES_TO_FACE,   /* perudo: another face, not more than twice the ones */
	LIARS_FACE_BOUND,     /* palifico: not the face of the first bid */
};

extern const struct rule_option liars_options[];
int liars_check(const struct rules *rules, int n_seats, struct err *err);

/* Returns the highest quantity that may be bid, at a table of n_seats with n_table dice in this hand. */
int liars_highest(const struct rules *rules, int n_seats, int n_table);

/* Would play be legal for the seat whose turn it is to bid or call? (Seats asked out of turn
 * may answer anything.) */
enum liars_verdict liars_judge(const struct game *game, int play);

/* Would a bid of ones now make ones not wild for this hand? */
bool liars_drops_wild(const struct game *game);

/* Counts the dice on the table that make a bid on face true; *n_wild of them are wild. */
int liars_count(const struct game *game, int face, int *n_wild);

/* Is the seat `turn` asked out of turn whether it calls (caller=anyone)? */
bool liars_is_asked_aside(const struct game *game);

void liars_play_words(const struct rules *rules, int play, struct str *out);
bool liars_parse_play(const struct rules *rules, const char *entry, int *play, struct err *err);
bool liars_is_legal(const struct game *game, int play, struct err *err);
void liars_reminder(const struct rules *rules, int n_seats, struct str *out);
void liars_describe_hand(const struct game *game, const char *const *names, struct str *out);
void liars_judge_bid(const struct game *game, int seat, struct odds *odds);
int liars_wild_face(const struct game *game);
bool liars_has_last_hand(const struct rules *rules);
bool liars_fits_tourney(const struct rules *rules);
bool liars_has_margin(const struct rules *rules);
bool liars_asks_everyone(const struct rules *rules);
int liars_highest_face(const struct rules *rules);

/* Common-hand Liar's Dice: losses and gains at the end of a hand, eliminated seats, and whether the game is
 * decided. Call settle_begin, then one of loss, exact and expel, then finish. */

/* Records in game->last how the hand ended, as yet without losses. */
void settle_begin(struct game *game, enum hand_end end, int actor, int play);

/* Records one loser and, in games for points, one winner or -1. */
void settle_loss(struct game *game, int loser, int winner);

/* Records that the seat was exactly right. */
void settle_exact(struct game *game, int seat);

/* Eliminates the seat, which gets the worst open place. */
void settle_expel(struct game *game, int seat);

/* Ends the hand; sets GAME_NEED_OBSERVE. */
void settle_finish(struct game *game);

/* For faults, outside the order above. Each seat of the set (bit per seat) loses a die or a point; seats without dice are
 * eliminated. */
void settle_take(struct game *game, uint32_t seats);

/* If the game is decided, assigns all open places and sets is_decided. */
void settle_decide(struct game *game);

/* A hand that is played elsewhere, rebuilt from the known dice and plays, so that the usual code writes the strings of
 * an ask and checks plays. */
struct liars_known {
	int n_seats;                     /* 2..26 */
	int opener;                      /* the seat that moves first; it has dice */
	uint8_t n_dice[GAME_MAX_SEATS];  /* when the hand was dealt, at most `dice` of the rules; 0: eliminated; two seats have dice */
	uint64_t dice[GAME_MAX_SEATS];   /* packed (dice.h); 0 when unknown */
};

/* Sets up the game before the first play of the known hand; seats have the letters A, B, ... in turn order. `rules` is of
 * the common-hand family and borrowed, as the buffers of view are. Continue with game_play, but only up to a call if
 * dice are unknown. */
void liars_enter(struct game *game, const struct rules *rules, const struct liars_known *known,
		  const struct game_view *view);
