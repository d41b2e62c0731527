/* enter.h - from what teams have handed in to versions that play. */
#ifndef ARENA_CONTEST_ENTER_H
#define ARENA_CONTEST_ENTER_H

#include <stdint.h>

#include "base/err.h"
#include "contest/contest.h"

/* Looks through FOLDER/submissions: builds and checks what is new, enters it as versions that may play from `round` on,
 * and withdraws robots that are gone. Teams and their robots are taken in the order of their names. What is no version
 * is noted, with the reason. -1 err; EXIT_INTERRUPTED after a stop. */
int enter_all(struct contest *contest, int64_t round, struct err *err);

#endif
