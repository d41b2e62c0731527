/* text.h - the table as text below text: pipes, files, --plain. */
#ifndef ARENA_TERMINAL_TEXT_H
#define ARENA_TERMINAL_TEXT_H

#include "terminal/table.h"

void text_intro(const struct sitting *sitting);
void text_hand(const struct sitting *sitting);                      /* a new one begins */
void text_play(const struct sitting *sitting, int player, int play);
void text_turn(const struct sitting *sitting);                      /* the person's own dice and what is bid */
void text_history(const struct sitting *sitting);
void text_showdown(const struct sitting *sitting);
void text_result(const struct sitting *sitting);                    /* of the game, on paper or screen */

/* Keeps in sitting->past how the hand ended. */
void text_note_hand(struct sitting *sitting);

#endif
