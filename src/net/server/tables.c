/* tables.c - the games in play: questions, answers, and time limits.
 *
 * A robot answers its questions one after another, so their number determines how long each waits. A window limits
 * their number. It grows while answers arrive well within the time for a move, and is halved when an answer takes half
 * of that time. So fast robots are kept busy, and slow robots are asked one question at a time. Robots that declare
 * neither `stateless` nor `max_games` play one game at a time.
 *
 * A robot that delays a game loses its turns in it. When a game has used its time (game_timeout_mS), the robot that has
 * used most of this time loses all its further turns, and the others get the same time again. So no game is lost, and
 * every game ends.
 * */

#include "net/server/inside.h"

enum { GAMES_PER_QUESTION = 4, FIRST_WINDOW = 4, RETRY_MS = 50 };

bool client_has_room(const struct server *server, const struct client *client)
{
	if (client->robot != NOBODY) {
		int most = server->worker.transports[client->robot]->most_lanes;
		return client->n_games < (most && most < TOURNEY_TABLES ? most : TOURNEY_TABLES);
	}
	int most = client->meta.max_games, room = (int)(GAMES_PER_QUESTION * client->window);
	if (!most)
		most = client->meta.stateless ? room : 1;
	return client->n_games < (most < room ? most : room);
}

void server_table_can_go(struct server *server, int at)
{
	if (server->tourney_tables[at].is_to_go)
		return;
	server->tourney_tables[at].is_to_go = true;
	server->to_go[server->n_to_go++] = at;
}

void server_table_begin(struct server *server, int at, const struct matchmaking_pairing *pairing, int match)
{
	struct tourney_table *tourney_table = &server->tourney_tables[at];
	const struct serve_tourney *tourney = &server->tourney;
	const struct shared_area *shared_area = shared_areas_attempt(&server->worker.shared_areas, 0);
	size_t hands_size = game_hands_size(&server->rules, (int)server->config->player_count[1]);
	struct game_view view = {.history = shared_area_history(shared_area, at),
		.shown = shared_area_shown(shared_area, at)};
	tourney_table->match = match;
	tourney_table->since_ns = server->now_ns;
	tourney_table->expelled = 0;
	memset(tourney_table->used_ns, 0, sizeof tourney_table->used_ns);
	serve_stamp(tourney_table->started);
	uint64_t number = (uint64_t)tourney->number << 32 | (uint32_t)match;
	for (int seat = 0; seat < pairing->n_seats; seat++) {
		tourney_table->client[seat] = tourney->entrants[pairing->robot[seat]].client;
		struct client *client = &server->clients[tourney_table->client[seat]];
		client->n_games++;
		view.hands[seat] = tourney_table->hands + (size_t)seat * hands_size;
	}
	char uuid[TOURNEY_GAME_UUID + 1];
	tourney_game_make_uuid(rng_key_derive(server->uuid_key, 1), number, uuid);
	for (int seat = 0; seat < pairing->n_seats; seat++) {
		int robot = server->clients[tourney_table->client[seat]].robot;
		char *hands = robot == NOBODY ? NULL : robots_seat(server, robot, at, seat, pairing->n_seats);
		view.hands[seat] = hands ? hands : view.hands[seat];
	}
	tourney_game_begin(&tourney_table->tourney_game, &server->rules, pairing->n_seats,
			   (struct dice_source){server->dice_key, number}, uuid, &view);
	tourney_table->state = TOURNEY_TABLE_BUSY;
	server_table_can_go(server, at);
}

static void enqueue(struct server *server, struct client *client, int at)
{
	server->tourney_tables[at].state = TOURNEY_TABLE_QUEUED;
	server->tourney_tables[at].next = NOBODY;
	if (client->last == NOBODY)
		client->first = at;
	else
		server->tourney_tables[client->last].next = at;
	client->last = at;
}

static void unqueue(struct server *server, struct client *client, int at)
{
	int before = NOBODY;
	for (int i = client->first; i != at; i = server->tourney_tables[i].next)
		before = i;
	int next = server->tourney_tables[at].next;
	if (before == NOBODY)
		client->first = next;
	else
		server->tourney_tables[before].next = next;
	if (client->last == at)
		client->last = before;
}

static void send_question(struct server *server, struct client *client, struct tourney_table *tourney_table)
{
	str_clear(&server->text);
	tourney_game_add_state(&tourney_table->tourney_game, &server->text);
	struct bytes frames[] = {{"GameState", 9}, {tourney_table->tourney_game.uuid, TOURNEY_GAME_UUID},
				 {server->text.text, server->text.length}};
	tourney_table->is_sent = client_send(server, client, frames, 3);
	if (!tourney_table->is_sent)
		client->tried_ns = server->now_ns;
}

