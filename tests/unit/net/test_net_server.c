/* test_net_server.c - the tourney server without its loop: clients that register and send messages, questions and their
 * time limits, a tourney from its draw to its scores, and requests of the organiser. The clock is the test's, and in
 * place of the network are pairs of sockets in this process. */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/str.h"
#include "empty_database.h"
#include "net/protocol/control.h"
#include "net/server/inside.h"
#include "net/server/page.h"

enum { MOST_BOTS = 4, BEGIN_S = 1000, MOVE_MS = 800, GAME_MS = 100000, CALLS = 1000 };

static struct tournament own_robots;
static struct serve_plan plan;
static struct server *server;
static void *context, *clients_end, *pub_end; /* what the server sends to clients, and to spectators */
static void *in_end, *out_end;                /* what it gets */
static struct str said;      /* lines of the server */
static volatile sig_atomic_t stop;
static char path[] = "/tmp/arena-server-XXXXXX";

/* ---- the fixture ------------------------------------------------------------------------ */

static void note(const char *line)
{
	str_addf(&said, "%s\n", line);
}

static void *open_pair(void **other, const char *name)
{
	void *one = zeromq.socket(context, ZMQ_PAIR);
	int no_limit = 0, at_once = 0;
	*other = zeromq.socket(context, ZMQ_PAIR);
	zeromq.setsockopt(one, ZMQ_SNDHWM, &no_limit, sizeof no_limit);
	zeromq.setsockopt(*other, ZMQ_RCVHWM, &no_limit, sizeof no_limit);
	zeromq.setsockopt(one, ZMQ_LINGER, &at_once, sizeof at_once);
	ck_assert(zeromq.bind(one, name) == 0 && zeromq.connect(*other, name) == 0);
	return one;
}

static void open_tables(void)
{
	struct err err = {0};
	size_t hands_size = game_hands_size(&server->rules, (int)plan.config.player_count[1]);
	server->tourney_tables = NEW_ARRAY(struct tourney_table, TOURNEY_TABLES);
	server->to_go = NEW_ARRAY(int, TOURNEY_TABLES);
	for (int i = 0; i < TOURNEY_TABLES; i++)
		server->tourney_tables[i].hands = NEW_ARRAY(char, hands_size * (size_t)plan.config.player_count[1]);
	shared_areas_init(&server->worker.shared_areas, TOURNEY_TABLES,
			  game_history_size(&server->rules, (int)plan.config.player_count[1]), hands_size);
	ck_assert(shared_areas_make(&server->worker.shared_areas, 0, &err) != NULL);
}

static void begin(void)
{
	struct err err = {0};
	ck_assert_msg(zeromq_load(&err) == 0, "%s", err.text);
	context = zeromq.ctx_new();
	plan = (struct serve_plan){.seed = "s", .robots = &own_robots, .say = note, .stop = &stop,
		.database = open_empty(path)};
	config_init(&plan.config);
	plan.config.max_bots = MOST_BOTS;
	plan.config.move_timeout_mS = MOVE_MS;
	plan.config.game_timeout_mS = GAME_MS;
	plan.config.games_per_tourney_per_bot = 2;
	server = NEW(struct server);
	*server = (struct server){.plan = &plan, .config = &plan.config, .n_waiting = -1, .now_ns = BEGIN_S * SECOND,
		.is_drained = true, .control = -1, .peer = -1, .uuid_key = rng_key_of_seed("uuids")};
	ck_assert_msg(serve_rules(&plan.config, &server->rules, &err) == 0, "%s", err.text);
	server->router = open_pair(&clients_end, "inproc://clients");
	server->pub = open_pair(&pub_end, "inproc://pub");
	in_end = open_pair(&out_end, "inproc://in");
	open_tables();
	clients_init(server);
	ck_assert_int_eq(server->n_clients, MOST_BOTS);
}

static void end(void)
{
	for (int i = 0; i < TOURNEY_TABLES; i++) {
		tourney_game_release(&server->tourney_tables[i].tourney_game);
		free(server->tourney_tables[i].hands);
	}
	server_release(&server->tourney);
	shared_areas_release(&server->worker.shared_areas);
	organiser_close(server);
	void *const sockets[] = {server->router, server->pub, clients_end, pub_end, in_end, out_end};
	for (int i = 0; i < COUNT(sockets); i++)
		zeromq.close(sockets[i]);
	zeromq.ctx_term(context);
	free(server->tourney_tables);
	free(server->to_go);
	free(server->clients);
	str_release(&server->text);
	str_release(&said);
	free(server);
	close_and_remove(plan.database, path);
}

static void pass_ms(double ms)
{
	server->now_ns += (int64_t)(ms * (double)MS);
}

#define FRAME(text) {text, strlen(text)}

/* Delivers a message from a client. Its frames follow the empty one. */
static void deliver(const char *identity, const char *type, const char *third, const char *fourth)
{
	struct bytes frames[] = {FRAME(identity), {"", 0}, FRAME(type), FRAME(third ? third : ""),
		FRAME(fourth ? fourth : "")};
	struct message message;
	ck_assert(socket_send(in_end, frames, fourth ? 5 : third ? 4 : 3));
	ck_assert(socket_receive(out_end, &message));
	clients_receive(server, &message);
	socket_release(&message);
}

/* Returns the next message from the server, as its frames with '|' between them, or "" if there is none. */
static const char *next_from(void *socket)
{
	static struct str text;
	struct message message;
	str_clear(&text);
	if (!socket_receive(socket, &message))
		return "";
	for (int i = 0; i < message.n; i++) {
		struct bytes frame = socket_frame(&message, i);
		str_add_n(&text, "|", i > 0);
		str_add_n(&text, frame.at, frame.size);
	}
	socket_release(&message);
	return str_text(&text);
}

static void check_next(const char *wanted)
{
	ck_assert_str_eq(next_from(clients_end), wanted);
}

static void check_said(const char *wanted)
{
	ck_assert_str_eq(str_text(&said), wanted);
	str_clear(&said);
}

static const char *meta(const char *uuid, const char *player, const char *more)
{
	static char text[300];
	snprintf(text, sizeof text, "{\"player\":\"%s\",\"name\":\"%s\",\"version\":\"1\",\"session_uuid\":\"%s\"%s}",
		 player, uuid, uuid, more);
	return text;
}

/* It registers, and answers the ping. */
static void join(const char *uuid, const char *player, const char *more)
{
	deliver(uuid, "RegisterBot", meta(uuid, player, more), NULL);
	deliver(uuid, "Ping", NULL, NULL);
}

static struct client *client_of(const char *uuid)
{
	for (int i = 0; i < server->n_clients; i++)
		if (server->clients[i].is_used && strcmp(server->clients[i].meta.session_uuid, uuid) == 0)
			return &server->clients[i];
	return NULL;
}

static void forget_messages(void)
{
	while (*next_from(clients_end))
		;
	while (*next_from(pub_end))
		;
	str_clear(&said);
}

/* ---- registering ------------------------------------------------------------------------ */

/* Without keys a name belongs to the first client that has it, as long as this client answers. The machine that has the
 * name may use it again. */
START_TEST(a_name_is_not_taken_from_another_machine)
{
	const char *another = "{\"player\":\"Ada\",\"name\":\"a\",\"version\":\"1\",\"session_uuid\":\"b\"}";
	join("a", "Ada", "");
	strcpy(client_of("a")->address, "10.0.0.1");
	forget_messages();
	deliver("b", "RegisterBot", another, NULL);
	check_next("b||Print|registration refused: a robot of this name is connected from another machine; "
		   "change player, name or version");
	ck_assert_ptr_null(client_of("b"));
	deliver("b", "RegisterBot", "{\"player\":\"Ada\",\"name\":\"a\",\"version\":\"2\",\"session_uuid\":\"b\"}",
		NULL);
	ck_assert_ptr_nonnull(client_of("b"));
	*client_of("b") = (struct client){0};
	strcpy(client_of("a")->address, "");
	deliver("b", "RegisterBot", another, NULL);
	ck_assert_ptr_nonnull(client_of("b"));
	*client_of("b") = (struct client){0};
	strcpy(client_of("a")->address, "10.0.0.1");
	pass_ms(30000);
	deliver("b", "RegisterBot", another, NULL);
	ck_assert_ptr_null(client_of("b"));
	pass_ms(1);
	deliver("b", "RegisterBot", another, NULL);
	ck_assert_ptr_nonnull(client_of("b"));
	forget_messages();
}
END_TEST

