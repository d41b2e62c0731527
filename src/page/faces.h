/* faces.h - the marks of the robots on a page, chosen in the same way as in web/faces.js. */
#pragma once

#include <jansson.h>

#include "base/base.h"

enum { FACES_SHAPES = 8, FACES_PLAIN = 6 * FACES_SHAPES, FACES_ALL = 5 * FACES_PLAIN };

/* The marks that are taken. A zeroed struct has none. */
struct faces {
	bool is_taken[FACES_ALL];
};

/* Returns the mark of a robot: the first free one, beginning with the mark that follows from its identity, which is its
 * SHA-256 or, without one, its name. Robots share marks when all are taken. */
int faces_choose(struct faces *faces, const char *identity);

/* Sets faces[seat] to the mark that the robot in this seat of the game has on the page with this data. */
void faces_of_game(const json_t *data, const json_t *game, int *faces);

/* Adds the mark as SVG, with its upper left corner at x, y, in a square of this size. */
void face_add_svg(int face, double x, double y, double size, struct str *out);

/* Adds the mark as an element of a page whose style sheet has its colours. */
void face_add_html(int face, struct str *out);
