/* browser.h - a game whose people sit at pages of a web server in this program, each with an address of their own.
 *
 * The server runs inside the moments at which a person is waited for (and in the pauses), so that there are no threads. Who has the
 * token of a person's address is that person: a page that is loaded again comes back to its seat. What a page gets is made from
 * game_see of its own seat and from what is public (browser_view.c): the dice of others never leave this program before a showdown. */
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

/* After a game: until the people there want the next one. */
void browser_wait_for_next(struct browser *browser);

/* Tells the pages that it is over. NULL is fine. */
void browser_close(struct browser *browser);

#endif
