/* permit.h - a process that copies itself, each time only with its parent's permission.
 *
 * A filter stops the one call that copies the process, with the flags that permit_copy passes, and asks the holder of
 * the listener (seccomp_unotify(2)). All other calls are left to the other filters. The kernel stops the call, so even
 * code that has taken over the process cannot make more copies than were permitted. The copies are children of the
 * parent, and belong to the process group of the process.
 *
 * The copies do not inherit the death signal of the process. They have a lifeline instead: the read end of a pipe,
 * whose other end the parent holds. When the parent closes it or dies, the kernel sends SIGKILL to the whole group. The
 * filter does not allow the copies to close their end or to look at it. */
#pragma once

#include <linux/sched.h>
#include <signal.h>
#include <sys/types.h>

#include "base/base.h"

/* Flags of clone(2). No library makes processes with these flags. */
#define PERMIT_FLAGS ((uint32_t)(CLONE_PARENT | CLONE_CHILD_SETTID | SIGCHLD))

/* Number of the lifeline's descriptor in the process and its copies. */
enum { PERMIT_LIFELINE = 0 };

/* Called in the process, which must have set no_new_privs. Installs the filter, and sends the listener through a
 * socket. Returns -1 with errno if the kernel does not support it, or another filter already has a listener. */
int permit_ask(int socket);

/* Called in the process, once, before it copies itself without the filter. Returns false if the kernel does not report it.
 * permit_ask does this itself. */
bool permit_find_thread_id(void);

/* Called in the process, single-threaded: copies it. Returns what fork() does; EPERM if a filter refuses it. */
pid_t permit_copy(void);

/* Returns, in the process and after permit_ask, the address of libc's thread id, a pid_t, which differs in a copy. */
const void *permit_thread_id(void);

/* Receives the listener that permit_ask sent; -1: none was sent. Never blocks. */
int permit_take(int socket);

/* Makes `end`, the read end of a pipe that is to become PERMIT_LIFELINE in the process, the lifeline of the group.
 * Neither end may block; the parent holds the other one. Returns -1 with errno on failure. */
int permit_lifeline_of(int end, pid_t group);

/* Is a request pending, or does one come within this time? */
bool permit_is_asked(int listener, int timeout_ms);

/* Refuses the current request, if any. */
void permit_refuse(int listener);

/* Waits for a limited time until `process` requests a copy, and permits it. Returns false if there is none or the
 * listener is unusable. */
bool permit_grant(int listener, pid_t process, int timeout_ms);
