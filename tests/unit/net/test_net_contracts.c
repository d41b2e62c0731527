/* test_net_contracts.c - what the headers of src/net promise, in tables: bounds of settings, identities and addresses,
 * lists of keys, requests of the organiser, GameLogs that are read back and shown to spectators, and the robots of a
 * season. */
#include <check.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/str.h"
#include "game/liars/liars.h"
#include "empty_database.h"
#include "net/logs/log_game.h"
#include "net/logs/log_study.h"
#include "net/protocol/authentication.h"
#include "net/protocol/connection.h"
#include "net/protocol/control.h"
#include "net/protocol/message.h"
#include "net/server/http.h"
#include "net/server/page.h"
#include "net/server/serve.h"
#include "store/tourney.h"
#include "temporary_folder.h"

/* ---- config.h --------------------------------------------------------------------------- */

/* The least and the largest value of each number, and one beyond. */
static const struct {
	const char *key, *below, *least, *most, *above;
} bounds[] = {
	{"games_per_tourney_per_bot", "0", "1", "100000", "100001"},
	{"tourney_freq_S", "-0.1", "0", "1000000", "1000000.5"},
	{"tourney_min_gap_S", "-0.1", "0", "1000000", "1000000.5"},
	{"dice_count", "0", "1", "20", "21"},
	{"player_count", "[1,2]", "[2,2]", "[26,26]", "[26,27]"},
	{"score_mult", "-1000000001", "-1000000000", "1000000000", "1000000001"},
	{"move_timeout_mS", "0", "1", "3600000", "3600001"},
	{"game_timeout_mS", "0", "1", "86400000", "86400001"},
	{"game_port", "-1", "0", "65535", "65536"},
	{"logs_port", "-1", "0", "65535", "65536"},
	{"max_bots_per_player", "0", "1", "100000", "100001"},
	{"max_bots", "1", "2", "10000", "10001"},
	{"logs_kept", "0", "1", "1000000000000", "1000000000001"},
};

static int set_value(struct config *config, const char *key, const char *value)
{
	struct err err = {0};
	AUTO_STR struct str setting = {0};
	str_addf(&setting, "%s=%s", key, value);
	return config_set(config, setting.text, "--set", &err);
}

START_TEST(settings_have_bounds)
{
	struct config config;
	config_init(&config);
	ck_assert_int_eq(set_value(&config, bounds[_i].key, bounds[_i].least), 0);
	ck_assert_int_eq(set_value(&config, bounds[_i].key, bounds[_i].most), 0);
	ck_assert_int_ne(set_value(&config, bounds[_i].key, bounds[_i].below), 0);
	ck_assert_int_ne(set_value(&config, bounds[_i].key, bounds[_i].above), 0);
}
END_TEST

START_TEST(texts_of_settings_have_bounds)
{
	static const char *const keys[] = {"tourney_tag", "logs_path"};
	struct config config;
	char text[CONFIG_TEXT + 1] = {0};
	config_init(&config);
	memset(text, 'x', CONFIG_TEXT);
	ck_assert_int_ne(set_value(&config, keys[_i], text), 0);
	text[CONFIG_TEXT - 1] = '\0';
	ck_assert_int_eq(set_value(&config, keys[_i], text), 0);
	ck_assert_str_eq(_i ? config.logs_path : config.tourney_tag, text);
	ck_assert_int_ne(set_value(&config, keys[_i], ""), 0);
}
END_TEST

START_TEST(settings_have_defaults)
{
	struct config config;
	config_init(&config);
	ck_assert_double_eq(config.tourney_freq_S, 60);
	ck_assert_double_eq(config.tourney_min_gap_S, 10);
	ck_assert_double_eq(config.score_mult, 1);
	ck_assert_int_eq(config.dice_count, 5);
	ck_assert_int_eq(config.logs_port, 5556);
	ck_assert_int_eq(config.max_bots_per_player, 2);
	ck_assert_int_eq(config.max_bots, 256);
	ck_assert_int_eq(config.logs_kept, 100000);
	ck_assert_str_eq(config.logs_path, "results");
	struct rules rules;
	struct err err = {0};
	ck_assert_msg(serve_rules(&config, &rules, &err) == 0, "%s", err.text);
	config.do_drop_wilds = false;
	config.dice_count = 3;
	struct rules others;
	ck_assert_msg(serve_rules(&config, &others, &err) == 0, "%s", err.text);
	AUTO_STR struct str text = {0}, other_text = {0};
	rules_to_text(&rules, &text);
	rules_to_text(&others, &other_text);
	ck_assert(strstr(text.text, "dice=5") && strstr(text.text, "wild=drop") &&
		  strstr(other_text.text, "wild=ones") && strstr(other_text.text, "dice=3"));
}
END_TEST

/* ---- message.h, http.h, connection.h ---------------------------------------------------- */

static const struct {
	const char *text;
	bool is_identity;
} identities[] = {
	{"a", true}, {"Az09-_", true}, {"-", true}, {"", false}, {"a b", false}, {"a.b", false}, {"a\n", false},
	{"\xc3\xa9", false},
	{"1234567890123456789012345678901234567890123456789012345678901234", true},
	{"12345678901234567890123456789012345678901234567890123456789012345", false},
};

START_TEST(identities_are_letters_and_digits)
{
	ck_assert_int_eq(message_is_identity(identities[_i].text, strlen(identities[_i].text)),
			 identities[_i].is_identity);
	ck_assert(!message_is_identity("a\0b", 3));
}
END_TEST

START_TEST(the_server_gives_the_player)
{
	struct meta meta = {.name = "N", .version = "2", .player = "P", .title = "X", .session_uuid = "u",
		.machine_learning = true};
	message_set_player(&meta, "Ada");
	ck_assert_str_eq(meta.player, "Ada");
	ck_assert_str_eq(meta.title, "N_2_Ada");
	AUTO_STR struct str out = {0};
	message_add_meta(&meta, &out);
	ck_assert_ptr_null(strchr(out.text, '\n'));
	AUTO_JSON json_t *written = json_loads(out.text, 0, NULL);
	AUTO_JSON json_t *wanted = json_pack("{s:s, s:s, s:s, s:s, s:s, s:b, s:b, s:b, s:b}", "player", "Ada",
		"name", "N", "version", "2", "session_uuid", "u", "full_title", "N_2_Ada", "stateless", 0,
		"software_engineer", 0, "machine_learning", 1, "internet", 0);
	ck_assert_msg(json_equal(written, wanted), "%s", out.text);
}
END_TEST

static const struct {
	const char *where, *host; /* host NULL: refused */
	int port;
} listens[] = {
	{"8080", "127.0.0.1", 8080}, {"0", "127.0.0.1", 0}, {"65535", "127.0.0.1", 65535}, {"65536", NULL, 0},
	{"-1", NULL, 0}, {"", NULL, 0},
	{"x", NULL, 0}, {"127.0.0.1:80", "127.0.0.1", 80}, {"[::1]:80", "::1", 80}, {"[]:80", "", 80},
	{"::1:80", "::1", 80},
	{":80", "", 80}, {"a:b", NULL, 0}, {"[::1]", NULL, 0}, {"[x:80", "[x", 80}, {"1.2.3.4:", NULL, 0},
};

