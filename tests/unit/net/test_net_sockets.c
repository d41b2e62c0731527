/* test_net_sockets.c - messages of many frames, the events of a client's connection, and the answers to libzmq about
 * keys, over sockets within this process. */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/str.h"
#include "net/protocol/authentication.h"
#include "net/protocol/connection.h"
#include "net/protocol/keys.h"
#include "net/protocol/socket.h"
#include "temporary_folder.h"

enum { PATIENCE_MS = 300000 }; /* for what comes; a busy machine may take long */

static void *context;

static void begin(void)
{
	struct err err = {0};
	enter_folder();
	ck_assert_msg(zeromq_load(&err) == 0, "%s", err.text);
	context = zeromq.ctx_new();
}

static void end(void)
{
	zeromq.ctx_term(context);
	leave_folder();
}

static void *open_pair(void **other, const char *name)
{
	void *one = zeromq.socket(context, ZMQ_PAIR);
	*other = zeromq.socket(context, ZMQ_PAIR);
	ck_assert(zeromq.bind(one, name) == 0 && zeromq.connect(*other, name) == 0);
	return one;
}

/* n frames: "0", "11", "222", ... */
static void send_frames(void *socket, int n)
{
	static const char *const texts[] = {"0", "11", "222", "3333", "44444", "555555", "6666666", "77777777",
		"888888888"};
	struct bytes frames[COUNT(texts)];
	for (int i = 0; i < n; i++)
		frames[i] = (struct bytes){texts[i], (size_t)i + 1};
	ck_assert(socket_send(socket, frames, n));
}

/* ---- socket.h --------------------------------------------------------------------------- */

START_TEST(messages_have_frames)
{
	void *in, *out = open_pair(&in, "inproc://messages");
	struct message message;
	ck_assert(!socket_receive(in, &message) && message.n == 0);
	for (int n = 1; n <= SOCKET_FRAMES + 2; n++) {
		send_frames(out, n);
		ck_assert(socket_receive(in, &message));
		ck_assert_int_eq(message.n, n); /* the rest is dropped, and counted */
		for (int i = 0; i < n && i < SOCKET_FRAMES; i++) {
			struct bytes frame = socket_frame(&message, i);
			ck_assert_uint_eq(frame.size, i + 1);
			ck_assert_int_eq(*(const char *)frame.at, '0' + i);
		}
		socket_release(&message);
		ck_assert_int_eq(message.n, 0);
	}
	ck_assert(!socket_receive(in, &message));
	zeromq.close(in);
	ck_assert_uint_gt(socket_memory(), 1 << 20);
	zeromq.close(out);
}
END_TEST

START_TEST(ports_are_bound)
{
	struct err err = {0};
	char bound[300];
	void *one = socket_open(context, ZMQ_ROUTER, &err), *two = socket_open(context, ZMQ_PUB, &err);
	ck_assert(one && two);
	ck_assert_msg(socket_bind(one, "127.0.0.1", 0, bound, sizeof bound, &err) == 0, "%s", err.text);
	ck_assert_int_eq(strncmp(bound, "tcp://127.0.0.1:", 16), 0);
	int port = atoi(strrchr(bound, ':') + 1);
	ck_assert_int_gt(port, 0);
	ck_assert_int_ne(socket_bind(two, "127.0.0.1", port, bound, sizeof bound, &err), 0);
	AUTO_STR struct str wanted = {0};
	str_addf(&wanted, "port %d is in use, perhaps by another server (choose another with --port)", port);
	ck_assert_str_eq(err.text, wanted.text);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_int_ne(socket_bind(two, "nonsense", 0, bound, sizeof bound, &err), 0);
	ck_assert_msg(strncmp(err.text, "cannot listen on 'tcp://nonsense:*': ", 37) == 0, "%s", err.text);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	/* A message to an unknown client is not silently dropped. */
	ck_assert(!socket_send(one, (const struct bytes[]){{"who", 3}, {"", 0}}, 2));
	zeromq.close(one);
	zeromq.close(two);
}
END_TEST

/* ---- options of sockets ----------------------------------------------------------------- */

struct option {
	int option;
	int64_t value;
};

