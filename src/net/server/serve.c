/* serve.c - the tourney server's loop, and the clock of its tourneys. */
#include "net/server/serve.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "base/clock.h"
#include "net/server/http.h"
#include "net/server/inside.h"
#include "net/server/page.h"

enum {
	AT_ONCE = 1000,      /* maximum number of messages that are read before games continue */
	IDLE_MS = 100,
	SCAN_MS = 2,         /* interval of checks for late clients */
	PING_AGAIN_S = 5,
};

void serve_say(struct server *server, const char *format, ...)
{
	char line[600];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	server->plan->say(line);
}

void serve_stamp(char stamp[STAMP])
{
	time_t now = time(NULL);
	struct tm local;
	localtime_r(&now, &local);
	strftime(stamp, STAMP, "%Y-%m-%d %H:%M:%S", &local);
}

void serve_broken(struct server *server, const struct err *err)
{
	if (!server->is_broken)
		server->err = *err;
	server->is_broken = true;
}

int serve_rules(const struct config *config, struct rules *rules, struct err *err)
{
	char dice[32];
	snprintf(dice, sizeof dice, "dice=%lld", config->dice_count);
	if (rules_init(rules, "tourney", err) || rules_set(rules, dice, err) ||
	    rules_set(rules, config->do_drop_wilds ? "wild=drop" : "wild=ones", err))
		return -1;
	return rules_check(rules, (int)config->player_count[1], err);
}

static int start(struct server *server, const struct serve_plan *plan, struct err *err)
{
	struct rng_key seed = rng_key_of_seed(plan->seed);
	*server = (struct server){.plan = plan, .n_waiting = -1, .config = &plan->config, .rules = plan->robots->rules,
		.dice_key = rng_key_derive(seed, RNG_DICE), .schedule_key = rng_key_derive(seed, RNG_SCHEDULE),
		.robot_key = rng_key_derive(seed, RNG_ROBOT), .uuid_key = rng_key_derive(seed, 0x75756964)};
	size_t hands_size = game_hands_size(&server->rules, (int)plan->config.player_count[1]);
	server->tourney_tables = NEW_ARRAY(struct tourney_table, TOURNEY_TABLES);
	server->to_go = NEW_ARRAY(int, TOURNEY_TABLES);
	for (int i = 0; i < TOURNEY_TABLES; i++)
		server->tourney_tables[i].hands = NEW_ARRAY(char, hands_size * (size_t)plan->config.player_count[1]);
	if (organiser_open(server, err) || database_lock_tourney(plan->database, err) || robots_init(server, err) ||
	    sockets_open(server, err) || tourney_end_broken(plan->database, err))
		return -1;
	server->now_ns = clock_wall_ns();
	server->next_ns = server->now_ns + (int64_t)(plan->config.tourney_freq_S * (double)SECOND);
	clients_init(server);
	return 0;
}

static void finish(struct server *server)
{
	for (int i = 0; i < TOURNEY_TABLES; i++) {
		tourney_game_release(&server->tourney_tables[i].tourney_game);
		free(server->tourney_tables[i].hands);
	}
	server_release(&server->tourney);
	robots_release(server);
	organiser_close(server);
	sockets_close(server);
	FREE_ALL(server->tourney_tables, server->to_go, server->clients);
	str_release(&server->text);
}

/* Pings all clients a second before a tourney begins, and periodically while there are too few for one. */
static void keep_time(struct server *server)
{
	int64_t left_ns = server->next_ns - server->now_ns;
	if (left_ns <= SECOND && server->now_ns - server->pinged_ns > PING_AGAIN_S * SECOND) {
		clients_forget(server);
		clients_ping(server);
	}
	if (left_ns <= 0 && !server->is_paused)
		server_begin(server);
}

static int wait_ms(const struct server *server)
{
	if (server->n_to_go)
		return 0;
	if (!server->tourney.is_on)
		return server->next_ns - server->now_ns < IDLE_MS * MS ? 5 : IDLE_MS;
	return server->config->move_timeout_mS < 50 ? 1 : 5;
}

static void receive(struct server *server)
{
	struct http *http = server->plan->http;
	zmq_pollitem_t items[5] = {{.socket = server->router, .events = ZMQ_POLLIN}};
	long wait = wait_ms(server);
	int n_items = 1;
	if (server->authentication)
		items[n_items++] = (zmq_pollitem_t){.socket = authentication_socket(server->authentication),
			.events = ZMQ_POLLIN};
	if (http)
		items[n_items++] = (zmq_pollitem_t){.fd = http_fd(http), .events = ZMQ_POLLIN};
	if (server->control >= 0)
		items[n_items++] = (zmq_pollitem_t){.fd = server->peer >= 0 ? server->peer : server->control,
			.events = ZMQ_POLLIN};
	zeromq.poll(items, n_items, http ? http_wait_ms(http, wait) : wait);
	server->now_ns = clock_wall_ns();
	if (server->authentication && items[1].revents)
		authentication_answer(server->authentication);
	if (http)
		http_run(http);
	organiser_run(server);
	struct message message;
	int n = 0;
	for (; n < AT_ONCE && socket_receive(server->router, &message); n++) {
		clients_receive(server, &message);
		socket_release(&message);
	}
	server->is_drained = n < AT_ONCE;
}

static bool is_done(const struct server *server)
{
	const struct serve_plan *plan = server->plan;
	bool is_enough = (plan->n_tourneys && server->n_finished >= plan->n_tourneys) || (plan->stop && *plan->stop);
	return server->is_broken || (is_enough && !server->tourney.is_on);
}

static void loop(struct server *server)
{
	while (!is_done(server)) {
		receive(server);
		server_tables_go(server);
		robots_round(server);
		if (server->now_ns - server->scanned_ns >= SCAN_MS * MS) {
			server->scanned_ns = server->now_ns;
			server_tables_check_time(server);
		}
		server_tables_go(server);
		sockets_check_memory(server);
		clients_check_keys(server);
		if (server->is_broken)
			return;
		if (server->tourney.is_on)
			server_go_on(server);
		else
			keep_time(server);
	}
}

int serve_run(const struct serve_plan *plan, struct err *err)
{
	struct server *server = NEW(struct server);
	int failed = start(server, plan, err);
	if (!failed) {
		if (plan->page)
			plan->page->server = server;
		loop(server);
		if (plan->page)
			plan->page->server = NULL;
		failed = server->is_broken;
		if (failed)
			*err = server->err;
	}
	finish(server);
	free(server);
	return failed ? -1 : 0;
}
