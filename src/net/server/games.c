/* games.c - the games in play: who is asked, what is answered, and how long it may take.
 *
 * A robot answers its questions one after the other, so how many it has at once decides how long each waits. Its
 * window grows while answers come well within the time for a move, and halves when one takes half of it: fast robots
 * are kept busy, slow ones are asked one at a time. Robots that do not say that they are stateless play one game at
 * a time.
 *
 * A robot that holds up a game is thrown out of it: when a game has had its time (game_timeout_mS), whoever has taken
 * most of it loses every turn from then on, and the others get as much time again. So no game is lost, and none lasts
 * for ever. */
#include <string.h>

#include "game/game.h"
#include "net/server/inside.h"

enum { GAMES_PER_QUESTION = 4, FIRST_WINDOW = 4, SOLO_GAMES = 16, RETRY_MS = 50 };

bool client_has_room(const struct server *server, const struct client *client)
{
	if (client->robot != NOBODY) {
		const struct port *port = server->worker.ports[client->robot];
		int most = port->is_solo ? SOLO_GAMES : DESKS;
		return client->n_games < (port->most_lanes && port->most_lanes < most ? port->most_lanes : most);
	}
	return client->n_games < (client->meta.stateless ? (int)(GAMES_PER_QUESTION * client->window) : 1);
}

void desk_can_go(struct server *server, int at)
{
	if (server->desks[at].is_to_go)
		return;
	server->desks[at].is_to_go = true;
	server->to_go[server->n_to_go++] = at;
}

void desk_begin(struct server *server, int at, const struct pairing *pairing, int match)
{
	struct desk *desk = &server->desks[at];
	const struct serve_tourney *tourney = &server->tourney;
	const struct board *board = boards_leg(&server->worker.boards, 0);
	size_t hands_size = game_hands_size(&server->rules, (int)server->config->player_count[1]);
	struct game_view view = {.history = board_history(board, at), .shown = board_shown(board, at)};
	desk->match = match;
	desk->since_ns = server->now_ns;
	desk->expelled = 0;
	memset(desk->used_ns, 0, sizeof desk->used_ns);
	serve_stamp(desk->started);
	uint64_t number = (uint64_t)tourney->number << 32 | (uint32_t)match;
	for (int seat = 0; seat < pairing->n_seats; seat++) {
		desk->client[seat] = tourney->entrants[pairing->robot[seat]].client;
		struct client *client = &server->clients[desk->client[seat]];
		client->n_games++;
		view.hands[seat] = desk->hands + (size_t)seat * hands_size;
	}
	char uuid[BOUT_UUID + 1];
	bout_make_uuid(rng_key_derive(server->uuid_key, 1), number, uuid);
	for (int seat = 0; seat < pairing->n_seats; seat++) {
		int robot = server->clients[desk->client[seat]].robot;
		char *hands = robot == NOBODY ? NULL : robots_seat(server, robot, at, seat, pairing->n_seats);
		view.hands[seat] = hands ? hands : view.hands[seat];
	}
	bout_begin(&desk->bout, &server->rules, pairing->n_seats, server->dice_key, number, uuid, &view);
	desk->state = DESK_BUSY;
	desk_can_go(server, at);
}

/* ---- questions ---------------------------------------------------------------------- */

static void enqueue(struct server *server, struct client *client, int at)
{
	server->desks[at].state = DESK_QUEUED;
	server->desks[at].next = NOBODY;
	if (client->last == NOBODY)
		client->first = at;
	else
		server->desks[client->last].next = at;
	client->last = at;
}

static void unqueue(struct server *server, struct client *client, int at)
{
	int before = NOBODY;
	for (int i = client->first; i != at; i = server->desks[i].next)
		before = i;
	int next = server->desks[at].next;
	if (before == NOBODY)
		client->first = next;
	else
		server->desks[before].next = next;
	if (client->last == at)
		client->last = before;
}

static void send_question(struct server *server, struct client *client, struct desk *desk)
{
	str_clear(&server->text);
	bout_add_state(&desk->bout, &server->text);
	struct bytes frames[] = {{"GameState", 9}, {desk->bout.uuid, BOUT_UUID}, {server->text.text, server->text.length}};
	desk->is_sent = client_send(server, client, frames, 3);
	if (!desk->is_sent)
		client->tried_ns = server->now_ns;
}

