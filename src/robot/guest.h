/* guest.h - the inside of a robot's process: what `arena __guest` runs. */
#ifndef ARENA_ROBOT_GUEST_H
#define ARENA_ROBOT_GUEST_H

/* The hidden command. Descriptors: 3 the private area, 4 the board, 5 the robot's image. */
#define GUEST_COMMAND "__guest"
enum { GUEST_FD_WIRE = 3, GUEST_FD_BOARD = 4, GUEST_FD_IMAGE = 5, GUEST_FD_END = 6 };

/* Never returns to robot code; the process's exit status is only read when loading failed. */
int guest_main(void);

#endif