START_TEST(addresses_to_listen_at_are_read)
{
	struct err err = {0};
	AUTO_STR struct str host = {0};
	int port = -7, failed = http_read_where(listens[_i].where, "--page", &host, &port, &err);
	ck_assert_int_eq(failed != 0, !listens[_i].host);
	if (failed) {
		ck_assert_int_eq(err.code, EXIT_USAGE);
		ck_assert_msg(strstr(err.text, "--page takes PORT or ADDRESS:PORT") != NULL, "%s", err.text);
		ck_assert_int_eq(port, -7);
	} else {
		ck_assert_str_eq(str_text(&host), listens[_i].host);
		ck_assert_int_eq(port, listens[_i].port);
	}
}
END_TEST

/* Only numeric addresses, which need no network. `said` is the message of the error, or NULL if there is none. */
static const struct {
	const char *server, *said;
} servers[] = {
	{"127.0.0.1", NULL}, {"127.0.0.1:1", NULL}, {"127.0.0.1:65535", NULL}, {"[::1]", NULL}, {"[::1]:80", NULL},
	{"127.0.0.1:0", "the port after the ':' must be a number from 1 to 65535"},
	{"127.0.0.1:65536", "the port after the ':' must be a number from 1 to 65535"},
	{"[::1]:", "the port after the ':' must be a number from 1 to 65535"},
	{"", "is not HOST or HOST:PORT"}, {":80", "is not HOST or HOST:PORT"}, {"a/b", "is not HOST or HOST:PORT"},
	{"a@b", "is not HOST or HOST:PORT"}, {"a b:80", "is not HOST or HOST:PORT"},
	{"a;b", "is not HOST or HOST:PORT"},
	{"::1", "is not HOST or HOST:PORT"}, {"a:b:80", "is not HOST or HOST:PORT"},
};

START_TEST(addresses_of_servers_are_read)
{
	struct err err = {0};
	struct connection_plan plan = {.server = servers[_i].server, .port = 5555};
	int failed = connection_check(&plan, &err);
	ck_assert_msg((failed != 0) == (servers[_i].said != NULL), "%s", err.text);
	if (servers[_i].said) {
		ck_assert_int_eq(err.code, EXIT_USAGE);
		ck_assert_msg(strstr(err.text, servers[_i].said) != NULL, "%s", err.text);
	}
}
END_TEST

START_TEST(an_address_has_a_length)
{
	struct err err = {0};
	AUTO_STR struct str server = {0};
	struct connection connection;
	const int longest = (int)(sizeof connection.address - strlen("tcp://:1") - 1);
	str_addf(&server, "%0*d", longest, 1);
	int failed = connection_check(&(struct connection_plan){.server = server.text, .port = 1}, &err);
	ck_assert_msg(!failed || strstr(err.text, "cannot find the host '000"), "%s", err.text);
	str_add(&server, "0");
	ck_assert_int_ne(connection_check(&(struct connection_plan){.server = server.text, .port = 1}, &err), 0);
	ck_assert_str_eq(err.text, "the address of the server is too long");
	ck_assert_int_ne(connection_check(&(struct connection_plan){
		.server = "127.0.0.1", .port = 1, .secret_path = "x"}, &err), 0);
	ck_assert_msg(strstr(err.text, "encryption needs both keys") != NULL, "%s", err.text);
	ck_assert_int_ne(connection_check(&(struct connection_plan){
		.server = "127.0.0.1", .port = 1, .server_path = "x"}, &err), 0);
	ck_assert_msg(strstr(err.text, "encryption needs both keys") != NULL, "%s", err.text);
}
END_TEST

static const struct {
	enum connection_event event;
	const char *text;
} connection_events[] = {
	{CONNECTION_UP, "connected to tcp://h:1"}, {CONNECTION_DOWN, "lost the connection to tcp://h:1; retrying"},
	{CONNECTION_AWAY, "no answer yet from tcp://h:1; retrying"},
	{CONNECTION_REFUSED, "rejected (check the port and the keys) by tcp://h:1; retrying"},
	{CONNECTION_SILENT,
	 "no tourney server answers at tcp://h:1; is it the right port? "
	 "A server has one for robots, and another for spectators"},
};

START_TEST(a_host_that_does_not_exist)
{
	struct err err = {0};
	ck_assert_int_ne(connection_check(&(struct connection_plan){.server = "[127.0.0.1]:80", .port = 1}, &err), 0);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_str_eq(err.text,
		"cannot find the host '127.0.0.1': Address family for hostname not supported "
		"(check the name and the network)");
}
END_TEST

START_TEST(events_of_a_connection_are_described)
{
	AUTO_STR struct str out = {0};
	struct err err = {0};
	const struct connection connection = {.address = "tcp://h:1"};
	connection_describe(&connection, connection_events[_i].event, &out);
	ck_assert_str_eq(out.text, connection_events[_i].text);
	ck_assert_int_eq(connection_flooded(&connection, &err), -1);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_str_eq(err.text,
			 "disconnected from tcp://h:1, because it sent more than 192 MB of unreadable messages");
}
END_TEST

/* ---- authentication.h ------------------------------------------------------------------- */

#define KEY "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7" /* of the documentation of CURVE */
#define OTHER "0000000000000000000000000000000000000000"
#define NAME_64 "1234567890123456789012345678901234567890123456789012345678901234"

static const struct {
	const char *list;
	int n;            /* keys; or it is refused, and */
	const char *said; /* the error has this */
} key_lists[] = {
	{"", 0, NULL},
	{"\n# a comment\n\n", 0, NULL},
	{KEY " Ada\n", 1, NULL},
	{KEY " Ada", 1, NULL},
	{"public " KEY "  Ada\r\n" KEY "\tBob Smith\n", 2, NULL},
	{KEY " " NAME_64 "\n", 1, NULL},
	{KEY " " NAME_64 "5\n", 0, "line 1: the name must be 1 to 64 bytes"},
	{"#\n" KEY " \n", 0, "line 2: the name must be 1 to 64 bytes"},
	{KEY " a\033b\n", 0, "line 1: the name must be 1 to 64 bytes without control characters"},
	{"\n\n" KEY "\n", 0, "line 3: must be \"KEY NAME\", where KEY is the 40 characters of a public key"},
	{KEY "x Ada\n", 0, "line 1: must be \"KEY NAME\""},
	{"secret " KEY "\n", 0, "line 1: must be \"KEY NAME\""},
	{" " KEY " Ada\n", 0, "line 1: must be \"KEY NAME\""},
};

static struct authentication *open_list(void *context, const char *list, struct err *err)
{
	ck_assert_msg(access("server.key", F_OK) == 0 || keys_make("server", err) == 0, "%s", err->text);
	write_file("list", list);
	return authentication_new(context, "server.key", "list", err);
}

