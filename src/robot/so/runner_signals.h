/* runner_signals.h - signals in a robot's process: crashes are noted in the shared memory for the worker, signals that the
 * robot sends itself take effect, and refused system calls are noted. */
#pragma once

#include "robot/so/loaded.h"
#include "robot/channel.h"

/* Installs the handlers, for this process and its copies; call it while files can be opened. They read both pointers when a
 * signal comes: the shared memory of the process (NULL: none yet), and the loaded file whose code is running (NULL: none). */
void runner_signals_handle(struct channel *const *channel, struct loaded *const *current);

/* Have the blocked signals or the alternate stack of handlers changed since the first call? Instances of a robot in one
 * process share them. */
bool runner_signals_have_changed(void);

/* Notes that this system call of the robot was refused. */
void runner_signals_note(long call);
