/* test_net_http.c - the server of the live page, over real sockets on loopback in one thread. */
#include <arpa/inet.h>
#include <check.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/str.h"
#include "net/server/http.h"

#define PATIENCE_NS INT64_C(300000000000)

static int n_answers;

static json_t *answer(void *context, const char *path)
{
	n_answers++;
	if (strcmp(path, "/api/standings.json") == 0)
		return json_pack("{s:s, s:i}", "context", (const char *)context, "bots", 3);
	if (strncmp(path, "/api/xxx", 8) == 0)
		return json_integer((json_int_t)strlen(path));
	if (strcmp(path, "/api/long.json") == 0) {
		AUTO_STR struct str text = {0};
		for (int i = 0; i < 100000; i++)
			str_add(&text, "0123456789");
		return json_string(text.text);
	}
	return NULL;
}

static struct http *http;
static const char *page, *policy;

static void respond(void *context, const struct http_request *request, struct http_reply *reply)
{
	if (strcmp(request->path, "/") == 0) {
		AUTO_STR struct str text = str_of("%s", page);
		http_show(reply, &text, policy);
	} else {
		http_give(reply, answer(context, request->path));
	}
	reply->is_public = reply->status == 200;
	reply->is_kept = reply->is_public;
}

static void open_with(const struct http_plan *changed)
{
	struct err err = {0};
	struct http_plan plan = *changed;
	static char context[] = "mine";
	plan.address = "127.0.0.1";
	plan.context = context;
	http_close(http);
	http = http_open(&plan, &err);
	ck_assert_msg(http != NULL, "%s", err.text);
	n_answers = 0;
}

static void setup(void)
{
	page = "<!DOCTYPE html><title>page</title>";
	policy = "default-src 'self'";
	http = NULL;
	open_with(&(struct http_plan){.reply = respond, .deadline_ms = 3600000});
}

/* For tests of the deadline. With it, any request can be cut off on a busy machine. */
static void shorten_deadline(void)
{
	open_with(&(struct http_plan){.reply = respond, .deadline_ms = 200});
}

static void teardown(void)
{
	http_close(http);
}

static int connect_to(void)
{
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)http_port(http)),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	ck_assert(connect(fd, (struct sockaddr *)&address, sizeof address) == 0);
	return fd;
}

/* From 127.0.0.HOST. */
static int connect_from(int host)
{
	struct sockaddr_in to = {
		.sin_family = AF_INET, .sin_port = htons((uint16_t)http_port(http)),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	struct sockaddr_in from = {.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1 + (uint32_t)host)};
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	ck_assert_int_eq(bind(fd, (struct sockaddr *)&from, sizeof from), 0);
	ck_assert_int_eq(connect(fd, (struct sockaddr *)&to, sizeof to), 0);
	return fd;
}

static void turn(int fd)
{
	struct pollfd fds[] = {{.fd = http_fd(http), .events = POLLIN}, {.fd = fd, .events = POLLIN}};
	poll(fds, 2, (int)http_wait_ms(http, 50));
	http_run(http);
}

/* Receives everything until the server has finished, which means that it closes the connection or that the message is
 * complete. */
static void receive(int fd, struct str *out, bool until_closed)
{
	int64_t end = clock_wall_ns() + PATIENCE_NS;
	char bytes[65536];
	while (clock_wall_ns() < end) {
		turn(fd);
		ssize_t n = recv(fd, bytes, sizeof bytes, MSG_DONTWAIT);
		if (n == 0 || (n < 0 && errno != EAGAIN))
			return;
		if (n > 0)
			str_add_n(out, bytes, (size_t)n);
		const char *head = strstr(str_text(out), "\r\n\r\n"),
			*length = strstr(str_text(out), "Content-Length: ");
		if (!until_closed && head && length &&
		    out->length >= (size_t)(head + 4 - out->text) + strtoul(length + 16, NULL, 10))
			return;
		if (!until_closed && head && strncmp(out->text, "HTTP/1.1 304", 12) == 0)
			return;
	}
	ck_abort_msg("the server neither answers nor closes: '%s'", str_text(out));
}