START_TEST(lists_of_keys_are_read)
{
	struct err err = {0};
	ck_assert_int_eq(zeromq_load(&err), 0);
	void *context = zeromq.ctx_new();
	struct authentication *authentication = open_list(context, key_lists[_i].list, &err);
	if (key_lists[_i].said) {
		ck_assert_ptr_null(authentication);
		ck_assert_int_eq(err.code, EXIT_USAGE);
		ck_assert_msg(strstr(err.text, key_lists[_i].said) != NULL, "%s", err.text);
	} else {
		ck_assert_msg(authentication != NULL, "%s", err.text);
		ck_assert_int_eq(authentication_n_allowed(authentication), key_lists[_i].n);
		ck_assert_int_eq(authentication_allows(authentication, KEY), key_lists[_i].n > 0);
		ck_assert(!authentication_allows(authentication, KEY "x") &&
			  !authentication_allows(authentication, NULL));
	}
	authentication_free(authentication);
	zeromq.ctx_term(context);
}
END_TEST

static void set_time(const char *path, time_t seconds)
{
	const struct timespec times[] = {{seconds, 0}, {seconds, 0}};
	ck_assert_int_eq(utimensat(AT_FDCWD, path, times, 0), 0);
}

START_TEST(a_list_of_keys_is_read_again_when_it_changes)
{
	struct err err = {0};
	ck_assert_int_eq(zeromq_load(&err), 0);
	void *context = zeromq.ctx_new();
	struct authentication *authentication = open_list(context, KEY " Ada\n", &err);
	ck_assert_msg(authentication != NULL, "%s", err.text);
	ck_assert_int_eq(authentication_look_again(authentication, &err), AUTHENTICATION_NO_NEWS);
	write_file("list", "not a list\n");
	set_time("list", 1000);
	ck_assert_int_eq(authentication_look_again(authentication, &err), AUTHENTICATION_INVALID); /* the keys remain */
	ck_assert(err.code == EXIT_USAGE && strstr(err.text, "'list'"));
	ck_assert_int_eq(authentication_look_again(authentication, &err), AUTHENTICATION_NO_NEWS); /* it was said */
	ck_assert(authentication_allows(authentication, KEY));
	write_file("list", "");
	set_time("list", 2000);
	ck_assert_int_eq(authentication_look_again(authentication, &err), AUTHENTICATION_REMOVED);
	ck_assert(!authentication_allows(authentication, KEY));
	write_file("list", KEY " Ada\n");
	set_time("list", 3000);
	ck_assert_int_eq(authentication_look_again(authentication, &err), AUTHENTICATION_READ);
	ck_assert(authentication_allows(authentication, KEY));
	ck_assert_int_eq(unlink("list"), 0);
	ck_assert_int_eq(authentication_look_again(authentication, &err), AUTHENTICATION_INVALID);
	ck_assert_int_eq(authentication_look_again(authentication, &err), AUTHENTICATION_NO_NEWS);
	authentication_free(authentication);
	zeromq.ctx_term(context);
}
END_TEST

START_TEST(a_list_that_cannot_be_read_has_a_reason)
{
	struct err err = {0};
	ck_assert(keys_make("server", &err) == 0 && mkdir("folder", 0700) == 0);
	write_file("large", "#");
	ck_assert_int_eq(truncate("large", (1 << 20) + 1), 0);
	static const struct {
		const char *path, *said;
	} lists[] = {{"none", "'none': No such file or directory"}, {"folder", "'folder': Is a directory"},
		{"large", "'large' is larger than"}};
	for (int i = 0; i < COUNT(lists); i++) {
		ck_assert_ptr_null(authentication_new(NULL, "server.key", lists[i].path, &err));
		ck_assert_int_eq(err.code, EXIT_USAGE);
		ck_assert_msg(strstr(err.text, lists[i].said) != NULL, "%s", err.text);
	}
	ck_assert_int_eq(truncate("large", 1 << 20), 0); /* it is read, but there is no context for the socket */
	ck_assert_ptr_null(authentication_new(NULL, "server.key", "large", &err));
	ck_assert_msg(strstr(err.text, "cannot open the socket for checking keys") != NULL, "%s", err.text);
}
END_TEST

/* A list is another one when its size, its time or its file is. */
START_TEST(a_change_of_a_list_of_keys_is_noticed)
{
	struct err err = {0};
	ck_assert_int_eq(zeromq_load(&err), 0);
	void *context = zeromq.ctx_new();
	struct authentication *authentication = open_list(context, KEY " Ada\n" OTHER " Bob\n", &err);
	ck_assert_msg(authentication != NULL, "%s", err.text);
	ck_assert_int_eq(authentication_n_allowed(authentication), 2);
	set_time("list", 1000);
	ck_assert_int_eq(authentication_look_again(authentication, &err), AUTHENTICATION_READ);
	write_file("list", KEY " Ada\n" OTHER " Bob Smith\n");
	set_time("list", 1000);
	ck_assert_int_eq(authentication_look_again(authentication, &err), AUTHENTICATION_READ);
	write_file("other", KEY " Ada\n" OTHER " Bob Black\n");
	set_time("other", 1000);
	ck_assert_int_eq(rename("other", "list"), 0);
	ck_assert_int_eq(authentication_look_again(authentication, &err), AUTHENTICATION_READ);
	ck_assert_int_eq(authentication_look_again(authentication, &err), AUTHENTICATION_NO_NEWS);
	write_file("list", KEY " Ada\n");
	/* of the second one */
	ck_assert_int_eq(authentication_look_again(authentication, &err), AUTHENTICATION_REMOVED);
	ck_assert(authentication_allows(authentication, KEY) && !authentication_allows(authentication, OTHER));
	authentication_free(authentication);
	zeromq.ctx_term(context);
}
END_TEST

/* ---- control.h -------------------------------------------------------------------------- */

/* Makes a request in a process of its own, which writes the result of control_ask to a file. */
static pid_t ask_in_child(const char *request)
{
	pid_t pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		struct err err = {0};
		AUTO_STR struct str answer = {0};
		int failed = control_ask("control", request, &answer, &err);
		FILE *file = fopen("asked", "w");
		fprintf(file, "%d %d '%s' '%s'", failed != 0, failed ? (int)err.code : 0, str_text(&answer), err.text);
		fclose(file);
		_exit(0);
	}
	return pid;
}

static const struct {
	const char *answer, *asked; /* answer NULL: the connection is closed */
} control_answers[] = {
	{"ok\nfine\n", "0 0 'fine\n' ''"},
	{"ok\n", "0 0 '' ''"},
	{"error\nno such robot", "1 2 '' 'no such robot'"},
	{"ok", "1 2 '' 'the answer is not from an arena server'"},
	{"HTTP/1.1 400", "1 2 '' 'the answer is not from an arena server'"},
	{NULL, "1 5 '' 'the server at 'control' does not answer'"},
};

START_TEST(the_organiser_gets_an_answer)
{
	struct err err = {0};
	char request[CONTROL_REQUEST + 1] = {0};
	int listener = control_listen("control", &err), peer;
	ck_assert_msg(listener >= 0, "%s", err.text);
	ck_assert_int_eq(control_accept(listener), -1); /* nobody is there; it does not wait */
	struct stat st;
	ck_assert(stat("control", &st) == 0 && (st.st_mode & 0777) == 0600);
	pid_t pid = ask_in_child("status of it");
	while ((peer = control_accept(listener)) < 0)
		sched_yield();
	while (recv(peer, request, sizeof request - 1, MSG_DONTWAIT) < 0)
		sched_yield();
	ck_assert_str_eq(request, "status of it");
	const char *answer = control_answers[_i].answer;
	if (answer)
		ck_assert_int_eq(send(peer, answer, strlen(answer), 0), (ssize_t)strlen(answer));
	close(peer);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	check_file("asked", control_answers[_i].asked);
	close(listener);
}
END_TEST

