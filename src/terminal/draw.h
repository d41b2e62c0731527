/* draw.h - the screen at the table, redrawn each time for the current size of the terminal. */
#pragma once

#include "terminal/table.h"

enum page {
	PAGE_INTRO,    /* the rules in short, and who plays */
	PAGE_TURN,     /* the table in the middle of a hand */
	PAGE_SHOWDOWN, /* all dice, and the result */
	PAGE_MESSAGE,  /* only the message: the next person takes the keyboard, or a page of a long text */
};

/* Does all of it fit on the screen? */
bool play_session_fits(struct play_session *play_session, enum page page, const char *message, const char *prompt);

/* message, prompt: lines above the prompt, and the prompt; NULL for none. */
void play_session_draw(struct play_session *play_session, enum page page, const char *message, const char *prompt);
