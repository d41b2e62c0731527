/* zeromq.h - the functions of ZeroMQ, as zeromq.bind for zmq_bind. Whoever opens a context or reads a key loads them. */
#pragma once

#include <zmq.h>

#include "base/base.h"

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

/* Loads libzmq, once. EXIT_WORLD: it is not installed. */
int zeromq_load(struct err *err);
