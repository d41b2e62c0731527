/* http.c - the connections of a small HTTP server inside another loop (http.h).
 *
 * libmicrohttpd closes idle connections, but a client that sends a byte from time to time could keep its connection
 * open forever. So the server records since when it has waited for the current request of each connection. If an
 * address, or all together, have too many connections, a new one replaces the one whose request has been awaited
 * longest, so slow connections cannot keep others out. A person who has signed in is the owner of a connection. Such a
 * connection counts for its owner, not for the address, which a whole school may share, and is replaced only after
 * those without an owner. */
#include "net/server/http_inside.h"

#include <arpa/inet.h>

#include "base/clock.h"
#include "base/library.h"

struct microhttpd microhttpd;

/* Loads libmicrohttpd, once. Fails with EXIT_WORLD if it is not installed. */
static int microhttpd_load(struct err *err)
{
#define NAME(name) "MHD_" #name,
	static const char *const names[] = {MICROHTTPD_FUNCTIONS(NAME)};
#undef NAME
	return microhttpd.run ? 0 : library_load(ARENA_LIBMICROHTTPD, "libmicrohttpd", "libmicrohttpd12", names,
						 (void **)&microhttpd, sizeof names / sizeof *names, err);
}

bool http_read_address(const char *text, int port, struct sockaddr_storage *address)
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

struct watched *http_find_watched(struct http *http, const struct MHD_Connection *connection)
{
	return FIND_IN(watched, http->watched, http->n_watched, watched->connection == connection);
}

