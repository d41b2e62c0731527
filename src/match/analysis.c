/* analysis.c - see analysis.h. */
#include "match/analysis.h"

#include "game/common.h"
#include "game/maexchen.h"

bool analysis_has_last_hand(const struct rules *rules)
{
	return rules->family != &family_common || rules->value[COMMON_LOSS] != LOSS_POINT;
}

static void add_win(struct analysis_wins *wins, double win)
{
	wins->games++;
	exact_add(&wins->sum, win);
	exact_add(&wins->squares, win * win);
}

/* ---- decisions -------------------------------------------------------------------------- */

/* A call is what a robot means as one: an illegal play that counts as a call is none. */
static void add_decision(struct analysis *a, const struct gamelog *log, const struct gamelog_ask *ask)
{
	const struct stake *faced = &ask->faced;
	bool is_exact = ask->play == PLAY_EXACT && log->rules->family == &family_common;
	a->asks++;
	if (ask->verdict == VERDICT_ILLEGAL)
		a->illegal++;
	else if (ask->verdict != VERDICT_OK)
		a->faults++;
	if (!faced->bid || ask->verdict != VERDICT_OK || is_exact)
		return;
	bool has_called = ask->play == PLAY_CALL;
	calibration_add(has_called ? &a->called : &a->passed, faced->chance, faced->is_true);
	if (has_called && faced->is_true)
		a->calls.called_true++;
	else if (has_called)
		a->calls.called_false++;
	else if (faced->is_true)
		a->calls.passed_true++;
	else
		a->calls.passed_false++;
}

static void add_bid(struct analysis_bids *bids, const struct stake *made)
{
	if (!made->bid)
		return;
	bids->bids++;
	bids->false_ones += !made->is_true;
	bids->unlikely += made->chance < 0.5 - 1e-12; /* an even chance, rounded, is none */
	bids->unbacked += !made->is_backed;
}

/* ---- hands ------------------------------------------------------------------------------ */

/* -1: it did not lose the hand. */
static int cause_of(const struct gamelog_hand *hand, int seat)
{
	const struct hand_result *last = &hand->last;
	bool is_actor = last->actor == seat;
	if (last->end == HAND_EXACT && last->loser < 0)
		return last->delta[seat] < 0 ? CAUSE_OTHERS_EXACT : -1;
	if (last->loser != seat)
		return -1;
	switch (last->end) {
	case HAND_CALL:
		return !is_actor ? CAUSE_OWN_BID : last->play == PLAY_CALL ? CAUSE_OWN_CALL : CAUSE_ILLEGAL;
	case HAND_EXACT:
		return CAUSE_OWN_EXACT;
	case HAND_ILLEGAL:
		return CAUSE_ILLEGAL;
	case HAND_FAULT:
		return CAUSE_FAULT;
	case HAND_NONE:
	case HAND_BELIEVED:
		break;
	}
	return -1;
}

/* A hand the robot is in, and what the game brought it. Returns why it lost the hand, or -1. */
static int add_outcome(struct analysis *a, const struct gamelog_hand *hand, int seat, double win)
{
	const struct hand_result *last = &hand->last;
	a->hands++;
	if (last->end == HAND_CALL && last->bidder == seat) {
		a->bids.called++;
		a->bids.caught += last->loser == seat;
	}
	if (last->end == HAND_EXACT && last->actor == seat) {
		a->exact++;
		a->exact_right += last->loser != seat;
	}
	int cause = cause_of(hand, seat);
	if (hand->failed_looking >> seat & 1)
		cause = CAUSE_FAULT; /* which came last */
	if (cause >= 0)
		a->lost[cause]++;
	struct analysis_dice *dice = &a->by_dice[hand->n_dice[seat]];
	dice->hands++;
	dice->lost += cause >= 0;
	exact_add(&dice->wins, win);
	return cause;
}

void analysis_add(struct analysis *a, const struct gamelog *log, int seat)
{
	double win = log->places[seat] == 1 ? 1.0 / log->n_tied[seat] : 0;
	int last_cause = CAUSE_COUNT;
	a->games++;
	add_win(&a->by_seat[seat], win);
	for (int i = 0; i < log->n_hands; i++) {
		const struct gamelog_hand *hand = &log->hands[i];
		if (!(hand->in_before >> seat & 1))
			break; /* for good */
		for (int k = hand->first_ask; k < hand->first_ask + hand->n_asks; k++) {
			if (log->asks[k].seat != seat)
				continue;
			add_decision(a, log, &log->asks[k]);
			add_bid(&a->bids, &log->asks[k].made);
		}
		int cause = add_outcome(a, hand, seat, win);
		if (cause >= 0)
			last_cause = cause;
	}
	if (log->places[seat] != 1)
		a->games_lost[last_cause]++;
}

void analysis_add_blocks(struct analysis *a, const uint8_t *places, uint32_t n_blocks, int n_seats, int player)
{
	int n = n_seats;
	for (uint32_t block = 0; block < n_blocks; block++) {
		double sum = 0;
		for (int rotation = 0; rotation < n; rotation++)
			sum += places_win(places + (block * (uint32_t)n + (uint32_t)rotation) * (uint32_t)n, n, player);
		add_win(&a->blocks, sum / n);
	}
}
