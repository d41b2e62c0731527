/* prompt.h - one prompt at the table: a page with it, what is too long for the screen page by page, and an entry. */
#ifndef ARENA_TERMINAL_PROMPT_H
#define ARENA_TERMINAL_PROMPT_H

#include <stdbool.h>

#include "terminal/draw.h"

/* Shows the page with the notice, the message and the prompt, and reads an entry. Clears notice and message. False when the
 * person leaves, which play_session->leaving then says. */
bool prompt_read(struct play_session *play_session, enum page page, struct str *message, const char *prompt, struct str *line);

#endif