START_TEST(sockets_of_dead_servers_are_replaced)
{
	struct err err = {0};
	AUTO_STR struct str answer = {0};
	int dead = control_listen("control", &err);
	ck_assert_int_ge(dead, 0);
	ck_assert_int_eq(control_listen("control", &err), -1);
	ck_assert_str_eq(err.text, "another server listens on 'control'; give --control another path");
	ck_assert_int_eq(err.code, EXIT_USAGE);
	close(dead);
	ck_assert_int_eq(control_ask("control", "status", &answer, &err), -1);
	ck_assert_int_eq(err.code, EXIT_WORLD);
	ck_assert_msg(strstr(err.text, "cannot reach a server at 'control'") != NULL, "%s", err.text);
	int alive = control_listen("control", &err);
	ck_assert_msg(alive >= 0, "%s", err.text);
	close(alive);
	write_file("file", "text");
	ck_assert_int_eq(control_listen("file", &err), -1);
	ck_assert_str_eq(err.text, "'file' exists and is not a socket; give --control another path");
	check_file("file", "text");
	ck_assert_int_eq(control_listen("none/control", &err), -1);
	ck_assert_str_eq(err.text, "cannot create the control socket 'none/control': No such file or directory");
}
END_TEST

START_TEST(requests_and_paths_have_a_length)
{
	struct err err = {0};
	AUTO_STR struct str answer = {0}, request = {0}, path = {0};
	str_addf(&request, "%0*d", CONTROL_REQUEST, 0);
	ck_assert_int_eq(control_ask("none", request.text, &answer, &err), -1);
	ck_assert_msg(strstr(err.text, "cannot reach a server at 'none'") != NULL, "%s", err.text);
	str_add(&request, "0");
	ck_assert_int_eq(control_ask("none", request.text, &answer, &err), -1);
	ck_assert_str_eq(err.text, "a request has at most 200 bytes");
	ck_assert_int_eq(control_listen("", &err), -1);
	ck_assert_str_eq(err.text, "the path of the control socket must have 1 to 107 bytes: ''");
	str_addf(&path, "%0107d", 0);
	int longest = control_listen(path.text, &err);
	ck_assert_msg(longest >= 0, "%s", err.text);
	close(longest);
	str_add(&path, "0");
	ck_assert_int_eq(control_listen(path.text, &err), -1);
	ck_assert_msg(strstr(err.text, "must have 1 to 107 bytes") != NULL, "%s", err.text);
}
END_TEST

/* ---- GameLogs --------------------------------------------------------------------------- */

static const struct {
	const char *rankings;
	int n;
	const char *places; /* "" : refused */
} rankings[] = {
	{"[0,1]", 2, "12"}, {"[1,0]", 2, "21"}, {"[2,0,1]", 3, "231"}, {"[0]", 2, ""}, {"[0,1,2]", 2, ""},
	{"[0,0]", 2, ""}, {"[0,2]", 2, ""},
	{"[-1,0]", 2, ""}, {"[]", 2, ""}, {"{}", 2, ""}, {"[1,2]", 2, ""}, {"[0,1,0]", 2, ""},
};

START_TEST(rankings_are_orders_of_the_seats)
{
	AUTO_JSON json_t *json = json_loads(rankings[_i].rankings, 0, NULL);
	uint8_t places[GAME_MAX_SEATS];
	ck_assert_int_eq(log_places(json, rankings[_i].n, places), rankings[_i].places[0] != '\0');
	for (int i = 0; rankings[_i].places[i]; i++)
		ck_assert_int_eq(places[i], rankings[_i].places[i] - '0');
}
END_TEST

/* Ada, with a four and a six, bids a four; Bob, with a four and a two, raises to two and then is called by Cyd. */
#define HAND(result, caller, bids) \
	"{\"result\":\"" result "\",\"calling_player\":" caller ",\"losing_player\":2,\"bid_history\":[" bids "]," \
	"\"face_counts\":[[0,0,0,1,0,1],[0,1,0,1,0,0],[0,1,1,0,0,0]]}"
#define BIDS "[1,4,0],[2,4,1]"
#define BAD_CALL HAND("bad_call", "2", BIDS)
#define LOG(titles, places, hands) \
	"{\"bot_titles\":[" titles "],\"bot_rankings\":[" places "],\"game_history\":[" hands "]," \
	"\"bot_uuids\":[\"a\",\"b\",\"c\"],\"match_index\":7,\"tourney_index\":3,\"game_uuid\":\"g\"," \
	"\"end_time\":\"then\"}"
#define THREE "\"Ada\",\"Bob\",\"Cyd\""

static const struct {
	const char *log;
	bool is_read;
} logs[] = {
	{LOG(THREE, "1,0,2", BAD_CALL), true},
	{LOG(THREE, "1,0,2", HAND("error_timeout", "2", BIDS)), true},
	{LOG(THREE, "1,0,2", HAND("error_bid", "2", BIDS ",[1,2,2]")), true},
	{LOG(THREE, "1,0,2", HAND("error_bad_message", "2", BIDS ",[1,9,2]")), true},
	{LOG(THREE, "1,0,2", HAND("error_bad_message", "2", BIDS ",[1,10,2]")), false},
	{LOG(THREE, "1,0,2", HAND("error_overflow", "2", BIDS ",[9999,2,2]")), true},
	{LOG(THREE, "1,0,2", HAND("error_overflow", "2", BIDS ",[10000,2,2]")), false},
	{LOG(THREE, "1,0,2", HAND("error_bid", "2", BIDS ",[-1,2,2]")), false},
	{LOG(THREE, "1,0,2", HAND("error_bid", "2", BIDS ",[1,2,3]")), false},
	{LOG(THREE, "1,0,2", HAND("error_bid", "2", BIDS ",[1,2]")), false},
	{LOG(THREE, "1,0,2", HAND("error_bid", "3", BIDS)), false},
	{LOG(THREE, "1,0", BAD_CALL), false},
	{LOG(THREE, "1,0,0", BAD_CALL), false},
	{LOG(THREE, "1,0,2", ""), false},
	{LOG("\"Ada\"", "0", BAD_CALL), false},
	{LOG("", "", BAD_CALL), false},
	{LOG(THREE, "1,0,2", HAND("bad_call", "2", "[2,4,0],[1,4,1]")), false},
	{LOG(THREE, "1,0,2", HAND("bad_call", "2", "[1,4,0],[2,4,2]")), false},
	{LOG(THREE, "1,0,2", BAD_CALL ",{}"), false},
	{"{}", false},
	{"[]", false},
};

START_TEST(consistent_logs_are_read)
{
	static const int robots[] = {5, 6, 7};
	struct log_game reader = {0};
	AUTO_JSON json_t *log = json_loads(logs[_i].log, 0, NULL);
	ck_assert_ptr_nonnull(log);
	for (int time = 0; time < 2; time++) {
		ck_assert_int_eq(log_game_read(&reader, log, 41, robots), logs[_i].is_read);
		if (!logs[_i].is_read)
			continue;
		const struct game_record *record = &reader.record;
		ck_assert_int_eq(record->n_seats, 3);
		ck_assert(record->places[0] == 2 && record->places[1] == 1 && record->places[2] == 3);
		for (int seat = 0; seat < 3; seat++) {
			ck_assert_int_eq(game_record_robot(record, seat), robots[seat]);
			ck_assert_int_eq(record->n_tied[seat], 1);
		}
		ck_assert_str_eq(record->name[2], "Cyd");
	}
	log_game_release(&reader);
}
END_TEST

