/* drawing.h - one drawing of the table's screen, for the files that draw it. */
#pragma once

#include "terminal/dice_art.h"
#include "terminal/table.h"

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

/* The UTF-8 text, or the ASCII text on other terminals. */
const char *drawing_glyph(const struct drawing *d, const char *unicode, const char *ascii);

void drawing_add_styled(const struct drawing *d, const char *style, const char *text);

/* The players with their dice or points and their last plays: a line each, or several per line in a compact layout. */
void drawing_add_players(const struct drawing *d);
