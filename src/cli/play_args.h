/* play_args.h - from the options of `play`, which `menu` makes, too, to a wish for games. */
#pragma once

#include "base/options.h"
#include "terminal/session.h"

/* The strings of the wish are those of args. EXIT_USAGE. */
int play_args_read(const struct args *args, struct play_wish *wish, struct err *err);
