/* test_net_join.c - a client at a server, both in this process: while the person may act, the test is the server. What
 * it sends, also nonsense, what it gets, and what the person reads. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/str.h"
#include "net/client/join.h"
#include "net/protocol/socket.h"

#define STATE \
	"{\"bid\":[2,3],\"dice\":[1,0,2,0,0,1],\"player_count\":3,\"dice_counts\":[2,0,4],\"bot_index\":2," \
	"\"wild_ones\":true,\"first_round\":true,\"bid_history\":[[2,3,0]],\"round_count\":0,\"round_history\":[]," \
	"\"game_uuid\":\"u\"}"
#define LONGEST \
	"1234567890123456789012345678901234567890123456789012345678901234" \
	"5678901234567890123456789012345678901234567890123456789012345678"

static void *router;
static struct state *state; /* for which the person has not chosen a play */
static int n_new, n_asks, n_served;
static bool has_registered;
static struct str got, shown, said; /* by the server; by the person; what is told of it, each with its kind */
static struct tournament tournament;

static void send_message(const char *type, const char *third, const char *fourth)
{
	const struct bytes frames[] = {{"me", 2}, {"", 0}, {type, strlen(type)}, {third, third ? strlen(third) : 0},
		{fourth, fourth ? strlen(fourth) : 0}};
	ck_assert(socket_send(router, frames, fourth ? 5 : third ? 4 : 3));
}

static void send_all(void)
{
	send_message("Ping", NULL, NULL);
	send_message("Print", "hello", NULL);
	send_message("Print", "hello", NULL);
	send_message("Print", "a\033b", NULL);
	send_message("Ping", "more", NULL);
	send_message("Print", NULL, NULL);
	send_message("Nonsense", NULL, NULL);
	send_message("GameState", "g", NULL);
	send_message("GameState", "", STATE);
	send_message("GameState", LONGEST "9", STATE);
	send_message("GameState", "g", "{}");
	send_message("GameState", LONGEST, STATE);
}

/* Runs the server's turn: notes which messages have come, and answers a registration. */
static bool serve(void *self, int64_t ns)
{
	struct message message;
	zmq_pollitem_t item = {.socket = router, .events = ZMQ_POLLIN};
	(void)self;
	zeromq.poll(&item, 1, (long)(ns / 1000000));
	while (socket_receive(router, &message)) {
		bool is_meta = false;
		for (int i = 2; i < message.n && i < SOCKET_FRAMES; i++) {
			struct bytes frame = socket_frame(&message, i);
			str_add_n(&got, "|", i > 2);
			str_add_n(&got, frame.at, frame.size);
			is_meta |= frame.size == 11 && memcmp(frame.at, "RegisterBot", 11) == 0;
		}
		str_add(&got, "\n");
		ck_assert_mem_eq(socket_frame(&message, 0).at, "me", 2);
		ck_assert_uint_eq(socket_frame(&message, 1).size, 0);
		socket_release(&message);
		if (is_meta && !has_registered)
			send_all();
		has_registered |= is_meta;
	}
	ck_assert_int_lt(++n_served, 10000);
	return n_asks < 3 || state;
}

static void drop_state(void)
{
	if (state)
		state_release(state);
	free(state);
	state = NULL;
}

static void take_state(void *self, struct state *given, bool is_new)
{
	(void)self;
	drop_state();
	state = given;
	n_asks++;
	n_new += is_new;
	ck_assert_int_eq(state->me, 2);
}

/* After the first play there is another game, and then a second turn in it. */
static bool take_play(void *self, int *play)
{
	(void)self;
	if (!state)
		return false;
	*play = n_asks == 1 ? 33 : n_asks == 2 ? 0 : 99999;
	if (n_asks < 3)
		send_message("GameState", "h", STATE);
	return true;
}

static void print_text(void *self, const char *text)
{
	(void)self;
	str_addf(&shown, "%s\n", text);
}

static void note(enum join_news news, const char *text, void *context)
{
	static const char *const names[] = {
		[JOIN_CONNECTION] = "connection", [JOIN_SERVER] = "server", [JOIN_FAULT] = "fault",
		[JOIN_DROPPED] = "dropped", [JOIN_LEFT] = "left",
	};
	(void)context;
	str_addf(&said, "%s: %s\n", names[news], text);
}

/* join_play sends the play after this, so the state is no longer needed at the next turn of the server. */
static bool serve_and_forget(void *self, int64_t ns)
{
	static int n_answered;
	bool goes_on = serve(self, ns);
	if (n_answered < n_asks && strstr(str_text(&got), n_asks == 3 ? "[9999,9]" : n_asks == 2 ? "call" : "[3,3]")) {
		n_answered = n_asks;
		drop_state();
	}
	return goes_on && !(n_asks == 3 && !state);
}