static void ask(const char *request, struct str *out)
{
	int fd = connect_to();
	str_clear(out);
	ck_assert(send(fd, request, strlen(request), MSG_NOSIGNAL) == (ssize_t)strlen(request));
	receive(fd, out, false);
	close(fd);
}

static void ask_until_served(struct str *out)
{
	int64_t end = clock_wall_ns() + PATIENCE_NS;
	do {
		ck_assert(clock_wall_ns() < end);
		ask("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", out);
	} while (strncmp(str_text(out), "HTTP/1.1 200", 12) != 0);
}

#define HEAD " HTTP/1.1\r\nHost: localhost\r\n"

static const struct {
	const char *request, *status, *part;
} cases[] = {
	{"GET /" HEAD "\r\n", "200", "<title>page</title>"},
	{"GET /" HEAD "\r\n", "200", "Content-Security-Policy: default-src 'self'\r\n"},
	{"GET /" HEAD "\r\n", "200", "Content-Type: text/html; charset=utf-8\r\n"},
	{"GET /" HEAD "\r\n", "200", "X-Content-Type-Options: nosniff\r\n"},
	{"GET /" HEAD "\r\n", "200", "X-Frame-Options: DENY\r\n"},
	{"GET /" HEAD "\r\n", "200", "Cache-Control: no-cache\r\n"},
	{"GET /?x=1" HEAD "\r\n", "200", "<title>"},
	{"GET /api/standings.json" HEAD "\r\n", "200", "{\"context\":\"mine\",\"bots\":3}"},
	{"GET /api/standings.json" HEAD "\r\n", "200", "Content-Type: application/json\r\n"},
	{"GET /api/standings.json" HEAD "\r\n", "200", "Content-Security-Policy: default-src 'none'\r\n"},
	{"GET /api/nothing.json" HEAD "\r\n", "404", "nothing here"},
	{"GET /index.html" HEAD "\r\n", "404", "nothing here"},
	{"GET /../../etc/passwd" HEAD "\r\n", "404", "nothing here"},
	{"GET /api/%00%ff/../x" HEAD "\r\n", "404", "nothing here"},
	{"POST /" HEAD "Content-Length: 5\r\n\r\nhello", "405", "Allow: GET, HEAD\r\n"},
	{"PUT /" HEAD "Content-Length: 999999999999\r\n\r\n", "405", "Only GET and HEAD"},
	{"DELETE /" HEAD "\r\n", "405", "Only GET and HEAD"},
	{"FROBNICATE /" HEAD "\r\n", "405", "Only GET and HEAD"},
	{"GET / HTTP/1.1\r\n\r\n", "400", ""},
	{"GET / HTTP/1.0\r\n\r\n", "200", "<title>page</title>"},
	{"GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n", "200", "<title>page</title>"},
	{"GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n", "200", "<title>page</title>"},
	{"GET / HTTP/1.1\r\nHost: LocalHost:8080\r\n\r\n", "200", "<title>page</title>"},
	{"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", "421", "This page is served only"},
	{"GET /api/standings.json HTTP/1.1\r\nHost: localhost.evil.example:80\r\n\r\n", "421",
	 "This page is served only"},
	{"GET / HTTP/1.1\r\nHost: \r\n\r\n", "421", ""},
	{"GET / HTTP/1.1\r\nHost: [\r\n\r\n", "421", ""},
	{"GET /" HEAD "If-None-Match: \"other\"\r\n\r\n", "200", "<title>"},
	{"GET /" HEAD "If-None-Match: *\r\n\r\n", "304", ""},
};

START_TEST(requests)
{
	AUTO_STR struct str out = {0};
	ask(cases[_i].request, &out);
	ck_assert_msg(strncmp(str_text(&out), "HTTP/1.1 ", 9) == 0 && strncmp(out.text + 9, cases[_i].status, 3) == 0,
		      "%s: %s", cases[_i].request, str_text(&out));
	ck_assert_msg(strstr(out.text, cases[_i].part) != NULL, "%s: %s", cases[_i].request, out.text);
}
END_TEST

START_TEST(a_head_has_no_body)
{
	AUTO_STR struct str out = {0};
	int fd = connect_to();
	static const char request[] = "HEAD /" HEAD "Connection: close\r\n\r\n";
	ck_assert(send(fd, request, strlen(request), 0) > 0);
	receive(fd, &out, true);
	close(fd);
	ck_assert(strncmp(out.text, "HTTP/1.1 200", 12) == 0 && strstr(out.text, "Content-Length: 34\r\n"));
	ck_assert_str_eq(strstr(out.text, "\r\n\r\n"), "\r\n\r\n");
}
END_TEST