static struct option options[40]; /* that were set, one after the other */
static int n_options, fails_at;   /* the call of zmq_setsockopt that fails; 0: none */
static typeof(zmq_setsockopt) *real_setsockopt;

static int note_option(void *socket, int option, const void *value, size_t size)
{
	int number = 0;
	int64_t large = 0;
	memcpy(size == sizeof large ? (void *)&large : (void *)&number, value,
	       size == sizeof large || size == sizeof number ? size : 0);
	ck_assert_int_lt(n_options, COUNT(options));
	options[n_options++] = (struct option){option, size == sizeof large ? large : number};
	if (n_options != fails_at)
		return real_setsockopt(socket, option, value, size);
	errno = EINVAL;
	return -1;
}

static void note_options(int fails)
{
	real_setsockopt = zeromq.setsockopt;
	zeromq.setsockopt = note_option;
	n_options = 0;
	fails_at = fails;
}

static void forget_options(void)
{
	zeromq.setsockopt = real_setsockopt;
}

static bool was_set(int option)
{
	for (int i = 0; i < n_options; i++)
		if (options[i].option == option)
			return true;
	return false;
}

static void check_options(const struct option *wanted, int n)
{
	for (int i = 0; i < n; i++) {
		bool is_found = false;
		for (int k = 0; k < n_options; k++)
			is_found |= options[k].option == wanted[i].option && options[k].value == wanted[i].value;
		ck_assert_msg(is_found, "option %d is not %lld", wanted[i].option, (long long)wanted[i].value);
	}
}

/* Another machine that disappeared is detected within half a minute. */
static const struct option kept_alive[] = {
	{ZMQ_TCP_KEEPALIVE, 1}, {ZMQ_TCP_KEEPALIVE_IDLE, 10}, {ZMQ_TCP_KEEPALIVE_INTVL, 5}, {ZMQ_TCP_KEEPALIVE_CNT, 3},
	{ZMQ_TCP_MAXRT, 15000},
};

START_TEST(sockets_of_a_server_have_limits)
{
	struct err err = {0};
	char bound[300];
	static const struct option limits[] = {
		{ZMQ_MAXMSGSIZE, SOCKET_MAX_BYTES}, {ZMQ_RCVHWM, SOCKET_IN}, {ZMQ_SNDHWM, SOCKET_OUT},
		{ZMQ_LINGER, 500}, {ZMQ_HANDSHAKE_IVL, 10000},
	};
	static const struct option of_router[] = {{ZMQ_ROUTER_MANDATORY, 1}, {ZMQ_ROUTER_HANDOVER, 0}};
	static const int types[] = {ZMQ_ROUTER, ZMQ_PUB};
	for (int i = 0; i < COUNT(types); i++) {
		note_options(0);
		void *socket = socket_open(context, types[i], &err);
		ck_assert_msg(socket != NULL, "%s", err.text);
		check_options(limits, COUNT(limits));
		check_options(kept_alive, COUNT(kept_alive));
		if (i == 0)
			check_options(of_router, COUNT(of_router));
		ck_assert_int_eq(was_set(ZMQ_ROUTER_MANDATORY), i == 0);
		ck_assert_int_eq(socket_bind(socket, "127.0.0.1", 0, bound, sizeof bound, &err), 0);
		check_options((const struct option[]){{ZMQ_IPV6, 0}}, 1);
		socket_bind(socket, "::1", 0, bound, sizeof bound, &err); /* not every machine has this address */
		check_options((const struct option[]){{ZMQ_IPV6, 1}}, 1);
		forget_options();
		zeromq.close(socket);
	}
}
END_TEST

/* ---- connection.h ----------------------------------------------------------------------- */

static struct connection connection;
static void *monitored, *server;

/* A connection whose other ends are the test's. */
static void open_connection(void)
{
	memset(&connection, 0, sizeof connection);
	connection.monitor = open_pair(&monitored, "inproc://events");
	connection.socket = open_pair(&server, "inproc://server");
	connection.memory_limit = SIZE_MAX;
}

static void close_connection(void)
{
	void *const sockets[] = {connection.monitor, connection.socket, monitored, server};
	socket_release(&connection.message);
	for (int i = 0; i < COUNT(sockets); i++)
		zeromq.close(sockets[i]);
}

