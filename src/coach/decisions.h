/* decisions.h - the decisions of a robot in games of two players, collected from the games, with their ratings; and the
 * kinds of mistakes. */
#pragma once

#include "coach/position.h"
#include "match/tournament.h"
#include "record/game_record.h"
#include "record/replays.h"
#include "robot/verdict.h"

enum mistake {
	MISTAKE_NONE = 0,
	MISTAKE_CALLED_EARLY,
	MISTAKE_CALLED_LATE,
	MISTAKE_BLUFFED,
	MISTAKE_NO_BLUFF,
	MISTAKE_OPENED_HIGH,
	MISTAKE_OPENED_LOW,
	MISTAKE_RAISED_HIGH,
	MISTAKE_RAISED_LOW,
	MISTAKE_ILLEGAL,
	MISTAKE_TIMEOUT,
	MISTAKE_CRASH,
	MISTAKE_COUNT,
};

struct mistake_kind {
	const char *key;     /* name in CSV and JSON */
	const char *words;   /* "calling too early" */
	const char *means;   /* an explanation in one line */
};

extern const struct mistake_kind mistake_kinds[MISTAKE_COUNT];

/* The rating of a decision, in chances of winning the game. Plain data, because processes exchange it as bytes. */
struct finding {
	double best, made;   /* values of the strong player's play, and of the play that was made */
	double error;        /* how much the computed values of the strong player's plays, which should be equal,
	                      * differ; 0: exact */
	int best_play;       /* the best of the strong player's plays: 10 * quantity + face, or PLAY_CALL */
	enum mistake kind;   /* MISTAKE_NONE: the strong player also makes this play, or the loss is negligible */
	bool is_exact;
};

/* Returns the loss of a mistake, or 0 if the decision was not a mistake. */
static inline double finding_loss(const struct finding *finding)
{
	return finding->kind == MISTAKE_NONE ? 0 : finding->best - finding->made;
}

struct decision {
	uint64_t game;       /* number in the run, from 0 */
	int hand;            /* number in the game, from 0 */
	int n_dice[2];       /* dice of the player who opened the hand, and of the other */
	int player;          /* the robot: 0 if it opened the hand, else 1 */
	uint8_t count[GAME_MAX_FACES + 1]; /* its dice by face */
	size_t first_bid;    /* index in decisions->bids */
	int n_bids;          /* number of bids before the decision */
	int play;            /* the answer; 0 when there was none */
	enum verdict verdict;
	struct finding finding;
};

/* A match that has been analysed. */
struct coached_match {
	uint64_t first_game, n_games;
};

struct decisions {
	struct decision *list;   /* owned */
	size_t n, room;
	struct str bids;         /* numbers of bids (subgame.h), a byte each */
	struct coached_match *matches; /* in order of their games; owned */
	size_t n_matches, matches_room;
	uint64_t n_games;
};

void decisions_release(struct decisions *decisions);

static inline const uint8_t *decision_bids(const struct decisions *decisions, const struct decision *decision)
{
	return (const uint8_t *)decisions->bids.text + decision->first_bid;
}

/* Adds a finished game of two players, with rules that pass subgame_check. `seat` is the robot's seat. */
void decisions_add(struct decisions *decisions, const struct game_record *log, int seat);
void decisions_add_match(struct decisions *decisions, uint64_t first_game, uint64_t n_games);

/* Appends the decisions of `more`, in their order, but not its matches. */
void decisions_append(struct decisions *decisions, const struct decisions *more);

/* Sorts the decisions by game. Games may be added in any order; call this after the last one. */
void decisions_sort(struct decisions *decisions);

/* Replays the games of a robot in a run and collects its decisions. `tournament` is that of the run, with two seats and
 * with its robots probed. The decisions are sorted on return. Sets err on failure. */
int decisions_gather(struct decisions *decisions, const struct tournament *tournament, struct sample *sample,
		     struct err *err);

/* Classifies the mistake of playing `made` when `best` has a higher value. Both are actions: 0 for a call, 1 + bid for
 * a bid, where the bid may exceed all bids of the hand. */
enum mistake mistake_of(const struct position_hand *hand, const struct position *position, int made, int best);

/* Classifies an ask without a legal answer. */
enum mistake mistake_of_verdict(enum verdict verdict);

/* The loss in win share per game, and half the width of its 95 % interval. The games of a match are not independent, so
 * the match is the sampling unit (ratio estimator; Student's t). `half` is 1 with fewer than two matches. */
struct loss {
	uint64_t n;      /* decisions */
	double mean, half;
};

/* With fewer matches no interval is printed, because losses are skewed, and Student's t assumes a normal
 * distribution. */
enum { SUMS_LEAST_MATCHES = 10 };

struct sums {
	bool has_intervals;            /* there are at least SUMS_LEAST_MATCHES */
	uint64_t n_exact;              /* number of decisions rated exactly */
	double error;                  /* mean error of those not rated exactly */
	struct loss net;               /* over all decisions, including gains from plays that are better than the strong
	                                * player's */
	struct loss all, by_kind[MISTAKE_COUNT]; /* by_kind[MISTAKE_NONE] is empty */
	enum mistake order[MISTAKE_COUNT];  /* the kinds that occurred, most costly first */
	int n_kinds;
};

/* Sums up the losses. `decisions` must be sorted and rated. */
void sums_of(const struct decisions *decisions, struct sums *sums);

/* The same mistake in the same position, counted over all games. */
struct costly {
	size_t decision;     /* index of the first such decision */
	uint64_t n;
	double loss;         /* total loss of all n, in games */
};

/* Groups the mistakes by position, most costly first; among equally costly ones the earlier comes first. Sets *n to the
 * number of groups. The caller frees the list. */
struct costly *sums_costliest(const struct decisions *decisions, size_t *n);
