/* guest.h - between the arena and the program of a robot's process (guest.c). */
#ifndef ARENA_ROBOT_GUEST_H
#define ARENA_ROBOT_GUEST_H

/* Its descriptors: the private area, the board, the robot's image; for a template the socket by which it asks for permits
 * (permit.h); then its own file, gone once it runs. */
enum { GUEST_FD_WIRE = 3, GUEST_FD_BOARD, GUEST_FD_IMAGE, GUEST_FD_PERMIT, GUEST_FD_FILE, GUEST_FD_END };

#endif
