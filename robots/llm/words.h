/* words.h - an ask in words for a model, and judging its answer. Pure functions. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "game/rules.h"

/* The three strings of an ask, and the text of its `game` line: "liars-dice dice=5 ...". All borrowed. */
struct question {
	const char *rules_text, *me, *hands, *history;
};

/* Is this the showdown at the end of a hand, or not a valid ask? Then any answer is accepted. */
bool question_is_idle(const struct question *question);

/* Is it a question of Mäxchen? Else it is one of common-hand Liar's Dice. */
bool words_is_maexchen(const struct question *question);

/* The system message: the rules, and the form of the answer. */
void words_rules(const struct question *question, const struct rules *rules, struct str *out);

/* The question: the robot's dice, the number of other dice, the plays so far, which face is wild now, and the legal plays with
 * their odds. */
void words_question(const struct question *question, const struct rules *rules, struct str *out);

/* Reads the play from an answer (answer.h). False, with the reason for the model, when the play is missing or not legal. */
bool words_judge(const struct question *question, const struct rules *rules, const char *answer, int *play, struct str *reason);

/* Can this play decide the hand? A bid, a claim or a call can; to believe, or to let a bid stand, cannot. */
bool words_is_deciding(const struct question *question, int play);

/* Is the play certainly legal? (words.c describes when this is not known.) */
bool words_is_legal(const struct question *question, int play);

/* Liar's Dice: a play that is always legal: one die more of the same face, else a call. */
int words_way_out(const struct question *question);
