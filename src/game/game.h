/* game.h - a game as a state machine that never blocks.
 *
 * The engine starts a game, and then does what `need` says until it is GAME_NEED_OVER:
 *
 *   GAME_NEED_PLAY     ask the robot in seat `turn`, and pass its answer to game_play
 *   GAME_NEED_OBSERVE  ask every seat for which game_observes() is true to observe the showdown, ignore the answers,
 *                      then call game_observed
 *
 * The strings of an ask (docs/rules.md section 1) are built in place, in the caller's buffers (struct game_view), which
 * may be memory shared with the robots. The game writes them and never reads them. When `need` is GAME_NEED_PLAY,
 * hands[turn] and history are up to date; when it is GAME_NEED_OBSERVE, `shown` and history are.
 *
 * A game is a pure function of rules, letters, dice key, block and the plays. It has no I/O, no clock, no allocation
 * and no globals. The engine may use only `need`, `turn`, `history_length`, `last` and the functions below, and must
 * know nothing about bids. */
#pragma once

#include "base/rng.h"
#include "game/rules.h"

enum game_need { GAME_NEED_OVER, GAME_NEED_PLAY, GAME_NEED_OBSERVE };

/* The buffers for the strings of one game; owned by the caller, with sizes from
 * game_history_size and game_hands_size. All NULL: the game writes no strings. */
struct game_view {
	char *history;                /* the same for all seats: only public information */
	char *shown;                  /* the hands at a showdown, for all seats */
	char *hands[GAME_MAX_SEATS];  /* the hands as each seat may see them */
};

/* How the last hand ended, for texts, logs and tests. A seat of -1 means none. */
enum hand_end {
	HAND_NONE = 0,   /* no hand has ended yet */
	HAND_CALL,       /* a call (or a doubt) was decided by the dice */
	HAND_EXACT,      /* play 2 was decided by the dice */
	HAND_ILLEGAL,    /* an illegal play ended it; `actor` made it */
	HAND_FAULT,      /* a crash or timeout of `actor` ended it */
	HAND_BELIEVED,   /* Maexchen: the highest claim was believed */
};

struct hand_result {
	enum hand_end end;
	int actor;             /* the seat that called, doubted, believed, made an illegal play, or failed */
	int play;              /* the play of `actor` as given: with HAND_CALL and illegal=call it may differ from 0; 0
	                        * with HAND_FAULT */
	int bidder;            /* the seat of the bid or claim on the table, or -1 */
	int bid;               /* that bid, as a play; 0 when none */
	int count;             /* dice that make it true (common-hand), or the roll shown (Maexchen) */
	int n_wild;            /* how many dice of `count` are wild (common-hand) */
	int loser;             /* the only loser of the hand, or -1 */
	int delta[GAME_MAX_SEATS]; /* delta[seat], seat < n_seats: change of a seat's dice or points */
};

/* One player. It has 16 bytes, so that four fit in a cache line. */
struct game_seat {
	uint64_t dice;    /* dice of the current hand, packed (dice.h); kept until the next deal */
	int32_t points;
	char letter;
	uint8_t n_dice;   /* after the last loss; 0 after elimination (loss=die) */
	uint8_t place;    /* final place, 1 is first; 0 while open */
	uint8_t n_tied;   /* number of seats that share it (1: not shared) */
};

/* Common-hand: the state within a hand. */
struct liars_state {
	int bid;          /* last bid as a play, 0 when none */
	int limit;        /* highest quantity that may be bid */
	int answer;       /* caller=anyone: the next player's answer, which is applied if no other player calls */
	int16_t n_bids;
	int8_t bidder;    /* -1 when nothing was bid */
	int8_t opener;
	int8_t wild_face; /* the face that is wild now, in this hand; 0: none */
	bool is_palifico;
	bool is_plain;    /* bids of this hand are ordered as integers, without further rules */
	bool is_decided;  /* all places are decided; only the showdown remains */
	uint32_t fallen;  /* seats that the last hand has left with one die */
	uint32_t had_palifico; /* seats that have had only one die in this game */
	int n_done;       /* hands played to an end */
};

/* Maexchen: the state within a hand, and the direction of play. */
struct maexchen_state {
	int claim;        /* the last claim, as a play; 0 in a new hand */
	int roll;         /* the value last rolled: the claimer's, or that of the seat about to claim */
	int n_rolls;      /* rolls of this hand before that one */
	int n_done;       /* hands played to an end */
	int8_t claimer;   /* -1 in a new hand */
	int8_t starter;   /* of this hand */
	int8_t direction; /* 1, or -1 after a reversal */
	bool is_believing; /* seat `turn` is asked whether it believes; else it has rolled */
	bool is_decided;  /* all places are decided; only the showdown remains */
	int8_t cheat, cheater; /* the cheat (game/maexchen/cheat.h), its seat */
	uint16_t dice_at[GAME_MAX_SEATS]; /* where each seat's dice are in `hands` */
};