START_TEST(unchanged_answers_are_not_sent_again)
{
	AUTO_STR struct str out = {0}, request = {0};
	ask("GET /api/standings.json" HEAD "\r\n", &out);
	const char *tag = strstr(out.text, "ETag: \"");
	ck_assert_ptr_nonnull(tag);
	str_addf(&request, "GET /api/standings.json" HEAD "If-None-Match: \"x\", %.*s\r\n\r\n",
		 (int)strcspn(tag + 6, "\r"), tag + 6);
	ask(request.text, &out);
	ck_assert_msg(strncmp(out.text, "HTTP/1.1 304", 12) == 0, "%s", out.text);
	ck_assert(strstr(out.text, "ETag: ") != NULL);
}
END_TEST

START_TEST(answers_are_cached_briefly)
{
	AUTO_STR struct str out = {0};
	int64_t begun = clock_wall_ns();
	for (int i = 0; i < 3; i++)
		ask("GET /api/standings.json" HEAD "\r\n", &out);
	ck_assert(n_answers == 1 || (n_answers <= 3 && clock_wall_ns() - begun > INT64_C(1000000000)));
}
END_TEST

START_TEST(several_answers_are_cached)
{
	enum { KEPT = 8 };
	AUTO_STR struct str out = {0}, request = {0};
	int64_t begun = clock_wall_ns();
	for (int i = 0; i < 2 * KEPT; i++) {
		str_clear(&request);
		str_addf(&request, "GET /api/xxx%d" HEAD "\r\n", i % KEPT);
		ask(request.text, &out);
		ck_assert_int_eq(strncmp(out.text, "HTTP/1.1 200", 12), 0);
	}
	ck_assert(n_answers == KEPT || (n_answers <= 2 * KEPT && clock_wall_ns() - begun > INT64_C(1000000000)));
}
END_TEST

START_TEST(long_answers_arrive_whole)
{
	AUTO_STR struct str out = {0};
	ask("GET /api/long.json" HEAD "\r\n", &out);
	ck_assert(out.length > 1000000 && out.text[out.length - 1] == '"');
}
END_TEST

START_TEST(headers_without_end)
{
	AUTO_STR struct str out = {0};
	int fd = connect_to();
	static const char begin[] = "GET /" HEAD,
		line[] = "X-Padding: 0123456789012345678901234567890123456789012345678901234567890123456789\r\n";
	send(fd, begin, strlen(begin), MSG_NOSIGNAL);
	for (int i = 0; i < 2000; i++) {
		if (send(fd, line, strlen(line), MSG_NOSIGNAL | MSG_DONTWAIT) < 0 && errno != EAGAIN)
			break;
		turn(fd);
	}
	receive(fd, &out, true);
	close(fd);
	ck_assert_msg(!out.length || strncmp(out.text, "HTTP/1.1 431", 12) == 0 ||
		      strncmp(out.text, "HTTP/1.1 413", 12) == 0, "%s", out.text);
	ask("GET /" HEAD "\r\n", &out);
	ck_assert(strncmp(out.text, "HTTP/1.1 200", 12) == 0);
}
END_TEST

/* A client that sends a byte now and then is disconnected in the end, and others are served in the meantime. */
START_TEST(a_request_byte_by_byte)
{
	AUTO_STR struct str out = {0};
	shorten_deadline();
	int fd = connect_to(), n_sent = 0;
	int64_t end = clock_wall_ns() + PATIENCE_NS;
	char byte;
	send(fd, "G", 1, MSG_NOSIGNAL);
	turn(fd);
	ask_until_served(&out);
	for (bool is_open = true; is_open; n_sent++) {
		ck_assert_msg(clock_wall_ns() < end, "still there after %d bytes", n_sent);
		send(fd, "X", 1, MSG_NOSIGNAL);
		turn(fd);
		ssize_t n = recv(fd, &byte, 1, MSG_DONTWAIT);
		is_open = n > 0 || (n < 0 && errno == EAGAIN);
	}
	close(fd);
}
END_TEST