START_TEST(a_client_is_known_when_it_answers)
{
	deliver("a", "Ping", NULL, NULL); /* it has not registered */
	check_next("");
	deliver("a", "RegisterBot", meta("a", "Ada", ""), NULL);
	check_next("a||Ping");
	check_next("");
	ck_assert(client_of("a") && !client_of("a")->is_proven);
	ck_assert_str_eq(next_from(pub_end), "");
	deliver("a", "Ping", NULL, NULL);
	ck_assert(client_of("a")->is_proven);
	check_said("registered: a_1_Ada (a)\n");
	ck_assert_int_eq(strncmp(next_from(pub_end), "RegisterBot|{", 13), 0);
	deliver("a", "Ping", NULL, NULL);
	deliver("a", "RegisterBot", meta("a", "Ada", ""), NULL); /* again: it only shows that it is there */
	check_said("");
	ck_assert_str_eq(next_from(pub_end), "");
	check_next("");
	pass_ms(5000);
	ck_assert_int_eq(client_of("a")->heard_ns, BEGIN_S * SECOND);
	deliver("a", "RegisterBot", meta("a", "Ada", ""), NULL);
	ck_assert_int_eq(client_of("a")->heard_ns, server->now_ns);
	join("b", "Bob", "");
	check_next("b||Ping");
	clients_ping(server);
	check_next("a||Ping");
	check_next("b||Ping");
	check_next("");
	ck_assert_int_eq(server->pinged_ns, server->now_ns);
}
END_TEST

static const struct {
	const char *identity, *meta, *refused; /* NULL: no answer */
} registrations[] = {
	{"b", "{}", "b||Print|registration refused: player must be text of 1 to 64 bytes"},
	{"b", "no JSON", "b||Print|registration refused: the registration is not a JSON object"},
	{"b", "{\"player\":\"P\",\"name\":\"N\",\"version\":\"1\",\"session_uuid\":\"c\"}",
	 "b||Print|registration refused: session_uuid must be the identity of the socket"},
	{"b", "{\"player\":\"Eve\",\"name\":\"N\",\"version\":\"1\",\"session_uuid\":\"b\"}",
	 "b||Print|registration refused: the organiser has removed you"},
	{"a", "{\"player\":\"P\",\"name\":\"a\",\"version\":\"1\",\"session_uuid\":\"a\"}",
	 "a||Print|registration refused: this session_uuid belongs to another robot"},
	{"a", "{\"player\":\"Ada\",\"name\":\"N\",\"version\":\"1\",\"session_uuid\":\"a\"}",
	 "a||Print|registration refused: this session_uuid belongs to another robot"},
	{"a", "{\"player\":\"Ada\",\"name\":\"a\",\"version\":\"2\",\"session_uuid\":\"a\"}",
	 "a||Print|registration refused: this session_uuid belongs to another robot"},
	{"b c", "{\"player\":\"P\",\"name\":\"N\",\"version\":\"1\",\"session_uuid\":\"b\"}", NULL},
	{"", "{\"player\":\"P\",\"name\":\"N\",\"version\":\"1\",\"session_uuid\":\"b\"}", NULL},
};

START_TEST(registrations_are_refused_with_the_reason)
{
	char eve[] = "Eve", *bans[] = {eve};
	server->bans = bans;
	server->n_bans = 1;
	join("a", "Ada", "");
	forget_messages();
	deliver(registrations[_i].identity, "RegisterBot", registrations[_i].meta, NULL);
	check_next(registrations[_i].refused ? registrations[_i].refused : "");
	check_next("");
	ck_assert(client_of("a")->is_proven && !client_of("b"));
	ck_assert_str_eq(client_of("a")->meta.player, "Ada");
	server->bans = NULL;
	server->n_bans = 0;
}
END_TEST

/* Messages of other shapes are ignored. */
START_TEST(messages_have_a_shape)
{
	struct message message;
	const char *text = meta("a", "Ada", "");
	struct bytes frames[] = {FRAME("a"), FRAME("x"), FRAME("RegisterBot"), FRAME(text), FRAME("more"),
		FRAME("more")};
	for (int n = 2; n <= 6; n++) {
		frames[1].size = n == 4; /* empty, as it should be, only where there are too few or too many */
		ck_assert(socket_send(in_end, frames, n) && socket_receive(out_end, &message));
		clients_receive(server, &message);
		socket_release(&message);
	}
	check_next("");
	ck_assert_ptr_null(client_of("a"));
}
END_TEST

START_TEST(a_full_server_replaces_who_is_gone)
{
	static const char *const names[] = {"a", "b", "c", "d"};
	for (int i = 0; i < MOST_BOTS; i++) {
		deliver(names[i], "RegisterBot", meta(names[i], names[i], ""), NULL);
		pass_ms(1);
	}
	deliver("e", "RegisterBot", meta("e", "e", ""), NULL); /* none of the others has answered */
	ck_assert(!client_of("a") && client_of("b") && client_of("e"));
	deliver("b", "Ping", NULL, NULL);
	deliver("f", "RegisterBot", meta("f", "f", ""), NULL);
	ck_assert(client_of("b") && !client_of("c") && client_of("f"));
	deliver("e", "Ping", NULL, NULL);
	deliver("f", "Ping", NULL, NULL);
	deliver("d", "Ping", NULL, NULL);
	forget_messages();
	pass_ms(30000);
	deliver("g", "RegisterBot", meta("g", "g", ""), NULL);
	check_next("g||Print|registration refused: the server is full; try again later");
	deliver("b", "Ping", NULL, NULL);
	pass_ms(1);
	client_of("d")->entrant = 0; /* it plays */
	client_of("e")->heard_ns++;
	client_of("f")->heard_ns--;
	deliver("g", "RegisterBot", meta("g", "g", ""), NULL); /* instead of who is silent longest */
	check_next("g||Ping");
	ck_assert(client_of("b") && client_of("d") && client_of("e") && !client_of("f") && client_of("g"));
	client_of("d")->entrant = NOBODY;
}
END_TEST

START_TEST(silent_clients_are_forgotten)
{
	join("a", "Ada", "");
	join("b", "Bob", "");
	client_of("b")->entrant = 0;
	pass_ms(60000);
	clients_forget(server);
	ck_assert(client_of("a") && client_of("b"));
	pass_ms(1);
	clients_forget(server);
	ck_assert(!client_of("a") && client_of("b"));
}
END_TEST

START_TEST(who_sends_too_much_is_not_read)
{
	enum { AT_ONCE = 400, A_SECOND = 50 };
	join("a", "Ada", ""); /* the registration was free */
	forget_messages();
	struct client *client = client_of("a");
	for (int i = 1; i < AT_ONCE; i++)
		deliver("a", "Ping", NULL, NULL);
	check_said("");
	deliver("a", "RegisterBot", "{}", NULL);
	check_next("a||Print|you send more messages than you receive asks: the extra ones are ignored");
	check_said("sends too much: a_1_Ada (a)\n");
	deliver("a", "RegisterBot", "{}", NULL);
	check_next("");
	pass_ms(1000);
	for (int i = 0; i < A_SECOND; i++) {
		deliver("a", "RegisterBot", "{}", NULL);
		ck_assert_int_eq(strncmp(next_from(clients_end), "a||Print|registration refused", 29), 0);
	}
	deliver("a", "RegisterBot", "{}", NULL);
	check_next("");
	client->credit += QUESTION_CREDIT; /* a question: two more */
	for (int i = 0; i < 3; i++)
		deliver("a", "RegisterBot", "{}", NULL);
	ck_assert_str_ne(next_from(clients_end), "");
	ck_assert_str_ne(next_from(clients_end), "");
	check_next("");
	pass_ms(3600000);
	deliver("a", "Ping", NULL, NULL);
	ck_assert_double_eq(client->credit, AT_ONCE - 1);
}
END_TEST

