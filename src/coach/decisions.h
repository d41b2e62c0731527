/* decisions.h - the decisions of a robot in games of two players, gathered from the games, with what was found of each. */
#ifndef ARENA_COACH_DECISIONS_H
#define ARENA_COACH_DECISIONS_H

#include "base/str.h"
#include "coach/mistakes.h"
#include "record/game_record.h"

/* What a decision was worth, in the chance to win the game. Plain data: goes from process to process. */
struct finding {
	double best, made;   /* of the strong player's play, and of the one that was made */
	double error;        /* by how much his plays differ in worth, where they should not; 0: nothing is in doubt */
	int best_play;       /* the best of his plays: 10 * quantity + face, or PLAY_CALL */
	enum mistake kind;   /* MISTAKE_NONE: he plays so as well, or it cost next to nothing */
	bool is_exact;
};

/* What the mistake cost; 0 without one. */
static inline double finding_loss(const struct finding *finding)
{
	return finding->kind == MISTAKE_NONE ? 0 : finding->best - finding->made;
}

struct decision {
	uint64_t game;       /* in the run, from 0 */
	int hand;            /* in the game, from 0 */
	int n_dice[2];       /* of who opened the hand, and of the other */
	int player;          /* the robot: 0 when it opened */
	uint8_t count[GAME_MAX_FACES + 1]; /* its dice by face */
	size_t first_bid;    /* in decisions->bids */
	int n_bids;          /* before the decision */
	int play;            /* as answered; 0 when it gave no answer */
	enum verdict verdict;
	struct finding finding;
};

/* A match that was looked at. */
struct coached_match {
	uint64_t first_game, n_games;
};

struct decisions {
	struct decision *list;   /* owned */
	size_t n, room;
	struct str bids;         /* numbers of bids (subgame.h), a byte each */
	struct coached_match *matches; /* in their order; owned */
	size_t n_matches, matches_room;
	uint64_t n_games;
};

void decisions_release(struct decisions *decisions);

static inline const uint8_t *decision_bids(const struct decisions *decisions, const struct decision *decision)
{
	return (const uint8_t *)decisions->bids.text + decision->first_bid;
}

/* Takes in a game of two players that is over, by rules that pass subgame_check; `seat` is the robot's. */
void decisions_add(struct decisions *decisions, const struct game_record *log, int seat);
void decisions_add_match(struct decisions *decisions, uint64_t first_game, uint64_t n_games);

/* Once all are there: in the order of the games, whatever the order in which they came. */
void decisions_sort(struct decisions *decisions);

#endif
