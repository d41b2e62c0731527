/* calendar.h - acts at the times in the settings: a season opens, freezes, and ends with its final. */
#pragma once

#include "contest/contest.h"

/* Freezes the season, or plays its final, if its time has come. Sets *may_play to whether rounds may be
 * played now. Fails as round_play_final does. */
int calendar_follow(struct contest *contest, bool *may_play, struct err *err);