#define LATE HAND("error_timeout", "2", BIDS)
#define BAD HAND("error_bad_message", "2", BIDS)
#define LOW HAND("error_bid", "2", BIDS ",[1,2,2]")

/* What the records have of the third turn of such a hand. */
static const struct {
	const char *hand, *cause; /* cause NULL: it gave an answer */
	enum verdict verdict;
	int play;
} third_turns[] = {
	{BAD_CALL, NULL, VERDICT_OK, 0}, {LOW, NULL, VERDICT_ILLEGAL, 12}, {LATE, "error_timeout", VERDICT_TIMEOUT, 0},
	{BAD, "error_bad_message", VERDICT_CRASH, 0},
};

START_TEST(logs_become_records)
{
	static const int robots[] = {5, 6, 7};
	static const char *const hands[] = {"A:64,B:xx,C:xx", "A:xx,B:42,C:xx", "A:xx,B:xx,C:32"};
	static const char *const histories[] = {"", "A:14", "A:14,B:24"};
	struct log_game reader = {0};
	AUTO_STR struct str text = {0};
	str_addf(&text, LOG(THREE, "1,0,2", "%s,%s"), third_turns[_i].hand, BAD_CALL);
	AUTO_JSON json_t *log = json_loads(text.text, 0, NULL);
	ck_assert(log_game_read(&reader, log, 41, robots));
	ck_assert_int_eq(reader.rules.value[LIARS_WILD], WILD_DROP);
	const struct game_record *record = &reader.record;
	ck_assert(record->number == 41 && record->is_over && record->n_hands == 2 && record->n_asks == 6 &&
		  record->n_looks == 0);
	for (int i = 0; i < record->n_asks; i++) {
		const struct game_record_ask *ask = &record->asks[i];
		static const int plays[] = {14, 24, 0};
		ck_assert_int_eq(ask->seat, i % 3);
		ck_assert_int_eq(ask->play, i == 2 ? third_turns[_i].play : plays[i % 3]);
		ck_assert_int_eq(ask->verdict, i == 2 ? third_turns[_i].verdict : VERDICT_OK);
		ck_assert_str_eq(game_record_text(record, ask->hands), hands[i % 3]);
		ck_assert_str_eq(game_record_text(record, ask->history), histories[i % 3]);
		const char *cause = i == 2 ? third_turns[_i].cause : NULL;
		ck_assert(cause ? strcmp(game_record_text(record, ask->cause), cause) == 0 : ask->cause == 0);
	}
	for (int i = 0; i < 2; i++) {
		ck_assert(record->hands[i].n_asks == 3 && record->hands[i].first_ask == 3 * i &&
			  record->hands[i].words_length > 0);
		ck_assert_int_eq(record->hands[i].last.loser, 2);
	}
	json_object_set_new(log, "wild_ones_drop", json_false());
	ck_assert(log_game_read(&reader, log, 42, robots));
	ck_assert_int_eq(reader.rules.value[LIARS_WILD], WILD_ONES);
	log_game_release(&reader);
}
END_TEST

/* Returns a log with this many seats and one hand. Each seat has a one, the first bids one four, and the second
 * calls. */
static json_t *log_of_seats(int n)
{
	json_t *titles = json_array(), *order = json_array(), *uuids = json_array(), *faces = json_array();
	for (int i = 0; i < n; i++) {
		json_array_append_new(titles, json_sprintf("R%d", i));
		json_array_append_new(uuids, json_sprintf("u%d", i));
		json_array_append_new(order, json_integer(i));
		json_array_append_new(faces, json_pack("[i, i, i, i, i, i]", 1, 0, 0, 0, 0, 0));
	}
	return json_pack("{s:o, s:o, s:o, s:[{s:s, s:i, s:[[i, i, i]], s:o}]}", "bot_titles", titles,
			 "bot_uuids", uuids, "bot_rankings", order, "game_history", "result",
			 "bad_call", "calling_player", 1, "bid_history", 1, 4, 0, "face_counts", faces);
}

static const struct {
	int n_seats;
	bool is_table;
} tables[] = {{1, false}, {2, true}, {GAME_MAX_SEATS, true}, {GAME_MAX_SEATS + 1, false}};

START_TEST(tables_have_seats)
{
	static struct watch_names names;
	static const int robots[GAME_MAX_SEATS + 1];
	int n = tables[_i].n_seats;
	bool is_table = tables[_i].is_table;
	struct log_game reader = {0};
	struct pool pool = {0};
	AUTO_STR struct str shown = {0}, last = {0};
	AUTO_JSON json_t *log = log_of_seats(n), *replay = viewer_of_log(log);
	ck_assert_int_eq(log_game_read(&reader, log, 0, robots), is_table);
	ck_assert_int_eq(replay != NULL, is_table);
	ck_assert_uint_eq(json_array_size(json_object_get(replay, "seats")), is_table ? n : 0);
	watch_add_game(&names, log, false, 200, &shown);
	str_addf(&last, ", %d R%d\n\n", n, n - 1);
	ck_assert_int_eq(strstr(shown.text, last.text) != NULL && strstr(shown.text, "Hand 1\n"), is_table);
	ck_assert_int_eq(strstr(shown.text, "an invalid log: it has no players") == NULL, is_table);
	ck_assert(log_study_add_end(json_object_get(log, "bot_titles"), json_object_get(log, "bot_rankings"), &pool));
	ck_assert_int_eq((int)pool.games, is_table);
	pool_release(&pool);
	log_game_release(&reader);
}
END_TEST

/* A log of so many seats has no hand that can be read, however well it is ordered. */
START_TEST(logs_of_too_many_seats_are_refused)
{
	static const int seats[] = {0, 1, GAME_MAX_SEATS + 1, 1000};
	struct log_game reader = {0};
	AUTO_JSON json_t *log = json_loads(LOG("", "", BAD_CALL), 0, NULL);
	for (int i = 0; i < seats[_i]; i++) {
		json_array_append_new(json_object_get(log, "bot_titles"), json_string("Ada"));
		json_array_append_new(json_object_get(log, "bot_rankings"), json_integer(i));
	}
	ck_assert(!log_game_read(&reader, log, 0, NULL));
	log_game_release(&reader);
}
END_TEST

static json_t *viewed(const char *text)
{
	AUTO_JSON json_t *log = json_loads(text, 0, NULL);
	ck_assert_ptr_nonnull(log);
	return viewer_of_log(log);
}

/* Checks a value in the JSON. `path` has keys and array indices, separated by blanks. */
static void check_json(const json_t *json, const char *path, const char *wanted)
{
	AUTO_FREE char *copy = mem_strdup(path);
	char *rest = copy;
	for (char *word; (word = strsep(&rest, " ")) != NULL;)
		json = json_is_array(json) ? json_array_get(json, strtoul(word, NULL, 10))
					   : json_object_get(json, word);
	AUTO_FREE char *text = json_dumps(json, JSON_ENCODE_ANY | JSON_COMPACT);
	ck_assert_msg(strcmp(text ? text : "missing", wanted) == 0, "%s is %s", path, text);
}

