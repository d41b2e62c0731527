/* tourney_game.c - see table.h. */
#include "net/server/tourney_game.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "game/dice.h"
#include "game/liars/liars.h"

enum { FACES = 6 };

static const char *const result_names[] = {
	[TOURNEY_GAME_GOOD_CALL] = "good_call", [TOURNEY_GAME_BAD_CALL] = "bad_call", [TOURNEY_GAME_ERROR_BID] = "error_bid",
	[TOURNEY_GAME_ERROR_OVERFLOW] = "error_overflow", [TOURNEY_GAME_ERROR_BAD_MESSAGE] = "error_bad_message",
	[TOURNEY_GAME_ERROR_TIMEOUT] = "error_timeout"};

void tourney_game_begin(struct tourney_game *tourney_game, const struct rules *rules, int n_seats, struct rng_key dice_key, uint64_t number,
		 const char *uuid, const struct game_view *view)
{
	struct str bids = tourney_game->bids, rounds = tourney_game->rounds;
	char letters[GAME_MAX_SEATS];
	*tourney_game = (struct tourney_game){.bids = bids, .rounds = rounds};
	str_clear(&tourney_game->bids);
	str_clear(&tourney_game->rounds);
	snprintf(tourney_game->uuid, sizeof tourney_game->uuid, "%s", uuid);
	for (int seat = 0; seat < n_seats; seat++)
		letters[seat] = (char)('A' + seat);
	game_start(&tourney_game->game, rules, n_seats, letters, dice_key, number, view);
	tourney_game->in_hand = tourney_game->game.in;
}

void tourney_game_release(struct tourney_game *tourney_game)
{
	str_release(&tourney_game->bids);
	str_release(&tourney_game->rounds);
}

/* ---- JSON --------------------------------------------------------------------------- */

/* A STATE is mostly numbers, and most of the server's work is to write them: no printf. */
static void add_numbers(const int *numbers, int n, struct str *out)
{
	for (int i = 0; i < n; i++) {
		str_add_n(out, i ? "," : "[", 1);
		str_add_int(out, numbers[i]);
	}
	str_add_n(out, "]", 1);
}

static void add_number(const char *before, int number, struct str *out)
{
	str_add(out, before);
	str_add_int(out, number);
}

static void add_faces(const struct tourney_game *tourney_game, int seat, struct str *out)
{
	uint64_t dice = tourney_game->in_hand >> seat & 1 ? tourney_game->game.seat[seat].dice : 0;
	int counts[FACES];
	for (int face = 1; face <= FACES; face++)
		counts[face - 1] = dice_showing(dice, face);
	add_numbers(counts, FACES, out);
}

static void add_bid(struct tourney_game *tourney_game, int bid, int seat)
{
	str_add(&tourney_game->bids, tourney_game->bids.length ? "," : "");
	add_numbers((int[]){bid / 10, bid % 10, seat}, 3, &tourney_game->bids);
}

void tourney_game_add_state(const struct tourney_game *tourney_game, struct str *out)
{
	const struct game *game = &tourney_game->game;
	const struct common_state *state = &game->u.common;
	/* Any bid beats [0, 6]. */
	int n_dice[GAME_MAX_SEATS];
	for (int seat = 0; seat < game->n_seats; seat++)
		n_dice[seat] = game_dice_left(game, seat);
	bool is_first_round = state->n_bids < __builtin_popcount(game->in);
	str_add(out, "{\"bid\":");
	add_numbers((int[]){state->bid / 10, state->bid ? state->bid % 10 : FACES}, 2, out);
	str_add(out, ",\"dice\":");
	add_faces(tourney_game, game->turn, out);
	add_number(",\"player_count\":", game->n_seats, out);
	str_add(out, ",\"dice_counts\":");
	add_numbers(n_dice, game->n_seats, out);
	add_number(",\"bot_index\":", game->turn, out);
	str_add(out, state->wild_face ? ",\"wild_ones\":true" : ",\"wild_ones\":false");
	str_add(out, is_first_round ? ",\"first_round\":true" : ",\"first_round\":false");
	str_add(out, ",\"bid_history\":[");
	str_add_n(out, str_text(&tourney_game->bids), tourney_game->bids.length);
	add_number("],\"round_count\":", tourney_game->n_rounds, out);
	str_add(out, ",\"round_history\":[");
	str_add_n(out, str_text(&tourney_game->rounds), tourney_game->rounds.length);
	str_add(out, "],\"game_uuid\":\"");
	str_add(out, tourney_game->uuid);
	str_add(out, "\"}");
}

/* ---- turns -------------------------------------------------------------------------- */

void tourney_game_took(struct tourney_game *tourney_game, double seconds)
{
	int seat = tourney_game->game.turn;
	tourney_game->n_turns[seat]++;
	tourney_game->waited_S[seat] += seconds;
	if (seconds > tourney_game->longest_S[seat])
		tourney_game->longest_S[seat] = seconds;
}

static void end_hand(struct tourney_game *tourney_game, enum tourney_game_result result)
{
	struct str *out = &tourney_game->rounds;
	str_addf(out, "%s{\"losing_player\":%d,\"calling_player\":%d,\"result\":\"%s\",\"bid_history\":[", out->length ? "," : "",
		 tourney_game->game.last.loser, tourney_game->game.last.actor, result_names[result]);
	str_add_n(out, str_text(&tourney_game->bids), tourney_game->bids.length);
	str_add(out, "],\"face_counts\":[");
	for (int seat = 0; seat < tourney_game->game.n_seats; seat++) {
		str_add(out, seat ? "," : "");
		add_faces(tourney_game, seat, out);
	}
	str_add(out, "]}");
	str_clear(&tourney_game->bids);
	tourney_game->n_rounds++;
}

