/* fallback.h - what is played when the model is no help: robots/radical.c, and in Mäxchen robots/maexchen.c,
 * compiled into this program. */
#ifndef ROBOTS_LLM_FALLBACK_H
#define ROBOTS_LLM_FALLBACK_H

#include <stdint.h>

#include "words.h"

/* seed: of this ask; the same one gives the same play. */
int fallback_play(const struct question *question, uint64_t seed);

#endif