static const struct {
	const char *path, *value;
} shown_values[] = {
	{"number", "7"}, {"tourney", "3"}, {"plays", "3"}, {"places", "[[2,1],[1,1],[3,1]]"},
	{"seats", "[{\"me\":\"A\",\"name\":\"Ada\"},{\"me\":\"B\",\"name\":\"Bob\"},{\"me\":\"C\",\"name\":\"Cyd\"}]"},
	{"hands 0 dice", "[\"64\",\"42\",\"32\"]"}, {"hands 0 left", "[2,2,2]"}, {"hands 0 points", "[0,0,0]"},
	{"hands 0 in", "[1,1,1]"},
	{"hands 0 history", "\"A:14,B:24,C:0\""}, {"hands 0 end loser", "2"}, {"hands 0 end delta", "[0,0,-1]"},
	{"hands 0 end face", "4"},
	{"hands 0 end wild", "0"}, {"hands 0 steps 0 seat", "0"}, {"hands 0 steps 0 at", "0"},
	{"hands 0 steps 0 play", "14"}, {"hands 0 steps 0 words", "\"one four\""},
	{"hands 0 steps 0 verdict", "\"ok\""}, {"hands 0 steps 1 at", "4"}, {"hands 0 steps 2 play", "0"},
	{"hands 0 steps 2 truth", "missing"}, {"hands 0 steps 3", "missing"}, {"hands 1", "missing"},
};

START_TEST(spectators_see_a_log)
{
	AUTO_JSON json_t *replay = viewed(LOG(THREE, "1,0,2", BAD_CALL));
	check_json(replay, shown_values[_i].path, shown_values[_i].value);
}
END_TEST

START_TEST(spectators_see_what_went_wrong)
{
	AUTO_JSON json_t *late = viewed(LOG(THREE, "1,0,2", HAND("error_timeout", "2", BIDS)));
	check_json(late, "hands 0 steps 2 verdict", "\"timeout\"");
	check_json(late, "hands 0 steps 2 cause", "\"error_timeout\"");
	check_json(late, "hands 0 end face", "0");
	check_json(late, "plays", "2");
	AUTO_JSON json_t *wild = log_of_seats(2), *wild_replay = viewer_of_log(wild); /* each one counts as a four */
	check_json(wild_replay, "hands 0 end wild", "1");
	check_json(wild_replay, "hands 0 end face", "4");
	AUTO_JSON json_t *bad = viewed(LOG(THREE, "1,0,2", HAND("error_bad_message", "2", BIDS)));
	check_json(bad, "hands 0 steps 2 verdict", "\"message\"");
	AUTO_JSON json_t *low = viewed(LOG(THREE, "1,0,2", HAND("error_bid", "2", BIDS ",[1,2,2]")));
	check_json(low, "hands 0 steps 2 verdict", "\"illegal\"");
	check_json(low, "hands 0 steps 2 play", "12");
	/* What is inconsistent is left out, but the dice are shown. */
	AUTO_JSON json_t *wrong =
		viewed(LOG("\"Ada\",7,\"Cyd\"", "5,-1,2,0", HAND("bad_call", "2", "[2,4,0],[1,4,1]")));
	check_json(wrong, "hands 0 steps", "[]");
	check_json(wrong, "hands 0 history", "\"\"");
	check_json(wrong, "hands 0 end", "missing");
	check_json(wrong, "hands 0 dice 0", "\"64\"");
	check_json(wrong, "seats 1 name", "\"B\"");
	check_json(wrong, "places", "[[3,1],[3,1],[3,1]]");
	ck_assert_ptr_null(viewed(LOG("\"Ada\"", "0", BAD_CALL)));
	ck_assert_ptr_null(viewed(LOG(THREE, "1,0,2", "")));
}
END_TEST

/* Bob has no dice any more. */
START_TEST(spectators_see_who_is_out)
{
	static const char hand[] =
		"{\"result\":\"bad_call\",\"calling_player\":2,\"losing_player\":2,\"bid_history\":[[1,4,0]],"
		"\"face_counts\":[[0,0,0,1,0,1],[0,0,0,0,0,0],[0,1,1,0,0,0]]}";
	AUTO_STR struct str text = {0}, out = {0};
	static struct watch_names names;
	str_addf(&text,
		 "{\"bot_titles\":[" THREE "],\"bot_uuids\":[\"a\",\"b\",\"c\"],\"bot_rankings\":[0,2,1],"
		 "\"game_history\":[%s]}", hand);
	AUTO_JSON json_t *replay = viewed(text.text), *log = json_loads(text.text, 0, NULL);
	check_json(replay, "hands 0 in", "[1,0,1]");
	check_json(replay, "hands 0 left", "[2,0,2]");
	check_json(replay, "hands 0 dice 1", "\"\"");
	check_json(replay, "hands 0 history", "\"A:14,C:0\"");
	watch_add_game(&names, log, false, 200, &out);
	ck_assert_msg(strstr(out.text, "\n  Ada  6 4\n  Cyd  3 2\n  Ada  one four\n  Cyd  liar!\n") != NULL, "%s",
		      out.text);
	ck_assert_msg(strncmp(out.text, "Game of, ?, ?\n", 14) == 0, "%s", out.text);
}
END_TEST

/* ---- watch_words.h ---------------------------------------------------------------------- */

static const char game_text[] =
	"Game of tourney 3, game 7, then, g\n"
	"Hand 1\n"
	"  Ada  6 4\n"
	"  Bob  4 2\n"
	"  Cyd  3 2\n"
	"  Ada  one four\n"
	"  Bob  two fours\n"
	"  Cyd  liar!\n";

START_TEST(spectators_read_a_game)
{
	static struct watch_names names;
	AUTO_STR struct str out = {0}, none = {0}, wrong = {0};
	AUTO_JSON json_t *log = json_loads(LOG(THREE, "1,0,2", BAD_CALL), 0, NULL);
	watch_add_game(&names, log, false, 200, &out);
	ck_assert_msg(strncmp(out.text, game_text, strlen(game_text)) == 0, "%s", out.text);
	ck_assert_msg(strstr(out.text, "\n1 Bob, 2 Ada, 3 Cyd\n\n") != NULL, "%s", out.text);
	AUTO_JSON json_t *alone = json_loads("{\"bot_uuids\":[\"a\"]}", 0, NULL);
	watch_add_game(&names, alone, false, 200, &none);
	ck_assert_msg(strstr(none.text, "  an invalid log: it has no players\n\n") != NULL, "%s", none.text);
	AUTO_JSON json_t *mixed = json_loads(LOG(THREE, "3,-1,2,1", HAND("bad_call", "2", "[2,4,0],[1,4,1]")), 0, NULL);
	watch_add_game(&names, mixed, false, 200, &wrong);
	ck_assert_msg(strstr(wrong.text, "the log is inconsistent; its result: bad_call") != NULL, "%s", wrong.text);
	ck_assert_msg(strstr(wrong.text, "\n1 ?, 2 ?, 3 Cyd\n\n") != NULL, "%s", wrong.text);
}
END_TEST