START_TEST(who_misses_turns_in_silence_is_absent)
{
	join("a", "Ada", "");
	struct client *client = client_of("a");
	client->n_missed = 3;
	pass_ms(4 * MOVE_MS);
	ck_assert(!client_is_absent(server, client));
	pass_ms(1);
	ck_assert(client_is_absent(server, client));
	client->n_missed = 2;
	ck_assert(!client_is_absent(server, client));
}
END_TEST

/* How many games a client plays at once. */
static const struct {
	int max_games;
	bool is_stateless;
	double window;
	int room;
} rooms[] = {
	{0, false, 4, 1}, {0, false, 64, 1}, {0, true, 4, 16}, {0, true, 1, 4}, {0, true, 1.75, 7}, {0, true, 64, 256},
	{3, false, 4, 3}, {3, true, 4, 3},
	{17, false, 4, 16}, {16, false, 4, 16}, {1000, true, 2, 8},
};

START_TEST(clients_have_room_for_games)
{
	join("a", "Ada", "");
	struct client *client = client_of("a");
	client->meta.max_games = rooms[_i].max_games;
	client->meta.stateless = rooms[_i].is_stateless;
	client->window = rooms[_i].window;
	client->n_games = rooms[_i].room - 1;
	ck_assert(client_has_room(server, client));
	client->n_games++;
	ck_assert(!client_has_room(server, client));
}
END_TEST

static const struct {
	int most_lanes, room;
} own_rooms[] = {
	{0, TOURNEY_TABLES}, {10, 10}, {TOURNEY_TABLES + 1, TOURNEY_TABLES},
};

START_TEST(robots_of_the_server_have_room_for_games)
{
	struct transport transport = {.most_lanes = own_rooms[_i].most_lanes};
	struct transport *transports[] = {&transport};
	server->worker.transports = transports;
	join("a", "Ada", "");
	struct client *client = client_of("a");
	client->robot = 0;
	client->n_games = own_rooms[_i].room - 1;
	ck_assert(client_has_room(server, client));
	client->n_games++;
	ck_assert(!client_has_room(server, client));
	server->worker.transports = NULL;
}
END_TEST

/* The server's own robots are always there. */
static void begin_own_clients(struct robot robots[2])
{
	static char label[] = "bot\033";
	memset(robots, 0, 2 * sizeof *robots);
	robots[0].label = robots[1].label = label;
	snprintf(robots[1].manifest.author, sizeof robots[1].manifest.author, "Eve");
	snprintf(robots[1].manifest.version, sizeof robots[1].manifest.version, "7");
	own_robots = (struct tournament){.robots = robots, .schedule.n_robots = 2};
	free(server->clients);
	clients_init(server);
}

START_TEST(robots_of_the_server_are_registered)
{
	static struct robot robots[2];
	AUTO_STR struct str wanted = {0};
	begin_own_clients(robots);
	const struct client *clients = server->clients;
	ck_assert_int_eq(server->n_clients, MOST_BOTS + 2);
	str_addf(&wanted, "registered: bot _1_local (%s)\nregistered: bot _7_Eve (%s)\n", clients[0].meta.session_uuid,
		 clients[1].meta.session_uuid);
	check_said(wanted.text);
	ck_assert_str_ne(clients[0].meta.session_uuid, clients[1].meta.session_uuid);
	for (int i = 0; i < 2; i++) {
		ck_assert_uint_eq(strlen(clients[i].meta.session_uuid), TOURNEY_GAME_UUID);
		ck_assert(clients[i].is_used && clients[i].is_proven && clients[i].meta.stateless);
		ck_assert(clients[i].robot == i && clients[i].entrant == NOBODY && clients[i].joined == (uint64_t)i);
		ck_assert_int_eq(strncmp(next_from(pub_end), "RegisterBot|{", 13), 0);
	}
	ck_assert_str_eq(next_from(pub_end), "");
}
END_TEST

START_TEST(robots_of_the_server_stay)
{
	static struct robot robots[2];
	static const char *const names[] = {"a", "b", "c", "d"};
	begin_own_clients(robots);
	for (int i = 0; i < MOST_BOTS; i++)
		join(names[i], names[i], "");
	pass_ms(31000);
	deliver("e", "RegisterBot", meta("e", "e", ""), NULL); /* who is silent makes room, but not they */
	ck_assert(server->clients[0].robot == 0 && server->clients[1].robot == 1 && !client_of("a") && client_of("e"));
	pass_ms(3600000);
	clients_forget(server);
	ck_assert(server->clients[0].is_used && server->clients[1].is_used && !client_of("b") && !client_of("e"));
	deliver(server->clients[0].meta.session_uuid, "Ping", NULL, NULL); /* nobody speaks for them */
	ck_assert_int_eq(server->clients[0].heard_ns, 0);
	forget_messages();
	join("f", "f", "");
	server_begin(server);
	ck_assert(server->tourney.is_on);
	ck_assert_int_eq(server->tourney.n_entrants, 3);
	ck_assert(server->clients[0].window >= TOURNEY_TABLES && client_of("f")->window < TOURNEY_TABLES);
}
END_TEST

/* ---- questions -------------------------------------------------------------------------- */

/* A question that was sent. */
struct question {
	char client[16], game[TOURNEY_GAME_UUID + 1];
};

/* Gets the next question, and drops other messages. Returns false if no question is left. */
static bool next_question(struct question *question)
{
	for (const char *text; *(text = next_from(clients_end));) {
		const char *type = strstr(text, "||GameState|");
		if (!type)
			continue;
		snprintf(question->client, sizeof question->client, "%.*s", (int)(type - text), text);
		snprintf(question->game, sizeof question->game, "%s", type + 12);
		AUTO_JSON json_t *state = json_loads(type + 12 + TOURNEY_GAME_UUID + 1, 0, NULL);
		ck_assert_ptr_nonnull(state);
		return true;
	}
	return false;
}

static int n_questions(void)
{
	struct question question;
	int n = 0;
	while (next_question(&question))
		n++;
	return n;
}

static void answer(const struct question *question, const char *response)
{
	deliver(question->client, "Move", question->game, response);
	server_tables_go(server);
}

#define CALL "{\"response_type\":\"call\"}"

/* Begins a tourney of three clients, whose games need their answers. `more` is added to their METAs. */
static void begin_tourney(int games_each, const char *more)
{
	static const char *const names[] = {"a", "b", "c"};
	plan.config.games_per_tourney_per_bot = games_each;
	plan.config.player_count[1] = 3;
	for (int i = 0; i < 3; i++)
		join(names[i], names[i], more);
	forget_messages();
	server_begin(server);
	ck_assert(server->tourney.is_on);
	server_go_on(server);
	server_tables_go(server);
}

static int games_in_play(void)
{
	int n = 0;
	for (int i = 0; i < TOURNEY_TABLES; i++)
		n += server->tourney_tables[i].state != TOURNEY_TABLE_FREE;
	return n;
}

START_TEST(a_stateful_robot_plays_one_game)
{
	begin_tourney(20, "");
	ck_assert_int_eq(games_in_play(), 1);
	ck_assert_int_ne(server->tourney_tables[0].state, TOURNEY_TABLE_FREE); /* at the first table */
	ck_assert_int_eq(n_questions(), 1);
}
END_TEST

START_TEST(a_stateless_robot_is_asked_as_often_as_its_window)
{
	begin_tourney(100, ",\"stateless\":true");
	ck_assert_int_eq(games_in_play(), 16);
	int n_asked = 0, n_queued = 0;
	for (int i = 0; i < server->n_clients; i++) {
		const struct client *client = &server->clients[i];
		if (!client->is_used)
			continue;
		ck_assert_int_le(client->n_asked, 4);
		n_asked += client->n_asked;
		ck_assert(client->first == NOBODY || client->n_asked == 4);
		for (int at = client->first; at != NOBODY; at = server->tourney_tables[at].next)
			n_queued++;
		ck_assert_int_eq(client->n_games, 16);
	}
	ck_assert_int_eq(n_asked + n_queued, 16);
	ck_assert_int_eq(n_questions(), n_asked);
}
END_TEST

