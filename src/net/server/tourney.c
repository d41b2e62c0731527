/* tourney.c - a tourney: its robots, games, scores and logs. */
#include <stdio.h>

#include "net/server/inside.h"

enum { LOOK_AHEAD = 512, PRESENT_S = 15, GAME_LOGS_MOST_BYTES = 16 << 20 };

static int by_joining(const void *a, const void *b, void *context)
{
	const struct server *server = context;
	uint64_t x = server->clients[((const struct entrant *)a)->client].joined;
	uint64_t y = server->clients[((const struct entrant *)b)->client].joined;
	return ORDER(x, y);
}

/* Returns true if the client has answered the ping or, if there was no time for an answer, has sent a message
 * recently. */
static bool is_present(const struct server *server, const struct client *client)
{
	if (!client->is_used || !client->is_proven)
		return false;
	if (client->robot != NOBODY)
		return true;
	if (server->now_ns - server->pinged_ns >= SECOND && server->pinged_ns)
		return client->heard_ns >= server->pinged_ns;
	return server->now_ns - client->heard_ns < PRESENT_S * SECOND;
}

static void take_entrants(struct server *server)
{
	struct serve_tourney *tourney = &server->tourney;
	tourney->entrants = NEW_ARRAY(struct entrant, (size_t)server->n_clients);
	for (int i = 0; i < server->n_clients; i++)
		if (is_present(server, &server->clients[i]))
			tourney->entrants[tourney->n_entrants++] =
				(struct entrant){.meta = server->clients[i].meta, .client = i};
	qsort_r(tourney->entrants, (size_t)tourney->n_entrants, sizeof *tourney->entrants, by_joining, server);
}

/* Counts the robots of an entrant's player. With keys, each key is a player. Without keys, a client can register under
 * any name, so only robots on the same machine count together. Otherwise a client could use up the limit of another
 * player. */
static int n_of_player(const struct server *server, const struct entrant *entrant)
{
	const struct serve_tourney *tourney = &server->tourney;
	const char *address = server->clients[entrant->client].address;
	int n = 0;
	for (int i = 0; i < tourney->n_entrants; i++) {
		const struct client *client = &server->clients[tourney->entrants[i].client];
		bool is_of_player = strcmp(tourney->entrants[i].meta.player, entrant->meta.player) == 0;
		n += is_of_player && client->robot == NOBODY &&
			(server->authentication || strcmp(client->address, address) == 0);
	}
	return n;
}

/* Prepares the entrants. If a player has more robots than are allowed, none of them scores. This does not apply to the
 * server's own robots. */
static void seat_entrants(struct server *server)
{
	struct serve_tourney *tourney = &server->tourney;
	for (int i = 0; i < tourney->n_entrants; i++) {
		struct entrant *entrant = &tourney->entrants[i];
		struct client *client = &server->clients[entrant->client];
		entrant->scores_nothing = client->robot == NOBODY &&
			n_of_player(server, entrant) > server->config->max_bots_per_player;
		client->entrant = i;
		client->n_missed = 0;
		client->is_warned = false;
		if (client->window < 1)
			client->window = client->robot == NOBODY ? 4 : TOURNEY_TABLES;
	}
}

static void store_begin(struct server *server)
{
	const struct serve_tourney *tourney = &server->tourney;
	int n = tourney->n_entrants;
	AUTO_FREE struct tourney_entry *entries = NEW_ARRAY(struct tourney_entry, (size_t)n);
	AUTO_FREE struct str *metas = NEW_ARRAY(struct str, (size_t)n);
	for (int i = 0; i < n; i++) {
		const struct meta *meta = &tourney->entrants[i].meta;
		message_add_meta(meta, &metas[i]);
		entries[i] = (struct tourney_entry){.player = meta->player, .name = meta->name,
			.version = meta->version, .session_uuid = meta->session_uuid, .meta = metas[i].text};
	}
	const struct tourney_record record = {.number = tourney->number, .uuid = tourney->uuid,
		.tag = server->config->tourney_tag,
		.seed = server->plan->seed, .scoring_method = config_scorings[server->config->scoring_method],
		.score_mult = server->config->score_mult, .started = tourney->started, .n_entries = n,
		.entries = entries};
	struct err err = {0};
	if (tourney_put_begin(server->plan->database, &record, &err))
		serve_broken(server, &err);
	for (int i = 0; i < n; i++)
		str_release(&metas[i]);
}

