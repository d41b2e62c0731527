/* browser.h - a game played on pages of a web server in this program, each person with their own address.
 *
 * The server runs while the game waits for a person (and in the pauses), so there are no threads. The token in the
 * address identifies a person: a page that is loaded again keeps its seat. The data of a page is made from game_see of
 * its own seat and from what is public (browser_view.c). The dice of others never leave this program before a showdown.
 * */
#ifndef ARENA_TERMINAL_BROWSER_H
#define ARENA_TERMINAL_BROWSER_H

#include <stdbool.h>

#include "base/err.h"
#include "terminal/table.h"

struct browser;

/* Serves pages for the people of the session at `where` (net/server/http.h), prints their addresses, opens the first one if stdout
 * is a terminal of a desktop, and answers for the people from now on. n_games: of the series. NULL: err. */
struct browser *browser_open(struct play_session *play_session, const char *where, int n_games, struct err *err);

/* For tournament_watch_rotation; context is the play session. Also shows the game at the terminal. */
bool browser_watch(const struct spectacle *s, void *context);

/* After a game, waits until the people at the pages want the next one. */
void browser_wait_for_next(struct browser *browser);

/* Ends the pages. NULL is allowed. */
void browser_close(struct browser *browser);

#endif