/* However much a server sends. */
START_TEST(spectators_read_so_much)
{
	enum { HANDS = GAME_MAX_SEATS * GAME_MAX_DICE, ROWS = 1000, TITLE = 64 };
	static struct watch_names names;
	AUTO_STR struct str hands = {0}, rows = {0}, title = {0};
	AUTO_JSON json_t *log = log_of_seats(2), *scores = json_pack("{s:[]}", "bot_scores");
	json_t *history = json_object_get(log, "game_history");
	for (int i = 0; i < HANDS; i++)
		json_array_append(history, json_array_get(history, 0));
	watch_add_game(&names, log, false, 200, &hands);
	ck_assert(strstr(hands.text, "Hand 520\n") && !strstr(hands.text, "Hand 521\n"));
	for (int i = 0; i <= ROWS; i++)
		json_array_append_new(json_object_get(scores, "bot_scores"), json_integer(-i));
	watch_add_tourney(&names, scores, false, &rows);
	ck_assert(strstr(rows.text, "-999.000\n") && !strstr(rows.text, "-1000.000\n"));
	AUTO_JSON json_t *meta = json_pack("{s:o}", "full_title", json_sprintf("%0*d", TITLE + 1, 1));
	watch_add_title(meta, &title);
	ck_assert_uint_eq(title.length, TITLE);
}
END_TEST

static void check_title(const struct watch_names *names, const json_t *log, const char *title)
{
	AUTO_STR struct str out = {0};
	watch_add_tourney(names, log, false, &out);
	ck_assert_msg(strstr(str_text(&out), title) != NULL, "%s", str_text(&out));
}

START_TEST(spectators_read_scores)
{
	static struct watch_names names;
	AUTO_STR struct str out = {0};
	AUTO_JSON json_t *log =
		json_loads("{\"bot_scores\":[1.5,3,1.5,-2e9,999999999],\"bot_uuids\":[\"a\",\"b\",\"c\",\"d\",\"e\"],"
			   "\"tourney_index\":3,\"tourney_uuid\":\"t\",\"end_time\":\"then\"}", 0, NULL);
	watch_add_tourney(&names, log, false, &out);
	ck_assert_msg(strncmp(out.text, "Scores of tourney 3, then, t\n", 29) == 0, "%s", out.text);
	const char *at = out.text;
	static const char *const rows[] = {"1  e ", "999999999.000\n", "2  b ", "3.000\n", "3  a ", "1.500\n",
		"4  c ", "1.500\n", "5  d ", "-2e+09\n"};
	for (int i = 0; i < COUNT(rows); i++) {
		ck_assert_msg(at && (at = strstr(at, rows[i])) != NULL, "no '%s' there: %s", rows[i], out.text);
		at += strlen(rows[i]);
	}
}
END_TEST

/* The title is that of the log or of the registration. The oldest registration is replaced. */
START_TEST(spectators_remember_names)
{
	static struct watch_names names;
	const int n = sizeof names.known / sizeof *names.known;
	char uuid[20];
	AUTO_JSON json_t *log = json_pack("{s:[f], s:[s]}", "bot_scores", 1.0, "bot_uuids", "u0");
	check_title(&names, log, " u0 ");
	for (int i = 0; i < n; i++) {
		snprintf(uuid, sizeof uuid, "u%d", i);
		AUTO_JSON json_t *meta = json_pack("{s:s, s:s+}", "session_uuid", uuid, "full_title", "Ada_", uuid);
		watch_remember(&names, meta);
	}
	check_title(&names, log, " Ada_u0 ");
	ck_assert(watch_concerns(&names, log, "Ada") && watch_concerns(&names, log, "Ada_u0"));
	ck_assert(!watch_concerns(&names, log, "Ad") && !watch_concerns(&names, log, "Ada_u") &&
		  !watch_concerns(&names, log, "u0"));
	AUTO_JSON json_t *again = json_pack("{s:s, s:s}", "session_uuid", "u1", "full_title", "Bob");
	watch_remember(&names, again); /* it replaces its own */
	AUTO_JSON json_t *same = json_pack("{s:s, s:s}", "session_uuid", "u0", "full_title", "Ada_u0");
	watch_remember(&names, same); /* so does the first */
	check_title(&names, log, " Ada_u0 ");
	ck_assert_int_eq(names.next, 0);
	ck_assert(watch_concerns(&names, again, "Bob") && !watch_concerns(&names, again, "Bo"));
	AUTO_JSON json_t *more = json_pack("{s:s, s:s}", "session_uuid", "new", "full_title", "Cyd");
	watch_remember(&names, more);
	check_title(&names, log, " u0 ");
	json_object_set_new(log, "bot_fullnames", json_pack("[s]", "Full"));
	check_title(&names, log, " Full ");
	json_object_set_new(log, "bot_titles", json_pack("[s]", "Title"));
	check_title(&names, log, " Title ");
	AUTO_STR struct str title = {0}, unknown = {0};
	watch_add_title(more, &title);
	watch_add_title(log, &unknown);
	ck_assert(strcmp(title.text, "Cyd") == 0 && strcmp(unknown.text, "?") == 0);
}
END_TEST

/* ---- log_study.h ------------------------------------------------------------------------ */

static void put_games(struct database *database, const char *const *games, int n)
{
	struct err err = {0};
	const struct tourney_entry entries[] =
		{{.player = "P", .name = "A", .version = "1", .session_uuid = "a", .meta = "{}"}};
	const struct tourney_record record = {.number = 0, .uuid = "t", .tag = "", .seed = "s",
		.scoring_method = "even", .score_mult = 1, .started = "then", .n_entries = 1, .entries = entries};
	ck_assert_msg(tourney_put_begin(database, &record, &err) == 0, "%s", err.text);
	for (int i = 0; i < n; i++) {
		char uuid[20];
		snprintf(uuid, sizeof uuid, "g%d", i);
		const struct tourney_share shares[] = {{"a", true, 1}};
		const struct tourney_game_record played = {.tourney = 0, .match = i, .uuid = uuid, .ended = "then",
			.log = games[i], .size = strlen(games[i]), .n_shares = 1, .shares = shares};
		ck_assert_msg(tourney_put_game(database, &played, &err) == 0, "%s", err.text);
	}
	ck_assert_msg(tourney_put_end(database, 0, "then", 1000, &err) == 0, "%s", err.text);
}

static const struct {
	const char *name, *title; /* title NULL: refused, and */
	const char *said;
} finds[] = {
	{"Ada_1", "Ada_1", NULL}, {"Bob_1_P", "Bob_1_P", NULL}, {"Bob", "Bob_1_P", NULL}, {"Bob_1", "Bob_1_P", NULL},
	{"Ada", NULL, "2 robots of the tourneys are called 'Ada'; give the title of one, such as 'Ada_2'"},
	{"Bo", NULL, "no robot 'Bo' plays in the tourneys"},
	{"Ada_3", NULL, "no robot 'Ada_3' plays in the tourneys (did you mean 'Ada_"},
};

#define TITLES "\"Ada_1\",\"Bob_1_P\",\"Ada_2\""
#define NOBODYS HAND("error_timeout", "3", BIDS)