void server_begin(struct server *server)
{
	struct serve_tourney *tourney = &server->tourney;
	const struct config *config = server->config;
	struct err err = {0};
	take_entrants(server);
	if (tourney->n_entrants < config->player_count[0]) {
		if (tourney->n_entrants != server->n_waiting)
			serve_say(server, "waiting for robots: %d %s registered, a table needs %" PRId64,
				  tourney->n_entrants, tourney->n_entrants == 1 ? "is" : "are",
				  (int64_t)config->player_count[0]);
		server->n_waiting = tourney->n_entrants;
		server_release(tourney);
		return;
	}
	server->n_waiting = -1;
	seat_entrants(server);
	serve_stamp(tourney->started);
	if (tourney_next(server->plan->database, &tourney->number, &err)) {
		serve_broken(server, &err);
		return;
	}
	tourney_game_make_uuid(rng_key_derive(server->uuid_key, 2), (uint64_t)tourney->number, tourney->uuid);
	tourney->n_pairings = matchmaking_draw(rng_key_derive(server->schedule_key, (uint64_t)tourney->number),
		tourney->n_entrants, (int)config->games_per_tourney_per_bot, (int)config->player_count[0],
		(int)config->player_count[1], &tourney->pairings);
	tourney->is_taken = NEW_ARRAY(bool, (size_t)tourney->n_pairings);
	tourney->game_uuids = json_array();
	tourney->is_on = true;
	server->next_ns = server->now_ns + (int64_t)(config->tourney_freq_S * (double)SECOND);
	store_begin(server);
	serve_say(server, "tourney %" PRId64 ": %d robots, %d games", tourney->number, tourney->n_entrants,
		  tourney->n_pairings);
}

void server_release(struct serve_tourney *tourney)
{
	for (int i = 0; i < tourney->n_entrants; i++)
		free(tourney->entrants[i].places);
	FREE_ALL(tourney->entrants, tourney->pairings, tourney->is_taken);
	json_decref(tourney->game_uuids);
	str_release(&tourney->game_logs);
	*tourney = (struct serve_tourney){0};
}

static bool has_room(const struct server *server, const struct matchmaking_pairing *pairing)
{
	return ALL_OF(seat, pairing->n_seats,
		      client_has_room(server, &server->clients[server->tourney.entrants[pairing->robot[seat]].client]));
}

/* Returns the next pairing whose robots can all play one more game now, or NOBODY if there is none. */
static int next_pairing(struct server *server)
{
	struct serve_tourney *tourney = &server->tourney;
	while (tourney->first_open < tourney->n_pairings && tourney->is_taken[tourney->first_open])
		tourney->first_open++;
	for (int i = tourney->first_open; i < tourney->n_pairings && i < tourney->first_open + LOOK_AHEAD; i++)
		if (!tourney->is_taken[i] && has_room(server, &tourney->pairings[i]))
			return i;
	return NOBODY;
}

static void begin_games(struct server *server)
{
	struct serve_tourney *tourney = &server->tourney;
	int at = 0;
	while (tourney->n_begun < tourney->n_pairings && !server->is_broken) {
		while (at < TOURNEY_TABLES && server->tourney_tables[at].state != TOURNEY_TABLE_FREE)
			at++;
		int match = at < TOURNEY_TABLES ? next_pairing(server) : NOBODY;
		if (match == NOBODY)
			return;
		tourney->is_taken[match] = true;
		tourney->n_begun++;
		server_table_begin(server, at, &tourney->pairings[match], match);
	}
}

static void keep_place(struct entrant *entrant, int place, int n_robots)
{
	int64_t n = entrant->games++;
	if ((n & (n - 1)) == 0) /* the array is full at the powers of two */
		entrant->places = mem_resize(entrant->places, n ? 2 * (size_t)n : 1, sizeof *entrant->places);
	entrant->places[n] = (struct tourney_log_place){(uint8_t)(place - 1), (uint8_t)n_robots};
}

/* Adds the log of a game to those of the tourney. Drops all of them once they are too large for a message. */
static void keep_log(struct serve_tourney *tourney, const struct str *log)
{
	if (tourney->has_dropped_logs)
		return;
	str_add_n(&tourney->game_logs, ",", tourney->game_logs.length > 0);
	str_add_n(&tourney->game_logs, log->text, log->length);
	if (tourney->game_logs.length > GAME_LOGS_MOST_BYTES) {
		tourney->has_dropped_logs = true;
		str_release(&tourney->game_logs);
	}
}

void tourney_game_over(struct server *server, int at)
{
	struct serve_tourney *tourney = &server->tourney;
	const struct tourney_table *tourney_table = &server->tourney_tables[at];
	const struct game *game = &tourney_table->tourney_game.game;
	const struct matchmaking_pairing *pairing = &tourney->pairings[tourney_table->match];
	const struct config *config = server->config;
	struct tourney_share shares[GAME_MAX_SEATS];
	char ended[STAMP];
	serve_stamp(ended);
	struct tourney_log_game log = {.tourney_uuid = tourney->uuid, .tourney_index = tourney->number,
		.match_index = tourney_table->match, .started = tourney_table->started, .ended = ended};
	tourney_game_describe(&tourney_table->tourney_game, &log);
	for (int seat = 0; seat < game->n_seats; seat++) {
		struct entrant *entrant = &tourney->entrants[pairing->robot[seat]];
		int place = log.places[seat];
		log.uuids[seat] = entrant->meta.session_uuid;
		log.titles[seat] = entrant->meta.title;
		struct tourney_share *share = &shares[seat];
		*share = (struct tourney_share){.session_uuid = entrant->meta.session_uuid, .has_won = place == 1};
		if (!entrant->scores_nothing)
			share->score = config->score_mult * scoring_points((enum scoring)config->scoring_method, place,
				game->n_seats);
		keep_place(entrant, place, game->n_seats);
		entrant->score += share->score;
	}
	tourney->n_over++;
	str_clear(&server->text);
	tourney_log_add_game(&log, &server->text);
	json_array_append_new(tourney->game_uuids, json_string(log.game_uuid));
	keep_log(tourney, &server->text);
	struct bytes frames[] = {BYTES_OF("GameLog"), {server->text.text, server->text.length}};
	socket_send(server->pub, frames, 2);
	const struct tourney_game_record record = {.tourney = tourney->number, .match = tourney_table->match,
		.uuid = log.game_uuid,
		.ended = ended, .log = server->text.text, .size = server->text.length, .n_shares = game->n_seats,
		.shares = shares};
	struct err err = {0};
	if (tourney_put_game(server->plan->database, &record, &err))
		serve_broken(server, &err);
}

