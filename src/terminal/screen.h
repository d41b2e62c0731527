/* screen.h - the person's end of a game: entries come in by lines, and what is drawn goes to a
 * screen of its own where there is one.
 *
 * The terminal's settings are never changed: lines are edited and echoed by the terminal itself, so
 * nothing needs to be put right but the screen. That one (the alternate screen, which keeps no
 * scrollback for the next player to look at) is given back on every way out, also when the program
 * is stopped, killed by a second ctrl-C, or dies of a robot that was trusted. */
#ifndef ARENA_TERMINAL_SCREEN_H
#define ARENA_TERMINAL_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

struct terminal {
	bool is_interactive; /* somebody sits there: entries come from a terminal and answers go to one */
	bool is_screen;      /* what is drawn replaces what was there; else text follows text */
	bool has_colour;
	bool has_art;        /* dice may be drawn with lines */
	bool is_utf8;        /* with lines of Unicode */
	bool is_drawn;       /* the screen is ours now */
	bool is_at_end;      /* of input */
	int wake;            /* readable after a signal; -1 when there is no such pipe */
	struct str in;       /* bytes read; from `at` on not yet handed out */
	size_t at;
};

/* Looks at stdin, stdout and the environment (TERM, NO_COLOR, locale), and takes over SIGINT, SIGTERM,
 * SIGWINCH and SIGTSTP for the rest of the program. is_plain: no escape sequences, no drawing.
 * wants_screen: is there anybody to draw for? */
void terminal_init(struct terminal *terminal, bool is_plain, bool wants_screen);

/* Gives the screen back; text that follows stands below what was there before the game. May be
 * called at any time; drawing takes the screen again. */
void terminal_leave(struct terminal *terminal);
void terminal_release(struct terminal *terminal); /* leaves too */

/* Replaces the whole screen by the lines of text (only where is_screen). With has_prompt the text
 * ends in one, and half an entry typed before is dropped: what can be seen is what there is. */
void terminal_draw(struct terminal *terminal, const char *text, bool has_prompt);

enum entry {
	ENTRY_LINE,        /* *line holds it, in UTF-8 without control characters and without blanks around it */
	ENTRY_RESIZED,     /* the screen has another size: draw again, then read again */
	ENTRY_END,         /* of input */
	ENTRY_INTERRUPTED, /* ctrl-C, or asked to end */
};

/* Waits for a line. Prints it after the prompt where no terminal has echoed it, so that a transcript
 * can be read. */
enum entry terminal_read(struct terminal *terminal, struct str *line);

/* Is the entry one of these words, which have blanks between them? Capitals do not matter. */
bool terminal_is_one_of(const char *entry, const char *words);

#define WORDS_TO_LEAVE "q quit leave exit bye"

/* Waits so long; false as soon as the person interrupts. */
bool terminal_pause(struct terminal *terminal, int64_t ns);

/* Has ctrl-C been pressed, or the program been asked to end? */
bool terminal_is_interrupted(void);

#endif