/* Spectators see the twenty games that began first. */
START_TEST(games_in_progress_are_listed)
{
	enum { LISTED = 20 };
	begin_tourney(100, ",\"stateless\":true");
	for (int i = 0; i < 3; i++)
		server->clients[i].window = 16;
	server_go_on(server);
	server_tables_go(server);
	ck_assert_int_eq(games_in_play(), 64);
	const struct serve_page page = {.database = plan.database, .server = server};
	AUTO_JSON json_t *answer = serve_page_answer(&page, "/api/tables.json");
	const json_t *list = json_object_get(answer, "tables");
	ck_assert_uint_eq(json_array_size(list), LISTED);
	for (int i = 0; i < LISTED; i++) {
		const json_t *table = json_array_get(list, (size_t)i);
		ck_assert_int_eq(json_integer_value(json_object_get(table, "match_index")), i);
		ck_assert_int_eq(json_integer_value(json_object_get(table, "hand")), 1);
		ck_assert_uint_eq(json_array_size(json_object_get(table, "bot_titles")), 3);
		AUTO_FREE char *counts = json_dumps(json_object_get(table, "dice_counts"), JSON_COMPACT);
		ck_assert_str_eq(counts, "[5,5,5]");
		AUTO_STR struct str asked = {0};
		str_addf(&asked, "/api/tables/%s.json", json_string_value(json_object_get(table, "game_uuid")));
		AUTO_JSON json_t *game = serve_page_answer(&page, asked.text);
		const json_t *replay = json_object_get(game, "replay");
		ck_assert_int_eq(json_integer_value(json_object_get(replay, "number")), i);
	}
}
END_TEST

/* What an answer after so long makes of the window. */
static const struct {
	double ms, before, after;
} windows[] = {
	{0, 4, 4.5}, {MOVE_MS / 4 - 1, 4, 4.5}, {MOVE_MS / 4, 4, 4}, {MOVE_MS / 2, 4, 4}, {MOVE_MS / 2 + 1, 4, 2},
	{MOVE_MS / 2 + 1, 3, 1.5}, {MOVE_MS / 2 + 1, 2.5, 1.25}, {MOVE_MS / 2 + 1, 2, 1},
	{MOVE_MS / 2 + 1, 1.5, 1}, {MOVE_MS / 2 + 1, 1, 1}, {0, 63.5, 64}, {0, 64, 64},
};

START_TEST(the_window_follows_the_answers)
{
	struct question question;
	begin_tourney(2, "");
	ck_assert(next_question(&question));
	struct client *client = client_of(question.client);
	client->window = windows[_i].before;
	client->n_missed = 2;
	pass_ms(windows[_i].ms);
	answer(&question, CALL);
	ck_assert_double_eq(client->window, windows[_i].after);
	ck_assert_int_eq(client->n_missed, 0);
}
END_TEST

static const struct tourney_table *table_of(const struct question *question)
{
	for (int i = 0; i < TOURNEY_TABLES; i++)
		if (server->tourney_tables[i].state != TOURNEY_TABLE_FREE &&
		    strcmp(server->tourney_tables[i].tourney_game.uuid, question->game) == 0)
			return &server->tourney_tables[i];
	return NULL;
}

/* The results of its hands so far. */
static bool has_result(const struct question *question, const char *result)
{
	const struct tourney_table *table = table_of(question);
	return table && strstr(str_text(&table->tourney_game.rounds), result) != NULL;
}

START_TEST(only_the_answer_of_who_was_asked_counts)
{
	struct question question, next;
	begin_tourney(2, "");
	ck_assert(next_question(&question));
	const struct tourney_table *table = table_of(&question);
	deliver(strcmp(question.client, "a") == 0 ? "b" : "a", "Move", question.game, CALL);
	deliver(question.client, "Move", "g", CALL);
	char other[TOURNEY_GAME_UUID + 1];
	memset(other, '0', sizeof other - 1);
	other[TOURNEY_GAME_UUID] = '\0';
	deliver(question.client, "Move", other, CALL);
	deliver(question.client, "Move", question.game, NULL);
	ck_assert(table->state == TOURNEY_TABLE_ASKED && table->tourney_game.n_rounds == 0);
	pass_ms(100);
	answer(&question, "{\"response_type\":\"bid\",\"bid\":[1,2]}");
	ck_assert_int_eq(table->tourney_game.n_bids, 1);
	ck_assert_int_eq(table->used_ns[0], 100 * MS);
	ck_assert(next_question(&next));
	ck_assert(strcmp(next.client, question.client) != 0 && strcmp(next.game, question.game) == 0);
	answer(&question, CALL); /* again: not its turn */
	ck_assert_int_eq(table->tourney_game.n_bids, 1);
	deliver(next.client, "Move", next.game, "nonsense");
	AUTO_STR struct str wanted = {0};
	str_addf(&wanted,
		 "%s||Print|bad response: not {\"response_type\": \"bid\", \"bid\": [count, face]} or \"call\"",
		 next.client);
	check_next(wanted.text);
	ck_assert(has_result(&next, "error_bad_message"));
}
END_TEST

static const struct {
	double before, after;
} windows_missed[] = {{4, 2}, {3, 1.5}, {2.5, 1.25}, {2, 1}, {1, 1}};

START_TEST(a_late_answer_costs_the_hand)
{
	struct question question, next;
	begin_tourney(2, "");
	ck_assert(next_question(&question));
	struct client *client = client_of(question.client);
	client->window = windows_missed[_i].before;
	pass_ms(MOVE_MS - 1);
	server_tables_check_time(server);
	ck_assert(!has_result(&question, "error_timeout"));
	server->is_drained = false; /* the answer may be there, unread */
	pass_ms(MOVE_MS);
	server_tables_check_time(server);
	ck_assert(!has_result(&question, "error_timeout"));
	pass_ms(1);
	server_tables_check_time(server);
	ck_assert(has_result(&question, "error_timeout"));
	ck_assert_int_eq(client->n_missed, 1);
	ck_assert_double_eq(client->window, windows_missed[_i].after);
	ck_assert_int_eq(client->n_asked, 0);
	server_tables_go(server);
	ck_assert(next_question(&next));
	ck_assert_str_eq(next.game, question.game);
	server->is_drained = true;
	pass_ms(MOVE_MS);
	server_tables_check_time(server);
	server_tables_go(server);
	ck_assert_int_eq(table_of(&question)->tourney_game.n_rounds, 2);
	ck_assert_int_eq(client->n_missed, strcmp(next.client, question.client) == 0 ? 2 : 1);
}
END_TEST

/* An absent robot loses the turns for which it has not been asked yet. For the other turns it has its time. */
START_TEST(absent_robots_lose_the_turns_that_wait)
{
	begin_tourney(100, ",\"stateless\":true");
	struct client *client = server->clients;
	while (client->first == NOBODY)
		client++;
	int at[TOURNEY_TABLES], n = 0;
	for (int i = client->first; i != NOBODY; i = server->tourney_tables[i].next)
		at[n++] = i;
	int n_asked = client->n_asked;
	client->n_missed = 3;
	client->heard_ns = server->now_ns - 4 * MOVE_MS * MS - 1;
	server_tables_check_time(server);
	for (int i = 0; i < n; i++) {
		ck_assert_int_eq(server->tourney_tables[at[i]].tourney_game.n_rounds, 1);
		ck_assert_ptr_nonnull(strstr(server->tourney_tables[at[i]].tourney_game.rounds.text, "error_timeout"));
	}
	ck_assert_int_eq(client->n_asked, n_asked);
	ck_assert(client->first == NOBODY && client->last == NOBODY);
	ck_assert_int_eq(client->n_missed, 3);
}
END_TEST

/* An absent robot is not asked, and a game goes on without it. */
START_TEST(absent_robots_lose_their_turns_at_once)
{
	struct question question;
	begin_tourney(2, "");
	for (int i = 0; i < 3; i++) {
		server->clients[i].n_missed = 3;
		server->clients[i].heard_ns = 0;
	}
	ck_assert(next_question(&question));
	pass_ms(MOVE_MS);
	server_tables_check_time(server);
	server_tables_go(server);
	ck_assert_int_eq(games_in_play(), 0);
	ck_assert_int_eq(server->tourney.n_over, 1);
	ck_assert_int_eq(n_questions(), 0);
}
END_TEST