static void send_event(uint16_t event, size_t size)
{
	unsigned char bytes[8] = {0};
	memcpy(bytes, &event, sizeof event);
	const struct bytes frames[] = {{bytes, size}, {"tcp://h:1", 9}};
	ck_assert(socket_send(monitored, frames, 2));
}

/* What libzmq reports, one after the other, and what a user is told of it. */
static const struct {
	uint16_t event;
	enum connection_event told;
} events[] = {
	{ZMQ_EVENT_CONNECT_RETRIED, CONNECTION_AWAY},
	{ZMQ_EVENT_CONNECT_RETRIED, CONNECTION_NOTHING}, /* once */
	{ZMQ_EVENT_DISCONNECTED, CONNECTION_NOTHING},
	{ZMQ_EVENT_HANDSHAKE_FAILED_AUTH, CONNECTION_REFUSED},
	{ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL, CONNECTION_NOTHING},
	{ZMQ_EVENT_HANDSHAKE_SUCCEEDED, CONNECTION_UP},
	{ZMQ_EVENT_HANDSHAKE_SUCCEEDED, CONNECTION_NOTHING},
	{ZMQ_EVENT_DISCONNECTED, CONNECTION_DOWN},
	{ZMQ_EVENT_CONNECT_RETRIED, CONNECTION_NOTHING}, /* this follows from it */
	{ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL, CONNECTION_REFUSED},
	{ZMQ_EVENT_HANDSHAKE_SUCCEEDED, CONNECTION_UP},
	{ZMQ_EVENT_CONNECT_RETRIED, CONNECTION_DOWN},
	{ZMQ_EVENT_HANDSHAKE_SUCCEEDED, CONNECTION_UP},
	{ZMQ_EVENT_DISCONNECTED, CONNECTION_DOWN},
	{ZMQ_EVENT_DISCONNECTED, CONNECTION_NOTHING},
};

START_TEST(changes_are_told_once)
{
	open_connection();
	ck_assert_int_eq(connection_wait(&connection, 0), CONNECTION_NOTHING);
	for (int i = 0; i < COUNT(events); i++) {
		send_event(events[i].event, 6);
		enum connection_event told = connection_wait(&connection, PATIENCE_MS);
		ck_assert_msg(told == events[i].told, "event %d: %d", i, told);
		ck_assert_int_eq(connection.is_up, events[i].event == ZMQ_EVENT_HANDSHAKE_SUCCEEDED);
	}
	send_event(ZMQ_EVENT_HANDSHAKE_SUCCEEDED, 5); /* not what libzmq sends */
	ck_assert_int_eq(connection_wait(&connection, PATIENCE_MS), CONNECTION_NOTHING);
	ck_assert(!connection.is_up);
	close_connection();
}
END_TEST

START_TEST(messages_follow_the_events)
{
	open_connection();
	send_frames(server, 2);
	send_event(ZMQ_EVENT_HANDSHAKE_SUCCEEDED, 6);
	ck_assert_int_eq(connection_wait(&connection, PATIENCE_MS), CONNECTION_UP);
	ck_assert_int_eq(connection_wait(&connection, PATIENCE_MS), CONNECTION_MESSAGE);
	ck_assert_int_eq(connection.message.n, 2);
	ck_assert(connection_is(&connection, 0, "0") && connection_is(&connection, 1, "11"));
	ck_assert(!connection_is(&connection, 1, "1") && !connection_is(&connection, 1, "12") &&
		  !connection_is(&connection, 1, "111"));
	ck_assert(!connection_is(&connection, 2, ""));
	for (int n = SOCKET_FRAMES; n <= SOCKET_FRAMES + 3; n++) {
		send_frames(server, n);
		ck_assert_int_eq(connection_wait(&connection, PATIENCE_MS), CONNECTION_MESSAGE);
		ck_assert_int_eq(connection.message.n, n);
		ck_assert(connection_is(&connection, SOCKET_FRAMES - 1, "555555"));
		ck_assert(!connection_is(&connection, SOCKET_FRAMES, "6666666"));
	}
	ck_assert_int_eq(connection_wait(&connection, 0), CONNECTION_NOTHING);
	struct message message;
	ck_assert(socket_send(connection.socket, (const struct bytes[]){BYTES_OF(""), BYTES_OF("Move"), {"more", 2}},
			      3));
	ck_assert(socket_receive(server, &message));
	ck_assert_int_eq(message.n, 3);
	ck_assert(socket_frame(&message, 0).size == 0 && socket_frame(&message, 2).size == 2);
	ck_assert_mem_eq(socket_frame(&message, 1).at, "Move", 4);
	socket_release(&message);
	close_connection();
}
END_TEST

