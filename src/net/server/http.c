/* http.c - a small HTTP server for one page and its JSON, inside another loop (http.h).
 *
 * libmicrohttpd closes idle connections, but a connection with a byte now and then could stay open without end. Hence a
 * list of the connections, with the time since which each must send a request. When few places are left, for one address or
 * in all, a new connection replaces the one that has waited longest: slow connections cannot keep others out. */
#include "net/server/http.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include <microhttpd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/library.h"

/* The functions of libmicrohttpd, as microhttpd.run for MHD_run. */
#define MICROHTTPD_FUNCTIONS(X) \
	X(add_response_header) X(create_response_from_buffer) X(destroy_response) X(get_connection_info) X(get_daemon_info) \
	X(get_timeout) X(lookup_connection_value) X(queue_response) X(run) X(start_daemon) X(stop_daemon)

struct microhttpd {
#define MEMBER(name) typeof(MHD_##name) *name;
	MICROHTTPD_FUNCTIONS(MEMBER)
#undef MEMBER
};

static struct microhttpd microhttpd;

/* Loads libmicrohttpd, once. EXIT_WORLD: it is not installed. */
static int microhttpd_load(struct err *err)
{
#define NAME(name) "MHD_" #name,
	static const char *const names[] = {MICROHTTPD_FUNCTIONS(NAME)};
#undef NAME
	return microhttpd.run ? 0 : library_load(ARENA_LIBMICROHTTPD, "libmicrohttpd", "libmicrohttpd12", names,
						 (void **)&microhttpd, sizeof names / sizeof *names, err);
}

enum {
	CONNECTIONS = 64,
	CONNECTIONS_OF_ONE = 16,   /* from one address */
	FREE_PLACES = 4,           /* kept free for new connections, of each limit */
	REQUEST_BYTES = 16 << 10,  /* memory of a connection: its headers and output buffer */
	IDLE_S = 30,
	DEADLINE_MS = 15000,
	KEPT = 8,                  /* answers */
	PATH_MOST = 100,
	ETAG = 2 * 16 + 3,         /* quotes and the NUL */
};

#define KEPT_NS INT64_C(1000000000)
#define NEVER   INT64_MAX

struct kept_answer {
	char path[PATH_MOST + 1]; /* "": free */
	int64_t since_ns;
	struct MHD_Response *response;
	char etag[ETAG];
};

struct http {
	struct http_plan plan;
	struct MHD_Daemon *daemon;
	int n_watched;
	struct watched {
		struct MHD_Connection *connection;
		int64_t since_ns;  /* NEVER: it is being closed */
		struct in6_addr from;
	} watched[CONNECTIONS];
	struct kept_answer page, kept[KEPT];
	int next_stored;
	struct MHD_Response *missing, *not_allowed, *foreign;
};

/* Takes over text. */
static struct MHD_Response *make_response(char *text, const char *type, const char *policy, const char *cache)
{
	const char *const headers[][2] = {
		{MHD_HTTP_HEADER_CONTENT_TYPE, type}, {"Content-Security-Policy", policy}, {"X-Content-Type-Options", "nosniff"},
		{"X-Frame-Options", "DENY"}, {"Referrer-Policy", "no-referrer"}, {"Cross-Origin-Resource-Policy", "same-origin"},
		{MHD_HTTP_HEADER_CACHE_CONTROL, cache},
	};
	struct MHD_Response *response = microhttpd.create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE);
	bug_if(!response);
	for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
		microhttpd.add_response_header(response, headers[i][0], headers[i][1]);
	return response;
}

static struct MHD_Response *make_plain(const char *text)
{
	return make_response(mem_strdup(text), "text/plain; charset=utf-8", "default-src 'none'", "no-cache");
}

static void keep(struct kept_answer *kept, const char *path, char *text, const char *type, const char *policy)
{
	char sha256[65];
	if (kept->response)
		microhttpd.destroy_response(kept->response);
	snprintf(kept->path, sizeof kept->path, "%s", path);
	kept->since_ns = clock_wall_ns();
	hash_bytes(text, strlen(text), sha256);
	snprintf(kept->etag, sizeof kept->etag, "\"%.32s\"", sha256);
	kept->response = make_response(text, type, policy, "no-cache");
	microhttpd.add_response_header(kept->response, MHD_HTTP_HEADER_ETAG, kept->etag);
}

