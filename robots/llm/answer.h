/* answer.h - finds the play in the answer of a model. */
#pragma once

#include <stdbool.h>

#include "game/rules.h"

/* Reads the play, which need not be legal: from a JSON object with a field "play"; otherwise from what follows the last
 * "play", "bid", "move" or "answer" before a number or the words of a play, such as "**Play: 23.**" or "I play two
 * threes"; otherwise from an answer, or a last line, that is nothing but a play. Returns false if there is none, or if
 * more than one could be meant. */
bool answer_read(const struct rules *rules, const char *answer, int *play);