/* Sends as many questions as the window lets through. The time of one that cannot be sent runs like any other's: its
 * client may come back. */
static void ask(struct server *server, struct client *client)
{
	while (client->first != NOBODY && client->n_asked < (int)client->window) {
		int at = client->first;
		struct desk *desk = &server->desks[at];
		unqueue(server, client, at);
		send_question(server, client, desk);
		client_grant(client);
		client->n_asked++;
		desk->state = DESK_ASKED;
		desk->asked_ns = server->now_ns;
	}
}

/* Counts the time of the turn and takes the desk away from the client. */
static void end_turn(struct server *server, struct desk *desk)
{
	int seat = desk->bout.game.turn;
	struct client *client = &server->clients[desk->client[seat]];
	int64_t took_ns = server->now_ns - desk->turn_ns;
	if (desk->state == DESK_QUEUED) {
		unqueue(server, client, (int)(desk - server->desks));
	} else if (desk->state == DESK_ASKED) {
		client->n_asked--;
		took_ns = server->now_ns - desk->asked_ns;
	}
	desk->used_ns[seat] += server->now_ns - desk->turn_ns;
	bout_took(&desk->bout, (double)took_ns / (double)SECOND);
	desk->state = DESK_BUSY;
	desk_can_go(server, (int)(desk - server->desks));
}

void desks_answer(struct server *server, struct client *client, struct bytes game, struct bytes response)
{
	struct desk *desk = NULL;
	for (int i = 0; i < DESKS && !desk && game.size == BOUT_UUID; i++)
		if (server->desks[i].state == DESK_ASKED && memcmp(server->desks[i].bout.uuid, game.at, BOUT_UUID) == 0)
			desk = &server->desks[i];
	if (!desk || &server->clients[desk->client[desk->bout.game.turn]] != client)
		return; /* late, twice, another's, or no game at all */
	struct response read;
	int64_t took_ns = server->now_ns - desk->asked_ns, most_ns = server->config->move_timeout_mS * MS;
	client->n_missed = 0;
	if (took_ns > most_ns / 2)
		client->window = client->window / 2 < 1 ? 1 : client->window / 2;
	else if (took_ns < most_ns / 4 && client->window < WINDOW_MOST)
		client->window += 0.5;
	end_turn(server, desk);
	if (message_read_response(&read, response.at, response.size)) {
		bout_response(&desk->bout, &read);
	} else {
		bout_failed(&desk->bout, BOUT_ERROR_BAD_MESSAGE);
		client_print(server, client, "bad response: not {\"response_type\": \"bid\", \"bid\": [count, face]} or \"call\"");
	}
	ask(server, client);
}

/* ---- going on ----------------------------------------------------------------------- */

static void fail(struct server *server, struct desk *desk)
{
	end_turn(server, desk);
	bout_failed(&desk->bout, BOUT_ERROR_TIMEOUT);
}

/* Asks whose turn it is. False: there is an answer already. */
static bool is_waiting_for_play(struct server *server, int at)
{
	struct desk *desk = &server->desks[at];
	int seat = desk->bout.game.turn, play;
	struct client *client = &server->clients[desk->client[seat]];
	desk->turn_ns = server->now_ns;
	desk->is_observing = false;
	if (client->robot != NOBODY) {
		if (!robots_ask(server, client->robot, at, false, &play))
			return true;
		bout_play(&desk->bout, play);
		return false;
	}
	if (desk->expelled >> seat & 1 || client_is_absent(server, client)) {
		bout_failed(&desk->bout, BOUT_ERROR_TIMEOUT);
		return false;
	}
	enqueue(server, client, at);
	ask(server, client);
	return true;
}

static bool is_waiting_for_looks(struct server *server, int at)
{
	struct desk *desk = &server->desks[at];
	bool is_waiting = false;
	int ignored;
	for (int seat = 0; seat < desk->bout.game.n_seats; seat++) {
		int robot = server->clients[desk->client[seat]].robot;
		if (robot != NOBODY)
			is_waiting |= !robots_ask(server, robot, at, true, &ignored);
	}
	desk->is_observing = is_waiting;
	return is_waiting;
}

