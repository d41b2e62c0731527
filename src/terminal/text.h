/* text.h - the table as text below text: pipes, files, --plain. */
#pragma once

#include "terminal/table.h"

void plain_intro(const struct play_session *play_session);
void plain_hand(const struct play_session *play_session);                      /* a new one begins */
void plain_play(const struct play_session *play_session, int player, int play);
void plain_turn(const struct play_session *play_session);                      /* the person's own dice and what is bid */
void plain_history(const struct play_session *play_session);
void plain_showdown(const struct play_session *play_session);
void plain_result(const struct play_session *play_session);                    /* of the game, on paper or screen */

/* Keeps in play_session->past how the hand ended. */
void plain_note_hand(struct play_session *play_session);
