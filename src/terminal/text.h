/* text.h - the table as text below text: pipes, files, --plain. */
#ifndef ARENA_TERMINAL_TEXT_H
#define ARENA_TERMINAL_TEXT_H

#include "terminal/table.h"

void text_intro(const struct play_session *play_session);
void text_hand(const struct play_session *play_session);                      /* a new one begins */
void text_play(const struct play_session *play_session, int player, int play);
void text_turn(const struct play_session *play_session);                      /* the person's own dice and what is bid */
void text_history(const struct play_session *play_session);
void text_showdown(const struct play_session *play_session);
void text_result(const struct play_session *play_session);                    /* of the game, on paper or screen */

/* Keeps in play_session->past how the hand ended. */
void text_note_hand(struct play_session *play_session);

#endif
