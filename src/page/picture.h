/* picture.h - a recorded game as a picture: the table at one moment as SVG, and as PNG and GIF by programs that may be missing. */
#pragma once

#include "page/moment.h"

/* Adds the picture, in the size of a link preview. Its texts are escaped and clipped; it needs no other file. */
void picture_svg(const struct moments *moments, const struct moment *moment, struct str *out);

/* Can pictures be written to this file? EXIT_USAGE if its name does not end with .svg, .png or .gif, or if it cannot be written. */
int picture_check(const char *path, struct err *err);

/* Writes a picture of the game: .svg and .png at its most dramatic moment, .gif move by move. A .gif of a game with very many moments
 * has the hand with that moment; this hand, from 0, is then *only_hand, which otherwise is -1. EXIT_WORLD, and an unchanged file, if
 * the program that makes it is missing or fails. */
int picture_write(const json_t *data, const json_t *game, const char *path, long *only_hand, struct err *err);