/* A call when nothing was bid is a wrong one: [0, 6] is true. What is no bid of the game's still stands in
 * the history when it has a count and a face. */
static enum tourney_game_result judge_illegal(struct tourney_game *tourney_game, int play, int seat, int n_dice)
{
	int face = play % 10;
	if (play == PLAY_CALL)
		return TOURNEY_GAME_BAD_CALL;
	if (play < 10 || face < 1 || face > FACES)
		return TOURNEY_GAME_ERROR_BAD_MESSAGE;
	add_bid(tourney_game, play, seat);
	return play / 10 > n_dice ? TOURNEY_GAME_ERROR_OVERFLOW : TOURNEY_GAME_ERROR_BID;
}

void tourney_game_play(struct tourney_game *tourney_game, int play)
{
	struct game *game = &tourney_game->game;
	int seat = game->turn, n_dice = game->u.common.limit;
	bool is_legal = game_play(game, play);
	if (is_legal && play != PLAY_CALL)
		add_bid(tourney_game, play, seat);
	else if (is_legal)
		end_hand(tourney_game, game->last.loser == seat ? TOURNEY_GAME_BAD_CALL : TOURNEY_GAME_GOOD_CALL);
	else
		end_hand(tourney_game, judge_illegal(tourney_game, play, seat, n_dice));
}

void tourney_game_response(struct tourney_game *tourney_game, const struct response *response)
{
	tourney_game_play(tourney_game, response->is_call ? PLAY_CALL : 10 * response->count + response->face);
}

void tourney_game_failed(struct tourney_game *tourney_game, enum tourney_game_result why)
{
	game_fault(&tourney_game->game, tourney_game->game.turn);
	end_hand(tourney_game, why);
}

void tourney_game_observed(struct tourney_game *tourney_game)
{
	game_observed(&tourney_game->game);
	tourney_game->in_hand = tourney_game->game.in;
}

/* ---- the log ------------------------------------------------------------------------ */

static void add_list(const char *name, const char *const *texts, int n, struct str *out)
{
	str_addf(out, ",\"%s\":[", name);
	for (int i = 0; i < n; i++) {
		str_add(out, i ? "," : "");
		message_add_string(out, texts[i]);
	}
	str_add(out, "]");
}

static void add_rankings(const struct game *game, struct str *out)
{
	int player_at[GAME_MAX_SEATS + 1], n_tied;
	for (int seat = 0; seat < game->n_seats; seat++)
		player_at[game_place(game, seat, &n_tied)] = seat;
	str_add(out, ",\"bot_rankings\":[");
	for (int place = 1; place <= game->n_seats; place++)
		str_addf(out, "%s%d", place > 1 ? "," : "", player_at[place]);
	str_add(out, "]");
}

void tourney_game_add_log(const struct tourney_game *tourney_game, const struct tourney_game_setting *setting, struct str *out)
{
	const struct game *game = &tourney_game->game;
	const int *value = game->rules->value;
	str_add(out, "{\"game_history\":[");
	str_add_n(out, str_text(&tourney_game->rounds), tourney_game->rounds.length);
	str_addf(out, "],\"bot_count\":%d,\"dice_count\":%d,\"wild_ones_drop\":%s", game->n_seats, value[COMMON_DICE],
		 value[COMMON_WILD] == WILD_DROP ? "true" : "false");
	add_list("bot_uuids", setting->uuids, game->n_seats, out);
	add_list("bot_titles", setting->titles, game->n_seats, out);
	str_addf(out, ",\"game_uuid\":\"%s\",\"tourney_uuid\":\"%s\"", tourney_game->uuid, setting->tourney_uuid);
	add_rankings(game, out);
	str_addf(out, ",\"tourney_index\":%" PRId64 ",\"match_index\":%d,\"start_time\":\"%s\",\"end_time\":\"%s\"",
		 setting->tourney_index, setting->match_index, setting->started, setting->ended);
	str_add(out, ",\"ping_averages\":[");
	for (int seat = 0; seat < game->n_seats; seat++)
		str_addf(out, "%s%.6f", seat ? "," : "",
			 tourney_game->n_turns[seat] ? tourney_game->waited_S[seat] / (double)tourney_game->n_turns[seat] : 0);
	str_add(out, "],\"ping_maximums\":[");
	for (int seat = 0; seat < game->n_seats; seat++)
		str_addf(out, "%s%.6f", seat ? "," : "", tourney_game->longest_S[seat]);
	str_add(out, "]}");
}

void tourney_game_make_uuid(struct rng_key key, uint64_t number, char uuid[TOURNEY_GAME_UUID + 1])
{
	uint64_t a = rng_word(key, number, 0), b = rng_word(key, number, 1);
	snprintf(uuid, TOURNEY_GAME_UUID + 1, "%08x-%04x-8%03x-%04x-%012" PRIx64, (unsigned)(a >> 32), (unsigned)(a >> 16 & 0xffff),
		 (unsigned)(a & 0xfff), (unsigned)(0x8000 | (b >> 48 & 0x3fff)), b & 0xffffffffffff);
}
