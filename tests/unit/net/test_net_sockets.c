/* test_net_sockets.c - messages of many frames, the events of a client's connection, and the answers to libzmq about keys, over
 * sockets within this process. */
#include <check.h>
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
	static const char *const texts[] = {"0", "11", "222", "3333", "44444", "555555", "6666666", "77777777", "888888888"};
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
	ck_assert_msg(strncmp(err.text, "cannot listen at 'tcp://nonsense:*': ", 37) == 0, "%s", err.text);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	/* A message to an unknown client is not silently dropped. */
	ck_assert(!socket_send(one, (const struct bytes[]){{"who", 3}, {"", 0}}, 2));
	zeromq.close(one);
	zeromq.close(two);
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
	for (int i = 0; i < CONNECTION_FRAMES; i++)
		zeromq.msg_init(&connection.frame[i]);
}

static void close_connection(void)
{
	void *const sockets[] = {connection.monitor, connection.socket, monitored, server};
	for (int i = 0; i < CONNECTION_FRAMES; i++)
		zeromq.msg_close(&connection.frame[i]);
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
		enum connection_event told = connection_wait(&connection, 10000);
		ck_assert_msg(told == events[i].told, "event %d: %d", i, told);
		ck_assert_int_eq(connection.is_up, events[i].event == ZMQ_EVENT_HANDSHAKE_SUCCEEDED);
	}
	send_event(ZMQ_EVENT_HANDSHAKE_SUCCEEDED, 5); /* not what libzmq sends */
	ck_assert_int_eq(connection_wait(&connection, 10000), CONNECTION_NOTHING);
	ck_assert(!connection.is_up);
	close_connection();
}
END_TEST

START_TEST(messages_follow_the_events)
{
	open_connection();
	send_frames(server, 2);
	send_event(ZMQ_EVENT_HANDSHAKE_SUCCEEDED, 6);
	ck_assert_int_eq(connection_wait(&connection, 10000), CONNECTION_UP);
	ck_assert_int_eq(connection_wait(&connection, 10000), CONNECTION_MESSAGE);
	ck_assert_int_eq(connection.n_frames, 2);
	ck_assert(connection_is(&connection, 0, "0") && connection_is(&connection, 1, "11"));
	ck_assert(!connection_is(&connection, 1, "1") && !connection_is(&connection, 1, "12") && !connection_is(&connection, 1, "111"));
	ck_assert(!connection_is(&connection, 2, ""));
	for (int n = CONNECTION_FRAMES; n <= CONNECTION_FRAMES + 3; n++) {
		send_frames(server, n);
		ck_assert_int_eq(connection_wait(&connection, 10000), CONNECTION_MESSAGE);
		ck_assert_int_eq(connection.n_frames, n > CONNECTION_FRAMES ? CONNECTION_FRAMES + 1 : n);
		ck_assert(connection_is(&connection, CONNECTION_FRAMES - 1, "555555"));
		ck_assert(!connection_is(&connection, CONNECTION_FRAMES, "6666666"));
	}
	ck_assert_int_eq(connection_wait(&connection, 0), CONNECTION_NOTHING);
	struct message message;
	ck_assert(connection_send(&connection, 3, (const char *const[]){"", "Move", "more"}, (const size_t[]){0, 4, 2}));
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
	send_frames(server, 1);
	ck_assert_int_eq(connection_wait(&connection, 10000), CONNECTION_FLOOD);
	connection.looked_ns = clock_wall_ns() + INT64_C(3600000000000);
	ck_assert_int_eq(connection_wait(&connection, 10000), CONNECTION_MESSAGE);
	connection.looked_ns = 0;
	connection.memory_limit = SIZE_MAX;
	send_frames(server, 1);
	ck_assert_int_eq(connection_wait(&connection, 10000), CONNECTION_MESSAGE);
	ck_assert_int_gt(connection.looked_ns, 0);
	close_connection();
}
END_TEST

/* A connection over loopback: what is sent arrives, under the identity. */
START_TEST(clients_connect)
{
	struct err err = {0};
	struct message message;
	char bound[300];
	void *router = socket_open(context, ZMQ_ROUTER, &err);
	ck_assert_msg(router && socket_bind(router, "127.0.0.1", 0, bound, sizeof bound, &err) == 0, "%s", err.text);
	const struct connection_plan plan = {
		.server = bound + strlen("tcp://"), .port = 1, .type = ZMQ_DEALER, .most_bytes = 1000, .queue = 10, .identity = "ada",
	};
	ck_assert_msg(connection_open(&connection, &plan, &err) == 0, "%s", err.text);
	ck_assert_str_eq(connection.address, bound);
	ck_assert_uint_gt(connection.memory_limit, 192 << 20);
	while (connection_wait(&connection, 10000) != CONNECTION_UP)
		;
	ck_assert(connection_send(&connection, 2, (const char *const[]){"", "Ping"}, (const size_t[]){0, 4}));
	zmq_pollitem_t item = {.socket = router, .events = ZMQ_POLLIN};
	ck_assert_int_eq(zeromq.poll(&item, 1, 60000), 1);
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
	const struct connection_plan plan = {.server = bound + strlen("tcp://"), .port = 1, .type = ZMQ_SUB, .most_bytes = 1000,
		.queue = 10};
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
#define OTHER "E4k5^O5*y%(2[K(pF?U[@V+Vt2>^o=]8kb(%T^Qf"

static const struct {
	const char *mechanism, *key;
	size_t key_size;
	bool is_allowed;
} requests[] = {
	{"CURVE", KEY, 32, true}, {"CURVE", OTHER, 32, false}, {"CURVE", KEY, 31, false}, {"CURVE", KEY, 0, false},
	{"NULL", KEY, 32, false}, {"CURVE2", KEY, 32, false}, {"CURV", KEY, 32, false},
};

START_TEST(keys_are_looked_up)
{
	struct err err = {0};
	struct message message;
	uint8_t key[40];
	ck_assert_int_eq(keys_make("server", &err), 0);
	write_file("list", KEY " Ada\n");
	struct authentication *authentication = authentication_new(context, "server.key", "list", &err);
	ck_assert_msg(authentication != NULL, "%s", err.text);
	void *asking = zeromq.socket(context, ZMQ_REQ);
	ck_assert_int_eq(zeromq.connect(asking, "inproc://zeromq.zap.01"), 0);
	zeromq.z85_decode(key, requests[_i].key);
	const struct bytes frames[] = {
		{"1.0", 3}, {"id7", 3}, {"arena", 5}, {"127.0.0.1", 9}, {"", 0}, {requests[_i].mechanism, strlen(requests[_i].mechanism)},
		{key, requests[_i].key_size},
	};
	ck_assert(socket_send(asking, frames, COUNT(frames)));
	authentication_answer(authentication);
	ck_assert(socket_receive(asking, &message));
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
	zeromq.close(asking);
	authentication_free(authentication);
}
END_TEST

SUITE_WITH(begin, end, 120,
	TEST(messages_have_frames),
	TEST(ports_are_bound),
	TEST(changes_are_told_once),
	TEST(messages_follow_the_events),
	TEST(a_flood_is_noticed),
	TEST(clients_connect),
	TEST(spectators_subscribe),
	LOOP(keys_are_looked_up, 0, COUNT(requests)))
