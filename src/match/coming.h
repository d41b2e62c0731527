/* coming.h - the matches that a rotation plays next, and their order. */
#pragma once

#include "match/rotation.h"

/* Takes the next match; an open rotation adds it to the chunk. Returns NULL when there are no more. */
const struct coming_match *coming_next(struct rotation *rotation);

/* Starts robots that are slow to start while earlier matches are played. A match with stored plays asks no robot. */
void coming_prepare(struct rotation *rotation);