START_TEST(the_slowest_robot_of_a_long_game_is_expelled)
{
	struct question question;
	plan.config.move_timeout_mS = 10 * GAME_MS;
	begin_tourney(2, "");
	ck_assert(next_question(&question));
	struct tourney_table *table = &server->tourney_tables[table_of(&question) - server->tourney_tables];
	int turn = table->tourney_game.game.turn, slow = (turn + 1) % 3;
	table->used_ns[slow] = GAME_MS * MS + 1; /* it took more than who is asked */
	pass_ms(GAME_MS - 1);
	server_tables_check_time(server);
	ck_assert_uint_eq(table->expelled, 0);
	pass_ms(1);
	server_tables_check_time(server);
	ck_assert_uint_eq(table->expelled, 1u << slow);
	ck_assert_int_eq(table->tourney_game.n_rounds, 0); /* the turn is another's */
	ck_assert_int_eq(table->used_ns[slow], 0);
	ck_assert_int_eq(table->since_ns, server->now_ns);
	pass_ms(GAME_MS);
	server_tables_check_time(server);
	ck_assert_uint_eq(table->expelled, 1u << slow | 1u << turn);
	ck_assert_int_eq(table->tourney_game.n_rounds, 1); /* it was its turn, which it lost */
	server_tables_go(server);
	/* The third one has won when the others have lost all dice without being asked. */
	while (table_of(&question) && next_question(&question))
		answer(&question, CALL);
	ck_assert_int_eq(server->tourney.n_over, 1);
}
END_TEST

START_TEST(a_question_that_cannot_be_sent_is_sent_again)
{
	struct question question;
	void *router = server->router;
	join("a", "a", "");
	join("b", "b", "");
	join("c", "c", "");
	plan.config.player_count[1] = 3;
	server->router = NULL;
	server_begin(server);
	server_go_on(server);
	server_tables_go(server);
	server->router = router;
	forget_messages();
	pass_ms(49);
	server_tables_check_time(server);
	ck_assert_int_eq(n_questions(), 0);
	pass_ms(1);
	server_tables_check_time(server);
	ck_assert(next_question(&question));
	pass_ms(60);
	server_tables_check_time(server);
	ck_assert_int_eq(n_questions(), 0);
	server_tables_ask_again(server); /* connections were lost */
	ck_assert_int_eq(table_of(&question)->asked_ns, server->now_ns);
	server_tables_check_time(server);
	ck_assert_int_eq(n_questions(), 1);
}
END_TEST

/* ---- a tourney -------------------------------------------------------------------------- */

START_TEST(a_tourney_waits_for_robots)
{
	server_begin(server);
	check_said("waiting for robots: 0 are registered, a table needs 3\n");
	join("a", "Ada", "");
	join("b", "Bob", "");
	client_of("b")->is_proven = false;
	str_clear(&said);
	server_begin(server);
	check_said("waiting for robots: 1 is registered, a table needs 3\n");
	server_begin(server);
	check_said("");
	ck_assert(!server->tourney.is_on && !server->tourney.entrants);
}
END_TEST

/* Who has answered the last ping, or was heard within 15 seconds. */
static const struct {
	int pinged_ms, heard_ms; /* ago; -1: never */
	bool is_present;
} presences[] = {
	{-1, 0, true}, {-1, 14999, true}, {-1, 15000, false}, {999, 14999, true}, {1000, 1000, true},
	{1000, 1001, false}, {1000, 0, true},
	{20000, 19000, true},
};

START_TEST(robots_that_are_there_take_part)
{
	static const char *const names[] = {"a", "b", "c"};
	for (int i = 0; i < 3; i++)
		join(names[i], names[i], "");
	server->pinged_ns = presences[_i].pinged_ms < 0 ? 0 : server->now_ns - presences[_i].pinged_ms * MS;
	for (int i = 0; i < 3; i++)
		server->clients[i].heard_ns = server->now_ns - presences[_i].heard_ms * MS;
	server_begin(server);
	ck_assert_int_eq(server->tourney.is_on, presences[_i].is_present);
}
END_TEST

START_TEST(robots_take_part_in_the_order_in_which_they_joined)
{
	join("a", "a", "");
	join("b", "b", "");
	join("c", "c", "");
	*client_of("a") = (struct client){0};
	join("d", "d", ""); /* in the place of a */
	ck_assert_ptr_eq(client_of("d"), &server->clients[0]);
	client_of("b")->window = 1;
	client_of("b")->n_missed = 2;
	client_of("b")->is_warned = true;
	server_begin(server);
	static const char *const names[] = {"b", "c", "d"};
	for (int i = 0; i < 3; i++) {
		const struct client *client = client_of(names[i]);
		ck_assert_str_eq(server->tourney.entrants[i].meta.name, names[i]);
		ck_assert(client->entrant == i && client->n_missed == 0 && !client->is_warned);
		ck_assert_double_eq(client->window, i == 0 ? 1 : 4); /* the window of the tourney before */
	}
}
END_TEST

START_TEST(a_broken_server_begins_no_game)
{
	join("a", "a", "");
	join("b", "b", "");
	join("c", "c", "");
	server_begin(server);
	server->is_broken = true;
	server_go_on(server);
	ck_assert_int_eq(games_in_play(), 0);
	server->is_broken = false;
	server_go_on(server);
	ck_assert_int_eq(games_in_play(), 1);
}
END_TEST

/* Calls at each turn until the tourney is over. A call before the first bid loses the hand. */
static void play_tourney(void)
{
	struct question question;
	for (int n = 0; n < CALLS && server->tourney.is_on; n++) {
		server_go_on(server);
		server_tables_go(server);
		while (next_question(&question))
			answer(&question, CALL);
		if (server->tourney.n_over == server->tourney.n_pairings)
			break;
	}
}

START_TEST(a_tourney_is_played_and_scored)
{
	struct err err = {0};
	plan.config.scoring_method = SCORING_531;
	plan.config.score_mult = 2;
	plan.config.tourney_freq_S = _i ? 50 : 5;
	plan.config.tourney_min_gap_S = 7;
	begin_tourney(2, "");
	ck_assert_int_eq(server->next_ns, server->now_ns + (_i ? 50 : 5) * SECOND);
	check_said("tourney 0: 3 robots, 2 games\n");
	play_tourney();
	ck_assert_int_eq(server->tourney.n_over, 2);
	double sum = 0;
	for (int i = 0; i < 3; i++) {
		const struct entrant *entrant = &server->tourney.entrants[i];
		ck_assert_int_eq(entrant->games, 2);
		double points = 0;
		for (int game = 0; game < 2; game++) {
			ck_assert_int_eq(entrant->places[game].n_robots, 3);
			points += 2 * (7 - 2 * (entrant->places[game].place + 1));
		}
		ck_assert_double_eq_tol(entrant->score, points, 1e-9);
		sum += points;
	}
	ck_assert_double_eq_tol(sum, 2 * 2 * (5 + 3 + 1), 1e-9);
	AUTO_STR struct str wanted = {0}, wanted_said = {0}, got = {0};
	const struct entrant *entrants = server->tourney.entrants, *best = entrants;
	for (int i = 0; i < 3; i++) {
		int place = 1;
		for (int k = 0; k < 3; k++)
			place += entrants[k].score > entrants[i].score;
		best = entrants[i].score > best->score ? &entrants[i] : best;
		str_addf(&wanted, "%s||Print|tourney 0: place %d of 3, %.3f points in 2 games\n",
			 entrants[i].meta.session_uuid, place, entrants[i].score);
	}
	str_addf(&wanted_said, "tourney 0 is over: 2 games, first %s with %.3f points\n", best->meta.title,
		 best->score);
	for (int game = 0; game < 2; game++) {
		const char *text = next_from(pub_end);
		ck_assert_int_eq(strncmp(text, "GameLog|{", 9), 0);
		AUTO_JSON json_t *log = json_loads(text + strlen("GameLog|"), 0, NULL);
		ck_assert_msg(json_is_object(log), "%s", text);
	}
	ck_assert_str_eq(next_from(pub_end), "");
	server_go_on(server);
	ck_assert(!server->tourney.is_on);
	ck_assert_uint_eq(server->n_finished, 1);
	/* the gap, when it is longer than what was left */
	ck_assert_int_eq(server->next_ns, server->now_ns + (_i ? 50 : 7) * SECOND);
	check_said(wanted_said.text);
	for (int i = 0; i < 3; i++) {
		str_addf(&got, "%s\n", next_from(clients_end));
		ck_assert_int_eq(server->clients[i].entrant, NOBODY);
		ck_assert_int_eq(server->clients[i].n_games, 0);
	}
	ck_assert_str_eq(got.text, wanted.text);
	const char *log = next_from(pub_end);
	ck_assert_int_eq(strncmp(log, "TourneyLog|{", 12), 0);
	AUTO_JSON json_t *json = json_loads(log + 11, 0, &(json_error_t){0});
	ck_assert_uint_eq(json_array_size(json_object_get(json, "game_logs")), 2);
	AUTO_JSON json_t *standings = tourney_standings(plan.database, 10, &err);
	ck_assert_uint_eq(json_array_size(standings), 3);
}
END_TEST

