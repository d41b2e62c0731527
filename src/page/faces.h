/* faces.h - the marks of the robots of a page, as web/faces.js chooses them. */
#pragma once

#include <jansson.h>

#include "base/base.h"

/* Sets faces[seat] to the mark of the robot in each seat of the game, of the page with this data: the same numbers as on the page. */
void faces_of_game(const json_t *data, const json_t *game, int *faces);

/* Adds the mark as SVG, with its upper left corner at x, y, in a square of this size. */
void face_add_svg(int face, double x, double y, double size, struct str *out);
