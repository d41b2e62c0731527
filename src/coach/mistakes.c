/* mistakes.c - the table of kinds of mistake (mistakes.h). */
#include "coach/mistakes.h"

const struct mistake_kind mistake_kinds[MISTAKE_COUNT] = {
	[MISTAKE_NONE] = {"none", "no mistake", "a strong player makes this play too"},
	[MISTAKE_CALLED_EARLY] = {"called_too_early", "calling too early", "it called; a bid was worth more"},
	[MISTAKE_CALLED_LATE] = {"called_too_late", "calling too late", "it bid; a call was worth more"},
	[MISTAKE_BLUFFED] = {"bluffed_too_much", "bluffing too much", "it bid a face it did not hold; one it held was worth more"},
	[MISTAKE_NO_BLUFF] = {"missed_bluff", "missing a bluff", "it bid a face it held; one it did not hold was worth more"},
	[MISTAKE_OPENED_HIGH] = {"opened_too_high", "opening too high", "it opened the hand; a lower bid was worth more"},
	[MISTAKE_OPENED_LOW] = {"opened_too_low", "opening too low", "it opened the hand; a higher bid was worth more"},
	[MISTAKE_RAISED_HIGH] = {"raised_too_high", "raising too high", "it raised; a lower bid was worth more"},
	[MISTAKE_RAISED_LOW] = {"raised_too_low", "raising too low", "it raised; a higher bid was worth more"},
	[MISTAKE_ILLEGAL] = {"illegal", "illegal plays", "its answer was not a legal play"},
	[MISTAKE_TIMEOUT] = {"timeout", "timeouts", "it took too long"},
	[MISTAKE_CRASH] = {"crash", "crashes", "it crashed"},
};

static bool is_bluff(const struct position_hand *hand, const struct position *position, int bid)
{
	bool is_plain = position_hand_is_plain(hand, position->bids, position->n_bids);
	is_plain = subgame_is_plain(&hand->game, is_plain, position->n_bids, bid);
	return hand->holdings[position->player].match[is_plain][subgame_face(&hand->game, bid)][position->holding] == 0;
}

enum mistake mistake_of(const struct position_hand *hand, const struct position *position, int made, int best)
{
	if (made == best)
		return MISTAKE_NONE;
	if (made == 0)
		return MISTAKE_CALLED_EARLY;
	if (best == 0)
		return MISTAKE_CALLED_LATE;
	bool was_bluff = is_bluff(hand, position, made - 1), is_best_bluff = is_bluff(hand, position, best - 1);
	if (was_bluff != is_best_bluff)
		return was_bluff ? MISTAKE_BLUFFED : MISTAKE_NO_BLUFF;
	if (position->n_bids == 0)
		return made > best ? MISTAKE_OPENED_HIGH : MISTAKE_OPENED_LOW;
	return made > best ? MISTAKE_RAISED_HIGH : MISTAKE_RAISED_LOW;
}

enum mistake mistake_of_verdict(enum verdict verdict)
{
	return verdict == VERDICT_OK ? MISTAKE_NONE : verdict == VERDICT_ILLEGAL ? MISTAKE_ILLEGAL :
	       verdict == VERDICT_TIMEOUT ? MISTAKE_TIMEOUT : MISTAKE_CRASH;
}
