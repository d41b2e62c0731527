/* network.h - what the commands that need ZeroMQ have in common. */
#pragma once

#include "base/err.h"

/* The function of a command that needs ZeroMQ; NULL in a build without it, and then its outcome is
 * network_missing, which fills err and returns -1. */
#ifdef ARENA_LIBZMQ
#define NETWORK_RUN(run) run
#else
#define NETWORK_RUN(run) NULL
#endif
int network_missing(const char *command, struct err *err);
