/* regress.h - is the new robot worse than the old one? What is known so far, and its verdict.
 *
 * Two ways. Duel: new and old at one table of two, the unit is the mirrored pair of games. Field: new
 * and old in turn with the same dice against the same others (FORMAT_PAIRED), the unit is the difference
 * of their mean scores in a block. Fed in match order, so that the verdict is the same for every number
 * of workers, and after any interruption. */
#ifndef ARENA_CLI_REGRESS_H
#define ARENA_CLI_REGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "match/result.h"
#include "stats/elo.h"
#include "stats/llr.h"
#include "stats/sprt.h"
#include "store/info.h"
#include "store/run.h"

enum regress_verdict {
	REGRESS_UNDECIDED = 0, /* at the cap of games, or when interrupted */
	REGRESS_PASS,
	REGRESS_WORSE,
	REGRESS_NO_CHANGE,     /* every play of every game was the same */
	REGRESS_FAILED,        /* a robot crashed, timed out or could not be loaded */
};

/* Equal plays in so many blocks, and in all, mean that nothing has changed. */
enum { REGRESS_ALIKE_BLOCKS = 100, REGRESS_OUTCOMES = 5 };

struct regress_side {
	char *label;          /* as it may be shown; owned */
	const char *sha256;   /* borrowed */
	struct tally tally;
};

struct regress {
	bool is_field;
	struct sprt sprt;
	double elo0, elo1;    /* as asked for; in a field they stand for the difference in score */
	uint64_t count[REGRESS_OUTCOMES]; /* duel: pairs by the new robot's share, 0, 1/4, ... 1 */
	struct paired_sums paired;        /* field */
	uint64_t blocks, alike_blocks;
	struct regress_side new_side, old_side;
	uint64_t games;
	const char *rules;    /* borrowed */
	char *seed;           /* as it may be shown; owned, like the next */
	char *field;          /* the others as on the command line, "" in a duel */
	struct match_result with_new; /* field: the last match of the new robot, until its twin comes */
	bool is_interrupted;
};

/* For a run with a test, which must outlive it. NULL, or what is wrong with what it asks: it must be elo0 < elo1, and
 * alpha, beta in (0, 1/2). Released in any case. */
const char *regress_init(struct regress *regress, const struct info *info);
void regress_release(struct regress *regress);

/* The next match. True: decided, no more is needed. */
bool regress_add(struct regress *regress, const struct match_result *result);

enum regress_verdict regress_verdict(const struct regress *regress);

/* Duel: the shares of the new robot in all pairs, into an empty histogram; released by the caller. */
void regress_shares(const struct regress *regress, struct histogram *shares);

/* Five lines to paste into a pull request; one JSON object; a JUnit document with one test case. */
void regress_text(const struct regress *regress, struct str *out);
void regress_json(const struct regress *regress, struct str *out);
void regress_junit(const struct regress *regress, struct str *out);

/* Writes them into the folder of the run: regress.txt, regress.json, regress.xml. */
int regress_write(const struct regress *regress, const struct run *run, struct err *err);

#endif
