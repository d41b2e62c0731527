/* session.h - games at the terminal from their arguments to the end: used by `play`, and by `menu` after its questions. */
#ifndef ARENA_TERMINAL_SESSION_H
#define ARENA_TERMINAL_SESSION_H

#include "base/err.h"
#include "base/options.h"
#include "terminal/screen.h"

/* args: of the command `play`. Returns an exit code, or -1 with err. The terminal is restored. */
int table_play_series(const struct args *args, struct terminal *terminal, struct err *err);

#endif
