/* session.h - games at the terminal from their arguments to the end: used by `play`, and by `menu` after its questions. */
#pragma once

#include "base/options.h"
#include "terminal/screen.h"

struct site;

/* args: of the command `play`. site: with --browser, the menu's, if there is one; *wants_menu is then what its first person chose after
 * the last game. Returns an exit code, or -1 with err. The terminal is restored. */
int play_session_series(const struct args *args, struct terminal *terminal, struct site *site, bool *wants_menu, struct err *err);
