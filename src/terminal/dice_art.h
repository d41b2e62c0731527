/* dice_art.h - dice as pictures made of text.
 *
 *   DICE_LARGE, five lines    DICE_SMALL, three lines    DICE_LINE, one line
 *      ┌───────┐                 ┌───┐ ╔═══╗
 *      │ ●   ● │                 │ 5 │ ║ 1 ║               5 [1] 4
 *      │   ●   │                 └───┘ ╚═══╝
 *      │ ●   ● │
 *      └───────┘
 *
 * Dice that are marked (those that count for a bid) have a double frame or brackets, so that they are visible without
 * colours. */
#pragma once

#include "base/base.h"

enum dice_size { DICE_LINE = 0, DICE_SMALL, DICE_LARGE };

struct dice_look {
	enum dice_size size;
	bool is_utf8;
	bool has_colour;
	unsigned marked; /* bit per face */
	int indent;      /* columns before the dice; the first line is assumed to be there already */
	int width;       /* of the screen: more dice continue below */
};

/* Adds dice[0..n-1], each a digit, or anything else for a die that is hidden. Every line is ended
 * by '\n'. */
void dice_add(struct str *out, const char *dice, int n, const struct dice_look *look);

/* Columns that n dice take in one row, without the indent. */
int dice_width(enum dice_size size, int n);