struct game {
	/* What the engine reads. */
	enum game_need need;
	int turn;                    /* seat to ask, when need is GAME_NEED_PLAY */
	uint32_t history_length;     /* of view.history, without the NUL */

	/* The rest belongs to the family: read it through the functions below. With hundreds of games in play, cache
	 * misses dominate. So the fields that a table of two needs are in four cache lines, those at need, u, dice
	 * and last. */
	uint32_t in;                 /* bit per seat: still in the game */
	uint32_t forfeited;          /* bit per seat: failed under fault=game, not asked again */
	uint32_t hand;               /* hands dealt so far; the current one is hand - 1 */
	const struct rules *rules;   /* borrowed for the whole game */
	struct game_view view;
	union {                      /* one struct per family */
		struct liars_state liars;
		struct maexchen_state maexchen;
	} u;
	int n_seats;
	uint64_t block;
	char unused[40];             /* so that the dice begin a line */
	struct rng_block dice;       /* all dice of the game come from it */
	struct game_seat seat[GAME_MAX_SEATS];
	struct hand_result last;
};
_Static_assert(offsetof(struct game, u) % 64 == 0 && offsetof(struct game, dice) % 64 == 0 &&
	       offsetof(struct game, last) % 64 == 0, "see struct game");

/* The source of the dice of a game. Equal blocks have equal dice. */
struct dice_source {
	struct rng_key key;
	uint64_t block;
};

/* Starts a game. letters[seat] is 'A'..'Z', seat < n_seats. The dice are a function only of (source, hand, seat, die).
 * `rules` must have passed rules_check. */
void game_start(struct game *game, const struct rules *rules, int n_seats, const char *letters,
		struct dice_source source, const struct game_view *view);

/* Plays the answer of seat `turn`, which may be any int. Returns false when an illegal play took effect; the game has
 * then applied its rules, and the hand is over. last.actor is the seat that made it. With caller=anyone this may not be
 * the seat that answered, because the next player's answer takes effect when the last of the others has not called. */
static inline bool game_play(struct game *game, int play);

/* Applies the rules to a crash or timeout of a seat, at a play or an observation. At an observation `need` stays
 * GAME_NEED_OBSERVE: continue with the other seats, then call game_observed. At a play, check `need` again. */
void game_fault(struct game *game, int seat);

/* Returns true if this seat takes part in the current observation. All seats do, except those that have forfeited the
 * game. */
static inline bool game_observes(const struct game *game, int seat)
{
	return !(game->forfeited >> seat & 1);
}

/* Writes the hands string that a seat may see now (`shown` at a showdown) into a buffer of game_hands_size bytes. Seat
 * -1 is a spectator, who sees no dice before the showdown. Records use this, because the robot may be able to write to
 * its own buffer. Call it before game_fault. */
void game_see(const struct game *game, int seat, char *hands);

/* Begins the next hand or ends the game. Call it when all seats have observed. */
static inline void game_observed(struct game *game);

/* Returns the place of a seat (1 is first) when the game is over, and sets *n_tied to the number of seats that share
 * it. A shared place has the number of the best of the places that are shared, and counts as their mean; a first
 * place shared by k seats is 1/k of a win. An eliminated seat has its place before the game is over; a place that is
 * still open is 0. */
int game_place(const struct game *game, int seat, int *n_tied);

/* Public information. */
static inline bool game_is_in(const struct game *game, int seat) /* still in the game */
{
	return game->in >> seat & 1;
}
char game_letter(const struct game *game, int seat);    /* 'A' + the number of the player in the seat */
static inline int game_dice_left(const struct game *game, int seat)
{
	return game->seat[seat].n_dice;
}
int game_points(const struct game *game, int seat);     /* 0 without points */

/* Writes the dice of a seat in the current hand to dice[], highest first, and returns their number. For logs, after the
 * dice have been shown. Dice are kept until the next deal, even after a loss, so there may be more than
 * game_dice_left. */
int game_dice(const struct game *game, int seat, uint8_t dice[GAME_MAX_DICE]);

/* Return the size in bytes of the longest history and hands strings, including the NUL and room for wide stores
 * (view.c). */
size_t game_history_size(const struct rules *rules, int n_seats);
size_t game_hands_size(const struct rules *rules, int n_seats);

/* Save and restore a game that waits for a play or is over, in fewer bytes and without its strings and its last hand.
 * The game to be restored must have been started with the same rules, n_seats and dice key, and with a view in which
 * all pointers are NULL. */
size_t game_saved_size(const struct rules *rules, int n_seats);
void game_save(const struct game *game, void *saved);
void game_restore(struct game *game, struct rng_key key, const void *saved);

/* Appends a play of a history in words ("three fours", "liar!", "believes"). */
void game_play_words(const struct rules *rules, int play, struct str *out);