/* It looks each second how much memory there is. */
START_TEST(a_flood_is_noticed)
{
	open_connection();
	connection.memory_limit = 0;
	for (bool is_early = false; !is_early;) { /* half a millisecond: on a busy machine it may be too late */
		int64_t looked_ns = connection.looked_ns = clock_wall_ns() - 999500000;
		enum connection_event event = connection_wait(&connection, 0);
		is_early = clock_wall_ns() - looked_ns < 1000000000;
		ck_assert(!is_early || event == CONNECTION_NOTHING);
	}
	connection.looked_ns = clock_wall_ns() - 1000500000;
	ck_assert_int_eq(connection_wait(&connection, 0), CONNECTION_FLOOD);
	send_frames(server, 1);
	connection.looked_ns = 0;
	ck_assert_int_eq(connection_wait(&connection, PATIENCE_MS), CONNECTION_FLOOD);
	connection.looked_ns = clock_wall_ns() + INT64_C(3600000000000);
	ck_assert_int_eq(connection_wait(&connection, PATIENCE_MS), CONNECTION_MESSAGE);
	connection.looked_ns = 0;
	connection.memory_limit = SIZE_MAX;
	send_frames(server, 1);
	ck_assert_int_eq(connection_wait(&connection, PATIENCE_MS), CONNECTION_MESSAGE);
	ck_assert_int_gt(connection.looked_ns, 0);
	close_connection();
}
END_TEST

/* After ten seconds, unless there was a server, or a reason was given. */
START_TEST(a_silent_server_is_told_once)
{
	static const int64_t patience_ns = 10000000000, half_ms = 500000;
	open_connection();
	connection.opened_ns = clock_wall_ns() - patience_ns - half_ms;
	ck_assert_int_eq(connection_wait(&connection, 0), CONNECTION_SILENT);
	ck_assert_int_eq(connection_wait(&connection, 0), CONNECTION_NOTHING);
	connection.reported = 1u << CONNECTION_REFUSED;
	ck_assert_int_eq(connection_wait(&connection, 0), CONNECTION_NOTHING);
	connection.reported = 1u << CONNECTION_AWAY;
	ck_assert_int_eq(connection_wait(&connection, 0), CONNECTION_SILENT);
	connection.reported = 0;
	connection.opened_ns = 0;
	ck_assert_int_eq(connection_wait(&connection, 0), CONNECTION_NOTHING);
	for (bool is_early = false; !is_early;) { /* on a busy machine it may be too late */
		connection.reported = 0;
		connection.opened_ns = clock_wall_ns() - patience_ns + half_ms;
		enum connection_event event = connection_wait(&connection, 0);
		is_early = clock_wall_ns() - connection.opened_ns < patience_ns;
		ck_assert(!is_early || event == CONNECTION_NOTHING);
	}
	close_connection();
}
END_TEST

/* Nobody is at this address. */
static const struct connection_plan nobody = {
	.server = "127.0.0.1:1", .port = 1, .type = ZMQ_DEALER, .most_bytes = 1000, .queue = 10, .identity = "ada",
};