static const char *const season[] = {
	LOG(TITLES, "1,0,2", BAD_CALL "," HAND("error_timeout", "0", "")), LOG(TITLES, "0,1,2", LATE "," BAD "," LATE),
	LOG(TITLES, "0,1,2", BAD "," BAD "," LATE "," LOW), LOG(TITLES, "0,1,2", NOBODYS), LOG(TITLES, "0,1", BAD_CALL),
	LOG("\"Ada_1\"", "0", BAD_CALL), LOG("\"Ada_1\",7", "1,0", BAD_CALL),
};

static int n_analysed;

static void count_analysed(const struct game_record *record, void *context)
{
	(void)context;
	ck_assert(record->is_over);
	n_analysed++;
}

START_TEST(the_robots_of_a_season_are_studied)
{
	char path[] = "/tmp/arena-study-XXXXXX";
	struct database *database = open_empty(path);
	struct log_study study = {0};
	struct err err = {0};
	put_games(database, season, COUNT(season));
	ck_assert_msg(log_study_open(&study, database, &err) == 0, "%s", err.text);
	ck_assert_int_eq(study.pool.n_robots, 3);
	ck_assert_int_eq(study.pool.games, 4); /* whose ends can be read */
	ck_assert_int_eq(study.info.n_seats, 3);
	ck_assert_int_eq(study.info.match_length, 1);
	ck_assert(study.first == 1 && study.last == COUNT(season));
	for (int i = 0; i < COUNT(finds); i++) {
		int found = log_study_find(&study, finds[i].name, &err);
		if (finds[i].title)
			ck_assert_str_eq(study.pool.robots[found].label, finds[i].title);
		else
			ck_assert_msg(found == -1 && strstr(err.text, finds[i].said), "%s: %s", finds[i].name,
				      err.text);
	}
	int ada = log_study_find(&study, "Ada_1", &err), last = log_study_find(&study, "Ada_2", &err);
	log_study_wish(&study, -1, 100);
	ck_assert(study.robots[0].sample.n_taken == 4 && study.robots[2].sample.n_taken == 4);
	log_study_wish(&study, ada, 2);
	ck_assert(study.robots[ada].sample.n_taken == 2 && study.robots[last].sample.n_taken == 4);
	study.analysed = count_analysed;
	ck_assert_msg(log_study_play(&study, &err) == 0, "%s", err.text);
	const struct tally *tally = &study.robots[last].tally;
	ck_assert_int_eq(tally->timeouts, 3);
	ck_assert_int_eq(tally->crashes, 3);
	ck_assert_int_eq(tally->illegal, 1);
	ck_assert_int_eq(study.robots[ada].tally.timeouts, 1);
	ck_assert_int_eq(study.n_faults, 1 + 4); /* the first of them */
	ck_assert(study.faults[0].robot == ada && study.faults[0].game == 0 &&
		  study.faults[0].verdict == VERDICT_TIMEOUT);
	static const enum verdict verdicts[] = {VERDICT_TIMEOUT, VERDICT_CRASH, VERDICT_TIMEOUT, VERDICT_CRASH};
	for (int i = 0; i < 4; i++) {
		const struct log_fault *fault = &study.faults[1 + i];
		ck_assert_int_eq(fault->verdict, verdicts[i]);
		ck_assert_int_eq(fault->robot, last);
		ck_assert_uint_eq(fault->game, i < 3 ? 1 : 2);
		ck_assert_str_eq(fault->result, verdicts[i] == VERDICT_TIMEOUT ? "error_timeout" : "error_bad_message");
	}
	ck_assert_uint_eq(study.n_unread, 2); /* of a player who is not there, and of two places for three */
	ck_assert_int_eq(n_analysed, 3);
	log_study_release(&study);
	close_and_remove(database, path);
}
END_TEST

/* Of the games that are stored, the first has number 0. */
START_TEST(a_game_of_the_season_is_read)
{
	char path[] = "/tmp/arena-study-XXXXXX";
	struct database *database = open_empty(path);
	struct log_study study = {0}, none = {0};
	struct err err = {0};
	ck_assert_int_ne(log_study_open(&none, database, &err), 0);
	ck_assert_int_eq(err.code, EXIT_USAGE);
	ck_assert_msg(strstr(err.text, "this season has no stored game of a tourney") != NULL, "%s", err.text);
	log_study_release(&none);
	put_games(database, season, COUNT(season));
	ck_assert_msg(log_study_open(&study, database, &err) == 0, "%s", err.text);
	ck_assert_msg(log_study_game(&study, 0, &err) == 0, "%s", err.text);
	ck_assert_int_eq(study.reader.record.places[1], 1);
	ck_assert_int_eq(game_record_robot(&study.reader.record, 2), log_study_find(&study, "Ada_2", &err));
	for (uint64_t number = 4; number <= COUNT(season); number++) {
		AUTO_STR struct str said = {0};
		str_addf(&said, "no readable log of game %d of this season's tourneys is stored", (int)number + 1);
		ck_assert_int_ne(log_study_game(&study, number, &err), 0);
		ck_assert_int_eq(err.code, EXIT_USAGE);
		ck_assert_str_eq(err.text, said.text);
	}
	log_study_release(&study);
	close_and_remove(database, path);
}
END_TEST

SUITE_WITH(enter_folder, leave_folder, 60,
	LOOP(settings_have_bounds, 0, COUNT(bounds)),
	LOOP(texts_of_settings_have_bounds, 0, 2),
	TEST(settings_have_defaults),
	LOOP(identities_are_letters_and_digits, 0, COUNT(identities)),
	TEST(the_server_gives_the_player),
	LOOP(addresses_to_listen_at_are_read, 0, COUNT(listens)),
	LOOP(addresses_of_servers_are_read, 0, COUNT(servers)),
	TEST(an_address_has_a_length),
	TEST(a_host_that_does_not_exist),
	LOOP(events_of_a_connection_are_described, 0, COUNT(connection_events)),
	LOOP(lists_of_keys_are_read, 0, COUNT(key_lists)),
	TEST(a_list_of_keys_is_read_again_when_it_changes),
	TEST(a_list_that_cannot_be_read_has_a_reason),
	TEST(a_change_of_a_list_of_keys_is_noticed),
	LOOP(the_organiser_gets_an_answer, 0, COUNT(control_answers)),
	TEST(sockets_of_dead_servers_are_replaced),
	TEST(requests_and_paths_have_a_length),
	LOOP(rankings_are_orders_of_the_seats, 0, COUNT(rankings)),
	LOOP(logs_become_records, 0, COUNT(third_turns)),
	LOOP(tables_have_seats, 0, COUNT(tables)),
	LOOP(logs_of_too_many_seats_are_refused, 0, 4),
	LOOP(consistent_logs_are_read, 0, COUNT(logs)),
	LOOP(spectators_see_a_log, 0, COUNT(shown_values)),
	TEST(spectators_see_what_went_wrong),
	TEST(spectators_see_who_is_out),
	TEST(spectators_read_a_game),
	TEST(spectators_read_so_much),
	TEST(spectators_read_scores),
	TEST(spectators_remember_names),
	TEST(the_robots_of_a_season_are_studied),
	TEST(a_game_of_the_season_is_read))