START_TEST(logs_that_are_too_many_are_dropped)
{
	enum { MOST = 16 << 20 };
	begin_tourney(2, "");
	AUTO_FREE char *blanks = mem_zeroed(MOST + 1, 1);
	memset(blanks, ' ', MOST);
	str_add_n(&server->tourney.game_logs, blanks, MOST);
	play_tourney();
	ck_assert(server->tourney.has_dropped_logs && server->tourney.game_logs.length == 0);
	str_clear(&said);
	server_go_on(server);
	ck_assert_msg(strncmp(str_text(&said),
			      "tourney 0: its TourneyLog has no game_logs, because they exceed 16 MB\n", 70) == 0,
		      "%s", str_text(&said));
}
END_TEST

START_TEST(a_server_that_is_stopped_ends_the_games_in_play)
{
	begin_tourney(50, "");
	stop = 1;
	server_go_on(server);
	ck_assert(server->tourney.is_on); /* a game is in play */
	struct question question;
	while (next_question(&question))
		answer(&question, CALL);
	ck_assert_int_eq(server->tourney.n_over, 1);
	server_go_on(server);
	stop = 0;
	ck_assert(!server->tourney.is_on);
}
END_TEST

/* Which of the bots a, b and c score with max_bots_per_player = 2, given their players and their machines. */
static const struct {
	const char *players[3], *machines[3];
	const char *scores;
} crowds[] = {
	{{"A", "A", "A"}, {"m", "m", "m"}, "000"}, {{"A", "A", "B"}, {"m", "m", "m"}, "111"},
	{{"A", "A", "A"}, {"m", "m", "n"}, "111"}, {{"A", "A", "A"}, {"", "", ""}, "000"},
};

START_TEST(who_has_too_many_robots_scores_nothing)
{
	static const char *const names[] = {"a", "b", "c"};
	for (int i = 0; i < 3; i++) {
		join(names[i], crowds[_i].players[i], "");
		snprintf(server->clients[i].address, sizeof server->clients[i].address, "%s", crowds[_i].machines[i]);
	}
	plan.config.player_count[1] = 3;
	forget_messages();
	server_begin(server);
	play_tourney();
	server_go_on(server);
	ck_assert(!server->tourney.is_on);
	for (int i = 0; i < 3; i++) {
		AUTO_STR struct str wanted = {0};
		bool scores = crowds[_i].scores[i] == '1';
		str_addf(&wanted, "%s||Print|you run 3 robots, but at most 2 may score: yours get no points", names[i]);
		if (!scores)
			check_next(wanted.text);
		const char *text = next_from(clients_end);
		ck_assert_msg(strstr(text, "||Print|tourney 0: place ") != NULL, "%s", text);
		ck_assert_msg(scores || strstr(text, ": place 1 of 3, 0.000 points"), "%s", text);
	}
}
END_TEST

/* ---- a robot of the server -------------------------------------------------------------- */

/* The third robot is one of the server's own, reached by this transport. It calls, and fails when the test wants it
 * to. */
static struct {
	struct transport transport;
	struct event event;
	struct fault fault;
	int at;               /* the table that asks it; -1: none */
	int n_seated, n_plays, n_looks;
	int n_failures;       /* that are to come: an event instead of the answer */
	int fails_at;         /* this play, and the second one after it */
	bool fails_looking;   /* or this look */
	bool is_looking;
	enum event_kind kind;
	struct game_intro intro;
	char hands[200];
} own;

static char *own_seat(struct transport *transport, int lane, int attempt, struct fault *fault, struct err *err)
{
	(void)transport, (void)lane, (void)fault, (void)err;
	ck_assert_int_eq(attempt, 0);
	own.n_seated++;
	return own.hands;
}

static void own_game(struct transport *transport, int lane, const struct game_intro *intro)
{
	(void)transport, (void)lane;
	own.intro = *intro;
}

static int64_t own_ask(struct transport *transport, int lane, unsigned flags)
{
	ck_assert(flags == 0 || flags == ASK_OBSERVE);
	ck_assert_int_eq(own.at, -1);
	*(flags ? &own.n_looks : &own.n_plays) += 1;
	own.at = lane;
	own.is_looking = flags != 0;
	transport->n_queued++;
	return TRANSPORT_QUEUED;
}

static int own_collect(struct transport *transport, int32_t *replies, struct err *err)
{
	(void)err;
	if (own.at >= 0)
		replies[own.at] = 0;
	if (own.at >= 0 && own.n_failures && own.is_looking == own.fails_looking &&
	    (own.is_looking ? own.n_looks : own.n_plays) == own.fails_at) {
		own.event = (struct event){own.at, own.kind, &own.fault};
		transport->n_events = 1;
		own.n_failures--;
		own.fails_at += 2;
	}
	own.at = -1;
	return 0;
}

static void begin_own(void)
{
	static const struct transport_ops ops = {.seat = own_seat, .game = own_game, .ask = own_ask,
		.collect = own_collect};
	static struct transport *transports[] = {&own.transport};
	static char *seated[TOURNEY_TABLES + 1];
	static int32_t replies[TOURNEY_TABLES + 1];
	memset(&own, 0, sizeof own);
	memset(seated, 0, sizeof seated);
	static const struct robot so;
	own.transport = (struct transport){.ops = &ops, .robot = &so, .events = &own.event, .most_lanes = 1};
	own.at = -1;
	own.fault.verdict = VERDICT_TIMEOUT;
	server->worker.transports = transports;
	server->worker.n_robots = 1;
	server->worker.replies = replies;
	server->seated = seated;
	join("a", "a", "");
	join("b", "b", "");
	join("c", "c", "");
	client_of("c")->robot = 0;
	plan.config.games_per_tourney_per_bot = 3;
	plan.config.player_count[1] = 3;
	forget_messages();
	server_begin(server);
}

/* Plays until the tourney is over. The server's own robot is asked in rounds. */
static void play_own(void)
{
	struct question question;
	for (int n = 0; n < CALLS && server->tourney.n_over < server->tourney.n_pairings; n++) {
		server_go_on(server);
		server_tables_go(server);
		robots_round(server);
		while (next_question(&question))
			answer(&question, CALL);
	}
	ck_assert_int_eq(server->tourney.n_over, 3);
}

static int n_logged(const char *result)
{
	int n = 0;
	for (const char *at = str_text(&server->tourney.game_logs); (at = strstr(at, result)) != NULL; at++)
		n++;
	return n;
}

START_TEST(robots_of_the_server_play)
{
	begin_own();
	play_own();
	ck_assert_int_eq(own.n_seated, 1); /* it stays at its table from game to game */
	ck_assert_str_eq(own.intro.letters, "ABC");
	ck_assert(own.intro.me >= 'A' && own.intro.me <= 'C');
	ck_assert_int_gt(own.n_plays, 0);
	ck_assert_int_ge(own.n_looks, 2 * 5 * 3); /* at each showdown: two players lose five dice in each game */
	ck_assert_int_eq(n_logged("error_"), 0);
	ck_assert_int_eq(client_of("c")->n_games, 0);
	server->seated = NULL;
}
END_TEST

/* What a failure costs, and what is said about it. It costs a hand, unless the instance was lost together with others
 * or was only observing. */