static void desk_go(struct server *server, int at)
{
	struct desk *desk = &server->desks[at];
	while (!server->is_broken) {
		switch (desk->bout.game.need) {
		case GAME_NEED_PLAY:
			if (is_waiting_for_play(server, at))
				return;
			break;
		case GAME_NEED_OBSERVE:
			if (is_waiting_for_looks(server, at))
				return;
			bout_observed(&desk->bout);
			break;
		case GAME_NEED_OVER:
			desk->state = DESK_FREE;
			for (int seat = 0; seat < desk->bout.game.n_seats; seat++)
				server->clients[desk->client[seat]].n_games--;
			tourney_game_over(server, at);
			return;
		}
	}
}

void desks_go(struct server *server)
{
	while (server->n_to_go) {
		int at = server->to_go[--server->n_to_go];
		server->desks[at].is_to_go = false;
		desk_go(server, at);
	}
}

/* ---- time --------------------------------------------------------------------------- */

/* Of those still in who took time at all: who took most. NOBODY when only the server's own are left. */
static int slowest(const struct server *server, const struct desk *desk)
{
	const struct game *game = &desk->bout.game;
	int found = NOBODY;
	int64_t most_ns = -1;
	for (int seat = 0; seat < game->n_seats; seat++) {
		bool is_own = server->clients[desk->client[seat]].robot != NOBODY;
		if (is_own || !game_is_in(game, seat) || desk->expelled >> seat & 1)
			continue;
		int64_t used_ns = desk->used_ns[seat] + (seat == game->turn ? server->now_ns - desk->turn_ns : 0);
		if (used_ns > most_ns) {
			most_ns = used_ns;
			found = seat;
		}
	}
	return found;
}

static void check_game(struct server *server, struct desk *desk)
{
	if (server->now_ns - desk->since_ns < server->config->game_timeout_mS * MS)
		return;
	int seat = slowest(server, desk);
	desk->since_ns = server->now_ns;
	if (seat == NOBODY)
		return;
	desk->expelled |= UINT32_C(1) << seat;
	memset(desk->used_ns, 0, sizeof desk->used_ns);
	if (seat == desk->bout.game.turn)
		fail(server, desk);
}

static void check_turn(struct server *server, struct desk *desk)
{
	struct client *client = &server->clients[desk->client[desk->bout.game.turn]];
	/* In a flood the answer may be there and not yet read: then it gets twice the time. */
	int64_t most_ns = server->config->move_timeout_mS * MS * (server->is_drained ? 1 : 2);
	bool is_late = desk->state == DESK_ASKED && server->now_ns - desk->asked_ns >= most_ns;
	if (is_late) {
		client->n_missed++;
		client->window = client->window / 2 < 1 ? 1 : client->window / 2;
	}
	if (is_late || (desk->state == DESK_QUEUED && client_is_absent(server, client))) {
		fail(server, desk);
		ask(server, client);
	}
}

/* Tries a question that could not be sent, but no client more than twenty times a second. */
static void try_again(struct server *server, struct desk *desk)
{
	struct client *client = &server->clients[desk->client[desk->bout.game.turn]];
	if (server->now_ns - client->tried_ns >= RETRY_MS * MS)
		send_question(server, client, desk);
}

void desks_ask_again(struct server *server)
{
	for (int i = 0; i < DESKS; i++) {
		server->desks[i].is_sent = false;
		server->desks[i].asked_ns = server->now_ns;
	}
}

/* Answers that have come in were read before: whatever kept the loop, it costs nobody a turn. */
void desks_check_time(struct server *server)
{
	for (int i = 0; i < DESKS; i++) {
		struct desk *desk = &server->desks[i];
		if (desk->state == DESK_ASKED || desk->state == DESK_QUEUED)
			check_turn(server, desk);
		if (desk->state == DESK_ASKED || desk->state == DESK_QUEUED)
			check_game(server, desk);
		if (desk->state == DESK_ASKED && !desk->is_sent)
			try_again(server, desk);
	}
}
