/* runner_signals.h - signals in a robot's process: crashes are noted in the shared memory for the worker, signals that the
 * robot sends itself take effect, and refused system calls are noted. */
#pragma once

#include "robot/so/loaded.h"
#include "robot/channel.h"

/* Loads the library that walks the stack after a crash; runner_signals_handle does this itself, if necessary. */
void runner_signals_load(void);

/* Installs the handlers; call it while files can be opened. They read both pointers when a signal comes: the shared memory
 * of the process, and the loaded file whose code is running (NULL: none). */
void runner_signals_handle(struct channel *const *channel, struct loaded *const *current);