START_TEST(sockets_of_a_client_have_limits)
{
	static const struct option limits[] = {
		{ZMQ_RCVHWM, 10}, {ZMQ_SNDHWM, 10}, {ZMQ_LINGER, 200}, {ZMQ_RECONNECT_IVL, 100},
		{ZMQ_RECONNECT_IVL_MAX, 5000}, {ZMQ_MAXMSGSIZE, 1000},
	};
	static const struct {
		const char *server;
		int type, is_immediate, is_ipv6;
	} sockets[] = {{"127.0.0.1:1", ZMQ_DEALER, 1, 0}, {"127.0.0.1:1", ZMQ_SUB, 0, 0},
		{"[::1]:1", ZMQ_DEALER, 1, 1}};
	struct err err = {0};
	struct connection_plan plan = nobody;
	plan.server = sockets[_i].server;
	plan.type = sockets[_i].type;
	plan.identity = plan.type == ZMQ_SUB ? NULL : "ada";
	note_options(0);
	int failed = connection_open(&connection, &plan, &err);
	check_options(limits, COUNT(limits));
	check_options(kept_alive, COUNT(kept_alive));
	check_options((const struct option[]){{ZMQ_IMMEDIATE, sockets[_i].is_immediate},
		{ZMQ_IPV6, sockets[_i].is_ipv6}}, 2);
	ck_assert_int_eq(was_set(ZMQ_SUBSCRIBE), plan.type == ZMQ_SUB);
	ck_assert_int_eq(was_set(ZMQ_ROUTING_ID), plan.identity != NULL);
	forget_options();
	ck_assert_msg(!failed, "%s", err.text);
	connection_close(&connection);
}
END_TEST

START_TEST(options_that_cannot_be_set_are_an_error)
{
	for (int type = 0; type < 2; type++) {
		struct connection_plan plan = nobody;
		struct err err = {0};
		plan.type = type ? ZMQ_SUB : ZMQ_DEALER;
		plan.identity = type ? NULL : "ada";
		note_options(0);
		ck_assert_msg(connection_open(&connection, &plan, &err) == 0, "%s", err.text);
		forget_options();
		connection_close(&connection);
		int n = n_options;
		for (int i = COUNT(kept_alive) + 1; i <= n; i++) { /* those before them cannot fail */
			note_options(i);
			int failed = connection_open(&connection, &plan, &err);
			forget_options();
			connection_close(&connection);
			ck_assert_msg(failed, "option %d", i);
			ck_assert_int_eq(err.code, EXIT_WORLD);
			ck_assert_str_eq(err.text, "cannot use the network: Invalid argument");
		}
	}
}
END_TEST

/* Over a loopback connection, what is sent arrives, under the identity of the client. */
START_TEST(clients_connect)
{
	struct err err = {0};
	struct message message;
	char bound[300];
	void *router = socket_open(context, ZMQ_ROUTER, &err);
	ck_assert_msg(router && socket_bind(router, "127.0.0.1", 0, bound, sizeof bound, &err) == 0, "%s", err.text);
	const struct connection_plan plan = {
		.server = bound + strlen("tcp://"), .port = 1, .type = ZMQ_DEALER, .most_bytes = 1000, .queue = 10,
		.identity = "ada",
	};
	ck_assert_msg(connection_open(&connection, &plan, &err) == 0, "%s", err.text);
	ck_assert_str_eq(connection.address, bound);
	ck_assert(connection.memory_limit > 192 << 20 && connection.memory_limit < SIZE_MAX / 2);
	while (connection_wait(&connection, PATIENCE_MS) != CONNECTION_UP)
		;
	ck_assert(socket_send(connection.socket, (const struct bytes[]){BYTES_OF(""), BYTES_OF("Ping")}, 2));
	zmq_pollitem_t item = {.socket = router, .events = ZMQ_POLLIN};
	ck_assert_int_eq(zeromq.poll(&item, 1, PATIENCE_MS), 1);
	ck_assert(socket_receive(router, &message));
	ck_assert_int_eq(message.n, 3);
	ck_assert_mem_eq(socket_frame(&message, 0).at, "ada", 3);
	socket_release(&message);
	connection_close(&connection);
	ck_assert(!connection.context && !connection.socket);
	zeromq.close(router);
	ck_assert_int_ne(connection_open(&connection, &(struct connection_plan){.server = "a/b", .port = 1}, &err), 0);
	connection_close(&connection);
}
END_TEST

