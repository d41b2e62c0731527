/* drawing.h - one drawing of the table's screen, for the files that draw it. */
#ifndef ARENA_TERMINAL_DRAWING_H
#define ARENA_TERMINAL_DRAWING_H

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
	int width, rows; /* the last column stays empty, where some terminals wrap too early */
	struct str *out;
};

/* What a terminal of UTF-8 shows, or another one. */
const char *drawing_glyph(const struct drawing *d, const char *unicode, const char *ascii);

void drawing_add_styled(const struct drawing *d, const char *style, const char *text);

/* The players with what they have left and what each played last: a line each, or several to a line
 * where the layout is compact. */
void drawing_add_players(const struct drawing *d);

#endif
