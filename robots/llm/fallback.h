/* fallback.h - the play when the model gives none: that of robots/radical.c, in Mäxchen of robots/maexchen.c,
 * compiled into this program. */
#pragma once

#include <stdint.h>

#include "words.h"

/* The play is a function of the question and the seed. */
int fallback_play(const struct question *question, uint64_t seed);
