/* viewer.h - a GameLog of the tourney (docs/rules.md section 5) converted for the replay viewer of src/page/web. */
#ifndef ARENA_NET_SERVER_VIEWER_H
#define ARENA_NET_SERVER_VIEWER_H

#include <jansson.h>

/* The game as in page/record.c, except that seats have `name`s instead of robots' numbers, and `number` is that of the
 * game in its tourney. An inconsistent hand has no steps. The caller's; NULL when the log holds no game. */
json_t *replay_of_log(const json_t *log);

#endif
