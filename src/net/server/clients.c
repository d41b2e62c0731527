/* clients.c - the registered clients and their messages. */
#include <stdio.h>

#include "net/server/inside.h"

enum {
	CREDIT_MOST = 400,      /* maximum number of messages that a client may send at a time */
	CREDIT_PER_SECOND = 50, /* messages by which the credit grows, in addition to QUESTION_CREDIT for each
	                         * question */
	ABSENT_MISSED = 3,      /* a client counts as absent if it has missed this many turns */
	ABSENT_TIMES = 4,       /* and has sent no message for this multiple of the time for a move */
	IDLE_S = 30,            /* seconds without a message after which another client may get its place */
	FORGOTTEN_S = 60,
};

#define IS(bytes, text) ((bytes).size == strlen(text) && memcmp((bytes).at, text, (bytes).size) == 0)

static bool send_to(struct server *server, struct bytes identity, const struct bytes *frames, int n)
{
	struct bytes all[SOCKET_FRAMES] = {identity, {"", 0}};
	memcpy(all + 2, frames, (size_t)n * sizeof *frames);
	return socket_send(server->router, all, n + 2);
}

bool client_send(struct server *server, const struct client *client, const struct bytes *frames, int n)
{
	struct bytes identity = BYTES_OF(client->meta.session_uuid);
	return client->robot == NOBODY && send_to(server, identity, frames, n);
}

void client_print(struct server *server, const struct client *client, const char *text)
{
	struct bytes frames[] = {BYTES_OF("Print"), BYTES_OF(text)};
	client_send(server, client, frames, 2);
}

static void ping(struct server *server, const struct client *client)
{
	struct bytes frame = BYTES_OF("Ping");
	client_send(server, client, &frame, 1);
}

void clients_ping(struct server *server)
{
	for (int i = 0; i < server->n_clients; i++)
		if (server->clients[i].is_used)
			ping(server, &server->clients[i]);
	server->pinged_ns = server->now_ns;
}

bool client_is_absent(const struct server *server, const struct client *client)
{
	int64_t silence = server->now_ns - client->heard_ns;
	return client->n_missed >= ABSENT_MISSED && silence > ABSENT_TIMES * server->config->move_timeout_mS * MS;
}

/* Records that the client has answered a message. Announces the client to spectators now, because one that only
 * registers may not exist. */
static void prove(struct server *server, struct client *client)
{
	client->is_proven = true;
	str_clear(&server->text);
	message_add_meta(&client->meta, &server->text);
	struct bytes frames[] = {BYTES_OF("RegisterBot"), {server->text.text, server->text.length}};
	socket_send(server->pub, frames, 2);
	serve_say(server, "registered: %s (%s)", client->meta.title, client->meta.session_uuid);
}

/* Returns true if the client may send one more message. Messages beyond the credit are dropped unread. */
static bool may_speak(struct server *server, struct client *client)
{
	double seconds = (double)(server->now_ns - client->credit_ns) / (double)SECOND;
	client->credit_ns = server->now_ns;
	client->credit += seconds * CREDIT_PER_SECOND;
	if (client->credit > CREDIT_MOST)
		client->credit = CREDIT_MOST;
	if (client->credit >= 1) {
		client->credit--;
		return true;
	}
	if (!client->is_warned) {
		client->is_warned = true;
		client_print(server, client,
			     "you send more messages than you receive asks: the extra ones are ignored");
		serve_say(server, "sends too much: %s (%s)", client->meta.title, client->meta.session_uuid);
	}
	return false;
}

/* Who sent a message: name of the key, key, address; "" if unknown. */
struct origin {
	const char *user, *key, *address;
};

static struct client *find(struct server *server, struct bytes identity)
{
	return FIND_IN(client, server->clients, server->n_clients,
		       client->is_used && client->robot == NOBODY && IS(identity, client->meta.session_uuid));
}

/* Returns a free place, or the place of a client that has been silent for IDLE_S or has never answered. Clients of the
 * latter kind are replaced first, so that endless registrations replace only each other. Returns NULL if there is
 * none. */
