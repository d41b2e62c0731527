/* fork_server.h - starts robots' processes by copying a process that has already executed the runner and loaded its
 * libraries. This saves more than a third of the work of a start.
 *
 * The fork server runs no robot's code and knows nothing about robots. A copy gets its descriptors and reads everything
 * else from its private area. The copies are children of the server's parent. */
#pragma once

#include <sys/types.h>

#include "base/base.h"

/* The descriptors of a robot's process: the private area, the shared area, the robot's image, for a template the socket
 * through which it sends its listener (permit.h), the filters (runner_file.h), and the program itself, which is closed
 * when it is executed. */
enum {
	RUNNER_FD_CHANNEL = 3, RUNNER_FD_SHARED_AREA, RUNNER_FD_IMAGE, RUNNER_FD_PERMIT, RUNNER_FD_FILTERS,
		RUNNER_FD_FILE, RUNNER_FD_END,
};

enum { RUNNER_FDS = RUNNER_FD_END - RUNNER_FD_CHANNEL };

struct runner_fds {
	int stdin_end;        /* -1: /dev/null */
	int own[RUNNER_FDS];  /* own[i] becomes descriptor RUNNER_FD_CHANNEL + i; -1: none */
};

/* Executes own[RUNNER_FD_FILE - RUNNER_FD_CHANNEL] with these arguments and no environment. Returns its PID, or -1 with
 * errno. */
pid_t execute_runner(char *const *argv, const struct runner_fds *fds);

/* A zeroed struct is a server that has not been started. */
struct fork_server {
	pid_t pid;   /* 0: not running */
	int socket;
	bool is_unusable; /* the server cannot make copies */
};

/* Returns a new process that has these descriptors (without RUNNER_FD_FILE) and continues as the runner. Starts the
 * server if necessary. Returns 0 if the server was killed from outside, in which case the new process may exist
 * nevertheless, and -1 if execute_runner must be used instead. */
pid_t fork_server_copy(struct fork_server *server, const struct runner_fds *fds);

/* Ends the server; its copies are not affected. */
void fork_server_end(struct fork_server *server);

/* Returns true if this process was started as a server. */
bool fork_server_is_meant(int argc, char **argv);

/* Runs the server. Returns only in each copy. */
void fork_server_serve(void);

/* Called in a copy. Sets the title that lists of processes show as its command line. */
void fork_server_entitle(char **argv, const char *title);
