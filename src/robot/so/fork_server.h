/* fork_server.h - starts robots' processes by copying one that has already executed the runner and loaded its libraries, which
 * is more than a third of the work of a start.
 *
 * No robot's code runs in the fork server, and it knows nothing of the robots: a copy gets its descriptors and reads everything
 * else from its private area. The copies are children of the server's parent. */
#pragma once

#include <sys/types.h>

#include "robot/so/execute.h"

/* A zeroed struct is a server that has not been started. */
struct fork_server {
	pid_t pid;   /* 0: not running */
	int socket;
	bool is_unusable; /* copies cannot be made */
};

/* A new process that has these descriptors (without RUNNER_FD_FILE) and continues as the runner. Starts the server if necessary.
 * 0: the server was killed from outside, and nobody knows whether there is a process. -1: use
 * execute_runner. */
pid_t fork_server_copy(struct fork_server *server, const struct runner_fds *fds);

/* Ends the server; its copies are not affected. */
void fork_server_end(struct fork_server *server);

/* Was this process started as a server? */
bool fork_server_is_meant(int argc, char **argv);

/* Called in the server. Returns in each copy. */
void fork_server_serve(void);

/* Called in a copy: shows this title as its command line. */
void fork_server_entitle(char **argv, const char *title);