/* Shuts the connection down. The library detects this and closes it. */
static void cut(struct watched *watched)
{
	const union MHD_ConnectionInfo *info =
		microhttpd.get_connection_info(watched->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
	if (info)
		shutdown(info->connect_fd, SHUT_RDWR);
	watched->since_ns = NEVER;
}

static bool is_alike(const struct watched *a, const struct watched *b)
{
	return a->owner == b->owner && (a->owner || a->from == b->from);
}

/* If there are `most` or more other connections like `alike` (with the same owner or, without an owner, from the same
 * address; NULL: all connections), closes the one whose request has been awaited longest, but one without an owner
 * first. */
static void make_place(struct http *http, const struct watched *alike, int most)
{
	struct watched *oldest = NULL;
	int n = 0;
	for (int i = 0; i < http->n_watched; i++) {
		struct watched *watched = &http->watched[i];
		if (watched->since_ns == NEVER || watched == alike || (alike && !is_alike(alike, watched)))
			continue;
		n++;
		if (!oldest || !watched->owner > !oldest->owner ||
		    (!watched->owner == !oldest->owner && watched->since_ns < oldest->since_ns))
			oldest = watched;
	}
	if (n >= most)
		cut(oldest);
}

static int most_alike(const struct http *http, const struct watched *watched)
{
	return watched->owner ? CONNECTIONS_OF_OWNER : http->most_watched / PART_OF_ONE;
}

static void watch(struct http *http, struct MHD_Connection *connection)
{
	const union MHD_ConnectionInfo *info =
		microhttpd.get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	struct watched watched = {.connection = connection, .since_ns = clock_wall_ns(),
		.from = info ? http_network_of(info->client_addr) : 0};
	if (!http->plan.is_behind_proxy)
		make_place(http, &watched, most_alike(http, &watched));
	make_place(http, NULL, http->most_watched - http->most_watched / FREE_PART);
	if (http->n_watched < http->most_watched)
		http->watched[http->n_watched++] = watched;
}

void http_own(struct http *http, struct MHD_Connection *connection, uint64_t owner)
{
	struct watched *watched = http_find_watched(http, connection);
	if (!watched || watched->owner == owner || http->plan.is_behind_proxy)
		return;
	watched->owner = owner;
	make_place(http, watched, most_alike(http, watched));
}

static void on_connection(void *context, struct MHD_Connection *connection, void **state,
			  enum MHD_ConnectionNotificationCode code)
{
	struct http *http = context;
	struct watched *watched = http_find_watched(http, connection);
	if (code == MHD_CONNECTION_NOTIFY_STARTED)
		watch(http, connection);
	else if (code == MHD_CONNECTION_NOTIFY_CLOSED && watched)
		*watched = http->watched[--http->n_watched];
}

/* Ends a request. The next one has its own deadline. */
static void on_completed(void *context, struct MHD_Connection *connection, void **state,
			 enum MHD_RequestTerminationCode code)
{
	struct watched *watched = http_find_watched(context, connection);
	if (watched && watched->since_ns != NEVER) {
		watched->since_ns = clock_wall_ns();
		watched->extra_ns = 0;
	}
	http_incoming_free(context, *state);
	*state = NULL;
}

/* Gives all clients additional time if this process has paused, because it was stopped, did something else, or the
 * machine was busy. Their requests may have arrived during the pause. */
static void allow_pause(struct http *http, int64_t pause_ns)
{
	for (int i = 0; pause_ns > INT64_C(1000000) * PAUSE_MS && i < http->n_watched; i++)
		if (http->watched[i].since_ns != NEVER)
			http->watched[i].since_ns += pause_ns;
}

static void cut_off(struct http *http)
{
	int64_t deadline_ns = INT64_C(1000000) * (http->plan.deadline_ms ? http->plan.deadline_ms : DEADLINE_MS);
	for (int i = 0; i < http->n_watched; i++)
		if (http->watched[i].since_ns != NEVER &&
		    clock_wall_ns() - http->watched[i].since_ns >= deadline_ns + http->watched[i].extra_ns)
			cut(&http->watched[i]);
}

int http_read_where(const char *where, const char *option, struct str *host, int *port, struct err *err)
{
	const char *colon = strrchr(where, ':');
	long long number;
	if (!str_to_int(colon ? colon + 1 : where, 0, 65535, &number))
		return err_set(err, EXIT_USAGE, "%s takes PORT or ADDRESS:PORT with a port from 0 to 65535, not '%s'",
			       option, where);
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
	if (!http_read_address(plan->address, plan->port, &address)) {
		err_set(err, EXIT_USAGE, "'%s' is not an address for the page (such as 127.0.0.1)", plan->address);
		return NULL;
	}
	if (microhttpd_load(err))
		return NULL;
	struct http *http = NEW(struct http);
	http->plan = *plan;
	http->most_watched = plan->most_held ? CONNECTIONS_OF_MANY : CONNECTIONS;
	unsigned flags = MHD_USE_EPOLL | (address.ss_family == AF_INET6 ? MHD_USE_DUAL_STACK : 0);
	http->daemon = microhttpd.start_daemon(flags, (uint16_t)plan->port, NULL, NULL, http_on_request, http,
		MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address, MHD_OPTION_CONNECTION_LIMIT,
		(unsigned)http->most_watched, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)REQUEST_BYTES,
		MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_S, MHD_OPTION_STRICT_FOR_CLIENT, 1,
		MHD_OPTION_NOTIFY_CONNECTION, on_connection, http,
		MHD_OPTION_NOTIFY_COMPLETED, on_completed, http, MHD_OPTION_END);
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
		http_answer_release(&http->kept[i]);
	free(http);
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
	enum { LOOK_MS = 1000, FULL_MS = 10 }; /* LOOK_MS: interval of checks for slow requests; FULL_MS: the same when
	                                        * the server is full */
	MHD_UNSIGNED_LONG_LONG ms;
	bool is_full = http->n_watched >= http->most_watched - http->most_watched / FREE_PART;
	if (http->n_watched && most > LOOK_MS)
		most = LOOK_MS;
	if (is_full && most > FULL_MS)
		most = FULL_MS;
	return microhttpd.get_timeout(http->daemon, &ms) == MHD_YES && ms < (MHD_UNSIGNED_LONG_LONG)most
		? (long)ms : most;
}

void http_run(struct http *http)
{
	allow_pause(http, clock_wall_ns() - http->ran_ns);
	cut_off(http);
	microhttpd.run(http->daemon);
	http->ran_ns = clock_wall_ns();
}
