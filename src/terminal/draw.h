/* draw.h - draws the table on the screen, for the current size of the terminal, or prints it as lines of text (pipes,
 * files, --plain). Also has the prompts, and reads the entries typed at them. */
#pragma once

#include "terminal/parts.h"
#include "terminal/play_session.h"

enum page {
	PAGE_INTRO,    /* a summary of the rules, and the players */
	PAGE_TURN,     /* the table in the middle of a hand */
	PAGE_SHOWDOWN, /* all dice, and the result */
	PAGE_MESSAGE,  /* only the message, such as the request that the next person takes the keyboard, or a page of a
	                * long text */
};

/* Returns true if the whole page fits on the screen. */
bool play_session_fits(struct play_session *session, enum page page, const char *message, const char *prompt);

/* Draws the page, with the lines of `message` above the prompt. Both may be NULL. */
void play_session_draw(struct play_session *session, enum page page, const char *message, const char *prompt);

struct layout {
	enum dice_size dice;
	int n_plays;      /* number of lines for this hand's plays */
	int n_past;       /* number of earlier hands that are described, in one or two lines each */
	bool is_compact;  /* several players in a line */
	bool is_airy;     /* empty lines between the parts */
};

struct drawing {
	const struct play_session *session;
	const struct layout *layout;
	int width, rows; /* of the terminal; the last column stays empty, because some terminals wrap too early */
	struct str *out;
};

/* Adds the players with their dice or points and their last plays: one in each line, or several in a compact layout. */
void drawing_add_players(const struct drawing *d);

void plain_intro(const struct play_session *session);
void plain_hand(const struct play_session *session);                      /* a new hand begins */
void plain_play(const struct play_session *session, int player, int play);
void plain_turn(const struct play_session *session);                      /* the person's own dice, and the bid */
void plain_history(const struct play_session *session);
void plain_showdown(const struct play_session *session);
void plain_result(const struct play_session *session);                    /* the result of the game, as text or on
									   * the screen */

/* Adds a line about the end of the hand to session->past. */
void plain_note_hand(struct play_session *session);

/* A human_ask_fn whose context is the play session. Asks until the entry is a legal play. */
int play_session_ask(void *context, char me, const char *hands, const char *history, bool is_observation);

/* Shows a page until Enter is pressed, or an entry is typed that continues or ends the session. */
void play_session_hold(struct play_session *session, enum page page);

/* Shows the page with the notice, the message and the prompt, and reads an entry. Clears notice and message. Returns
 * false if the person quits; session->leaving is then the way. */
bool prompt_read(struct play_session *session, enum page page, struct str *message, const char *prompt,
		 struct str *line);
