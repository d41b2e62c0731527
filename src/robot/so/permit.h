/* permit.h - a process that may make copies of itself, each time only when its parent permits it.
 *
 * A filter stops the one call that copies the process, with the flags that permit_copy gives it, and asks whoever holds
 * the listener (seccomp_unotify(2)); all others are up to the other filters. The kernel stops the call, so code that has taken
 * over the process makes no copy more than were permitted. The copies are children of the parent, and the group of the
 * process is theirs.
 *
 * The death signal of a process is not that of its copies. In its place they have a lifeline: the reading end of a pipe,
 * of which the parent has the other end. When that closes, the kernel sends SIGKILL to the whole group; and the filter lets
 * nobody close it. */
#ifndef ARENA_ROBOT_SO_PERMIT_H
#define ARENA_ROBOT_SO_PERMIT_H

#include <linux/sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* Of clone(2). No library makes processes with these. */
#define PERMIT_FLAGS ((uint32_t)(CLONE_PARENT | CLONE_CHILD_SETTID | SIGCHLD))

/* Number of the lifeline's descriptor in the process and its copies. */
enum { PERMIT_LIFELINE = 0 };

/* In the process, which must have given up new privileges: puts the filter on, and sends the listener through a socket.
 * -1 with errno: this kernel cannot, or another filter asks somebody already. */
int permit_ask(int socket);

/* In the process, single-threaded: copies it. As fork(), and EPERM without the filter. */
pid_t permit_copy(void);

/* Takes the listener that permit_ask sent; -1: it did not send any. Never blocks. */
int permit_take(int socket);

/* Makes a pipe end the lifeline of the group: ends[0] is to be PERMIT_LIFELINE in the process, ends[1] is the parent's.
 * -1 with errno. */
int permit_lifeline(int ends[2]);
int permit_lifeline_of(int end, pid_t group);

/* Is there a request now? */
bool permit_is_asked(int listener);

/* Refuses the current request, if any. */
void permit_refuse(int listener);

/* Waits for a limited time until `process` requests a copy, and permits it. False: no request, or the listener is
 * unusable. */
bool permit_grant(int listener, pid_t process, int timeout_ms);

#endif
