/* fallback.h - chooses the play when the model gives none. It is the play of robots/radical.c or, in Mäxchen, of
 * robots/maexchen.c; both are compiled into this program. */
#pragma once

#include <stdint.h>

#include "words.h"

/* Returns a play that depends only on the question and the seed. */
int fallback_play(const struct question *question, uint64_t seed);
