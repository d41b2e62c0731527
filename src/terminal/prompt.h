/* prompt.h - one prompt at the table: shows a page with the prompt, long text page by page, and reads an entry. */
#pragma once

#include "terminal/draw.h"

/* Shows the page with the notice, the message and the prompt, and reads an entry. Clears notice and message. False when
 * the person quits; play_session->leaving then has the way. */
bool prompt_read(struct play_session *play_session, enum page page, struct str *message, const char *prompt, struct str *line);
