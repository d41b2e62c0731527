/* replay_ask.h - one ask of a replayed game, and a debugger that stops at it. */
#pragma once

#include "base/options.h"
#include "run/replay.h"

/* Prints the ask given by --ask in a game (from 0), and its answer. With --debug the process becomes a debugger that
 * runs the command again, or the robot alone, up to this ask. The robots of `replay` must be loaded. Returns an exit
 * code, or -1 with err. */
int replay_ask(struct replay *replay, const struct args *args, uint64_t game, struct err *err);