/* Sends as many questions as the window allows. The time for a question also runs if it cannot be sent. The client may
 * still reconnect in time. */
static void ask(struct server *server, struct client *client)
{
	while (client->first != NOBODY && client->n_asked < (int)client->window) {
		int at = client->first;
		struct tourney_table *tourney_table = &server->tourney_tables[at];
		unqueue(server, client, at);
		send_question(server, client, tourney_table);
		client->credit += QUESTION_CREDIT;
		client->n_asked++;
		tourney_table->state = TOURNEY_TABLE_ASKED;
		tourney_table->asked_ns = server->now_ns;
	}
}

/* Counts the time of the turn, and removes the tourney table from the client's queue or from its unanswered
 * questions. */
static void end_turn(struct server *server, struct tourney_table *tourney_table)
{
	int seat = tourney_table->tourney_game.game.turn;
	struct client *client = &server->clients[tourney_table->client[seat]];
	int64_t took_ns = server->now_ns - tourney_table->turn_ns;
	if (tourney_table->state == TOURNEY_TABLE_QUEUED) {
		unqueue(server, client, (int)(tourney_table - server->tourney_tables));
	} else if (tourney_table->state == TOURNEY_TABLE_ASKED) {
		client->n_asked--;
		took_ns = server->now_ns - tourney_table->asked_ns;
	}
	tourney_table->used_ns[seat] += server->now_ns - tourney_table->turn_ns;
	tourney_game_took(&tourney_table->tourney_game, (double)took_ns / (double)SECOND);
	tourney_table->state = TOURNEY_TABLE_BUSY;
	server_table_can_go(server, (int)(tourney_table - server->tourney_tables));
}

void server_tables_answer(struct server *server, struct client *client, struct bytes game, struct bytes response)
{
	struct tourney_table *tourney_table = NULL;
	for (int i = 0; i < TOURNEY_TABLES && !tourney_table && game.size == TOURNEY_GAME_UUID; i++)
		if (server->tourney_tables[i].state == TOURNEY_TABLE_ASKED &&
		    memcmp(server->tourney_tables[i].tourney_game.uuid, game.at, TOURNEY_GAME_UUID) == 0)
			tourney_table = &server->tourney_tables[i];
	if (!tourney_table || &server->clients[tourney_table->client[tourney_table->tourney_game.game.turn]] != client)
		return; /* the answer is late, repeated, from another client, or for an unknown game */
	struct message_response read;
	int64_t took_ns = server->now_ns - tourney_table->asked_ns, most_ns = server->config->move_timeout_mS * MS;
	client->n_missed = 0;
	if (took_ns > most_ns / 2)
		client->window = client->window / 2 < 1 ? 1 : client->window / 2;
	else if (took_ns < most_ns / 4 && client->window < WINDOW_MOST)
		client->window += 0.5;
	end_turn(server, tourney_table);
	if (message_read_response(&read, response.at, response.size)) {
		tourney_game_response(&tourney_table->tourney_game, &read);
	} else {
		tourney_game_failed(&tourney_table->tourney_game, TOURNEY_LOG_ERROR_BAD_MESSAGE);
		client_print(server, client,
			     "bad response: not {\"response_type\": \"bid\", \"bid\": [count, face]} or \"call\"");
	}
	ask(server, client);
}

static void fail(struct server *server, struct tourney_table *tourney_table)
{
	end_turn(server, tourney_table);
	tourney_game_failed(&tourney_table->tourney_game, TOURNEY_LOG_ERROR_TIMEOUT);
}

/* Asks the player whose turn it is. Returns false if the player has already answered. */
static bool is_waiting_for_play(struct server *server, int at)
{
	struct tourney_table *tourney_table = &server->tourney_tables[at];
	int seat = tourney_table->tourney_game.game.turn, play;
	struct client *client = &server->clients[tourney_table->client[seat]];
	tourney_table->turn_ns = server->now_ns;
	tourney_table->is_observing = false;
	if (client->robot != NOBODY) {
		if (!robots_ask(server, client->robot, at, false, &play))
			return true;
		tourney_game_play(&tourney_table->tourney_game, play);
		return false;
	}
	if (tourney_table->expelled >> seat & 1 || client_is_absent(server, client)) {
		tourney_game_failed(&tourney_table->tourney_game, TOURNEY_LOG_ERROR_TIMEOUT);
		return false;
	}
	enqueue(server, client, at);
	ask(server, client);
	return true;
}

static bool is_waiting_for_looks(struct server *server, int at)
{
	struct tourney_table *tourney_table = &server->tourney_tables[at];
	bool is_waiting = false;
	int ignored;
	for (int seat = 0; seat < tourney_table->tourney_game.game.n_seats; seat++) {
		int robot = server->clients[tourney_table->client[seat]].robot;
		if (robot != NOBODY)
			is_waiting |= !robots_ask(server, robot, at, true, &ignored);
	}
	tourney_table->is_observing = is_waiting;
	return is_waiting;
}

