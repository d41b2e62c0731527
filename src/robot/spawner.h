/* spawner.h - a process that starts robots' processes: the guest, waiting where nothing of a robot's has been done yet.
 *
 * An exec, its libraries and what must be ready before the walls are up take longer than all the rest of a start; a worker
 * needs hundreds. So it starts the guest once, and that one copies itself for each robot's process. It knows
 * nothing of any game: the descriptors of a process pass through it, and the memory behind them is mapped by the
 * copy alone. The copies are children of the worker.
 *
 * Where it cannot be had, processes are started by exec, one by one. */
#ifndef ARENA_ROBOT_SPAWNER_H
#define ARENA_ROBOT_SPAWNER_H

#include <stddef.h>
#include <sys/types.h>

#include "robot/guest.h"

enum { SPAWNER_TITLE = 96 };

/* What a guest finds at its beginning. */
struct spawner_order {
	char title[SPAWNER_TITLE];
	int lifeline;                  /* is to be its descriptor 0; -1: /dev/null is */
	int fds[GUEST_FD_END - GUEST_FD_WIRE]; /* fds[i] is to be GUEST_FD_WIRE + i; -1: nothing */
};

/* ---- in the worker ------------------------------------------------------------------------ */

/* Ports hold it while they live; it is started when first needed, and ends with the last of them. */
void spawner_hold(void);
void spawner_release(void);

/* Starts a guest with these descriptors: its number, or -1: not this way. `start` starts the spawner itself: a guest whose
 * GUEST_FD_WIRE is the socket in its order. */
pid_t spawner_start(const struct spawner_order *order, pid_t (*start)(const struct spawner_order *order));

/* ---- in the guest ------------------------------------------------------------------------- */

/* Waits for orders on GUEST_FD_WIRE, if that is a socket; returns in the processes it starts. `title` is where
 * the kernel reads the name of the process, of SPAWNER_TITLE bytes. `prepare` is called once before. */
void spawner_serve(char *title, void (*prepare)(void));

/* Puts descriptors where they are to be, and closes all others. _exit()s when that fails. */
void spawner_place(const struct spawner_order *order);

#endif
