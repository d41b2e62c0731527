/* seat.h - a person at the tables of a tourney server: the page of a game that this server runs.
 *
 * The server sends a state when it is the person's turn, with only the dice of that person's seat, and the page shows
 * that state. This program does not know the dice of others before the server has shown them. */
#pragma once

#include "net/client/join.h"

struct seat;

/* Returns a page at `where` (net/server/http.h) for the person with this name. `rules` are the rules of the server.
 * limit_ns is the server's time limit for a move, which the page counts down; 0 if unknown: the protocol does not
 * transmit it. Prints the address. Returns NULL with err on failure. */
struct seat *seat_open(const char *name, const char *where, const struct rules *rules, int64_t limit_ns,
		       struct err *err);
void seat_close(struct seat *seat); /* NULL is allowed */

/* Returns the person for the plan of join_play; valid until seat_close. */
const struct join_person *seat_person(const struct seat *seat);
