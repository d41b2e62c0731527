/* parts.h - parts of the table that look the same on a screen and in text. */
#pragma once

#include "terminal/play_session.h"

/* Dice as pictures made from text.
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
enum dice_size { DICE_LINE = 0, DICE_SMALL, DICE_LARGE };

struct dice_look {
	enum dice_size size;
	bool is_utf8;
	bool has_colour;
	unsigned marked; /* bit per face */
	int indent;      /* columns before the dice; the caller has already indented the first line */
	int width;       /* width of the screen; dice that do not fit continue below */
};

/* Adds dice[0..n-1], each a digit, or any other character for a hidden die. Every line ends in '\n'. */
void dice_add(struct str *out, const char *dice, int n, const struct dice_look *look);

/* Returns how many columns n dice take in one row, without the indent. */
int dice_width(enum dice_size size, int n);

/* Returns the number of columns of the terminal on stdout, or a default if it is not a terminal. */
int part_width_now(void);

/* Adds each line of text, wrapped, with '\n' at the end. */
void part_add_paragraphs(struct str *out, const char *text, int indent, int width);

void part_add_reminder(const struct play_session *session, int indent, int width, struct str *out);

/* Adds a summary of the rules and the players. Each line is a paragraph that must still be wrapped. */
void part_add_intro(const struct play_session *session, struct str *out);

/* Adds "A Ann, B computer", wrapped. */
void part_add_players(const struct play_session *session, int indent, int width, struct str *out);

/* Adds the last bid in words, or says that there is none. Adds no newline. */
void part_add_claim(const struct play_session *session, struct str *out);

/* Adds the plays of this hand, "A two threes, B liar!", without a line break inside a play. */
void part_add_plays(const struct play_session *session, int indent, int width, struct str *out);

/* Adds "+2", "-1" or "0". */
void part_add_points(const struct play_session *session, int player, struct str *out);

/* Adds the shown dice, a block of lines for each player, and marks those that count. */
void part_add_shown(const struct play_session *session, enum dice_size size, int width, struct str *out);

/* Adds the shown dice, small, and the end of the hand. The last line must still be wrapped. */
void part_add_end(const struct play_session *session, int width, struct str *out);

/* Adds the end of the hand in words. Adds no newline. */
void part_add_outcome(const struct play_session *session, struct str *out);

/* Adds "Ann (A), your dice", or, if there is only one person, "Your dice". */
void part_add_own_title(const struct play_session *session, struct str *out);

/* Adds the name of a player in exactly `width` columns, truncated if it is longer. */
void part_add_name(const struct play_session *session, int player, int width, struct str *out);

/* Returns the number of columns for the names: the width of the longest name, but at most `most`. */
int part_name_width(const struct play_session *session, int most);

/* Sets *dice to the person's own dice as characters. Returns their number, or 0 when no dice may be shown. */
int part_own_dice(const struct play_session *session, const char **dice);

/* Returns the number of lines of a text that ends in '\n' or is "". */
int pages_lines(const char *text);

/* Returns how many pages of at most `rows` lines the text needs, at least 1. A wrapped paragraph stays on one page; a
 * line that begins with many spaces continues the line above it. */
int pages_count(const char *text, int rows);

/* Adds the lines of a page (pages count from 0). */
void pages_add(const char *text, int rows, int page, struct str *out);
