/* connection.c - see connection.h. */
#include "net/protocol/connection.h"

#include <errno.h>
#include <malloc.h>
#include <netdb.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "net/protocol/socket.h"

enum {
	RETRY_MS = 100,      /* first pause before connecting again, doubled each time up to ... */
	RETRY_MOST_MS = 5000,
	LINGER_MS = 200,
	LOOK_MS = 1000,
	GROWTH = 192 << 20,
};

/* ---- opening ------------------------------------------------------------------------ */

static int find_address(struct contact *contact, const struct contact_plan *plan, struct err *err)
{
	const char *server = plan->server, *colon = strrchr(server, ':'), *bracket = strrchr(server, ']');
	long long port = plan->port;
	size_t host = strlen(server);
	if (colon && (!bracket || bracket < colon)) {
		host = (size_t)(colon - server);
		if (!str_to_int(colon + 1, 1, 65535, &port))
			return err_set(err, EXIT_USAGE, "'%s': the port after the ':' is a number from 1 to 65535", server);
	}
	if (host == 0 || strcspn(server, "/@ ;") < host || (memchr(server, ':', host) && *server != '['))
		return err_set(err, EXIT_USAGE, "'%s' is not HOST or HOST:PORT (write an IPv6 address in [])", server);
	int n = snprintf(contact->address, sizeof contact->address, "tcp://%.*s:%lld", (int)host, server, port);
	return n < (int)sizeof contact->address ? 0 : err_set(err, EXIT_USAGE, "the address of the server is too long");
}

/* libzmq would try an unknown name again for ever, and not say so. */
static int resolve(const struct contact *contact, struct err *err)
{
	char host[sizeof contact->address];
	const char *at = contact->address + strlen("tcp://"), *end = strrchr(at, ':');
	bool is_ipv6 = *at == '[';
	snprintf(host, sizeof host, "%.*s", (int)(end - at) - 2 * is_ipv6, at + is_ipv6);
	struct addrinfo wanted = {.ai_family = is_ipv6 ? AF_INET6 : AF_INET, .ai_socktype = SOCK_STREAM}, *found = NULL;
	int failed = getaddrinfo(host, NULL, &wanted, &found);
	if (failed)
		return err_set(err, EXIT_WORLD, "no machine called '%s' is known here: %s (is the name right, and the network up?)", host,
			       failed == EAI_SYSTEM ? strerror(errno) : gai_strerror(failed));
	freeaddrinfo(found);
	return 0;
}

static int set_int(struct contact *contact, int option, int value)
{
	return zmq_setsockopt(contact->socket, option, &value, sizeof value);
}

struct contact_keys {
	struct key secret, public_half, server;
};

static int read_keys(const struct contact_plan *plan, struct contact_keys *keys, struct err *err)
{
	if (!plan->secret_path || !plan->server_path)
		return err_set(err, EXIT_USAGE, "encryption needs both keys: --key with your own and --server-key with that of the server");
	if (keys_read_secret(plan->secret_path, &keys->secret, &keys->public_half, err))
		return -1;
	return keys_read_public(plan->server_path, &keys->server, err);
}

static int set_keys(struct contact *contact, const struct contact_plan *plan, struct err *err)
{
	struct contact_keys keys;
	if (!plan->secret_path && !plan->server_path)
		return 0;
	if (read_keys(plan, &keys, err))
		return -1;
	int failed = zmq_setsockopt(contact->socket, ZMQ_CURVE_SERVERKEY, keys.server.z85, KEY_LETTERS) ||
		zmq_setsockopt(contact->socket, ZMQ_CURVE_PUBLICKEY, keys.public_half.z85, KEY_LETTERS) ||
		zmq_setsockopt(contact->socket, ZMQ_CURVE_SECRETKEY, keys.secret.z85, KEY_LETTERS);
	explicit_bzero(&keys, sizeof keys);
	return failed ? err_set(err, EXIT_WORLD, "cannot use the keys: %s", zmq_strerror(zmq_errno())) : 0;
}

