/* sockets.c - the server's sockets, and the limit on their memory.
 *
 * libzmq (4.3.4) stores some data that no option frees or limits: all frames of a message that does not end, and the
 * connection of a second client with the same name with all its messages, even after this client has disconnected. So
 * when the process has grown too much, all sockets are closed and opened again. Clients reconnect automatically,
 * questions are sent again, and games continue with new time for the answers. */
#include <errno.h>
#include <malloc.h>
#include <time.h>

#include "net/server/inside.h"

enum { LOOK_S = 1, GROWTH = 192 << 20, REBIND_MS = 10000 };

/* Binds socket `which`: 0 is for robots, 1 for spectators. */
static int bind_one(struct server *server, int which, char bound[300], struct err *err)
{
	void **socket = which ? &server->pub : &server->router;
	if (!(*socket = socket_open(server->context, which ? ZMQ_PUB : ZMQ_ROUTER, err)))
		return -1;
	if (server->authentication)
		authentication_protect(server->authentication, *socket);
	if (socket_bind(*socket, server->plan->address, server->ports[which], bound, 300, err))
		return -1;
	server->ports[which] = atoi(strrchr(bound, ':') + 1);
	return 0;
}

static int open_all(struct server *server, char bound[2][300], struct err *err)
{
	const struct serve_plan *plan = server->plan;
	if (zeromq_load(err))
		return -1;
	server->context = zeromq.ctx_new();
	if (!server->context)
		return err_set(err, EXIT_WORLD, "cannot start ZeroMQ: %s", zeromq.strerror(errno));
	if (plan->key && !(server->authentication = authentication_new(server->context, plan->key, plan->allow, err)))
		return -1;
	return bind_one(server, 0, bound[0], err) || bind_one(server, 1, bound[1], err) ? -1 : 0;
}

void sockets_close(struct server *server)
{
	if (server->router)
		zeromq.close(server->router);
	if (server->pub)
		zeromq.close(server->pub);
	authentication_free(server->authentication);
	if (server->context)
		zeromq.ctx_term(server->context);
	server->router = server->pub = server->context = NULL;
	server->authentication = NULL;
}

int sockets_open(struct server *server, struct err *err)
{
	char bound[2][300];
	server->ports[0] = (int)server->config->game_port;
	server->ports[1] = (int)server->config->logs_port;
	if (open_all(server, bound, err))
		return -1;
	serve_say(server, "robots: %s", bound[0]);
	serve_say(server, "spectators: %s", bound[1]);
	if (server->authentication)
		serve_say(server, "encrypted; keys that are allowed: %d",
			  authentication_n_allowed(server->authentication));
	server->memory_limit = socket_memory() + GROWTH;
	return 0;
}

static void close_spectators(struct server *server)
{
	if (server->pub)
		zeromq.close(server->pub);
	server->pub = NULL;
}

/* Closes the connections of all spectators, because ZeroMQ cannot close a single one. */
void sockets_part_spectators(struct server *server)
{
	char bound[300];
	struct err err = {0};
	close_spectators(server);
	for (int waited_ms = 0; bind_one(server, 1, bound, &err); waited_ms += 10) {
		close_spectators(server);
		if (waited_ms > REBIND_MS) {
			serve_broken(server, &err);
			return;
		}
		nanosleep(&(struct timespec){.tv_nsec = 10 * MS}, NULL);
	}
}

/* Opens the ports again. Retries, because the ports may not be free at once. */
static int open_again(struct server *server, struct err *err)
{
	char bound[2][300];
	for (int waited_ms = 0; open_all(server, bound, err); waited_ms += 10) {
		sockets_close(server);
		if (waited_ms > REBIND_MS)
			return -1;
		nanosleep(&(struct timespec){.tv_nsec = 10 * MS}, NULL);
	}
	return 0;
}

static void renew(struct server *server)
{
	struct err err = {0};
	static const int at_once = 0;
	zeromq.setsockopt(server->router, ZMQ_LINGER, &at_once, sizeof at_once);
	sockets_close(server);
	malloc_trim(0);
	if (open_again(server, &err)) {
		serve_broken(server, &err);
		return;
	}
	server_tables_ask_again(server);
	serve_say(server, "memory: clients filled %zu MB; all connections were closed and opened again",
		  server->memory_limit >> 20);
	size_t least = socket_memory() + GROWTH / 2; /* the memory that is still used belongs to the server itself */
	if (server->memory_limit < least)
		server->memory_limit = least;
}

void sockets_check_memory(struct server *server)
{
	if (server->now_ns - server->looked_ns < LOOK_S * SECOND)
		return;
	server->looked_ns = server->now_ns;
	if (socket_memory() > server->memory_limit)
		renew(server);
}
