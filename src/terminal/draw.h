/* draw.h - the screen at the table, drawn anew each time, as large as the terminal is then. */
#ifndef ARENA_TERMINAL_DRAW_H
#define ARENA_TERMINAL_DRAW_H

#include "terminal/table.h"

enum page {
	PAGE_INTRO,    /* the rules in short, and who plays */
	PAGE_TURN,     /* the table in the middle of a hand */
	PAGE_SHOWDOWN, /* all dice, and who lost what */
	PAGE_MESSAGE,  /* nothing but the message: the next person takes the keyboard, a page of a long text */
};

/* Does the page have room for all of that? */
bool table_fits(struct play_session *play_session, enum page page, const char *message, const char *prompt);

/* message, prompt: lines above the prompt, and the prompt; NULL for none. */
void table_draw(struct play_session *play_session, enum page page, const char *message, const char *prompt);

#endif
