/* connection.h - a client's connection to a tourney server: one ZeroMQ socket that reconnects automatically. Messages
 * and changes of the connection are one sequence of events. The memory does not grow with the messages of a server,
 * except for a message with endless frames, which libzmq stores until its end; connection_wait then returns
 * CONNECTION_FLOOD. */
#pragma once

#include "net/protocol/keys.h"
#include "net/protocol/socket.h"

struct connection_plan {
	const char *server;   /* "HOST" or "HOST:PORT"; HOST may be [an IPv6 address] */
	int port;             /* the default when the address has none */
	int type;             /* ZMQ_DEALER or ZMQ_SUB */
	const char *identity; /* identity of a DEALER; NULL: none */
	size_t most_bytes;    /* maximum size of a frame; a server that sends more is disconnected */
	int queue;            /* maximum number of waiting messages; more messages wait at the server */
	const char *secret_path, *server_path; /* files of CURVE keys, both or neither */
};

enum connection_event {
	CONNECTION_NOTHING = 0, /* the time is over, or a signal arrived */
	CONNECTION_MESSAGE,     /* a message is in connection->message */
	CONNECTION_UP,          /* a server has answered */
	CONNECTION_DOWN,        /* the connection was lost */
	CONNECTION_AWAY,        /* there is no answer; reported once, and not after CONNECTION_DOWN */
	CONNECTION_REFUSED,     /* the server does not accept the client's key; reported once until the next
	                         * CONNECTION_UP */
	CONNECTION_SILENT,      /* for ten seconds there was no answer in ZeroMQ's protocol, and no CONNECTION_REFUSED;
	                         * reported once */
	CONNECTION_FLOOD,       /* the server fills the memory of this process, so the caller must disconnect; reported
	                         * again until it does */
};

struct connection {
	void *context, *socket, *monitor;
	bool is_up;
	unsigned reported;           /* bit per event reported since the last CONNECTION_UP */
	int64_t opened_ns;           /* when connecting began, on the wall clock; 0: the connection has been up since
	                              * then */
	size_t memory_limit;         /* limit on the memory of this process, in bytes */
	int64_t looked_ns;           /* wall clock when the memory was last checked */
	struct message message;      /* the last one; valid until the next connection_wait */
	char address[300];           /* "tcp://HOST:PORT" */
};

/* Checks the address and the keys of the plan (EXIT_USAGE), and that the name of the host can be resolved (EXIT_WORLD).
 * Call it only at the beginning, because later the name may be temporarily unknown. */
int connection_check(const struct connection_plan *plan, struct err *err);

/* Begins to connect. Fails with EXIT_USAGE if the address or a key is invalid. Call connection_close even after a
 * failure. */
int connection_open(struct connection *connection, const struct connection_plan *plan, struct err *err);
void connection_close(struct connection *connection);

/* Waits at most `ms` milliseconds for the next event. */
enum connection_event connection_wait(struct connection *connection, long ms);

/* Fills err for CONNECTION_FLOOD with EXIT_WORLD. Returns -1. */
int connection_flooded(const struct connection *connection, struct err *err);

/* Adds a description of the event, without a newline. The event must not be CONNECTION_FLOOD. */
void connection_describe(const struct connection *connection, enum connection_event event, struct str *out);

bool connection_is(struct connection *connection, int i, const char *text); /* returns true if frame i is exactly this
                                                                             * text */