static const struct {
	enum event_kind kind;
	enum verdict verdict;
	bool is_looking;
	int n_failures, n_timeouts, n_messages;
	const char *said; /* once */
} failures[] = {
	{EVENT_FAULT, VERDICT_TIMEOUT, false, 1, 1, 0, ": timeout: why (others like it are not reported)\n"},
	{EVENT_FAULT, VERDICT_CRASH, false, 2, 0, 2, ": crash: why (others like it are not reported)\n"},
	{EVENT_LOST, VERDICT_CRASH, false, 1, 0, 0, NULL},
	{EVENT_FAULT, VERDICT_TIMEOUT, true, 1, 0, 0, ": timeout: why (others like it are not reported)\n"},
};

START_TEST(robots_of_the_server_fail)
{
	begin_own();
	own.fails_at = 2;
	own.n_failures = failures[_i].n_failures;
	own.kind = failures[_i].kind;
	own.fails_looking = failures[_i].is_looking;
	own.fault.verdict = failures[_i].verdict;
	snprintf(own.fault.cause, sizeof own.fault.cause, "why");
	play_own();
	int n_said = 0;
	for (const char *at = str_text(&said); failures[_i].said && (at = strstr(at, failures[_i].said)) != NULL; at++)
		n_said++;
	ck_assert_msg(n_said == (failures[_i].said != NULL), "%s", str_text(&said));
	ck_assert_int_eq(own.n_failures, 0);
	ck_assert_int_eq(own.n_seated, 1 + failures[_i].n_failures); /* another instance plays on */
	ck_assert_int_eq(n_logged("error_timeout"), failures[_i].n_timeouts);
	ck_assert_int_eq(n_logged("error_bad_message"), failures[_i].n_messages);
	server->seated = NULL;
}
END_TEST

/* ---- the organiser ---------------------------------------------------------------------- */

static char control[] = "/tmp/arena-control-XXXXXX";

static void open_organiser(void)
{
	struct err err = {0};
	ck_assert_int_ge(close(mkstemp(control)), 0);
	unlink(control);
	plan.control = control;
	ck_assert_msg(organiser_open(server, &err) == 0, "%s", err.text);
}

static void close_organiser(void)
{
	organiser_close(server);
	server->control = server->peer = -1;
	server->bans = NULL;
	server->n_bans = 0;
	plan.control = NULL;
}

/* Valid until the next one. */
static const char *ask_organiser(const char *request)
{
	static char text[CONTROL_ANSWER + 2];
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	snprintf(address.sun_path, sizeof address.sun_path, "%s", plan.control);
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	ck_assert_int_eq(connect(fd, (const struct sockaddr *)&address, sizeof address), 0);
	organiser_run(server); /* there is no request yet */
	ck_assert_int_ge(server->peer, 0);
	ck_assert_int_eq(send(fd, request, strlen(request), 0), (ssize_t)strlen(request));
	organiser_run(server);
	ck_assert_int_eq(server->peer, -1);
	memset(text, 0, sizeof text);
	ck_assert_int_ge(recv(fd, text, sizeof text - 1, MSG_DONTWAIT), 0);
	close(fd);
	return text;
}

static void check_request(const char *request, const char *wanted)
{
	ck_assert_str_eq(ask_organiser(request), wanted);
}

START_TEST(the_organiser_is_answered)
{
	open_organiser();
	check_request("status", "ok\nno tourney is in progress\n");
	join("a", "Ada", "");
	join("b", "Ada", "");
	deliver("c", "RegisterBot", meta("c", "Cyd", ""), NULL); /* it has not answered */
	snprintf(client_of("b")->address, sizeof client_of("b")->address, "1.2.3.4");
	check_request("status", "ok\nno tourney is in progress\na_1_Ada\nb_1_Ada from 1.2.3.4\n");
	check_request("pause", "ok\npaused\n");
	check_request("status", "ok\nno tourney is in progress: paused\na_1_Ada\nb_1_Ada from 1.2.3.4\n");
	check_request("status x", "error\nstatus takes no name, but 'x' was given");
	check_request("resume", "ok\ntourneys continue\n");
	ck_assert(!server->is_paused);
	check_request("kick", "error\nkick needs the name of a player, or the title of a robot");
	check_request("kick Bob",
		"ok\nBob: no robot of this player or title is registered; "
		"it cannot register until it is allowed again\n");
	forget_messages();
	check_request("kick b_1_Ada", "ok\nb_1_Ada: 1 robot removed; it cannot register until it is allowed again\n");
	check_next("b||Print|the organiser has removed you");
	check_said("removed: b_1_Ada (b): the organiser has removed you\n");
	ck_assert(client_of("a") && !client_of("b"));
	check_request("allow b_1_Ada", "ok\nb_1_Ada can register again\n");
	join("b", "Ada", "");
	check_request("kick Ada", "ok\nAda: 2 robots removed; it cannot register until it is allowed again\n");
	check_request("kick Ada",
		"ok\nAda: no robot of this player or title is registered; "
		"it cannot register until it is allowed again\n");
	check_request("status", "ok\nno tourney is in progress\nkicked: Bob\nkicked: Ada\n");
	join("a", "Ada", "");
	ck_assert_ptr_null(client_of("a"));
	check_request("allow Bob", "ok\nBob can register again\n");
	check_request("allow Bob", "error\n'Bob' was not kicked");
	check_request("status", "ok\nno tourney is in progress\nkicked: Ada\n");
	check_request("end-season one", "ok\nthe season 'one' ends now\n");
	check_request("kik Ada",
		"error\nthere is no request 'kik' (did you mean 'kick'?); the requests are status, kick, allow, pause, "
		"resume and end-season");
	const char *unnamed = ask_organiser("end-season"); /* it gets the time as its name */
	ck_assert_msg(strncmp(unnamed, "ok\nthe season '20", 17) == 0, "%s", unnamed);
	ck_assert_uint_eq(strlen(unnamed), strlen("ok\nthe season '' ends now\n") + STAMP - 1);
	close_organiser();
	ck_assert_int_ne(access(control, F_OK), 0);
}
END_TEST

START_TEST(requests_during_a_tourney)
{
	open_organiser();
	begin_tourney(2, "");
	str_clear(&said);
	check_request("status", "ok\ntourney 0: 0 of 2 games are over\na_1_a\nb_1_b\nc_1_c\n");
	check_request("pause", "ok\npaused: the tourney in progress is the last\n");
	check_request("status",
		      "ok\ntourney 0: 0 of 2 games are over; paused, so it is the last\na_1_a\nb_1_b\nc_1_c\n");
	check_request("end-season spring", "ok\nthe season 'spring' ends with the tourney in progress\n");
	check_request("kick b", "ok\nb: 1 robot removed; it cannot register until it is allowed again\n");
	ck_assert(client_of("b") && !client_of("b")->is_proven); /* it keeps its place until the end */
	/* A connection without a request is closed after a second. */
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	snprintf(address.sun_path, sizeof address.sun_path, "%s", control);
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
	ck_assert_int_eq(connect(fd, (const struct sockaddr *)&address, sizeof address), 0);
	organiser_run(server);
	pass_ms(1000);
	organiser_run(server);
	ck_assert_int_ge(server->peer, 0);
	pass_ms(1);
	organiser_run(server);
	ck_assert_int_eq(server->peer, -1);
	close(fd);
	str_clear(&said);
	pass_ms(MOVE_MS); /* if b has a question, it does not answer */
	server_tables_check_time(server);
	server_tables_go(server);
	play_tourney();
	server_go_on(server);
	ck_assert_msg(strstr(str_text(&said), "the season 'spring' is over\n") != NULL, "%s", str_text(&said));
	close_organiser();
}
END_TEST

START_TEST(robots_of_the_server_are_not_removed)
{
	static struct robot robots[2];
	begin_own_clients(robots);
	open_organiser();
	join("a", "Eve", "");
	check_request("status",
		"ok\nno tourney is in progress\nbot _1_local (of the server)\nbot _7_Eve (of the server)\na_1_Eve\n");
	check_request("kick bot _7_Eve",
		      "error\nthis robot belongs to the server; start the server without its --robot");
	check_request("kick local",
		"ok\nlocal: no robot of this player or title is registered, except those of the server, which stay; it "
		"cannot register until it is allowed again\n");
	check_request("kick Eve", "ok\nEve: 1 robot removed; it cannot register until it is allowed again\n");
	ck_assert(server->clients[0].is_used && server->clients[1].is_used && !client_of("a"));
	close_organiser();
}
END_TEST

