/* screen.h - terminal input and output: entries are read as lines, and drawings go to the alternate screen if there is
 * one.
 *
 * The terminal's settings are never changed. The terminal itself edits and echoes lines, so only the screen must be
 * restored. The alternate screen has no scrollback that the next player could read. Every exit leaves it, even if the
 * program is stopped, killed by a second ctrl-C, or crashes in a trusted robot. */
#pragma once

#include "base/base.h"

struct terminal {
	bool is_interactive; /* input and output are terminals */
	bool is_screen;      /* drawings replace the screen; otherwise each text is printed below the last */
	bool has_colour;
	bool has_art;        /* dice may be drawn with lines */
	bool is_utf8;        /* lines may be drawn with Unicode */
	bool is_drawn;       /* the alternate screen is active */
	bool is_at_end;      /* the input has ended */
	int wake;            /* a descriptor that is readable after a signal; -1 when there is no pipe */
	struct str in;       /* the bytes that were read; those from `at` on have not been returned yet */
	size_t at;
};

/* Checks stdin, stdout and the environment (TERM, NO_COLOR, locale), and handles SIGINT, SIGTERM,
 * SIGWINCH and SIGTSTP for the rest of the program. is_plain disables escape sequences and drawing. wants_screen uses
 * the alternate screen if possible. */
void terminal_init(struct terminal *terminal, bool is_plain, bool wants_screen);

/* Leaves the alternate screen, so that later text is printed below the text from before the game. May be called at any
 * time. terminal_draw enters the alternate screen again. */
void terminal_leave(struct terminal *terminal);
void terminal_release(struct terminal *terminal); /* also leaves the alternate screen */

/* Replaces the whole screen with the lines of text (only with is_screen). With has_prompt the text ends in a prompt,
 * and a partial entry typed earlier is dropped, because it is no longer visible. */
void terminal_draw(struct terminal *terminal, const char *text, bool has_prompt);

enum entry {
	ENTRY_LINE,        /* *line has the entry, in UTF-8 without control characters and without surrounding spaces */
	ENTRY_RESIZED,     /* the size of the screen has changed: draw again, then read again */
	ENTRY_END,         /* the end of the input */
	ENTRY_INTERRUPTED, /* ctrl-C, or a signal that asks the program to end */
};

/* Waits for a line. If no terminal has echoed the line, prints it after the prompt, so that transcripts are
 * readable. */
enum entry terminal_read(struct terminal *terminal, struct str *line);

/* Returns true if the entry is one of these words, separated by spaces. Case is ignored. */
bool terminal_is_one_of(const char *entry, const char *words);

#define WORDS_TO_LEAVE "q quit leave exit bye"

/* Waits for this time. Returns false as soon as the person interrupts. */
bool terminal_pause(struct terminal *terminal, int64_t ns);

/* Returns true if ctrl-C was pressed, or another signal asked the program to end. */
bool terminal_is_interrupted(void);
