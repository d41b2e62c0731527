/* guest.h - between the arena and the program of a robot's process (guest.c). */
#ifndef ARENA_ROBOT_GUEST_H
#define ARENA_ROBOT_GUEST_H

/* Its descriptors: the private area, the board, the robot's image; then its own file, gone once it runs. */
enum { GUEST_FD_WIRE = 3, GUEST_FD_BOARD = 4, GUEST_FD_IMAGE = 5, GUEST_FD_FILE = 6, GUEST_FD_END = 7 };

#endif
