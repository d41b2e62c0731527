/* tourney_game.c - a game at a table of the tourney server: STATE, turns and the log (tourney_game.h). */
#include "net/server/tourney_game.h"

#include <stdio.h>

#include "game/liars/liars.h"

enum { FACES = 6 };

void tourney_game_begin(struct tourney_game *tourney_game, const struct rules *rules, int n_seats,
			struct dice_source source, const char *uuid, const struct game_view *view)
{
	struct tourney_log_bid *bids = tourney_game->bids;
	struct str rounds = tourney_game->rounds;
	int bids_room = tourney_game->bids_room;
	char letters[GAME_MAX_SEATS];
	*tourney_game = (struct tourney_game){.bids = bids, .bids_room = bids_room, .rounds = rounds};
	str_clear(&tourney_game->rounds);
	snprintf(tourney_game->uuid, sizeof tourney_game->uuid, "%s", uuid);
	for (int seat = 0; seat < n_seats; seat++)
		letters[seat] = (char)('A' + seat);
	game_start(&tourney_game->game, rules, n_seats, letters, source, view);
	tourney_game->in_hand = tourney_game->game.in;
}

void tourney_game_release(struct tourney_game *tourney_game)
{
	free(tourney_game->bids);
	str_release(&tourney_game->rounds);
	*tourney_game = (struct tourney_game){0};
}

/* Adds numbers as a JSON array. Does not use printf, because writing the numbers of STATEs is most of the server's
 * work. */
static void add_numbers(const int *numbers, int n, struct str *out)
{
	for (int i = 0; i < n; i++) {
		str_add_n(out, i ? "," : "[", 1);
		str_add_int(out, numbers[i]);
	}
	str_add_n(out, "]", 1);
}

static uint64_t dice_of(const struct tourney_game *tourney_game, int seat)
{
	return tourney_game->in_hand >> seat & 1 ? tourney_game->game.seat[seat].dice : 0;
}

void tourney_game_add_state(const struct tourney_game *tourney_game, struct str *out)
{
	const struct game *game = &tourney_game->game;
	const struct liars_state *state = &game->u.liars;
	/* If there is no bid yet, "bid" is [0, 6], which is lower than every bid. */
	int n_dice[GAME_MAX_SEATS];
	for (int seat = 0; seat < game->n_seats; seat++)
		n_dice[seat] = game_dice_left(game, seat);
	bool is_first_round = state->n_bids < __builtin_popcount(game->in);
	str_add(out, "{\"bid\":");
	add_numbers((int[]){state->bid / 10, state->bid ? state->bid % 10 : FACES}, 2, out);
	str_add(out, ",\"dice\":");
	tourney_log_add_faces(dice_of(tourney_game, game->turn), FACES, out);
	tourney_log_add_int(",\"player_count\":", game->n_seats, out);
	str_add(out, ",\"dice_counts\":");
	add_numbers(n_dice, game->n_seats, out);
	tourney_log_add_int(",\"bot_index\":", game->turn, out);
	str_add(out, state->wild_face ? ",\"wild_ones\":true" : ",\"wild_ones\":false");
	str_add(out, is_first_round ? ",\"first_round\":true" : ",\"first_round\":false");
	str_add(out, ",\"bid_history\":[");
	tourney_log_add_bids(tourney_game->bids, tourney_game->n_bids, out);
	tourney_log_add_int("],\"round_count\":", tourney_game->n_rounds, out);
	str_add(out, ",\"round_history\":[");
	str_add_n(out, str_text(&tourney_game->rounds), tourney_game->rounds.length);
	str_add(out, "],\"game_uuid\":\"");
	str_add(out, tourney_game->uuid);
	str_add(out, "\"}");
}

void tourney_game_took(struct tourney_game *tourney_game, double seconds)
{
	int seat = tourney_game->game.turn;
	tourney_game->n_turns[seat]++;
	tourney_game->waited_S[seat] += seconds;
	if (seconds > tourney_game->longest_S[seat])
		tourney_game->longest_S[seat] = seconds;
}

