/* enter.h - turns submissions into versions that play. */
#pragma once

#include "contest/contest.h"

/* Scans FOLDER/submissions. Builds and checks what is new, and enters it as versions that may play from `round` on.
 * Withdraws robots that are no longer there. Teams and their robots are taken in the order of their names. What cannot
 * become a version is noted with the reason. -1 err; EXIT_INTERRUPTED after a stop. */
int enter_all(struct contest *contest, int64_t round, struct err *err);
