/* socket.h - ZeroMQ's functions, and its sockets as the tourney uses them: whole messages are sent and received without
 * waiting, and peers are held to limits. */
#pragma once

#include <zmq.h>

#include "base/base.h"

/* The functions of ZeroMQ, as zeromq.bind for zmq_bind. Functions that open a context or read a key load them first. */
#define ZEROMQ_FUNCTIONS(X) \
	X(bind) X(close) X(connect) X(ctx_new) X(ctx_term) X(curve_keypair) X(curve_public) X(getsockopt) X(msg_close) \
	X(msg_data) X(msg_gets) X(msg_init) X(msg_more) X(msg_recv) X(msg_size) X(poll) X(recv) X(send) X(setsockopt) \
	X(socket) X(socket_monitor) X(strerror) X(z85_decode)

struct zeromq {
#define MEMBER(name) typeof(zmq_##name) *name;
	ZEROMQ_FUNCTIONS(MEMBER)
#undef MEMBER
};

extern struct zeromq zeromq;

/* Loads libzmq, once. Fails with EXIT_WORLD if it is not installed. */
int zeromq_load(struct err *err);

enum {
	SOCKET_FRAMES = 6,          /* a message of the protocol has at most five; the rest of a longer one is dropped */
	SOCKET_MAX_BYTES = 8192,    /* of a frame that a client may send */
	SOCKET_IN = 64,             /* waiting messages from one client; more wait on its machine */
	SOCKET_OUT = 256,           /* waiting messages to one client */
};

/* A message that was received; release before the next. */
struct message {
	int n; /* frames of the message; may be more than are kept */
	zmq_msg_t frame[SOCKET_FRAMES];
};

struct bytes {
	const void *at;
	size_t size;
};
#define BYTES_OF(text) {text, strlen(text)}

/* Returns a server's socket of that type, not yet bound, with limits, keepalive, and no waiting for clients at the end.
 * Returns NULL with err on failure. */
void *socket_open(void *context, int type, struct err *err);

/* Makes the socket detect within half a minute that the other machine disappeared. A server then frees the name of its
 * client. */
void socket_keep_alive(void *socket);

/* Returns the bytes of memory that this process uses. libzmq (4.3.4) keeps a message until its last frame has come, and
 * no option limits their number. */
size_t socket_memory(void);

/* Binds to tcp://ADDRESS:PORT (port 0: any that is free) and writes the whole address to `bound`. EXIT_WORLD. */
int socket_bind(void *socket, const char *address, int port, char *bound, size_t size, struct err *err);

/* Receives the next message. Returns false if there is none. */
bool socket_receive(void *socket, struct message *message);
void socket_release(struct message *message);

static inline struct bytes socket_frame(struct message *message, int i)
{
	return (struct bytes){zeromq.msg_data(&message->frame[i]), zeromq.msg_size(&message->frame[i])};
}

/* Sends a message without waiting. Returns false if it cannot be sent (the peer is gone, or does not read). */
bool socket_send(void *socket, const struct bytes *frames, int n);
