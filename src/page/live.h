/* live.h - the page of `arena serve --http`: the HTTP view of a running tourney server. */
#pragma once

#include "net/server/serve.h"

struct live;

/* Listens at `where`, "PORT" (only this machine) or "ADDRESS:PORT", and sets *runner for the server's loop. Writes the
 * address of the page to `address`. NULL: err. The answers come from the database, which is borrowed. */
struct live *live_open(const char *where, struct database *database, struct serve_runner *runner, struct str *address, struct err *err);
void live_close(struct live *live); /* may be NULL */
