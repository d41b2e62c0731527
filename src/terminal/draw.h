/* draw.h - the screen at the table, redrawn each time for the current size of the terminal. */
#pragma once

#include "terminal/dice_art.h"
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

struct layout {
	enum dice_size dice;
	int n_plays;      /* lines of this hand's history */
	int n_past;       /* hands before, a line or two each */
	bool is_compact;  /* several players to a line */
	bool is_airy;     /* empty lines between the parts */
};

struct drawing {
	const struct play_session *play_session;
	const struct layout *layout;
	int width, rows; /* the last column stays empty, because some terminals wrap too early */
	struct str *out;
};

/* The players with their dice or points and their last plays: a line each, or several per line in a compact layout. */
void drawing_add_players(const struct drawing *d);