int contact_check(const struct contact_plan *plan, struct err *err)
{
	struct contact contact;
	struct contact_keys keys;
	if (find_address(&contact, plan, err))
		return -1;
	int failed = (plan->secret_path || plan->server_path) && read_keys(plan, &keys, err);
	explicit_bzero(&keys, sizeof keys);
	return failed ? -1 : resolve(&contact, err);
}

static int set_options(struct contact *contact, const struct contact_plan *plan)
{
	int64_t most_bytes = (int64_t)plan->most_bytes;
	bool is_ipv6 = strchr(contact->address, '[') != NULL;
	socket_keep_alive(contact->socket);
	return set_int(contact, ZMQ_RCVHWM, plan->queue) || set_int(contact, ZMQ_SNDHWM, plan->queue) || set_int(contact, ZMQ_LINGER, LINGER_MS) ||
		set_int(contact, ZMQ_RECONNECT_IVL, RETRY_MS) || set_int(contact, ZMQ_RECONNECT_IVL_MAX, RETRY_MOST_MS) ||
		/* Nothing is said to a server that is gone. But the connection then takes what was not yet read with it: no good
		 * for a spectator, whose last messages are the scores. */
		set_int(contact, ZMQ_IMMEDIATE, plan->type != ZMQ_SUB) || set_int(contact, ZMQ_IPV6, is_ipv6) ||
		zmq_setsockopt(contact->socket, ZMQ_MAXMSGSIZE, &most_bytes, sizeof most_bytes) ||
		(plan->type == ZMQ_SUB && zmq_setsockopt(contact->socket, ZMQ_SUBSCRIBE, "", 0)) ||
		(plan->identity && zmq_setsockopt(contact->socket, ZMQ_ROUTING_ID, plan->identity, strlen(plan->identity)));
}

static int open_monitor(struct contact *contact)
{
	enum {
		WANTED = ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_CONNECT_RETRIED | ZMQ_EVENT_HANDSHAKE_SUCCEEDED |
			ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH,
	};
	contact->monitor = zmq_socket(contact->context, ZMQ_PAIR);
	return !contact->monitor || zmq_socket_monitor(contact->socket, "inproc://monitor", WANTED) ||
		zmq_connect(contact->monitor, "inproc://monitor");
}

int contact_open(struct contact *contact, const struct contact_plan *plan, struct err *err)
{
	*contact = (struct contact){0};
	for (int i = 0; i < CONTACT_FRAMES; i++)
		zmq_msg_init(&contact->frame[i]);
	if (find_address(contact, plan, err))
		return -1;
	contact->context = zmq_ctx_new();
	contact->socket = contact->context ? zmq_socket(contact->context, plan->type) : NULL;
	if (!contact->socket || set_options(contact, plan) || open_monitor(contact))
		return err_set(err, EXIT_WORLD, "cannot use the network: %s", zmq_strerror(zmq_errno()));
	if (set_keys(contact, plan, err))
		return -1;
	if (zmq_connect(contact->socket, contact->address))
		return err_set(err, EXIT_USAGE, "cannot connect to '%s': %s", plan->server, zmq_strerror(zmq_errno()));
	contact->memory_limit = socket_memory() + GROWTH;
	return 0;
}

void contact_close(struct contact *contact)
{
	for (int i = 0; i < CONTACT_FRAMES; i++)
		zmq_msg_close(&contact->frame[i]);
	if (contact->monitor)
		zmq_close(contact->monitor);
	if (contact->socket)
		zmq_close(contact->socket);
	while (contact->context && zmq_ctx_term(contact->context) && zmq_errno() == EINTR)
		; /* what was sent still goes out, for LINGER_MS at most */
	*contact = (struct contact){0};
}

/* ---- events ------------------------------------------------------------------------- */