/* Parses a person's entry: "23", "2 3", "two threes", "liar", ... The play need not be legal. Returns false with an
 * explanation in err when the entry is not a play. */
bool game_parse_play(const struct rules *rules, const char *entry, int *play, struct err *err);

/* Returns true if this play would be legal now for seat `turn`. If not, err has the reason in words. */
bool game_is_legal(const struct game *game, int play, struct err *err);

/* Adds a summary of the rules as lines to be wrapped: one line about the players, two about the course of the game, and
 * the others about the options. */
void game_reminder(const struct rules *rules, int n_seats, struct str *out);

/* Describes the end of the last hand in a sentence or two; names[seat]. Call it when `need` has become
 * GAME_NEED_OBSERVE, or after a game_fault at a play. */
void game_describe_hand(const struct game *game, const char *const *names, struct str *out);

/* The functions and properties of a rule family; variants.c lists the families. */
struct odds;
struct encoding_ops;

struct family {
	const char *name, *title;          /* title: for people, and that of the family's first variant */
	const struct rule_option *options; /* NULL-name-terminated; no two families have the same first option */
	const char *const *later;          /* names of the options added after 1.0, NULL-terminated; NULL: none. Robots
	                                    * must name such an option to play with a value other than the default */
	int (*check)(const struct rules *rules, int n_seats, struct err *err);
	void (*start)(struct game *game);
	bool (*play)(struct game *game, int play);
	void (*fault)(struct game *game, int seat);
	void (*observed)(struct game *game);
	void (*see)(const struct game *game, int seat, char *hands); /* not at a showdown, where all seats see the
	                                                              * same */
	size_t (*history_size)(const struct rules *rules, int n_seats);
	size_t (*hands_size)(const struct rules *rules, int n_seats);
	void (*play_words)(const struct rules *rules, int play, struct str *out);
	bool (*parse_play)(const struct rules *rules, const char *entry, int *play, struct err *err);
	bool (*is_legal)(const struct game *game, int play, struct err *err);
	void (*reminder)(const struct rules *rules, int n_seats, struct str *out);
	void (*describe_hand)(const struct game *game, const char *const *names, struct str *out);
	/* Fills in the odds of the bid that may be called now (odds.h). Leaves them unchanged when there is none. */
	void (*judge)(const struct game *game, int seat, struct odds *odds);
	/* Returns the wild face of the finished hand, or 0. NULL if the family has no wild dice. */
	int (*wild_face)(const struct game *game);
	/* Returns true if a hand can eliminate its loser. NULL means always. */
	bool (*has_last_hand)(const struct rules *rules);
	/* Returns true if the tourney protocol (docs/rules.md section 5) can express these rules. NULL means no. */
	bool (*fits_tourney)(const struct rules *rules);
	/* Returns true if one win can be by a larger margin than another. NULL means always. */
	bool (*has_margin)(const struct rules *rules);
	/* Returns true if every other player may call, not only the next one. NULL means no. */
	bool (*asks_everyone)(const struct rules *rules);
	/* Returns the highest face that may be bid. NULL if bids have no face. */
	int (*highest_face)(const struct rules *rules);
	/* Returns the next higher claim, as a play: the lowest for 0, and 0 for the highest. NULL if the possible bids
	 * depend on the dice on the table. */
	int (*next_claim)(const struct rules *rules, int claim);
	const struct encoding_ops *encoding; /* plays and positions for programs that learn (encoding.h) */
	size_t state_size;       /* number of bytes of its struct in game.u that are kept between plays */
	const char *wild_option; /* the option for wild dice; NULL: none */
	const char *baseline;    /* the bundled robot that others are measured against */
	int n_dice_on_table;     /* the number of dice that a bid is about; 0: the dice of all seats */
	bool counts_dice;        /* a bid is about the number of dice that show a face, and a call counts them */
	bool has_exact;          /* PLAY_EXACT may be a play */
};

static inline bool game_play(struct game *game, int play)
{
	return game->rules->family->play(game, play);
}

static inline void game_observed(struct game *game)
{
	game->rules->family->observed(game);
}

extern const struct family family_liars;   /* common-hand Liar's Dice */
extern const struct family family_maexchen; /* Maexchen, also known as Mia */

/* Eliminated players and their places. Places are assigned from the last upwards as seats are eliminated; the others
 * get theirs when the game is decided. */

/* Eliminates all seats of the set together (a bit for each seat; all must still be in the game). They share the lowest
 * open places. The set may be empty. */
void places_out(struct game *game, uint32_t seats);

/* Ranks the seats still in the game by score[seat], highest first; equal scores share a place. */
void places_rank(struct game *game, const int32_t *score);

/* Returns the next seat of the set after this one in turn order, or the same seat if it is the only one. The set must
 * not be empty. */
static inline int places_next(uint32_t set, int seat)
{
	uint32_t after = set & -(UINT32_C(2) << seat);
	return __builtin_ctz(after ? after : set);
}
