/* permit.h - a process that copies itself, but only with its parent's permission for each copy.
 *
 * A filter suspends the call that copies the process (clone with PERMIT_FLAGS) and asks the holder of the listener
 * (seccomp_unotify(2)). All other calls are left to the other filters. The kernel suspends the call, so even malicious
 * code in the process cannot make more copies than were permitted. The copies are children of the parent, and belong to
 * the process group of the original process.
 *
 * The copies do not inherit the death signal of the process. Instead they have a lifeline: the read end of a pipe whose
 * other end the parent holds. When the parent closes that end or dies, the kernel sends SIGKILL to the whole group. The
 * filter does not allow the copies to close or inspect their end. */
#pragma once

#include <linux/sched.h>
#include <signal.h>
#include <sys/types.h>

#include "base/base.h"

/* Flags of clone(2). No library makes processes with these flags. */
#define PERMIT_FLAGS ((uint32_t)(CLONE_PARENT | CLONE_CHILD_SETTID | SIGCHLD))

/* Number of the lifeline's descriptor in the process and its copies. */
enum { PERMIT_LIFELINE = 0 };

/* Called in the process, which must have set no_new_privs. Installs the filter, and sends its listener through
 * `socket`. Returns -1 with errno if the kernel does not support it, or another filter already has a listener. */
int permit_ask(int socket);

/* Finds libc's thread id (permit_thread_id). Call it once in a process that copies itself without the filter.
 * permit_ask does this itself. Returns false if the kernel does not report the address. */
bool permit_find_thread_id(void);

/* Copies the process, which must be single-threaded. Returns what fork() returns, or -1 with EPERM if a filter refuses
 * the copy. */
pid_t permit_copy(void);

/* Returns, in the process and after permit_ask, the address of libc's thread id, a pid_t, which differs in a copy. */
const void *permit_thread_id(void);

/* Returns the listener that permit_ask sent, or -1 if none was sent. Never blocks. */
int permit_take(int socket);

/* Makes `end` the lifeline of the group. It is the read end of a pipe and will become PERMIT_LIFELINE in the process;
 * the parent holds the other end. Both ends must be non-blocking. Returns -1 with errno on failure. */
int permit_lifeline_of(int end, pid_t group);

/* Returns true if a request is pending or arrives within this time. */
bool permit_is_asked(int listener, int timeout_ms);

/* Refuses the current request, if any. */
void permit_refuse(int listener);

/* Waits for at most timeout_ms until `process` requests a copy, and permits it. Returns false if there was no request
 * or the listener is unusable. */
bool permit_grant(int listener, pid_t process, int timeout_ms);
