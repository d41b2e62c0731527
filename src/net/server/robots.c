/* robots.c - the server's own robots, which can be of any kind. The transports of a worker reach them, and each tourney
 * table is a lane. They are asked in batches, and the server waits for their answers. */

#include "net/server/inside.h"
#include "robot/story.h"

int robots_init(struct server *server, struct err *err)
{
	struct tournament *tournament = server->plan->robots;
	tournament->schedule.n_seats = (int)server->config->player_count[1];
	server->seated = NEW_ARRAY(char *, (size_t)tournament->schedule.n_robots * TOURNEY_TABLES + 1);
	return worker_init(&server->worker, tournament, TOURNEY_TABLES, &server->unused, err);
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
	char **hands = &server->seated[robot * TOURNEY_TABLES + at];
	*hands = transport_seat(server->worker.transports[robot], at, 0, &fault, &err);
	if (!*hands && fault.verdict == VERDICT_OK)
		serve_broken(server, &err);
	return *hands;
}

static void introduce(struct server *server, int robot, int at, int seat, int n_seats)
{
	struct game_intro intro = {.me = (char)('A' + seat)};
	for (int i = 0; i < n_seats; i++)
		intro.letters[i] = (char)('A' + i);
	uint64_t number = (uint64_t)server->tourney.number << 32 | (uint32_t)server->tourney_tables[at].match;
	intro.rng = rng_word(server->robot_key, number, (uint64_t)seat);
	transport_game(server->worker.transports[robot], at, &intro);
}

/* Seats a robot. Its instance stays at the tourney table after the game and plays the next games there, as in a
 * match. */
char *robots_seat(struct server *server, int robot, int at, int seat, int n_seats)
{
	char *hands = server->seated[robot * TOURNEY_TABLES + at];
	if (!hands && !(hands = sit_down(server, robot, at)))
		return NULL;
	introduce(server, robot, at, seat, n_seats);
	return hands;
}

/* Asks a robot. A robot that cannot be restarted answers with an invalid play. */
bool robots_ask(struct server *server, int robot, int at, bool is_observation, int *play)
{
	*play = -1;
	if (!server->seated[robot * TOURNEY_TABLES + at] ||
	    transport_ask(server->worker.transports[robot], at, is_observation ? ASK_OBSERVE : 0, play))
		return true;
	server->tourney_tables[at].is_pending = true;
	return false;
}

static int seat_of(const struct server *server, const struct tourney_table *tourney_table, int robot)
{
	for (int seat = 0; seat < tourney_table->tourney_game.game.n_seats; seat++)
		if (server->clients[tourney_table->client[seat]].robot == robot)
			return seat;
	bug("a robot is not at the table where it failed");
}

/* Replaces a lost instance; the game continues. */
static void replace(struct server *server, int robot, int at)
{
	struct tourney_table *tourney_table = &server->tourney_tables[at];
	if (tourney_table->state == TOURNEY_TABLE_FREE) { /* no game is in progress at the table */
		server->seated[robot * TOURNEY_TABLES + at] = NULL;
		return;
	}
	int seat = seat_of(server, tourney_table, robot);
	char *hands = sit_down(server, robot, at);
	size_t hands_size = game_hands_size(&server->rules, (int)server->config->player_count[1]);
	hands = hands ? hands : tourney_table->hands + (size_t)seat * hands_size;
	tourney_table->tourney_game.game.view.hands[seat] = hands;
	game_see(&tourney_table->tourney_game.game, seat, hands);
	if (server->seated[robot * TOURNEY_TABLES + at])
		introduce(server, robot, at, seat, tourney_table->tourney_game.game.n_seats);
}

/* An event at a tourney table. Events are stored until all answers have been collected, because a new instance must not
 * be asked before that. */
struct robot_first_fault {
	int robot, tourney_table;
	enum event_kind kind;
	enum verdict verdict;
};

/* Handles an event, and seats a new instance. If the old one was lost with others, the new one gets the same ask. If it
 * had a fault, the robot loses the hand, unless the ask was an observation. */
