/* authentication.h - who may connect: CURVE encryption with the server's key, and a list of the clients' keys that are
 * allowed, asked of it by libzmq (ZAP, https://rfc.zeromq.org/spec/27/) over inproc in the server's own loop.
 *
 * The list has a line "Z85 NAME" for each key; empty lines and those that begin with '#' are nothing. */
#ifndef ARENA_NET_PROTOCOL_AUTHENTICATION_H
#define ARENA_NET_PROTOCOL_AUTHENTICATION_H

#include "base/err.h"

enum { GUARD_NAME = 64 };

struct guard;

/* Reads the server's secret key and the list, and opens the door's socket in the context: before any socket is bound.
 * EXIT_USAGE for files that are not as they should be. */
struct guard *guard_new(void *context, const char *key_path, const char *allow_path, struct err *err);
void guard_free(struct guard *guard);

/* Makes the socket (not yet bound) a CURVE server. */
void guard_protect(const struct guard *guard, void *socket);

/* For zmq_poll; when it can be read from, guard_answer. */
void *guard_socket(const struct guard *guard);
void guard_answer(struct guard *guard);

int guard_n_allowed(const struct guard *guard);

#endif
