/* connection.c - a client's connection to a tourney server (connection.h). */
#include "net/protocol/connection.h"

#include <errno.h>
#include <malloc.h>
#include <netdb.h>
#include <stdio.h>

#include "base/clock.h"

enum {
	RETRY_MS = 100,      /* first pause before connecting again; doubled each time, up to RETRY_MOST_MS */
	RETRY_MOST_MS = 5000,
	LINGER_MS = 200,
	LOOK_MS = 1000,
	PATIENCE_MS = 10000, /* time limit for a server that neither refuses nor answers */
	GROWTH = 192 << 20,
};

static int find_address(struct connection *connection, const struct connection_plan *plan, struct err *err)
{
	const char *server = plan->server, *colon = strrchr(server, ':'), *bracket = strrchr(server, ']');
	long long port = plan->port;
	size_t host = strlen(server);
	if (colon && (!bracket || bracket < colon)) {
		host = (size_t)(colon - server);
		if (!str_to_int(colon + 1, 1, 65535, &port))
			return err_set(err, EXIT_USAGE, "'%s': the port after the ':' must be a number from 1 to 65535",
				       server);
	}
	if (host == 0 || strcspn(server, "/@ ;") < host || (memchr(server, ':', host) && *server != '['))
		return err_set(err, EXIT_USAGE, "'%s' is not HOST or HOST:PORT (write an IPv6 address in [])", server);
	int n = snprintf(connection->address, sizeof connection->address, "tcp://%.*s:%lld", (int)host, server, port);
	return n < (int)sizeof connection->address ? 0
						   : err_set(err, EXIT_USAGE, "the address of the server is too long");
}

/* Resolves the host. libzmq would retry an unknown name forever and without a message. */
static int resolve(const struct connection *connection, struct err *err)
{
	char host[sizeof connection->address];
	const char *at = connection->address + strlen("tcp://"), *end = strrchr(at, ':');
	bool is_ipv6 = *at == '[';
	snprintf(host, sizeof host, "%.*s", (int)(end - at) - 2 * is_ipv6, at + is_ipv6);
	struct addrinfo wanted = {.ai_family = is_ipv6 ? AF_INET6 : AF_INET, .ai_socktype = SOCK_STREAM}, *found = NULL;
	int failed = getaddrinfo(host, NULL, &wanted, &found);
	if (failed)
		return err_set(err, EXIT_WORLD, "cannot find the host '%s': %s (check the name and the network)", host,
			       failed == EAI_SYSTEM ? strerror(errno) : gai_strerror(failed));
	freeaddrinfo(found);
	return 0;
}

static int set_int(struct connection *connection, int option, int value)
{
	return zeromq.setsockopt(connection->socket, option, &value, sizeof value);
}

struct connection_keys {
	struct key secret, public_half, server;
};

static int read_keys(const struct connection_plan *plan, struct connection_keys *keys, struct err *err)
{
	if (!plan->secret_path || !plan->server_path)
		return err_set(err, EXIT_USAGE,
			"encryption needs both keys: --key with your own and --server-key with that of the server");
	if (keys_read_secret(plan->secret_path, &keys->secret, &keys->public_half, err))
		return -1;
	return keys_read_public(plan->server_path, &keys->server, err);
}

static int set_keys(struct connection *connection, const struct connection_plan *plan, struct err *err)
{
	struct connection_keys keys;
	if (!plan->secret_path && !plan->server_path)
		return 0;
	if (read_keys(plan, &keys, err))
		return -1;
	int failed = zeromq.setsockopt(connection->socket, ZMQ_CURVE_SERVERKEY, keys.server.z85, KEY_LETTERS) ||
		zeromq.setsockopt(connection->socket, ZMQ_CURVE_PUBLICKEY, keys.public_half.z85, KEY_LETTERS) ||
		zeromq.setsockopt(connection->socket, ZMQ_CURVE_SECRETKEY, keys.secret.z85, KEY_LETTERS);
	explicit_bzero(&keys, sizeof keys);
	return failed ? err_set(err, EXIT_WORLD, "cannot use the keys: %s", zeromq.strerror(errno)) : 0;
}