static void take_fault(struct server *server, const struct robot_first_fault *first_fault)
{
	struct tourney_table *tourney_table = &server->tourney_tables[first_fault->tourney_table];
	bool was_asked = tourney_table->is_pending && !tourney_table->is_observing &&
		server->clients[tourney_table->client[tourney_table->tourney_game.game.turn]].robot ==
		first_fault->robot;
	if (was_asked)
		tourney_table->is_pending = false; /* there is no reply to apply */
	replace(server, first_fault->robot, first_fault->tourney_table);
	if (was_asked && first_fault->kind == EVENT_FAULT)
		tourney_game_failed(&tourney_table->tourney_game, first_fault->verdict == VERDICT_TIMEOUT
				    ? TOURNEY_LOG_ERROR_TIMEOUT : TOURNEY_LOG_ERROR_BAD_MESSAGE);
	if (was_asked)
		server_table_can_go(server, first_fault->tourney_table);
}

/* Prints the first fault of each kind of a robot, with its ask if it was asked, because no client shows why a robot of
 * the server loses. */
static void report(struct server *server, int robot, int at, const struct fault *fault)
{
	struct client *client = &server->clients[robot];
	if (client->reported_faults >> fault->verdict & 1)
		return;
	client->reported_faults |= 1u << fault->verdict;
	serve_say(server, "%s: %s: %s (others like it are not reported)", client->meta.title,
		  verdict_name(fault->verdict), fault->cause);
	const struct tourney_table *table = &server->tourney_tables[at];
	const struct game *game = &table->tourney_game.game;
	int seat = table->is_pending ? seat_of(server, table, robot) : -1;
	if (seat < 0 || (!table->is_observing && seat != game->turn))
		return; /* this robot was not asked */
	AUTO_STR struct str rules = {0}, story = {0}, line = {0};
	rules_to_text(&server->rules, &rules);
	struct story_ask ask = {rules.text, (char)('A' + seat),
		table->is_observing ? game->view.shown : game->view.hands[seat], game->view.history};
	story_add(fault, &ask, &story);
	story_add_command(server->worker.transports[robot]->robot, &ask, &story);
	for (const char *rest = story.text; str_next_line(&line, &rest);)
		serve_say(server, "%s", line.text);
}

static int collect(struct server *server, struct robot_first_fault **first_faults)
{
	struct worker *worker = &server->worker;
	struct err err = {0};
	int n = 0;
	for (int robot = worker->n_robots - 1; robot >= 0; robot--) {
		struct transport *transport = worker->transports[robot];
		if (transport_collect(transport, worker->replies, &err)) {
			serve_broken(server, &err);
			return n;
		}
		if (transport->n_events)
			*first_faults = mem_resize(*first_faults, (size_t)(n + transport->n_events),
						   sizeof **first_faults);
		for (int i = 0; i < transport->n_events; i++) {
			const struct event *event = &transport->events[i];
			bool is_fault = event->kind == EVENT_FAULT;
			if (is_fault)
				report(server, robot, event->lane, event->fault);
			(*first_faults)[n++] = (struct robot_first_fault){robot, event->lane, event->kind,
									  is_fault ? event->fault->verdict
										   : VERDICT_OK};
		}
	}
	return n;
}

void robots_round(struct server *server)
{
	AUTO_FREE struct robot_first_fault *first_faults = NULL;
	bool is_any = false;
	for (int i = 0; i < TOURNEY_TABLES && !is_any; i++)
		is_any = server->tourney_tables[i].is_pending;
	if (!is_any)
		return;
	for (int robot = 0; robot < server->worker.n_robots; robot++)
		transport_flush(server->worker.transports[robot]);
	int n = collect(server, &first_faults);
	for (int i = 0; i < n; i++)
		take_fault(server, &first_faults[i]);
	for (int i = 0; i < TOURNEY_TABLES && !server->is_broken; i++) {
		struct tourney_table *tourney_table = &server->tourney_tables[i];
		if (!tourney_table->is_pending)
			continue;
		tourney_table->is_pending = false;
		if (tourney_table->is_observing)
			tourney_game_observed(&tourney_table->tourney_game);
		else
			tourney_game_play(&tourney_table->tourney_game, server->worker.replies[i]);
		server_table_can_go(server, i);
	}
}