START_TEST(a_person_plays_at_a_server)
{
	struct err err = {0};
	char bound[300];
	static volatile sig_atomic_t stop;
	ck_assert_msg(zeromq_load(&err) == 0 && rules_init(&tournament.rules, "tourney", &err) == 0, "%s", err.text);
	void *context = zeromq.ctx_new();
	router = socket_open(context, ZMQ_ROUTER, &err);
	ck_assert_msg(router && socket_bind(router, "127.0.0.1", 0, bound, sizeof bound, &err) == 0, "%s", err.text);
	AUTO_JSON json_t *meta = json_pack("{s:s}", "session_uuid", "me");
	const struct join_person person = {serve_and_forget, take_state, take_play, print_text, NULL};
	const struct join_plan plan = {.server = bound + strlen("tcp://"), .tournament = &tournament, .person = &person,
		.meta = meta, .n_games = 1, .stop = &stop, .say = note};
	ck_assert_msg(join_check(&plan, &err) == 0, "%s", err.text);
	ck_assert_msg(join_play(&plan, &err) == 0, "%s", err.text);
	drop_state();
	ck_assert_str_eq(got.text, "RegisterBot|{\"session_uuid\":\"me\"}\nPing\n"
			 "Move|" LONGEST "|{\"response_type\":\"bid\",\"bid\":[3,3],\"game_uuid\":\"u\"}\n"
			 "Move|h|{\"response_type\":\"call\",\"game_uuid\":\"u\"}\n"
			 "Move|h|{\"response_type\":\"bid\",\"bid\":[9999,9],\"game_uuid\":\"u\"}\n");
	ck_assert_int_eq(n_new, 2);
	AUTO_STR struct str wanted = {0}, wanted_read = {0};
	str_addf(&wanted, "connection: connected to %s\nserver: hello\nserver: a?b\n"
		 "dropped: a message from the server was dropped: it is not a GameState, Ping or Print "
		 "(further ones are only counted)\n"
		 "left: 3 moves in 2 games, 1 lines of the server shown only once, 7 messages of the server dropped\n",
		 bound);
	ck_assert_str_eq(said.text, wanted.text);
	str_addf(&wanted_read, "connected to %s\nhello\na?b\n", bound);
	ck_assert_str_eq(shown.text, wanted_read.text);
	zeromq.close(router);
	zeromq.ctx_term(context);
	str_release(&got);
	str_release(&shown);
	str_release(&said);
}
END_TEST

/* ---- registrations ---------------------------------------------------------------------- */

START_TEST(a_robot_has_a_meta)
{
	struct err err = {0};
	static char label[] = "bot\033:a=1";
	struct robot robot = {.label = label};
	AUTO_JSON json_t *plain = join_meta(&robot, "Ada", &err);
	snprintf(robot.manifest.name, sizeof robot.manifest.name, "Name");
	snprintf(robot.manifest.version, sizeof robot.manifest.version, "2");
	AUTO_JSON json_t *named = join_meta(&robot, "Ada", &err);
	const char *first = json_string_value(json_object_get(plain, "session_uuid"));
	const char *second = json_string_value(json_object_get(named, "session_uuid"));
	ck_assert_str_ne(first, second);
	ck_assert_uint_eq(strlen(first), 36);
	ck_assert_uint_eq(strspn(first, "0123456789abcdef-"), 36);
	ck_assert(first[8] == '-' && first[13] == '-' && first[18] == '-' && first[23] == '-' && first[14] == '4' &&
		strchr("89ab", first[19]));
	AUTO_JSON json_t *wanted = json_pack("{s:s, s:s, s:s, s:s, s:s}", "player", "Ada", "name", "bot?:a=1",
					     "version", "1.0", "session_uuid", first, "full_title", "bot?:a=1_1.0_Ada");
	ck_assert(json_equal(plain, wanted));
	ck_assert_str_eq(json_string_value(json_object_get(named, "full_title")), "Name_2_Ada");
	ck_assert_str_eq(json_string_value(json_object_get(named, "name")), "Name");
}
END_TEST

static const struct {
	const char *variant, *setting;
	bool fits;
} rules_of_servers[] = {
	{"tourney", "dice=5", true}, {"tourney", "wild=ones", true}, {"tourney", "faces=8", false},
	{"maexchen", NULL, false},
};

START_TEST(only_some_rules_fit)
{
	struct err err = {0};
	struct tournament other = {0};
	ck_assert_msg(rules_init(&other.rules, rules_of_servers[_i].variant, &err) == 0, "%s", err.text);
	if (rules_of_servers[_i].setting)
		ck_assert_msg(rules_set(&other.rules, rules_of_servers[_i].setting, &err) == 0, "%s", err.text);
	AUTO_JSON json_t *meta = json_object();
	const struct join_plan plan = {.server = "127.0.0.1", .tournament = &other, .meta = meta};
	ck_assert_int_eq(join_check(&plan, &err) == 0, rules_of_servers[_i].fits);
	ck_assert(rules_of_servers[_i].fits || (err.code == EXIT_USAGE &&
		strstr(err.text, "the tourney protocol cannot describe these rules")));
}
END_TEST

SUITE(120,
	TEST(a_person_plays_at_a_server),
	TEST(a_robot_has_a_meta),
	LOOP(only_some_rules_fit, 0, COUNT(rules_of_servers)))
