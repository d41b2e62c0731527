/* words.h - describes an ask in words for a model, and judges its answer. All are pure functions. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "game/rules.h"

/* The three strings of an ask, and the text of its `game` line: "liars-dice dice=5 ...". All pointers are borrowed. */
struct question {
	const char *rules_text, *me, *hands, *history;
};

/* Returns true if this is the showdown at the end of a hand, or not a valid ask. Any answer is accepted then. */
bool question_is_idle(const struct question *question);

/* Returns true if the question is from Mäxchen, and false if it is from common-hand Liar's Dice. */
bool words_is_maexchen(const struct question *question);

/* Adds the system message: the rules, and the form of the answer. */
void words_rules(const struct question *question, const struct rules *rules, struct str *out);

/* Adds the question: the robot's dice, the number of other dice, the plays so far, which face is wild now, and the
 * legal plays with their odds. */
void words_question(const struct question *question, const struct rules *rules, struct str *out);

/* Reads the play from an answer (answer.h). If the play is missing or not legal, returns false and adds the reason, for
 * the model. */
bool words_judge(const struct question *question, const struct rules *rules, const char *answer, int *play,
		 struct str *reason);

/* Returns true if this play can decide the hand. A bid, a claim or a call can; believing, or letting a bid stand,
 * cannot. */
bool words_is_deciding(const struct question *question, int play);

/* Returns true if the play is certainly legal. (words.c says when this is not known.) */
bool words_is_legal(const struct question *question, int play);

/* Returns a play of Liar's Dice that is always legal: one more die with the same face, otherwise a call. */
int words_way_out(const struct question *question);