/* The process is stopped for longer than the deadline. The request that arrives in this time is answered. */
START_TEST(a_pause_of_the_server_is_not_one_of_its_clients)
{
	static const char request[] = "GET /" HEAD "\r\n";
	AUTO_STR struct str out = {0};
	open_with(&(struct http_plan){.reply = respond, .deadline_ms = 2000});
	int fd = connect_to();
	while (http_wait_ms(http, 5000) == 5000)
		turn(fd);
	ck_assert(send(fd, request, strlen(request), MSG_NOSIGNAL) == (ssize_t)strlen(request));
	for (int64_t end = clock_wall_ns() + INT64_C(2100000000); clock_wall_ns() < end;)
		poll(NULL, 0, 100);
	receive(fd, &out, false);
	close(fd);
	ck_assert_msg(strncmp(str_text(&out), "HTTP/1.1 200", 12) == 0, "'%s'", str_text(&out));
}
END_TEST

/* Two servers would share the requests. */
START_TEST(a_port_belongs_to_one_server)
{
	struct err err = {0};
	struct http_plan other = {.address = "127.0.0.1", .port = http_port(http), .reply = respond};
	ck_assert_ptr_null(http_open(&other, &err));
	ck_assert_msg(err.code == EXIT_WORLD && strstr(err.text, "is the port in use?"), "%s", err.text);
}
END_TEST

START_TEST(more_connections_than_there_are)
{
	enum { MANY = 100 };
	AUTO_STR struct str out = {0};
	int fd[MANY];
	shorten_deadline();
	for (int i = 0; i < MANY; i++) {
		fd[i] = connect_to();
		turn(fd[i]);
	}
	ask_until_served(&out); /* as soon as the silent clients have reached their deadline */
	for (int i = 0; i < MANY; i++)
		close(fd[i]);
}
END_TEST

/* However long the deadline, new clients replace silent ones. */
START_TEST(slow_connections_do_not_block_others)
{
	enum { MANY = 100 };
	AUTO_STR struct str out = {0};
	int fd[MANY];
	for (int i = 0; i < MANY; i++) {
		fd[i] = connect_to();
		send(fd[i], "GET", 3, MSG_NOSIGNAL);
		turn(fd[i]);
		if (i % 10 == 9) {
			ask("GET /" HEAD "\r\n", &out);
			ck_assert_msg(strncmp(str_text(&out), "HTTP/1.1 200", 12) == 0, "with %d slow ones: '%s'",
				      i + 1, str_text(&out));
		}
	}
	for (int i = 0; i < MANY; i++)
		close(fd[i]);
}
END_TEST

/* There are as many connections from one address as it may have. Another one takes the place of the first, whose
 * request has been incomplete for the longest time. */
START_TEST(the_oldest_connection_makes_place)
{
	enum { MOST = 32 };
	AUTO_STR struct str out = {0};
	int fd[MOST];
	char byte;
	for (int i = 0; i < MOST; i++) {
		fd[i] = connect_to();
		send(fd[i], "GET", 3, MSG_NOSIGNAL);
		turn(fd[i]);
	}
	ask("GET /" HEAD "\r\n", &out);
	ck_assert_int_eq(strncmp(str_text(&out), "HTTP/1.1 200", 12), 0);
	for (int i = 0; i < MOST; i++) {
		ck_assert_int_eq(recv(fd[i], &byte, 1, MSG_DONTWAIT), i == 0 ? 0 : -1);
		close(fd[i]);
	}
}
END_TEST

static bool admit_owner(void *context, const struct http_request *request, struct http_reply *out)
{
	out->owner = request->cookie ? (uint64_t)request->cookie[0] : 0;
	return true;
}

static bool is_closed(int fd)
{
	char byte;
	ssize_t n = recv(fd, &byte, 1, MSG_DONTWAIT);
	return n == 0 || (n < 0 && errno != EAGAIN);
}

/* Each owner has connections of its own. The thirteenth of an owner closes the one that has waited longest, but not
 * itself, even if it was opened before all others. Those without an owner cannot take their places, however many they
 * are. */
