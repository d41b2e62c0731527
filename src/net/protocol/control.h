/* control.h - requests of the organiser to a running server, over a local socket that only its owner can open. A
 * request is one message: a word, optionally with an argument. The answer begins with "ok" or "error" and a newline. */
#pragma once

#include "base/base.h"

enum { CONTROL_REQUEST = 200, CONTROL_ANSWER = 1 << 16 }; /* maximum bytes */

/* Listens on the socket `path`, with mode 0600. Replaces the socket of a dead server. Returns -1 with err on failure.
 * The caller closes the descriptor and removes the file. */
int control_listen(const char *path, struct err *err);

/* Returns a waiting connection of a client, non-blocking, or -1 if there is none. Connections of other users are
 * closed. */
int control_accept(int listener);

/* Sends the request and waits for the answer, at most ten seconds. After "ok" returns 0, with the rest of the answer in
 * `answer`. Otherwise returns -1 with err, with EXIT_USAGE when the server refused the request. */
int control_ask(const char *path, const char *request, struct str *answer, struct err *err);
