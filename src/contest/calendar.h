/* calendar.h - what the times in the settings ask for: a season opens, freezes, and ends with its final. */
#pragma once

#include "contest/contest.h"

/* Freezes the season, or plays its final, if the time has come. *may_play: the season is open, and rounds may be played. Fails as
 * round_play_final does. */
int calendar_follow(struct contest *contest, bool *may_play, struct err *err);
