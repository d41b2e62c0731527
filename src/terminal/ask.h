/* ask.h - prompts at the table, and the entries typed there. */
#pragma once

#include "terminal/draw.h"
#include "terminal/table.h"

/* A human_ask_fn; the context is the play session. Asks until the entry is a legal play. */
int play_session_ask(void *context, char me, const char *hands, const char *history, bool is_observation);

/* Shows a page until Enter is pressed, or an entry that continues or ends the session. */
void play_session_hold(struct play_session *play_session, enum page page);

/* Shows the page with the notice, the message and the prompt, and reads an entry. Clears notice and message. False when
 * the person quits; play_session->leaving then has the way. */
bool prompt_read(struct play_session *play_session, enum page page, struct str *message, const char *prompt, struct str *line);
