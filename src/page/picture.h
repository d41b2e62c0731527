/* picture.h - a recorded game as a picture: the table at one moment as SVG. External programs, which may be missing,
 * convert it to PNG and GIF. */
#pragma once

#include "page/moment.h"

/* Adds the picture, in the size of a link preview. Its texts are escaped and clipped; it needs no other file. */
void picture_svg(const struct moments *moments, const struct moment *moment, struct str *out);

/* Checks that pictures can be written to this file. Fails with EXIT_USAGE if its name does not end with .svg, .png or
 * .gif, or if the file cannot be written. */
int picture_check(const char *path, struct err *err);

/* Writes a picture of the game: .svg and .png show its most dramatic moment, .gif shows it move by move. If a game has
 * too many moments for a .gif, the .gif shows only the hand with the most dramatic one, and *only_hand is set to the
 * index of this hand; otherwise *only_hand is set to -1. Fails with EXIT_WORLD, and leaves the file unchanged, if the
 * program that makes it is missing or fails. */
int picture_write(const json_t *data, const json_t *game, const char *path, long *only_hand, struct err *err);