/* Two frames: the number of the event with a value, and an address. */
static enum contact_event read_monitor(struct contact *contact)
{
	unsigned char bytes[6];
	uint16_t event;
	char address[2];
	int n = zmq_recv(contact->monitor, bytes, sizeof bytes, ZMQ_DONTWAIT);
	zmq_recv(contact->monitor, address, sizeof address, ZMQ_DONTWAIT);
	if (n != sizeof bytes)
		return CONTACT_NOTHING;
	memcpy(&event, bytes, sizeof event);
	bool was_up = contact->is_up;
	contact->is_up = event == ZMQ_EVENT_HANDSHAKE_SUCCEEDED;
	if (contact->is_up) {
		contact->told = 0;
		return was_up ? CONTACT_NOTHING : CONTACT_UP;
	}
	if (event == ZMQ_EVENT_DISCONNECTED && !was_up) /* the retry tells */
		return CONTACT_NOTHING;
	enum contact_event what = was_up ? CONTACT_DOWN : event == ZMQ_EVENT_CONNECT_RETRIED ? CONTACT_AWAY : CONTACT_REFUSED;
	bool is_told = contact->told >> what & 1;
	contact->told |= 1u << what | (what == CONTACT_DOWN ? 1u << CONTACT_AWAY : 0);
	return is_told ? CONTACT_NOTHING : what;
}

/* Frames beyond CONTACT_FRAMES are read and dropped. */
static enum contact_event read_message(struct contact *contact)
{
	contact->n_frames = 0;
	for (int more = 1; more;) {
		bool is_kept = contact->n_frames < CONTACT_FRAMES;
		zmq_msg_t dropped, *frame = is_kept ? &contact->frame[contact->n_frames] : &dropped;
		if (!is_kept)
			zmq_msg_init(&dropped);
		int n = zmq_msg_recv(frame, contact->socket, ZMQ_DONTWAIT);
		more = n >= 0 && zmq_msg_more(frame);
		if (!is_kept)
			zmq_msg_close(&dropped);
		if (n < 0)
			return CONTACT_NOTHING;
		contact->n_frames += contact->n_frames <= CONTACT_FRAMES;
	}
	return CONTACT_MESSAGE;
}

static bool is_flooded(struct contact *contact)
{
	int64_t now_ns = clock_wall_ns();
	if (now_ns - contact->looked_ns < INT64_C(1000000) * LOOK_MS)
		return false;
	contact->looked_ns = now_ns;
	if (socket_memory() <= contact->memory_limit)
		return false;
	malloc_trim(0); /* not what was only kept for later */
	return socket_memory() > contact->memory_limit;
}

int contact_flooded(const struct contact *contact, struct err *err)
{
	return err_set(err, EXIT_WORLD, "%s sends more than %zu MB that cannot be read: left it", contact->address, (size_t)GROWTH >> 20);
}

enum contact_event contact_wait(struct contact *contact, long ms)
{
	zmq_pollitem_t items[] = {{.socket = contact->monitor, .events = ZMQ_POLLIN}, {.socket = contact->socket, .events = ZMQ_POLLIN}};
	int n = zmq_poll(items, 2, ms);
	if (is_flooded(contact))
		return CONTACT_FLOOD;
	if (n <= 0)
		return CONTACT_NOTHING;
	enum contact_event event = items[0].revents ? read_monitor(contact) : CONTACT_NOTHING;
	return event || !items[1].revents ? event : read_message(contact);
}

void contact_tell(const struct contact *contact, enum contact_event event, struct str *out)
{
	static const char *const words[] = {
		[CONTACT_UP] = "connected to", [CONTACT_DOWN] = "lost the connection to", [CONTACT_AWAY] = "no answer yet from",
		[CONTACT_REFUSED] = "not let in (keys?) at",
	};
	str_addf(out, "%s %s%s", words[event], contact->address, event == CONTACT_UP ? "" : "; trying again until it works");
}

bool contact_is(struct contact *contact, int i, const char *text)
{
	size_t size = strlen(text);
	return i < contact->n_frames && i < CONTACT_FRAMES && contact_size(contact, i) == size && memcmp(contact_bytes(contact, i), text, size) == 0;
}

bool contact_send(struct contact *contact, int n, const char *const *frame, const size_t *size)
{
	for (int i = 0; i < n; i++) {
		int flags = ZMQ_DONTWAIT | (i + 1 < n ? ZMQ_SNDMORE : 0);
		if (zmq_send(contact->socket, frame[i], size[i], flags) < 0)
			return false; /* the first frame is the one that finds no room */
	}
	return true;
}