int connection_check(const struct connection_plan *plan, struct err *err)
{
	struct connection connection;
	struct connection_keys keys;
	if (find_address(&connection, plan, err))
		return -1;
	int failed = (plan->secret_path || plan->server_path) && read_keys(plan, &keys, err);
	explicit_bzero(&keys, sizeof keys);
	return failed ? -1 : resolve(&connection, err);
}

static int set_options(struct connection *connection, const struct connection_plan *plan)
{
	int64_t most_bytes = (int64_t)plan->most_bytes;
	bool is_ipv6 = strchr(connection->address, '[') != NULL;
	socket_keep_alive(connection->socket);
	return set_int(connection, ZMQ_RCVHWM, plan->queue) || set_int(connection, ZMQ_SNDHWM, plan->queue) ||
		set_int(connection, ZMQ_LINGER, LINGER_MS) ||
		set_int(connection, ZMQ_RECONNECT_IVL, RETRY_MS) ||
		set_int(connection, ZMQ_RECONNECT_IVL_MAX, RETRY_MOST_MS) ||
		/* With ZMQ_IMMEDIATE, messages to a disconnected server are dropped, but messages that were received
		 * and not read are lost with the connection too. So spectators do not use it, because the last messages
		 * are the scores. */
		set_int(connection, ZMQ_IMMEDIATE, plan->type != ZMQ_SUB) || set_int(connection, ZMQ_IPV6, is_ipv6) ||
		zeromq.setsockopt(connection->socket, ZMQ_MAXMSGSIZE, &most_bytes, sizeof most_bytes) ||
		(plan->type == ZMQ_SUB && zeromq.setsockopt(connection->socket, ZMQ_SUBSCRIBE, "", 0)) ||
		(plan->identity &&
		 zeromq.setsockopt(connection->socket, ZMQ_ROUTING_ID, plan->identity, strlen(plan->identity)));
}

static int open_monitor(struct connection *connection)
{
	enum {
		WANTED = ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_CONNECT_RETRIED | ZMQ_EVENT_HANDSHAKE_SUCCEEDED |
			ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL |
			ZMQ_EVENT_HANDSHAKE_FAILED_AUTH,
	};
	connection->monitor = zeromq.socket(connection->context, ZMQ_PAIR);
	return !connection->monitor || zeromq.socket_monitor(connection->socket, "inproc://monitor", WANTED) ||
		zeromq.connect(connection->monitor, "inproc://monitor");
}

int connection_open(struct connection *connection, const struct connection_plan *plan, struct err *err)
{
	*connection = (struct connection){0};
	if (zeromq_load(err) || find_address(connection, plan, err))
		return -1;
	connection->context = zeromq.ctx_new();
	connection->socket = connection->context ? zeromq.socket(connection->context, plan->type) : NULL;
	if (!connection->socket || set_options(connection, plan) || open_monitor(connection))
		return err_set(err, EXIT_WORLD, "cannot use the network: %s", zeromq.strerror(errno));
	if (set_keys(connection, plan, err))
		return -1;
	if (zeromq.connect(connection->socket, connection->address))
		return err_set(err, EXIT_USAGE, "cannot connect to '%s': %s", plan->server, zeromq.strerror(errno));
	connection->memory_limit = socket_memory() + GROWTH;
	connection->opened_ns = clock_wall_ns();
	return 0;
}

void connection_close(struct connection *connection)
{
	socket_release(&connection->message);
	if (connection->monitor)
		zeromq.close(connection->monitor);
	if (connection->socket)
		zeromq.close(connection->socket);
	while (connection->context && zeromq.ctx_term(connection->context) && errno == EINTR)
		; /* pending messages are still sent, for at most LINGER_MS */
	*connection = (struct connection){0};
}

