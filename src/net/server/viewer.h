/* viewer.h - a GameLog of the tourney (docs/rules.md section 5) made ready for the replay viewer of src/page/web. */
#ifndef ARENA_NET_SERVER_VIEWER_H
#define ARENA_NET_SERVER_VIEWER_H

#include <jansson.h>

/* The game as page/record.c describes it, but that seats have `name`s instead of robots' numbers, and number is that
 * of the game in its tourney. A hand that cannot have gone as it is told has no steps. The caller's; NULL when the log
 * holds no game. */
json_t *replay_of_log(const json_t *log);

#endif
