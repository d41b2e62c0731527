/* serve_robots.c - the server's own robots: any kind that the arena can reach, through the ports of a worker, a
 * desk being a lane. They are asked in batches and answer at once, by the clock of the tourney. */
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "net/serve_inside.h"
#include "robot/board.h"

int robots_init(struct server *server, struct err *err)
{
	struct tournament *tournament = server->plan->robots;
	tournament->schedule.n_seats = (int)server->config->player_count[1];
	server->seated = NEW_ARRAY(char *, (size_t)tournament->schedule.n_robots * DESKS + 1);
	return worker_init(&server->worker, tournament, DESKS, &server->unused, err);
}

void robots_release(struct server *server)
{
	worker_release(&server->worker);
	free(server->seated);
}

static char *sit_down(struct server *server, int robot, int at)
{
	struct fault fault = {.verdict = VERDICT_OK};
	struct err err = {0};
	char **hands = &server->seated[robot * DESKS + at];
	*hands = port_seat(server->worker.ports[robot], at, 0, &fault, &err);
	if (!*hands && fault.verdict == VERDICT_OK)
		serve_broken(server, &err);
	return *hands;
}

static void introduce(struct server *server, int robot, int at, int seat, int n_seats)
{
	struct game_intro intro = {.me = (char)('A' + seat)};
	for (int i = 0; i < n_seats; i++)
		intro.letters[i] = (char)('A' + i);
	uint64_t number = (uint64_t)server->tourney.number << 32 | (uint32_t)server->desks[at].match;
	intro.rng = rng_word(server->robot_key, number, (uint64_t)seat);
	port_game(server->worker.ports[robot], at, &intro);
}

/* An instance stays at its desk from game to game, as in the games of a match. */
char *robots_seat(struct server *server, int robot, int at, int seat, int n_seats)
{
	char *hands = server->seated[robot * DESKS + at];
	if (!hands && !(hands = sit_down(server, robot, at)))
		return NULL;
	introduce(server, robot, at, seat, n_seats);
	return hands;
}

/* One that cannot be started again answers with what is no play. */
bool robots_ask(struct server *server, int robot, int at, bool is_observation, int *play)
{
	*play = -1;
	if (!server->seated[robot * DESKS + at] || port_ask(server->worker.ports[robot], at, is_observation ? ASK_OBSERVE : 0, play))
		return true;
	server->desks[at].is_pending = true;
	return false;
}

/* ---- what went wrong ---------------------------------------------------------------- */

static int seat_of(const struct server *server, const struct desk *desk, int robot)
{
	for (int seat = 0; seat < desk->bout.game.n_seats; seat++)
		if (server->clients[desk->client[seat]].robot == robot)
			return seat;
	bug("a robot is not at the desk where it failed");
}

/* The instance is gone: another one takes its seat, in the game that goes on. */
static void replace(struct server *server, int robot, int at)
{
	struct desk *desk = &server->desks[at];
	if (desk->state == DESK_FREE) { /* between games */
		server->seated[robot * DESKS + at] = NULL;
		return;
	}
	int seat = seat_of(server, desk, robot);
	char *hands = sit_down(server, robot, at);
	size_t hands_size = game_hands_size(&server->rules, (int)server->config->player_count[1]);
	hands = hands ? hands : desk->hands + (size_t)seat * hands_size;
	desk->bout.game.view.hands[seat] = hands;
	game_see(&desk->bout.game, seat, hands);
	if (server->seated[robot * DESKS + at])
		introduce(server, robot, at, seat, desk->bout.game.n_seats);
}

/* What happened at a desk: noted while all are collected, since a new instance may not be asked before. */
struct mishap {
	int robot, desk;
	enum event_kind kind;
	enum verdict verdict;
};

/* Down with others is nobody's fault: a new instance is asked the same. A fault of its own costs the hand, unless it
 * only looked on. */
static void suffer(struct server *server, const struct mishap *mishap)
{
	struct desk *desk = &server->desks[mishap->desk];
	bool was_asked = desk->is_pending && !desk->is_observing &&
		server->clients[desk->client[desk->bout.game.turn]].robot == mishap->robot;
	if (was_asked)
		desk->is_pending = false; /* its reply is none */
	replace(server, mishap->robot, mishap->desk);
	if (was_asked && mishap->kind == EVENT_FAULT)
		bout_failed(&desk->bout, mishap->verdict == VERDICT_TIMEOUT ? BOUT_ERROR_TIMEOUT : BOUT_ERROR_BAD_MESSAGE);
	if (was_asked)
		desk_can_go(server, mishap->desk);
}

static int collect(struct server *server, struct mishap **mishaps)
{
	struct worker *worker = &server->worker;
	struct err err = {0};
	int n = 0;
	for (int robot = worker->n_robots - 1; robot >= 0; robot--) {
		struct port *port = worker->ports[robot];
		if (port_collect(port, worker->replies, &err)) {
			serve_broken(server, &err);
			return n;
		}
		if (port->n_events)
			*mishaps = mem_resize(*mishaps, (size_t)(n + port->n_events), sizeof **mishaps);
		for (int i = 0; i < port->n_events; i++) {
			const struct event *event = &port->events[i];
			bool is_fault = event->kind == EVENT_FAULT;
			(*mishaps)[n++] = (struct mishap){robot, event->lane, event->kind, is_fault ? event->fault->verdict : VERDICT_OK};
		}
	}
	return n;
}

void robots_round(struct server *server)
{
	AUTO_FREE struct mishap *mishaps = NULL;
	bool is_any = false;
	for (int i = 0; i < DESKS && !is_any; i++)
		is_any = server->desks[i].is_pending;
	if (!is_any)
		return;
	for (int robot = 0; robot < server->worker.n_robots; robot++)
		port_flush(server->worker.ports[robot]);
	int n = collect(server, &mishaps);
	for (int i = 0; i < n; i++)
		suffer(server, &mishaps[i]);
	for (int i = 0; i < DESKS && !server->is_broken; i++) {
		struct desk *desk = &server->desks[i];
		if (!desk->is_pending)
			continue;
		desk->is_pending = false;
		if (desk->is_observing)
			bout_observed(&desk->bout);
		else
			bout_play(&desk->bout, server->worker.replies[i]);
		desk_can_go(server, i);
	}
}