/* Reads two frames: the event's number with a value, and an address. */
static enum connection_event read_monitor(struct connection *connection)
{
	unsigned char bytes[6];
	uint16_t event;
	char address[2];
	int n = zeromq.recv(connection->monitor, bytes, sizeof bytes, ZMQ_DONTWAIT);
	zeromq.recv(connection->monitor, address, sizeof address, ZMQ_DONTWAIT);
	if (n != sizeof bytes)
		return CONNECTION_NOTHING;
	memcpy(&event, bytes, sizeof event);
	bool was_up = connection->is_up;
	connection->is_up = event == ZMQ_EVENT_HANDSHAKE_SUCCEEDED;
	if (connection->is_up) {
		connection->reported = 0;
		connection->opened_ns = 0;
		return was_up ? CONNECTION_NOTHING : CONNECTION_UP;
	}
	if (event == ZMQ_EVENT_DISCONNECTED && !was_up) /* ZMQ_EVENT_CONNECT_RETRIED follows and is reported instead */
		return CONNECTION_NOTHING;
	enum connection_event what = was_up ? CONNECTION_DOWN : event == ZMQ_EVENT_CONNECT_RETRIED ? CONNECTION_AWAY
					    : CONNECTION_REFUSED;
	bool is_reported = connection->reported >> what & 1;
	connection->reported |= 1u << what | (what == CONNECTION_DOWN ? 1u << CONNECTION_AWAY : 0);
	return is_reported ? CONNECTION_NOTHING : what;
}

static bool is_flooded(struct connection *connection)
{
	int64_t now_ns = clock_wall_ns();
	if (now_ns - connection->looked_ns < INT64_C(1000000) * LOOK_MS)
		return false;
	connection->looked_ns = now_ns;
	if (socket_memory() <= connection->memory_limit)
		return false;
	malloc_trim(0); /* returns freed memory to the system before the memory is measured */
	return socket_memory() > connection->memory_limit;
}

int connection_flooded(const struct connection *connection, struct err *err)
{
	return err_set(err, EXIT_WORLD, "disconnected from %s, because it sent more than %zu MB of unreadable messages",
		       connection->address, (size_t)GROWTH >> 20);
}

/* Returns true, but only once, if the server has been silent for too long. libzmq does not report this: if the other
 * end is a socket of the wrong type (such as the one for spectators) or never answers, libzmq waits or retries. */
static bool is_silent(struct connection *connection)
{
	enum { SAID = 1 << CONNECTION_REFUSED | 1 << CONNECTION_SILENT };
	if (!connection->opened_ns || connection->reported & SAID ||
	    clock_wall_ns() - connection->opened_ns < INT64_C(1000000) * PATIENCE_MS)
		return false;
	connection->reported |= 1u << CONNECTION_SILENT;
	return true;
}

enum connection_event connection_wait(struct connection *connection, long ms)
{
	zmq_pollitem_t items[] = {{.socket = connection->monitor, .events = ZMQ_POLLIN},
				  {.socket = connection->socket, .events = ZMQ_POLLIN}};
	int n = zeromq.poll(items, 2, ms);
	if (is_flooded(connection))
		return CONNECTION_FLOOD;
	enum connection_event event = n > 0 && items[0].revents ? read_monitor(connection) : CONNECTION_NOTHING;
	if (!event && is_silent(connection))
		return CONNECTION_SILENT;
	if (event || n <= 0 || !items[1].revents)
		return event;
	socket_release(&connection->message);
	return socket_receive(connection->socket, &connection->message) ? CONNECTION_MESSAGE : CONNECTION_NOTHING;
}

void connection_describe(const struct connection *connection, enum connection_event event, struct str *out)
{
	static const char *const words[] = {
		[CONNECTION_UP] = "connected to", [CONNECTION_DOWN] = "lost the connection to",
		[CONNECTION_AWAY] = "no answer yet from",
		[CONNECTION_REFUSED] = "rejected (check the port and the keys) by",
	};
	if (event == CONNECTION_SILENT)
		str_addf(out, "no tourney server answers at %s; is it the right port? A server has one for robots, "
			      "and another for spectators", connection->address);
	else
		str_addf(out, "%s %s%s", words[event], connection->address, event == CONNECTION_UP ? "" : "; retrying");
}

bool connection_is(struct connection *connection, int i, const char *text)
{
	if (i >= connection->message.n || i >= SOCKET_FRAMES)
		return false;
	struct bytes frame = socket_frame(&connection->message, i);
	return frame.size == strlen(text) && memcmp(frame.at, text, frame.size) == 0;
}
