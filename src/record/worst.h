/* worst.h - the most costly decisions of a robot in lost hands, by the chances at that moment.
 *
 * All chances are given the robot's dice and nothing else. A bid costs the chance that a call was right
 * instead (an opening bid: 1, as a lower one was there), less the chance that the bid is true. A call costs the chance that
 * the called bid is true, less that it is false. What cost nothing, as a bluff where a call was no better, is not noted; nor are claims in
 * Mäxchen, which the roll may force. */
#pragma once

#include "record/game_record.h"

struct worst_loss {
	uint64_t game;  /* in the run, from 0 */
	int hand;       /* from 0 */
	bool is_call;   /* the robot called the bid; else it made it */
	int bid;        /* as a play */
	double chance;  /* that the bid was true */
	double right;   /* of a bid: that a call was right instead; below 0: there was nothing to call */
};

struct worst {
	int n_wanted;            /* 0: nothing is noted */
	int n;                   /* found, n <= n_wanted */
	struct worst_loss *list; /* the worst first; owned */
};

void worst_release(struct worst *worst);

/* Takes in a game that is over, in any order of games; `seat` is the robot's. */
void worst_add(struct worst *worst, const struct game_record *log, int seat);