/* Sends each robot its place in the tourney, and makes it free for the next one. */
static void dismiss(struct server *server)
{
	struct serve_tourney *tourney = &server->tourney;
	for (int i = 0; i < tourney->n_entrants; i++) {
		const struct entrant *entrant = &tourney->entrants[i];
		struct client *client = &server->clients[entrant->client];
		int place = 1;
		for (int k = 0; k < tourney->n_entrants; k++)
			place += tourney->entrants[k].score > entrant->score;
		char text[160];
		if (entrant->scores_nothing) {
			snprintf(text, sizeof text,
				 "you run %d robots, but at most %lld may score: yours get no points",
				 n_of_player(server, entrant), server->config->max_bots_per_player);
			client_print(server, client, text);
		}
		snprintf(text, sizeof text, "tourney %" PRId64 ": place %d of %d, %.3f points in %" PRId64 " games",
			 tourney->number, place, tourney->n_entrants, entrant->score, entrant->games);
		client_print(server, client, text);
		client->entrant = NOBODY;
	}
}

static void publish(struct server *server, const char *ended)
{
	const struct serve_tourney *tourney = &server->tourney;
	const struct config *config = server->config;
	AUTO_FREE struct tourney_log_entry *entries = NEW_ARRAY(struct tourney_log_entry, (size_t)tourney->n_entrants);
	for (int i = 0; i < tourney->n_entrants; i++) {
		const struct entrant *entrant = &tourney->entrants[i];
		const struct meta *meta = &entrant->meta;
		entries[i] = (struct tourney_log_entry){.uuid = meta->session_uuid, .title = meta->title,
			.player = meta->player, .name = meta->name, .version = meta->version, .score = entrant->score,
			.n_games = entrant->games, .places = entrant->places};
	}
	const struct tourney_log_tourney log = {.tag = config->tourney_tag, .uuid = tourney->uuid,
		.index = tourney->number, .n_games = tourney->n_over,
		.scoring_method = config_scorings[config->scoring_method],
		.score_multiplier = config->score_mult, .started = tourney->started, .ended = ended,
		.n_entries = tourney->n_entrants,
		.entries = entries, .game_uuids = tourney->game_uuids, .game_logs = str_text(&tourney->game_logs)};
	str_clear(&server->text);
	tourney_log_add_tourney(&log, &server->text);
	struct bytes frames[] = {BYTES_OF("TourneyLog"), {server->text.text, server->text.length}};
	socket_send(server->pub, frames, 2);
	if (tourney->has_dropped_logs)
		serve_say(server, "tourney %" PRId64 ": its TourneyLog has no game_logs, because they exceed %d MB",
			  tourney->number, GAME_LOGS_MOST_BYTES >> 20);
	str_release(&server->text); /* frees this buffer, which may have megabytes */
}

static void end(struct server *server)
{
	struct serve_tourney *tourney = &server->tourney;
	char ended[STAMP];
	struct err err = {0};
	serve_stamp(ended);
	publish(server, ended);
	if (tourney_put_end(server->plan->database, tourney->number, ended, server->config->logs_kept, &err))
		serve_broken(server, &err);
	dismiss(server);
	const struct entrant *best = &tourney->entrants[0];
	for (int i = 1; i < tourney->n_entrants; i++)
		if (tourney->entrants[i].score > best->score)
			best = &tourney->entrants[i];
	serve_say(server, "tourney %" PRId64 " is over: %d games, first %s with %.3f points", tourney->number,
		  tourney->n_over, best->meta.title, best->score);
	int64_t earliest = server->now_ns + (int64_t)(server->config->tourney_min_gap_S * (double)SECOND);
	if (server->next_ns < earliest)
		server->next_ns = earliest;
	server->n_finished++;
	organiser_end_season(server);
	server_release(tourney);
}

void server_go_on(struct server *server)
{
	struct serve_tourney *tourney = &server->tourney;
	bool is_stopping = server->plan->stop && *server->plan->stop;
	if (!is_stopping)
		begin_games(server);
	if (tourney->n_over == tourney->n_begun && (is_stopping || tourney->n_over == tourney->n_pairings) &&
	    !server->is_broken)
		end(server);
}
