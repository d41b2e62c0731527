/* answer.h - the play in what a model has answered. */
#pragma once

#include <stdbool.h>

#include "game/rules.h"

/* Reads the play, which need not be legal: from a JSON object with a field "play"; else from what follows the last "play",
 * "bid", "move" or "answer" that a number or the words of a play follow, such as "**Play: 23.**" or "I play two threes"; else from
 * an answer, or a last line, that is nothing but a play. False when there is none, or more than one could be meant. */
bool answer_read(const struct rules *rules, const char *answer, int *play);
