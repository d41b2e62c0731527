/* games_robots.c - the robots among the players of games (games.h).
 *
 * Bundled robots play in this process, with any number of instances. Other robots have a process for each instance, so
 * that a process that dies ends only its own game. */
#include "library/games.h"
#include "match/worker.h"
#include "robot/find.h"
#include "run/seed.h"
#include "run/setup.h"

enum { MOST_SLOTS = 1024, MOST_STRANGERS = 64 };

static int list_robots(const struct arena_games_request *request, int n_seats, char **specs)
{
	int n = 0;
	for (int player = 0; player < n_seats; player++)
		if (request->robots[player])
			specs[n++] = (char *)(uintptr_t)request->robots[player];
	return n;
}

bool games_have_strangers(const struct arena_games_request *request, int n_seats)
{
	char *specs[SCHEDULE_MAX_SEATS];
	return seed_has_strangers(specs, list_robots(request, n_seats, specs));
}

static int check_robots(const struct arena_games *games, struct err *err)
{
	const struct tournament *t = &games->tournament;
	for (int i = 0; i < t->schedule.n_robots; i++) {
		if (t->robots[i].kind == ROBOT_HUMAN)
			return err_set(err, EXIT_USAGE,
				       "robots[] must not name a person; give NULL where the caller plays");
		if (games->n_slots > MOST_STRANGERS && !find_is_bundled(t->robots[i].path))
			return err_set(err, EXIT_USAGE,
				"the robot '%s' is not bundled and has a process for each slot: give at most %d slots, "
				"not %d, or use several games", t->robots[i].label, MOST_STRANGERS, games->n_slots);
	}
	if (t->schedule.n_robots == games->n_seats)
		return err_set(err, EXIT_USAGE, "all players are robots; leave one to the caller, or use arena_play");
	if (games->n_slots > MOST_SLOTS)
		return err_set(err, EXIT_USAGE, "with robots there are at most %d slots, not %d; use several games",
			       MOST_SLOTS, games->n_slots);
	return 0;
}

static int open_player(struct arena_games *games, struct games_player *player, const struct robot *robot,
		       struct err *err)
{
	struct tournament *t = &games->tournament;
	struct transport_plan plan = {
		.shared_areas = &games->shared_areas, .hands_size = games->hands_size, .n_lanes = games->n_slots,
		.rules = str_text(&games->rules_text), .limits = t->limits, .hidden = t->hidden,
	};
	t->is_trusted = find_is_bundled(robot->path);
	player->transport = worker_transport(t, robot, &plan);
	if (!player->transport)
		return err_set(err, EXIT_ROBOT, "the robot '%s' cannot be loaded", robot->label);
	player->transport->is_solo = !t->is_trusted;
	return 0;
}

int games_open_robots(struct arena_games *games, const struct arena_games_request *request, struct err *err)
{
	struct tournament *t = &games->tournament;
	char *specs[SCHEDULE_MAX_SEATS];
	size_t n_slots = (size_t)games->n_slots;
	int next = 0;
	t->rules = games->rules;
	t->is_worker = true;
	t->limits = (struct limits){.move_time_ns = INT64_C(100000000), .start_time_ns = LIMITS_START_NS,
		.memory = UINT64_C(512) << 20};
	t->schedule = (struct schedule){.n_robots = list_robots(request, games->n_seats, specs),
		.n_seats = games->n_seats};
	if (setup_robots(specs, t->schedule.n_robots, &t->robots, err)) {
		t->schedule.n_robots = 0;
		return -1;
	}
	if (check_robots(games, err) || tournament_probe(t, err) || tournament_check_loaded(t, err))
		return -1;
	games->hands_size = game_hands_size(&games->rules, games->n_seats);
	rules_to_text(&games->rules, &games->rules_text);
	shared_areas_init(&games->shared_areas, games->n_slots, game_history_size(&games->rules, games->n_seats),
			  games->hands_size);
	if (!shared_areas_make(&games->shared_areas, 0, err))
		return -1;
	games->games = NEW_ARRAY(struct game, n_slots);
	games->waiting = NEW_ARRAY(int, n_slots);
	games->players = NEW_ARRAY(struct games_player, (size_t)games->n_seats);
	for (int i = 0; i < games->n_seats; i++) {
		struct games_player *player = &games->players[i];
		player->spare = NEW_ARRAY(char, n_slots * games->hands_size);
		player->replies = NEW_ARRAY(int32_t, n_slots + 1);
		player->is_there = NEW_ARRAY(bool, n_slots);
		player->has_failed = NEW_ARRAY(bool, n_slots);
		if (request->robots[i] && open_player(games, player, &t->robots[next++], err))
			return -1;
	}
	return 0;
}

void games_release_robots(struct arena_games *games)
{
	for (int i = 0; i < games->n_seats && games->players; i++) {
		struct games_player *player = &games->players[i];
		transport_free(player->transport);
		FREE_ALL(player->spare, player->replies, player->is_there, player->has_failed);
	}
	shared_areas_release(&games->shared_areas);
	str_release(&games->rules_text);
	setup_close(games->tournament.robots, games->tournament.schedule.n_robots);
	FREE_ALL(games->players, games->waiting);
}

/* Seats a fresh instance, and returns the buffer for its hands. */
static char *seat(struct arena_games *games, int slot, struct games_player *player)
{
	struct fault fault = {.verdict = VERDICT_OK};
	char *hands = player->transport ? transport_seat(player->transport, slot, 0, &fault, &games->err) : NULL;
	player->is_there[slot] = hands != NULL;
	return hands ? hands : player->spare + (size_t)slot * games->hands_size;
}