static void server_table_go(struct server *server, int at)
{
	struct tourney_table *tourney_table = &server->tourney_tables[at];
	while (!server->is_broken) {
		switch (tourney_table->tourney_game.game.need) {
		case GAME_NEED_PLAY:
			if (is_waiting_for_play(server, at))
				return;
			break;
		case GAME_NEED_OBSERVE:
			if (is_waiting_for_looks(server, at))
				return;
			tourney_game_observed(&tourney_table->tourney_game);
			break;
		case GAME_NEED_OVER:
			tourney_table->state = TOURNEY_TABLE_FREE;
			for (int seat = 0; seat < tourney_table->tourney_game.game.n_seats; seat++)
				server->clients[tourney_table->client[seat]].n_games--;
			tourney_game_over(server, at);
			return;
		}
	}
}

void server_tables_go(struct server *server)
{
	while (server->n_to_go) {
		int at = server->to_go[--server->n_to_go];
		server->tourney_tables[at].is_to_go = false;
		server_table_go(server, at);
	}
}

/* Returns the remaining client that has used most time, or NOBODY when only the server's own robots are left. */
static int slowest(const struct server *server, const struct tourney_table *tourney_table)
{
	const struct game *game = &tourney_table->tourney_game.game;
	int found = NOBODY;
	int64_t most_ns = -1;
	for (int seat = 0; seat < game->n_seats; seat++) {
		bool is_own = server->clients[tourney_table->client[seat]].robot != NOBODY;
		if (is_own || !game_is_in(game, seat) || tourney_table->expelled >> seat & 1)
			continue;
		int64_t used_ns = tourney_table->used_ns[seat] + (seat == game->turn
								  ? server->now_ns - tourney_table->turn_ns : 0);
		if (used_ns > most_ns) {
			most_ns = used_ns;
			found = seat;
		}
	}
	return found;
}

static void check_game(struct server *server, struct tourney_table *tourney_table)
{
	if (server->now_ns - tourney_table->since_ns < server->config->game_timeout_mS * MS)
		return;
	int seat = slowest(server, tourney_table);
	tourney_table->since_ns = server->now_ns;
	if (seat == NOBODY)
		return;
	tourney_table->expelled |= UINT32_C(1) << seat;
	memset(tourney_table->used_ns, 0, sizeof tourney_table->used_ns);
	if (seat == tourney_table->tourney_game.game.turn)
		fail(server, tourney_table);
}

static void check_turn(struct server *server, struct tourney_table *tourney_table)
{
	struct client *client = &server->clients[tourney_table->client[tourney_table->tourney_game.game.turn]];
	/* If not all messages have been read, the answer may already have arrived, so the limit is doubled. */
	int64_t most_ns = server->config->move_timeout_mS * MS * (server->is_drained ? 1 : 2);
	bool is_late = tourney_table->state == TOURNEY_TABLE_ASKED &&
		server->now_ns - tourney_table->asked_ns >= most_ns;
	if (is_late) {
		client->n_missed++;
		client->window = client->window / 2 < 1 ? 1 : client->window / 2;
	}
	if (is_late || (tourney_table->state == TOURNEY_TABLE_QUEUED && client_is_absent(server, client))) {
		fail(server, tourney_table);
		ask(server, client);
	}
}

/* Tries again to send a question that could not be sent, but at most twenty times a second for each client. */
static void try_again(struct server *server, struct tourney_table *tourney_table)
{
	struct client *client = &server->clients[tourney_table->client[tourney_table->tourney_game.game.turn]];
	if (server->now_ns - client->tried_ns >= RETRY_MS * MS)
		send_question(server, client, tourney_table);
}

void server_tables_ask_again(struct server *server)
{
	for (int i = 0; i < TOURNEY_TABLES; i++) {
		server->tourney_tables[i].is_sent = false;
		server->tourney_tables[i].asked_ns = server->now_ns;
	}
}

/* Called after all waiting answers have been read, so that no client loses a turn because of a delay of the loop. */
void server_tables_check_time(struct server *server)
{
	for (int i = 0; i < TOURNEY_TABLES; i++) {
		struct tourney_table *tourney_table = &server->tourney_tables[i];
		if (tourney_table->state == TOURNEY_TABLE_ASKED || tourney_table->state == TOURNEY_TABLE_QUEUED)
			check_turn(server, tourney_table);
		if (tourney_table->state == TOURNEY_TABLE_ASKED || tourney_table->state == TOURNEY_TABLE_QUEUED)
			check_game(server, tourney_table);
		if (tourney_table->state == TOURNEY_TABLE_ASKED && !tourney_table->is_sent)
			try_again(server, tourney_table);
	}
}