START_TEST(spectators_subscribe)
{
	struct err err = {0};
	char bound[300];
	void *pub = socket_open(context, ZMQ_PUB, &err);
	ck_assert_msg(pub && socket_bind(pub, "127.0.0.1", 0, bound, sizeof bound, &err) == 0, "%s", err.text);
	const struct connection_plan plan = {.server = bound + strlen("tcp://"), .port = 1, .type = ZMQ_SUB,
		.most_bytes = 1000, .queue = 10};
	ck_assert_msg(connection_open(&connection, &plan, &err) == 0, "%s", err.text);
	enum connection_event event = CONNECTION_NOTHING;
	for (int i = 0; event != CONNECTION_MESSAGE && i < 6000; i++) { /* a subscription takes a moment to arrive */
		send_frames(pub, 2);
		event = connection_wait(&connection, 10);
	}
	ck_assert_int_eq(event, CONNECTION_MESSAGE);
	ck_assert(connection_is(&connection, 1, "11"));
	connection_close(&connection);
	zeromq.close(pub);
}
END_TEST

/* ---- authentication.h ------------------------------------------------------------------- */

#define KEY "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"
#define THIRD "0000000000000000000000000000000000000000"
#define OTHER "E4k5^O5*y%(2[K(pF?U[@V+Vt2>^o=]8kb(%T^Qf"

static const struct {
	const char *mechanism, *key;
	size_t key_size;
	bool is_allowed;
} requests[] = {
	{"CURVE", KEY, 32, true}, {"CURVE", OTHER, 32, false}, {"CURVE", KEY, 31, false}, {"CURVE", KEY, 0, false},
	{"NULL", KEY, 32, false}, {"CURVE2", KEY, 32, false}, {"CURV", KEY, 32, false},
};

static void *asking; /* the end of libzmq */

static struct authentication *open_list(const char *list)
{
	struct err err = {0};
	ck_assert_int_eq(keys_make("server", &err), 0);
	write_file("list", list);
	struct authentication *authentication = authentication_new(context, "server.key", "list", &err);
	ck_assert_msg(authentication != NULL, "%s", err.text);
	asking = zeromq.socket(context, ZMQ_REQ);
	ck_assert_int_eq(zeromq.connect(asking, "inproc://zeromq.zap.01"), 0);
	return authentication;
}

static void close_list(struct authentication *authentication)
{
	zeromq.close(asking);
	authentication_free(authentication);
}

/* Release the message. */
static void look_up(struct authentication *authentication, const char *mechanism, const char *letters, size_t key_size,
		    struct message *message)
{
	uint8_t key[40];
	zeromq.z85_decode(key, letters);
	const struct bytes frames[] = {
		{"1.0", 3}, {"id7", 3}, {"arena", 5}, {"127.0.0.1", 9}, {"", 0}, {mechanism, strlen(mechanism)},
		{key, key_size},
	};
	ck_assert(socket_send(asking, frames, COUNT(frames)));
	authentication_answer(authentication);
	ck_assert(socket_receive(asking, message));
}

START_TEST(keys_are_looked_up)
{
	struct message message;
	struct authentication *authentication = open_list(THIRD " Bob\n" KEY " Ada\n");
	look_up(authentication, requests[_i].mechanism, requests[_i].key, requests[_i].key_size, &message);
	bool is_allowed = requests[_i].is_allowed;
	static const char property[] = "\005X-Key\0\0\0\050" KEY;
	const struct bytes wanted[] = {
		{"1.0", 3}, {"id7", 3}, {is_allowed ? "200" : "400", 3},
		{is_allowed ? "OK" : "this key is not in the server's list", is_allowed ? 2 : 36},
		{"Ada", is_allowed ? 3 : 0}, {property, is_allowed ? sizeof property - 1 : 0},
	};
	ck_assert_int_eq(message.n, COUNT(wanted));
	for (int i = 0; i < COUNT(wanted); i++) {
		struct bytes frame = socket_frame(&message, i);
		ck_assert_uint_eq(frame.size, wanted[i].size);
		ck_assert_int_eq(memcmp(frame.at, wanted[i].at, frame.size), 0);
	}
	socket_release(&message);
	authentication_answer(authentication); /* no request waits */
	close_list(authentication);
}
END_TEST

/* The list is read before each answer. Its content at that time does not hide that a key was removed. */
static const char *const later_lists[] = {THIRD " Bob\n" KEY " Ada\n", "not a list\n"};

