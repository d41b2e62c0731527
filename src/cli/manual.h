/* manual.h - the hidden command that prints the commands and their options for the manual page. */
#ifndef ARENA_CLI_MANUAL_H
#define ARENA_CLI_MANUAL_H

#include "base/str.h"

#define MANUAL_COMMAND "__manual"

/* Adds, in mdoc, the part of docs/man/arena.1 between its marks; docs/man/update inserts it. */
void manual(struct str *out);

#endif
