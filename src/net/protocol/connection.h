/* connection.h - a client's connection to a tourney server: one socket of ZeroMQ that finds its way back by itself, with
 * what happens to it and what comes in as one row of events. Nothing it holds grows with what a server sends, except for a
 * message of endless frames, which libzmq keeps whole: that is CONNECTION_FLOOD. */
#ifndef ARENA_NET_PROTOCOL_CONNECTION_H
#define ARENA_NET_PROTOCOL_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <zmq.h>

#include "base/err.h"
#include "base/str.h"
#include "net/protocol/keys.h"

enum { CONNECTION_FRAMES = 6 }; /* of a message that are kept; no message of the protocol has more than 4 */

struct connection_plan {
	const char *server;   /* "HOST" or "HOST:PORT"; HOST may be [an IPv6 address] */
	int port;             /* where the server says none */
	int type;             /* ZMQ_DEALER or ZMQ_SUB */
	const char *identity; /* of a DEALER; NULL: none */
	size_t most_bytes;    /* of a frame; a server that sends more is disconnected */
	int queue;            /* messages that wait here; more stay with the server */
	const char *secret_path, *server_path; /* files of CURVE keys, both or neither */
};

enum connection_event {
	CONNECTION_NOTHING = 0, /* the time is up, or a signal came */
	CONNECTION_MESSAGE,     /* in connection->frame */
	CONNECTION_UP,          /* a server answers */
	CONNECTION_DOWN,        /* it is gone */
	CONNECTION_AWAY,        /* nobody answers; told once, and not after a CONNECTION_DOWN */
	CONNECTION_REFUSED,     /* somebody answers, but not with our keys; told once until the next CONNECTION_UP */
	CONNECTION_FLOOD,       /* the server fills our memory; told for as long as it is so: leave */
};

struct connection {
	void *context, *socket, *monitor;
	bool is_up;
	unsigned told;               /* bit per event told since the last CONNECTION_UP */
	size_t memory_limit;         /* bytes of this process */
	int64_t looked_ns;           /* when that was last looked at, on the wall clock */
	int n_frames;                /* of the last message; CONNECTION_FRAMES + 1: more than were kept */
	zmq_msg_t frame[CONNECTION_FRAMES];
	char address[300];           /* "tcp://HOST:PORT" */
};

/* Are the address and the keys of the plan fit to connect with (EXIT_USAGE if not), and does the host have an address
 * (EXIT_WORLD)? Once at the beginning: later the name may well be unknown for a while. */
int connection_check(const struct connection_plan *plan, struct err *err);

/* Begins to connect. EXIT_USAGE: the address or a key is wrong. Call connection_close also after a failure. */
int connection_open(struct connection *connection, const struct connection_plan *plan, struct err *err);
void connection_close(struct connection *connection);

/* Waits at most `ms` milliseconds for what happens next. */
enum connection_event connection_wait(struct connection *connection, long ms);

/* What CONNECTION_FLOOD is to the caller: EXIT_WORLD. Returns -1. */
int connection_flooded(const struct connection *connection, struct err *err);

/* Adds a line about what happened to the connection, without its end; not for CONNECTION_FLOOD. */
void connection_describe(const struct connection *connection, enum connection_event event, struct str *out);

/* Bytes of a frame of the last message; valid until the next connection_wait. */
static inline const char *connection_bytes(struct connection *connection, int i)
{
	return zmq_msg_data(&connection->frame[i]);
}

static inline size_t connection_size(const struct connection *connection, int i)
{
	return zmq_msg_size(&connection->frame[i]);
}

bool connection_is(struct connection *connection, int i, const char *text); /* is frame i there, and just this text? */

/* Sends a message of n frames, of frame i the first size[i] bytes; false when it cannot go out now: it is dropped. */
bool connection_send(struct connection *connection, int n, const char *const *frame, const size_t *size);

#endif
