/* manual.h - the hidden command that prints the commands and their options for the manual page. */
#pragma once

#include "base/base.h"

#define MANUAL_COMMAND "__manual"

/* Adds, in mdoc, the part of docs/man/arena.1 between its marks; docs/man/update inserts it. */
void manual(struct str *out);
