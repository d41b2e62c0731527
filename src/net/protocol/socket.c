/* socket.c - ZeroMQ's sockets as the tourney uses them (socket.h). */
#include "net/protocol/socket.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "base/library.h"
#include "robot/proc.h"

/* The functions of ZeroMQ. */
struct zeromq zeromq;

int zeromq_load(struct err *err)
{
#define NAME(name) "zmq_" #name,
	static const char *const names[] = {ZEROMQ_FUNCTIONS(NAME)};
#undef NAME
	return zeromq.bind ? 0 : library_load(ARENA_LIBZMQ, "ZeroMQ", "libzmq5", names, (void **)&zeromq,
					      sizeof names / sizeof *names, err);
}

static void set(void *socket, int option, int value)
{
	if (zeromq.setsockopt(socket, option, &value, sizeof value))
		bug("zmq_setsockopt %d: %s", option, zeromq.strerror(errno));
}

void socket_keep_alive(void *socket)
{
	/* Uses the keepalive of TCP, because ZeroMQ's own heartbeats end the process (libzmq 4.3.4) if a connection has
	 * failed while its queue was full. */
	set(socket, ZMQ_TCP_KEEPALIVE, 1);
	set(socket, ZMQ_TCP_KEEPALIVE_IDLE, 10);
	set(socket, ZMQ_TCP_KEEPALIVE_INTVL, 5);
	set(socket, ZMQ_TCP_KEEPALIVE_CNT, 3);
	set(socket, ZMQ_TCP_MAXRT, 15000);
}

size_t socket_memory(void)
{
	return proc_memory(getpid()).resident;
}

void *socket_open(void *context, int type, struct err *err)
{
	void *socket = zeromq.socket(context, type);
	if (!socket) {
		err_set(err, EXIT_WORLD, "cannot open a socket: %s", zeromq.strerror(errno));
		return NULL;
	}
	int64_t most = SOCKET_MAX_BYTES;
	zeromq.setsockopt(socket, ZMQ_MAXMSGSIZE, &most, sizeof most);
	set(socket, ZMQ_RCVHWM, SOCKET_IN);
	set(socket, ZMQ_SNDHWM, SOCKET_OUT);
	set(socket, ZMQ_LINGER, 500);
	set(socket, ZMQ_HANDSHAKE_IVL, 10000);
	socket_keep_alive(socket);
	if (type == ZMQ_ROUTER) {
		set(socket, ZMQ_ROUTER_MANDATORY, 1); /* sending to an unreachable client is an error */
		set(socket, ZMQ_ROUTER_HANDOVER, 0);  /* a name in use cannot be taken over */
	}
	return socket;
}

int socket_bind(void *socket, const char *address, int port, char *bound, size_t size, struct err *err)
{
	char endpoint[300], number[12] = "*";
	if (port)
		snprintf(number, sizeof number, "%d", port);
	snprintf(endpoint, sizeof endpoint, "tcp://%s:%s", address, number);
	set(socket, ZMQ_IPV6, strchr(address, ':') != NULL);
	if (zeromq.bind(socket, endpoint) == 0)
		return zeromq.getsockopt(socket, ZMQ_LAST_ENDPOINT, bound, &size)
			? err_errno(err, "cannot determine the port") : 0;
	if (errno == EADDRINUSE)
		return err_set(err, EXIT_WORLD, "port %d is in use, perhaps by another server (choose another with "
			       "--port)", port);
	return err_set(err, EXIT_USAGE, "cannot listen on '%s': %s (--bind takes an address of this machine)", endpoint,
		       zeromq.strerror(errno));
}

bool socket_receive(void *socket, struct message *message)
{
	message->n = 0;
	for (bool has_more = true; has_more; message->n++) {
		zmq_msg_t rest, *frame = message->n < SOCKET_FRAMES ? &message->frame[message->n] : &rest;
		zeromq.msg_init(frame);
		/* The frames of a message arrive together, so only the first one can be missing. */
		if (zeromq.msg_recv(frame, socket, ZMQ_DONTWAIT) < 0) {
			zeromq.msg_close(frame);
			socket_release(message);
			return false;
		}
		has_more = zeromq.msg_more(frame);
		if (frame == &rest)
			zeromq.msg_close(frame);
	}
	return true;
}

void socket_release(struct message *message)
{
	for (int i = 0; i < message->n && i < SOCKET_FRAMES; i++)
		zeromq.msg_close(&message->frame[i]);
	message->n = 0;
}

bool socket_send(void *socket, const struct bytes *frames, int n)
{
	for (int i = 0; i < n; i++)
		if (zeromq.send(socket, frames[i].at, frames[i].size, ZMQ_DONTWAIT | (i + 1 < n ? ZMQ_SNDMORE : 0)) < 0)
			return false;
	return true;
}
