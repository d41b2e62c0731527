/* target_http.c - the bytes of a connection to the live page. Whatever the bytes, the answer is HTTP or nothing, and
 * the next connection is served. The connections are real ones on the loopback interface. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/err.h"
#include "net/server/http.h"
#include "targets.h"

/* A mock of the database: one game exists, and the name of a missing game is not in the answer. */
static void respond(void *context, const struct http_request *request, struct http_reply *reply)
{
	const struct str page = {.text = (char[]){"<!DOCTYPE html><title>a page</title>"},
		.length = sizeof "<!DOCTYPE html><title>a page</title>" - 1};
	(void)context;
	if (strcmp(request->path, "/") == 0)
		http_show(reply, &page, "default-src 'none'");
	else
		http_give(reply, strcmp(request->path, "/api/games.json") == 0 ? json_pack("{s:[]}", "games") : NULL);
	reply->is_public = reply->is_kept = reply->status == 200;
}

/* All inputs use one server. */
static struct http *server(void)
{
	static struct http *http;
	const struct http_plan plan = {.address = "127.0.0.1", .reply = respond};
	struct err err = {0};
	if (!http)
		http = http_open(&plan, &err);
	bug_if(!http);
	return http;
}

int http_dial(int port)
{
	enum { EACH = 10000, ADDRESSES = 200 };
	static uint32_t n; /* the server closes first, so the port of each call stays in use for a minute: use many
	                    * client addresses */
	struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
	struct sockaddr_in own = {.sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 1 + n++ / EACH % ADDRESSES)};
	const int late = 1; /* the address is known before the port is chosen */
	const struct linger at_once = {.l_onoff = 1}; /* closes with a reset, so that no port stays in use */
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	bug_if(fd < 0 || setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &late, sizeof late));
	bug_if(bind(fd, (struct sockaddr *)&own, sizeof own));
	while (connect(fd, (struct sockaddr *)&address, sizeof address) && errno != EISCONN)
		bug_if(errno != EINTR && errno != EALREADY); /* the fuzzer's alarm interrupts it */
	setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
	fcntl(fd, F_SETFL, O_NONBLOCK);
	return fd;
}

/* Runs the server until it has closed the connection or, unless the whole request was sent, has nothing more to send.
 * For a whole request it waits ten seconds, since a busy machine delivers late, also on the loopback interface. The
 * beginning of the answer goes to text[size]. Returns the number of bytes. */
static size_t converse(struct http *http, int fd, char *text, size_t size, bool whole)
{
	enum { MOST_ROUNDS = 1000, WAIT_MS = 10 };
	char rest[4096];
	size_t n_all = 0;
	for (int i = 0; i < MOST_ROUNDS; i++) {
		struct pollfd ready[] = {{.fd = http_fd(http), .events = POLLIN}, {.fd = fd, .events = POLLIN}};
		http_run(http);
		size_t room = n_all < size ? size - n_all : 0;
		ssize_t n = recv(fd, room ? text + n_all : rest, room ? room : sizeof rest, 0);
		if (n == 0)
			break;
		if (n > 0 && room)
			n_all += (size_t)n;
		if (n < 0 && poll(ready, 2, whole ? WAIT_MS : 0) == 0 && !whole)
			break;
	}
	return n_all;
}

void parse_http(const char *text, size_t size)
{
	static const char good[] = "GET / HTTP/1.0\r\n\r\n";
	struct http *http = server();
	char said[64];
	int fd = http_dial(http_port(http));
	ssize_t n_sent = send(fd, text, size, MSG_NOSIGNAL);
	size_t n = converse(http, fd, said, sizeof said, false);
	bug_if(n_sent > 0 && n > 0 && (n < 9 || memcmp(said, "HTTP/1.", 7) != 0));
	close(fd);
	/* Other clients are still served. */
	fd = http_dial(http_port(http));
	bug_if(send(fd, good, sizeof good - 1, MSG_NOSIGNAL) != sizeof good - 1);
	n = converse(http, fd, said, sizeof said, true);
	bug_if(n < 15 || memcmp(said + 8, " 200 OK", 7) != 0);
	close(fd);
}
