/* words.h - an ask in words, for a model, and what may be said of its answer. Pure. */
#ifndef ROBOTS_LLM_WORDS_H
#define ROBOTS_LLM_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "game/rules.h"

/* The three strings of an ask, and the text of its `game` line: "liars-dice dice=5 ...". All borrowed. */
struct question {
	const char *rules_text, *me, *hands, *history;
};

/* Is this the end of a hand, shown to be seen, or nothing that could be asked? Any answer does then. */
bool question_is_idle(const struct question *question);

/* Is it one of Mäxchen? Else it is one of common-hand Liar's Dice. */
bool words_is_maexchen(const struct question *question);

/* What the model is told before all: the rules, and the form of its answer. */
void words_rules(const struct question *question, const struct rules *rules, struct str *out);

/* Its dice, the others', and what has been played. */
void words_question(const struct question *question, const struct rules *rules, struct str *out);

/* Reads the last line that begins with "PLAY:", which must go on with one whole number and nothing else, and
 * judges the play. False with the reason, for the model, when there is none, or it is not legal. */
bool words_judge(const struct question *question, const char *answer, int *play, struct str *reason);

/* Is the play sure to be legal? (words.c says why it may be unsure.) */
bool words_is_legal(const struct question *question, int play);

/* Liar's Dice: what is legal whatever the hand is: one die more of the same face, else a call. */
int words_way_out(const struct question *question);

#endif