START_TEST(a_removed_key_is_told)
{
	struct err err = {0};
	struct message message;
	struct authentication *authentication = open_list(THIRD " Bob\n" KEY " Ada\n");
	write_file("list", THIRD " Bob\n");
	look_up(authentication, "CURVE", KEY, 32, &message);
	ck_assert_mem_eq(socket_frame(&message, 2).at, "400", 3);
	socket_release(&message);
	write_file("list", later_lists[_i]);
	look_up(authentication, "CURVE", THIRD, 32, &message);
	ck_assert_mem_eq(socket_frame(&message, 2).at, "200", 3);
	socket_release(&message);
	ck_assert_int_eq(authentication_look_again(authentication, &err), AUTHENTICATION_REMOVED);
	ck_assert_int_eq(authentication_look_again(authentication, &err), AUTHENTICATION_NO_NEWS);
	close_list(authentication);
}
END_TEST

/* Over loopback, clients in the list come in under their names and keys, and others do not. */
START_TEST(keys_let_clients_in)
{
	struct err err = {0};
	struct message message;
	char bound[300];
	AUTO_STR struct str list = {0};
	ck_assert(keys_make("ada", &err) == 0 && keys_make("eve", &err) == 0);
	ck_assert_int_eq(str_read_file(&list, "ada.pub", 1000, &err), 0);
	list.text[strcspn(list.text, "\n")] = ' ';
	str_add(&list, "Ada\n");
	struct authentication *authentication = open_list(list.text);
	void *router = socket_open(context, ZMQ_ROUTER, &err);
	authentication_protect(authentication, router);
	ck_assert_msg(socket_bind(router, "127.0.0.1", 0, bound, sizeof bound, &err) == 0, "%s", err.text);
	struct connection_plan plan = {
		.server = bound + strlen("tcp://"), .port = 1, .type = ZMQ_DEALER, .most_bytes = 1000, .queue = 10,
		.identity = "ada", .secret_path = _i ? "eve.key" : "ada.key",
	};
	ck_assert_int_ne(connection_open(&connection, &plan, &err), 0);
	ck_assert_msg(strstr(err.text, "encryption needs both keys") != NULL, "%s", err.text);
	connection_close(&connection);
	plan.server_path = "server.pub";
	ck_assert_msg(connection_open(&connection, &plan, &err) == 0, "%s", err.text);
	enum connection_event event = CONNECTION_NOTHING;
	while (event != CONNECTION_UP && event != CONNECTION_REFUSED) {
		event = connection_wait(&connection, 10);
		authentication_answer(authentication);
	}
	ck_assert_int_eq(event, _i ? CONNECTION_REFUSED : CONNECTION_UP);
	if (event == CONNECTION_UP) {
		ck_assert(socket_send(connection.socket, (const struct bytes[]){BYTES_OF(""), BYTES_OF("Ping")}, 2));
		zmq_pollitem_t item = {.socket = router, .events = ZMQ_POLLIN};
		ck_assert_int_eq(zeromq.poll(&item, 1, PATIENCE_MS), 1);
		ck_assert(socket_receive(router, &message));
		ck_assert_str_eq(zeromq.msg_gets(&message.frame[2], "User-Id"), "Ada");
		ck_assert(authentication_allows(authentication,
						zeromq.msg_gets(&message.frame[2], AUTHENTICATION_KEY)));
		socket_release(&message);
	}
	connection_close(&connection);
	zeromq.close(router);
	close_list(authentication);
}
END_TEST

SUITE_WITH(begin, end, 120,
	TEST(messages_have_frames),
	TEST(ports_are_bound),
	TEST(sockets_of_a_server_have_limits),
	TEST(changes_are_told_once),
	TEST(messages_follow_the_events),
	TEST(a_flood_is_noticed),
	TEST(a_silent_server_is_told_once),
	LOOP(sockets_of_a_client_have_limits, 0, 3),
	TEST(options_that_cannot_be_set_are_an_error),
	TEST(clients_connect),
	TEST(spectators_subscribe),
	LOOP(keys_are_looked_up, 0, COUNT(requests)),
	LOOP(a_removed_key_is_told, 0, COUNT(later_lists)),
	LOOP(keys_let_clients_in, 0, 2))