static struct client *find_place(struct server *server)
{
	struct client *best = NULL;
	for (int i = 0; i < server->n_clients; i++) {
		struct client *client = &server->clients[i];
		if (!client->is_used)
			return client;
		bool is_idle = !client->is_proven || server->now_ns - client->heard_ns > IDLE_S * SECOND;
		if (client->robot != NOBODY || client->entrant != NOBODY || !is_idle)
			continue;
		if (!best || best->is_proven > client->is_proven ||
		    (best->is_proven == client->is_proven && client->heard_ns < best->heard_ns))
			best = client;
	}
	return best;
}

static void refuse(struct server *server, struct bytes identity, const char *why)
{
	char text[400];
	snprintf(text, sizeof text, "registration refused: %.300s", why);
	struct bytes frames[] = {BYTES_OF("Print"), BYTES_OF(text)};
	send_to(server, identity, frames, 2);
}

static void enter(struct server *server, struct client *client, const struct meta *meta, const struct origin *origin)
{
	*client = (struct client){.is_used = true, .meta = *meta, .robot = NOBODY, .entrant = NOBODY,
		.joined = server->n_joined++,
		.heard_ns = server->now_ns, .credit = CREDIT_MOST, .credit_ns = server->now_ns, .first = NOBODY,
		.last = NOBODY};
	snprintf(client->key, sizeof client->key, "%s", origin->key);
	snprintf(client->address, sizeof client->address, "%s", origin->address);
	ping(server, client);
}

static bool is_same(const struct meta *a, const struct meta *b)
{
	return strcmp(a->player, b->player) == 0 && strcmp(a->name, b->name) == 0 &&
		strcmp(a->version, b->version) == 0;
}

/* Returns true if a robot of the server, or a client on another machine, has this name. A client on the same machine
 * does not count: it may be another copy of the robot, or the robot before a restart. With keys, each player has names
 * of its own, so no name is taken. */
static bool is_taken(const struct server *server, const struct meta *meta, const struct origin *origin)
{
	for (int i = 0; i < server->n_clients && !*origin->key; i++) {
		const struct client *client = &server->clients[i];
		bool is_there = client->robot != NOBODY || server->now_ns - client->heard_ns <= IDLE_S * SECOND;
		if (client->is_used && client->is_proven && is_there && is_same(&client->meta, meta) &&
		    (client->robot != NOBODY || strcmp(client->address, origin->address) != 0))
			return true;
	}
	return false;
}

static void take_registration(struct server *server, struct client *client, struct bytes identity, struct bytes data,
			      const struct origin *origin)
{
	struct meta meta;
	struct err err = {0};
	int failed = message_read_meta(&meta, data.at, data.size, &err);
	if (!failed && *origin->user) /* with keys, the name of the key is that of the player */
		message_set_player(&meta, origin->user);
	if (failed) {
		refuse(server, identity, err.text);
	} else if (organiser_has_banned(server, &meta)) {
		refuse(server, identity, "the organiser has removed you");
	} else if (!IS(identity, meta.session_uuid)) {
		refuse(server, identity, "session_uuid must be the identity of the socket");
	} else if (client && !is_same(&client->meta, &meta)) {
		refuse(server, identity, "this session_uuid belongs to another robot");
	} else if (client) {
		client->heard_ns = server->now_ns;
	} else if (is_taken(server, &meta, origin)) {
		refuse(server, identity,
		       "a robot of this name is connected from another machine; change player, name or version");
	} else if ((client = find_place(server))) {
		enter(server, client, &meta, origin);
	} else {
		refuse(server, identity, "the server is full; try again later");
	}
}

static const char *property(struct message *message, const char *name)
{
	const char *text = zeromq.msg_gets(&message->frame[2], name);
	return text ? text : "";
}