/* Takes over the answer. */
static char *answer_text(json_t *answer)
{
	char *text = json_dumps(answer, JSON_COMPACT | JSON_REAL_PRECISION(15) | JSON_ENSURE_ASCII | JSON_ENCODE_ANY);
	json_decref(answer);
	bug_if(!text);
	return text;
}

/* NULL: the path does not exist. */
static const struct kept_answer *find(struct http *http, const char *path)
{
	if (strcmp(path, "/") == 0)
		return &http->page;
	if (strncmp(path, "/api/", 5) != 0 || strlen(path) > PATH_MOST)
		return NULL;
	for (int i = 0; i < KEPT; i++)
		if (strcmp(http->kept[i].path, path) == 0 && clock_wall_ns() - http->kept[i].since_ns < KEPT_NS)
			return &http->kept[i];
	json_t *answer = http->plan.answer(http->plan.context, path);
	if (!answer)
		return NULL;
	struct kept_answer *kept = &http->kept[http->next_stored];
	http->next_stored = (http->next_stored + 1) % KEPT;
	keep(kept, path, answer_text(answer), "application/json", "default-src 'none'");
	return kept;
}

/* If-None-Match: a list of tags, or "*". */
static bool has_it(struct MHD_Connection *connection, const char *etag)
{
	const char *known = microhttpd.lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_IF_NONE_MATCH);
	return known && (strstr(known, etag) || strcmp(known, "*") == 0);
}

static enum MHD_Result not_modified(struct MHD_Connection *connection, const char *etag)
{
	struct MHD_Response *response = microhttpd.create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT);
	bug_if(!response);
	microhttpd.add_response_header(response, MHD_HTTP_HEADER_ETAG, etag);
	microhttpd.add_response_header(response, MHD_HTTP_HEADER_CACHE_CONTROL, "no-cache");
	enum MHD_Result result = microhttpd.queue_response(connection, MHD_HTTP_NOT_MODIFIED, response);
	microhttpd.destroy_response(response);
	return result;
}

static bool read_address(const char *text, int port, struct sockaddr_storage *address)
{
	struct sockaddr_in *v4 = (struct sockaddr_in *)address;
	struct sockaddr_in6 *v6 = (struct sockaddr_in6 *)address;
	memset(address, 0, sizeof *address);
	if (inet_pton(AF_INET, text, &v4->sin_addr) == 1) {
		v4->sin_family = AF_INET;
		v4->sin_port = htons((uint16_t)port);
		return true;
	}
	v6->sin6_family = AF_INET6;
	v6->sin6_port = htons((uint16_t)port);
	return inet_pton(AF_INET6, text, &v6->sin6_addr) == 1;
}

/* A foreign page can make its own host name resolve to this machine, and then read the answers (DNS rebinding). So only
 * names that no other host can have are accepted: numbers, localhost, and this machine's own. */
static bool is_own_name(const char *host)
{
	char own[256] = "", name[256];
	struct sockaddr_storage address;
	size_t n = host[0] == '[' ? strcspn(host + 1, "]") : strcspn(host, ":");
	if (n == 0 || n >= sizeof name)
		return false;
	memcpy(name, host + (host[0] == '['), n);
	name[n] = '\0';
	gethostname(own, sizeof own - 1);
	size_t n_own = strlen(own);
	bool is_own = n_own && strncasecmp(name, own, n_own) == 0 && (!name[n_own] || strcasecmp(name + n_own, ".local") == 0);
	return is_own || strcasecmp(name, "localhost") == 0 || read_address(name, 0, &address);
}

/* Takes over the answer, which is for this request alone. NULL: the path does not exist. */
static enum MHD_Result reply_once(struct http *http, struct MHD_Connection *connection, json_t *answer)
{
	if (!answer)
		return microhttpd.queue_response(connection, MHD_HTTP_NOT_FOUND, http->missing);
	struct MHD_Response *response = make_response(answer_text(answer), "application/json", "default-src 'none'", "no-store");
	enum MHD_Result result = microhttpd.queue_response(connection, MHD_HTTP_OK, response);
	microhttpd.destroy_response(response);
	return result;
}

