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

/* A game that might never end (with exact=gain dice can be gained as fast as they are lost) is decided by dice or
 * points after this number of hands. */
enum { LIARS_MAX_HANDS = 10000 };

/* Plays that are not bids. */
enum { PLAY_CALL = 0, PLAY_BELIEVE = 1, PLAY_EXACT = 2 };

/* The reason why a play is illegal; words.c has the explanations. */
enum liars_verdict {
	LIARS_LEGAL = 0,
	LIARS_NOTHING_BID,    /* a call or PLAY_EXACT when there is no bid */
	LIARS_NO_EXACT,       /* PLAY_EXACT in a game without it */
	LIARS_NO_BID,         /* not a bid: negative, or 1, or 3 to 9 */
	LIARS_FACE,           /* no such face */
	LIARS_JOKER,          /* a bid on ones in a game where they are jokers */
	LIARS_LIMIT_EXCEEDED, /* more dice than may be bid */
	LIARS_NOT_HIGHER,
	LIARS_ONES_FIRST,     /* perudo: the first bid on ones */
	LIARS_ONES_TOO_FEW,   /* perudo: a bid on ones, but fewer than half of the last quantity */
	LIARS_ONES_TO_FACE,   /* perudo: a bid on another face after ones, but not more than twice the last quantity */
	LIARS_FACE_BOUND,     /* palifico: not the face of the first bid */
};

extern const struct rule_option liars_options[];
int liars_check(const struct rules *rules, int n_seats, struct err *err);

/* Returns the highest quantity that may be bid, at a table of n_seats with n_table dice in this hand. */
int liars_highest(const struct rules *rules, int n_seats, int n_table);

/* Returns LIARS_LEGAL if the play would be legal for the seat whose turn it is to bid or call, otherwise the reason why
 * not. (Seats asked out of turn may give any answer.) */
enum liars_verdict liars_judge(const struct game *game, int play);

/* Returns true if a bid on ones now would mean that ones are not wild in this hand. */
bool liars_drops_wild(const struct game *game);

/* Counts the dice on the table that count for a bid on `face`, and sets *n_wild to the number of these that are
 * wild. */
int liars_count(const struct game *game, int face, int *n_wild);

/* Returns true if the seat `turn` is asked out of turn whether it calls (caller=anyone). */
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

/* Common-hand Liar's Dice: the losses and gains at the end of a hand, eliminated seats, and whether the game is
 * decided. Call settle_begin, then one of settle_loss, settle_exact and settle_expel, then settle_finish. */

/* Records in game->last how the hand ended, without losses yet. */
void settle_begin(struct game *game, enum hand_end end, int actor, int play);

/* Records one loser and, in games for points, one winner (or -1). */
void settle_loss(struct game *game, int loser, int winner);

/* Records that the seat was exactly right. */
void settle_exact(struct game *game, int seat);

/* Eliminates the seat, which gets the lowest open place. */
void settle_expel(struct game *game, int seat);

/* Ends the hand; sets GAME_NEED_OBSERVE. */
void settle_finish(struct game *game);

/* Handles faults; may be called at any time. Each seat of the set (a bit for each seat) loses a die or a point. Seats
 * without dice are eliminated. */
void settle_take(struct game *game, uint32_t seats);

/* If the game is decided, assigns all open places and sets is_decided. */
void settle_decide(struct game *game);

/* A hand played by a server or another program. It is rebuilt here from the known dice and plays, so that the usual
 * code writes the strings of an ask and checks plays. */
struct liars_known {
	int n_seats;                     /* 2..26 */
	int opener;                      /* the seat that moves first; it must have dice */
	uint8_t n_dice[GAME_MAX_SEATS];  /* dice when the hand was dealt, at most `dice` of the rules; 0: eliminated. At
	                                  * least two seats must have dice */
	uint64_t dice[GAME_MAX_SEATS];   /* packed (dice.h); 0 when unknown */
};

/* Sets up the game before the first play of the known hand; Seats have the letters A, B, ... in turn order. `rules`
 * must be of the common-hand family; it is borrowed, and so are the buffers of view. Continue with game_play, but if
 * dice are unknown only up to a call. */
void liars_enter(struct game *game, const struct rules *rules, const struct liars_known *known,
		  const struct game_view *view);