START_TEST(known_clients_keep_their_connections)
{
	enum { OWNERS = 4, OF_EACH = 12, STRANGERS = 400 };
	static const char letters[] = "abcd", of_b[] = "GET /" HEAD "Cookie: b\r\n\r\n";
	AUTO_STR struct str out = {0};
	int fd[OWNERS * OF_EACH], stranger[STRANGERS];
	open_with(&(struct http_plan){.admit = admit_owner, .reply = respond, .most_held = 1, .deadline_ms = 3600000});
	int early = connect_to();
	while (http_wait_ms(http, 5000) == 5000)
		turn(early);
	for (int i = 0; i < COUNT(fd); i++) {
		AUTO_STR struct str request = str_of("GET /" HEAD "Cookie: %c\r\n\r\n", letters[i % OWNERS]);
		str_clear(&out);
		fd[i] = connect_to();
		ck_assert(send(fd[i], request.text, request.length, MSG_NOSIGNAL) > 0);
		receive(fd[i], &out, false);
	}
	str_clear(&out);
	ck_assert(send(early, of_b, strlen(of_b), MSG_NOSIGNAL) > 0);
	receive(early, &out, false);
	ck_assert_msg(strncmp(str_text(&out), "HTTP/1.1 200", 12) == 0, "'%s'", str_text(&out));
	for (int i = 0; i < STRANGERS; i++) {
		stranger[i] = connect_to();
		send(stranger[i], "GET", 3, MSG_NOSIGNAL);
		turn(stranger[i]);
	}
	ck_assert(!is_closed(early));
	close(early);
	for (int i = 0; i < COUNT(fd); i++) {
		ck_assert_msg(is_closed(fd[i]) == (i == 1), "connection %d", i);
		close(fd[i]);
	}
	for (int i = 0; i < STRANGERS; i++)
		close(stranger[i]);
}
END_TEST

/* Each address has as many connections as it may have; together they are more than there are places. */
START_TEST(slow_connections_from_many_places_do_not_block_others)
{
	enum { HOSTS = 3, OF_EACH = 32 };
	AUTO_STR struct str out = {0};
	int fd[HOSTS * OF_EACH];
	for (int i = 0; i < COUNT(fd); i++) {
		fd[i] = connect_from(2 + i / OF_EACH);
		send(fd[i], "GET", 3, MSG_NOSIGNAL);
		turn(fd[i]);
		if (i % OF_EACH == OF_EACH - 1) {
			ask("GET /" HEAD "\r\n", &out);
			ck_assert_msg(strncmp(str_text(&out), "HTTP/1.1 200", 12) == 0, "with %d slow ones: '%s'",
				      i + 1, str_text(&out));
		}
	}
	for (int i = 0; i < COUNT(fd); i++)
		close(fd[i]);
}
END_TEST

/* This machine's own name, also as one of its local network. */
START_TEST(a_page_knows_its_own_name)
{
	static const struct {
		const char *end, *status;
	} names[] = {{"", "200"}, {":80", "200"}, {".local", "200"}, {".LOCAL:80", "200"}, {".locals", "421"},
		{"x", "421"}, {".", "421"}};
	char own[200];
	ck_assert_int_eq(gethostname(own, sizeof own), 0);
	for (int i = own[0] ? 0 : COUNT(names); i < COUNT(names); i++) { /* a machine without a name has none */
		AUTO_STR struct str request = {0}, out = {0};
		str_addf(&request, "GET / HTTP/1.1\r\nHost: %s%s\r\n\r\n", own, names[i].end);
		ask(request.text, &out);
		ck_assert_msg(strncmp(out.text + 9, names[i].status, 3) == 0, "%s: %s", request.text, out.text);
	}
}
END_TEST

/* As of a page for one person: requests that act, and answers that are made each time. */
static void reply_in_person(void *context, const struct http_request *request, struct http_reply *out)
{
	if (strcmp(request->method, "POST") != 0)
		respond(context, request, out);
	else
		http_give(out, strcmp(request->path, "/api/act") == 0
			  ? json_pack("{s:s}", "acted", (const char *)context) : NULL);
	out->is_public &= strcmp(request->path, "/") == 0;
	out->is_kept = false;
}