/* Answered after the headers: a body is not used, and ends the connection. */
static enum MHD_Result on_request(void *context, struct MHD_Connection *connection, const char *path, const char *method,
				  const char *version, const char *upload, size_t *upload_size, void **state)
{
	struct http *http = context;
	bool is_post = http->plan.act && strcmp(method, MHD_HTTP_METHOD_POST) == 0, is_api = strncmp(path, "/api/", 5) == 0;
	if (!is_post && strcmp(method, MHD_HTTP_METHOD_GET) != 0 && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0)
		return microhttpd.queue_response(connection, MHD_HTTP_METHOD_NOT_ALLOWED, http->not_allowed);
	const char *host = microhttpd.lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);
	if (host && !is_own_name(host))
		return microhttpd.queue_response(connection, MHD_HTTP_MISDIRECTED_REQUEST, http->foreign);
	if (is_post)
		return reply_once(http, connection, is_api ? http->plan.act(http->plan.context, path) : NULL);
	if (is_api && http->plan.is_personal)
		return reply_once(http, connection, http->plan.answer(http->plan.context, path));
	const struct kept_answer *kept = find(http, path);
	if (!kept)
		return microhttpd.queue_response(connection, MHD_HTTP_NOT_FOUND, http->missing);
	if (has_it(connection, kept->etag))
		return not_modified(connection, kept->etag);
	return microhttpd.queue_response(connection, MHD_HTTP_OK, kept->response);
}

static struct watched *find_watched(struct http *http, const struct MHD_Connection *connection)
{
	for (int i = 0; i < http->n_watched; i++)
		if (http->watched[i].connection == connection)
			return &http->watched[i];
	return NULL;
}

static struct in6_addr address_of(struct MHD_Connection *connection)
{
	struct in6_addr from = {0};
	const union MHD_ConnectionInfo *info = microhttpd.get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	if (info && info->client_addr->sa_family == AF_INET6)
		from = ((const struct sockaddr_in6 *)(const void *)info->client_addr)->sin6_addr;
	else if (info && info->client_addr->sa_family == AF_INET)
		memcpy(from.s6_addr, &((const struct sockaddr_in *)(const void *)info->client_addr)->sin_addr, sizeof(struct in_addr));
	return from;
}

