/* browser.h - a game played on pages of a web server in this program (site.h), each person with their own address.
 *
 * The data of a page is made from game_see of its own seat and from what is public (view.c). The dice of others never leave
 * this program before a showdown. */
#pragma once

#include "terminal/table.h"

struct browser;
struct site;

/* Serves pages for the people of the session and answers for them from now on. n_games: of the series. site: the menu's, whose first
 * person then decides what follows the last game; borrowed. NULL: a new one at `where`, for this session alone. NULL: err. */
struct browser *browser_open(struct play_session *play_session, struct site *site, const char *where, int n_games, struct err *err);

/* For tournament_watch_rotation; context is the play session. Also shows the game at the terminal. */
bool browser_watch(const struct watch_event *s, void *context);

/* After a game, waits until the people at the pages want the next one. */
void browser_wait_for_next(struct browser *browser);

/* After the session: does the menu follow? False: its first person wants the same game once more. */
bool browser_wants_menu(const struct browser *browser);

/* Ends the game at the pages. NULL is allowed. */
void browser_close(struct browser *browser);