static const struct {
	const char *request, *status, *part;
} acts[] = {
	{"POST /api/act" HEAD "\r\n", "200", "{\"acted\":\"mine\"}"},
	{"POST /api/act" HEAD "\r\n", "200", "Cache-Control: no-store\r\n"},
	{"POST /api/act" HEAD "Content-Length: 5\r\n\r\nhello", "200", "{\"acted\":\"mine\"}"},
	{"POST /api/act" HEAD "Content-Length: 999999999999\r\n\r\n", "200", "{\"acted\":\"mine\"}"},
	{"POST /api/act" HEAD "Transfer-Encoding: chunked\r\n\r\n", "411", "Content-Length"},
	{"POST /api/other" HEAD "\r\n", "404", "nothing here"},
	{"POST /act" HEAD "\r\n", "404", "nothing here"},
	{"POST /" HEAD "\r\n", "404", "nothing here"},
	{"POST /api/act HTTP/1.1\r\nHost: evil.example\r\n\r\n", "421", "This page is served only"},
	{"PUT /api/act" HEAD "\r\n", "405", "Only GET, HEAD and POST"},
	{"PUT /api/act" HEAD "\r\n", "405", "Allow: GET, HEAD, POST\r\n"},
	{"GET /api/standings.json" HEAD "\r\n", "200", "Cache-Control: no-store\r\n"},
	{"GET /api/standings.json" HEAD "If-None-Match: *\r\n\r\n", "200", "{\"context\":\"mine\",\"bots\":3}"},
	{"GET /api/nothing.json" HEAD "\r\n", "404", "nothing here"},
	{"GET /" HEAD "If-None-Match: *\r\n\r\n", "304", ""},
};

static void open_personal(void)
{
	open_with(&(struct http_plan){.reply = reply_in_person, .has_post = true, .deadline_ms = 3600000});
}

START_TEST(personal_pages_act)
{
	AUTO_STR struct str out = {0};
	open_personal();
	ask(acts[_i].request, &out);
	ck_assert_msg(strncmp(str_text(&out), "HTTP/1.1 ", 9) == 0 && strncmp(out.text + 9, acts[_i].status, 3) == 0,
		      "%s: %s", acts[_i].request, str_text(&out));
	ck_assert_msg(strstr(out.text, acts[_i].part) != NULL, "%s: %s", acts[_i].request, out.text);
}
END_TEST

static void reply_to_form(void *context, const struct http_request *request, struct http_reply *out)
{
	AUTO_STR struct str text = {0};
	const struct http_field *b = http_find(request, "b");
	for (int i = 0; i < request->n_fields; i++)
		str_addf(&text, "%s=%s:%s;", request->fields[i].name, request->fields[i].file ?: "",
			 str_text(&request->fields[i].value));
	str_addf(&text, " b: %s", b ? str_text(&b->value) : "none");
	http_say(out, 200, text.text);
}

#define FORM "application/x-www-form-urlencoded"
#define MULTIPART "multipart/form-data; boundary=xyz"
#define PART "--xyz\r\nContent-Disposition: form-data; name="
#define FOUR_OF(text) text text text text

static const struct {
	const char *type, *body, *status, *part;
} forms[] = {
	{FORM, "a=1&b=two+words&c=%26", "200", "a=:1;b=:two words;c=:&; b: two words"},
	{FORM, "a=1&c=2", "200", "a=:1;c=:2; b: none"},
	{MULTIPART, PART "\"a\"\r\n\r\n1\r\n" PART "\"b\"; filename=\"../b.c\"\r\n\r\nint b;\r\n--xyz--\r\n", "200",
	 "a=:1;b=../b.c:int b;; b: int b;"},
	{MULTIPART, PART "\"a\"\r\n\r\n1", "400", "The form is damaged."},
	{"text/plain", "b=1", "415", "The body must be a form."},
	{FORM, FOUR_OF(FOUR_OF("b=1&")), "200", "b=:1; b: 1"},
	{FORM, FOUR_OF(FOUR_OF("b=1&")) "b=1", "400", "The form is damaged."},
	{FORM, "b=" FOUR_OF(FOUR_OF("123456789012")), "200", " b: 123456789012"},
	{FORM, "b=" FOUR_OF(FOUR_OF("123456789012")) "9", "503", "Retry-After: 10\r\n"},
};

