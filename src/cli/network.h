/* network.h - what the commands that need ZeroMQ have in common. */
#pragma once

#include "base/options.h"

#define OPTION_KEY \
	{.name = "key", .type = OPT_TEXT, .value = "FILE", .is_neutral = true, .names = NAMES_FOLDERS, \
	 .help = "Encrypt with this secret key (NAME.key, made by `arena keygen NAME`)."}
#define OPTION_SERVER_KEY \
	{.name = "server-key", .type = OPT_TEXT, .value = "FILE", .is_neutral = true, .names = NAMES_FOLDERS, \
	 .help = "With --key: the public key of the server (NAME.pub). The arena sends nothing to any other server."}

/* The function of a command that needs ZeroMQ; NULL in a build without it, and then its outcome is
 * network_missing, which fills err and returns -1. */
#ifdef ARENA_LIBZMQ
#define NETWORK_RUN(run) run
#else
#define NETWORK_RUN(run) NULL
#endif
int network_missing(const char *command, struct err *err);
