/* fault_words.h - the cost of a fault after a hand, at the showdown; game_describe_hand describes faults at a play in the
 * same words. */
#pragma once

#include <stdbool.h>

#include "base/str.h"

/* "calm crashed or ran out of time when the dice were shown and is out of the game.", or ": calm loses a die."
 * has_points: points are lost in this game, not dice. */
void fault_words_looking(const char *name, bool is_out, bool has_points, struct str *out);