void clients_receive(struct server *server, struct message *message)
{
	if (message->n < 3 || message->n > 5 || socket_frame(message, 1).size != 0)
		return;
	struct bytes identity = socket_frame(message, 0), type = socket_frame(message, 2);
	if (!message_is_identity(identity.at, identity.size))
		return;
	struct client *client = find(server, identity);
	const struct origin origin = {property(message, "User-Id"), property(message, AUTHENTICATION_KEY),
		property(message, "Peer-Address")};
	if (server->authentication && !authentication_allows(server->authentication, origin.key))
		return; /* the key has been removed from the list since the client connected */
	/* With keys a session belongs to the key that registered it. A client that is kicked during a tourney keeps its
	 * place until the tourney is over. */
	if (client && (strcmp(client->key, origin.key) != 0 || organiser_has_banned(server, &client->meta) ||
		       !may_speak(server, client)))
		return;
	if (IS(type, "RegisterBot") && message->n == 4) {
		take_registration(server, client, identity, socket_frame(message, 3), &origin);
	} else if (client && IS(type, "Ping")) {
		client->heard_ns = server->now_ns;
		if (!client->is_proven)
			prove(server, client);
	} else if (client && IS(type, "Move") && message->n == 5) {
		client->heard_ns = server->now_ns;
		server_tables_answer(server, client, socket_frame(message, 3), socket_frame(message, 4));
	}
}

void client_expel(struct server *server, struct client *client, const char *why)
{
	client_print(server, client, why);
	serve_say(server, "removed: %s (%s): %s", client->meta.title, client->meta.session_uuid, why);
	client->is_proven = false;
	client->heard_ns = 0;
	client->n_missed = ABSENT_MISSED;
	if (client->entrant == NOBODY)
		*client = (struct client){0};
}

void clients_check_keys(struct server *server)
{
	struct err err = {0};
	if (!server->authentication || server->now_ns - server->keys_ns < SECOND)
		return;
	server->keys_ns = server->now_ns;
	enum authentication_news news = authentication_look_again(server->authentication, &err);
	if (news == AUTHENTICATION_INVALID)
		serve_say(server, "%s; the keys that were allowed before remain allowed", err.text);
	else if (news != AUTHENTICATION_NO_NEWS)
		serve_say(server, "keys that are allowed: %d", authentication_n_allowed(server->authentication));
	if (news != AUTHENTICATION_REMOVED)
		return;
	for (int i = 0; i < server->n_clients; i++) {
		struct client *client = &server->clients[i];
		if (client->is_used && client->robot == NOBODY &&
		    !authentication_allows(server->authentication, client->key))
			client_expel(server, client, "your key is no longer in the list of this server");
	}
	sockets_part_spectators(server);
}

void clients_forget(struct server *server)
{
	for (int i = 0; i < server->n_clients; i++) {
		struct client *client = &server->clients[i];
		bool is_gone = client->is_used && client->robot == NOBODY &&
			server->now_ns - client->heard_ns > FORGOTTEN_S * SECOND;
		if (is_gone && client->entrant == NOBODY)
			*client = (struct client){0};
	}
}

void clients_init(struct server *server)
{
	const struct tournament *robots = server->plan->robots;
	int n_robots = robots->schedule.n_robots;
	server->n_clients = (int)server->config->max_bots + n_robots;
	server->clients = NEW_ARRAY(struct client, (size_t)server->n_clients);
	for (int i = 0; i < n_robots; i++) {
		const struct robot *robot = &robots->robots[i];
		const struct robot_manifest *manifest = &robot->manifest;
		struct client *client = &server->clients[i];
		struct meta meta = {.stateless = true};
		/* The names are reduced to printable text, like those of other clients. */
		fault_text(meta.player, sizeof meta.player, manifest->author[0] ? manifest->author : "local", SIZE_MAX);
		fault_text(meta.name, sizeof meta.name, robot->label, META_TEXT);
		fault_text(meta.version, sizeof meta.version, manifest->version[0] ? manifest->version : "1", SIZE_MAX);
		snprintf(meta.title, sizeof meta.title, "%s_%s_%s", meta.name, meta.version, meta.player);
		tourney_game_make_uuid(server->uuid_key, (uint64_t)i, meta.session_uuid);
		*client = (struct client){.is_used = true, .meta = meta, .robot = i, .entrant = NOBODY,
			.joined = server->n_joined++, .first = NOBODY, .last = NOBODY};
		prove(server, client);
	}
}
