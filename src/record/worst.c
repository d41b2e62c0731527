/* worst.c - the most costly decisions of a robot in lost hands (worst.h). */
#include "record/worst.h"

#include "game/liars/liars.h"

void worst_release(struct worst *worst)
{
	free(worst->list);
	*worst = (struct worst){0};
}

static double cost_of(const struct worst_loss *loss)
{
	if (loss->is_call)
		return 2 * loss->chance - 1;
	return (loss->right < 0 ? 1 : loss->right) - loss->chance;
}

/* Of equal ones the earlier, so that the order in which games come does not matter. */
static bool is_worse(const struct worst_loss *a, const struct worst_loss *b)
{
	if (cost_of(a) != cost_of(b))
		return cost_of(a) > cost_of(b);
	return a->game != b->game ? a->game < b->game : a->hand < b->hand;
}

static void keep(struct worst *worst, const struct worst_loss *loss)
{
	int at = worst->n;
	if (!worst->list)
		worst->list = NEW_ARRAY(struct worst_loss, (size_t)worst->n_wanted + 1);
	while (at > 0 && is_worse(loss, &worst->list[at - 1]))
		at--;
	memmove(&worst->list[at + 1], &worst->list[at], (size_t)(worst->n - at) * sizeof *loss);
	worst->list[at] = *loss;
	worst->n += worst->n < worst->n_wanted;
}

/* The decision that lost the hand, if a call decided it. */
static bool find(const struct game_record *log, const struct game_record_hand *hand, int seat, struct worst_loss *loss)
{
	const struct hand_result *last = &hand->last;
	if (last->end != HAND_CALL || last->loser != seat)
		return false;
	loss->is_call = last->actor == seat;
	if (!loss->is_call && !log->rules->family->counts_dice)
		return false;
	loss->bid = last->bid;
	for (int k = hand->first_ask + hand->n_asks - 1; k >= hand->first_ask; k--) {
		const struct game_record_ask *ask = &log->asks[k];
		const struct odds *odds = loss->is_call ? &ask->faced : &ask->made;
		bool is_it = ask->seat == seat && ask->verdict == VERDICT_OK && odds->bid == last->bid;
		if (!is_it || (loss->is_call && ask->play != PLAY_CALL))
			continue;
		loss->chance = odds->chance;
		loss->right = ask->faced.bid ? 1 - ask->faced.chance : -1;
		return true;
	}
	return false;
}

void worst_add(struct worst *worst, const struct game_record *log, int seat)
{
	for (int i = 0; i < log->n_hands && worst->n_wanted; i++) {
		struct worst_loss loss = {.game = log->number, .hand = i};
		if (find(log, &log->hands[i], seat, &loss) && cost_of(&loss) > 1e-12) /* not by rounding */
			keep(worst, &loss);
	}
}
