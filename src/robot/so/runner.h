/* runner.h - between the arena and the program of a robot's process (runner.c). */
#ifndef ARENA_ROBOT_SO_RUNNER_H
#define ARENA_ROBOT_SO_RUNNER_H

/* Its descriptors: the private area, the shared area, the robot's image; for a template the socket by which it asks for permits
 * (permit.h); then its own file, gone once it runs. */
enum { RUNNER_FD_WIRE = 3, RUNNER_FD_SHARED_AREA, RUNNER_FD_IMAGE, RUNNER_FD_PERMIT, RUNNER_FD_FILE, RUNNER_FD_END };

#endif
