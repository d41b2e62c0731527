/* auto.h - `auto`: a robot moves for a person, once, for a number of moves, or until `auto off`. The same at the terminal and
 * at pages. */
#pragma once

#include "terminal/table.h"

/* Is the entry "auto", alone or with words after it? */
bool auto_is(const char *entry);

/* Obeys such an entry for a person: a number of moves, "on" or "off", and a robot, each optional and in any order. Without a
 * robot it is the last one of this person, at first the family's default or, where it does not play the variant, prober. False with a message: nothing has changed. */
bool auto_obey(struct play_session *play_session, int player, const char *entry, struct str *message);

/* Does a robot make the next move of this person? */
bool auto_is_on(const struct play_session *play_session, int player);

void auto_stop(struct play_session *play_session, int player);

/* That move. False with a message when the robot failed or its play is not legal; it then moves no more. */
bool auto_move(struct play_session *play_session, char me, const char *hands, int *play, struct str *message);
