/* connection.h - a client's connection to a tourney server: one ZeroMQ socket that reconnects automatically. Changes of
 * the connection and messages are one sequence of events. Its memory does not grow with the messages of a server, except
 * for a message of endless frames, which libzmq keeps whole: CONNECTION_FLOOD. */
#pragma once

#include "net/protocol/keys.h"
#include "net/protocol/socket.h"

struct connection_plan {
	const char *server;   /* "HOST" or "HOST:PORT"; HOST may be [an IPv6 address] */
	int port;             /* the default when the address has none */
	int type;             /* ZMQ_DEALER or ZMQ_SUB */
	const char *identity; /* of a DEALER; NULL: none */
	size_t most_bytes;    /* of a frame; a server that sends more is disconnected */
	int queue;            /* maximum of waiting messages; more stay with the server */
	const char *secret_path, *server_path; /* files of CURVE keys, both or neither */
};

enum connection_event {
	CONNECTION_NOTHING = 0, /* the time is up, or a signal came */
	CONNECTION_MESSAGE,     /* in connection->message */
	CONNECTION_UP,          /* a server answers */
	CONNECTION_DOWN,        /* it is gone */
	CONNECTION_AWAY,        /* no answer; reported once, and not after CONNECTION_DOWN */
	CONNECTION_REFUSED,     /* our keys are not accepted; reported once until the next CONNECTION_UP */
	CONNECTION_SILENT,      /* no server of the protocol in ten seconds, nor CONNECTION_REFUSED; reported once */
	CONNECTION_FLOOD,       /* the server fills our memory; repeated while this is so: disconnect */
};

struct connection {
	void *context, *socket, *monitor;
	bool is_up;
	unsigned reported;           /* bit per event reported since the last CONNECTION_UP */
	int64_t opened_ns;           /* by the wall clock; 0: it has been up */
	size_t memory_limit;         /* bytes of this process */
	int64_t looked_ns;           /* when the memory was last checked, by the wall clock */
	struct message message;      /* the last one; valid until the next connection_wait */
	char address[300];           /* "tcp://HOST:PORT" */
};

/* Checks the address and the keys of the plan (EXIT_USAGE), and that the host has an address (EXIT_WORLD). Only at the
 * beginning: later the name may be unknown for a while. */
int connection_check(const struct connection_plan *plan, struct err *err);

/* Begins to connect. Fails with EXIT_USAGE if the address or a key is wrong. Call connection_close also after a failure. */
int connection_open(struct connection *connection, const struct connection_plan *plan, struct err *err);
void connection_close(struct connection *connection);

/* Waits at most `ms` milliseconds for the next event. */
enum connection_event connection_wait(struct connection *connection, long ms);

/* Fills err for CONNECTION_FLOOD: EXIT_WORLD. Returns -1. */
int connection_flooded(const struct connection *connection, struct err *err);

/* Adds a line that describes the event, without a newline; not for CONNECTION_FLOOD. */
void connection_describe(const struct connection *connection, enum connection_event event, struct str *out);

bool connection_is(struct connection *connection, int i, const char *text); /* is frame i exactly this text? */