/* There are a thousand names. An answer that names them all is cut. */
START_TEST(so_many_names_can_be_kicked)
{
	enum { MOST = 1000 };
	char request[CONTROL_REQUEST + 1];
	open_organiser();
	for (int i = 0; i < MOST; i++) {
		snprintf(request, sizeof request, "kick %0150d", i);
		const char *answer = ask_organiser(request);
		ck_assert_msg(strncmp(answer, "ok\n", 3) == 0, "%s", answer);
	}
	check_request("kick Ada", "error\ntoo many names are kicked already; allow one of them first");
	ck_assert_uint_eq(strlen(ask_organiser("status")), CONTROL_ANSWER);
	snprintf(request, sizeof request, "allow %0150d", 0);
	ask_organiser(request);
	ck_assert_int_eq(strncmp(ask_organiser("kick Ada"), "ok\nAda: ", 8), 0);
	close_organiser();
}
END_TEST

/* ---- the sockets ------------------------------------------------------------------------ */

static int n_until_failure; /* calls of zmq_socket; the last of them fails */
static typeof(zmq_socket) *real_socket;

static void *fail_in_the_end(void *of, int type)
{
	errno = EMFILE;
	return --n_until_failure ? real_socket(of, type) : NULL;
}

static void *no_context(void)
{
	errno = EMFILE;
	return NULL;
}

static struct server *open_new(struct err *err, int *failed)
{
	struct server *other = NEW(struct server);
	*other = (struct server){.plan = &plan, .config = &plan.config};
	plan.address = "127.0.0.1";
	plan.config.game_port = plan.config.logs_port = 0;
	*failed = sockets_open(other, err);
	return other;
}

START_TEST(sockets_are_opened_or_not)
{
	struct err err = {0};
	int failed;
	struct server *first = open_new(&err, &failed);
	ck_assert_msg(!failed, "%s", err.text);
	ck_assert(first->ports[0] > 0 && first->ports[1] > 0 && first->ports[0] != first->ports[1]);
	AUTO_STR struct str wanted = {0};
	str_addf(&wanted, "robots: tcp://127.0.0.1:%d\nspectators: tcp://127.0.0.1:%d\n", first->ports[0],
		 first->ports[1]);
	check_said(wanted.text);
	plan.config.game_port = first->ports[0];
	struct server second = {.plan = &plan, .config = &plan.config};
	ck_assert_int_ne(sockets_open(&second, &err), 0);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_msg(strstr(err.text, " is in use, perhaps by another server (choose another with --port)") != NULL,
		      "%s", err.text);
	sockets_close(&second);
	plan.config.game_port = 0;
	plan.address = "192.0.2.1"; /* an unused address (RFC 5737) */
	ck_assert_int_ne(sockets_open(&second, &err), 0);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_msg(strstr(err.text, "cannot listen on 'tcp://192.0.2.1:*': ") != NULL, "%s", err.text);
	sockets_close(&second);
	sockets_close(first);
	ck_assert(!first->router && !first->pub && !first->context);
	free(first);
}
END_TEST

/* It looks each second. The ports stay, all questions are sent again, and the limit is not below what the server itself
 * needs. */
START_TEST(sockets_are_renewed_when_clients_fill_the_memory)
{
	enum { GROWTH = 192 << 20 };
	struct err err = {0};
	int failed;
	struct server *other = open_new(&err, &failed);
	ck_assert_msg(!failed, "%s", err.text);
	ck_assert(other->memory_limit > GROWTH && other->memory_limit < SIZE_MAX / 2);
	int ports[] = {other->ports[0], other->ports[1]};
	other->tourney_tables = server->tourney_tables;
	other->tourney_tables[0].is_sent = true;
	other->now_ns = BEGIN_S * SECOND;
	other->memory_limit = 1 << 20;
	other->looked_ns = other->now_ns - SECOND + 1;
	str_clear(&said);
	sockets_check_memory(other);
	check_said("");
	other->looked_ns = other->now_ns - SECOND;
	sockets_check_memory(other);
	check_said("memory: clients filled 1 MB; all connections were closed and opened again\n");
	ck_assert_int_eq(other->looked_ns, other->now_ns);
	ck_assert(other->router && other->pub && !other->is_broken && other->ports[0] == ports[0] &&
		  other->ports[1] == ports[1]);
	ck_assert(!other->tourney_tables[0].is_sent && other->tourney_tables[0].asked_ns == other->now_ns);
	ck_assert(other->memory_limit > GROWTH / 2 && other->memory_limit < socket_memory() + GROWTH * 3 / 4);
	other->now_ns += SECOND;
	sockets_check_memory(other);
	check_said("");
	sockets_part_spectators(other);
	ck_assert(other->pub && !other->is_broken && other->ports[1] == ports[1]);
	sockets_close(other);
	free(other);
}
END_TEST

START_TEST(a_socket_that_cannot_be_opened_is_an_error)
{
	struct err err = {0};
	int failed;
	real_socket = zeromq.socket;
	zeromq.socket = fail_in_the_end;
	n_until_failure = _i;
	struct server *other = open_new(&err, &failed);
	zeromq.socket = real_socket;
	ck_assert(failed);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_str_eq(err.text, "cannot open a socket: Too many open files");
	sockets_close(other);
	free(other);
	typeof(zmq_ctx_new) *real_context = zeromq.ctx_new;
	zeromq.ctx_new = no_context;
	other = open_new(&err, &failed);
	zeromq.ctx_new = real_context;
	ck_assert(failed);
	ck_assert_str_eq(err.text, "cannot start ZeroMQ: Too many open files");
	sockets_close(other);
	free(other);
}
END_TEST

SUITE_WITH(begin, end, 60,
	TEST(sockets_are_opened_or_not),
	LOOP(a_socket_that_cannot_be_opened_is_an_error, 1, 3),
	TEST(sockets_are_renewed_when_clients_fill_the_memory),
	TEST(a_name_is_not_taken_from_another_machine),
	TEST(a_client_is_known_when_it_answers),
	LOOP(registrations_are_refused_with_the_reason, 0, COUNT(registrations)),
	TEST(messages_have_a_shape),
	TEST(a_full_server_replaces_who_is_gone),
	TEST(silent_clients_are_forgotten),
	TEST(who_sends_too_much_is_not_read),
	TEST(who_misses_turns_in_silence_is_absent),
	LOOP(clients_have_room_for_games, 0, COUNT(rooms)),
	LOOP(robots_of_the_server_have_room_for_games, 0, COUNT(own_rooms)),
	TEST(robots_of_the_server_are_registered),
	TEST(robots_of_the_server_stay),
	TEST(a_stateful_robot_plays_one_game),
	TEST(a_stateless_robot_is_asked_as_often_as_its_window),
	TEST(games_in_progress_are_listed),
	LOOP(the_window_follows_the_answers, 0, COUNT(windows)),
	TEST(only_the_answer_of_who_was_asked_counts),
	LOOP(a_late_answer_costs_the_hand, 0, COUNT(windows_missed)),
	TEST(absent_robots_lose_the_turns_that_wait),
	TEST(absent_robots_lose_their_turns_at_once),
	TEST(the_slowest_robot_of_a_long_game_is_expelled),
	TEST(a_question_that_cannot_be_sent_is_sent_again),
	TEST(a_tourney_waits_for_robots),
	LOOP(robots_that_are_there_take_part, 0, COUNT(presences)),
	TEST(robots_take_part_in_the_order_in_which_they_joined),
	TEST(a_broken_server_begins_no_game),
	LOOP(a_tourney_is_played_and_scored, 0, 2),
	TEST(logs_that_are_too_many_are_dropped),
	TEST(a_server_that_is_stopped_ends_the_games_in_play),
	LOOP(who_has_too_many_robots_scores_nothing, 0, COUNT(crowds)),
	TEST(robots_of_the_server_play),
	LOOP(robots_of_the_server_fail, 0, COUNT(failures)),
	TEST(the_organiser_is_answered),
	TEST(requests_during_a_tourney),
	TEST(robots_of_the_server_are_not_removed),
	TEST(so_many_names_can_be_kicked))