static void keep_bid(struct tourney_game *tourney_game, int play, int seat)
{
	if (tourney_game->n_bids == tourney_game->bids_room) {
		tourney_game->bids_room = tourney_game->bids_room ? 2 * tourney_game->bids_room : 16;
		tourney_game->bids = mem_resize(tourney_game->bids, (size_t)tourney_game->bids_room,
						sizeof *tourney_game->bids);
	}
	tourney_game->bids[tourney_game->n_bids++] = (struct tourney_log_bid){play, seat};
}

static void end_hand(struct tourney_game *tourney_game, enum tourney_log_result result)
{
	const struct game *game = &tourney_game->game;
	struct tourney_log_hand hand = {.n_seats = game->n_seats, .n_faces = FACES, .loser = game->last.loser,
		.caller = game->last.actor, .result = result, .n_bids = tourney_game->n_bids,
		.bids = tourney_game->bids};
	for (int seat = 0; seat < game->n_seats; seat++)
		hand.dice[seat] = dice_of(tourney_game, seat);
	tourney_log_add_hand(&hand, &tourney_game->rounds);
	tourney_game->n_bids = 0;
	tourney_game->n_rounds++;
}

static void end_illegal(struct tourney_game *tourney_game, int play, int seat, int n_dice)
{
	enum tourney_log_result result = tourney_log_illegal(play, FACES, n_dice);
	if (result == TOURNEY_LOG_ERROR_BID || result == TOURNEY_LOG_ERROR_OVERFLOW)
		keep_bid(tourney_game, play, seat);
	end_hand(tourney_game, result);
}

void tourney_game_play(struct tourney_game *tourney_game, int play)
{
	struct game *game = &tourney_game->game;
	int seat = game->turn, n_dice = game->u.liars.limit;
	bool is_legal = game_play(game, play);
	if (is_legal && play != PLAY_CALL)
		keep_bid(tourney_game, play, seat);
	else if (is_legal)
		end_hand(tourney_game, game->last.loser == seat ? TOURNEY_LOG_BAD_CALL : TOURNEY_LOG_GOOD_CALL);
	else
		end_illegal(tourney_game, play, seat, n_dice);
}

void tourney_game_response(struct tourney_game *tourney_game, const struct message_response *response)
{
	tourney_game_play(tourney_game, response->is_call ? PLAY_CALL : 10 * response->count + response->face);
}

void tourney_game_failed(struct tourney_game *tourney_game, enum tourney_log_result why)
{
	game_fault(&tourney_game->game, tourney_game->game.turn);
	end_hand(tourney_game, why);
}

void tourney_game_observed(struct tourney_game *tourney_game)
{
	game_observed(&tourney_game->game);
	tourney_game->in_hand = tourney_game->game.in;
}

void tourney_game_describe(const struct tourney_game *tourney_game, struct tourney_log_game *log)
{
	const struct game *game = &tourney_game->game;
	log->rules = game->rules;
	log->n_seats = game->n_seats;
	log->game_uuid = tourney_game->uuid;
	log->hands = str_text(&tourney_game->rounds);
	for (int seat = 0; seat < game->n_seats; seat++) {
		int64_t n_turns = tourney_game->n_turns[seat];
		int n_tied;
		log->places[seat] = game_place(game, seat, &n_tied);
		log->ping_average_S[seat] = n_turns ? tourney_game->waited_S[seat] / (double)n_turns : 0;
		log->ping_maximum_S[seat] = tourney_game->longest_S[seat];
	}
}

void tourney_game_make_uuid(struct rng_key key, uint64_t number, char uuid[TOURNEY_GAME_UUID + 1])
{
	uint64_t a = rng_word(key, number, 0), b = rng_word(key, number, 1);
	snprintf(uuid, TOURNEY_GAME_UUID + 1, "%08x-%04x-8%03x-%04x-%012" PRIx64, (unsigned)(a >> 32),
		 (unsigned)(a >> 16 & 0xffff),
		 (unsigned)(a & 0xfff), (unsigned)(0x8000 | (b >> 48 & 0x3fff)), b & 0xffffffffffff);
}
