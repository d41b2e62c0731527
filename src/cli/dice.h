/* dice.h - how many dice two players have, as typed: "2v1". */
#ifndef ARENA_CLI_DICE_H
#define ARENA_CLI_DICE_H

#include "base/err.h"

/* Non-zero: EXIT_USAGE. */
int dice_read(const char *text, int *n_first, int *n_second, struct err *err);

#endif
