/* socket.h - ZeroMQ's functions, and its sockets as the tourney uses them. Whole messages are sent and received without
 * waiting, and limits protect this process from peers. */
#pragma once

#include <zmq.h>

#include "base/base.h"

/* The functions of ZeroMQ, such as zeromq.bind for zmq_bind. They are loaded by zeromq_load, which each function that
 * opens a context or reads a key calls first. */
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
	SOCKET_FRAMES = 6,          /* a message of the protocol has at most five; the rest of a longer one is
				     * dropped */
	SOCKET_MAX_BYTES = 8192,    /* maximum size of a frame from a client */
	SOCKET_IN = 64,             /* waiting messages from one client; more messages wait on its machine */
	SOCKET_OUT = 256,           /* waiting messages to one client */
};

/* A message that was received. Release it before the next one is received. */
struct message {
	int n; /* number of frames of the message; `frame` has at most the first SOCKET_FRAMES of them */
	zmq_msg_t frame[SOCKET_FRAMES];
};

struct bytes {
	const void *at;
	size_t size;
};
#define BYTES_OF(text) {text, strlen(text)}

/* Returns a server's socket of that type, not yet bound. It has limits and keepalive, and does not wait for clients
 * when it is closed. Returns NULL with err on failure. */
void *socket_open(void *context, int type, struct err *err);

/* Makes the socket detect within half a minute that the other machine has disappeared. A server then frees the client's
 * name. */
void socket_keep_alive(void *socket);

/* Returns how many bytes of memory this process uses. Callers must limit this, because libzmq (4.3.4) keeps a message
 * until its last frame has arrived, and no option limits the number of frames. */
size_t socket_memory(void);

/* Binds to tcp://ADDRESS:PORT (port 0: any free port) and writes the whole address to `bound`. Fails with EXIT_WORLD
 * if the port is in use, or with EXIT_USAGE if it cannot listen on the address. */
int socket_bind(void *socket, const char *address, int port, char *bound, size_t size, struct err *err);

/* Receives the next message. Returns false if there is none. */
bool socket_receive(void *socket, struct message *message);
void socket_release(struct message *message);

static inline struct bytes socket_frame(struct message *message, int i)
{
	return (struct bytes){zeromq.msg_data(&message->frame[i]), zeromq.msg_size(&message->frame[i])};
}

/* Sends a message without waiting. Returns false if it cannot be sent (the peer has disconnected, or does not read). */
bool socket_send(void *socket, const struct bytes *frames, int n);