/* The library notices, and closes it. */
static void cut(struct watched *watched)
{
	const union MHD_ConnectionInfo *info = microhttpd.get_connection_info(watched->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	if (info)
		shutdown(info->connect_fd, SHUT_RDWR);
	watched->since_ns = NEVER;
}

/* Of the connections from an address (NULL: from anywhere), when they are `most` or more, closes that which has owed its
 * request longest. */
static void make_place(struct http *http, const struct in6_addr *from, int most)
{
	struct watched *oldest = NULL;
	int n = 0;
	for (int i = 0; i < http->n_watched; i++) {
		struct watched *watched = &http->watched[i];
		if (watched->since_ns == NEVER || (from && memcmp(from, &watched->from, sizeof *from) != 0))
			continue;
		n++;
		if (!oldest || watched->since_ns < oldest->since_ns)
			oldest = watched;
	}
	if (n >= most)
		cut(oldest);
}

static void watch(struct http *http, struct MHD_Connection *connection)
{
	struct watched watched = {connection, clock_wall_ns(), address_of(connection)};
	make_place(http, &watched.from, CONNECTIONS_OF_ONE - FREE_PLACES);
	make_place(http, NULL, CONNECTIONS - FREE_PLACES);
	if (http->n_watched < CONNECTIONS)
		http->watched[http->n_watched++] = watched;
}

static void on_connection(void *context, struct MHD_Connection *connection, void **state, enum MHD_ConnectionNotificationCode code)
{
	struct http *http = context;
	struct watched *watched = find_watched(http, connection);
	if (code == MHD_CONNECTION_NOTIFY_STARTED)
		watch(http, connection);
	else if (code == MHD_CONNECTION_NOTIFY_CLOSED && watched)
		*watched = http->watched[--http->n_watched];
}

/* The next request has its own deadline. */
static void on_completed(void *context, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode code)
{
	struct watched *watched = find_watched(context, connection);
	if (watched && watched->since_ns != NEVER)
		watched->since_ns = clock_wall_ns();
}

static void cut_off(struct http *http)
{
	int64_t deadline_ns = INT64_C(1000000) * (http->plan.deadline_ms ? http->plan.deadline_ms : DEADLINE_MS);
	for (int i = 0; i < http->n_watched; i++)
		if (http->watched[i].since_ns != NEVER && clock_wall_ns() - http->watched[i].since_ns >= deadline_ns)
			cut(&http->watched[i]);
}

int http_read_where(const char *where, const char *option, struct str *host, int *port, struct err *err)
{
	const char *colon = strrchr(where, ':');
	long long number;
	if (!str_to_int(colon ? colon + 1 : where, 0, 65535, &number))
		return err_set(err, EXIT_USAGE, "%s takes PORT or ADDRESS:PORT with a port from 0 to 65535, not '%s'", option, where);
	if (!colon)
		str_add(host, "127.0.0.1");
	else if (*where == '[' && colon > where + 1 && colon[-1] == ']')
		str_add_n(host, where + 1, (size_t)(colon - where) - 2);
	else
		str_add_n(host, where, (size_t)(colon - where));
	*port = (int)number;
	return 0;
}

struct http *http_open(const struct http_plan *plan, struct err *err)
{
	struct sockaddr_storage address;
	if (!read_address(plan->address, plan->port, &address)) {
		err_set(err, EXIT_USAGE, "'%s' is not an address for the page (such as 127.0.0.1)", plan->address);
		return NULL;
	}
	if (microhttpd_load(err))
		return NULL;
	struct http *http = NEW(struct http);
	http->plan = *plan;
	http->missing = make_plain("There is nothing here.\n");
	http->foreign = make_plain("This page is served only at the address and name of this machine, and at localhost.\n");
	http->not_allowed = make_plain(plan->act ? "Only GET, HEAD and POST.\n" : "Only GET and HEAD.\n");
	microhttpd.add_response_header(http->not_allowed, MHD_HTTP_HEADER_ALLOW, plan->act ? "GET, HEAD, POST" : "GET, HEAD");
	http_set_page(http, plan->page, plan->policy);
	unsigned flags = MHD_USE_EPOLL | (address.ss_family == AF_INET6 ? MHD_USE_DUAL_STACK : 0);
	http->daemon = microhttpd.start_daemon(flags, (uint16_t)plan->port, NULL, NULL, on_request, http,
		MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,
		MHD_OPTION_PER_IP_CONNECTION_LIMIT, (unsigned)CONNECTIONS_OF_ONE,
		MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)REQUEST_BYTES, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_S,
		MHD_OPTION_LISTENING_ADDRESS_REUSE, 1u, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_CONNECTION,
		on_connection, http, MHD_OPTION_NOTIFY_COMPLETED, on_completed, http, MHD_OPTION_END);
	if (http->daemon)
		return http;
	err_errno(err, "cannot serve the page at %s port %d (is the port in use?)", plan->address, plan->port);
	http_close(http);
	return NULL;
}

void http_close(struct http *http)
{
	if (!http)
		return;
	if (http->daemon)
		microhttpd.stop_daemon(http->daemon);
	for (int i = 0; i < KEPT; i++)
		if (http->kept[i].response)
			microhttpd.destroy_response(http->kept[i].response);
	microhttpd.destroy_response(http->page.response);
	microhttpd.destroy_response(http->missing);
	microhttpd.destroy_response(http->not_allowed);
	microhttpd.destroy_response(http->foreign);
	free(http);
}

void http_set_page(struct http *http, const char *page, const char *policy)
{
	keep(&http->page, "/", mem_strdup(page), "text/html; charset=utf-8", policy);
}

int http_port(const struct http *http)
{
	return microhttpd.get_daemon_info(http->daemon, MHD_DAEMON_INFO_BIND_PORT)->port;
}

int http_fd(const struct http *http)
{
	return microhttpd.get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

long http_wait_ms(struct http *http, long most)
{
	enum { LOOK_MS = 1000 }; /* interval of checks for slow requests */
	MHD_UNSIGNED_LONG_LONG ms;
	if (http->n_watched && most > LOOK_MS)
		most = LOOK_MS;
	return microhttpd.get_timeout(http->daemon, &ms) == MHD_YES && ms < (MHD_UNSIGNED_LONG_LONG)most ? (long)ms : most;
}

void http_run(struct http *http)
{
	cut_off(http);
	microhttpd.run(http->daemon);
}
