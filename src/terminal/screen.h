/* screen.h - terminal input and output: entries are read by lines, and drawings go to the alternate screen if there is one.
 *
 * The terminal's settings are never changed: lines are edited and echoed by the terminal itself, so only the screen must
 * be restored. The alternate screen keeps no scrollback that the next player could read. It is left on every exit, also
 * when the program is stopped, killed by a second ctrl-C, or crashes in a trusted robot. */
#pragma once

#include "base/base.h"

struct terminal {
	bool is_interactive; /* input and output are terminals */
	bool is_screen;      /* drawings replace the screen; otherwise text follows text */
	bool has_colour;
	bool has_art;        /* dice may be drawn with lines */
	bool is_utf8;        /* with lines of Unicode */
	bool is_drawn;       /* the alternate screen is active */
	bool is_at_end;      /* of input */
	int wake;            /* readable after a signal; -1 when there is no pipe */
	struct str in;       /* bytes read; from `at` on not yet handed out */
	size_t at;
};

/* Looks at stdin, stdout and the environment (TERM, NO_COLOR, locale), and takes over SIGINT, SIGTERM,
 * SIGWINCH and SIGTSTP for the rest of the program. is_plain: no escape sequences, no drawing.
 * wants_screen: use the alternate screen if possible. */
void terminal_init(struct terminal *terminal, bool is_plain, bool wants_screen);

/* Leaves the alternate screen; later text follows the text from before the game. May be called at any time; drawing
 * enters the screen again. */
void terminal_leave(struct terminal *terminal);
void terminal_release(struct terminal *terminal); /* leaves too */

/* Replaces the whole screen by the lines of text (only where is_screen). With has_prompt the text ends in a prompt, and a
 * partial entry typed before is dropped, because it is no longer visible. */
void terminal_draw(struct terminal *terminal, const char *text, bool has_prompt);

enum entry {
	ENTRY_LINE,        /* *line holds it, in UTF-8 without control characters and without spaces around it */
	ENTRY_RESIZED,     /* the size of the screen changed: draw again, then read again */
	ENTRY_END,         /* of input */
	ENTRY_INTERRUPTED, /* ctrl-C, or a signal to end */
};

/* Waits for a line. Prints it after the prompt if no terminal has echoed it, so that transcripts are readable. */
enum entry terminal_read(struct terminal *terminal, struct str *line);

/* Is the entry one of these words, separated by spaces? Case is ignored. */
bool terminal_is_one_of(const char *entry, const char *words);

#define WORDS_TO_LEAVE "q quit leave exit bye"

/* Waits for this time; false as soon as the person interrupts. */
bool terminal_pause(struct terminal *terminal, int64_t ns);

/* Was ctrl-C pressed, or did another signal ask the program to end? */
bool terminal_is_interrupted(void);