START_TEST(forms_are_read)
{
	AUTO_STR struct str request = {0}, out = {0};
	open_with(&(struct http_plan){.reply = reply_to_form, .has_post = true, .most_held = 194,
		.deadline_ms = 3600000});
	str_addf(&request, "POST /form" HEAD "Content-Type: %s\r\nContent-Length: %zu\r\n\r\n%s", forms[_i].type,
		 strlen(forms[_i].body), forms[_i].body);
	for (int times = 0; times < 2; times++) { /* the first is not held any more */
		ask(request.text, &out);
		ck_assert_msg(strncmp(str_text(&out) + 9, forms[_i].status, 3) == 0 && strstr(out.text, forms[_i].part),
			      "%s: %s", request.text, str_text(&out));
	}
}
END_TEST

START_TEST(personal_answers_are_made_each_time)
{
	AUTO_STR struct str out = {0};
	open_personal();
	for (int i = 1; i <= 3; i++) {
		ask("GET /api/standings.json" HEAD "\r\n", &out);
		ck_assert_int_eq(n_answers, i);
	}
}
END_TEST

START_TEST(a_page_is_replaced)
{
	AUTO_STR struct str before = {0}, after = {0};
	open_personal();
	ask("GET /" HEAD "\r\n", &before);
	page = "new page";
	policy = "default-src 'none'";
	ask("GET /" HEAD "\r\n", &after);
	ck_assert_msg(strstr(after.text, "\r\n\r\nnew page") && strstr(after.text, "default-src 'none'\r\n"), "%s",
		      after.text);
	const char *was = strstr(before.text, "ETag: \""), *is = strstr(after.text, "ETag: \"");
	ck_assert(was && is && strcspn(was, "\r") == strlen("ETag: ") + 2 + 2 * 16 &&
		  strncmp(was, is, strcspn(was, "\r")) != 0);
}
END_TEST

/* Without connections the server may wait as long as it likes. With a connection it looks at the deadline every
 * second. */
START_TEST(it_waits_less_with_connections)
{
	ck_assert_int_eq(http_wait_ms(http, 100), 100);
	ck_assert_int_eq(http_wait_ms(http, 5000), 5000);
	int fd = connect_to();
	send(fd, "G", 1, MSG_NOSIGNAL);
	int64_t end = clock_wall_ns() + PATIENCE_NS;
	while (http_wait_ms(http, 5000) == 5000 && clock_wall_ns() < end)
		turn(fd);
	ck_assert_int_le(http_wait_ms(http, 5000), 1000);
	ck_assert_int_le(http_wait_ms(http, 100), 100);
	close(fd);
}
END_TEST

START_TEST(addresses)
{
	struct err err = {0};
	struct http_plan other = {.address = "localhost", .reply = respond};
	ck_assert(!http_open(&other, &err) && err.code == EXIT_USAGE && strstr(err.text, "'localhost'"));
	other.address = "192.0.2.1"; /* an unused address (RFC 5737) */
	ck_assert(!http_open(&other, &err) && err.code == EXIT_WORLD && strstr(err.text, "192.0.2.1"));
}
END_TEST

SUITE_WITH(setup, teardown, 0,
	LOOP(requests, 0, COUNT(cases)),
	TEST(a_head_has_no_body),
	TEST(unchanged_answers_are_not_sent_again),
	TEST(answers_are_cached_briefly),
	TEST(several_answers_are_cached),
	TEST(long_answers_arrive_whole),
	TEST(headers_without_end),
	TEST(a_request_byte_by_byte),
	TEST(a_pause_of_the_server_is_not_one_of_its_clients),
	TEST(a_port_belongs_to_one_server),
	TEST(more_connections_than_there_are),
	TEST(slow_connections_do_not_block_others),
	TEST(the_oldest_connection_makes_place),
	TEST(known_clients_keep_their_connections),
	TEST(slow_connections_from_many_places_do_not_block_others),
	TEST(a_page_knows_its_own_name),
	LOOP(personal_pages_act, 0, COUNT(acts)),
	LOOP(forms_are_read, 0, COUNT(forms)),
	TEST(personal_answers_are_made_each_time),
	TEST(a_page_is_replaced),
	TEST(it_waits_less_with_connections),
	TEST(addresses))
