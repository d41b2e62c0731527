/* table_evening.h - games at the terminal from their arguments to their end: what `play` does, and
 * `menu` once its questions are answered. */
#ifndef ARENA_CLI_TABLE_EVENING_H
#define ARENA_CLI_TABLE_EVENING_H

#include "base/err.h"
#include "cli/opts.h"
#include "cli/terminal.h"

/* args: of the command `play`. Returns an exit code, or -1 with err. The terminal is left as it was. */
int table_evening(const struct args *args, struct terminal *terminal, struct err *err);

#endif
