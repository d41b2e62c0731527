/* authentication.h - decides which clients may connect: uses CURVE encryption with the server's key, and a list of the
 * allowed client keys. libzmq asks about each key by ZAP (https://rfc.zeromq.org/spec/27/) over inproc, and the
 * server's loop answers.
 *
 * The list has a line "Z85 NAME" for each key; empty lines and lines that begin with '#' are ignored. */
#pragma once

#include "base/base.h"

enum { AUTHENTICATION_NAME = 64 };

struct authentication;

/* Reads the server's secret key and the list, and opens the ZAP socket in the context. Call it before any socket is
 * bound. Fails with EXIT_USAGE for invalid files. */
struct authentication *authentication_new(void *context, const char *key_path, const char *allow_path, struct err *err);
void authentication_free(struct authentication *authentication);

/* Makes the socket, which must not be bound yet, a CURVE server. */
void authentication_protect(const struct authentication *authentication, void *socket);

/* Returns the socket for zmq_poll; when it is readable, call authentication_answer. */
void *authentication_socket(const struct authentication *authentication);
void authentication_answer(struct authentication *authentication);

int authentication_n_allowed(const struct authentication *authentication);

enum authentication_news {
	AUTHENTICATION_NO_NEWS,
	AUTHENTICATION_READ,    /* the list was read again, and has all keys that it had before */
	AUTHENTICATION_REMOVED, /* the list was read again, and a key has been removed */
	AUTHENTICATION_INVALID, /* the list cannot be read, and err has the reason. The keys that were read before are
	                         * still allowed */
};

/* Reads the list again if it has changed. Returns what has happened since the last call; the list is also read before
 * each request is answered. */
enum authentication_news authentication_look_again(struct authentication *authentication, struct err *err);

/* The property of a message (zmq_msg_gets) that contains the letters of its connection's key. The property User-Id is
 * the name of the key. */
#define AUTHENTICATION_KEY "X-Key"

/* Returns true if the key with these letters is in the list; false for NULL. */
bool authentication_allows(const struct authentication *authentication, const char *letters);