void games_seat_robots(struct arena_games *games, int slot, const char *seated, struct game_view *view)
{
	const struct shared_area *area = shared_areas_attempt(&games->shared_areas, 0);
	view->history = shared_area_history(area, slot);
	view->shown = shared_area_shown(area, slot);
	for (int i = 0; i < games->n_seats; i++)
		view->hands[i] = seat(games, slot, &games->players[seated[i] - 'A']);
}

static void introduce(struct arena_games *games, int slot, int own_seat, const char *seated)
{
	const struct games_player *player = &games->players[seated[own_seat] - 'A'];
	uint64_t dice_number = games->games[slot].block;
	struct game_intro intro = {.me = seated[own_seat],
		.rng = rng_word(games->robot_key, dice_number, (uint64_t)own_seat)};
	memcpy(intro.letters, seated, (size_t)games->n_seats);
	if (player->is_there[slot])
		transport_game(player->transport, slot, &intro);
}

void games_introduce_robots(struct arena_games *games, int slot, const char *seated)
{
	for (int own_seat = 0; own_seat < games->n_seats; own_seat++)
		introduce(games, slot, own_seat, seated);
}

/* Handles a failure of the player in this seat at the current ask. A fresh instance replaces it, and the game continues
 * by its rules. */
static void take_fault(struct arena_games *games, int slot, int own_seat)
{
	struct game *game = &games->games[slot];
	struct games_player *player = &games->players[games_player(game, own_seat)];
	char seated[SCHEDULE_MAX_SEATS];
	uint32_t hand = game->hand;
	for (int i = 0; i < games->n_seats; i++)
		seated[i] = game->seat[i].letter;
	if (player->is_there[slot])
		game->view.hands[own_seat] = seat(games, slot, player);
	introduce(games, slot, own_seat, seated);
	game_fault(game, own_seat);
	games_note_bid(games, slot, game, hand);
}

/* Asks one robot. Returns false if the answer comes later, when the round is collected. */
static bool ask(struct games_player *player, int slot, unsigned flags)
{
	int play = 0;
	player->has_failed[slot] = !player->is_there[slot];
	if (!player->is_there[slot])
		return true;
	bool is_answered = transport_ask(player->transport, slot, flags, &play);
	if (is_answered)
		player->replies[slot] = play;
	return is_answered;
}

static void ask_slot(struct arena_games *games, int slot)
{
	const struct game *game = &games->games[slot];
	if (game->need == GAME_NEED_PLAY)
		ask(&games->players[games_player(game, game->turn)], slot, 0);
	for (int i = 0; i < games->n_seats && game->need == GAME_NEED_OBSERVE; i++) {
		struct games_player *player = &games->players[games_player(game, i)];
		if (player->transport && game_observes(game, i))
			ask(player, slot, ASK_OBSERVE);
	}
}

/* Applies the answers of the round to a game. */
static void apply(struct arena_games *games, int slot)
{
	struct game *game = &games->games[slot];
	if (game->need == GAME_NEED_PLAY) {
		struct games_player *player = &games->players[games_player(game, game->turn)];
		if (player->has_failed[slot])
			take_fault(games, slot, game->turn);
		else
			games_apply(games, slot, game, player->replies[slot]);
		return;
	}
	uint32_t hand = game->hand;
	for (int i = 0; i < games->n_seats; i++) {
		const struct games_player *player = &games->players[games_player(game, i)];
		if (player->transport && game_observes(game, i) && player->has_failed[slot])
			take_fault(games, slot, i);
	}
	game_observed(game);
	games_note_bid(games, slot, game, hand);
}

static int collect(struct arena_games *games, struct games_player *player)
{
	transport_flush(player->transport);
	if (transport_collect(player->transport, player->replies, &games->err))
		return -1;
	for (int i = 0; i < player->transport->n_events; i++)
		player->has_failed[player->transport->events[i].lane] = true;
	return 0;
}

static bool waits_for_robots(const struct arena_games *games, const struct game *game)
{
	return game->need == GAME_NEED_OBSERVE ||
		(game->need == GAME_NEED_PLAY && games->players[games_player(game, game->turn)].transport);
}

/* Plays one round. Returns how many games are still waiting. */
static int play_round(struct arena_games *games, int n)
{
	int n_left = 0;
	for (int i = 0; i < n; i++)
		ask_slot(games, games->waiting[i]);
	for (int player = 0; player < games->n_seats; player++)
		if (games->players[player].transport && collect(games, &games->players[player]))
			return 0;
	for (int i = 0; i < n; i++) {
		int slot = games->waiting[i];
		struct game *game = &games->games[slot];
		apply(games, slot);
		games_finish_if_over(games, slot, game);
		if (waits_for_robots(games, game))
			games->waiting[n_left++] = slot;
	}
	return games->err.code ? 0 : n_left;
}

int games_ask_robots(struct arena_games *games, int n_waiting, struct err *err)
{
	int n = 0;
	for (int i = 0; i < n_waiting; i++) {
		int slot = games->waiting[i];
		games_finish_if_over(games, slot, &games->games[slot]);
		if (waits_for_robots(games, &games->games[slot]))
			games->waiting[n++] = slot;
	}
	while (n && !games->err.code)
		n = play_round(games, n);
	if (games->err.code)
		*err = games->err;
	return games->err.code ? -1 : 0;
}
