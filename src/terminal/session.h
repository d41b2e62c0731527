/* session.h - games at the terminal from their arguments to their end: what `play` does, and
 * `menu` once its questions are answered. */
#ifndef ARENA_TERMINAL_SESSION_H
#define ARENA_TERMINAL_SESSION_H

#include "base/err.h"
#include "base/options.h"
#include "terminal/screen.h"

/* args: of the command `play`. Returns an exit code, or -1 with err. The terminal is left as it was. */
int table_play_series(const struct args *args, struct terminal *terminal, struct err *err);

#endif
